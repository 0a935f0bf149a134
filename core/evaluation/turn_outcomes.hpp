// Where turns lead: a turn followed forward, from its start to a bank or a bust.
//
// A *landing* says where a turn of a player who needs `needed` units ends: landing[s] is the chance that s units are
// left afterwards; 0: the goal is reached; `needed`: nothing is gained.
#pragma once

#include "race/turn_problem.hpp"

namespace jeopardice {

// The units left of those needed, after a bank of so many.
[[nodiscard]] inline std::size_t left_of(const std::size_t needed, const std::size_t total) {
    return total < needed ? needed - total : 0;
}

// Follows the best play of a visit that was run with its rolls wanted. Of actions that are worth the same a bank is
// chosen, then the roll that busts least, and the option with the most points: where the winner is certain, too, every
// turn has a chance to get on.
class Follower {
  public:
    Follower(const TurnTables& turn, const RaceRules& race) : turn_(turn), race_(race) {}
    void follow(const VisitBatch& batch, const Visit& visit, std::size_t lane, std::span<double> landing);

  private:
    const TurnTables& turn_;
    const RaceRules& race_;
    std::vector<double> value_, weight_;  // rows x phases
};

// What a player does in a turn, for whatever reason.
struct Policy {
    bool takes_wins;  // an option that reaches the goal is taken and banked as soon as that is legal, whatever is said
    std::size_t first_roll;                  // of the rolls of the first phase
    std::span<const std::uint16_t> choices;  // totals x outcomes: 2 * (option to take) + (1: then bank)
};

// Follows a policy; a bank that is not legal, or a choice that does not exist, throws std::invalid_argument. Choices
// must be given for every total that can come up: below the goal or the least bank, whichever is larger.
void follow_policy(const TurnTables& turn, const RaceRules& race, const Policy& policy, std::size_t needed,
                   std::span<double> landing);

}  // namespace jeopardice
