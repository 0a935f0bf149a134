// Rings in which policies go round in circles: see blocks.hpp.
#include <algorithm>
#include <cmath>

#include "multiplayer/blocks.hpp"
#include "race/levels.hpp"

namespace jeopardice {

namespace {

constexpr int rounds = 24, most_lessons = 100;
// A play is another one if it is worth more by at least this, which is but rounding.
constexpr double worth_more = 2e-15;

// Solves a x = b, a square and small; whether it can be.
bool solve_linear(std::vector<std::vector<double>>& a, std::vector<double>& b) {
    const std::size_t n = b.size();
    for (std::size_t c = 0; c < n; ++c) {
        std::size_t pivot = c;
        for (std::size_t r = c + 1; r < n; ++r)
            if (std::abs(a[r][c]) > std::abs(a[pivot][c])) pivot = r;
        if (a[pivot][c] == 0) return false;
        std::swap(a[c], a[pivot]);
        std::swap(b[c], b[pivot]);
        for (std::size_t r = 0; r < n; ++r) {
            if (r == c) continue;
            const double factor = a[r][c] / a[c][c];
            for (std::size_t k = c; k < n; ++k) a[r][k] -= factor * a[c][k];
            b[r] -= factor * b[c];
        }
    }
    for (std::size_t r = 0; r < n; ++r) b[r] /= a[r][r];
    return true;
}

}  // namespace

// Different plays, by how often they bust; the same one may come out a little differently for another guess.
void BlockSolver::Plays::add(const Play& play) {
    constexpr double rounded = 1e-13;
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const Play& other) { return other.bust > play.bust - rounded; });
    if (at == all.end() || at->bust > play.bust + rounded) all.insert(at, play);
}

bool BlockSolver::answer_in_turn(const Ring& ring, std::vector<Plays>& pools) {
    pools.assign(ring.size(), {});
    for (int round = 0; round < rounds; ++round) {
        bool changed = false;
        for (std::size_t k = 0; k < ring.size(); ++k) {
            Node& node = nodes_[ring[k]];
            const Play before = node.play;
            // The best answer to the others: policy iteration of one player. Where some need the same and sit alike,
            // they answer at the same time, and that may go round in circles, too.
            bool found = false;
            for (int step = 0; step < newton_steps && !found; ++step) {
                node.guess = std::clamp(around(ring)[(k + 1) % ring.size()][group_.players() - 1], 0.0, 1.0);
                const Play now = node.play;
                play({&ring[k], 1});
                found = node.play.own(node.guess) <= now.own(node.guess) + worth_more;
                if (found) node.play = now;  // no better: rounding alone must not change it
                // After half of the rounds only what comes again and again is left.
                if (round >= rounds / 2) pools[k].add(node.play);
            }
            changed = changed || !found || node.play != before;
        }
        if (!changed) return true;
    }
    return false;
}

