#include "certify.hpp"

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

// The two-player race, level by level as it was solved. Each pair of mirrored states gets the slack of the states below
// it, and more where its own rounding errors ask for it.
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
        const std::size_t low = level > n_ ? level - n_ : 1;
        std::vector<std::size_t> open;
        for (std::size_t i = low; 2 * i <= level; ++i) {
            open.push_back(i);
            const std::size_t j = level - i;
            set(i, j, std::max({least_slack, i > 1 ? slack_[at(i - 1, j)] : 0, slack_[at(i, j - 1)]}));
        }
        for (int round = 0; !open.empty(); ++round) {
            if (round == most_rounds) cannot_certify();
            check(level, open, round);
        }
    }

    Bounds take() { return std::move(bounds_); }

  private:
    [[nodiscard]] std::size_t at(const std::size_t i, const std::size_t j) const {
        return j == 0 ? 0 : (i - 1) * n_ + j - 1;
    }

    void set(const std::size_t i, const std::size_t j, const double slack) {
        for (const std::size_t place : {at(i, j), at(j, i)}) {
            slack_[place] = slack;
            bounds_.low[place] = std::max(0.0, win_[place] - slack);
            bounds_.high[place] = std::min(1.0, win_[place] + slack);
        }
    }

    // Checks both states of all open pairs from both sides; leaves those open whose slack had to be widened. A wider
    // slack cannot hurt a state of the same level that has passed: f is never steeper than 1.
    void check(const std::size_t level, std::vector<std::size_t>& open, const int round) {
        std::vector<Visit> below, above;
        const auto add = [&](const std::size_t i) {
            const std::size_t j = level - i, other = (j - 1) * n_;
            below.push_back({i, &bounds_.high[other], 1, -1, 1, bounds_.high[other + i - 1]});
            above.push_back({i, &bounds_.low[other], 1, -1, 1, bounds_.low[other + i - 1]});
        };
        for (const std::size_t i : open) add(i);
        for (std::size_t k = open.size(); k-- > 0;) add(level - open[k]);
        std::vector<Visited> less(below.size()), more(above.size());
        down_.visit(below, less, {.slopes = false});
        up_.visit(above, more, {.slopes = false});
        std::vector<std::size_t> still_open;
        for (std::size_t k = 0; k < open.size(); ++k) {
            const std::size_t i = open[k], j = level - i, mirror = less.size() - 1 - k;
            const double missing = std::max(short_of(at(i, j), less[k].value, more[k].value),
                                            short_of(at(j, i), less[mirror].value, more[mirror].value));
            if (missing <= 0) continue;
            still_open.push_back(i);
            set(i, j, slack_[at(i, j)] + missing * static_cast<double>(std::int64_t{2} << round));
        }
        open.swap(still_open);
    }

    // By how much a state fails the check.
    [[nodiscard]] double short_of(const std::size_t place, const double less, const double more) const {
        const double low = bounds_.low[place], high = bounds_.high[place];
        return std::max(low > 0 ? low - less : 0, high < 1 ? more - high : 0);
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
          kernel_(kernel),
          // Larger chances make negative values smaller.
          team_(std::max<std::size_t>(1, threads)),
          down_(team_.size(), VisitBatch(negative ? turns.more : turns.less, race, kernel, Rounding::down)),
          up_(team_.size(), VisitBatch(negative ? turns.less : turns.more, race, kernel, Rounding::up)),
          seen_(team_.size()),
          found_(team_.size()) {}

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

    // What every state of the visits can come to: visits of at most `needed` units, with rows up to so many beyond.
    void prepare(const std::size_t needed) {
        const std::size_t phases = turn_.phases(), reach = turn_.reach();
        reachable_.assign((2 * needed + reach + 1) * phases, 0);
        reachable_[0] = 1;
        for (std::size_t total = 0; (total + 1 + reach) * phases <= reachable_.size(); ++total)
            for (std::size_t q = 0; q < phases; ++q) {
                if (reachable_[total * phases + q] == 0) continue;
                for (std::int32_t r = turn_.phase_rolls[q]; r < turn_.phase_rolls[q + 1]; ++r) reach_from(total, r);
            }
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
    void reach_from(const std::size_t total, const std::int32_t roll) {
        const auto first =
            turn_.outcome_options[static_cast<std::size_t>(turn_.roll_outcomes[static_cast<std::size_t>(roll)])];
        const auto end =
            turn_.outcome_options[static_cast<std::size_t>(turn_.roll_outcomes[static_cast<std::size_t>(roll) + 1])];
        for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i)
            reachable_[(total + static_cast<std::size_t>(turn_.option_points[i])) * turn_.phases() +
                       static_cast<std::size_t>(turn_.option_phase[i])] = 1;
    }

    // 1 where a state comes up in some play of a visit.
    void mark(const std::span<const Visit> visits, const VisitBatch& batch, Aligned& seen) const {
        const std::size_t lanes = kernel_.lanes, phases = turn_.phases(), rows = batch.steps();
        seen.assign(rows * phases * lanes, 0);
        for (std::size_t lane = 0; lane < visits.size(); ++lane)
            for (std::size_t row = 0; row <= batch.start(visits[lane]); ++row) {
                const std::size_t total = batch.start(visits[lane]) - row;
                for (std::size_t q = 0; q < phases; ++q)
                    seen[(row * phases + q) * lanes + lane] = reachable_[total * phases + q];
            }
    }

    const TurnTables& turn_;
    const Kernel kernel_;
    Team team_;
    std::vector<VisitBatch> down_, up_;
    std::vector<Aligned> seen_;
    std::vector<Certainty> found_;
    std::vector<std::uint8_t> reachable_;
};

// Where a bank may be too small even beyond the goal, totals go further.
std::size_t longest(const RaceRules& race) {
    return std::max({race.needed, race.first_bank_from, race.bank_from});
}

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
            low = expected[i - 1] - slack;
            high = expected[i - 1] + slack;
            const Visit most{i, bounds.high.data(), -1, -1, -1, high}, least{i, bounds.low.data(), -1, -1, -1, low};
            Visited most_turns{}, least_turns{};
            down.visit({&most, 1}, {&most_turns, 1}, {.slopes = false});
            up.visit({&least, 1}, {&least_turns, 1}, {.slopes = false});
            const double missing = std::max(-most_turns.value - high, low + least_turns.value);
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
    judge.prepare(longest(race));
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
                      const std::size_t threads, const Bounds& bounds) {
    Judge judge(turns, race, kernel, threads, true);
    judge.prepare(longest(race));
    std::vector<Visit> below, above;
    for (std::size_t i = 1; i <= race.needed; ++i) {
        below.push_back({i, bounds.high.data(), -1, -1, -1, bounds.high[i - 1]});
        above.push_back({i, bounds.low.data(), -1, -1, -1, bounds.low[i - 1]});
    }
    judge.look(below, above);
    return judge.result();
}

Certainty judge_within(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel,
                       const std::size_t threads, const std::size_t allowed, const Bounds& bounds,
                       const Progress& progress) {
    const std::size_t n = race.needed;
    Judge judge(turns, race, kernel, threads, false);
    judge.prepare(longest(race));
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
