// Simulated games of two players with carryover.
#pragma once

#include "simulation/game_players.hpp"
#include "simulation/series.hpp"

namespace jeopardice {

struct GamesTally {
    std::uint64_t games = 0;
    std::uint64_t unfinished = 0;  // games with too many turns: after the first one, no more are played
    GameCounts sums{};
    std::array<GameCounts, counted_in_all> products{};  // sums of products of any two counts of a game
    std::vector<std::uint64_t> lengths, changes;        // the number of games by their turns, and by their lead changes
    std::vector<RecordedDecision> recorded;

    void add(const GameCounts& game);
    void add(const GamesTally& other);
};

// Simulates games between two players, the first of whom begins, and records decisions of the first `recorded_games`.
// The result does not depend on the number of threads.
GamesTally play_games(const Transitions& transitions, GamePlayer& first, GamePlayer& second, const Position& start,
                      const GameSeries& series, std::uint64_t recorded_games, size_t threads, const Progress& progress);

}  // namespace jeopardice
