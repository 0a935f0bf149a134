// When values have settled, and the errors where they do not.
#pragma once

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace jeopardice {

// When a Newton step is this short, the policies have settled and the step has removed the error except for rounding.
inline constexpr double settled_within = 1e-14;
// Where scores can decrease, sweeps are repeated until the expected further change is less than this.
inline constexpr double swept_within = 1e-15;
// Changes below this that do not get smaller are rounding.
inline constexpr double rounding = 1e-13;
inline constexpr int most_steps = 200, most_sweeps = 2000;
// Iterations that take longer are extrapolated (race/extrapolation.hpp), until changes below `noise` do not get
// smaller.
inline constexpr int usual_sweeps = 100;
inline constexpr double noise = 1e-14;

// Where turns end with a bust almost surely, rounding errors are divided by almost 0: see race/flat_rings.cpp.
inline constexpr double too_flat = 1e-3;
// Where every turn busts, every value satisfies the equations.
inline constexpr double endless = 1e-15, hardly_ever = 1e-13;

[[noreturn]] inline void too_many_busts() {
    throw std::runtime_error(
        "race: dice, scoring, turn.minimum_bank: nearly every turn busts, so that double precision cannot distinguish "
        "values");
}

// All turns of a ring of states bust, but for rounding: every value satisfies the equations (docs/theory/carryover.md).
[[noreturn]] inline void never_ends() {
    throw std::runtime_error(
        "race: best play does not end: in some state all players do best to roll on until they bust (but for one turn "
        "in 10^13), so that nothing decides who wins");
}

[[noreturn]] inline void does_not_settle() {
    throw std::runtime_error("race: the values of a state do not settle");
}

// The same after all sweeps, with what the last one has changed.
[[noreturn]] inline void does_not_settle(double change) {
    constexpr double small = 1e-6;
    if (!(change < small)) does_not_settle();
    std::ostringstream message;
    message << "race: best play takes so many turns that double precision cannot distinguish values: after "
            << most_sweeps << " sweeps over all states the last one still changes them by " << change;
    throw std::runtime_error(message.str());
}

[[noreturn]] inline void turns_too_long() {
    throw std::runtime_error(
        "race: turns hardly ever bust, so that the best last turns are too long to be followed to their ends");
}

// The least gain with at most this chance, which falls with the gain: doubled from `gain` on, then bisected.
size_t least_improbable(const auto& chance_of, double improbable, size_t gain, size_t longest) {
    size_t low = 0, high = gain;
    while (chance_of(high) > improbable) {
        low = high;
        high *= 2;
        if (high > longest) turns_too_long();
    }
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        (chance_of(middle) > improbable ? low : high) = middle;
    }
    return high;
}

}  // namespace jeopardice
