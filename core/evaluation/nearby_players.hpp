// Players who differ little from one whose values are known, against the same opponent.
//
// With V the values of that player's states, T' V what a turn of the other player is worth there, and N the expected
// number of the known player's turns at each state of a game,
//
//     chance of the other player = chance of the known one + sum over states N (T' V - V) + what is of second order:
//
// the last term is the product of the changes of T and of N. States where both play alike count for nothing. Values of
// states with the same score of the player in which the known player follows the same policy are added up, weighted by
// N, so that another policy for all of them costs no more than for one.
#pragma once

#include "evaluation/fixed_opponent.hpp"

namespace jeopardice {

class NearbyPlayers {
  public:
    // The opponent must outlive it. `near`: a player who differs little.
    NearbyPlayers(const FixedOpponent& opponent, PolicySeat& player, const NearbyPlayers* near,
                  const Progress& progress);

    [[nodiscard]] const FixedOpponent::Values& values() const { return values_; }
    // The chance of another player of the same book, averaged over who begins: to first order.
    [[nodiscard]] double estimate(PolicySeat& other) const;

  private:
    // The states of one carry and score of the player in which a policy is followed.
    struct Group {
        PolicySeat::Play play;
        double turns = 0, value = 0;  // of N, and of N V
        std::vector<double> banked, kept, past;
        double bust = 0, lost = 0;
        [[nodiscard]] EndsAhead ahead() const {
            return {banked.data(), kept.data(), past.empty() ? nullptr : past.data(), turns, bust, lost};
        }
    };

    // One pass over all states in the order of play. Returns how much the arrivals by falls change.
    double follow(PolicySeat& player, const Progress& progress);
    void add_groups(size_t carry, size_t a);

    const FixedOpponent& opponent_;
    FixedOpponent::Values values_;
    std::vector<PolicySeat::Play> plays_;      // by the place of the player's states
    std::vector<std::int32_t> last_policies_;  // by a
    std::vector<double> turns_;                // N, by the place of the player's states
    std::vector<double> waits_;                // the same of the opponent's states
    std::vector<double> last_turns_;           // of the player's last turns, as in Values
    std::vector<double> falls_, other_falls_;  // arrivals from states with more points
    std::vector<std::vector<Group>> groups_;   // by the carry and a
};

}  // namespace jeopardice
