#include "race/board.hpp"

#include <algorithm>

namespace jeopardice {

Board::Board(const TurnTables& turn, const RaceRules& race, const Carryover& carryover, const Kernel& kernel,
             const Objective& objective)
    : race_(race),
      carryover_(carryover),
      objective_(objective),
      n_(race.lowest),
      stride_(objective.two_players ? n_ * n_ : n_),
      phases_(turn.phases()),
      // A total of n wins from any score, even where a bust keeps it and costs a penalty.
      totals_(std::max({n_ + (race.keep_on_bust ? race.penalty : 0), race.bank_from, race.first_bank_from}) + 1) {
    carryover_.check(race);
    const auto& states = carryover_.states;
    if (std::none_of(states.begin(), states.end(), [](const CarryoverState& s) { return s.last_turns > 0; })) return;
    last_turns_ = LastTurns(turn, race, kernel,
                            {.beat_previous = carryover.beat_previous,
                             .ties_split = carryover.ties_split,
                             .loses = carryover.loses,
                             .penalties = carryover.has_penalized_busts(),
                             .stealing = carryover.steal != Steal::never,
                             .totals = totals_});
    totals_ = std::max(totals_, last_turns_.totals());
}

Board Board::bounding(const TurnTables& turn, const Kernel& kernel, Rounding rounding) const {
    Board board(*this);
    if (last_turns_.past() > 0) board.last_turns_ = last_turns_.bounding(turn, kernel, rounding);
    return board;
}

TurnProblem Board::problem(const double* values, size_t i, size_t j, size_t carry, double stays, const double* offers,
                           bool with_penalties) const {
    const CarryoverState& from = carryover_.states[carry];
    // In the other player's last turn that player's busts in a row are as they were before the mover's turn.
    const bool last_turns = from.last_turns > 0;
    const size_t standing = last_turns ? last_turns_.standing(j, carryover_.states[from.banked].penalized) : 0;
    static const std::vector<double> nothing;
    StealOffers steal{};
    if (offers && carryover_.steal != Steal::never) {
        const auto& last = last_turns ? last_turns_.offers(standing) : nothing;
        steal.totals = totals_;
        steal.state = offers_each();
        steal.last_states = last.size() / steal.state;
        if (carryover_.steal == Steal::after_bank) {
            steal.banked = offers + offers_place(j, 1, from.banked);
            steal.last_banked = last.data();
        } else {
            const auto offers_at = [&](size_t left) { return offers + offers_place(j, left, from.busted); };
            steal.kept = offers_at(1);
            steal.busted = offers_at(with_penalties ? after_bust(i, carry) : i);
            steal.lost = with_penalties ? offers_at(after_bust(race_.needed, carry)) : steal.busted;
            steal.last_kept = last.data();
        }
    }
    const auto row = [&](size_t then) { return values + then * stride_ + (objective_.two_players ? (j - 1) * n_ : 0); };
    const size_t lost = after_bust(race_.needed, carry);
    const size_t least = std::max(race_.least_bank(i), from.least);
    return {.needed = i,
            .after = row(from.banked),
            .shift = objective_.shift,
            .scale = objective_.scale,
            .goal = objective_.goal,
            .stays = stays,
            .least = least,
            .step = static_cast<std::ptrdiff_t>(from.step * stride_),
            .kept = row(from.busted),
            .penalized = from.penalized && with_penalties,
            .below_floor = from.below_floor,
            .loses = carryover_.loses && with_penalties && lost != after_bust(i, carry),
            .lost = row(from.busted)[lost - 1],
            .last = last_turns ? &last_turns_.turn(standing) : nullptr,
            // In the first row a bank must be legal, because its value holds for all larger totals.
            .past = last_turns ? std::max({last_turns_.past(), size_t{1}, least + 1 - std::min(i, least + 1)}) : 0,
            .opponent = j,
            .steal = steal};
}

}  // namespace jeopardice
