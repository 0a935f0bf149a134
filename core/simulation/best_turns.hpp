// Turns of best play, solved from the values of a board when a game first needs them, and cached up to a size.
#pragma once

#include <atomic>
#include <memory>
#include <unordered_map>

#include "race/board.hpp"
#include "race/table.hpp"

namespace jeopardice {

class BestTurns;

// The turns of neighbouring states, by the turn total, with the lane as the last index.
struct TurnBlock {
    std::vector<double> rolls;   // totals x phases
    std::vector<double> bank;    // totals, or totals x phases where the dice left matter
    std::vector<double> known;   // past the last total: the value of each phase, then of a bank in it
    std::vector<double> firsts;  // rolls of the first phase, at the start of the turn
    std::vector<size_t> starts;
    size_t banks = 1;

    [[nodiscard]] size_t bytes() const {
        return sizeof(double) * (rolls.size() + bank.size() + known.size() + firsts.size() + starts.size());
    }
};

// The values of the actions of one turn; valid as long as its position, until the same thread requests another turn.
// Large totals are rare: they are not cached but recomputed.
class TurnWorth {
  public:
    // Bank a total with the dice of a phase left: minus infinity where that is not legal.
    [[nodiscard]] double bank(size_t phase, size_t total) const {
        if (total > start_) return at(block_->known, phases_ + phase);
        if (total >= kept_) find_all();
        return at(block_->bank, total * block_->banks + (block_->banks > 1 ? phase : 0));
    }
    // Roll on; where there are no dice, the value of the end of the turn.
    [[nodiscard]] double roll(size_t phase, size_t total) const {
        if (total > start_) return at(block_->known, phase);
        if (total >= kept_) find_all();
        return at(block_->rolls, total * phases_ + phase);
    }
    [[nodiscard]] double value(size_t phase, size_t total) const {
        return std::max(bank(phase, total), roll(phase, total));
    }
    // Begin a turn with one of the rolls of the first phase.
    [[nodiscard]] double first(size_t roll) const { return at(block_->firsts, roll); }

  private:
    friend class BestTurns;
    [[nodiscard]] double at(const std::vector<double>& values, size_t index) const {
        return values[index * width_ + lane_];
    }
    void find_all() const;

    mutable const TurnBlock* block_;
    mutable size_t kept_;  // totals below are in the block
    size_t lane_, start_, phases_, width_;
    BestTurns* turns_;
    const Position* at_;
    size_t thread_;
};

// The board, its values and its offers (null: there are none) must outlive it.
class BestTurns {
  public:
    BestTurns(const Table& table, const Board& board, const Kernel& kernel, size_t threads,
              std::span<const double> values, const double* offers, size_t totals_kept, size_t most_bytes);

    [[nodiscard]] TurnWorth at(const Position& at, size_t thread);
    [[nodiscard]] const Table& table() const { return table_; }

  private:
    friend class TurnWorth;
    struct Worker {
        explicit Worker(TurnBatch made) : batch(std::move(made)) {}
        TurnBatch batch;
        std::vector<std::unique_ptr<const TurnBlock>> owned;
        std::unordered_map<std::uint64_t, std::unique_ptr<const TurnBlock>> last;  // turns
        std::unique_ptr<const TurnBlock> spare;  // the last block, if the cache is full
        std::uint64_t spare_number = ~std::uint64_t{0};
        std::unique_ptr<const TurnBlock> whole;  // with all totals
    };

    // The block of a position, solved if it is not cached, and its number: of last turns in each worker's own cache.
    [[nodiscard]] const TurnBlock& block(const Position& at, Worker& worker);
    [[nodiscard]] std::uint64_t block_number(const Position& at) const;
    // The first of the states that are solved together with this one, and its lane.
    [[nodiscard]] size_t first_of(const Position& at) const { return state(at) - lane(at); }
    [[nodiscard]] size_t lane(const Position& at) const { return (state(at) - 1) % width_; }
    [[nodiscard]] size_t state(const Position& at) const;
    [[nodiscard]] size_t standing(const Position& at) const;
    [[nodiscard]] std::vector<TurnProblem> problems(const Position& at) const;
    [[nodiscard]] std::unique_ptr<const TurnBlock> solve(const Position& at, TurnBatch& batch, size_t totals) const;
    [[nodiscard]] bool has_room(const TurnBlock& block);

    const Table& table_;
    const Board& board_;
    const TurnTables& turn_;
    const std::span<const double> values_;
    const double* const offers_;
    const size_t width_, blocks_a_row_, totals_kept_, most_bytes_;
    std::vector<std::atomic<const TurnBlock*>> blocks_;
    std::atomic<size_t> bytes_{0};
    std::vector<Worker> workers_;
};

}  // namespace jeopardice
