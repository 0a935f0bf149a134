// Games of several players by chance, roll by roll. For races in which nothing lasts between turns but the scores.
//
// There are too many states to keep the turns of best play, and a turn is worked out in as many lanes as there are: so
// as many games are played side by side. Each has its own random numbers, whatever is beside it.
#pragma once

#include "multiplayer/blocks.hpp"
#include "simulation/simulate.hpp"

namespace jeopardice {

struct GroupTally {
    std::vector<std::uint64_t> wins;             // of each seat
    std::uint64_t turns = 0, squared_turns = 0;  // of all players together
    std::uint64_t unfinished = 0;                // games longer than `most_turns`

    void add(const GroupTally& other);
};

struct GroupGames {
    std::uint64_t first_game, games, seed, most_turns;
    Units start;  // what the players need, in the order of play
};

// The seats are taken by rollers or (null) by best play for values.
GroupTally simulate_group(const Group& group, const Kernel& kernel, std::span<Roller* const> seats, const double* best,
                          const Shares& shares, const GroupGames& wanted, std::size_t threads,
                          const Progress& progress);

}  // namespace jeopardice
