#include "multiplayer/state_ends.hpp"

#include <algorithm>

namespace jeopardice {

bool StateEnds::write(Ended how, size_t total, size_t phase, std::span<double> worth) const {
    const RaceRules& race = board_.race();
    const Carryover& carryover = board_.carryover();
    const CarryoverState& from = carryover.states[carry_];
    const size_t needed = units_[0];
    const bool steals = offers_ && carryover.steal == (how == Ended::bank ? Steal::after_bank : Steal::after_bust);
    const Offer offer = steals ? Offer{phase, total} : Offer{};
    if (how == Ended::win) {
        for (size_t p = 0; p < worth.size(); ++p) worth[p] = win(p);
    } else if (how == Ended::bank) {
        if (total >= needed)
            write_reached(total - needed, total, from.banked, offer, worth);
        else
            write_next(needed - total, from.banked + (total - 1) * from.step, offer, worth);
    } else if (how == Ended::bust && race.keep_on_bust && total > 0) {
        auto left = static_cast<std::ptrdiff_t>(needed) - static_cast<std::ptrdiff_t>(total);
        if (from.penalized && with_penalties_) left = race.after_penalty(left);
        if (left <= 0)
            write_reached(static_cast<size_t>(-left), 0, from.busted, offer, worth);
        else
            write_next(static_cast<size_t>(left), from.busted, offer, worth);
    } else {
        const size_t after = with_penalties_ ? board_.after_bust(needed, carry_) : needed;
        const bool loses = how == Ended::lost && carryover.loses && with_penalties_;
        const size_t left = loses ? board_.after_bust(race.needed, carry_) : after;
        if (left == after && !knows_busts_) return false;
        write_next(left, from.busted, offer, worth);
    }
    return true;
}

void StateEnds::write_next(size_t left, size_t carry, Offer offer, std::span<double> worth) const {
    // Everyone's values, from the next player's point of view.
    const Units next = board_.next(units_, left);
    const Components found = board_.worth(values_, offers_, mixed_, next, carry, offer);
    worth[0] = found[board_.players() - 1];
    std::copy_n(found.begin() + 1, worth.size() - 1, worth.begin() + 1);
}

void StateEnds::write_reached(size_t lead, size_t total, size_t carry, Offer offer, std::span<double> worth) const {
    std::fill(worth.begin(), worth.end(), 0.0);
    const size_t turns = board_.carryover().states[carry_].last_turns;
    if (turns == 0) {
        worth[0] = 1;
        return;
    }
    LastState state{.to_beat = board_.carryover().beat_previous ? total : 0, .lead = lead, .units = {}};
    for (size_t p = 0; p < turns; ++p, carry = board_.carryover().states[carry].busted) {
        state.units.push_back(units_[p + 1]);
        if (board_.carryover().states[carry].penalized) state.penalized |= size_t{1} << p;
    }
    Components found;
    board_.last_states().write(state, offer, found);
    worth[0] = found[0];
    // The other players of a problem begin with the one after the next.
    for (size_t p = 1; p < std::min(worth.size(), turns); ++p) worth[p] = found[p + 1];
}

}  // namespace jeopardice
