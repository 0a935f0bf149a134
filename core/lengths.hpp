// How long a game lasts when both players play best: turns followed forward, from the start of the game.
#pragma once

#include "visit.hpp"

namespace jeopardice {

// Where one turn of best play leads, from the rows of a visit run with its rolls wanted: landing[s] is the chance that
// s units are left afterwards; 0: the goal is reached; the units before the turn: nothing is gained. Of actions that
// are worth the same a bank is chosen, then the first.
class Follower {
  public:
    Follower(const TurnTables& turn, const RaceRules& race) : turn_(turn), race_(race) {}
    void follow(const VisitBatch& batch, const Visit& visit, std::size_t lane, std::vector<double>& landing);

  private:
    const TurnTables& turn_;
    const RaceRules& race_;
    std::vector<double> value_, weight_;  // rows x phases
};

// lengths[m - 1]: the chance that a game of two players who play best, with these chances to win, ends with turn m (of
// both players together). Longer games than `most` turns are left out.
std::vector<double> game_lengths(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
                                 std::size_t threads, std::span<const double> win, std::size_t most,
                                 const Progress& progress);

}  // namespace jeopardice
