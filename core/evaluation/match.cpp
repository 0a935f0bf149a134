#include "evaluation/match.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jeopardice {

void BestPlayer::prepare(const std::size_t level) {
    if (level == level_) return;
    level_ = level;
    const std::size_t n = race_.needed;
    const auto [low, high] = LevelRange(n, level);
    std::vector<Visit> visits;
    for (std::size_t i = low; i <= high; ++i) {
        const double* const after = &after_[(level - i - 1) * n];
        visits.push_back({i, after, shift_, scale_, 1, after[i - 1]});
    }
    visitor_.each(visits, {.slopes = false, .rolls = true}, [&](const std::size_t first, const VisitBatch& batch) {
        Follower follower(turn_, race_);
        for (std::size_t v = first; v < std::min(first + batch.width(), visits.size()); ++v) {
            const std::size_t i = visits[v].needed;
            follower.follow(batch, visits[v], v - first, {&landings_[(i - 1) * (n + 1)], i + 1});
        }
    });
}

namespace {

// Calls work(i, j) for all states of a level, players ready.
void each_state(const std::size_t needed, const std::size_t level, const auto& work) {
    const auto [low, high] = LevelRange(needed, level);
    for (std::size_t i = low; i <= high; ++i) work(i, level - i);
}

double part_of(const std::size_t level, const std::size_t needed) {
    const double part = static_cast<double>(level) / static_cast<double>(2 * needed);
    return part * part;
}

}  // namespace

Chances play_match(const std::size_t needed, Player& a, Player& b, const Progress& progress) {
    const std::size_t n = needed;
    Chances found{std::vector<double>(n * n), std::vector<double>(n * n)};
    for (std::size_t level = 2; level <= 2 * n; ++level) {
        a.prepare(level);
        b.prepare(level);
        each_state(n, level, [&](const std::size_t i, const std::size_t j) {
            const auto mine = a.landing(i, j), theirs = b.landing(j, i);
            double first = mine[0], second = 0;
            for (std::size_t s = 1; s < i; ++s) first += mine[s] * found.second[(s - 1) * n + j - 1];
            for (std::size_t s = 1; s < j; ++s) second += theirs[s] * found.first[(i - 1) * n + s - 1];
            // first + a[i] * second', second + b[j] * first' are the two unknowns.
            const double again = 1 - mine[i] * theirs[j];
            if (!(again > 1e-12)) throw std::runtime_error("match: a game in which nobody gets on need never end");
            const std::size_t place = (i - 1) * n + j - 1;
            found.first[place] = (first + mine[i] * second) / again;
            found.second[place] = (second + theirs[j] * first) / again;
        });
        if (progress) progress(part_of(level, n));
    }
    return found;
}

namespace {

// Chances to come to a state with each turn of the player to move, from turn `first` on.
struct Arrivals {
    static constexpr double forgotten = 1e-22;  // what is less likely than this
    std::size_t first = 0;
    std::vector<double> chance;

    [[nodiscard]] std::size_t end() const { return first + chance.size(); }
    [[nodiscard]] double at(const std::size_t turn) const {
        return turn < first || turn >= end() ? 0 : chance[turn - first];
    }

    void add(const std::size_t turn, const double more) {
        widen(turn, turn + 1);
        chance[turn - first] += more;
    }

    // Adds `share` of what comes to another state, so many turns later.
    void add(const Arrivals& from, const double share, const std::size_t later, const std::size_t most) {
        if (from.chance.empty() || share == 0 || from.first + later >= most) return;
        const std::size_t last = std::min(most, from.end() + later);
        widen(from.first + later, last);
        for (std::size_t m = from.first + later; m < last; ++m)
            chance[m - first] += share * from.chance[m - later - from.first];
    }

  private:
    void widen(const std::size_t from, const std::size_t to) {
        if (chance.empty()) first = from;
        if (from < first) {
            chance.insert(chance.begin(), first - from, 0.0);
            first = from;
        }
        if (to > end()) chance.resize(to - first, 0.0);
    }
};

// Turns that gain nothing lead from one player's move to the other's, with the same scores, and back.
void bounce(Arrivals& a, const double a_stays, Arrivals& b, const double b_stays, const std::size_t most) {
    const std::size_t last = std::max(a.end(), b.end());
    for (std::size_t m = std::min(a.chance.empty() ? most : a.first, b.chance.empty() ? most : b.first); m < most;
         ++m) {
        const double to_b = a_stays * a.at(m);
        if (to_b > 0) b.add(m, to_b);
        const double to_a = b_stays * b.at(m);
        if (m >= last && to_b < Arrivals::forgotten && to_a < Arrivals::forgotten) return;
        if (to_a > 0 && m + 1 < most) a.add(m + 1, to_a);
    }
}

}  // namespace

