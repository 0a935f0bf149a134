// Turns of best play, worked out from the values of a board when a game first comes to them, and kept as long as there
// is room for them.
#pragma once

#include <atomic>
#include <memory>
#include <unordered_map>

#include "simulation/transitions.hpp"

namespace jeopardice {

class BestTurns;

// What the actions of one turn are worth; valid until the next turn is asked for by the same thread.
//
// Few turns have large totals: what they are worth is not kept, and found again where it is asked for.
class TurnWorth {
  public:
    // To bank a total with the dice of a phase left: minus infinity where that is not legal.
    [[nodiscard]] double bank(const std::size_t phase, const std::size_t total) const {
        if (total > start_) return known_[(phases_ + phase) * width_];
        if (total >= kept_) find_all();
        return bank_[(total * banks_ + (banks_ > 1 ? phase : 0)) * width_];
    }
    // To roll on; where there are no dice, what the turn then is worth.
    [[nodiscard]] double roll(const std::size_t phase, const std::size_t total) const {
        if (total > start_) return known_[phase * width_];
        if (total >= kept_) find_all();
        return rolls_[(total * phases_ + phase) * width_];
    }
    [[nodiscard]] double value(const std::size_t phase, const std::size_t total) const {
        return std::max(bank(phase, total), roll(phase, total));
    }
    // To begin afresh with one of the rolls of the first phase.
    [[nodiscard]] double first(const std::size_t roll) const { return firsts_[roll * width_]; }

  private:
    friend class BestTurns;
    void find_all() const;

    mutable const double *rolls_, *bank_, *known_, *firsts_;
    mutable std::size_t kept_;  // totals below are known
    std::size_t start_, phases_, banks_, width_;
    BestTurns* turns_;
    Position at_;
    std::size_t thread_;
};

// The board and its values must outlive it, and so must what it is worth to go on with turns (null: nobody does).
class BestTurns {
  public:
    BestTurns(const Passing& passing, const Kernel& kernel, std::size_t threads, std::span<const double> values,
              const double* offers, std::size_t totals_kept, std::size_t most_bytes);

    [[nodiscard]] TurnWorth at(const Position& at, std::size_t thread);
    [[nodiscard]] const Passing& passing() const { return passing_; }

  private:
    friend class TurnWorth;
    // The turns of neighbouring states, by the turn total, with the lane as the last index.
    struct Block {
        std::vector<double> rolls;   // totals x phases
        std::vector<double> bank;    // totals, or totals x phases where the dice left to the other player matter
        std::vector<double> known;   // beyond the last total: what each phase is worth, and then a bank there
        std::vector<double> firsts;  // rolls of the first phase, at the start of the turn
        std::vector<std::size_t> starts;
        std::size_t banks = 1;

        [[nodiscard]] std::size_t bytes() const {
            return sizeof(double) * (rolls.size() + bank.size() + known.size() + firsts.size() + starts.size());
        }
    };
    struct Worker {
        explicit Worker(VisitBatch made) : batch(std::move(made)) {}
        VisitBatch batch;
        std::vector<std::unique_ptr<const Block>> owned;
        std::unordered_map<std::uint64_t, std::unique_ptr<const Block>> last;  // of last turns, by their place
        std::unique_ptr<const Block> spare;                                    // where there is no more room
        std::uint64_t spare_place = ~std::uint64_t{0};
        std::unique_ptr<const Block> whole;  // with all totals
    };

    [[nodiscard]] const Block& between(const Position& at, Worker& worker);
    [[nodiscard]] const Block& in_the_end(const Position& at, Worker& worker);
    // The states that are solved together with this one, and its place among them.
    [[nodiscard]] std::size_t first_of(const Position& at) const { return state(at) - lane(at); }
    [[nodiscard]] std::size_t lane(const Position& at) const { return (state(at) - 1) % width_; }
    [[nodiscard]] std::size_t state(const Position& at) const;
    // How the mover of a last turn stands.
    [[nodiscard]] std::size_t stand(const Position& at) const;
    [[nodiscard]] std::vector<Visit> visits(const Position& at) const;
    [[nodiscard]] std::unique_ptr<const Block> solve(const Position& at, VisitBatch& batch, std::size_t totals) const;
    [[nodiscard]] bool has_room(const Block& block);

    const Passing& passing_;
    const Board& board_;
    const TurnTables& turn_;
    const std::span<const double> values_;
    const double* const offers_;
    const std::size_t width_, groups_, totals_kept_, most_bytes_;
    std::vector<std::atomic<const Block*>> blocks_;
    std::atomic<std::size_t> bytes_{0};
    std::vector<Worker> workers_;
};

}  // namespace jeopardice
