#include "race/ending.hpp"

#include <algorithm>
#include <vector>

namespace jeopardice {

namespace {

// Whether a roll at a total may be followed by turns that certainly gain nothing: `nothing` says so for larger totals.
bool may_gain_nothing(const TurnTables& turn, size_t roll, bool bust_gains, const auto& nothing) {
    const double* const chances = &turn.roll_events[roll * events];
    if (chances[2] > 0 || (bust_gains && chances[0] > 0)) return false;
    return std::ranges::all_of(turn.outcomes_of(roll), [&](size_t outcome) {
        return turn.outcome_chance[outcome] == 0 || std::ranges::any_of(turn.options_of(outcome), nothing);
    });
}

}  // namespace

// By recursion from the largest total of the model, for the largest total that a bank may need.
bool every_turn_may_gain(const TurnTables& turn, const Board& board) {
    const RaceRules& race = board.race();
    size_t least = std::max({size_t{1}, race.bank_from, race.first_bank_from});
    for (const CarryoverState& state : board.carryover().states) least = std::max(least, state.least);
    const size_t phases = turn.phases(), end = std::max(race.lowest, least) + board.last_turns().past();
    const size_t penalty = board.carryover().has_penalized_busts() ? race.penalty : 0;
    const bool stealing = board.carryover().steal != Steal::never;
    std::vector<std::uint8_t> nothing((end + turn.reach()) * phases, 0);
    for (size_t total = end; total-- > 0;)
        for (size_t q = 0; q < phases; ++q) {
            const bool keeps = race.keep_on_bust && total > penalty;
            const bool banks = turn.banking[q] == must_bank && total >= least && total >= race.hold_from;
            const auto follows = [&](size_t option) {
                return nothing[(total + turn.points(option)) * phases + turn.phase_after(option)] > 0;
            };
            const auto wasted = [&](size_t roll) { return may_gain_nothing(turn, roll, keeps, follows); };
            std::uint8_t& here = nothing[total * phases + q];
            here = turn.no_dice(q) ? total < least && !keeps : !banks && std::ranges::any_of(turn.rolls_of(q), wasted);
            if (here > 0 && stealing && !turn.no_dice(q)) return false;
        }
    return nothing[0] == 0;
}

}  // namespace jeopardice
