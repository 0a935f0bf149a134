// The last round of a multiplayer race by states, for rules with which more matters than the gains of
// multiplayer/last_round.hpp: how many players share the lead, the bank to beat, penalties for kept busts, rolls that
// win, and turns that can be stolen.
//
// A state has the number k of players who still have a turn, the units u_1, …, u_k that they need to the goal, in
// playing order, the number m of players who share the lead, and the units e past the goal at which these are. Its
// worth has a component for each of the k players and one for each of the m leaders, who are worth the same; everyone
// else has lost. The turn of the first of the k players leads to states with k - 1.
#pragma once

#include "race/carryover.hpp"
#include "race/turn_batch.hpp"

namespace jeopardice {

struct LastState {
    size_t leaders = 1;
    size_t penalized = 0;       // bit p: another bust costs player p the penalty
    size_t to_beat = 0;         // 0: nothing
    size_t lead = 0;            // units past the goal
    std::vector<size_t> units;  // of the players who still have a turn
};

// How a turn was left that the next player may steal; all bits set: there is no offer.
struct Offer {
    size_t phase = ~size_t{0}, total = 0;
    [[nodiscard]] bool there() const { return phase != ~size_t{0}; }
};

// A player may prefer the offer only if it is worth more than this: else the others' values would depend on rounding.
inline constexpr double worth_stealing = 1e-13;

class LastStates {
  public:
    LastStates() = default;
    // For players who need up to race.lowest units, of whom up to `most_turns` have a last turn.
    LastStates(const TurnTables& turn, const RaceRules& race, const Carryover& carryover, const Kernel& kernel,
               size_t players, size_t most_turns, size_t threads, const Progress& progress);

    // Whether rules need these states.
    [[nodiscard]] static bool are_needed(const TurnTables& turn, const RaceRules& race, const Carryover& carryover);
    // The units past the goal up to which totals matter.
    [[nodiscard]] size_t past() const { return past_; }
    // The number of totals of a turn that may be stolen.
    [[nodiscard]] size_t totals() const { return totals_; }
    // Writes what a state is worth, given what its first player may steal: to a leader, then to the players who still
    // have a turn.
    void write(LastState& state, Offer offer, std::span<double> worth) const;

    // The ends of the turn of the first player of a state.
    class Ends : public EndValues {
      public:
        Ends(const LastStates& states, LastState state) : states_(states), state_(std::move(state)) {}
        bool write(Ended how, size_t total, size_t phase, std::span<double> worth) const override;

      private:
        const LastStates& states_;
        const LastState state_;
    };
    [[nodiscard]] TurnProblem problem(const LastState& state, const EndValues& ends) const;

  private:
    struct Layer {  // the states with the same number of turns to come
        size_t most_leaders = 1, penalties = 1, banks = 1, count = 1;
        std::vector<double> worth, offers;
    };
    [[nodiscard]] size_t place(const LastState& state) const;
    // The place of what is known of a turn that may be stolen, whatever the bank to beat: a stolen total exceeds it.
    [[nodiscard]] size_t offer_place(const LastState& state, size_t phase, size_t total) const;
    [[nodiscard]] LastState state_at(size_t turns, size_t place) const;
    // Whether a state can occur: the first player to reach the goal has banked no more than all that was needed and the
    // lead.
    [[nodiscard]] bool occurs(const LastState& state) const;
    // What matters of a state where busts cost no points.
    [[nodiscard]] std::vector<size_t> what_matters(const LastState& state) const;
    // The number of turns that have to be solved for a layer, about.
    [[nodiscard]] double turns_to_solve(size_t turns, double count) const;
    [[nodiscard]] size_t least(const LastState& state) const {
        return std::max(race_.least_bank(state.units[0]), state.to_beat + 1);
    }
    void find_past(const TurnTables& turn, const Kernel& kernel);
    void fill(const TurnTables& turn, TurnSolver& solver, size_t turns, const Progress& progress);
    void solve(const TurnTables& turn, TurnSolver& solver, Layer& layer, std::span<const size_t> places, size_t turns);

    RaceRules race_{};
    bool beats_ = false, ties_split_ = false, penalties_ = false;
    Steal steal_ = Steal::never;
    size_t players_ = 0, most_turns_ = 0, phases_ = 0, past_ = 0, totals_ = 0;
    std::vector<bool> no_dice_;
    std::vector<Layer> layers_;
};

}  // namespace jeopardice
