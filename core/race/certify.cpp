#include "race/certify.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

namespace {

constexpr int most_rounds = 40;
constexpr double least_slack = 1e-18;

[[noreturn]] void cannot_certify() {
    throw std::runtime_error("race: the values of a state are too uncertain to be certified");
}

// The two-player race, level by level. A lower bound is guessed: the value minus a slack, that of the states below or,
// where the rounding errors of the state require it, more. Upper bounds follow from lower bounds of the mirrored state.
class WinBounds {
  public:
    WinBounds(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, size_t threads,
              std::span<const double> win)
        : n_(race.needed),
          win_(win),
          bounds_{{win.begin(), win.end()}, {win.begin(), win.end()}},
          slack_(n_ * n_),
          down_(turns.less, race, kernel, threads, Rounding::down),
          up_(turns.more, race, kernel, threads, Rounding::up) {}

    void certify(size_t level) {
        const size_t low = level_range(n_, level).low;
        std::vector<size_t> open;
        for (size_t i = low; 2 * i <= level; ++i) {
            open.push_back(i);
            const size_t j = level - i;
            double slack = least_slack;
            if (i > 1) slack = std::max(slack, slack_[at(i - 1, j)]);
            if (j > 1) slack = std::max(slack, slack_[at(i, j - 1)]);
            set_low(i, j, slack);
        }
        for (int round = 0; !open.empty(); ++round) {
            if (round == most_rounds) cannot_certify();
            check(level, open, round);
        }
    }

    Bounds take() { return std::move(bounds_); }

  private:
    [[nodiscard]] size_t at(size_t i, size_t j) const { return (i - 1) * n_ + j - 1; }

    void set_low(size_t i, size_t j, double slack) {
        for (const size_t place : {at(i, j), at(j, i)}) {
            slack_[place] = slack;
            bounds_.low[place] = std::max(0.0, win_[place] - slack);
        }
    }

    // Finds upper bounds of both states of all open pairs, then checks their lower bounds; pairs whose slack had to be
    // widened stay open.
    void check(size_t level, std::vector<size_t>& open, int round) {
        std::vector<size_t> movers(open);
        for (size_t k = open.size(); k-- > 0;) movers.push_back(level - open[k]);
        std::vector<TurnProblem> problems;
        std::vector<TurnValue> found(movers.size());
        const auto solve_all = [&](TurnSolver& solver, const std::vector<double>& others) {
            problems.clear();
            for (const size_t i : movers) {
                const double* const after = &others[at(level - i, 1)];
                problems.push_back({i, after, 1, -1, 1, after[i - 1]});
            }
            solver.solve(problems, found, {.slopes = false});
        };
        solve_all(up_, bounds_.low);
        for (size_t k = 0; k < movers.size(); ++k)
            bounds_.high[at(movers[k], level - movers[k])] = std::min(1.0, found[k].value);
        solve_all(down_, bounds_.high);
        std::vector<size_t> still_open;
        const auto missing = [&](size_t k) {
            const double low = bounds_.low[at(movers[k], level - movers[k])];
            return low > 0 ? low - found[k].value : 0;
        };
        for (size_t k = 0; k < open.size(); ++k) {
            const double most = std::max(missing(k), missing(movers.size() - 1 - k));
            if (most <= 0) continue;
            const size_t i = open[k], j = level - i;
            still_open.push_back(i);
            set_low(i, j, slack_[at(i, j)] + most * static_cast<double>(std::int64_t{2} << round));
        }
        open.swap(still_open);
    }

