// The turn problems of best play, from the values of a solution.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "multiplayer/blocks.hpp"
#include "race/table.hpp"

namespace jeopardice {

// What turn problems point to.
struct ProblemParts {
    std::deque<std::unique_ptr<const EndValues>> ends;
    std::deque<LastRound::Followers> followers;
};

// Turns of the states of a block in which decisions are mixed. For use by several threads.
class MixedTurns {
  public:
    explicit MixedTurns(BehaviourBlock block) : block_(std::move(block)) {}
    // Where the turn of a state ends, with the chance of each end; with a total, where it goes on when it is stolen.
    struct End {
        TurnEnd end;
        double chance;
    };
    [[nodiscard]] const std::vector<End>& ends(const Units& units, size_t carry, size_t phase, size_t total);
    // How often the mover of a state steals a turn.
    [[nodiscard]] double steals(const Units& units, size_t carry, Offer offer) const {
        return block_.steals(units, carry, offer);
    }

  private:
    BehaviourBlock block_;
    std::mutex lock_;
    std::map<std::tuple<Units, size_t, size_t, size_t>, std::vector<End>> found_;
};

// One of those turns.
class MixedTurn {
  public:
    MixedTurn(MixedTurns& turns, const Units& units, size_t carry) : turns_(turns), units_(units), carry_(carry) {}
    [[nodiscard]] const std::vector<MixedTurns::End>& ends(size_t phase, size_t total) const {
        return turns_.ends(units_, carry_, phase, total);
    }
    [[nodiscard]] double steals(size_t phase, size_t total) const {
        return turns_.steals(units_, carry_, {phase, total});
    }

  private:
    MixedTurns& turns_;
    const Units units_;
    const size_t carry_;
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
    // The turn of a position whose block mixes decisions.
    [[nodiscard]] virtual std::optional<MixedTurn> mixed_turn(const Position&) const { return std::nullopt; }
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
        : board_(board), values_(values), offers_(offers), mixed_(mixed) {
        for (const size_t block : board.blocks_of(mixed)) mixed_turns_.emplace(block, nullptr);
    }
    [[nodiscard]] TurnProblem problem(const Position& at, double beside, ProblemParts& parts) const override;
    [[nodiscard]] double last_share(const Position& at) const override;
    [[nodiscard]] size_t place(const Position& at) const override;
    [[nodiscard]] const EndValues& ends(const Table& table, const Position& at, ProblemParts& parts) const override;
    [[nodiscard]] double least_worth_stealing() const override { return worth_stealing; }
    [[nodiscard]] std::optional<double> share(const Position& at) const override;
    [[nodiscard]] std::optional<MixedTurn> mixed_turn(const Position& at) const override;

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
    mutable std::mutex lock_;
    mutable std::unordered_map<size_t, std::unique_ptr<MixedTurns>> mixed_turns_;  // by the block; made when needed
};

}  // namespace jeopardice
