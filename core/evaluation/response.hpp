// The best response of one player to strategies of all others, who do not change theirs.
//
// As in solving, but only the free player decides: V[m] is that player's chance with m to move. With the turn outcome
// distribution p of a fixed mover it is V[m](s) = sum_t p(t) V[m + 1](s after t), a linear equation; for the free
// player it is the value of the best turn. Around rings of busts, Newton steps on all states are policy iteration.
// Where turns can be stolen after busts, values are iterated until nothing changes.
#pragma once

#include "evaluation/seats.hpp"
#include "race/state_layout.hpp"

namespace jeopardice {

// The free player's chance by the mover, counted from the free player on, and the place of the state: by the carry, and
// the units of the players, the mover's first.
using ResponseValues = std::vector<std::vector<double>>;

struct ResponseProblem {
    const Table& table;
    std::span<Seat* const> others;  // in playing order after the free player
    const BestTurnProblems& last;   // the free player's very last turns
    size_t past;                    // units past the goal that matter
    size_t totals = 0;              // of turns that may be stolen
};

ResponseValues best_response(const ResponseProblem& problem, const Kernel& kernel, size_t threads,
                             const Progress& progress);

}  // namespace jeopardice
