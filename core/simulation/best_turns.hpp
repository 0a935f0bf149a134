// Turns of best play, solved from the values of a board when a game first needs them, and cached up to a size.
#pragma once

#include <atomic>
#include <bit>
#include <memory>
#include <unordered_map>

#include "common/aligned.hpp"
#include "race/board.hpp"
#include "race/table.hpp"

namespace jeopardice {

class BestTurns;

// The turns of neighbouring states, one after another, so that a turn that is played reads few cache lines. Of each:
// the total with which it wins less 1; past that, the value of each phase, then of a bank in it; the rolls of the first
// phase, at its start; and a row for each total, with the value of a bank (or of one in each phase, where the dice left
// matter) and of a roll in each phase.
struct TurnBlock {
    Aligned numbers;
    size_t each;  // the numbers of a turn

    [[nodiscard]] size_t bytes() const { return sizeof(double) * numbers.size(); }
};

// Where the numbers of a turn are.
struct TurnRows {
    TurnRows(const TurnTables& turn, bool banks_by_phase)
        : phases(turn.phases()),
          banks(banks_by_phase ? phases : 1),
          stride(to_lines(banks + phases)),
          rows(to_lines(1 + 2 * phases + turn.rolls_of(0).size())) {}

    size_t phases, banks, stride, rows;
    static constexpr size_t known = 1;
    [[nodiscard]] size_t firsts() const { return known + 2 * phases; }

  private:
    // Parts of a cache line, or whole ones.
    static size_t to_lines(size_t numbers) {
        constexpr size_t line = 8;
        return numbers <= line ? std::bit_ceil(numbers) : (numbers + line - 1) / line * line;
    }
};

// The values of the actions of one turn; valid as long as its position, until the same thread requests another turn.
// Large totals are rare: they are not cached but recomputed.
class TurnWorth {
  public:
    TurnWorth() = default;
    // Bank a total with the dice of a phase left: minus infinity where that is not legal.
    [[nodiscard]] double bank(size_t phase, size_t total) const {
        if (total > start_) return numbers_[TurnRows::known + rows_->phases + phase];
        return row(total)[rows_->banks > 1 ? phase : 0];
    }
    // Roll on; where there are no dice, the value of the end of the turn.
    [[nodiscard]] double roll(size_t phase, size_t total) const {
        if (total > start_) return numbers_[TurnRows::known + phase];
        return row(total)[rows_->banks + phase];
    }
    [[nodiscard]] double value(size_t phase, size_t total) const {
        return std::max(bank(phase, total), roll(phase, total));
    }
    // Begin a turn with one of the rolls of the first phase.
    [[nodiscard]] double first(size_t roll) const { return numbers_[rows_->firsts() + roll]; }

  private:
    friend class BestTurns;
    TurnWorth(const TurnRows& rows, const double* numbers, size_t kept, BestTurns& turns, const Position& at,
              size_t thread)
        : rows_(&rows),
          numbers_(numbers),
          kept_(kept),
          start_(static_cast<size_t>(numbers[0])),
          turns_(&turns),
          at_(&at),
          thread_(thread) {}
    [[nodiscard]] const double* row(size_t total) const {
        if (total >= kept_) find_all();
        return numbers_ + rows_->rows + total * rows_->stride;
    }
    void find_all() const;

    const TurnRows* rows_ = nullptr;
    mutable const double* numbers_ = nullptr;
    mutable size_t kept_ = 0;  // totals below are in the block
    size_t start_ = 0;
    BestTurns* turns_ = nullptr;
    const Position* at_ = nullptr;
    size_t thread_ = 0;
};

// The board, its values and its offers (null: there are none) must outlive it.
class BestTurns {
  public:
    BestTurns(const Table& table, const Board& board, const Kernel& kernel, size_t threads,
              std::span<const double> values, const double* offers, size_t totals_kept, size_t most_bytes);

    [[nodiscard]] TurnWorth at(const Position& at, size_t thread) {
        const TurnBlock* known = at.last() ? nullptr : blocks_[block_number(at)].load(std::memory_order_acquire);
        if (!known) known = &block(at, workers_[thread]);
        return {rows_, known->numbers.data() + lane(at) * known->each, totals_kept_, *this, at, thread};
    }
    // Has the turn of a position in the cache soon, if it is known.
    void prefetch(const Position& at) const {
        constexpr size_t first_rows = 12, line = 8;  // those that are usually read
        if (at.last()) return;
        const TurnBlock* const known = blocks_[block_number(at)].load(std::memory_order_acquire);
        if (!known) return;
        const double* const numbers = known->numbers.data() + lane(at) * known->each;
        const size_t end = std::min(known->each, rows_.rows + first_rows * rows_.stride);
        for (size_t k = 0; k < end; k += line) __builtin_prefetch(numbers + k);
    }
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
    [[nodiscard]] std::uint64_t block_number(const Position& at) const {
        return at.last() ? last_block_number(at)
                         : (at.carry * lowest_ + at.mine() - 1) * blocks_a_row_ + ((state(at) - 1) >> width_bits_);
    }
    [[nodiscard]] std::uint64_t last_block_number(const Position& at) const;
    // The first of the states that are solved together with this one, and its lane.
    [[nodiscard]] size_t first_of(const Position& at) const { return state(at) - lane(at); }
    [[nodiscard]] size_t lane(const Position& at) const { return (state(at) - 1) & (width_ - 1); }
    [[nodiscard]] size_t state(const Position& at) const {
        return at.last() ? last_state(at) : two_players_ ? static_cast<size_t>(at.needs[1]) : 1;
    }
    [[nodiscard]] size_t last_state(const Position& at) const;
    [[nodiscard]] size_t standing(const Position& at) const;
    [[nodiscard]] std::vector<TurnProblem> problems(const Position& at) const;
    [[nodiscard]] std::unique_ptr<const TurnBlock> solve(const Position& at, TurnBatch& batch, size_t totals) const;
    [[nodiscard]] bool has_room(const TurnBlock& block);

    const Table& table_;
    const Board& board_;
    const TurnTables& turn_;
    const std::span<const double> values_;
    const double* const offers_;
    const size_t width_, width_bits_;  // a power of two
    const size_t lowest_, blocks_a_row_, totals_kept_, most_bytes_;
    const bool two_players_;
    const TurnRows rows_;
    std::vector<std::atomic<const TurnBlock*>> blocks_;
    std::atomic<size_t> bytes_{0};
    std::vector<Worker> workers_;
};

}  // namespace jeopardice
