// Newton steps around rings of busts: see race/board.hpp.
#include "race/levels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "race/tolerances.hpp"

namespace jeopardice {

// Two players: steps before the bracket takes over.
constexpr int newton_steps = 6;

void LevelSolver::solve_rings(std::vector<Ring>& rings) {
    std::vector<Ring> all(rings), flat;
    std::vector<double> before;
    for (const Ring& ring : all)
        for (const size_t k : ring) before.push_back(value(k));
    const int steps = two_ ? newton_steps : most_steps;
    for (int step = 0; step < steps && !rings.empty(); ++step) newton_step(rings, flat, step);
    if (two_) {
        // Newton steps for both players together reach the root in exact arithmetic (docs/theory/races.md, Theorem 7),
        // but with bust probabilities near 1 rounding can prevent it.
        flat.insert(flat.end(), rings.begin(), rings.end());
        if (!flat.empty()) bracket(flat);
    } else {
        if (!rings.empty()) does_not_settle();
        for (const Ring& ring : flat) solve_flat(ring);
    }
    size_t at = 0;
    for (const Ring& ring : all)
        for (const size_t k : ring) {
            const double now = std::exchange(value(k), before[at++]);
            set(states_[k], now);
            states_[k].status = Status::solved;
        }
}

// One step for each open ring. Rings whose step is too short to matter are done; those in which nearly every turn busts
// are moved to `flat`.
void LevelSolver::newton_step(std::vector<Ring>& open, std::vector<Ring>& flat, int step) {
    std::vector<size_t> which;
    for (const Ring& ring : open) which.insert(which.end(), ring.begin(), ring.end());
    std::sort(which.begin(), which.end());
    // With two players most steps but the first only confirm the values: the slopes of the step before are good enough.
    const bool slopes = !two_ || step % 2 == 0;
    solve_turns(which, slopes);
    std::vector<size_t> where(states_.size());
    for (size_t r = 0; r < which.size(); ++r) {
        where[which[r]] = r;
        double& slope = states_[which[r]].slope;
        if (slopes)
            slope = found_[r].slope;
        else
            found_[r].slope = slope;
    }
    // A step leaves errors of the second order. The first of many sweeps need not be precise.
    const double two_within = first_ ? std::max(settled_within, close_enough_ / 10) : settled_within;
    std::vector<Ring> still_open;
    for (Ring& ring : open) {
        // x_k + d_k = f_k + c_k d_(k+1) all around the ring
        const double turned = board_.objective().sign * board_.objective().scale;
        double slope = 1, sum = 0;
        for (const size_t k : ring) {
            const auto [f, a] = found_[where[k]];
            const double x = value(k);
            sum += slope * (f - x);
            slope *= turned * a;
        }
        if (!(1 - slope > too_flat) || (two_ && 1 - std::abs(slope) <= endless)) {
            flat.push_back(std::move(ring));
            continue;
        }
        bool settled = true;
        double ahead = sum / (1 - slope);  // d_0, and then d_(k+1) for each k from the last
        for (size_t r = ring.size(); r-- > 0;) {
            const auto [f, a] = found_[where[ring[r]]];
            double& x = value(ring[r]);
            double better = f + turned * a * ahead;
            if (two_) better = std::clamp(better, 0.0, 1.0);
            ahead = better - x;
            const double small = two_ ? two_within : settled_within * std::abs(better) / (1 - slope);
            settled = settled && std::abs(ahead) <= small;
            x = better;
        }
        if (!settled) still_open.push_back(std::move(ring));
    }
    open.swap(still_open);
}

}  // namespace jeopardice
