// Who plays: best play by the values of a solution, or policies. Both give turn outcome distributions.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <unordered_map>

#include "evaluation/turn_outcomes.hpp"
#include "multiplayer/blocks.hpp"

namespace jeopardice {

// Turns that a player may steal at a position: phases and totals, each with weights.
struct OfferedTurn {
    size_t phase, total;
    std::vector<double> weights;
};
// What becomes of them: for each weight the distribution of the turns that are stolen, and what is declined.
struct StolenTurns {
    std::vector<TurnOutcomes> outcomes;
    std::vector<double> declined;
};

// One player while games are followed. Calls of one seat must not overlap.
class Seat {
  public:
    virtual ~Seat() = default;
    // The distributions of new turns at these positions; valid until the next call.
    virtual std::vector<const TurnOutcomes*> outcomes(std::span<const Position> at) = 0;
    // What the mover of the very last turn of a game has of the win; and whether that is only looked up.
    virtual double last_share(const Position& at) = 0;
    [[nodiscard]] virtual bool knows_last_shares() const { return false; }
    // Players who never steal decline all.
    [[nodiscard]] virtual bool steals() const { return false; }
    virtual std::vector<StolenTurns> steal(std::span<const Position> at,
                                           std::span<const std::vector<OfferedTurn>> offers);
    // What it is worth to another player that turns are stolen at these positions: calls stolen(k, phase, total, worth)
    // from any thread for the turns that are, of totals below `totals`. `worth`: of the ends of a turn at position k.
    using EndWorth = std::function<double(size_t, const TurnEnd&)>;
    using StolenWorth = std::function<void(size_t, size_t, size_t, double)>;
    virtual void roll_on(std::span<const Position>, size_t, const EndWorth&, const StolenWorth&) {}
};

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

// Of three and more players.
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

// Distributions of best play by the place of the state, kept up to a size for other games. For use by several threads.
class KeptOutcomes {
  public:
    explicit KeptOutcomes(size_t most_bytes) : most_bytes_(most_bytes) {}
    [[nodiscard]] const TurnOutcomes* find(size_t place) const;
    void keep(size_t place, const TurnOutcomes& found);

  private:
    const size_t most_bytes_;
    mutable std::shared_mutex lock_;
    size_t bytes_ = 0;
    std::unordered_map<size_t, const TurnOutcomes> found_;
};

class BestSeat final : public Seat {
  public:
    BestSeat(const Table& table, const BestTurnProblems& problems, KeptOutcomes& kept, const Kernel& kernel,
             size_t threads);
    std::vector<const TurnOutcomes*> outcomes(std::span<const Position> at) override;
    double last_share(const Position& at) override { return problems_.last_share(at); }
    [[nodiscard]] bool knows_last_shares() const override { return true; }
    [[nodiscard]] bool steals() const override { return table_.carryover().steal != Steal::never; }
    void roll_on(std::span<const Position> at, size_t totals, const EndWorth& worth,
                 const StolenWorth& stolen) override;
    std::vector<StolenTurns> steal(std::span<const Position> at,
                                   std::span<const std::vector<OfferedTurn>> offers) override;

  private:
    void follow(std::span<const TurnProblem> problems, std::span<TurnOutcomes* const> found);

    const Table& table_;
    const BestTurnProblems& problems_;
    KeptOutcomes& kept_;
    const Kernel kernel_;
    const bool rolls_wanted_;
    TurnSolver solver_;
    std::mutex followers_lock_;
    std::vector<std::unique_ptr<TurnFollower>> followers_;  // not in use
    std::vector<TurnOutcomes> found_;
};

// Policies on one turn and the distributions of their turns, which are found when first needed. For use by several
// threads.
class PolicyBook {
  public:
    // A policy, and its distributions by the units needed, as far as they are known and there is no carryover.
    struct Entry {
        Policy policy;
        std::vector<std::atomic<const TurnOutcomes*>> usual;
    };

    // The table and the turn's arrays must outlive it.
    PolicyBook(const Table& table, OwnTurn own) : table_(table), own_(std::move(own)) {}

    // The number of a new policy.
    size_t add(Policy policy);
    [[nodiscard]] std::vector<Entry*> entries();
    [[nodiscard]] const TurnOutcomes& outcomes(Entry& entry, const Position& at);
    [[nodiscard]] const OwnTurn& own() const { return own_; }
    [[nodiscard]] const Table& table() const { return table_; }

  private:
    [[nodiscard]] PolicyLimits limits(const Position& at) const;
    // Finds distributions whose limits differ in `wins_from` only, in increasing order.
    void find(Entry& entry, std::span<const PolicyLimits> wanted);
    [[nodiscard]] const TurnOutcomes& found(Entry& entry, const PolicyLimits& limits);

    const Table& table_;
    const OwnTurn own_;
    std::shared_mutex lock_;
    std::deque<Entry> entries_;
    std::map<std::pair<const Entry*, PolicyLimits>, const TurnOutcomes> found_;
};

// Which policy is played: which[(i - 1) * n + j - 1] by one who needs i against one who needs j, or which[i - 1] where
// the other player does not matter.
struct PolicyChoice {
    std::span<const std::int32_t> which;
    size_t n;
    [[nodiscard]] size_t at(size_t i, size_t j) const {
        return static_cast<size_t>(which[which.size() == n ? i - 1 : (i - 1) * n + j - 1]);
    }
};

class PolicySeat final : public Seat {
  public:
    PolicySeat(PolicyBook& book, PolicyChoice choice) : book_(book), entries_(book.entries()), choice_(choice) {}
    std::vector<const TurnOutcomes*> outcomes(std::span<const Position> at) override;
    double last_share(const Position& at) override;

  private:
    [[nodiscard]] const TurnOutcomes& outcomes(const Position& at);

    PolicyBook& book_;
    const std::vector<PolicyBook::Entry*> entries_;
    const PolicyChoice choice_;
};

}  // namespace jeopardice
