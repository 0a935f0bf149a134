#include "race/certify.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace jeopardice {

namespace {

constexpr int most_rounds = 40;
constexpr double least_slack = 1e-18;

[[noreturn]] void cannot_certify() {
    throw std::runtime_error("race: the values of a state are too uncertain to be certified");
}

// The two-player race, level by level as it was solved. Lower bounds are guessed: the value minus a slack, that of the
// states below or, where the rounding errors of the state itself ask for it, more. Upper bounds follow from those of
// the mirrored state.
class WinBounds {
  public:
    WinBounds(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, const std::size_t threads,
              const std::span<const double> win)
        : n_(race.needed),
          win_(win),
          bounds_{{win.begin(), win.end()}, {win.begin(), win.end()}},
          slack_(n_ * n_),
          down_(turns.less, race, kernel, threads, Rounding::down),
          up_(turns.more, race, kernel, threads, Rounding::up) {}

    void certify(const std::size_t level) {
        const std::size_t low = LevelRange(n_, level).low;
        std::vector<std::size_t> open;
        for (std::size_t i = low; 2 * i <= level; ++i) {
            open.push_back(i);
            const std::size_t j = level - i;
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
    [[nodiscard]] std::size_t at(const std::size_t i, const std::size_t j) const { return (i - 1) * n_ + j - 1; }

    void set_low(const std::size_t i, const std::size_t j, const double slack) {
        for (const std::size_t place : {at(i, j), at(j, i)}) {
            slack_[place] = slack;
            bounds_.low[place] = std::max(0.0, win_[place] - slack);
        }
    }

    // Upper bounds of both states of all open pairs, then a check of their lower bounds; leaves those pairs open whose
    // slack had to be widened.
    void check(const std::size_t level, std::vector<std::size_t>& open, const int round) {
        std::vector<std::size_t> movers(open);
        for (std::size_t k = open.size(); k-- > 0;) movers.push_back(level - open[k]);
        std::vector<Visit> visits;
        std::vector<Visited> found(movers.size());
        const auto visit_all = [&](Visitor& visitor, const std::vector<double>& others) {
            visits.clear();
            for (const std::size_t i : movers) {
                const double* const after = &others[at(level - i, 1)];
                visits.push_back({i, after, 1, -1, 1, after[i - 1]});
            }
            visitor.visit(visits, found, {.slopes = false});
        };
        visit_all(up_, bounds_.low);
        for (std::size_t k = 0; k < movers.size(); ++k)
            bounds_.high[at(movers[k], level - movers[k])] = std::min(1.0, found[k].value);
        visit_all(down_, bounds_.high);
        std::vector<std::size_t> still_open;
        const auto missing = [&](const std::size_t k) {
            const double low = bounds_.low[at(movers[k], level - movers[k])];
            return low > 0 ? low - found[k].value : 0;
        };
        for (std::size_t k = 0; k < open.size(); ++k) {
            const double most = std::max(missing(k), missing(movers.size() - 1 - k));
            if (most <= 0) continue;
            const std::size_t i = open[k], j = level - i;
            still_open.push_back(i);
            set_low(i, j, slack_[at(i, j)] + most * static_cast<double>(std::int64_t{2} << round));
        }
        open.swap(still_open);
    }

    const std::size_t n_;
    const std::span<const double> win_;
    Bounds bounds_;
    std::vector<double> slack_;
    Visitor down_, up_;
};

// How the parts of a race are judged: visits with bounds on both sides, in lanes and threads.
class Judge {
  public:
    Judge(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, const std::size_t threads,
          const bool negative)
        : turn_(turns.less),
          race_(race),
          kernel_(kernel),
          // Larger chances make negative values smaller.
          team_(std::max<std::size_t>(1, threads)),
          down_(team_.size(), VisitBatch(negative ? turns.more : turns.less, race, kernel, Rounding::down)),
          up_(team_.size(), VisitBatch(negative ? turns.less : turns.more, race, kernel, Rounding::up)),
          seen_(team_.size()),
          found_(team_.size()) {
        // Where a bank may be too small even beyond the goal, totals go further.
        const std::size_t end = std::max({race.needed, race.first_bank_from, race.bank_from});
        reached_ = reachable(race.bank_from, end);
        first_reached_ = reachable(race.first_bank_from, end);
    }

    void look(const std::span<const Visit> below, const std::span<const Visit> above) {
        const std::size_t lanes = kernel_.lanes;
        team_.run((below.size() + lanes - 1) / lanes, [&](const std::size_t b, const std::size_t thread) {
            const std::size_t first = b * lanes, count = std::min(lanes, below.size() - first);
            VisitBatch &down = down_[thread], &up = up_[thread];
            down.run(below.subspan(first, count), {.slopes = false, .rolls = true});
            up.run(above.subspan(first, count), {.slopes = false, .rolls = true});
            mark(below.subspan(first, count), down, seen_[thread]);
            kernel_.judge(turn_, down.option_offsets().data(), down.reach(), down.lanes(), up.lanes(),
                          seen_[thread].data(), found_[thread]);
        });
    }

    [[nodiscard]] Certainty result() const {
        Certainty all{};
        for (const Certainty& part : found_) {
            all.proven += part.proven;
            all.tied += part.tied;
            all.close += part.close;
        }
        return all;
    }

  private:
    // In which states before `end` there is something to do, if a bank needs so much: nobody goes on who must bank.
    [[nodiscard]] std::vector<std::uint8_t> reachable(const std::size_t least, const std::size_t end) const {
        const std::size_t phases = turn_.phases(), reach = turn_.reach();
        std::vector<std::uint8_t> found((end + reach) * phases, 0);
        found[0] = 1;
        for (std::size_t total = 0; total < end; ++total)
            for (std::size_t q = 0; q < phases; ++q) {
                const bool holds = race_.hold_from > 0 && total >= race_.hold_from;
                const bool must = total >= least && turn_.banking[q] == must_bank && (holds || race_.hold_from == 0);
                if (must) found[total * phases + q] = 0;
                if (found[total * phases + q] == 0) continue;
                const auto option = [&](const std::int32_t roll) {
                    const auto outcome = static_cast<std::size_t>(turn_.roll_outcomes[static_cast<std::size_t>(roll)]);
                    return static_cast<std::size_t>(turn_.outcome_options[outcome]);
                };
                for (auto i = option(turn_.phase_rolls[q]); i < option(turn_.phase_rolls[q + 1]); ++i)
                    found[(total + static_cast<std::size_t>(turn_.option_points[i])) * phases +
                          static_cast<std::size_t>(turn_.option_phase[i])] = 1;
            }
        return found;
    }

    // 1 where a state comes up in some play of a visit.
    void mark(const std::span<const Visit> visits, const VisitBatch& batch, Aligned& seen) const {
        const std::size_t lanes = kernel_.lanes, phases = turn_.phases(), rows = batch.steps();
        seen.assign(rows * phases * lanes, 0);
        for (std::size_t lane = 0; lane < visits.size(); ++lane) {
            const std::size_t start = batch.start(visits[lane]), least = race_.least_bank(visits[lane].needed);
            const auto& reached = visits[lane].needed == race_.needed ? first_reached_ : reached_;
            for (std::size_t row = 0; row <= start; ++row) {
                const std::size_t total = start - row;
                if (total >= visits[lane].needed && total >= least) continue;  // won
                for (std::size_t q = 0; q < phases; ++q)
                    seen[(row * phases + q) * lanes + lane] = reached[total * phases + q];
            }
        }
    }

    const TurnTables& turn_;
    const RaceRules& race_;
    const Kernel kernel_;
    Team team_;
    std::vector<VisitBatch> down_, up_;
    std::vector<Aligned> seen_;
    std::vector<Certainty> found_;
    std::vector<std::uint8_t> reached_, first_reached_;  // later, and while a first bank is to be made
};

}  // namespace

Bounds certify_win(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, const std::size_t threads,
                   const std::span<const double> win, const Progress& progress) {
    const std::size_t n = race.needed;
    WinBounds bounds(turns, race, kernel, threads, win);
    for (std::size_t level = 2; level <= 2 * n; ++level) {
        bounds.certify(level);
        const double part = static_cast<double>(level) / static_cast<double>(2 * n);
        if (progress) progress(part * part);
    }
    return bounds.take();
}

Bounds certify_turns(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel,
                     const std::span<const double> expected, const Progress& progress) {
    const std::size_t n = race.needed;
    Bounds bounds{{expected.begin(), expected.end()}, {expected.begin(), expected.end()}};
    // More turns are worth less: the turn rounded down bounds the turns from above.
    Visitor down(turns.more, race, kernel, 1, Rounding::down), up(turns.less, race, kernel, 1, Rounding::up);
    double slack = 0;
    for (std::size_t i = 1; i <= n; ++i) {
        for (int round = 0;; ++round) {
            if (round == most_rounds) cannot_certify();
            double &low = bounds.low[i - 1], &high = bounds.high[i - 1];
            low = std::max(1.0, expected[i - 1] - slack);
            high = expected[i - 1] + slack;
            const Visit most{i, bounds.high.data(), -1, -1, -1, high}, least{i, bounds.low.data(), -1, -1, -1, low};
            Visited most_turns{}, least_turns{};
            down.visit({&most, 1}, {&most_turns, 1}, {.slopes = false});
            up.visit({&least, 1}, {&least_turns, 1}, {.slopes = false});
            // No race takes less than one turn.
            const double missing = std::max(-most_turns.value - high, low > 1 ? low + least_turns.value : 0);
            if (missing <= 0) break;
            slack += missing * static_cast<double>(std::int64_t{2} << round);
        }
        if (progress) progress(static_cast<double>(i) / static_cast<double>(n));
    }
    return bounds;
}

Bounds certify_within(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel,
                      const std::size_t threads, const std::size_t allowed, const Progress& progress) {
    const std::size_t n = race.needed;
    Bounds bounds{std::vector<double>((allowed + 1) * n, 0.0), std::vector<double>((allowed + 1) * n, 0.0)};
    Visitor down(turns.less, race, kernel, threads, Rounding::down),
        up(turns.more, race, kernel, threads, Rounding::up);
    std::vector<Visit> visits(n);
    std::vector<Visited> found(n);
    for (std::size_t m = 1; m <= allowed; ++m) {
        const auto step = [&](std::vector<double>& bound, Visitor& visitor) {
            const double* const before = &bound[(m - 1) * n];
            for (std::size_t i = 1; i <= n; ++i) visits[i - 1] = {i, before, 0, 1, 1, before[i - 1]};
            visitor.visit(visits, found, {.slopes = false});
            for (std::size_t i = 0; i < n; ++i) bound[m * n + i] = std::clamp(found[i].value, 0.0, 1.0);
        };
        step(bounds.low, down);
        step(bounds.high, up);
        if (progress) progress(static_cast<double>(m) / static_cast<double>(allowed));
    }
    return bounds;
}

Certainty judge_win(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, const std::size_t threads,
                    const Bounds& bounds, const Progress& progress) {
    const std::size_t n = race.needed;
    Judge judge(turns, race, kernel, threads, false);
    std::vector<Visit> below(n), above(n);
    for (std::size_t j = 1; j <= n; ++j) {
        const double *const low = &bounds.low[(j - 1) * n], *const high = &bounds.high[(j - 1) * n];
        for (std::size_t i = 1; i <= n; ++i) {
            below[i - 1] = {i, high, 1, -1, 1, high[i - 1]};
            above[i - 1] = {i, low, 1, -1, 1, low[i - 1]};
        }
        judge.look(below, above);
        if (progress) progress(static_cast<double>(j) / static_cast<double>(n));
    }
    return judge.result();
}

Certainty judge_turns(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel,
                      const std::size_t threads, const Bounds& bounds, const Progress& progress) {
    constexpr std::size_t at_once = 256;
    const std::size_t n = race.needed;
    Judge judge(turns, race, kernel, threads, true);
    std::vector<Visit> below, above;
    for (std::size_t first = 1; first <= n; first += at_once) {
        below.clear();
        above.clear();
        const std::size_t end = std::min(n + 1, first + at_once);
        for (std::size_t i = first; i < end; ++i) {
            below.push_back({i, bounds.high.data(), -1, -1, -1, bounds.high[i - 1]});
            above.push_back({i, bounds.low.data(), -1, -1, -1, bounds.low[i - 1]});
        }
        judge.look(below, above);
        const double part = static_cast<double>(end) / static_cast<double>(n + 1);
        if (progress) progress(part * part);
    }
    return judge.result();
}

Certainty judge_within(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel,
                       const std::size_t threads, const std::size_t allowed, const Bounds& bounds,
                       const Progress& progress) {
    const std::size_t n = race.needed;
    Judge judge(turns, race, kernel, threads, false);
    std::vector<Visit> below(n), above(n);
    for (std::size_t m = 0; m < allowed; ++m) {
        const double *const low = &bounds.low[m * n], *const high = &bounds.high[m * n];
        for (std::size_t i = 1; i <= n; ++i) {
            below[i - 1] = {i, low, 0, 1, 1, low[i - 1]};
            above[i - 1] = {i, high, 0, 1, 1, high[i - 1]};
        }
        judge.look(below, above);
        if (progress) progress(static_cast<double>(m + 1) / static_cast<double>(allowed));
    }
    return judge.result();
}

}  // namespace jeopardice
