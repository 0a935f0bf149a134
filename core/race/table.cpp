#include "race/table.hpp"

namespace jeopardice {

std::ptrdiff_t Table::lead(const Position& at) const {
    return *std::min_element(at.needs.begin() + static_cast<std::ptrdiff_t>(at.turns),
                             at.needs.begin() + static_cast<std::ptrdiff_t>(players_));
}

AfterTurn Table::after(const Position& at, const TurnEnd& end) const {
    AfterTurn found;
    const auto [left, points] = gain(at, end);
    found.needs = left;
    found.points = points;
    found.next = at;
    found.over = !pass(found.next, end, left);
    if (found.over) found.shares = shares(at, end, left);
    return found;
}

bool Table::pass_last(Position& at, const TurnEnd& end, std::ptrdiff_t left) const {
    if (end.how == Ending::win) return false;
    const CarryoverState& from = carryover_.states[at.carry];
    const bool banks = end.how == Ending::bank;
    const size_t turns = at.last() ? at.turns - 1 : from.last_turns;
    if (turns == 0) return false;
    rotate(at, left);
    at.turns = turns;
    // A bank that reaches the goal may have no carry; in a last round only busts in a row still matter.
    at.carry = banks ? from.banked : from.busted;
    at.banked = banks && carryover_.beat_previous ? end.total : 0;
    // Nothing else matters of players who have no more turns and do not lead.
    const std::ptrdiff_t best = lead(at);
    bool leads = true;
    for (size_t p = turns; p < players_; ++p) {
        if (at.needs[p] != best || !leads)
            at.needs[p] = Position::out;
        else
            leads = carryover_.ties_split;
    }
    offer(at, end);
    return true;
}

void Table::offer(Position& at, const TurnEnd& end) const {
    const auto when = end.how == Ending::bank ? Steal::after_bank : Steal::after_bust;
    const bool offers = carryover_.steal == when && end.total > 0 && !turn_.no_dice(end.phase);
    at.phase = offers ? end.phase : 0;
    at.offered = offers ? end.total : 0;
}

// In playing order after the mover of the last turn, those who have reached the goal did so one after another: the
// first of the highest was there first.
WinShares Table::shares(const Position& at, const TurnEnd& end, std::ptrdiff_t left) const {
    WinShares found{};
    if (end.how == Ending::win || !at.last()) {
        found[0] = 1;
        return found;
    }
    std::array<std::ptrdiff_t, most_players> all = at.needs;
    all[0] = left;
    const auto needs = std::span(all).first(players_);
    const std::ptrdiff_t best = *std::ranges::min_element(needs);
    const auto leaders = carryover_.ties_split ? std::ranges::count(needs, best) : 1;
    for (size_t turn = 1, open = static_cast<size_t>(leaders); turn <= needs.size() && open > 0; ++turn)
        if (needs[turn % needs.size()] == best) {
            found[turn % needs.size()] = 1 / static_cast<double>(leaders);
            --open;
        }
    return found;
}

}  // namespace jeopardice
