// Two strategies in a race: who wins, how long it takes, and the best response to a strategy.
//
// With A to move, who needs i against j, and `a` the turn outcome distribution there, A's chance to win is
//
//     first(i, j) = a[0] + sum_{0 < s < i} a[s] second(s, j) + a[i] second(i, j),
//
// and with B to move, and `b` the distribution of B's turn,
//
//     second(i, j) = sum_{0 < s < j} b[s] first(i, s) + b[j] first(i, j).
#pragma once

#include "evaluation/turn_distribution.hpp"

namespace jeopardice {

// A player, given by turn outcome distributions.
class Player {
  public:
    virtual ~Player() = default;
    // Prepares the turns at all states in which the two players need `level` units together.
    virtual void prepare(size_t level) = 0;
    // The distribution of a turn of this player, who needs i, against one who needs j; i + j is the level.
    [[nodiscard]] virtual std::span<const double> distribution(size_t i, size_t j) const = 0;
};

// Plays best for given values: row j - 1 against one who needs j.
class BestPlayer final : public Player {
  public:
    BestPlayer(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, size_t threads,
               const BankValues& values)
        : turn_(turn),
          race_(race),
          values_(values),
          solver_(turn, race, kernel, threads),
          distributions_(race.needed * (race.needed + 1)) {}

    void prepare(size_t level) override;
    [[nodiscard]] std::span<const double> distribution(size_t i, size_t) const override {
        return {&distributions_[(i - 1) * (race_.needed + 1)], i + 1};
    }

  private:
    const TurnTables& turn_;
    const RaceRules& race_;
    const BankValues values_;
    TurnSolver solver_;
    std::vector<double> distributions_;  // of one level, by what the player needs
    size_t level_ = 0;
};

// A player with given distributions, each of needed + 1 numbers; which[(i - 1) * needed + j - 1] is the one at (i, j).
class KnownPlayer final : public Player {
  public:
    KnownPlayer(size_t needed, std::span<const double> distributions, std::span<const std::int32_t> which)
        : needed_(needed), distributions_(distributions), which_(which) {}

    void prepare(size_t) override {}
    [[nodiscard]] std::span<const double> distribution(size_t i, size_t j) const override {
        return distributions_.subspan(static_cast<size_t>(which_[(i - 1) * needed_ + j - 1]) * (needed_ + 1), i + 1);
    }

  private:
    const size_t needed_;
    const std::span<const double> distributions_;
    const std::span<const std::int32_t> which_;
};

struct MatchChances {
    std::vector<double> first, second;  // A's chance to win by what A and B need, with A and with B to move
};

// A and B may be the same object.
MatchChances play_match(size_t needed, Player& a, Player& b, const Progress& progress);

struct MatchLengths {
    std::vector<double> first, second;  // the chance that A wins with A's turn k + 1, and B with B's; A begins
};

// Games with more than `most` turns of each player are left out.
MatchLengths match_lengths(size_t needed, Player& a, Player& b, size_t most, const Progress& progress);

// The chances of the best response A to B, by Newton steps at each state in order:
// first = f(second), where second(i, j) = c + b[j] first(i, j).
MatchChances best_response(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, size_t threads,
                           Player& b, const Progress& progress);

}  // namespace jeopardice
