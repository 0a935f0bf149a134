#include "simulation/best_turns.hpp"

#include <algorithm>

namespace jeopardice {

BestTurns::BestTurns(const Passing& passing, const Kernel& kernel, const std::size_t threads,
                     const std::span<const double> values, const double* const offers, const std::size_t totals_kept,
                     const std::size_t most_bytes)
    : passing_(passing),
      board_(passing.board()),
      turn_(passing.turn()),
      values_(values),
      offers_(offers),
      width_(kernel.lanes),
      groups_((board_.race().lowest + kernel.lanes - 1) / kernel.lanes),
      totals_kept_(std::max<std::size_t>(1, totals_kept)),
      most_bytes_(most_bytes),
      blocks_(board_.between().modes.size() * board_.race().lowest * groups_) {
    for (std::size_t t = 0; t < std::max<std::size_t>(1, threads); ++t)
        workers_.emplace_back(VisitBatch(turn_, board_.race(), kernel));
}

std::size_t BestTurns::state(const Position& at) const {
    // Nobody gains more than the most: whoever has to has lost.
    return at.last() ? std::min(Passing::to_gain(at), board_.last_turns().most_to_gain())
                     : static_cast<std::size_t>(at.theirs);
}

std::size_t BestTurns::stand(const Position& at) const {
    return board_.last_turns().stand(at.mine, board_.between().modes[at.mode].falls);
}

TurnWorth BestTurns::at(const Position& at, const std::size_t thread) {
    const Block& block = at.last() ? in_the_end(at, workers_[thread]) : between(at, workers_[thread]);
    const std::size_t in = lane(at);
    TurnWorth found;
    found.rolls_ = block.rolls.data() + in;
    found.bank_ = block.bank.data() + in;
    found.known_ = block.known.data() + in;
    found.firsts_ = block.firsts.data() + in;
    found.start_ = block.starts[in];
    found.phases_ = turn_.phases();
    found.banks_ = block.banks;
    found.width_ = width_;
    found.kept_ = totals_kept_;
    found.turns_ = this;
    found.at_ = at;
    found.thread_ = thread;
    return found;
}

void TurnWorth::find_all() const {
    BestTurns::Worker& worker = turns_->workers_[thread_];
    worker.whole = turns_->solve(at_, worker.batch, ~std::size_t{0});
    const std::size_t in = turns_->lane(at_);
    rolls_ = worker.whole->rolls.data() + in;
    bank_ = worker.whole->bank.data() + in;
    known_ = worker.whole->known.data() + in;
    firsts_ = worker.whole->firsts.data() + in;
    kept_ = ~std::size_t{0};
}

const BestTurns::Block& BestTurns::between(const Position& at, Worker& worker) {
    const std::size_t n = board_.race().lowest;
    const std::size_t number = (at.mode * n + at.mine - 1) * groups_ + (first_of(at) - 1) / width_;
    std::atomic<const Block*>& place = blocks_[number];
    if (const Block* const known = place.load(std::memory_order_acquire)) return *known;
    if (worker.spare && worker.spare_place == number) return *worker.spare;
    auto found = solve(at, worker.batch, totals_kept_);
    if (!has_room(*found)) {
        worker.spare = std::move(found);
        worker.spare_place = number;
        return *worker.spare;
    }
    const Block* nobody = nullptr;
    if (!place.compare_exchange_strong(nobody, found.get(), std::memory_order_acq_rel)) {  // too late
        bytes_ -= found->bytes();
        return *nobody;
    }
    worker.owned.push_back(std::move(found));
    return *worker.owned.back();
}

const BestTurns::Block& BestTurns::in_the_end(const Position& at, Worker& worker) {
    const std::uint64_t beaten = board_.between().beat_previous ? at.banked : 0;
    const std::uint64_t key = (beaten << 20 | first_of(at)) << 20 | stand(at);
    if (const auto known = worker.last.find(key); known != worker.last.end()) return *known->second;
    constexpr std::uint64_t of_last_turns = std::uint64_t{1} << 63;
    if (worker.spare && worker.spare_place == (key | of_last_turns)) return *worker.spare;
    auto found = solve(at, worker.batch, totals_kept_);
    if (has_room(*found)) return *(worker.last[key] = std::move(found));
    worker.spare = std::move(found);
    worker.spare_place = key | of_last_turns;
    return *worker.spare;
}

std::vector<Visit> BestTurns::visits(const Position& at) const {
    const std::size_t first = first_of(at),
                      most = at.last() ? board_.last_turns().most_to_gain() : board_.race().lowest;
    std::vector<Visit> found;
    for (std::size_t j = first; j < std::min(first + width_, most + 1); ++j)
        if (at.last()) {
            found.push_back(board_.last_turns().visit(j, at.banked, stand(at)));
            // A turn to go on with may have any total.
            const std::size_t totals = offers_ ? board_.totals() : 0;
            found.back().past = totals - std::min(totals, j);
        } else {
            const double stays = values_[board_.bust_place(at.mine, j, at.mode)];
            found.push_back(board_.visit(values_.data(), at.mine, j, at.mode, stays, offers_));
        }
    return found;
}

std::unique_ptr<const BestTurns::Block> BestTurns::solve(const Position& at, VisitBatch& batch,
                                                         const std::size_t most_totals) const {
    const std::vector<Visit> solved = visits(at);
    batch.run(solved, {.slopes = false, .rolls = true, .all_rows = offers_ != nullptr});
    const TurnLanes& lanes = batch.lanes();
    const std::size_t phases = turn_.phases(), totals = std::min(batch.steps(), most_totals);
    const auto first_rolls = static_cast<std::size_t>(turn_.phase_rolls[1]);
    auto found = std::make_unique<Block>();
    found->banks = lanes.bank_phases ? phases : 1;
    found->bank.resize(totals * found->banks * width_);
    found->rolls.resize(totals * phases * width_);
    found->firsts.resize(first_rolls * width_);
    const double* const known = lanes.rows + (batch.reach() - 1) * phases * width_;
    found->known.assign(known, known + phases * width_);
    // Where a last turn follows, a bank beyond the first row is worth the same as there.
    for (std::size_t q = 0; q < phases; ++q)
        for (std::size_t lane = 0; lane < width_; ++lane)
            found->known.push_back(solved[std::min(lane, solved.size() - 1)].last
                                       ? lanes.bank[(found->banks > 1 ? q : 0) * width_ + lane]
                                       : known[q * width_ + lane]);
    for (std::size_t lane = 0; lane < width_; ++lane) {
        const std::size_t start = batch.start(solved[std::min(lane, solved.size() - 1)]);
        found->starts.push_back(start);
        for (std::size_t r = 0; r < first_rolls; ++r)
            found->firsts[r * width_ + lane] = lanes.roll_values[(start * turn_.rolls() + r) * width_ + lane];
        for (std::size_t total = 0; total < std::min(totals, start + 1); ++total) {
            const std::size_t row = start - total;
            for (std::size_t q = 0; q < found->banks; ++q)
                found->bank[(total * found->banks + q) * width_ + lane] =
                    lanes.bank[(row * found->banks + q) * width_ + lane];
            for (std::size_t q = 0; q < phases; ++q) {
                const auto roll = static_cast<std::size_t>(turn_.phase_rolls[q]);
                found->rolls[(total * phases + q) * width_ + lane] =
                    turn_.no_dice(q) ? lanes.rows[((batch.reach() + row) * phases + q) * width_ + lane]
                                     : lanes.roll_values[(row * turn_.rolls() + roll) * width_ + lane];
            }
        }
    }
    return found;
}

bool BestTurns::has_room(const Block& block) {
    const std::size_t size = block.bytes();
    if (bytes_.fetch_add(size) + size <= most_bytes_) return true;
    bytes_ -= size;
    return false;
}

}  // namespace jeopardice
