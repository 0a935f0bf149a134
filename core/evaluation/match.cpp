#include "evaluation/match.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jeopardice {

void BestPlayer::prepare(size_t level) {
    if (level == level_) return;
    level_ = level;
    const size_t n = race_.needed;
    const auto [low, high] = level_range(n, level);
    std::vector<TurnProblem> problems;
    for (size_t i = low; i <= high; ++i) problems.push_back(values_.problem(i, (level - i - 1) * n));
    solver_.for_each_batch(problems, {.slopes = false, .rolls = true}, [&](size_t first, const TurnBatch& batch) {
        BestTurnDistribution best(turn_, race_);
        for (size_t v = first; v < std::min(first + batch.width(), problems.size()); ++v) {
            const size_t i = problems[v].needed;
            best.find(batch, problems[v], v - first, {&distributions_[(i - 1) * (n + 1)], i + 1});
        }
    });
}

namespace {

// Calls work(i, j) for all states of a level.
void each_state(size_t needed, size_t level, const auto& work) {
    const auto [low, high] = level_range(needed, level);
    for (size_t i = low; i <= high; ++i) work(i, level - i);
}

}  // namespace

MatchChances play_match(size_t needed, Player& a, Player& b, const Progress& progress) {
    const size_t n = needed;
    MatchChances found{std::vector<double>(n * n), std::vector<double>(n * n)};
    for (size_t level = 2; level <= 2 * n; ++level) {
        a.prepare(level);
        b.prepare(level);
        each_state(n, level, [&](size_t i, size_t j) {
            const auto mine = a.distribution(i, j), theirs = b.distribution(j, i);
            double first = mine[0], second = 0;
            for (size_t s = 1; s < i; ++s) first += mine[s] * found.second[(s - 1) * n + j - 1];
            for (size_t s = 1; s < j; ++s) second += theirs[s] * found.first[(i - 1) * n + s - 1];
            // The two unknowns are x = first + a[i] * y and y = second + b[j] * x.
            const double again = 1 - mine[i] * theirs[j];
            if (!(again > 1e-12))
                throw std::runtime_error("match: both strategies always bust, so that the game may never end");
            const size_t place = (i - 1) * n + j - 1;
            found.first[place] = (first + mine[i] * second) / again;
            found.second[place] = (second + theirs[j] * first) / again;
        });
        if (progress) progress(level_fraction(level, n));
    }
    return found;
}

namespace {

// The chances of arriving at a state with each turn of the player to move, from turn `first` on.
struct Arrivals {
    static constexpr double negligible = 1e-22;
    size_t first = 0;
    std::vector<double> chance;

    [[nodiscard]] size_t end() const { return first + chance.size(); }
    [[nodiscard]] double at(size_t turn) const { return turn < first || turn >= end() ? 0 : chance[turn - first]; }

    void add(size_t turn, double more) {
        widen(turn, turn + 1);
        chance[turn - first] += more;
    }

    // Adds `share` of the arrivals at another state, `later` turns later.
    void add(const Arrivals& from, double share, size_t later, size_t most) {
        if (from.chance.empty() || share == 0 || from.first + later >= most) return;
        const size_t last = std::min(most, from.end() + later);
        widen(from.first + later, last);
        for (size_t m = from.first + later; m < last; ++m)
            chance[m - first] += share * from.chance[m - later - from.first];
    }

  private:
    void widen(size_t from, size_t to) {
        if (chance.empty()) first = from;
        if (from < first) {
            chance.insert(chance.begin(), first - from, 0.0);
            first = from;
        }
        if (to > end()) chance.resize(to - first, 0.0);
    }
};

// Turns that gain nothing lead from one player's move to the other's, with the same scores, and back.
void alternate(Arrivals& a, double a_stays, Arrivals& b, double b_stays, size_t most) {
    const size_t last = std::max(a.end(), b.end());
    for (size_t m = std::min(a.chance.empty() ? most : a.first, b.chance.empty() ? most : b.first); m < most; ++m) {
        const double to_b = a_stays * a.at(m);
        if (to_b > 0) b.add(m, to_b);
        const double to_a = b_stays * b.at(m);
        if (m >= last && to_b < Arrivals::negligible && to_a < Arrivals::negligible) return;
        if (to_a > 0 && m + 1 < most) a.add(m + 1, to_a);
    }
}

}  // namespace

