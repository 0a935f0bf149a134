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
    std::vector<Ring> all(rings);
    std::vector<double> before;
    for (const Ring& ring : all)
        for (const size_t k : ring) before.push_back(value(k));
    const int steps = two_ ? newton_steps : most_steps;
    for (int step = 0; step < steps && !rings.empty(); ++step) newton_step(rings, step);
    if (!rings.empty()) {
        if (!two_) does_not_settle();
        bracket(rings);
    }
    size_t at = 0;
    for (const Ring& ring : all)
        for (const size_t k : ring) {
            const double now = std::exchange(value(k), before[at++]);
            set(states_[k], now);
            states_[k].status = Status::solved;
        }
}

// One step for each open ring. Rings whose step is too short to matter are done.
void LevelSolver::newton_step(std::vector<Ring>& open, int step) {
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
    std::vector<Ring> still_open;
    for (Ring& ring : open) {
        // x_k + d_k = f_k + c_k d_(k+1) all around the ring
        const double turned = board_.objective().sign * board_.objective().scale;
        double slope = 1, sum = 0;
        bool echoes = true;  // where the slope is nearly 1, f may only repeat the guess
        for (const size_t k : ring) {
            const auto [f, a] = found_[where[k]];
            const double x = value(k);
            sum += slope * (f - x);
            slope *= turned * a;
            echoes = echoes && decided(f) && std::abs(f - x) < 1e-12;
        }
        if (!(1 - slope > too_flat) || (two_ && 1 - std::abs(slope) <= endless)) {
            if (!two_) {
                // A guess that is too low makes a bust look as good as a bank; a high one does not.
                if (step >= most_steps / 2) too_many_busts();
                for (const size_t k : ring) value(k) = 2 * value(k) + 1;
                still_open.push_back(std::move(ring));
            } else if (1 - std::abs(slope) > endless && echoes) {
                for (const size_t k : ring) value(k) = found_[where[k]].value;
            } else {
                still_open.push_back(std::move(ring));  // the bracket decides whether it is the guess
            }
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
            const double small = two_ ? settled_within : settled_within * std::abs(better) / (1 - slope);
            settled = settled && std::abs(ahead) <= small;
            x = better;
        }
        if (!settled) still_open.push_back(std::move(ring));
    }
    open.swap(still_open);
}

// Newton steps for both players together reach the root in exact arithmetic (docs/theory/races.md, Theorem 7), but with
// bust probabilities near 1 rounding can prevent it. x - f(1 - g(1 - x)) increases, also around longer rings: its root
// is bracketed, and every step is a Newton step inside the bracket or, where that does not halve it, goes to its
// middle.
void LevelSolver::bracket(const std::vector<Ring>& open) {
    struct Bracket {
        double low = 0, high = 1, last = 1, slope = 1;
        bool all_decided = true;
    };
    std::vector<Bracket> brackets(open.size());
    size_t longest = 0;
    for (const Ring& ring : open) longest = std::max(longest, ring.size());
    for (int step = 0; step < most_steps; ++step) {
        std::vector<double> guesses;
        for (size_t r = 0; r < open.size(); ++r) {
            guesses.push_back(value(open[r][0]));
            brackets[r].slope = 1;
            brackets[r].all_decided = true;
        }
        // From the last state of each ring back to the first, whose value is guessed.
        for (size_t back = 0; back < longest; ++back) {
            std::vector<size_t> which, whose;
            for (size_t r = 0; r < open.size(); ++r)
                if (back < open[r].size()) {
                    which.push_back(open[r][open[r].size() - 1 - back]);
                    whose.push_back(r);
                }
            solve_turns(which, true);
            for (size_t w = 0; w < which.size(); ++w) {
                value(which[w]) = found_[w].value;
                brackets[whose[w]].slope *= -found_[w].slope;
                brackets[whose[w]].all_decided = brackets[whose[w]].all_decided && decided(found_[w].value);
            }
        }
        bool all_done = true;
        for (size_t r = 0; r < open.size(); ++r) {
            double& x = value(open[r][0]);
            const double f = x, guess = guesses[r];
            auto& [low, high, last, slope, all_decided] = brackets[r];
            (guess > f ? high : low) = guess;
            double next = guess - (guess - f) / (1 - slope);
            if (!(next > low && next < high) || high - low > last / 2) next = (low + high) / 2;
            if (std::abs(guess - f) <= settled_within * (1 - slope)) next = guess;
            const bool done = next == guess || high - low <= settled_within;
            if (done && 1 - std::abs(slope) <= hardly_ever && std::abs(guess - f) <= rounding) never_ends();
            if (done && (1 - std::abs(slope) <= endless || (1 - slope <= too_flat && !all_decided))) too_many_busts();
            all_done = all_done && done;
            last = high - low;
            x = next;
        }
        if (all_done) return;
    }
    does_not_settle();
}

}  // namespace jeopardice
