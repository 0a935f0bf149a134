#include "multiplayer/last_round.hpp"

#include <algorithm>
#include <stdexcept>

#include "race/tolerances.hpp"

namespace jeopardice {

namespace {

// Smaller chances are ignored.
constexpr double negligible = 1e-16;
constexpr size_t longest = 20'000;
constexpr size_t most_numbers = 500'000'000;  // 4 GB

}  // namespace

LastRound::LastRound(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, size_t players,
                     size_t most_turns, size_t most_units, size_t threads, const Progress& progress)
    : race_(race), players_(players), has_first_bank_(race.least_bank(race.needed) > race.least_bank(race.needed + 1)) {
    find_past(turn, kernel);
    size_ = most_units + past_;
    nothing_.assign(size_, 0.0);
    std::vector<double> leads(players, 0.0);
    leads[0] = 1;
    tables_.push_back({leads});
    TurnSolver solver(turn, race_, kernel, threads);
    for (size_t turns = 1; turns <= most_turns; ++turns) {
        if (states(turns) * players * (has_first_bank_ ? size_t{1} << turns : 1) > most_numbers)
            throw std::runtime_error("race: the last round has too many states with this number of players");
        tables_.emplace_back(has_first_bank_ ? size_t{1} << turns : 1);
        for (size_t firsts = 0; firsts < tables_.back().size(); ++firsts) fill(solver, turns, firsts, progress);
    }
}

// The least gain that is practically impossible.
void LastRound::find_past(const TurnTables& turn, const Kernel& kernel) {
    TurnBatch batch(turn, race_, kernel);
    const auto chance = [&](size_t gain) {
        nothing_.assign(gain, 0.0);
        const TurnProblem problem{
            .needed = gain, .after = nothing_.data(), .least = race_.least_bank(race_.needed + 1)};
        batch.run({&problem, 1}, {.slopes = false});
        return batch.found(problem, 0).value;
    };
    past_ = least_improbable(chance, negligible, 64, longest);
}

size_t LastRound::likely() const {
    constexpr double improbable = 1e-8;
    size_t gain = 0;
    while (gain < past_ && share(gain + 1, 0) > improbable) ++gain;
    return gain;
}

double LastRound::component(std::span<const size_t> gains, size_t further, size_t firsts, size_t player) const {
    size_t at = 0;
    for (const size_t gain : gains) at = at * size_ + std::min(gain + further, size_) - 1;
    return table(gains.size(), firsts)[player * states(gains.size()) + at];
}

void LastRound::set_reached(TurnProblem& problem, size_t turns, std::span<const std::uint16_t> others) const {
    size_t at = 0, step = 0, firsts = 0;
    for (size_t p = 0; p < turns; ++p) {
        at = at * size_ + others[p];  // a gain of one unit more, counted from 1
        step = step * size_ + 1;
        if (others[p] == race_.needed) firsts |= size_t{1} << p;
    }
    const size_t plane = states(turns);
    problem.reached = table(turns, firsts).data() + at;
    problem.reached_step = step;
    problem.reached_size = problem.past = past_;
    problem.others.reached = problem.reached + 2 * plane;
    problem.others.reached_plane = plane;
}

TurnProblem LastRound::problem(std::span<const size_t> gains, size_t firsts, Followers& kept) const {
    const auto then = gains.subspan(1);
    const size_t others = then.size(), needed = std::min(gains[0], past_);
    kept.own.clear();
    kept.reached.clear();
    kept.after.clear();
    for (size_t e = 0; e < past_; ++e) kept.own.push_back(component(then, e + 1, firsts >> 1, 0));
    for (size_t r = 0; r < others; ++r) {
        for (size_t e = 0; e < past_; ++e) kept.reached.push_back(component(then, e + 1, firsts >> 1, r + 1));
        kept.after.insert(kept.after.end(), past_, component(then, 0, firsts >> 1, r + 1));
    }
    return {.needed = needed,
            .after = nothing_.data(),
            .least = race_.least_bank(firsts & 1 ? race_.needed : race_.needed + 1),
            .past = others > 0 ? past_ : 0,
            .reached = others > 0 ? kept.own.data() : nullptr,
            .reached_step = 1,
            .reached_size = past_,
            .others = {.count = others,
                       .plane = past_,
                       .reached_plane = past_,
                       .after = kept.after.data(),
                       .reached = kept.reached.data()}};
}

// The value of a turn depends only on the distance of its total from the lead, so that one long turn contains all
// gains, except below the least bank, where a total that leads may be too small to be banked.
void LastRound::fill(TurnSolver& solver, size_t turns, size_t firsts, const Progress& progress) {
    constexpr size_t part = 64;
    const size_t count = states(turns), others = count / size_;
    const size_t least = std::min(past_, race_.least_bank(firsts & 1 ? race_.needed : race_.needed + 1));
    std::vector<double>& table = tables_[turns][has_first_bank_ ? firsts : 0];
    table.assign(players_ * count, 0.0);
    for (size_t from = 0; from < others; from += part) {
        const size_t end = std::min(others, from + part);
        std::vector<std::vector<size_t>> gains;
        std::vector<Followers> known(end - from);
        std::vector<TurnProblem> problems;  // those below the least bank, then the long ones
        for (size_t other = from; other < end; ++other) {
            std::vector<size_t> all(turns, past_);
            for (size_t p = turns, rest = other; p-- > 1; rest /= size_) all[p] = rest % size_ + 1;
            gains.push_back(std::move(all));
        }
        for (size_t x = 1; x <= least; ++x)
            for (size_t k = 0; k < gains.size(); ++k) {
                problems.push_back(problem(gains[k], firsts, known[k]));
                problems.back().needed = x < least ? x : past_;
            }
        const auto store = [&](size_t k, size_t x, double own, double bust, const auto& other_value) {
            const auto then = std::span(gains[k]).subspan(1);
            const size_t at = (x - 1) * others + from + k;
            double sum = table[count + at] = own;
            for (size_t r = 0; r < then.size(); ++r)
                sum += table[(2 + r) * count + at] = other_value(r) + bust * component(then, 0, firsts >> 1, r + 1);
            table[at] = std::max(0.0, 1 - sum);
        };
        solver.for_each_batch(problems, {.all_rows = true}, [&](size_t first, const TurnBatch& batch) {
            for (size_t v = first; v < std::min(first + batch.width(), problems.size()); ++v) {
                const size_t lane = v - first, k = v % gains.size(), x = problems[v].needed;
                for (size_t gain = x < least ? x : least; gain <= x; ++gain) {
                    const auto row = static_cast<std::ptrdiff_t>(batch.beyond() + gain - 1);
                    store(k, gain, batch.value(row, 0, lane), batch.slope(row, 0, lane),
                          [&](size_t r) { return batch.other_value(row, 0, r, lane); });
                }
            }
        });
        // Gains that are practically impossible.
        for (size_t k = 0; k < gains.size(); ++k)
            for (size_t x = past_ + 1; x <= size_; ++x) store(k, x, 0, 1, [](size_t) { return 0.0; });
        if (progress) progress(fraction(end, others));
    }
}

}  // namespace jeopardice
