// Who plays, as turn outcome distributions; and best play, whose turns are solved together.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "evaluation/best_problems.hpp"
#include "evaluation/turn_outcomes.hpp"

namespace jeopardice {

// Turns that a player may steal at a position: phases and totals, each with as many weights.
struct OfferedTurns {
    struct Turn {
        size_t phase, total;
    };
    std::vector<Turn> turns;
    std::vector<double> weights;  // of the first turn, then of the next …
    size_t each = 1;

    [[nodiscard]] std::span<const double> weights_of(size_t turn) const {
        return std::span(weights).subspan(turn * each, each);
    }
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
    virtual std::vector<StolenTurns> steal(std::span<const Position> at, std::span<const OfferedTurns> offers);
    // What it is worth to another player that turns are stolen at these positions: calls stolen(k, phase, total, worth,
    // chance) from any thread for the turns that are, of totals below `totals`. `worth`: of the ends of a turn at
    // position k; `chance`: how often the turn is stolen.
    using EndWorth = std::function<double(size_t, const TurnEnd&)>;
    using StolenWorth = std::function<void(size_t, size_t, size_t, double, double)>;
    virtual void roll_on(std::span<const Position>, size_t, const EndWorth&, const StolenWorth&) {}
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
    // Keeps the distributions of new turns, too, which usually follow.
    std::vector<StolenTurns> steal(std::span<const Position> at, std::span<const OfferedTurns> offers) override;

  private:
    void follow(std::span<const TurnProblem> problems, std::span<TurnOutcomes* const> found);
    void steal(const MixedTurn& mixed, const OfferedTurns& offers, StolenTurns& found) const;

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

}  // namespace jeopardice
