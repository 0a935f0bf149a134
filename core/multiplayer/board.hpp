// A race of three or more players, each of whom maximises their own chance to win.
//
// A state is the units that the players need, the mover first and the others in seating order, and the carry. Its value
// has a component for each player; the mover's is 1 minus the others', which are stored in planes: plane p - 1 for the
// player whose turn comes p turns later. A state does not say who is at which seat, only who is next.
//
// The mover decides by their own component; the other players' values are computed along with it. All rotations of one
// score vector, with all carries, are a *block*: a bust leads from one to the next, so that a block is solved as a
// whole. Blocks of one level (the units needed by all players together) do not depend on each other.
#pragma once

#include <array>
#include <unordered_set>

#include "multiplayer/last_round.hpp"
#include "multiplayer/last_states.hpp"
#include "multiplayer/mixtures.hpp"
#include "race/board.hpp"

namespace jeopardice {

using Units = std::array<std::uint16_t, most_players>;
using Components = std::array<double, most_players>;

// The states of a multiplayer race, the layout of their values, and their turns.
class MultiplayerBoard {
  public:
    MultiplayerBoard(const TurnTables& turn, const RaceRules& race, const Carryover& carryover, const Kernel& kernel,
                     size_t players, size_t threads, const Progress& progress);

    [[nodiscard]] size_t players() const { return players_; }
    [[nodiscard]] size_t planes() const { return players_ - 1; }
    // The size of one plane: by the carry, and the units of the players one after another.
    [[nodiscard]] size_t carries() const { return carryover_.states.size(); }
    [[nodiscard]] size_t plane() const { return carries() * stride_; }
    [[nodiscard]] size_t most_units() const { return n_; }

    [[nodiscard]] size_t place(const Units& units, size_t carry) const {
        size_t at = 0;
        for (size_t p = 0; p < players_; ++p) at = at * n_ + units[p] - 1u;
        return carry * stride_ + at;
    }
    // The place of the state of the next player when the mover has one unit left, from that of a state with any carry.
    [[nodiscard]] size_t next_row(size_t place, size_t carry) const {
        return carry * stride_ + place % (stride_ / n_) * n_;
    }
    // The state of the next player, when the mover has `left` units left.
    [[nodiscard]] Units next(const Units& units, size_t left) const {
        Units then{};
        for (size_t p = 1; p < players_; ++p) then[p - 1] = units[p];
        then[players_ - 1] = static_cast<std::uint16_t>(left);
        return then;
    }
    // Whether a state can occur: see Board.
    [[nodiscard]] bool exists(const Units& units, size_t carry) const {
        return !carryover_.beat_previous || units[players_ - 1] + carryover_.states[carry].least <= n_ + 1;
    }
    // The units needed after a bust, or after everything banked is lost.
    [[nodiscard]] size_t after_bust(size_t units, size_t carry) const {
        return carryover_.after_bust(race_, units, carry);
    }
    // The place of the state after a bust.
    [[nodiscard]] size_t bust_place(const Units& units, size_t carry) const {
        return place(next(units, after_bust(units[0], carry)), carryover_.states[carry].busted);
    }
    // All components of a state, the mover's first.
    [[nodiscard]] Components components(const double* values, size_t place) const;
    // Whether a turn has to be solved with StateEnds (multiplayer/state_ends.hpp), not with `problem`.
    [[nodiscard]] bool has_ends() const { return stealing() || last_states_.past() > 0; }
    [[nodiscard]] bool stealing() const { return carryover_.steal != Steal::never; }
    [[nodiscard]] TurnProblem problem(const EndValues& ends, const Units& units, size_t carry, double stays) const;
    // The key of an action of a state: see multiplayer/mixtures.hpp. The place of a state is the key of its turn.
    [[nodiscard]] size_t key_of(const MixedAction& action) const;
    [[nodiscard]] MixedAction action_of(size_t key) const;
    // A number of the block of a state, and the blocks of states with actions among these keys.
    [[nodiscard]] size_t block_of(const Units& units) const;
    [[nodiscard]] std::unordered_set<size_t> blocks_of(const Shares& mixed) const;
    // Where turns may be stolen: what rolling on is worth to all players but the stealer, by the carry, the units of
    // all players, the phase and the turn total.
    [[nodiscard]] size_t offers_each() const { return turn_.phases() * totals_ * planes(); }
    [[nodiscard]] size_t offers_size() const { return stealing() ? carryover_.offered * stride_ * offers_each() : 0; }
    [[nodiscard]] size_t offers_place(const Units& units, size_t carry) const {
        return place(units, carryover_.states[carry].offers) * offers_each();
    }
    [[nodiscard]] bool has_offers(size_t carry) const { return carry < carryover_.offered; }
    // The number of totals of a turn that may be stolen.
    [[nodiscard]] size_t totals() const { return totals_; }
    // All components of a state whose mover may steal a turn, the mover's first. Without offers (null) there are none.
    // `mixed`: how often turns are stolen where that is mixed; null: nowhere.
    [[nodiscard]] Components worth(const double* values, const double* offers, const Shares* mixed, const Units& units,
                                   size_t carry, Offer offer) const;
    // A turn, given the values that may follow it and the value of a bust to the mover.
    [[nodiscard]] TurnProblem problem(const double* values, const Units& units, size_t carry, double stays,
                                      bool with_penalties = true) const;
    [[nodiscard]] bool scores_can_decrease() const { return scores_can_decrease_; }
    [[nodiscard]] bool solved_in_one_sweep() const { return !scores_can_decrease_ && !stealing(); }
    [[nodiscard]] bool only_scores_carry_over() const {
        return carryover_.states.size() == 1 && !scores_can_decrease_ && !stealing() &&
               carryover_.states[0].last_turns == 0;
    }
    // The canonical rotations of all states of a level: one for each block.
    [[nodiscard]] std::vector<Units> blocks(size_t level) const;
    // All states of a level, block by block, without their carries.
    [[nodiscard]] std::vector<Units> states(size_t level) const;
    // The number of different rotations of a block.
    [[nodiscard]] size_t rotations(const Units& units) const;
    [[nodiscard]] const LastRound& last_round() const { return last_; }
    [[nodiscard]] const LastStates& last_states() const { return last_states_; }

    [[nodiscard]] const TurnTables& turn() const { return turn_; }
    [[nodiscard]] const RaceRules& race() const { return race_; }
    [[nodiscard]] const Carryover& carryover() const { return carryover_; }

  private:
    // The numbers of actions and of turn totals that keys tell apart.
    [[nodiscard]] size_t keyed_actions() const { return std::max(turn_.options(), turn_.rolls() + 2); }
    [[nodiscard]] size_t keyed_totals() const {
        return totals_ + n_ + last_states_.past() + std::max(race_.bank_from, race_.first_bank_from) + 2;
    }

    const TurnTables turn_;
    const RaceRules race_;
    const Carryover carryover_;
    const size_t players_, n_;
    const bool scores_can_decrease_;
    size_t stride_, totals_;
    // Of both only what the rules need: the first is faster.
    LastRound last_;
    LastStates last_states_;
};

}  // namespace jeopardice
