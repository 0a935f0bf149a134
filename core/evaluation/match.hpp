// Two players of a race, each with a way to play: who wins, when, and what the best answer to a way to play is.
//
// With A to move at (i, j), what A needs coming first, and `a` the landing of A's turn there, A's chance to win is
//
//     first(i, j) = a[0] + sum_{0 < s < i} a[s] second(s, j) + a[i] second(i, j),
//
// and with B to move, `b` being the landing of B's turn,
//
//     second(i, j) = sum_{0 < s < j} b[s] first(i, s) + b[j] first(i, j).
#pragma once

#include "evaluation/turn_outcomes.hpp"

namespace jeopardice {

// A player as others see it: where each turn leads.
class Player {
  public:
    virtual ~Player() = default;
    // Makes ready the turns at all states in which the two players need `level` units together.
    virtual void prepare(std::size_t level) = 0;
    // The landing of a turn of this player, who needs i, against one who needs j; i + j is the level.
    [[nodiscard]] virtual std::span<const double> landing(std::size_t i, std::size_t j) const = 0;
};

// A player who plays best for given values: a bank that leaves s units against one who needs j is worth
// shift + scale * after[j - 1][s - 1].
class BestPlayer final : public Player {
  public:
    BestPlayer(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, std::size_t threads,
               std::span<const double> after, double shift, double scale)
        : turn_(turn),
          race_(race),
          after_(after),
          shift_(shift),
          scale_(scale),
          visitor_(turn, race, kernel, threads),
          landings_(race.needed * (race.needed + 1)) {}

    void prepare(std::size_t level) override;
    [[nodiscard]] std::span<const double> landing(std::size_t i, std::size_t) const override {
        return {&landings_[(i - 1) * (race_.needed + 1)], i + 1};
    }

  private:
    const TurnTables& turn_;
    const RaceRules& race_;
    const std::span<const double> after_;
    const double shift_, scale_;
    Visitor visitor_;
    std::vector<double> landings_;  // of one level, by what the player needs
    std::size_t level_ = 0;
};

// A player with given landings, each with room for needed + 1 numbers, and which of them is that of (i, j).
class KnownPlayer final : public Player {
  public:
    KnownPlayer(const std::size_t needed, const std::span<const double> landings,
                const std::span<const std::int32_t> which)
        : needed_(needed), landings_(landings), which_(which) {}

    void prepare(std::size_t) override {}
    [[nodiscard]] std::span<const double> landing(const std::size_t i, const std::size_t j) const override {
        return landings_.subspan(static_cast<std::size_t>(which_[(i - 1) * needed_ + j - 1]) * (needed_ + 1), i + 1);
    }

  private:
    const std::size_t needed_;
    const std::span<const double> landings_;
    const std::span<const std::int32_t> which_;
};

struct Chances {
    std::vector<double> first, second;  // A's chance to win by what A and B need, with A and with B to move
};

// A and B may be the same object.
Chances play_match(std::size_t needed, Player& a, Player& b, const Progress& progress);

struct Lengths {
    std::vector<double> first, second;  // the chance that A wins with A's turn k + 1, B with B's; A begins
};

// Longer games than `most` turns of each player are left out.
Lengths match_lengths(std::size_t needed, Player& a, Player& b, std::size_t most, const Progress& progress);

// The best answer A to B's way to play: A's chances, found by Newton steps at each state, one after the other:
// first = f(second), where second(i, j) = c + b[j] first(i, j).
Chances best_response(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, std::size_t threads,
                      Player& b, const Progress& progress);

}  // namespace jeopardice
