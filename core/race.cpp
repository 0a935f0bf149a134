// The objectives of a race: see race.hpp.
#include "race.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

namespace jeopardice {

namespace {

// When a Newton step is this short the policies have settled, and the step has removed the error but for rounding.
constexpr double settled_within = 1e-14;
constexpr int most_steps = 200;

// Where turns end with a bust almost surely, rounding errors are divided by next to nothing.
constexpr double too_flat = 1e-5;
// Where nobody ever gets on, every value satisfies the equations.
constexpr double endless = 1e-15;

[[noreturn]] void too_many_busts() {
    throw std::runtime_error("race: turns end with a bust too often for double precision to tell values");
}

[[noreturn]] void does_not_settle() {
    throw std::runtime_error("race: the values of a state do not settle");
}

// The two-player race while it is being solved, level by level: all states with i + j = level depend only on lower
// levels and, through busts, each on its mirror image.
class WinLevels {
  public:
    WinLevels(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, const std::size_t threads)
        : n_(race.needed), win_(n_ * n_), visitor_(turn, race, kernel, threads) {}

    void solve(const std::size_t level) {
        level_ = level;
        const auto [low, high] = LevelRange(n_, level);
        std::vector<std::size_t> open;
        for (std::size_t i = low; i <= high; ++i) {
            value(i, level - i) = guess(i, level - i);
            if (2 * i <= level) open.push_back(i);
        }
        for (int step = 0; step < newton_steps && !open.empty(); ++step) newton_step(open);
        if (!open.empty()) bracket(open);
    }

    std::vector<double> take() { return std::move(win_); }

  private:
    static constexpr int newton_steps = 6;
    // Too many busts matter only if the game is not as good as decided.
    static bool decided(const double chance) { return std::min(chance, 1 - chance) < 1e-12; }

    double& value(const std::size_t i, const std::size_t j) { return win_[(i - 1) * n_ + j - 1]; }

    double guess(const std::size_t i, const std::size_t j) {
        if (i == 1 || j == 1) return i == 1 ? (j == 1 ? 0.5 : value(i, j - 1)) : value(i - 1, j);
        return std::clamp(value(i - 1, j) + value(i, j - 1) - value(i - 1, j - 1), 0.0, 1.0);
    }

    // The turn at (i, j) when a bust leaves the other player with a chance of `other`.
    Visit turn(const std::size_t i, const double other) const {
        return {i, &win_[(level_ - i - 1) * n_], 1, -1, 1, other};
    }

    // One step for each open pair, both states of all pairs at once. Pairs whose step is too short to matter are done.
    void newton_step(std::vector<std::size_t>& open) {
        visits_.clear();
        for (const std::size_t i : open) visits_.push_back(turn(i, value(level_ - i, i)));
        for (std::size_t k = open.size(); k-- > 0;)
            visits_.push_back(turn(level_ - open[k], value(open[k], level_ - open[k])));
        found_.resize(visits_.size());
        visitor_.visit(visits_, found_);
        std::vector<std::size_t> still_open;
        for (std::size_t k = 0; k < open.size(); ++k) {
            const std::size_t i = open[k], j = level_ - i;
            double &x = value(i, j), &y = value(j, i);
            const auto [f, a] = found_[k];
            const auto [g, b] = found_[found_.size() - 1 - k];
            if (1 - a * b <= too_flat) {
                // Where the slope is nearly 1, f may only echo the guess.
                if (1 - a * b > endless && decided(f) && decided(g) && std::abs(f - x) < 1e-12 &&
                    std::abs(g - y) < 1e-12) {
                    x = f;
                    y = g;
                } else {
                    still_open.push_back(i);  // the guess may be to blame: the bracket will tell
                }
                continue;
            }
            const double new_x = std::clamp((f - a * (g - y) - a * b * x) / (1 - a * b), 0.0, 1.0);
            const double new_y = std::clamp(g - b * (new_x - x), 0.0, 1.0);
            if (std::abs(new_x - x) > settled_within || std::abs(new_y - y) > settled_within) still_open.push_back(i);
            x = new_x;
            if (i != j) y = new_y;
        }
        open.swap(still_open);
    }

