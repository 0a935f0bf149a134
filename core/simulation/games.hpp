// Simulated games of any number of players, with any carryover.
//
// Decisions in a game of two can be judged by the values of best play: the cost of an action is the value of the best
// action minus its own. Let M be the chance of player A after each roll and each decision, if both played best from
// there on. Rolls do not change M on average, best play does not change it at all, and the cost of a decision of B is
// added to it. At the end of the game M is A's share of the win. So, if A plays best,
//
//     chance of A  =  chance of A against best play  +  expected cost of B's decisions in a game,
//
// which needs far fewer games than counting wins, because it does not depend on the luck of the dice.
#pragma once

#include "simulation/players.hpp"
#include "simulation/series.hpp"

namespace jeopardice {

struct GamesTally {
    std::uint64_t games = 0;
    std::uint64_t unfinished = 0;   // games with too many turns: after the first one, no more are played
    WinShares won{};                // the sum of each seat's shares of the win
    double turns = 0, squares = 0;  // the sums of the numbers of turns, and of their squares
    // Only in judged series: sums of counts, and of products of any two counts of a game; the number of games by their
    // turns, and by their lead changes.
    GameCounts sums{};
    std::array<GameCounts, counted_in_all> products{};
    std::vector<std::uint64_t> lengths, changes;
    std::vector<RecordedDecision> recorded;

    void add(const GamesTally& other);
};

// What is wanted besides wins and turns.
struct GamesCounted {
    bool counts = false;               // everything in `Counted`
    std::uint64_t recorded_games = 0;  // of which decisions are recorded
};

// Simulates games of players in seating order, the first of whom begins. The result does not depend on the number of
// threads.
GamesTally play_games(const Table& table, std::span<GamePlayer* const> players, const Position& start,
                      const GameSeries& series, const GamesCounted& wanted, size_t threads, const Progress& progress);

}  // namespace jeopardice
