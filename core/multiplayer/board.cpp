#include "multiplayer/board.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

Group::Group(const TurnTables& turn, const RaceRules& race, const Between& between, const Kernel& kernel,
             const std::size_t players, const std::size_t threads, const Progress& progress)
    : turn_(turn),
      race_(race),
      between_(between),
      players_(players),
      n_(race.lowest),
      has_falls_(between.has_falls(race)),
      stride_(1) {
    between_.check(race);
    if (players < 2 || players > most_players || n_ > 0xffff) throw std::invalid_argument("group: no such race");
    for (std::size_t p = 0; p < players; ++p) stride_ *= n_;
    std::size_t last_turns = 0;
    for (const Mode& mode : between_.modes) last_turns = std::max<std::size_t>(last_turns, mode.last_turns);
    if (between_.steal != Steal::never || (last_turns > 0 && (between_.ties_split || between_.beat_previous)))
        throw std::invalid_argument("group: rules that are for two players only");
    if (last_turns > 0) last_ = LastRound(turn_, race_, kernel, players, last_turns, n_, threads, progress);
}

Components Group::components(const double* const values, const std::size_t place) const {
    Components found{1};
    for (std::size_t p = 1; p < players_; ++p) {
        found[p] = values[(p - 1) * plane() + place];
        found[0] -= found[p];
    }
    return found;
}

Visit Group::visit(const double* const values, const Units& units, const std::size_t m, const double stays,
                   const bool with_falls) const {
    const Mode& mode = between_.modes[m];
    // The states after a turn differ in the mover's units only, which come last.
    const std::size_t own = planes() - 1, lost = after_bust(race_.needed, m);
    const std::size_t banked = place(next(units, 1), mode.banked), busted = place(next(units, 1), mode.busted);
    const auto at = [&](const std::size_t p, const std::size_t place) { return values + p * plane() + place; };
    const bool loses = between_.loses && with_falls && lost != after_bust(units[0], m);
    Visit visit{.needed = units[0],
                .after = at(own, banked),
                .shift = 0,
                .scale = 1,
                .goal = 1,
                .stays = stays,
                .least = std::max(race_.least_bank(units[0]), mode.least),
                .step = static_cast<std::ptrdiff_t>(mode.step * stride_),
                .kept = at(own, busted),
                .falls = mode.falls && with_falls,
                .loses = loses,
                .lost = loses ? *at(own, busted + lost - 1) : 0,
                .riders = {.count = players_ - 2,
                           .plane = plane(),
                           .after = at(0, banked),
                           .kept = at(0, busted),
                           .lost = loses ? at(0, busted + lost - 1) : nullptr}};
    if (mode.last_turns > 0) last_.set_reached(visit, mode.last_turns, std::span(units).subspan(1));
    return visit;
}

std::size_t Group::rotations(const Units& units) const {
    for (std::size_t shift = 1; shift < players_; ++shift) {
        if (players_ % shift != 0) continue;
        bool same = true;
        for (std::size_t p = 0; p < players_ && same; ++p) same = units[p] == units[(p + shift) % players_];
        if (same) return shift;
    }
    return players_;
}

std::vector<Units> Group::blocks(const std::size_t level) const {
    std::vector<Units> found;
    Units units{};
    // Whether no rotation is less.
    const auto canonical = [&] {
        for (std::size_t shift = 1; shift < players_; ++shift)
            for (std::size_t p = 0; p < players_; ++p) {
                const std::uint16_t a = units[p], b = units[(p + shift) % players_];
                if (b < a) return false;
                if (b > a) break;
            }
        return true;
    };
    const auto choose = [&](const auto& self, const std::size_t p, const std::size_t rest) -> void {
        const std::size_t least = p == 0 ? 1 : units[0], others = players_ - 1 - p;
        if (others == 0) {
            if (rest < least || rest > n_) return;
            units[p] = static_cast<std::uint16_t>(rest);
            if (canonical()) found.push_back(units);
            return;
        }
        const std::size_t low = std::max(least, rest > others * n_ ? rest - others * n_ : 1);
        for (std::size_t u = low; u <= n_ && u + others * least <= rest; ++u) {
            units[p] = static_cast<std::uint16_t>(u);
            self(self, p + 1, rest - u);
        }
    };
    choose(choose, 0, level);
    return found;
}

}  // namespace jeopardice