    // Newton's method for both players at once may go round in circles, because f(1 - g(1 - x)) is neither convex nor
    // concave. But x - f(1 - g(1 - x)) increases, with a slope between 0 and 1: its root is bracketed, and every step
    // is Newton's inside the bracket or, when that does not halve it, its middle.
    void bracket(const std::vector<std::size_t>& open) {
        struct Bracket {
            double low = 0, high = 1, last = 1;
        };
        std::vector<Bracket> brackets(open.size());
        std::vector<Visited> others(open.size());
        found_.resize(open.size());
        for (int step = 0; step < most_steps; ++step) {
            const auto visit_all = [&](const auto& visit, std::vector<Visited>& found) {
                visits_.clear();
                for (std::size_t k = 0; k < open.size(); ++k) visits_.push_back(visit(k));
                visitor_.visit(visits_, found);
            };
            visit_all([&](const std::size_t k) { return turn(level_ - open[k], value(open[k], level_ - open[k])); },
                      others);
            visit_all([&](const std::size_t k) { return turn(open[k], others[k].value); }, found_);
            bool all_done = true;
            for (std::size_t k = 0; k < open.size(); ++k) {
                const std::size_t i = open[k], j = level_ - i;
                double& x = value(i, j);
                const auto [f, a] = found_[k];
                const auto [y, b] = others[k];
                auto& [low, high, last] = brackets[k];
                (x > f ? high : low) = x;
                double next = x - (x - f) / (1 - a * b);
                if (!(next > low && next < high) || high - low > last / 2) next = (low + high) / 2;
                if (std::abs(x - f) <= settled_within * (1 - a * b)) next = x;
                const bool done = next == x || high - low <= settled_within;
                if (done && (1 - a * b <= endless || (1 - a * b <= too_flat && !(decided(f) && decided(y)))))
                    too_many_busts();
                all_done = all_done && done;
                last = high - low;
                value(j, i) = y;
                x = next;
            }
            if (all_done) return;
        }
        does_not_settle();
    }

    const std::size_t n_;
    std::size_t level_ = 0;
    std::vector<double> win_;
    Visitor visitor_;
    std::vector<Visit> visits_;
    std::vector<Visited> found_;
};

}  // namespace

std::vector<double> solve_win(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
                              const std::size_t threads, const Progress& progress) {
    const std::size_t n = race.needed;
    WinLevels levels(turn, race, kernel, threads);
    const double all = static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
    double done = 0;
    for (std::size_t level = 2; level <= 2 * n; ++level) {
        levels.solve(level);
        const std::size_t states = level <= n ? level - 1 : 2 * n + 1 - level;
        done += static_cast<double>(states) * static_cast<double>(level) / 2;
        if (progress) progress(std::min(1.0, done / all));
    }
    return levels.take();
}

std::vector<double> solve_turns(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
                                const Progress& progress) {
    const std::size_t n = race.needed;
    std::vector<double> turns(n);
    Visitor visitor(turn, race, kernel, 1);
    const auto square = [](const std::size_t x) { return static_cast<double>(x) * static_cast<double>(x); };
    for (std::size_t i = 1; i <= n; ++i) {
        double& expected = turns[i - 1];
        expected = i > 1 ? turns[i - 2] : 2;
        for (int step = 0;; ++step) {
            if (step == most_steps) does_not_settle();
            // The best turn has the most of minus the turns: f(z) for a bust worth z = -1 - E.
            const Visit visit{i, turns.data(), -1, -1, -1, expected};
            Visited found{};
            visitor.visit({&visit, 1}, {&found, 1});
            if (!(1 - found.slope > too_flat)) {
                // A guess that is too low makes a bust look as good as a bank; a high one does not.
                if (step == most_steps / 2) too_many_busts();
                expected = 2 * expected + 1;
                continue;
            }
            // -E = f(-1 - E0) + slope (E0 - E)
            const double better = (-found.value - found.slope * expected) / (1 - found.slope);
            const bool stays = std::abs(better - expected) <= settled_within * std::abs(better) / (1 - found.slope);
            expected = better;
            if (stays) break;
        }
        if (progress) progress(square(i) / square(n));
    }
    return turns;
}

std::vector<double> solve_within(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
                                 const std::size_t threads, const std::size_t turns, const Progress& progress) {
    const std::size_t n = race.needed;
    std::vector<double> within((turns + 1) * n, 0.0);
    Visitor visitor(turn, race, kernel, threads);
    std::vector<Visit> visits(n);
    std::vector<Visited> found(n);
    for (std::size_t m = 1; m <= turns; ++m) {
        const double* const before = &within[(m - 1) * n];
        for (std::size_t i = 1; i <= n; ++i) visits[i - 1] = {i, before, 0, 1, 1, before[i - 1]};
        visitor.visit(visits, found);
        for (std::size_t i = 0; i < n; ++i) within[m * n + i] = found[i].value;
        if (progress) progress(static_cast<double>(m) / static_cast<double>(turns));
    }
    return within;
}

}  // namespace jeopardice
