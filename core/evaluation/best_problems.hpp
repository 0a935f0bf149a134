// The turn problems of best play, from the values of a solution.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "multiplayer/blocks.hpp"
#include "race/table.hpp"

namespace jeopardice {

// What turn problems point to.
struct ProblemParts {
    std::deque<std::unique_ptr<const EndValues>> ends;
    std::deque<LastRound::Followers> followers;
};

// The turn problems of best play, from a solution.
class BestTurnProblems {
  public:
    virtual ~BestTurnProblems() = default;
    // Of a position between turns, or in a last round that is not at its last turn. `beside` is added to the value of a
    // bust.
    [[nodiscard]] virtual TurnProblem problem(const Position& at, double beside, ProblemParts& parts) const = 0;
    [[nodiscard]] virtual double last_share(const Position& at) const = 0;
    // The place of the value of a position between turns.
    [[nodiscard]] virtual size_t place(const Position& at) const = 0;
    // The ends of the turn of a position between turns, busts included.
    [[nodiscard]] virtual const EndValues& ends(const Table& table, const Position& at, ProblemParts& parts) const = 0;
    // How much more than a new turn a stolen one must be worth.
    [[nodiscard]] virtual double least_worth_stealing() const { return 0; }
    // Where the mover mixes two ways to play: how often the one that values a bust a little more is played.
    [[nodiscard]] virtual std::optional<double> share(const Position&) const { return std::nullopt; }
};

// Of one player or two.
class BoardProblems final : public BestTurnProblems {
  public:
    // Offers: null where there are none. All arguments must outlive it.
    BoardProblems(const Board& board, std::span<const double> values, const double* offers)
        : board_(board), values_(values), offers_(offers) {}
    [[nodiscard]] TurnProblem problem(const Position& at, double beside, ProblemParts& parts) const override;
    [[nodiscard]] double last_share(const Position& at) const override;
    [[nodiscard]] size_t place(const Position& at) const override;
    [[nodiscard]] const EndValues& ends(const Table& table, const Position& at, ProblemParts& parts) const override;

  private:
    // What a position is worth to its mover.
    [[nodiscard]] double worth(const Position& at) const;

    const Board& board_;
    const std::span<const double> values_;
    const double* const offers_;
};

// Of three or more players.
class MultiplayerProblems final : public BestTurnProblems {
  public:
    // Offers: null where there are none. All arguments must outlive it.
    MultiplayerProblems(const MultiplayerBoard& board, std::span<const double> values, const double* offers,
                        const Shares& mixed)
        : board_(board), values_(values), offers_(offers), mixed_(mixed) {}
    [[nodiscard]] TurnProblem problem(const Position& at, double beside, ProblemParts& parts) const override;
    [[nodiscard]] double last_share(const Position& at) const override;
    [[nodiscard]] size_t place(const Position& at) const override;
    [[nodiscard]] const EndValues& ends(const Table& table, const Position& at, ProblemParts& parts) const override;
    [[nodiscard]] double least_worth_stealing() const override { return worth_stealing; }
    [[nodiscard]] std::optional<double> share(const Position& at) const override;

  private:
    // The last round at a position, in the two ways in which the board knows it.
    struct Gains {
        std::vector<size_t> gains;
        size_t firsts = 0;
    };
    [[nodiscard]] Gains gains(const Position& at) const;
    [[nodiscard]] LastState last_state(const Position& at) const;
    [[nodiscard]] std::ptrdiff_t lead(const Position& at) const;

    const MultiplayerBoard& board_;
    const std::span<const double> values_;
    const double* const offers_;
    const Shares& mixed_;
};

}  // namespace jeopardice