    const size_t n_;
    const std::span<const double> win_;
    Bounds bounds_;
    std::vector<double> slack_;
    TurnSolver down_, up_;
};

// Judges turn problems that are solved with bounds on both sides, in lanes and threads.
class Judge {
  public:
    Judge(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, size_t threads, bool negative)
        : turn_(turns.less),
          race_(race),
          kernel_(kernel),
          // Larger probabilities make negative values smaller.
          team_(std::max<size_t>(1, threads)),
          down_(team_.size(), TurnBatch(negative ? turns.more : turns.less, race, kernel, Rounding::down)),
          up_(team_.size(), TurnBatch(negative ? turns.less : turns.more, race, kernel, Rounding::up)),
          seen_(team_.size()),
          found_(team_.size()) {
        // Totals go past the goal where a bank may still be too small.
        const size_t end = std::max({race.needed, race.first_bank_from, race.bank_from});
        reached_ = reachable(race.bank_from, end);
        first_reached_ = reachable(race.first_bank_from, end);
    }

    void judge(std::span<const TurnProblem> below, std::span<const TurnProblem> above) {
        const size_t lanes = kernel_.lanes;
        team_.run((below.size() + lanes - 1) / lanes, [&](size_t b, size_t thread) {
            const size_t first = b * lanes, count = std::min(lanes, below.size() - first);
            TurnBatch &down = down_[thread], &up = up_[thread];
            down.run(below.subspan(first, count), {.slopes = false, .rolls = true});
            up.run(above.subspan(first, count), {.slopes = false, .rolls = true});
            mark(below.subspan(first, count), down, seen_[thread]);
            kernel_.judge(turn_, down.option_offsets().data(), down.reach(), down.lanes(), up.lanes(),
                          seen_[thread].data(), found_[thread]);
        });
    }

    [[nodiscard]] Certainty result() const {
        Certainty all{};
        for (const Certainty& part : found_) all.add(part);
        return all;
    }

  private:
    // The states with totals below `end` in which the player decides, if a bank needs `least`: not where the player
    // must bank.
    [[nodiscard]] std::vector<std::uint8_t> reachable(size_t least, size_t end) const {
        const size_t phases = turn_.phases(), reach = turn_.reach();
        std::vector<std::uint8_t> found((end + reach) * phases, 0);
        found[0] = 1;
        for (size_t total = 0; total < end; ++total)
            for (size_t q = 0; q < phases; ++q) {
                const bool holds = race_.hold_from > 0 && total >= race_.hold_from;
                const bool must = total >= least && turn_.banking[q] == must_bank && (holds || race_.hold_from == 0);
                if (must) found[total * phases + q] = 0;
                if (found[total * phases + q] == 0) continue;
                for (const size_t roll : turn_.rolls_of(q))
                    for (const size_t outcome : turn_.outcomes_of(roll))
                        for (const size_t i : turn_.options_of(outcome))
                            found[(total + turn_.points(i)) * phases + turn_.phase_after(i)] = 1;
            }
        return found;
    }

    // Sets 1 where a state can occur in the turn of a problem.
    void mark(std::span<const TurnProblem> problems, const TurnBatch& batch, Aligned& seen) const {
        const size_t lanes = kernel_.lanes, phases = turn_.phases(), rows = batch.steps();
        seen.assign(rows * phases * lanes, 0);
        for (size_t lane = 0; lane < problems.size(); ++lane) {
            const size_t start = batch.start(problems[lane]), least = race_.least_bank(problems[lane].needed);
            const auto& reached = problems[lane].needed == race_.needed ? first_reached_ : reached_;
            for (size_t row = 0; row <= start; ++row) {
                const size_t total = start - row;
                if (total >= problems[lane].needed && total >= least) continue;  // won
                for (size_t q = 0; q < phases; ++q)
                    seen[(row * phases + q) * lanes + lane] = reached[total * phases + q];
            }
        }
    }

    const TurnTables& turn_;
    const RaceRules& race_;
    const Kernel kernel_;
    ThreadTeam team_;
    std::vector<TurnBatch> down_, up_;
    std::vector<Aligned> seen_;
    std::vector<Certainty> found_;
    std::vector<std::uint8_t> reached_, first_reached_;  // after a first bank, and before it
};

}  // namespace