// The chances to play `high` for which both plays of every mixing state are worth the same to its mover: Newton's
// method on what a bust is worth there. The mixed plays are left at their states.
std::optional<std::vector<double>> BlockSolver::solve_shares(const Ring& ring, const std::span<const Mix> mixes) {
    const std::size_t count = mixes.size();
    // By how much a bust is worth more than where the two plays are worth the same.
    const auto off_by = [&](const std::vector<double>& shares) {
        for (std::size_t m = 0; m < count; ++m) {
            const auto& [k, low, high] = mixes[m];
            nodes_[ring[k]].play = low.mixed_with(high, shares[m], group_.players());
        }
        std::vector<double> off;
        double stays = 1;
        for (const std::size_t k : ring) stays *= nodes_[k].play.bust;
        if (!(stays < 1)) return off;  // shares beyond 0 and 1 may lead anywhere
        const std::vector<Components> found = around(ring);
        for (const auto& [k, low, high] : mixes) {
            const double tie = (low.worth[0] - high.worth[0]) / (high.bust - low.bust);
            off.push_back(found[(k + 1) % ring.size()][group_.players() - 1] - tie);
        }
        return off;
    };
    std::vector<double> shares(count, 0.5);
    constexpr double step = 1e-7;
    for (int round = 0; round < 60; ++round) {
        std::vector<double> off = off_by(shares);
        if (off.size() != count) return std::nullopt;
        std::vector<std::vector<double>> slopes(count, std::vector<double>(count));
        for (std::size_t m = 0; m < count; ++m) {
            std::vector<double> moved = shares;
            moved[m] += step;
            const std::vector<double> other = off_by(moved);
            if (other.size() != count) return std::nullopt;
            for (std::size_t r = 0; r < count; ++r) slopes[r][m] = (other[r] - off[r]) / step;
        }
        if (!solve_linear(slopes, off)) return std::nullopt;
        double longest = 0;
        for (const double change : off) longest = std::max(longest, std::abs(change));
        if (!(longest < 1e6)) return std::nullopt;
        for (std::size_t m = 0; m < count; ++m) shares[m] -= off[m] / std::max(1.0, longest);
        if (longest < 1e-13) break;
    }
    for (const double share : shares)
        if (!(share >= 0 && share <= 1)) return std::nullopt;
    off_by(shares);
    return shares;
}

// Even choices are a play, odd ones a mix of the plays before and after.
BlockSolver::Lesson BlockSolver::try_choice(const Ring& ring, std::vector<Plays>& pools,
                                            const std::vector<std::size_t>& choice) {
    std::vector<Mix> mixes;
    for (std::size_t k = 0; k < ring.size(); ++k) {
        const std::vector<Play>& all = pools[k].all;
        nodes_[ring[k]].play = all[choice[k] / 2];
        if (choice[k] % 2 == 1) mixes.push_back({k, all[choice[k] / 2], all[choice[k] / 2 + 1]});
    }
    const auto shares = solve_shares(ring, mixes);
    if (!shares) return Lesson::wrong;
    // Is any other play better? Those known first.
    const std::vector<Components> found = around(ring);
    for (std::size_t k = 0; k < ring.size(); ++k) {
        Node& node = nodes_[ring[k]];
        node.guess = std::clamp(found[(k + 1) % ring.size()][group_.players() - 1], 0.0, 1.0);
        for (const Play& other : pools[k].all)
            if (other.own(node.guess) > node.play.own(node.guess) + 10 * worth_more) return Lesson::wrong;
    }
    std::vector<Play> chosen;
    for (const std::size_t k : ring) chosen.push_back(nodes_[k].play);
    play(ring);
    Lesson lesson = Lesson::right;
    for (std::size_t k = 0; k < ring.size(); ++k) {
        Node& node = nodes_[ring[k]];
        if (node.play.own(node.guess) > chosen[k].own(node.guess) + 10 * worth_more) {
            pools[k].add(node.play);
            lesson = Lesson::new_play;
        }
        node.play = chosen[k];
    }
    if (lesson == Lesson::right)
        for (std::size_t m = 0; m < mixes.size(); ++m)
            found_->mixed.push_back({nodes_[ring[mixes[m].k]].place, (*shares)[m]});
    return lesson;
}

bool BlockSolver::mix(const Ring& ring, std::vector<Plays>& pools) {
    for (int lessons = 0; lessons < most_lessons; ++lessons) {
        std::vector<std::size_t> choice(ring.size(), 0);
        Lesson lesson;
        bool last;
        do {
            lesson = try_choice(ring, pools, choice);
            if (lesson == Lesson::right) return true;
            std::size_t k = 0;
            while (k < ring.size() && ++choice[k] == 2 * pools[k].all.size() - 1) choice[k++] = 0;
            last = k == ring.size();
        } while (lesson == Lesson::wrong && !last);
        if (lesson == Lesson::wrong) return false;
    }
    return false;
}

}  // namespace jeopardice
