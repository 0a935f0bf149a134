#include "race/levels.hpp"

#include <algorithm>
#include <cmath>

#include "race/extrapolation.hpp"
#include "race/tolerances.hpp"

namespace jeopardice {

constexpr size_t most_order = 2;

LevelSolver::LevelSolver(const TurnTables& turn, const Board& board, const Kernel& kernel, size_t threads)
    : turn_(turn),
      board_(board),
      two_(board.objective().two_players),
      decrease_(board.scores_can_decrease()),
      steal_(board.carryover().steal),
      n_(board.race().lowest),
      carries_(board.carries()),
      close_enough_(swept_within),
      values_(board.size(), two_ ? 0.5 : 0.0),
      offers_(board.offers_size(), 0.0),
      solver_(turn, board.race(), kernel, threads) {}

void LevelSolver::change_by(const std::vector<double>& step, double how_far) {
    for (size_t k = 0; k < step.size(); ++k) {
        values_[k] += how_far * step[k];
        if (two_) values_[k] = std::clamp(values_[k], 0.0, 1.0);
    }
}

std::vector<double> LevelSolver::state() const {
    std::vector<double> all = values_;
    all.insert(all.end(), offers_.begin(), offers_.end());
    return all;
}

void LevelSolver::set_state(std::span<const double> state) {
    std::ranges::copy(state.first(values_.size()), values_.begin());
    std::ranges::copy(state.subspan(values_.size()), offers_.begin());
}

void LevelSolver::sweep(const Sweep& sweep, const Progress& progress) {
    first_ = sweep.first;
    close_enough_ = sweep.close_enough;
    left_out_ = sweep.left_out;
    change_ = 0;
    const double past = static_cast<double>(board_.last_turns().past());
    // A turn that can be stolen is solved for all totals, of which those past the goal are often alike.
    const double least = steal_ == Steal::never ? 0 : static_cast<double>(board_.totals());
    const auto rows = [&](double totals) {
        return steal_ == Steal::after_bank && past == 0 ? totals + least / 4 : std::max(least, totals);
    };
    const size_t first_level = two_ ? 2 : 1, last_level = two_ ? 2 * n_ : n_;
    // Turns of a level take as long as the totals that matter in them.
    const auto work = [&](size_t level) {
        const auto [low, high] = two_ ? level_range(n_, level) : LevelRange{level, level};
        const double totals = static_cast<double>(low + high) / 2 + past;
        if (!left_out_) return static_cast<double>(high - low + 1) * rows(totals);
        double sum = 0;
        for (size_t carry = 0; carry < carries_; ++carry)
            for (size_t i = low; i <= high; ++i)
                if (!(*left_out_)[board_.place(i, level - i, carry)]) sum += rows(static_cast<double>(i) + past);
        return sum;
    };
    double done = 0, all = 0;
    for (size_t level = first_level; level <= last_level; ++level) all += work(level);
    // To make room for offers took a while before.
    if (first_ && steal_ != Steal::never) all += done = all / 8;
    for (size_t level = first_level; level <= last_level; ++level) {
        const double part = work(level);
        if (part > 0) solve_level(level);
        done += part;
        if (progress && all > 0) progress(std::min(1.0, done / all));
    }
}

void LevelSolver::solve_level(size_t level) {
    find_states(level);
    // Offers after busts change all values of the level. Without them the first sweep has a guess.
    if (first_ || steal_ != Steal::after_bust) {
        solve_ready();
        std::vector<Ring> rings = find_rings(states_);
        if (!rings.empty()) {
            solve_rings(rings);
            solve_ready();
        }
    }
    if (steal_ != Steal::never) solve_offers();
    if (first_ && two_) choose_order();
    if (first_ && decrease_) copy_equivalents();
}

// The values of rolling on with a stolen turn. After a bank they follow from solved states. After a bust they depend on
// each other, because the next player may steal in turn: they are iterated until nothing changes.
void LevelSolver::solve_offers() {
    std::vector<size_t> all;
    std::vector<double> before;
    for (size_t k = 0; k < states_.size(); ++k)
        if (states_[k].status != Status::missing) {
            all.push_back(k);
            before.push_back(value(k));
        }
    const size_t each = board_.offers_each();
    std::vector<double> values(all.size()), offers(all.size() * each), offers_before;
    const auto offers_of = [&](const LevelState& state) -> double* {
        const bool own = state.carry < board_.carryover().offered;
        return own ? &offers_[board_.offers_place(state.i, state.j, state.carry)] : nullptr;
    };
    if (decrease_)  // otherwise there is only one sweep, and its change is not needed
        for (const size_t k : all)
            if (const double* const old = offers_of(states_[k]))
                offers_before.insert(offers_before.end(), old, old + each);
    Extrapolation extrapolation;
    double last = 0, change = 1;
    for (int round = 0;; ++round) {
        if (round == most_sweeps && change > rounding) does_not_settle(change);
        if (round == most_sweeps) break;
        problems_.clear();
        for (const size_t k : all) problems_.push_back(problem(states_[k], offers_.data()));
        solver_.for_each_batch(
            problems_, {.slopes = false, .rolls = true, .all_rows = true}, [&](size_t first, const TurnBatch& batch) {
                for (size_t v = first; v < std::min(first + batch.width(), all.size()); ++v) {
                    values[v] = board_.objective().sign * batch.found(problems_[v], v - first).value;
                    copy_offers(turn_, batch, problems_[v], v - first, board_.totals(), &offers[v * each]);
                }
            });
        change = 0;
        for (size_t v = 0; v < all.size(); ++v) {
            const LevelState& state = states_[all[v]];
            if (double* const old = offers_of(state)) {
                for (size_t k = 0; k < each; ++k) {
                    change = std::max(change, std::abs(offers[v * each + k] - old[k]));
                    old[k] = offers[v * each + k];
                }
            }
            if (steal_ != Steal::after_bust) continue;
            change = std::max(change, std::abs(values[v] - values_[state.place]));
            values_[state.place] = values[v];
        }
        if (steal_ != Steal::after_bust || change <= close_enough_) break;
        if (round < usual_sweeps) continue;
        if (last > 0 && change <= noise && change >= last) break;
        last = change;
        std::vector<double> found = values;
        found.insert(found.end(), offers.begin(), offers.end());
        if (auto limit = extrapolation.add(found, change)) {
            for (size_t v = 0; v < all.size(); ++v) {
                const LevelState& state = states_[all[v]];
                const double* const jump = &(*limit)[all.size() + v * each];
                values_[state.place] = std::clamp((*limit)[v], 0.0, 1.0);
                for (size_t k = 0; offers_of(state) && k < each; ++k)
                    offers_of(state)[k] = std::clamp(jump[k], 0.0, 1.0);
            }
            last = 0;
        }
    }
    if (!decrease_) return;
    const double* old = offers_before.data();
    for (size_t v = 0; v < all.size(); ++v) {
        change_ = std::max(change_, std::abs(value(all[v]) - before[v]));
        if (const double* const now = offers_of(states_[all[v]]))
            for (size_t k = 0; k < each; ++k) change_ = std::max(change_, std::abs(now[k] - *old++));
    }
}

void LevelSolver::find_states(size_t level) {
    const auto [low, high] = two_ ? level_range(n_, level) : LevelRange{level, level};
    states_.clear();
    for (size_t i = low; i <= high; ++i)
        for (size_t carry = 0; carry < carries_; ++carry) {
            const size_t j = two_ ? level - i : 1;
            const size_t left = first_ ? i : board_.after_bust(i, carry);
            const size_t then = equivalent(board_.carryover().states[carry].busted);
            const bool leaves = left != i || (!first_ && board_.below_floor(i, carry));
            const size_t next = leaves ? outside : ((two_ ? j : i) - low) * carries_ + then;
            const bool exists = (!two_ || board_.exists(j, carry)) && equivalent(carry) == carry;
            const size_t place = board_.place(i, j, carry);
            const bool solved = left_out_ && (*left_out_)[place];
            const Status status = !exists ? Status::missing : solved ? Status::solved : Status::open;
            states_.push_back({i, j, carry, place, next, status});
            if (first_ && exists) values_[states_.back().place] = guess(i, j, carry);
        }
}

void LevelSolver::copy_equivalents() {
    for (const LevelState& state : states_)
        if (equivalent(state.carry) != state.carry)
            values_[state.place] = value(state.i, state.j, equivalent(state.carry));
}

double LevelSolver::guess(size_t i, size_t j, size_t carry) const {
    if (!two_) return i > 1 ? value(i - 1, j, carry) : 2;
    if (i == 1 || j == 1) return i == 1 ? (j == 1 ? 0.5 : value(i, j - 1, carry)) : value(i - 1, j, carry);
    return std::clamp(extrapolated(i, j, carry, order_), 0.0, 1.0);
}

// From lower levels: W(i, j) = -sum over (a, b) > (0, 0) of c_a c_b W(i - a, j - b), c the coefficients of (1 -
// x)^order.
double LevelSolver::extrapolated(size_t i, size_t j, size_t carry, size_t order) const {
    static constexpr double coefficients[][most_order + 1] = {{1, -1, 0}, {1, -2, 1}};
    order = std::min({order, i - 1, j - 1});
    const double* const c = coefficients[order - 1];
    double sum = 0;
    for (size_t a = 0; a <= order; ++a)
        for (size_t b = 0; b <= order; ++b)
            if (a + b > 0) sum -= c[a] * c[b] * value(i - a, j - b, carry);
    return sum;
}

// The order that would have been better for this level.
void LevelSolver::choose_order() {
    double errors[most_order] = {};
    for (const LevelState& state : states_)
        if (state.status == Status::solved && state.i > 1 && state.j > 1)
            for (size_t order = 1; order <= most_order; ++order)
                errors[order - 1] +=
                    std::abs(extrapolated(state.i, state.j, state.carry, order) - values_[state.place]);
    order_ = static_cast<size_t>(std::min_element(errors, errors + most_order) - errors) + 1;
}

TurnProblem LevelSolver::problem(const LevelState& state, const double* offers) const {
    const auto& [i, j, carry, place, next, status, slope, gain, success] = state;
    const double stays =
        next != outside ? values_[states_[next].place] : board_.bust_value(values_.data(), i, j, carry);
    return board_.problem(values_.data(), i, j, carry, stays, offers, !first_);
}

void LevelSolver::solve_turns(std::span<const size_t> which, bool slopes) {
    problems_.clear();
    const double* const offers = steal_ == Steal::after_bank ? offers_.data() : nullptr;
    for (const size_t k : which) problems_.push_back(problem(states_[k], offers));
    found_.resize(problems_.size());
    solver_.solve(problems_, found_, {.slopes = slopes});
    for (TurnValue& found : found_) found.value *= board_.objective().sign;
}

void LevelSolver::set(LevelState& state, double value) {
    if (state.status == Status::open)
        change_ = std::max(change_, std::abs(value - values_[state.place]) / std::max(1.0, std::abs(value)));
    values_[state.place] = value;
}

void LevelSolver::solve_ready() {
    for (auto ready = find_ready(states_); !ready.empty(); ready = find_ready(states_)) {
        solve_turns(ready, false);
        for (size_t r = 0; r < ready.size(); ++r) {
            set(states_[ready[r]], found_[r].value);
            states_[ready[r]].status = Status::solved;
        }
    }
}

std::vector<double> solve_within(const TurnTables& turn, const Board& board, const Kernel& kernel, size_t threads,
                                 size_t turns, const Progress& progress) {
    const size_t n = board.race().lowest, carries = board.carries(), size = board.size();
    std::vector<double> within((turns + 1) * size, 0.0);
    TurnSolver solver(turn, board.race(), kernel, threads);
    std::vector<TurnProblem> problems(size);
    std::vector<TurnValue> found(size);
    for (size_t m = 1; m <= turns; ++m) {
        const double* const before = &within[(m - 1) * size];
        for (size_t i = 1; i <= n; ++i)
            for (size_t carry = 0; carry < carries; ++carry)
                problems[(i - 1) * carries + carry] =
                    board.problem(before, i, 1, carry, board.bust_value(before, i, 1, carry), nullptr);
        solver.solve(problems, found);
        for (size_t k = 0; k < size; ++k)
            within[m * size + board.place(k / carries + 1, 1, k % carries)] = found[k].value;
        if (progress) progress(fraction(m, turns));
    }
    return within;
}

}  // namespace jeopardice