Bounds certify_win(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, size_t threads,
                   std::span<const double> win, const Progress& progress) {
    const size_t n = race.needed;
    WinBounds bounds(turns, race, kernel, threads, win);
    for (size_t level = 2; level <= 2 * n; ++level) {
        bounds.certify(level);
        if (progress) progress(level_fraction(level, n));
    }
    return bounds.take();
}

Bounds certify_turns(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel,
                     std::span<const double> expected, const Progress& progress) {
    const size_t n = race.needed;
    Bounds bounds{{expected.begin(), expected.end()}, {expected.begin(), expected.end()}};
    // More turns have less value: the turn rounded down bounds the number of turns from above.
    TurnSolver down(turns.more, race, kernel, 1, Rounding::down), up(turns.less, race, kernel, 1, Rounding::up);
    double slack = 0;
    for (size_t i = 1; i <= n; ++i) {
        for (int round = 0;; ++round) {
            if (round == most_rounds) cannot_certify();
            double &low = bounds.low[i - 1], &high = bounds.high[i - 1];
            low = std::max(1.0, expected[i - 1] - slack);
            high = expected[i - 1] + slack;
            const TurnProblem most{i, bounds.high.data(), -1, -1, -1, high},
                least{i, bounds.low.data(), -1, -1, -1, low};
            TurnValue most_turns{}, least_turns{};
            down.solve({&most, 1}, {&most_turns, 1}, {.slopes = false});
            up.solve({&least, 1}, {&least_turns, 1}, {.slopes = false});
            // A race takes at least one turn.
            const double missing = std::max(-most_turns.value - high, low > 1 ? low + least_turns.value : 0);
            if (missing <= 0) break;
            slack += missing * static_cast<double>(std::int64_t{2} << round);
        }
        if (progress) progress(fraction(i, n));
    }
    return bounds;
}

Bounds certify_within(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, size_t threads,
                      size_t allowed, const Progress& progress) {
    const size_t n = race.needed;
    Bounds bounds{std::vector<double>((allowed + 1) * n, 0.0), std::vector<double>((allowed + 1) * n, 0.0)};
    TurnSolver down(turns.less, race, kernel, threads, Rounding::down),
        up(turns.more, race, kernel, threads, Rounding::up);
    std::vector<TurnProblem> problems(n);
    std::vector<TurnValue> found(n);
    for (size_t m = 1; m <= allowed; ++m) {
        const auto step = [&](std::vector<double>& bound, TurnSolver& solver) {
            const double* const before = &bound[(m - 1) * n];
            for (size_t i = 1; i <= n; ++i) problems[i - 1] = {i, before, 0, 1, 1, before[i - 1]};
            solver.solve(problems, found, {.slopes = false});
            for (size_t i = 0; i < n; ++i) bound[m * n + i] = std::clamp(found[i].value, 0.0, 1.0);
        };
        step(bounds.low, down);
        step(bounds.high, up);
        if (progress) progress(fraction(m, allowed));
    }
    return bounds;
}

Certainty judge_decisions(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, size_t threads,
                          const Objective& objective, size_t rows, const Bounds& bounds, const Progress& progress) {
    constexpr size_t part = 256;
    const auto& [two_players, shift, scale, goal, sign] = objective;
    const size_t n = race.needed, count = rows * n;
    const BankValues low{bounds.low, shift, scale, goal}, high{bounds.high, shift, scale, goal};
    const BankValues &worse = scale < 0 ? high : low, &better = scale < 0 ? low : high;
    Judge judge(turns, race, kernel, threads, goal < 0);
    std::vector<TurnProblem> below, above;
    for (size_t first = 0; first < count;) {
        below.clear();
        above.clear();
        const size_t row = first - first % n, end = std::min(row + n, first + part);
        for (size_t k = first; k < end; ++k) {
            below.push_back(worse.problem(k - row + 1, row));
            above.push_back(better.problem(k - row + 1, row));
        }
        judge.judge(below, above);
        first = end;
        if (progress) progress(fraction(end, count));
    }
    return judge.result();
}

}  // namespace jeopardice
