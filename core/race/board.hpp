// A race: turns until a goal. A state is the units that the mover and the other player need, and the carry.
//
// States are solved in order of the units still needed. A turn at one state depends on solved states and, through a
// bust, on one more state, which is solved or leads on by busts around a ring back to the first. Around a ring of
// states with values x_0, x_1, …
//
//     x_k = f_k( x_(k+1) ),
//
// f_k increasing (in the value of the bust to the mover), convex and piecewise linear with slopes below 1: Newton steps
// on all of them are policy iteration, and exact once the policies no longer change. A race without carryover has rings
// of two: (i, j) and (j, i). Where scores can decrease, states depend on each other in other ways, too: then sweeps
// over all states are repeated until nothing changes.
#pragma once

#include "race/carryover.hpp"
#include "race/last_turns.hpp"

namespace jeopardice {

// An objective: a bank is worth shift + scale * (the value that follows), the goal `goal`, and the value of a state is
// `sign` times the value of the best turn.
struct Objective {
    bool two_players;
    double shift, scale, goal, sign;
};
inline constexpr Objective to_win{true, 1, -1, 1, 1}, in_few_turns{false, -1, -1, -1, -1}, in_time{false, 0, 1, 1, 1};

// The states of a race for an objective, and the layout of their values: by the carry, the mover's units and, with two
// players, the other's. Units run from 1 to race.lowest.
class Board {
  public:
    Board(const TurnTables& turn, const RaceRules& race, const Carryover& carryover, const Kernel& kernel,
          const Objective& objective);
    // The same board with last turns that are rounded in one direction, for bounds of the turns before them.
    [[nodiscard]] Board bounding(const TurnTables& turn, const Kernel& kernel, Rounding rounding) const;

    [[nodiscard]] size_t size() const { return carries() * stride_; }
    [[nodiscard]] size_t carries() const { return carryover_.states.size(); }
    [[nodiscard]] size_t place(size_t i, size_t j, size_t carry) const {
        return carry * stride_ + (objective_.two_players ? (i - 1) * n_ + j - 1 : i - 1);
    }
    // Whether a state can occur: the total to beat is no more than the other player has gained since the lowest score.
    [[nodiscard]] bool exists(size_t j, size_t carry) const {
        return !carryover_.beat_previous || j + carryover_.states[carry].least <= n_ + 1;
    }
    // The units needed after a bust, or after everything banked is lost.
    [[nodiscard]] size_t after_bust(size_t units, size_t carry) const {
        return carryover_.after_bust(race_, units, carry);
    }
    // Whether a bust leads below the lowest score, where that ends the race.
    [[nodiscard]] bool below_floor(size_t units, size_t carry) const {
        const CarryoverState& from = carryover_.states[carry];
        return from.penalized && from.below_floor >= 0 && race_.below_floor(static_cast<std::ptrdiff_t>(units));
    }
    // The place of the state that follows a bust.
    [[nodiscard]] size_t bust_place(size_t i, size_t j, size_t carry) const {
        const size_t left = after_bust(i, carry), then = carryover_.states[carry].busted;
        return objective_.two_players ? place(j, left, then) : place(left, j, then);
    }
    // The value that follows a bust.
    [[nodiscard]] double bust_value(const double* values, size_t i, size_t j, size_t carry) const {
        return below_floor(i, carry) ? carryover_.states[carry].below_floor : values[bust_place(i, j, carry)];
    }
    // A turn, given the values and the offers that may follow it (null: there are no offers).
    [[nodiscard]] TurnProblem problem(const double* values, size_t i, size_t j, size_t carry, double stays,
                                      const double* offers, bool with_penalties = true) const;
    // Where turns may be stolen: the value of rolling on, by the carry, the mover's units, the other's, the phase and
    // the turn total.
    [[nodiscard]] size_t offers_each() const { return phases_ * totals_; }
    [[nodiscard]] size_t offers_size() const {
        return carryover_.steal == Steal::never ? 0 : carryover_.offered * stride_ * offers_each();
    }
    [[nodiscard]] size_t offers_place(size_t i, size_t j, size_t carry) const {
        return place(i, j, carryover_.states[carry].offers) * offers_each();
    }
    [[nodiscard]] const LastTurns& last_turns() const { return last_turns_; }
    // The number of totals of a turn that may be stolen.
    [[nodiscard]] size_t totals() const { return totals_; }
    [[nodiscard]] bool scores_can_decrease() const { return carryover_.scores_can_decrease(race_); }

    [[nodiscard]] const RaceRules& race() const { return race_; }
    [[nodiscard]] const Carryover& carryover() const { return carryover_; }
    [[nodiscard]] const Objective& objective() const { return objective_; }

  private:
    const RaceRules race_;
    const Carryover carryover_;
    const Objective objective_;
    const size_t n_, stride_, phases_;
    size_t totals_;
    LastTurns last_turns_;
};

struct SolvedBoard {
    std::vector<double> values;
    std::vector<double> offers;  // empty where turns cannot be stolen
};

// The values of all states under best play: win probabilities of two players, or the fewest expected turns of one.
// `similar`: values of the same race if scores stop at the lowest one, where this one ends below it; or none.
SolvedBoard solve_board(const TurnTables& turn, const Board& board, const Kernel& kernel, size_t threads,
                        const Progress& progress, std::span<const double> similar = {});

// One player: the best chance to reach the goal in m turns, for m = 0 .. turns, each with the values of a board.
std::vector<double> solve_within(const TurnTables& turn, const Board& board, const Kernel& kernel, size_t threads,
                                 size_t turns, const Progress& progress);

}  // namespace jeopardice
