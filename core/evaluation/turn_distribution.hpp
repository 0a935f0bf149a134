// The turn outcome distribution: distribution[s] is the chance that a turn of a player who needs `needed` units leaves
// s units; 0: the goal is reached; `needed`: nothing is gained.
#pragma once

#include "race/turn_batch.hpp"

namespace jeopardice {

// The distribution of best play, from a turn problem that was run with rolls wanted. Of actions with the same value a
// bank is chosen, then the roll that busts least, and the option with the most points: every turn then has a chance of
// progress, even where the winner is certain.
class BestTurnDistribution {
  public:
    BestTurnDistribution(const TurnTables& turn, const RaceRules& race) : turn_(turn), race_(race) {}
    void find(const TurnBatch& batch, const TurnProblem& problem, size_t lane, std::span<double> distribution);

  private:
    const TurnTables& turn_;
    const RaceRules& race_;
    std::vector<double> value_, weight_;  // rows x phases
};

// The decisions of a player in a turn.
struct Policy {
    bool takes_wins;  // an option that reaches the goal is taken and banked as soon as that is legal, despite `choices`
    size_t first_roll;                       // of the rolls of the first phase
    std::span<const std::uint16_t> choices;  // totals x outcomes: 2 * (option to take) + (1: then bank)
};

// The distribution of a policy. A bank that is not legal and a choice that does not exist throw std::invalid_argument.
// Choices are required for every total that can occur: below the goal or the least bank, whichever is larger.
void policy_distribution(const TurnTables& turn, const RaceRules& race, const Policy& policy, size_t needed,
                         std::span<double> distribution);

}  // namespace jeopardice
