#include "multiplayer/blocks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "race/tolerances.hpp"

namespace jeopardice {

void BlockSolver::solve(double* values, std::span<const Units> blocks, const Shares& mixed, bool first,
                        LevelResult& found) {
    start(values, blocks, mixed, found, first);
    find_values();
    if (board_.solved_in_one_sweep()) compare(found.mixed, found.checked);
}

void BlockSolver::find_values() {
    // Offers after busts change all values of a block. Without them the first sweep has a guess.
    if (first_ || !iterates()) {
        solve_ready();
        std::vector<Ring> rings = find_rings(states_);
        if (!rings.empty()) {
            solve_rings(rings);
            solve_ready();
        }
    }
    if (board_.stealing()) solve_offers();
    if (first_) copy_equivalents();
}

TurnProblem BlockSolver::problem(const BlockState& state) {
    const auto& [units, carry, place, in_block, next, status, guess, known, confirmed, mixes, best] = state;
    if (!board_.has_ends()) return board_.problem(values_, units, carry, guess, !first_);
    ends_.emplace_back(board_, values_, stolen_, mixed_, units, carry, knows_busts_, !first_);
    return board_.problem(ends_.back(), units, carry, guess);
}

void BlockSolver::start(double* values, std::span<const Units> blocks, const Shares& mixed, LevelResult& found,
                        bool first, double guess) {
    values_ = values;
    mixed_ = &mixed;
    found_ = &found;
    first_ = first;
    start_guess_ = guess;
    stolen_ = iterates() && first ? nullptr : offers_;
    knows_busts_ = iterates() && !first;
    const size_t carries = board_.carries();
    states_.clear();
    made_.clear();
    for (Units units : blocks) {
        const size_t base = states_.size(), rotations = board_.rotations(units);
        for (size_t r = 0; r < rotations; ++r, units = board_.next(units, units[0]))
            for (size_t carry = 0; carry < carries; ++carry) {
                const bool leaves = !first_ && board_.after_bust(units[0], carry) != units[0];
                const size_t then = equivalent(board_.carryover().states[carry].busted);
                const bool exists = board_.exists(units, carry) && equivalent(carry) == carry;
                states_.push_back({.units = units,
                                   .carry = carry,
                                   .place = board_.place(units, carry),
                                   .in_block = states_.size() - base,
                                   .next = leaves ? outside : base + (r + 1) % rotations * carries + then,
                                   .status = exists ? Status::open : Status::missing});
                if (first_ && exists) prefetch_before(states_.back());
            }
    }
    for (const BlockState& state : states_)
        if (first_ && state.status == Status::open)
            values_[(board_.planes() - 1) * board_.plane() + state.place] = extrapolated(state);
}

void BlockSolver::copy_equivalents() {
    for (const BlockState& state : states_)
        if (equivalent(state.carry) != state.carry)
            for (size_t p = 0; p < board_.planes(); ++p)
                values_[p * board_.plane() + state.place] =
                    values_[p * board_.plane() + board_.place(state.units, equivalent(state.carry))];
}

// Prefetches the values after a bank while the batch before is solved: tables are larger than any cache.
void BlockSolver::prefetch(const TurnProblem& problem) const {
    constexpr size_t line = 64 / sizeof(double);
    for (size_t p = 0; p < board_.planes(); ++p)
        for (size_t s = 0; s < problem.needed; s += line)
            __builtin_prefetch(problem.others.after + p * board_.plane() + s);
}

// Sorted by the units needed, because a batch takes as long as its longest problem.
void BlockSolver::make_problems(std::span<const size_t> which) {
    found_->problems += which.size();
    // A play is confirmed right after it is found: only guesses differ.
    if (std::ranges::equal(which, made_) && !board_.has_ends()) {
        for (size_t v = 0; v < problems_.size(); ++v) {
            problems_[v].stays = states_[order_[v]].guess;
            problems_[v].others.count = board_.players() - 2;
        }
        return;
    }
    made_.assign(which.begin(), which.end());
    order_.assign(which.begin(), which.end());
    std::sort(order_.begin(), order_.end(),
              [&](size_t a, size_t b) { return states_[a].units[0] < states_[b].units[0]; });
    problems_.clear();
    ends_.clear();
    ends_.reserve(order_.size());
    for (const size_t k : order_) problems_.push_back(problem(states_[k]));
}

void BlockSolver::play(std::span<const size_t> which) {
    make_problems(which);
    for (size_t first = 0; first < problems_.size(); first += batch_.width()) {
        const size_t count = std::min(batch_.width(), problems_.size() - first);
        for (size_t v = first + count; v < std::min(first + 2 * count, problems_.size()) && !board_.has_ends(); ++v)
            prefetch(problems_[v]);
        batch_.run(std::span(problems_).subspan(first, count));
        for (size_t lane = 0; lane < count; ++lane) {
            const TurnProblem& problem = problems_[first + lane];
            BlockState& state = states_[order_[first + lane]];
            const auto [own, bust] = batch_.found(problem, lane);
            state.play = turn_play(own - bust * problem.stays, bust, board_.players(),
                                   [&](size_t p) { return batch_.other_value(problem, p, lane); });
        }
    }
}

constexpr double hardly_more = 5e-16;  // by rounding

void BlockSolver::confirm(std::span<const Ring> rings) {
    std::vector<size_t> which;
    for (const Ring& ring : rings) which.insert(which.end(), ring.begin(), ring.end());
    make_problems(which);
    for (TurnProblem& problem : problems_) problem.others.count = 0;
    for (size_t first = 0; first < problems_.size(); first += batch_.width()) {
        const auto solved = std::span(problems_).subspan(first, std::min(batch_.width(), problems_.size() - first));
        batch_.run(solved, {.slopes = false});
        for (size_t lane = 0; lane < solved.size(); ++lane) {
            BlockState& state = states_[order_[first + lane]];
            state.best = batch_.found(solved[lane], lane).value;
            state.confirmed = state.best <= state.play.own(state.guess) + hardly_more;
        }
    }
}

void BlockSolver::set(BlockState& state, const Components& value) {
    for (size_t p = 1; p < board_.players(); ++p) {
        double& stored = values_[(p - 1) * board_.plane() + state.place];
        const double now = std::clamp(value[p], 0.0, 1.0);
        found_->change = std::max(found_->change, std::abs(now - stored));
        stored = now;
    }
    state.status = Status::solved;
}

void BlockSolver::solve_ready() {
    const size_t players = board_.players();
    for (auto ready = find_ready(states_); !ready.empty(); ready = find_ready(states_)) {
        for (const size_t k : ready) states_[k].guess = board_.components(values_, after_bust(states_[k]))[players - 1];
        play(ready);
        for (const size_t k : ready) {
            const Components then = board_.components(values_, after_bust(states_[k]));
            Components value = states_[k].play.worth;
            for (size_t p = 0; p < players; ++p) value[p] += states_[k].play.bust * then[(p + players - 1) % players];
            set(states_[k], value);
        }
    }
}

void find_worth_around(std::span<const TurnPlay> plays, size_t players, std::span<Components> found) {
    // Seat p of the first state is seat p - k of the k-th, and seat p again after `length` states.
    const size_t length = std::lcm(plays.size(), players);
    Components here{};
    double stays = 1;
    for (size_t k = 0, at = 0, seat = 0; k < length; ++k) {
        const TurnPlay& play = plays[at];
        for (size_t p = 0, q = seat; p < players; ++p) {
            here[q] += stays * play.worth[p];
            if (++q == players) q = 0;
        }
        stays *= play.bust;
        if (++at == plays.size()) at = 0;
        if (++seat == players) seat = 0;
    }
    if (!(1 - stays > hardly_ever)) never_ends();
    for (size_t p = 0; p < players; ++p) here[p] /= 1 - stays;
    for (size_t k = plays.size(); k-- > 0;) {
        const Components& then = k + 1 < plays.size() ? found[k + 1] : here;
        found[k][0] = plays[k].worth[0] + plays[k].bust * then[players - 1];
        for (size_t p = 1; p < players; ++p) found[k][p] = plays[k].worth[p] + plays[k].bust * then[p - 1];
    }
}

bool BlockSolver::busts_for_ever(const Ring& ring) const {
    double stays = 1;
    for (const size_t k : ring) stays *= states_[k].play.bust;
    return !(1 - stays > hardly_ever);
}

std::span<const Components> BlockSolver::around(const Ring& ring) {
    plays_.clear();
    for (const size_t k : ring) plays_.push_back(states_[k].play);
    around_.resize(ring.size());
    find_worth_around(plays_, board_.players(), around_);
    return around_;
}

void BlockSolver::solve_rings(std::vector<Ring>& rings) {
    const size_t players = board_.players(), last = (players - 2) * board_.plane();
    for (Ring& ring : rings)
        for (const size_t k : ring)
            states_[k].guess = start_guess_ < 0 ? values_[last + states_[states_[k].next].place] : start_guess_;
    std::vector<size_t> which;
    for (int step = 0; step < newton_steps && !rings.empty(); ++step) {
        // Most plays are best for the values that follow from them, too.
        if (step > 0) {
            confirm(rings);
            std::vector<Ring> open;
            for (Ring& ring : rings) {
                const bool is_best = std::ranges::all_of(ring, [&](size_t k) { return states_[k].confirmed; });
                if (!is_best || busts_for_ever(ring)) {
                    open.push_back(std::move(ring));
                    continue;
                }
                const std::span<const Components> found = around(ring);
                for (size_t k = 0; k < ring.size(); ++k) set(states_[ring[k]], found[k]);
            }
            rings.swap(open);
        }
        // At first only those whose play is not best; the others may be next to a tie, so that they are confirmed
        // again.
        const bool all_again = step == 0 || step > 2;
        which.clear();
        for (const Ring& ring : rings)
            for (const size_t k : ring)
                if (!std::exchange(states_[k].confirmed, false) || all_again) which.push_back(k);
        play(which);
        std::vector<Ring> open;
        for (Ring& ring : rings) {
            // A guess that is too high makes every turn bust.
            if (busts_for_ever(ring)) {
                for (const size_t k : ring) states_[k].guess /= 2;
                open.push_back(std::move(ring));
                continue;
            }
            const std::span<const Components> found = around(ring);
            bool settled = all_again;
            for (size_t k = 0; k < ring.size(); ++k) {
                BlockState& state = states_[ring[k]];
                const double now = std::clamp(found[(k + 1) % ring.size()][players - 1], 0.0, 1.0);
                settled = settled && std::abs(now - state.guess) <= settled_within;
                state.guess = now;
            }
            if (!settled) {
                open.push_back(std::move(ring));
                continue;
            }
            for (size_t k = 0; k < ring.size(); ++k) set(states_[ring[k]], found[k]);
        }
        rings.swap(open);
    }
    for (const Ring& ring : rings) {
        if (states_[ring[0]].mixes) continue;  // with another ring of the block
        ++found_->one_by_one;
        std::vector<PlayPool> pools;
        if (!respond_one_by_one(ring, pools) && !mix(ring, pools)) {
            if (mix_decisions(ring[0])) continue;
            ++found_->unsettled;
        }
        const std::span<const Components> found = around(ring);
        for (size_t k = 0; k < ring.size(); ++k) set(states_[ring[k]], found[k]);
    }
}

}  // namespace jeopardice
