// Rings of busts in which nearly every turn busts, or which Newton steps do not settle.
//
// The value of a turn is then that of a bust, z_k, but for the gain g_k of the turns that end otherwise:
// x_k = z_k + g_k. The gain and the chance c_k of such a turn are sums of small numbers, as precise as those
// (TurnProblem::from_bust), where 1 minus the chance to bust would keep few of their digits. For two players
// z_k = 1 - x_(k+1), and around a ring of even length all but the gains cancel:
//
//     F(x_0) - x_0 = g_0 - g_1 + g_2 - ...,
//
// which decreases in x_0, so that its root can be bracketed. Turns that do not bust are worth A_k = g_k + c_k z_k to
// their mover and c_k - A_k to the other player: the value of a ring under its policies is what these add up to around
// the ring, again and again, which is a sum of small numbers divided by 1 - (1 - c_0) (1 - c_1) …
#include <algorithm>
#include <cmath>

#include "race/levels.hpp"
#include "race/tolerances.hpp"

namespace jeopardice {

void LevelSolver::measure_turns(std::span<const size_t> which) {
    problems_.clear();
    const double* const offers = steal_ == Steal::after_bank ? offers_.data() : nullptr;
    for (const size_t k : which) {
        problems_.push_back(problem(states_[k], offers));
        problems_.back().from_bust = true;
    }
    solver_.for_each_batch(problems_, {}, [&](size_t first, const TurnBatch& batch) {
        for (size_t v = first; v < std::min(first + batch.width(), which.size()); ++v) {
            states_[which[v]].gain = batch.found(problems_[v], v - first).value;
            states_[which[v]].success = batch.other_value(problems_[v], 0, v - first);
        }
    });
}

double LevelSolver::bust_worth(const LevelState& state) const {
    return board_.objective().shift + board_.objective().scale * values_[states_[state.next].place];
}

// How often as many turns around a ring do not all bust.
double LevelSolver::leaves(const Ring& ring, int times) const {
    double stays = 0;
    for (const size_t k : ring) stays += std::log1p(-std::min(1.0, states_[k].success));
    return -std::expm1(times * stays);
}

// Sets the values of a ring under the policies that were measured.
void LevelSolver::value_policies(const Ring& ring) {
    const size_t length = ring.size(), times = two_ && length % 2 == 1 ? 2 : 1;
    // What a turn that does not bust is worth; to one player also the turn itself.
    const auto own = [&](const LevelState& state) {
        const double worth = state.gain + state.success * bust_worth(state);
        return two_ ? worth : 1 - state.success - worth;
    };
    std::vector<double> parts;
    for (const size_t k : ring) parts.push_back(own(states_[k]));
    double sum = 0, stays = 1;
    for (size_t k = 0; k < times * length; ++k) {
        const LevelState& state = states_[ring[k % length]];
        const double part = parts[k % length];
        sum += stays * (two_ && k % 2 == 1 ? state.success - part : part);
        stays *= 1 - state.success;
    }
    double then = sum / leaves(ring, static_cast<int>(times));
    for (size_t k = length; k-- > 0;) {
        const double after = two_ ? 1 - then : then;
        then = parts[k] + (1 - states_[ring[k]].success) * after;
        if (two_) then = std::clamp(then, 0.0, 1.0);
        value(ring[k]) = then;
    }
}

// One player: policy iteration. Where the guess of the turns after a bust is too low, a bust looks as good as a bank.
void LevelSolver::solve_flat(const Ring& ring) {
    for (int step = 0; step < most_steps; ++step) {
        measure_turns(ring);
        if (leaves(ring, 1) == 0) {
            for (const size_t k : ring) value(k) = 2 * value(k) + 1;
            continue;
        }
        const double before = value(ring[0]);
        value_policies(ring);
        if (std::abs(value(ring[0]) - before) <= settled_within * value(ring[0])) return;
    }
    too_many_busts();
}

// Two players. Every step is a Newton step inside the bracket or, where that does not halve it, goes to its middle.
void LevelSolver::bracket(const std::vector<Ring>& open) {
    struct Bracket {
        double low = 0, high = 1, last = 1;
        bool done = false;
    };
    std::vector<Bracket> brackets(open.size());
    size_t longest = 0;
    for (const Ring& ring : open) longest = std::max(longest, ring.size());
    // Last turns are followed up to a largest total, which is hardly ever reached.
    const double least = board_.last_turns().past() > 0 ? hardly_ever : 0;
    for (int step = 0; step < most_steps; ++step) {
        std::vector<double> guesses;
        for (const Ring& ring : open) guesses.push_back(value(ring[0]));
        // From the last state of each ring back to the first, whose value is guessed.
        for (size_t back = 0; back < longest; ++back) {
            std::vector<size_t> which;
            for (size_t r = 0; r < open.size(); ++r)
                if (!brackets[r].done && back < open[r].size()) which.push_back(open[r][open[r].size() - 1 - back]);
            measure_turns(which);
            for (const size_t k : which) value(k) = bust_worth(states_[k]) + states_[k].gain;
        }
        bool all_done = true;
        for (size_t r = 0; r < open.size(); ++r) {
            auto& [low, high, last, done] = brackets[r];
            if (done) continue;
            const Ring& ring = open[r];
            const bool even = ring.size() % 2 == 0;
            const double guess = guesses[r], leaving = leaves(ring, 1), steepness = even ? leaving : 2 - leaving;
            double more = even ? 0 : 1 - 2 * guess;
            for (size_t k = 0; k < ring.size(); ++k)
                more += k % 2 == 0 ? states_[ring[k]].gain : -states_[ring[k]].gain;
            (more < 0 ? high : low) = guess;
            done = std::abs(more) <= settled_within * steepness || high - low <= settled_within;
            if (done) {
                if (leaving <= least) never_ends();
                value(ring[0]) = guess;  // which the values of busts were measured from
                value_policies(ring);
                continue;
            }
            all_done = false;
            double next = guess + more / steepness;
            if (!(next > low && next < high) || high - low > last / 2) next = (low + high) / 2;
            last = high - low;
            value(ring[0]) = next;
        }
        if (all_done) return;
    }
    does_not_settle();
}

}  // namespace jeopardice
