#include "multiplayer/board.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace jeopardice {

MultiplayerBoard::MultiplayerBoard(const TurnTables& turn, const RaceRules& race, const Carryover& carryover,
                                   const Kernel& kernel, size_t players, size_t threads, const Progress& progress)
    : turn_(turn),
      race_(race),
      carryover_(carryover),
      players_(players),
      n_(race.lowest),
      scores_can_decrease_(carryover.scores_can_decrease(race)),
      stride_(1),
      // A total of n wins from any score, even where a bust keeps it and costs a penalty.
      totals_(std::max({n_ + (race.keep_on_bust ? race.penalty : 0), race.bank_from, race.first_bank_from}) + 1) {
    carryover_.check(race);
    if (players < 2 || players > most_players || n_ > 0xffff) throw std::invalid_argument("multiplayer: no such race");
    for (size_t p = 0; p < players; ++p) stride_ *= n_;
    size_t last_turns = 0;
    for (const CarryoverState& state : carryover_.states) last_turns = std::max(last_turns, state.last_turns);
    if (last_turns == 0) return;
    if (LastStates::are_needed(turn_, race_, carryover_)) {
        last_states_ = LastStates(turn_, race_, carryover_, kernel, players, last_turns, threads, progress);
        totals_ = std::max(totals_, last_states_.totals());
    } else {
        last_ = LastRound(turn_, race_, kernel, players, last_turns, n_, threads, progress);
    }
}

size_t MultiplayerBoard::key_of(const MixedAction& action) const {
    size_t code = static_cast<size_t>(action.kind) + 1;
    code = (code * turn_.phases() + action.phase) * keyed_totals() + action.total;
    return (code * keyed_actions() + action.action) * plane() + action.place;
}

MixedAction MultiplayerBoard::action_of(size_t key) const {
    const auto take = [&](size_t size) { return std::exchange(key, key / size) % size; };
    MixedAction action;
    action.place = take(plane());
    action.action = take(keyed_actions());
    action.total = take(keyed_totals());
    action.phase = take(turn_.phases());
    action.kind = static_cast<MixedAction::Kind>(key - 1);
    return action;
}

size_t MultiplayerBoard::block_of(const Units& units) const {
    Units rotated = units;
    size_t least = place(units, 0);
    for (size_t p = 1; p < players_; ++p) {
        rotated = next(rotated, rotated[0]);
        least = std::min(least, place(rotated, 0));
    }
    return least;
}

std::unordered_set<size_t> MultiplayerBoard::blocks_of(const Shares& mixed) const {
    std::unordered_set<size_t> found;
    for (const auto& [key, share] : mixed) {
        if (key < plane()) continue;
        size_t at = key % stride_;
        Units units{};
        for (size_t p = players_; p-- > 0; at /= n_) units[p] = static_cast<std::uint16_t>(at % n_ + 1);
        found.insert(block_of(units));
    }
    return found;
}

Components MultiplayerBoard::worth(const double* values, const double* offers, const Shares* mixed, const Units& units,
                                   size_t carry, Offer offer) const {
    const Components found = components(values, place(units, carry));
    if (!offers || !offer.there() || offer.total == 0 || turn_.no_dice(offer.phase)) return found;
    const size_t at = offer.phase * totals_ + std::min(offer.total, totals_ - 1);
    const double* const stolen = offers + offers_place(units, carry) + at * planes();
    Components rolls{1};
    for (size_t p = 1; p < players_; ++p) rolls[0] -= rolls[p] = stolen[p - 1];
    if (mixed && !mixed->empty()) {
        const auto share = mixed->find(key_of({.place = place(units, carry),
                                               .kind = MixedAction::Kind::steal,
                                               .phase = offer.phase,
                                               .total = std::min(offer.total, totals_ - 1),
                                               .action = 1}));
        if (share != mixed->end()) {
            Components both{};
            for (size_t p = 0; p < players_; ++p) both[p] = found[p] + share->second * (rolls[p] - found[p]);
            return both;
        }
    }
    return rolls[0] > found[0] + worth_stealing ? rolls : found;
}

