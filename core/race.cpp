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
constexpr int most_steps = 60;

[[noreturn]] void does_not_settle() {
    throw std::runtime_error("race: the values of a state do not settle");
}

}  // namespace

std::vector<double> solve_win(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
                              const std::size_t threads, const Progress& progress) {
    const std::size_t n = race.needed;
    std::vector<double> win(n * n);
    const auto value = [&](const std::size_t i, const std::size_t j) -> double& { return win[(i - 1) * n + j - 1]; };
    const auto guess = [&](const std::size_t i, const std::size_t j) {
        if (i == 1 || j == 1) return i == 1 ? (j == 1 ? 0.5 : value(i, j - 1)) : value(i - 1, j);
        return std::clamp(value(i - 1, j) + value(i, j - 1) - value(i - 1, j - 1), 0.0, 1.0);
    };
    Visitor visitor(turn, race, kernel, threads);
    std::vector<Visit> visits;
    std::vector<Visited> found;
    std::vector<std::size_t> open, still_open;
    const double all = static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
    double done = 0;
    for (std::size_t level = 2; level <= 2 * n; ++level) {
        // All states with i + j = level depend only on lower levels and, through busts, each on its mirror image.
        const std::size_t low = level > n ? level - n : 1, high = std::min(n, level - 1);
        open.clear();
        for (std::size_t i = low; i <= high; ++i) {
            value(i, level - i) = guess(i, level - i);
            open.push_back(i);
        }
        for (int step = 0; !open.empty(); ++step) {
            if (step == most_steps) does_not_settle();
            visits.clear();
            for (const std::size_t i : open) {
                const std::size_t j = level - i;
                visits.push_back({i, &win[(j - 1) * n], 1, -1, 1, 1 - value(j, i)});
            }
            found.resize(visits.size());
            visitor.visit(visits, found);
            // Mirror images stand at mirrored places: open[k] and open[size - 1 - k] add up to the level.
            still_open.clear();
            const std::size_t size = open.size();
            for (std::size_t k = 0; k < size - k; ++k) {
                const std::size_t i = open[k], j = level - i;
                double &x = value(i, j), &y = value(j, i);
                const auto [f, a] = found[k];
                const auto [g, b] = found[size - 1 - k];
                const double new_x = (f - a * (g - y) - a * b * x) / (1 - a * b), new_y = g - b * (new_x - x);
                const bool open_still = std::abs(new_x - x) > settled_within || std::abs(new_y - y) > settled_within;
                x = new_x;
                if (i != j) y = new_y;
                if (open_still) still_open.push_back(i);
            }
            const std::size_t half = still_open.size();
            for (std::size_t k = half; k-- > 0;)
                if (2 * still_open[k] != level) still_open.push_back(level - still_open[k]);
            open.swap(still_open);
        }
        done += static_cast<double>(high - low + 1) * static_cast<double>(level) / 2;
        if (progress) progress(std::min(1.0, done / all));
    }
    return win;
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
            const Visit visit{i, turns.data(), -1, -1, -1, -1 - expected};
            Visited found{};
            visitor.visit({&visit, 1}, {&found, 1});
            if (!(found.slope < 1)) throw std::runtime_error("race: a player may never reach the goal");
            // -E = f(-1 - E0) + slope (E0 - E)
            const double better = (-found.value - found.slope * expected) / (1 - found.slope);
            const bool stays = std::abs(better - expected) <= settled_within * std::abs(better);
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