MatchLengths match_lengths(size_t needed, Player& a, Player& b, size_t most, const Progress& progress) {
    const size_t n = needed;
    std::vector<Arrivals> a_moves(n * n), b_moves(n * n);
    a_moves.back().chance = {1.0};
    Arrivals a_wins, b_wins;
    for (size_t level = 2 * n; level >= 2; --level) {
        a.prepare(level);
        b.prepare(level);
        each_state(n, level, [&](size_t i, size_t j) {
            const size_t place = (i - 1) * n + j - 1;
            Arrivals &mine = a_moves[place], &theirs = b_moves[place];
            if (mine.chance.empty() && theirs.chance.empty()) return;
            const auto my_turn = a.distribution(i, j), their_turn = b.distribution(j, i);
            alternate(mine, my_turn[i], theirs, their_turn[j], most);
            a_wins.add(mine, my_turn[0], 0, most);
            b_wins.add(theirs, their_turn[0], 0, most);
            for (size_t s = 1; s < i; ++s) b_moves[(s - 1) * n + j - 1].add(mine, my_turn[s], 0, most);
            for (size_t s = 1; s < j; ++s) a_moves[(i - 1) * n + s - 1].add(theirs, their_turn[s], 1, most);
            mine = {};
            theirs = {};
        });
        if (progress) progress(1 - level_fraction(level, n));
    }
    MatchLengths lengths{std::vector<double>(most), std::vector<double>(most)};
    for (size_t m = 0; m < most; ++m) {
        lengths.first[m] = a_wins.at(m);
        lengths.second[m] = b_wins.at(m);
    }
    return lengths;
}

MatchChances best_response(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, size_t threads,
                           Player& b, const Progress& progress) {
    constexpr int most_steps = 100;
    constexpr double settled_within = 1e-14, rounding = 1e-15;
    const size_t n = race.needed;
    TurnSolver solver(turn, race, kernel, threads);
    MatchChances found{std::vector<double>(n * n), std::vector<double>(n * n)};
    std::vector<double> after(n * n);  // `second` by what B needs, then A
    struct OpenState {
        size_t i, j;
        double constant, stays;  // second = constant + stays * first
        double first;
    };
    std::vector<OpenState> open, still_open;
    std::vector<TurnProblem> problems;
    std::vector<TurnValue> answers;
    for (size_t level = 2; level <= 2 * n; ++level) {
        b.prepare(level);
        open.clear();
        each_state(n, level, [&](size_t i, size_t j) {
            const auto theirs = b.distribution(j, i);
            double constant = 0;
            for (size_t s = 1; s < j; ++s) constant += theirs[s] * found.first[(i - 1) * n + s - 1];
            open.push_back({i, j, constant, theirs[j], i > 1 ? found.first[(i - 2) * n + j - 1] : 0.5});
        });
        for (int step = 0; !open.empty(); ++step) {
            if (step == most_steps) throw std::runtime_error("best response: the values of a state do not settle");
            problems.clear();
            for (const OpenState& o : open)
                problems.push_back({o.i, &after[(o.j - 1) * n], 0, 1, 1, o.constant + o.stays * o.first});
            answers.resize(problems.size());
            solver.solve(problems, answers);
            still_open.clear();
            for (size_t k = 0; k < open.size(); ++k) {
                OpenState& o = open[k];
                const auto [value, slope] = answers[k];
                const double steepness = slope * o.stays;
                if (!(1 - steepness > 1e-9)) throw std::runtime_error("best response: the game may never end");
                const double next = std::clamp((value - steepness * o.first) / (1 - steepness), 0.0, 1.0);
                // Where both players nearly always bust, rounding errors are divided by almost 0.
                const bool settled = std::abs(next - o.first) <= std::max(settled_within, rounding / (1 - steepness));
                o.first = next;
                if (!settled) {
                    still_open.push_back(o);
                    continue;
                }
                const size_t place = (o.i - 1) * n + o.j - 1;
                found.first[place] = o.first;
                found.second[place] = after[(o.j - 1) * n + o.i - 1] = o.constant + o.stays * o.first;
            }
            open.swap(still_open);
        }
        if (progress) progress(level_fraction(level, n));
    }
    return found;
}

}  // namespace jeopardice
