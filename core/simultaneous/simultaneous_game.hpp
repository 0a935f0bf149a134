// Two players play a turn each at the same moment, unseen, and then reveal what they have: Tijms 2007, section 4.
//
// A turn has a law: how likely it is to bust, to lose everything banked, and to gain 1, 2, ... units. With a and b
// units to go and laws p and q the first player wins with the chance
//
//     sum_i sum_j p_i q_j W(a after i, b after j),     W(a, b) = 1 where a <= 0 < b or a < b <= 0, 1/2 where a = b <=
//     0.
//
// W is the value of this game over all mixtures of laws. If both bust the state is as before: W = val(A + C W), solved
// by Newton steps W = x A y / (1 - x C y) around a matrix game. The laws are those of the numbers of dice (Hog), or of
// all ways to play a turn (Pig), which are too many to list: then the best answer to what the other player does is
// found by dynamic programming and added to a growing matrix game, until no answer is better (double oracle).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "race/turn_problem.hpp"

namespace jeopardice {

// What a turn may end with: index 0 is a bust, 1 the loss of everything banked, and 1 + g a gain of g units.
using Law = std::vector<double>;
inline constexpr std::size_t law_of_gain = 1;

// The ways to play one turn.
class Ways {
  public:
    Ways() = default;
    Ways(const Ways&) = delete;
    Ways& operator=(const Ways&) = delete;
    virtual ~Ways() = default;
    // The law of a best turn, if ending with index i is worth worth[i] (beyond its end as much as at its end). With
    // `needed` units a turn reaches the goal. Its value, too.
    virtual double best(std::span<const double> worth, std::size_t needed, Law& law) const = 0;
    // How many roundings, one after the other, its value suffers from at most.
    [[nodiscard]] virtual std::size_t roundings(std::size_t indices) const = 0;
    // Whether everything banked may be lost.
    [[nodiscard]] virtual bool loses() const = 0;
};

// Hog: one throw of a number of dice that is chosen.
class DiceWays : public Ways {
  public:
    explicit DiceWays(std::vector<Law> laws);
    double best(std::span<const double> worth, std::size_t needed, Law& law) const override;
    [[nodiscard]] std::size_t roundings(std::size_t indices) const override;
    [[nodiscard]] bool loses() const override;

  private:
    std::vector<Law> laws_;
};

// Pig: roll as often as one likes, and bank. `roll` is the law of one roll.
class RollingWays : public Ways {
  public:
    RollingWays(Law roll, std::size_t bank_from);
    double best(std::span<const double> worth, std::size_t needed, Law& law) const override;
    [[nodiscard]] std::size_t roundings(std::size_t indices) const override;
    [[nodiscard]] bool loses() const override;

  private:
    Law roll_;
    std::size_t bank_from_;
};

// Where the game leads beside gains, by units needed (from 1): after a bust, and after the loss of everything banked.
struct Falls {
    std::vector<std::size_t> busted;
    std::size_t lost;
};

// One state as it is played: what each player's mixture of ways does, as one law, and the ways with their chances.
struct Moment {
    double value;
    std::vector<Law> rows, columns;
    std::vector<double> row_chances, column_chances;
};

// W by units needed, row by row: [first player, second player], both from 1.
using Values = std::vector<double>;

class AtOnce {
  public:
    AtOnce(std::shared_ptr<const Ways> ways, Falls falls);

    [[nodiscard]] std::size_t needed() const { return falls_.busted.size(); }
    // All states in order of the units needed together. Where scores fall, the values before are those they fall to.
    [[nodiscard]] Values sweep(const Values& before, std::size_t threads, const Progress& progress) const;
    // One state, from the values of the others and a guess of its own.
    [[nodiscard]] Moment moment(std::span<const double> values, std::size_t a, std::size_t b) const;
    // The chance that the first player's mixture guarantees in each state, whatever the other does: proven lower
    // bounds. All sums are of positive numbers, so the rounding errors are bounded by their number. Not where scores
    // fall.
    [[nodiscard]] Values guarantees(const Values& values, std::size_t threads, const Progress& progress) const;
    // What every player does with the mixtures of these values, as one law for each state, row by row.
    [[nodiscard]] std::vector<Law> played(const Values& values, std::size_t threads, const Progress& progress) const;
    // What the first player, who plays these laws, keeps for one round and these values after it, if the other does the
    // worst; and how many rounds a game lasts, this one included, if the other drags it out and `rounds` follow it.
    [[nodiscard]] Values kept(const Values& values, std::span<const Law> laws, std::size_t threads) const;
    [[nodiscard]] Values lasting(const Values& rounds, std::span<const Law> laws, std::size_t threads) const;
    // A bound on the rounding error of what is kept: of a chance, and relatively of a number of rounds.
    [[nodiscard]] double rounding(std::span<const Law> laws) const;
    [[nodiscard]] bool has_falls() const;
    // What ending a turn with each index is worth to a player who needs `own` units, against a law of the other; if
    // both bust and nothing changes, the state is worth `again`.
    [[nodiscard]] std::vector<double> worths(std::span<const double> values, std::size_t own, std::size_t other,
                                             const Law& law, double again) const;

  private:
    class Table;

    // For each state what the other player's best answer to the first player's law is worth to that player.
    [[nodiscard]] Values answered(const Values& worth_to_other, std::span<const Law> laws, double goal,
                                  std::size_t threads) const;

    std::shared_ptr<const Ways> ways_;
    Falls falls_;
};

}  // namespace jeopardice
