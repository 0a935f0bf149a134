// The chance to bust under best play, read off solved values: ties go to the smaller one, so that "bank at 20" is
// chosen where 20 and 21 are worth the same. Beside it a bound on the rounding errors that the values may carry.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "turn/turn.hpp"

namespace jeopardice {

namespace {

constexpr double illegal = -std::numeric_limits<double>::infinity();

// What an action is worth; the better of two has more value or, when that is tied, less chance to bust. The maximum of
// several values is as wrong as the worst of them may be.
struct Worth {
    double value = illegal, bust = 1, error = 0;

    void improve(const Worth& other, const double tie) {
        const double margin = tie * std::max(1.0, std::abs(other.value));
        const bool better = value == illegal || other.value > value + margin;
        if (better || (other.value >= value - margin && other.bust < bust)) {
            value = other.value;
            bust = other.bust;
        }
        error = std::max(error, other.error);
    }
};

}  // namespace

TurnChances turn_chances(const TurnTables& turn, const SolvedTurn& solved, const double tie) {
    const auto [steps, known, bank, settled, values, known_bust, known_error, stuck] = solved;
    const std::size_t phases = turn.phases(), reach = turn.reach();
    // One bank and one way to end for all phases, or one for each.
    const std::size_t banks = bank.size() == steps ? 1 : phases;
    const std::size_t ends = settled.size() == steps * settles ? 1 : phases;
    if (known.size() != reach * phases || bank.size() != steps * banks || settled.size() != steps * ends * settles ||
        values.size() != steps * phases || known_bust.size() != known.size() || known_error.size() != known.size() ||
        stuck.size() != steps)
        throw std::invalid_argument("turn_chances: arrays of the wrong size");
    TurnChances found{std::vector<double>(steps * phases), std::vector<double>(steps * phases)};
    // The rounding of a sum of m products of rounded factors is at most (m + 2) units of 2^-53 of their sizes, to first
    // order; a factor of 1.01 covers the higher orders for any m below 10^13.
    constexpr double unit_roundoff = 1.01 * std::numeric_limits<double>::epsilon() / 2;

    for (std::size_t step = 0; step < steps; ++step) {
        // What is known of phase q when `points` fewer are needed.
        const auto look = [&](const std::int32_t points, const std::int32_t phase) -> Worth {
            const auto q = static_cast<std::size_t>(phase), p = static_cast<std::size_t>(points);
            if (p > step) {
                const std::size_t at = (reach + step - p) * phases + q;
                return {known[at], known_bust[at], known_error[at]};
            }
            const std::size_t at = (step - p) * phases + q;
            return {values[at], found.bust[at], found.error[at]};
        };
        for (std::size_t q = 0; q < phases; ++q) {
            const std::size_t at = step * phases + q;
            const double* const settle = &settled[(ends == 1 ? step : at) * settles];
            const double banked = bank[banks == 1 ? step : at];
            if (turn.phase_rolls[q] == turn.phase_rolls[q + 1]) {
                found.bust[at] = stuck[step];
                continue;
            }
            Worth best;
            for (std::int32_t r = turn.phase_rolls[q]; r < turn.phase_rolls[q + 1]; ++r) {
                const auto roll = static_cast<std::size_t>(r);
                const double* const chance = &turn.roll_events[roll * events];
                Worth made{0, chance[0] + chance[1], 0};
                double size = 0;  // of all terms, whatever their sign
                const auto add = [&](const double term) {
                    made.value += term;
                    size += std::abs(term);
                };
                for (std::size_t e = 0; e < events; ++e) add(chance[e] * settle[e]);
                for (std::int32_t o = turn.roll_outcomes[roll]; o < turn.roll_outcomes[roll + 1]; ++o) {
                    const auto outcome = static_cast<std::size_t>(o);
                    Worth option;
                    for (std::int32_t i = turn.outcome_options[outcome]; i < turn.outcome_options[outcome + 1]; ++i) {
                        const auto place = static_cast<std::size_t>(i);
                        option.improve(look(turn.option_points[place], turn.option_phase[place]), tie);
                    }
                    add(turn.outcome_chance[outcome] * option.value);
                    made.bust += turn.outcome_chance[outcome] * option.bust;
                    made.error += turn.outcome_chance[outcome] * option.error;
                }
                const auto terms = turn.roll_outcomes[roll + 1] - turn.roll_outcomes[roll] + 3;
                made.error += size * static_cast<double>(terms + 2) * unit_roundoff;
                best.improve(made, tie);
            }
            if (turn.banking[q] != never_banks && banked != illegal) {
                if (turn.banking[q] == must_bank) best = Worth{};
                best.improve({banked, 0, 0}, tie);
            }
            found.bust[at] = best.bust;
            found.error[at] = best.error;
        }
    }
    return found;
}

}  // namespace jeopardice