TurnProblem MultiplayerBoard::problem(const EndValues& ends, const Units& units, size_t carry, double stays) const {
    const CarryoverState& from = carryover_.states[carry];
    const size_t needed = units[0], least = std::max(race_.least_bank(needed), from.least);
    const size_t past = from.last_turns > 0 ? last_states_.past() + 1 : 1;
    return {.needed = needed,
            .after = nullptr,
            .stays = stays,
            .least = least,
            // In the first row a bank must be legal, because its value holds for all larger totals.
            .past = std::max(
                {past, least + 1 - std::min(needed, least + 1), stealing() ? totals_ - std::min(totals_, needed) : 0}),
            .others = {.count = players_ - 2},
            .ends = &ends};
}

Components MultiplayerBoard::components(const double* values, size_t place) const {
    Components found{1};
    for (size_t p = 1; p < players_; ++p) {
        found[p] = values[(p - 1) * plane() + place];
        found[0] -= found[p];
    }
    return found;
}

TurnProblem MultiplayerBoard::problem(const double* values, const Units& units, size_t carry, double stays,
                                      bool with_penalties) const {
    const CarryoverState& from = carryover_.states[carry];
    // The states after a turn differ in the mover's units only, which come last.
    const size_t own = planes() - 1, lost = after_bust(race_.needed, carry);
    const size_t here = place(units, carry), banked = next_row(here, from.banked), busted = next_row(here, from.busted);
    const auto at = [&](size_t p, size_t place) { return values + p * plane() + place; };
    const bool loses = carryover_.loses && with_penalties && lost != after_bust(units[0], carry);
    TurnProblem turn{.needed = units[0],
                     .after = at(own, banked),
                     .stays = stays,
                     .least = std::max(race_.least_bank(units[0]), from.least),
                     .step = static_cast<std::ptrdiff_t>(from.step * stride_),
                     .kept = at(own, busted),
                     .penalized = from.penalized && with_penalties,
                     .loses = loses,
                     .lost = loses ? *at(own, busted + lost - 1) : 0,
                     .others = {.count = players_ - 2,
                                .plane = plane(),
                                .after = at(0, banked),
                                .kept = at(0, busted),
                                .lost = loses ? at(0, busted + lost - 1) : nullptr}};
    if (from.last_turns > 0) last_.set_reached(turn, from.last_turns, std::span(units).subspan(1));
    return turn;
}

std::vector<Units> MultiplayerBoard::states(size_t level) const {
    std::vector<Units> found;
    for (Units units : blocks(level)) {
        const size_t count = rotations(units);
        for (size_t r = 0; r < count; ++r, units = next(units, units[0])) found.push_back(units);
    }
    return found;
}

size_t MultiplayerBoard::rotations(const Units& units) const {
    for (size_t shift = 1; shift < players_; ++shift) {
        if (players_ % shift != 0) continue;
        bool same = true;
        for (size_t p = 0; p < players_ && same; ++p) same = units[p] == units[(p + shift) % players_];
        if (same) return shift;
    }
    return players_;
}

std::vector<Units> MultiplayerBoard::blocks(size_t level) const {
    std::vector<Units> found;
    Units units{};
    // Whether no rotation comes first.
    const auto canonical = [&] {
        for (size_t shift = 1; shift < players_; ++shift)
            for (size_t p = 0; p < players_; ++p) {
                const std::uint16_t a = units[p], b = units[(p + shift) % players_];
                if (b < a) return false;
                if (b > a) break;
            }
        return true;
    };
    const auto choose = [&](const auto& self, size_t p, size_t rest) -> void {
        const size_t least = p == 0 ? 1 : units[0], others = players_ - 1 - p;
        if (others == 0) {
            if (rest < least || rest > n_) return;
            units[p] = static_cast<std::uint16_t>(rest);
            if (canonical()) found.push_back(units);
            return;
        }
        const size_t low = std::max(least, rest > others * n_ ? rest - others * n_ : 1);
        for (size_t u = low; u <= n_ && u + others * least <= rest; ++u) {
            units[p] = static_cast<std::uint16_t>(u);
            self(self, p + 1, rest - u);
        }
    };
    choose(choose, 0, level);
    return found;
}

}  // namespace jeopardice
