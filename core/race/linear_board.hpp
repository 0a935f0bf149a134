// A board as a system of linear equations: how the values of its states change with those that follow them.
//
// To first order the change e(s) of the value of a state is the mean of the changes that follow it, under best play
//
//     e(s) = source(s) + sign * scale * sum over the ends of the turn of their chance times e,
//
// because best play remains nearly best. The chances are found at a sample of states: all where a player is close to
// the goal, and further out some of them, which stand for their neighbours. The sum is therefore not exact, which
// only makes it take more sweeps until nothing changes (race/sweeps.cpp).
#pragma once

#include "race/board.hpp"
#include "race/turn_batch.hpp"

namespace jeopardice {

class LinearBoard {
  public:
    // Two players, turns that are not stolen and keep nothing after a bust, and one carry after all banks.
    [[nodiscard]] static bool describes(const Board& board);

    // The sample has at least every `pitch`-th state.
    LinearBoard(const TurnTables& turn, const Board& board, const Kernel& kernel, size_t threads, size_t pitch);

    // Follows best play at the sample.
    void sample(const std::vector<double>& values, const Progress& progress);

    // The changes that make the values satisfy the equations: what each turn is worth more than its state, by default
    // interpolated from the sample, and what follows from that.
    [[nodiscard]] std::vector<double> correction() const { return correction(interpolated_excess()); }
    [[nodiscard]] std::vector<double> correction(const std::vector<double>& excess) const { return solve(excess); }

    // What follows from a sweep that has changed the values by `step`, because states have not seen the changes of all
    // others: those that it left out, and those which a penalty leads to states that were swept later.
    struct Consequences {
        std::vector<double> changes;
        std::vector<double> unseen;  // the mean size of the changes, of both kinds, that each state has not seen
    };
    [[nodiscard]] Consequences after_sweep(const std::vector<double>& step, const std::vector<bool>& left_out) const;

  private:
    struct Turn {
        size_t first = 0, size = 0;  // chances of banks: from the largest gain that matters down to one unit
        double bust = 0, lost = 0;
        double excess = 0;  // the value of the turn, less that of the state
    };
    static constexpr size_t most_chances = size_t{1} << 24;
    static constexpr double negligible = 1e-5;

    void choose_sample(size_t pitch);
    void order_carries();
    void sample_row(size_t row, const std::vector<double>& values);
    [[nodiscard]] std::vector<double> interpolated_excess() const;
    [[nodiscard]] std::vector<double> solve(const std::vector<double>& source) const;
    [[nodiscard]] const Turn& turn_at(size_t i, size_t j, size_t carry) const {
        return turns_[(nearest_[i] * units_.size() + nearest_[j]) * carries_ + carry];
    }
    // The sum over the banks of a turn, and over its other ends that `counts(units)` says, of their chance times `e`.
    [[nodiscard]] double banks(const std::vector<double>& e, size_t i, size_t j, size_t carry) const;
    [[nodiscard]] double others(const std::vector<double>& e, size_t i, size_t j, size_t carry,
                                const auto& counts) const;

    const TurnTables& turn_;
    const Board& board_;
    const Kernel kernel_;
    const size_t n_, carries_;
    const double turned_;  // sign * scale
    TurnSolver solver_;
    std::vector<std::int32_t> offsets_;    // of each outcome's options, the most points first
    std::vector<size_t> units_, nearest_;  // of the sample; the place of the nearest, by the units
    std::vector<size_t> order_;            // carries, each after the one that follows a bust
    std::vector<Turn> turns_;              // units x units x carries
    std::vector<double> chances_;
};

}  // namespace jeopardice
