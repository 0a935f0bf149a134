#include "simulation/best_turns.hpp"

#include <algorithm>

namespace jeopardice {

BestTurns::BestTurns(const Table& table, const Board& board, const Kernel& kernel, size_t threads,
                     std::span<const double> values, const double* offers, size_t totals_kept, size_t most_bytes)
    : table_(table),
      board_(board),
      turn_(table.turn()),
      values_(values),
      offers_(offers),
      width_(kernel.width),
      width_bits_(static_cast<size_t>(std::countr_zero(width_))),
      lowest_(board_.race().lowest),
      blocks_a_row_((lowest_ + width_ - 1) / width_),
      totals_kept_(std::max<size_t>(1, totals_kept)),
      most_bytes_(most_bytes),
      two_players_(board_.objective().two_players),
      rows_(turn_, table.carryover().steal != Steal::never),
      blocks_(board_.carryover().states.size() * lowest_ * blocks_a_row_) {
    for (size_t t = 0; t < std::max<size_t>(1, threads); ++t)
        workers_.emplace_back(TurnBatch(turn_, board_.race(), kernel));
}

size_t BestTurns::last_state(const Position& at) const {
    // A player who must gain more than the most has lost.
    return std::min(table_.to_gain(at), board_.last_turns().most_to_gain());
}

size_t BestTurns::standing(const Position& at) const {
    return board_.last_turns().standing(at.mine(), board_.carryover().states[at.carry].penalized);
}

void TurnWorth::find_all() const {
    auto& worker = turns_->workers_[thread_];
    worker.whole = turns_->solve(*at_, worker.batch, ~size_t{0});
    numbers_ = worker.whole->numbers.data() + turns_->lane(*at_) * worker.whole->each;
    kept_ = ~size_t{0};
}

const TurnBlock& BestTurns::block(const Position& at, Worker& worker) {
    const std::uint64_t number = block_number(at);
    if (at.last()) {
        if (const auto known = worker.last.find(number); known != worker.last.end()) return *known->second;
    } else if (const TurnBlock* const known = blocks_[number].load(std::memory_order_acquire)) {
        return *known;
    }
    if (worker.spare && worker.spare_number == number) return *worker.spare;
    auto found = solve(at, worker.batch, totals_kept_);
    if (!has_room(*found)) {
        worker.spare = std::move(found);
        worker.spare_number = number;
        return *worker.spare;
    }
    if (at.last()) return *(worker.last[number] = std::move(found));
    const TurnBlock* by_other_thread = nullptr;
    if (!blocks_[number].compare_exchange_strong(by_other_thread, found.get(), std::memory_order_acq_rel)) {
        bytes_ -= found->bytes();
        return *by_other_thread;
    }
    worker.owned.push_back(std::move(found));
    return *worker.owned.back();
}

std::uint64_t BestTurns::last_block_number(const Position& at) const {
    constexpr std::uint64_t of_last_turns = std::uint64_t{1} << 63;
    const std::uint64_t beaten = board_.carryover().beat_previous ? at.banked : 0;
    return of_last_turns | (beaten << 20 | first_of(at)) << 20 | standing(at);
}

std::vector<TurnProblem> BestTurns::problems(const Position& at) const {
    const size_t first = first_of(at);
    const size_t most = at.last() ? board_.last_turns().most_to_gain() : two_players_ ? lowest_ : 1;
    std::vector<TurnProblem> found;
    for (size_t j = first; j < std::min(first + width_, most + 1); ++j)
        if (at.last()) {
            found.push_back(board_.last_turns().problem(j, at.banked, standing(at)));
            // A stolen turn may have any total.
            const size_t totals = offers_ ? board_.totals() : 0;
            found.back().past = totals - std::min(totals, j);
        } else {
            const double stays = values_[board_.bust_place(at.mine(), j, at.carry)];
            found.push_back(board_.problem(values_.data(), at.mine(), j, at.carry, stays, offers_));
        }
    return found;
}

std::unique_ptr<const TurnBlock> BestTurns::solve(const Position& at, TurnBatch& batch, size_t most_totals) const {
    const std::vector<TurnProblem> solved = problems(at);
    batch.run(solved, {.slopes = false, .rolls = true, .all_rows = offers_ != nullptr});
    const TurnLanes& lanes = batch.lanes();
    const size_t phases = turn_.phases(), totals = std::min(batch.steps(), most_totals), apart = batch.width();
    const size_t banks = lanes.bank_phases ? phases : 1;
    const auto bank_at = [&](size_t row, size_t q, size_t lane) {
        return lanes.bank[(row * banks + (banks > 1 ? q : 0)) * apart + lane];
    };
    auto found = std::make_unique<TurnBlock>();
    found->each = rows_.rows + totals * rows_.stride;
    found->numbers.resize(solved.size() * found->each);
    for (size_t lane = 0; lane < solved.size(); ++lane) {
        double* const numbers = found->numbers.data() + lane * found->each;
        const size_t start = batch.start(solved[lane]);
        numbers[0] = static_cast<double>(start);
        const double* const known = lanes.rows + (batch.reach() - 1) * phases * apart + lane;
        for (size_t q = 0; q < phases; ++q) {
            numbers[TurnRows::known + q] = known[q * apart];
            // Where a last turn follows, a bank past the first row has the value of the first row.
            numbers[TurnRows::known + phases + q] = solved[lane].last ? bank_at(0, q, lane) : known[q * apart];
        }
        for (const size_t r : turn_.rolls_of(0)) numbers[rows_.firsts() + r] = batch.roll_value(start, r, lane);
        for (size_t total = 0; total < std::min(totals, start + 1); ++total) {
            double* const worths = numbers + rows_.rows + total * rows_.stride;
            const size_t row = start - total;
            for (size_t q = 0; q < rows_.banks; ++q) worths[q] = bank_at(row, q, lane);
            for (size_t q = 0; q < phases; ++q)
                worths[rows_.banks + q] = turn_.no_dice(q) ? batch.value(static_cast<std::ptrdiff_t>(row), q, lane)
                                                           : batch.roll_value(row, turn_.first_roll(q), lane);
        }
    }
    return found;
}

bool BestTurns::has_room(const TurnBlock& block) {
    const size_t size = block.bytes();
    if (bytes_.fetch_add(size) + size <= most_bytes_) return true;
    bytes_ -= size;
    return false;
}

}  // namespace jeopardice
