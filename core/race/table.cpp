#include "race/table.hpp"

namespace jeopardice {

std::ptrdiff_t Table::lead(const Position& at) const {
    return *std::min_element(at.needs.begin() + static_cast<std::ptrdiff_t>(at.turns),
                             at.needs.begin() + static_cast<std::ptrdiff_t>(players_));
}

size_t Table::rival(const Position& at) const {
    if (players_ == 1) return 1;
    const auto fewest =
        std::min_element(at.needs.begin() + 1, at.needs.begin() + static_cast<std::ptrdiff_t>(players_));
    return static_cast<size_t>(std::max<std::ptrdiff_t>(1, *fewest));
}

// In playing order after the mover of the last turn, those who have reached the goal did so one after another: the
// first of the highest was there first.
WinShares Table::shares(std::span<const std::ptrdiff_t> needs) const {
    WinShares found{};
    const std::ptrdiff_t best = *std::ranges::min_element(needs);
    const auto leaders = carryover_.ties_split ? std::ranges::count(needs, best) : 1;
    for (size_t turn = 1, left = static_cast<size_t>(leaders); turn <= needs.size() && left > 0; ++turn)
        if (needs[turn % needs.size()] == best) {
            found[turn % needs.size()] = 1 / static_cast<double>(leaders);
            --left;
        }
    return found;
}

AfterTurn Table::after(const Position& at, const TurnEnd& end) const {
    const CarryoverState& from = carryover_.states[at.carry];
    const auto total = static_cast<std::ptrdiff_t>(end.total);
    AfterTurn found;
    found.needs = at.needs[0];
    if (end.how == Ending::win) {
        found.over = true;
        found.shares[0] = 1;
        found.points = end.total;
        return found;
    }
    const bool banks = end.how == Ending::bank;
    const bool gains = banks || (end.how == Ending::bust && race_.keep_on_bust);
    if (gains) found.points = end.total;
    std::ptrdiff_t left = gains ? at.needs[0] - total : at.needs[0];
    if (end.how == Ending::lost && carryover_.loses) left = static_cast<std::ptrdiff_t>(race_.needed);
    if (!banks && from.penalized) left = race_.after_penalty(left);
    found.needs = left;
    const bool reaches = !at.last() && left <= 0;
    Position& next = found.next;
    for (size_t p = 1; p < players_; ++p) next.needs[p - 1] = at.needs[p];
    next.needs[players_ - 1] = left;
    next.turns = at.last() ? at.turns - 1 : reaches ? from.last_turns : 0;
    found.over = (at.last() || reaches) && next.turns == 0;
    if (found.over) {
        if (!at.last()) {
            found.shares[0] = 1;
        } else {
            std::array<std::ptrdiff_t, most_players> needs = at.needs;
            needs[0] = left;
            found.shares = shares(std::span(needs).first(players_));
        }
        return found;
    }
    // A bank that reaches the goal may have no carry; in a last round only busts in a row still matter.
    next.carry = !banks ? from.busted : next.turns == 0 ? from.banked + (end.total - 1) * from.step : from.banked;
    if (next.turns > 0) {
        if (banks && carryover_.beat_previous) next.banked = end.total;
        // Nothing else matters of players who have no more turns and do not lead.
        const std::ptrdiff_t best = lead(next);
        bool leads = true;
        for (size_t p = next.turns; p < players_; ++p) {
            if (next.needs[p] != best || !leads)
                next.needs[p] = Position::out;
            else
                leads = carryover_.ties_split;
        }
    }
    const bool offers = carryover_.steal == (banks ? Steal::after_bank : Steal::after_bust);
    if (offers && end.total > 0 && !turn_.no_dice(end.phase)) {
        next.phase = end.phase;
        next.offered = end.total;
    }
    return found;
}

}  // namespace jeopardice
