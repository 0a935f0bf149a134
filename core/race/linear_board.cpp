#include "race/linear_board.hpp"

#include <algorithm>
#include <cmath>

namespace jeopardice {

namespace {

std::vector<double> sizes_of(std::vector<double> numbers) {
    for (double& x : numbers) x = std::abs(x);
    return numbers;
}

}  // namespace

bool LinearBoard::describes(const Board& board) {
    const auto& states = board.carryover().states;
    return board.objective().two_players && board.carryover().steal == Steal::never && !board.race().keep_on_bust &&
           std::ranges::none_of(states, [](const CarryoverState& state) { return state.step > 0; });
}

LinearBoard::LinearBoard(const TurnTables& turn, const Board& board, const Kernel& kernel, size_t threads, size_t pitch)
    : turn_(turn),
      board_(board),
      kernel_(kernel),
      n_(board.race().lowest),
      carries_(board.carries()),
      turned_(board.objective().sign * board.objective().scale),
      solver_(turn, board.race(), kernel, threads),
      offsets_(turn.option_offsets()) {
    for (size_t o = 0; o < turn.outcomes(); ++o) {
        const auto options = turn.options_of(o);
        const auto at = [&](size_t option) { return offsets_.begin() + static_cast<std::ptrdiff_t>(option); };
        std::sort(at(options.front()), at(options.back() + 1));
    }
    choose_sample(pitch);
    order_carries();
}

void LinearBoard::choose_sample(size_t pitch) {
    constexpr size_t usual = 64;  // chances of a turn that matter
    for (;; pitch *= 2) {
        units_.clear();
        // Close to the goal all states, because there every point changes what is best.
        for (size_t i = 1; i < n_; i += i * pitch < 128 ? 1 : pitch) units_.push_back(i);
        units_.push_back(n_);
        if (units_.size() * units_.size() * carries_ * usual <= most_chances || units_.size() < 8) break;
    }
    nearest_.assign(n_ + 1, 0);
    for (size_t i = 1, k = 0; i <= n_; ++i) {
        while (k + 1 < units_.size() && units_[k + 1] <= i) ++k;
        nearest_[i] = k + 1 < units_.size() && units_[k + 1] - i < i - units_[k] ? k + 1 : k;
    }
}

void LinearBoard::order_carries() {
    const auto& states = board_.carryover().states;
    std::vector<size_t> busts(carries_, carries_);  // until one is penalized
    for (size_t round = 0; round < carries_; ++round)
        for (size_t c = 0; c < carries_; ++c)
            busts[c] = states[c].penalized ? 0 : std::min(busts[c], busts[states[c].busted] + 1);
    for (size_t c = 0; c < carries_; ++c) order_.push_back(c);
    std::ranges::stable_sort(order_, {}, [&](size_t c) { return busts[c]; });
}

void LinearBoard::sample(const std::vector<double>& values, const Progress& progress) {
    turns_.assign(units_.size() * units_.size() * carries_, {});
    chances_.clear();
    for (size_t row = 0; row < units_.size(); ++row) {
        sample_row(row, values);
        const double part = fraction(units_[row], n_);
        if (progress) progress(part * part);
    }
}

// All turns of a sample row: players who need the same number of units.
void LinearBoard::sample_row(size_t row, const std::vector<double>& values) {
    const size_t i = units_[row], all = units_.size() * carries_, lanes = kernel_.lanes, phases = turn_.phases();
    std::vector<TurnProblem> problems;
    for (const size_t j : units_)
        for (size_t carry = 0; carry < carries_; ++carry)
            problems.push_back(
                board_.problem(values.data(), i, j, carry, board_.bust_value(values.data(), i, j, carry), nullptr));
    std::vector<double> chances(all * (i - 1));
    Turn* const turns = &turns_[row * all];
    const Wanted wanted{.slopes = false, .rolls = turn_.has_choice_of_rolls()};
    solver_.for_each_batch(problems, wanted, [&](size_t first, const TurnBatch& batch) {
        const size_t goal = batch.reach() + batch.beyond(), start = batch.reach() + batch.start(problems[first]);
        Aligned weights((batch.reach() + batch.steps()) * phases * lanes), busted(lanes), lost(lanes), won(lanes);
        for (size_t lane = 0; lane < lanes; ++lane) weights[start * phases * lanes + lane] = 1;
        kernel_.follow(turn_, offsets_.data(), batch.reach(), batch.lanes(),
                       {weights.data(), busted.data(), 0, lost.data(), won.data(), negligible});
        const size_t used = std::min(lanes, all - first);
        for (size_t lane = 0; lane < used; ++lane) {
            Turn& turn = turns[first + lane];
            turn.bust = busted[lane];
            turn.lost = lost[lane];
            turn.excess = board_.objective().sign * batch.found(problems[first + lane], lane).value -
                          values[board_.place(i, units_[(first + lane) / carries_], (first + lane) % carries_)];
        }
        for (size_t left = 1; left < i; ++left)
            for (size_t q = 0; q < phases; ++q) {
                const double* const weight = &weights[((goal + left - 1) * phases + q) * lanes];
                for (size_t lane = 0; lane < used; ++lane) {
                    const size_t v = first + lane;
                    const bool stuck = turn_.no_dice(q) && i - left < problems[v].least;
                    (stuck ? turns[v].bust : chances[v * (i - 1) + left - 1]) += weight[lane];
                }
            }
    });
    for (size_t v = 0; v < all; ++v) {
        const auto begin = chances.begin() + static_cast<std::ptrdiff_t>(v * (i - 1)),
                   end = begin + static_cast<std::ptrdiff_t>(i - 1);
        const auto from = std::find_if(begin, end, [](double chance) { return chance > negligible; });
        turns[v].first = chances_.size();
        turns[v].size = static_cast<size_t>(end - from);
        chances_.insert(chances_.end(), from, end);
    }
}

std::vector<double> LinearBoard::interpolated_excess() const {
    const size_t count = units_.size();
    std::vector<size_t> below(n_ + 1);
    std::vector<double> part(n_ + 1);
    for (size_t i = 1, k = 0; i <= n_ && count > 1; ++i) {
        while (k + 2 < count && units_[k + 1] <= i) ++k;
        below[i] = k;
        part[i] = fraction(i - units_[k], units_[k + 1] - units_[k]);
    }
    std::vector<double> found(board_.size());
    for (size_t carry = 0; carry < carries_; ++carry)
        for (size_t i = 1; i <= n_; ++i)
            for (size_t j = 1; j <= n_; ++j) {
                const auto at = [&](size_t a, size_t b) {
                    return turns_[(std::min(a, count - 1) * count + std::min(b, count - 1)) * carries_ + carry].excess;
                };
                const auto across = [&](size_t a) { return std::lerp(at(a, below[j]), at(a, below[j] + 1), part[j]); };
                found[board_.place(i, j, carry)] = std::lerp(across(below[i]), across(below[i] + 1), part[i]);
            }
    return found;
}

double LinearBoard::banks(const std::vector<double>& e, size_t i, size_t j, size_t carry) const {
    const Turn& turn = turn_at(i, j, carry);
    const size_t size = std::min(turn.size, i - 1), then = board_.carryover().states[carry].banked;
    if (size == 0) return 0;
    return kernel_.dot(&chances_[turn.first + turn.size - size], &e[board_.place(j, i - size, then)], size);
}

double LinearBoard::others(const std::vector<double>& e, size_t i, size_t j, size_t carry, const auto& counts) const {
    const Turn& turn = turn_at(i, j, carry);
    double sum = 0;
    if (!board_.below_floor(i, carry) && counts(board_.after_bust(i, carry)))
        sum += turn.bust * e[board_.bust_place(i, j, carry)];
    if (turn.lost == 0) return sum;
    const size_t lost = board_.carryover().loses ? board_.after_bust(board_.race().needed, carry) : i;
    const size_t then = board_.carryover().states[carry].busted;
    return counts(lost) ? sum + turn.lost * e[board_.place(j, lost, then)] : sum;
}

LinearBoard::Consequences LinearBoard::after_sweep(const std::vector<double>& step,
                                                   const std::vector<bool>& left_out) const {
    // The mean over the ends of a turn of `later`, and of `of_sweep` where the sweep has not shown it to the state.
    const auto mean = [&](const std::vector<double>& of_sweep, const std::vector<double>* later) {
        std::vector<double> found(step.size());
        for (size_t carry = 0; carry < carries_; ++carry)
            for (size_t i = 1; i <= n_; ++i)
                for (size_t j = 1; j <= n_; ++j) {
                    const size_t place = board_.place(i, j, carry);
                    const bool all = left_out[place];
                    double& sum = found[place];
                    sum = others(of_sweep, i, j, carry, [&](size_t units) { return all || units > i; });
                    if (all) sum += banks(of_sweep, i, j, carry);
                    if (later)
                        sum += banks(*later, i, j, carry) + others(*later, i, j, carry, [](size_t) { return true; });
                }
        return found;
    };
    std::vector<double> source = mean(step, nullptr);
    for (double& x : source) x *= turned_;
    std::vector<double> changes = solve(source);
    const std::vector<double> sizes = sizes_of(changes);
    return {std::move(changes), mean(sizes_of(step), &sizes)};
}

// In order of the levels, as in a sweep, until a round changes nothing that matters.
std::vector<double> LinearBoard::solve(const std::vector<double>& source) const {
    constexpr double precise = 1e-2, precise_level = 1e-3;
    constexpr int most_rounds = 10, most_busts = 20;
    std::vector<double> e(source.size()), fixed(carries_ * n_);
    for (int round = 0; round < most_rounds; ++round) {
        double largest = 0, change = 0;
        for (size_t level = 2; level <= 2 * n_; ++level) {
            const auto [low, high] = level_range(n_, level);
            for (size_t carry = 0; carry < carries_; ++carry)
                for (size_t i = low; i <= high; ++i)
                    fixed[carry * n_ + i - low] =
                        source[board_.place(i, level - i, carry)] + turned_ * banks(e, i, level - i, carry);
            // Busts lead to states of the same level.
            for (int bust = 0; bust < most_busts; ++bust) {
                double more = 0;
                for (const size_t carry : order_)
                    for (size_t i = low; i <= high; ++i) {
                        const double now = fixed[carry * n_ + i - low] +
                                           turned_ * others(e, i, level - i, carry, [](size_t) { return true; });
                        const double before = std::exchange(e[board_.place(i, level - i, carry)], now);
                        more = std::max(more, std::abs(now - before));
                        largest = std::max(largest, std::abs(now));
                    }
                change = std::max(change, more);
                if (more <= precise_level * largest) break;
            }
        }
        if (change <= precise * largest) break;
    }
    return e;
}

}  // namespace jeopardice
