// What positions are worth to one player, who is free to decide, against players who do not change their strategies:
// see evaluation/response.hpp.
#pragma once

#include <functional>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "evaluation/response.hpp"
#include "evaluation/seats.hpp"
#include "race/state_layout.hpp"

namespace jeopardice {

// Players are counted from the free player on, who is player 0.
class ResponseChances {
  public:
    ResponseChances(const ResponseProblem& problem, const Kernel& kernel, size_t threads);

    // The chance to win of the free player at a position in which `mover` is to move, and after a turn of the mover.
    // That of a last turn which others follow may have to be found first.
    [[nodiscard]] double chance(const Position& at, size_t mover);
    [[nodiscard]] double chance_after(const Position& at, size_t mover, const TurnEnd& end);
    // Finds the chances of last turns that were asked for in vain; whether there are any.
    bool find_missing();

    // What stolen turns are worth at these positions of a mover, given the values of new turns there. Returns the
    // largest change.
    double find_offers(std::span<const Position> at, size_t mover);
    [[nodiscard]] bool has_offers(size_t mover) const { return !offers_[mover].empty(); }

    // The ends of a turn of the free player. A bust that keeps nothing has the value that the problem guesses, unless
    // busts are known.
    class Ends final : public EndValues {
      public:
        Ends(ResponseChances& chances, const Position& at, bool knows_busts)
            : chances_(chances), at_(at), knows_busts_(knows_busts) {}
        bool write(Ended how, size_t total, size_t phase, std::span<double> worth) const override;

      private:
        friend class ResponseChances;
        // The ends of one kind and total.
        struct Known {
            size_t total = ~size_t{0};
            bool by_phase = false;           // each phase on its own
            double begins = 0;               // with a new turn of the next player
            const double* offers = nullptr;  // by the phase; null: there are none
        };
        ResponseChances& chances_;
        const Position at_;
        const bool knows_busts_;
        mutable std::array<Known, 4> known_{};  // by the kind
    };
    [[nodiscard]] TurnProblem problem(const Position& at, const Ends& ends, double stays) const;

    [[nodiscard]] const StateLayout& layout() const { return layout_; }
    [[nodiscard]] TurnSolver& solver() { return solver_; }
    std::vector<std::vector<double>> values;  // by the mover, and the place of the state

  private:
    [[nodiscard]] size_t after(size_t mover) const { return (mover + 1) % table_.players(); }
    [[nodiscard]] bool steals() const { return table_.carryover().steal != Steal::never; }
    [[nodiscard]] size_t offers_each() const { return table_.turn().phases() * totals_; }
    [[nodiscard]] size_t offers_place(Position at) const {
        at.carry = table_.carryover().states[at.carry].offers;
        return layout_.place(at) * offers_each();
    }
    // By the phase.
    [[nodiscard]] const double* offers_at(const Position& at, size_t mover, size_t total) const {
        return &offers_[mover][offers_place(at) + std::min(total, totals_ - 1) * table_.turn().phases()];
    }
    [[nodiscard]] Ends::Known known(const Position& at, const TurnEnd& end, size_t total);
    // The very last turn of a game.
    [[nodiscard]] double last_chance(const Position& at, size_t mover);
    // The position without what does not matter: how much too large a lead is, and offers to players who never steal.
    [[nodiscard]] Position reduced(Position at, size_t mover) const;
    // Solves turns of the free player, and calls found(k, problem, batch, lane) from any thread.
    void solve_free(std::span<const Position> at, const auto& found);
    [[nodiscard]] std::vector<double> last_turns(std::span<const Position> at, size_t mover);
    [[nodiscard]] double followed(const Position& at, size_t mover, const TurnOutcomes& turn);

    using Positions = std::unordered_set<Position, PositionHash>;

    const Table& table_;
    const std::span<Seat* const> others_;
    const BestTurnProblems& last_;
    const size_t past_, totals_;
    const StateLayout layout_;
    TurnSolver solver_;
    std::vector<std::vector<double>> offers_;  // by the mover: with a turn to steal, by the state, the total and phase
    std::vector<std::unordered_map<Position, double, PositionHash>> known_;  // last turns that others follow
    std::vector<Positions> missing_;
    std::mutex missing_lock_;
};

}  // namespace jeopardice
