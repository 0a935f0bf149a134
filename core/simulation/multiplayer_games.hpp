// Simulated games of three and more players, without carryover.
//
// There are too many states to cache turns of best play. A turn is solved in all lanes of a register, so as many games
// are played side by side. Each has its own random numbers.
#pragma once

#include "multiplayer/blocks.hpp"
#include "simulation/simulate.hpp"

namespace jeopardice {

// Simulates games from `start`, the units needed in seating order. A null seat plays best for values.
Tally simulate_multiplayer(const MultiplayerBoard& board, const Kernel& kernel, std::span<SimulatedPlayer* const> seats,
                           const double* best, const Shares& shares, const Units& start, const GameSeries& series,
                           size_t threads, const Progress& progress);

}  // namespace jeopardice
