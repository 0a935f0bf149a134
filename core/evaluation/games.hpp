// Games of given players, followed from a position to their ends: who wins, how long it takes, and who is ever where.
//
// Arrivals at a state are spread by the turn outcome distribution of its mover over the states of the next player.
// States are followed in order of the units that all players still need, the most first: banks lead to fewer. Busts
// lead around a ring of states with the same units, whose arrivals A_k = a_k + q_(k-1) A_(k-1), q the chance to bust,
// are found in closed form. Penalties lead back to more units; then everything is followed again, until almost nothing
// is left.
#pragma once

#include "common/thread_team.hpp"
#include "evaluation/masses.hpp"
#include "evaluation/seats.hpp"
#include "race/state_layout.hpp"

namespace jeopardice {

// By seat: one number for each of the games that begin differently, or for each round.
struct FollowedGames {
    std::vector<std::vector<double>> wins;   // the chance that this player wins (by the round in which the game ends)
    std::vector<std::vector<double>> ended;  // the chance that the game ends with a turn of this player
    std::vector<double> turns;               // the expected number of turns, in each of the games (or rounds)
    // Of those turns: the points, in units, and the busts. The very last turns of a last round and immediate wins are
    // left out.
    std::vector<double> points, busts;
};

// Where games begin: the position, and who is to move.
struct GameStart {
    Position at;
    size_t mover;
};

// The result of several games with the same players. A seat may be given several times.
FollowedGames follow_games(const Table& table, std::span<Seat* const> seats, std::span<const GameStart> starts,
                           size_t threads, const Progress& progress);

// One game, round by round; games with more rounds are left out.
FollowedGames follow_rounds(const Table& table, std::span<Seat* const> seats, const GameStart& start, size_t rounds,
                            size_t threads, const Progress& progress);

}  // namespace jeopardice
