// Games of two whose scores only grow and in which nothing is carried over, solved backwards from the goal.
//
// With G_s(i, j) what follows when seat s is to move, needs i units and the other seat j, p its turn outcome
// distribution and q its chance to bust,
//
//     G_s(i, j) = ends of the game + what the turn adds + sum_t p(t) G_(1-s)(j, i - t) + q G_(1-s)(j, i)
//
// where G is the chance that the first seat wins, expected turns, points and busts, and the chance that the game ends
// with the k-th turn, in which the numbers of the next player come one turn later. Busts lead from a state to another
// one and back; both are found in closed form. These are the games that `follow_games` (evaluation/games.hpp) follows
// forwards; here all of a state's numbers are next to each other, and those that a turn leads to follow one another.
#pragma once

#include "evaluation/games.hpp"

namespace jeopardice {

// Whether games are such games, and small enough for the memory that the numbers of `rounds` rounds take.
[[nodiscard]] bool is_growing_duel(const Table& table, size_t rounds);

// As follow_games; and with `rounds` > 0, of the first start, by rounds as follow_rounds.
FollowedGames follow_duel(const Table& table, std::span<Seat* const> seats, std::span<const GameStart> starts,
                          size_t rounds, const Progress& progress);

}  // namespace jeopardice
