#include "simultaneous/contest.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include "race/rules.hpp"

namespace jeopardice {

namespace {

constexpr int most_steps = 100;
// A state that both players leave with a smaller chance repeats forever, within the precision of its numbers.
constexpr double least_progress = 1e-12;

// Sets the value of every state, in order of the standings' sum; states of one sum in parallel.
Values swept(const SimultaneousGame& game, const Values& before, size_t threads, const Progress& progress,
             const std::function<double(const ValueTable&, size_t, size_t)>& value) {
    const size_t n = game.standings();
    if (before.size() != n * n) throw std::invalid_argument("simultaneous: values of another size");
    Values values = before;
    ThreadTeam team(threads);
    for (size_t level = 2; level <= 2 * n; ++level) {
        const LevelRange range = level_range(n, level);
        team.run(range.high - range.low + 1, [&](size_t k, size_t) {
            const size_t a = range.low + k, b = level - a;
            values[(a - 1) * n + b - 1] = value(ValueTable(values, game.setbacks()), a, b);
        });
        if (progress) progress(level_fraction(level, n));
    }
    return values;
}

// Where a turn leads short of the goal, standings from 0, with the chances.
std::vector<std::pair<size_t, double>> short_of_goal(const Setbacks& setbacks, size_t standing,
                                                     const Gains& distribution) {
    std::vector<std::pair<size_t, double>> found;
    for (size_t i = 0; i < distribution.size(); ++i) {
        if (distribution[i] == 0 || i == won_index) continue;
        const std::ptrdiff_t then = setbacks.after(setbacks.units(standing), setbacks.busts(standing), i);
        if (then > 0) found.emplace_back(then - 1, distribution[i]);
    }
    return found;
}

// W = R + C W.
double solved(double rest, double repeats) {
    if (!(1 - repeats > least_progress))
        throw std::runtime_error("simultaneous: the game may never end: both players almost never score");
    return rest / (1 - repeats);
}

}  // namespace

void FixedPlay::check(size_t standings) const {
    if (which.size() != standings * standings)
        throw std::invalid_argument("simultaneous: play for another number of states");
    for (const std::uint32_t place : which)
        if (place >= distributions.size()) throw std::invalid_argument("simultaneous: no such distribution");
    for (const Gains& distribution : distributions)
        if (distribution.size() < gain_offset + 1)
            throw std::invalid_argument("simultaneous: a distribution has at least three entries");
}

Values match_sweep(const SimultaneousGame& game, const FixedPlay& first, const FixedPlay& second, const Values& before,
                   size_t threads, const Progress& progress) {
    const size_t n = game.standings();
    first.check(n);
    second.check(n);
    return swept(game, before, threads, progress, [&](const ValueTable& table, size_t a, size_t b) {
        const Gains &mine = first.at(a, b, n), &theirs = second.at(b, a, n);
        const double rest = expected(mine, table.worths(a, b, theirs, 0));
        return table.stays(a, b) ? solved(rest, mine[0] * theirs[0]) : rest;
    });
}

Values response_sweep(const SimultaneousGame& game, const FixedPlay& second, const Values& before, size_t threads,
                      const Progress& progress) {
    const size_t n = game.standings();
    second.check(n);
    return swept(game, before, threads, progress, [&](const ValueTable& table, size_t a, size_t b) {
        const Gains& theirs = second.at(b, a, n);
        const size_t needs = game.setbacks().units(a);
        Gains mine;
        std::vector<double> worth = table.worths(a, b, theirs, 0);
        if (!table.stays(a, b)) return game.choices().best(worth, needs, mine);
        const double bust = worth[0];
        double value = 0;
        for (int step = 0; step < most_steps; ++step) {
            worth[0] = bust + theirs[0] * value;
            static_cast<void>(game.choices().best(worth, needs, mine));
            worth[0] = bust;
            const double next = solved(expected(mine, worth), mine[0] * theirs[0]);
            if (!(next > value)) return value;  // policy iteration: no step makes it worse, but for rounding
            value = next;
        }
        throw std::runtime_error("simultaneous: the best response does not settle");
    });
}

Rounds rounds(const SimultaneousGame& game, const FixedPlay& first, const FixedPlay& second, size_t a, size_t b,
              double forgotten, size_t most, const Progress& progress) {
    const size_t n = game.standings();
    first.check(n);
    second.check(n);
    if (a < 1 || a > n || b < 1 || b > n) throw std::invalid_argument("simultaneous: no such state");
    const Setbacks& setbacks = game.setbacks();
    Rounds found{{}, Values(n * n)};
    Values here(n * n);
    here[(a - 1) * n + b - 1] = 1;
    double going = 1;
    for (size_t round = 0; round < most && going > forgotten; ++round) {
        Values there(n * n);
        double still = 0;
        for (size_t own = 1; own <= n; ++own) {
            for (size_t other = 1; other <= n; ++other) {
                const double chance = here[(own - 1) * n + other - 1];
                if (chance == 0) continue;
                found.visits[(own - 1) * n + other - 1] += chance;
                const Gains &mine = first.at(own, other, n), &theirs = second.at(other, own, n);
                const auto others = short_of_goal(setbacks, other, theirs);
                for (const auto& [row, p] : short_of_goal(setbacks, own, mine)) {
                    for (const auto& [column, q] : others) {
                        there[row * n + column] += chance * p * q;
                        still += chance * p * q;
                    }
                }
            }
            if (progress) progress(1 - going);
        }
        found.chances.push_back(std::max(0.0, going - still));
        going = still;
        here = std::move(there);
    }
    return found;
}

}  // namespace jeopardice
