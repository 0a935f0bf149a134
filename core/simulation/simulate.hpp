// Simulated races of two players, or of one, without carryover.
#pragma once

#include "simulation/series.hpp"
#include "simulation/simulated_players.hpp"

namespace jeopardice {

// The units that the players need at the start of a game.
struct StartUnits {
    size_t mine, theirs;
};

// Simulates games of two players or, with `b` null, of one.
Tally simulate(StartUnits start, SimulatedPlayer& a, SimulatedPlayer* b, const GameSeries& series, size_t threads,
               const Progress& progress);

}  // namespace jeopardice
