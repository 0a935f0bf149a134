// Boards, and the states of a race solved in order: see race.hpp.
#include "race/board.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jeopardice {

void Between::check(const RaceRules& race) const {
    const auto need = [](const bool holds) {
        if (!holds) throw std::invalid_argument("modes: they lead out of the race");
    };
    need(!modes.empty() && race.needed >= 1 && race.lowest >= race.needed &&
         race.floor <= static_cast<std::ptrdiff_t>(race.lowest));
    for (const Mode& mode : modes) {
        need(mode.banked < modes.size() && mode.busted < modes.size() && mode.like < modes.size());
        need(mode.offers < offered && offered <= modes.size());
        need(mode.step == 0 || (race.lowest < 2 ? 0 : race.lowest - 2) * mode.step + mode.banked < modes.size());
    }
}

Board::Board(const TurnTables& turn, const RaceRules& race, const Between& between, const Kernel& kernel,
             const Worth& worth)
    : race_(race),
      between_(between),
      worth_(worth),
      n_(race.lowest),
      stride_(worth.two_players ? n_ * n_ : n_),
      phases_(turn.phases()),
      // A total of n wins from any score, even where a bust keeps it and costs a penalty.
      totals_(std::max({n_ + (race.keep_on_bust ? race.penalty : 0), race.bank_from, race.first_bank_from}) + 1) {
    between_.check(race);
    const auto& modes = between_.modes;
    if (std::none_of(modes.begin(), modes.end(), [](const Mode& mode) { return mode.last_turns > 0; })) return;
    last_turns_ =
        LastTurns(turn, race, kernel,
                  {.beat_previous = between.beat_previous,
                   .ties_split = between.ties_split,
                   .loses = between.loses,
                   .penalties = std::any_of(modes.begin(), modes.end(), [](const Mode& m) { return m.falls; }),
                   .stealing = between.steal != Steal::never,
                   .totals = totals_});
    totals_ = std::max(totals_, last_turns_.totals());
}

bool Between::has_falls(const RaceRules& race) const {
    const auto falls = [](const Mode& mode) { return mode.falls; };
    return loses || (race.penalty > 0 && std::any_of(modes.begin(), modes.end(), falls));
}

Visit Board::visit(const double* const values, const std::size_t i, const std::size_t j, const std::size_t m,
                   const double stays, const double* const offers, const bool with_falls) const {
    const Mode& mode = between_.modes[m];
    // The other player's last turn: a bank or a bust of the mover leaves that player's busts in a row as they are.
    const bool last_turns = mode.last_turns > 0;
    const std::size_t stand = last_turns ? last_turns_.stand(j, between_.modes[mode.banked].falls) : 0;
    static const std::vector<double> nothing;
    Stealing steal{};
    if (offers && between_.steal != Steal::never) {
        const auto& last = last_turns ? last_turns_.offers(stand) : nothing;
        steal.totals = totals_;
        steal.state = offers_each();
        steal.last_states = last.size() / steal.state;
        if (between_.steal == Steal::after_bank) {
            steal.banked = offers + offers_place(j, 1, mode.banked);
            steal.last_banked = last.data();
        } else {
            steal.kept = offers + offers_place(j, 1, mode.busted);
            steal.busted = offers + offers_place(j, with_falls ? after_bust(i, m) : i, mode.busted);
            steal.lost = with_falls ? offers + offers_place(j, after_bust(race_.needed, m), mode.busted) : steal.busted;
            steal.last_kept = last.data();
        }
    }
    const auto row = [&](const std::size_t then) {
        return values + then * stride_ + (worth_.two_players ? (j - 1) * n_ : 0);
    };
    const std::size_t lost = after_bust(race_.needed, m);
    const std::size_t least = std::max(race_.least_bank(i), mode.least);
    return {.needed = i,
            .after = row(mode.banked),
            .shift = worth_.shift,
            .scale = worth_.scale,
            .goal = worth_.goal,
            .stays = stays,
            .least = least,
            .step = static_cast<std::ptrdiff_t>(mode.step * stride_),
            .kept = row(mode.busted),
            .falls = mode.falls && with_falls,
            .sinks = mode.sinks,
            .loses = between_.loses && with_falls && lost != after_bust(i, m),
            .lost = row(mode.busted)[lost - 1],
            .last = last_turns ? &last_turns_.turn(stand) : nullptr,
            // In the first row a bank is legal, and worth what it is worth beyond.
            .past = last_turns ? std::max({last_turns_.past(), std::size_t{1}, least + 1 - std::min(i, least + 1)}) : 0,
            .other = j,
            .steal = steal};
}

}  // namespace jeopardice