Lengths match_lengths(const std::size_t needed, Player& a, Player& b, const std::size_t most,
                      const Progress& progress) {
    const std::size_t n = needed;
    std::vector<Arrivals> a_moves(n * n), b_moves(n * n);
    a_moves.back().chance = {1.0};
    Arrivals a_wins, b_wins;
    for (std::size_t level = 2 * n; level >= 2; --level) {
        a.prepare(level);
        b.prepare(level);
        each_state(n, level, [&](const std::size_t i, const std::size_t j) {
            const std::size_t place = (i - 1) * n + j - 1;
            Arrivals &mine = a_moves[place], &theirs = b_moves[place];
            if (mine.chance.empty() && theirs.chance.empty()) return;
            const auto my_turn = a.landing(i, j), their_turn = b.landing(j, i);
            bounce(mine, my_turn[i], theirs, their_turn[j], most);
            a_wins.add(mine, my_turn[0], 0, most);
            b_wins.add(theirs, their_turn[0], 0, most);
            for (std::size_t s = 1; s < i; ++s) b_moves[(s - 1) * n + j - 1].add(mine, my_turn[s], 0, most);
            for (std::size_t s = 1; s < j; ++s) a_moves[(i - 1) * n + s - 1].add(theirs, their_turn[s], 1, most);
            mine = {};
            theirs = {};
        });
        if (progress) progress(1 - part_of(level, n));
    }
    Lengths lengths{std::vector<double>(most), std::vector<double>(most)};
    for (std::size_t m = 0; m < most; ++m) {
        lengths.first[m] = a_wins.at(m);
        lengths.second[m] = b_wins.at(m);
    }
    return lengths;
}

Chances best_response(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, const std::size_t threads,
                      Player& b, const Progress& progress) {
    constexpr int most_steps = 100;
    constexpr double settled_within = 1e-14, rounding = 1e-15;
    const std::size_t n = race.needed;
    Visitor visitor(turn, race, kernel, threads);
    Chances found{std::vector<double>(n * n), std::vector<double>(n * n)};
    std::vector<double> after(n * n);  // `second` by what B needs, then A
    struct Open {
        std::size_t i, j;
        double constant, stays;  // second = constant + stays * first
        double first;
    };
    std::vector<Open> open, still_open;
    std::vector<Visit> visits;
    std::vector<Visited> visited;
    for (std::size_t level = 2; level <= 2 * n; ++level) {
        b.prepare(level);
        open.clear();
        each_state(n, level, [&](const std::size_t i, const std::size_t j) {
            const auto theirs = b.landing(j, i);
            double constant = 0;
            for (std::size_t s = 1; s < j; ++s) constant += theirs[s] * found.first[(i - 1) * n + s - 1];
            open.push_back({i, j, constant, theirs[j], i > 1 ? found.first[(i - 2) * n + j - 1] : 0.5});
        });
        for (int step = 0; !open.empty(); ++step) {
            if (step == most_steps) throw std::runtime_error("best response: the values of a state do not settle");
            visits.clear();
            for (const Open& o : open)
                visits.push_back({o.i, &after[(o.j - 1) * n], 0, 1, 1, o.constant + o.stays * o.first});
            visited.resize(visits.size());
            visitor.visit(visits, visited);
            still_open.clear();
            for (std::size_t k = 0; k < open.size(); ++k) {
                Open& o = open[k];
                const auto [value, slope] = visited[k];
                const double steepness = slope * o.stays;
                if (!(1 - steepness > 1e-9)) throw std::runtime_error("best response: a game that need never end");
                const double next = std::clamp((value - steepness * o.first) / (1 - steepness), 0.0, 1.0);
                // Where both nearly always bust, rounding errors are divided by next to nothing.
                const bool settled = std::abs(next - o.first) <= std::max(settled_within, rounding / (1 - steepness));
                o.first = next;
                if (!settled) {
                    still_open.push_back(o);
                    continue;
                }
                const std::size_t place = (o.i - 1) * n + o.j - 1;
                found.first[place] = o.first;
                found.second[place] = after[(o.j - 1) * n + o.i - 1] = o.constant + o.stays * o.first;
            }
            open.swap(still_open);
        }
        if (progress) progress(part_of(level, n));
    }
    return found;
}

}  // namespace jeopardice
