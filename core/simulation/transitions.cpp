#include "simulation/transitions.hpp"

#include <algorithm>

namespace jeopardice {

std::size_t Passing::least(const Position& at) const {
    const std::size_t always = board_.race().least_bank(at.mine);
    if (!at.last()) return std::max(always, board_.between().modes[at.mode].least);
    return board_.between().beat_previous ? std::max(always, at.banked + 1) : always;
}

std::size_t Passing::wins_from(const Position& at) const {
    return std::max(least(at), at.last() ? to_gain(at) : at.mine);
}

std::size_t Passing::enough(const Position& at) const {
    const std::size_t tie = board_.between().ties_split ? 1 : 0;
    return std::max(least(at), at.last() ? to_gain(at) - tie : 0);
}

After Passing::after(const Position& at, const TurnEnd& end) const {
    const RaceRules& race = board_.race();
    const Between& between = board_.between();
    const Mode& mode = between.modes[at.mode];
    const auto mine = static_cast<std::ptrdiff_t>(at.mine), total = static_cast<std::ptrdiff_t>(end.total);
    if (end.how == Ending::win) return {true, 1, mine, end.total};
    const bool banks = end.how == Ending::bank;
    const bool gains = banks || (end.how == Ending::bust && race.keep_on_bust);
    std::ptrdiff_t left = gains ? mine - total : mine;
    if (end.how == Ending::lost) left = static_cast<std::ptrdiff_t>(race.needed);
    if (!banks && mode.falls) left = race.fallen(left);
    const std::size_t points = gains ? end.total : 0;
    if (at.last()) {
        const double tie = between.ties_split ? 0.5 : 0;
        return {true, left < at.theirs ? 1 : left == at.theirs ? tie : 0, left, points};
    }
    if (left <= 0 && mode.last_turns == 0) return {true, 1, left, points};
    After found{false, 0, left, points, {static_cast<std::size_t>(at.theirs), left}};
    Position& next = found.next;
    // Who reaches the goal may bank more than there are modes for; in a last turn only busts in a row still count.
    next.mode = !banks ? mode.busted : left > 0 ? mode.banked + (end.total - 1) * mode.step : mode.banked;
    if (banks && between.beat_previous) next.banked = end.total;
    const bool offers = between.steal == (banks ? Steal::after_bank : Steal::after_bust);
    if (offers && end.total > 0 && !turn_.no_dice(end.phase)) {
        next.phase = end.phase;
        next.offered = end.total;
    }
    return found;
}

}  // namespace jeopardice
