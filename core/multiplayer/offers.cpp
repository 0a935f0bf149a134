// What stolen turns are worth to all players: see multiplayer/blocks.hpp.
#include <algorithm>
#include <cmath>

#include "multiplayer/blocks.hpp"
#include "race/tolerances.hpp"

namespace jeopardice {

namespace {

// Stores the values of the players after the mover: of the next player what the others leave.
double store_all(double own, size_t planes, const auto& other, const auto& stored) {
    double rest = 1 - own, change = 0;
    const auto put = [&](size_t p, double worth) {
        double& old = stored(p);
        const double now = std::clamp(worth, 0.0, 1.0);
        change = std::max(change, std::abs(now - old));
        old = now;
    };
    for (size_t p = 1; p < planes; ++p) {
        const double worth = other(p - 1);
        rest -= worth;
        put(p, worth);
    }
    put(0, rest);
    return change;
}

}  // namespace

void BlockSolver::find_offers(double* values, std::span<const Units> blocks, const Shares& mixed, LevelResult& found) {
    start(values, blocks, mixed, found, false);
    const auto mixes = board_.blocks_of(mixed);
    // The same as when values were found.
    for (size_t k = 0; k < states_.size() && !mixes.empty(); ++k)
        if (states_[k].in_block == 0 && mixes.contains(board_.block_of(states_[k].units)) && !mix_decisions(k))
            ++found.unsettled;
    solve_offers();
}

double BlockSolver::store_value(const BlockState& state, const TurnProblem& problem, size_t lane) {
    return store_all(
        batch_.found(problem, lane).value, board_.planes(),
        [&](size_t r) { return batch_.other_value(problem, r, lane); },
        [&](size_t p) -> double& { return values_[p * board_.plane() + state.place]; });
}

double BlockSolver::store_offers(const TurnProblem& problem, size_t lane, double* offers) const {
    const TurnTables& turn = board_.turn();
    const size_t start = batch_.start(problem);
    double change = 0;
    for (size_t q = 0; q < turn.phases(); ++q)
        for (size_t total = 1; total < board_.totals() && !turn.no_dice(q); ++total) {
            const size_t row = start - std::min(start, total), roll = turn.first_roll(q);
            double* const worth = offers + (q * board_.totals() + total) * board_.planes();
            change = std::max(change, store_all(
                                          batch_.roll_value(row, roll, lane), board_.planes(),
                                          [&](size_t r) { return batch_.other_roll_value(row, roll, r, lane); },
                                          [&](size_t p) -> double& { return worth[p]; }));
        }
    return change;
}

void BlockSolver::solve_offers() {
    constexpr double close_enough = 1e-15;
    std::vector<size_t> all;
    std::vector<double> values_before, offers_before;
    // The change of the block of each state in a round, and in one long before.
    std::vector<size_t> blocks;
    std::vector<double> changes, changes_before;
    for (size_t k = 0; k < states_.size(); ++k) {
        blocks.push_back(states_[k].in_block == 0 ? k : blocks.back());
        if (states_[k].status == Status::missing) continue;
        if (!states_[k].mixes) all.push_back(k);
        for (size_t p = 0; p < board_.planes(); ++p)
            values_before.push_back(values_[p * board_.plane() + states_[k].place]);
        if (const double* const offers = offers_of(states_[k]); offers && board_.scores_can_decrease())
            offers_before.insert(offers_before.end(), offers, offers + board_.offers_each());
    }
    changes_before.assign(states_.size(), 1.0);
    // Where values are iterated, the states of a block follow one another, the later first: players who respond to each
    // other at the same time may do so forever.
    const auto before = [&](size_t a, size_t b) {
        return iterates() ? states_[a].in_block > states_[b].in_block : states_[a].units[0] < states_[b].units[0];
    };
    std::stable_sort(all.begin(), all.end(), before);
    knows_busts_ = true;
    stolen_ = offers_;
    double last = 1;
    for (int round = 0;; ++round) {
        changes.assign(states_.size(), 0.0);
        for (size_t first = 0, end = 0; first < all.size(); first = end) {
            end = std::min(first + batch_.width(), all.size());
            while (iterates() && before(all[first], all[end - 1])) --end;
            const std::span which = std::span(all).subspan(first, end - first);
            problems_.clear();
            made_.clear();
            ends_.clear();
            ends_.reserve(which.size());
            for (const size_t k : which) problems_.push_back(problem(states_[k]));
            batch_.run(problems_, {.rolls = true, .all_rows = true});
            found_->problems += problems_.size();
            for (size_t lane = 0; lane < which.size(); ++lane) {
                const BlockState& state = states_[which[lane]];
                double& change = changes[blocks[which[lane]]];
                if (double* const offers = offers_of(state))
                    change = std::max(change, store_offers(problems_[lane], lane, offers));
                if (iterates()) change = std::max(change, store_value(state, problems_[lane], lane));
            }
        }
        const double change = *std::ranges::max_element(changes);
        if (!iterates() || change <= close_enough || (change <= rounding && change >= last)) break;
        last = change;
        if ((round + 1) % usual_sweeps != 0) continue;
        // Plays of blocks that change as much as ever go round in circles.
        for (size_t k = 0; k < states_.size(); ++k)
            if (changes[k] > rounding && changes[k] > 0.9 * changes_before[k]) static_cast<void>(mix_decisions(k));
        std::erase_if(all, [&](size_t k) { return states_[k].mixes; });
        changes_before = changes;
        if (round + 1 >= most_sweeps) {
            for (size_t k = 0; k < states_.size(); ++k)
                if (changes[k] > rounding && !states_[k].mixes) ++found_->unsettled;
            break;
        }
    }
    if (!board_.scores_can_decrease() && first_) return;
    const double *value = values_before.data(), *offer = offers_before.data();
    for (size_t k = 0; k < states_.size(); ++k) {
        if (states_[k].status == Status::missing) continue;
        for (size_t p = 0; p < board_.planes(); ++p)
            found_->change =
                std::max(found_->change, std::abs(values_[p * board_.plane() + states_[k].place] - *value++));
        if (const double* const offers = offers_of(states_[k]); offers && board_.scores_can_decrease())
            for (size_t i = 0; i < board_.offers_each(); ++i)
                found_->change = std::max(found_->change, std::abs(offers[i] - *offer++));
    }
}

}  // namespace jeopardice
