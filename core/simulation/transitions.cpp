#include "simulation/transitions.hpp"

namespace jeopardice {

AfterTurn Transitions::after(const Position& at, const TurnEnd& end) const {
    const RaceRules& race = board_.race();
    const Carryover& carryover = board_.carryover();
    const CarryoverState& from = carryover.states[at.carry];
    const auto mine = static_cast<std::ptrdiff_t>(at.mine), total = static_cast<std::ptrdiff_t>(end.total);
    if (end.how == Ending::win) return {true, 1, mine, end.total};
    const bool banks = end.how == Ending::bank;
    const bool gains = banks || (end.how == Ending::bust && race.keep_on_bust);
    std::ptrdiff_t left = gains ? mine - total : mine;
    if (end.how == Ending::lost) left = static_cast<std::ptrdiff_t>(race.needed);
    if (!banks && from.penalized) left = race.after_penalty(left);
    const size_t points = gains ? end.total : 0;
    if (at.last()) {
        const double tie = carryover.ties_split ? 0.5 : 0;
        return {true, left < at.theirs ? 1 : left == at.theirs ? tie : 0, left, points};
    }
    if (left <= 0 && from.last_turns == 0) return {true, 1, left, points};
    AfterTurn found{false, 0, left, points, {static_cast<size_t>(at.theirs), left}};
    Position& next = found.next;
    // A bank that reaches the goal may have no carry; in a last turn only busts in a row still matter.
    next.carry = !banks ? from.busted : left > 0 ? from.banked + (end.total - 1) * from.step : from.banked;
    if (banks && carryover.beat_previous) next.banked = end.total;
    const bool offers = carryover.steal == (banks ? Steal::after_bank : Steal::after_bust);
    if (offers && end.total > 0 && !turn_.no_dice(end.phase)) {
        next.phase = end.phase;
        next.offered = end.total;
    }
    return found;
}

}  // namespace jeopardice
