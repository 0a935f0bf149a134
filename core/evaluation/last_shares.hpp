// The last turns of a player who follows policies, for all leads together.
//
// A player who needs `needs` units and has to gain g of them succeeds from total t in phase q with chance S(t, q; g),
// found from the largest total down, with a lane for each g. Where the policy would bank too little, the player rolls
// on with chance F(t, q; g), which no policy changes: it is found once.
#pragma once

#include <map>

#include "evaluation/turn_outcomes.hpp"

namespace jeopardice {

class LastShares {
  public:
    // Whether they say all of a game: of two players, where neither penalties nor a bank to beat matter.
    [[nodiscard]] static bool suffice(const Table& table);
    // Gains of up to lowest + past units.
    LastShares(const Table& table, const MaxScorePlay& max_score, size_t past);

    // What the mover of the last turn has of the win, by the units that the other player is past the goal.
    [[nodiscard]] std::vector<double> find(const OwnTurn& own, const Policy& policy, size_t needs) const;

  private:
    struct RollsOn {
        size_t least;
        std::vector<double> chances;  // by the total, phase and gain
    };
    [[nodiscard]] RollsOn roll_on(bool due) const;
    [[nodiscard]] const double* rolls_on(const RollsOn& from, size_t total, size_t phase) const {
        return &from.chances[(std::min(total, most_) * table_.turn().phases() + phase) * (most_ + 1)];
    }
    // Adds `chance` times the share of a turn that ends with a total, for each of the gains from `first` on.
    void end(std::span<double> to, size_t first, size_t total, double chance) const;

    const Table& table_;
    const MaxScorePlay& max_score_;
    const Kernel kernel_;
    const std::vector<size_t> richest_;
    const size_t past_, most_;  // most_: the most that is to be gained
    const std::array<RollsOn, 2> after_;
};

}  // namespace jeopardice
