// A race of three and more players, each for their own chance to win.
//
// A state is the units that the players need, the mover first and the others in playing order, and the mode. Its value
// has a component for each player; the mover's is 1 minus the others', which are stored in planes: plane p - 1 for the
// player whose turn comes p turns later. Every state stands once: who sits where does not matter, only who is next.
//
// The mover decides by the own component alone; what that is worth to the others rides along. All rotations of one
// score vector, in all modes, are a *block*: a bust leads from one to the next, so that a block is solved as a whole,
// and blocks of one level (as many units needed by all together) do not depend on each other.
#pragma once

#include <array>

#include "multiplayer/last_round.hpp"
#include "race/board.hpp"

namespace jeopardice {

inline constexpr std::size_t most_players = 8;

using Units = std::array<std::uint16_t, most_players>;
using Components = std::array<double, most_players>;

// Where the values of a race of several players stand, and what its turns are worth.
class Group {
  public:
    Group(const TurnTables& turn, const RaceRules& race, const Between& between, const Kernel& kernel,
          std::size_t players, std::size_t threads, const Progress& progress);

    [[nodiscard]] std::size_t players() const { return players_; }
    [[nodiscard]] std::size_t planes() const { return players_ - 1; }
    // The values of one plane: by the mode, and the units of the players one after another.
    [[nodiscard]] std::size_t plane() const { return between_.modes.size() * stride_; }
    [[nodiscard]] std::size_t most_units() const { return n_; }

    [[nodiscard]] std::size_t place(const Units& units, const std::size_t mode) const {
        std::size_t at = 0;
        for (std::size_t p = 0; p < players_; ++p) at = at * n_ + units[p] - 1u;
        return mode * stride_ + at;
    }
    // The next player's units, when the mover has so many left.
    [[nodiscard]] Units next(const Units& units, const std::size_t left) const {
        Units then{};
        for (std::size_t p = 1; p < players_; ++p) then[p - 1] = units[p];
        then[players_ - 1] = static_cast<std::uint16_t>(left);
        return then;
    }
    // Whether a state can come up: nobody has banked more than that player has gained since the lowest score.
    [[nodiscard]] bool exists(const Units& units, const std::size_t mode) const {
        return !between_.beat_previous || units[players_ - 1] + between_.modes[mode].least <= n_ + 1;
    }
    // The units needed after a bust, or after everything banked is lost.
    [[nodiscard]] std::size_t after_bust(const std::size_t units, const std::size_t mode) const {
        return between_.after_bust(race_, units, mode);
    }
    // Where the state after a bust stands.
    [[nodiscard]] std::size_t bust_place(const Units& units, const std::size_t mode) const {
        return place(next(units, after_bust(units[0], mode)), between_.modes[mode].busted);
    }
    // All components of a state, the mover's first.
    [[nodiscard]] Components components(const double* values, std::size_t place) const;
    // A turn, given the values that may follow it and what a bust is worth to the mover. Falls may be left out of
    // account.
    [[nodiscard]] Visit visit(const double* values, const Units& units, std::size_t mode, double stays,
                              bool with_falls = true) const;
    [[nodiscard]] bool has_falls() const { return has_falls_; }
    [[nodiscard]] bool only_scores_last() const {
        return between_.modes.size() == 1 && !has_falls_ && between_.modes[0].last_turns == 0;
    }
    // The canonical rotations of all states of a level: one for each block.
    [[nodiscard]] std::vector<Units> blocks(std::size_t level) const;
    // How many different rotations a block has.
    [[nodiscard]] std::size_t rotations(const Units& units) const;
    // The turns of the last round, where there is one.
    [[nodiscard]] const LastRound& last_round() const { return last_; }

    [[nodiscard]] const TurnTables& turn() const { return turn_; }
    [[nodiscard]] const RaceRules& race() const { return race_; }
    [[nodiscard]] const Between& between() const { return between_; }

  private:
    const TurnTables turn_;
    const RaceRules race_;
    const Between between_;
    const std::size_t players_, n_;
    const bool has_falls_;
    std::size_t stride_;
    LastRound last_;
};

}  // namespace jeopardice
