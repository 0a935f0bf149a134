// Players against the same opponent, in races of two in which only scores carry over.
//
// With a and b the units that the player and the opponent have banked, P the player's chance to win when to move and Q
// when the opponent is, p and p' their turn outcome distributions:
//
//     P(a, b) = win + sum_t p(t) Q(a + t, b) + bust Q(a, b)
//     Q(a, b) =       sum_t p'(t) P(a, b + t) + bust' P(a, b)
//
// These are the games that `follow_games` (evaluation/games.hpp) follows forwards. Here they are solved backwards, from
// the most banked units on: the opponent's distributions are found once, and then a state is two dot products.
#pragma once

#include "evaluation/policy_seats.hpp"

namespace jeopardice {

class FixedOpponent {
  public:
    // Whether a game is such a race, and small enough for the memory that distributions take.
    [[nodiscard]] static bool fits(const Table& table);

    FixedOpponent(const Table& table, Seat& opponent, const Kernel& kernel, const Progress& progress);

    // Each player's chance to win, moving first and second. Several players share the work of reading the opponent's
    // distributions. For use by several threads, with different seats.
    [[nodiscard]] std::vector<std::array<double, 2>> against(std::span<PolicySeat* const> players) const;

  private:
    // The opponent's chances to bank, from the least total on, in `banks_`.
    struct Turn {
        size_t least, begin, count;
        double bust;
    };
    // The positions in which the opponent has banked b and the player 0, 1, 2, …
    [[nodiscard]] std::vector<Position> positions(size_t b, bool opponent_moves) const;

    const Kernel kernel_;
    const size_t n_;           // scores
    std::vector<Turn> turns_;  // by the opponent's score, then the player's
    std::vector<double> banks_;
};

}  // namespace jeopardice
