// Simultaneous play: two players play a turn each, hidden, and then reveal their totals (Tijms 2007, section 4).
//
// A turn has a distribution of its gain: bust, everything banked lost, won immediately, 1, 2, ... units. With a and b
// units to go and distributions p and q the first player wins with the chance
//
//     sum_i sum_j p_i q_j W(a after i, b after j),   W(a, b) = 1 where a <= 0 < b or a < b <= 0, 1/2 where a = b <= 0.
//
// A roll that wins immediately gets further than every gain. W is the value of this game over all mixtures of
// distributions. If both bust, the state repeats: W = val(A + C W), solved by Newton steps W = x A y / (1 - x C y)
// around a matrix game. There is a distribution for each number of dice (Hog), or for each way to play a turn (Pig).
// The latter are too many to list: the best response to the other player is found by dynamic programming and added to a
// growing matrix game, until no response is better (double oracle).
#pragma once

#include <memory>

#include "common/thread_team.hpp"
#include "simultaneous/turn_choices.hpp"

namespace jeopardice {

// The equilibrium of one state: the distributions that each player mixes, with their probabilities.
struct Equilibrium {
    double value;
    std::vector<Gains> rows, columns;
    std::vector<double> row_chances, column_chances;
};

// W by standing (Setbacks), row by row: [first player, second player], both from 1.
using Values = std::vector<double>;
// What is played in the states, row by row up to the diagonal.
using Played = std::vector<Equilibrium>;

// The values of all states, and the chances that the first player's mixtures guarantee.
struct Solved {
    Values values, low;
};

class SimultaneousGame {
  public:
    SimultaneousGame(std::shared_ptr<const TurnChoices> choices, Setbacks setbacks);

    [[nodiscard]] size_t standings() const { return setbacks_.standings(); }
    // Solves all states in order of the standings' sum, if scores cannot decrease, with the chance that the first
    // player's mixture guarantees in each state against any play: proven lower bounds. All sums are of positive
    // numbers, so the rounding errors are bounded by their number.
    [[nodiscard]] Solved solve(size_t threads, const Progress& progress) const;
    // The same where scores can decrease, from the values before. What is played is the first guess of the next sweep.
    [[nodiscard]] Values sweep(const Values& before, Played& played, size_t threads, const Progress& progress) const;
    // Solves one state, from the values of the others, a guess of its own, and what may be played there.
    [[nodiscard]] Equilibrium equilibrium(std::span<const double> values, size_t a, size_t b,
                                          const Equilibrium& guess = {}) const;
    // The mixtures for these values, as one distribution for each state, row by row, from a first guess.
    [[nodiscard]] std::vector<Gains> equilibrium_play(const Values& values, Played& played, size_t threads,
                                                      const Progress& progress) const;
    // For a first player with these distributions: the value that one round guarantees, with these values after it; and
    // the expected rounds, this one included, if the other player prolongs the game and `rounds` follow. Where scores
    // have no lowest one, the first player loses by dropping below it.
    [[nodiscard]] Values guaranteed(const Values& values, std::span<const Gains> distributions, size_t threads) const;
    [[nodiscard]] Values longest(const Values& rounds, std::span<const Gains> distributions, size_t threads) const;
    // A bound on the rounding error of guaranteed(), and a relative one of longest().
    [[nodiscard]] double rounding(std::span<const Gains> distributions) const;
    [[nodiscard]] bool scores_can_decrease() const;
    [[nodiscard]] const Setbacks& setbacks() const { return setbacks_; }
    [[nodiscard]] const TurnChoices& choices() const { return *choices_; }

  private:
    // The chance that a distribution guarantees against any response, from its value, and the most that the first
    // player may win in later states.
    [[nodiscard]] double guarantee(const Values& high, size_t own, size_t other, const Gains& distribution,
                                   double value) const;
    // For each state the value of the other player's best response to the first player's distribution.
    [[nodiscard]] Values best_responses(const Values& worth_to_other, std::span<const Gains> distributions, double goal,
                                        size_t threads) const;
    [[nodiscard]] Values mirrored(const Values& values) const;

    std::shared_ptr<const TurnChoices> choices_;
    Setbacks setbacks_;
};

}  // namespace jeopardice
