// Rings in which policies cycle: see multiplayer/blocks.hpp.
#include <algorithm>
#include <cmath>

#include "common/linear.hpp"
#include "multiplayer/blocks.hpp"

namespace jeopardice {

namespace {

constexpr int rounds = 24, most_verdicts = 100;
// Plays whose values differ by less than this are the same except for rounding.
constexpr double worth_more = 2e-15;

}  // namespace

// The same play may differ by rounding for another guess.
void BlockSolver::PlayPool::add(const TurnPlay& play) {
    constexpr double rounded = 1e-13;
    const auto at =
        std::find_if(all.begin(), all.end(), [&](const TurnPlay& other) { return other.bust > play.bust - rounded; });
    if (at == all.end() || at->bust > play.bust + rounded) all.insert(at, play);
}

bool BlockSolver::respond_one_by_one(const Ring& ring, std::vector<PlayPool>& pools) {
    pools.assign(ring.size(), {});
    for (int round = 0; round < rounds; ++round) {
        bool changed = false;
        for (size_t k = 0; k < ring.size(); ++k) {
            BlockState& state = states_[ring[k]];
            const TurnPlay before = state.play;
            // The best response to the others: policy iteration of one player. Players in equal positions of a ring
            // respond together, and that may cycle, too.
            bool found = false;
            for (int step = 0; step < newton_steps && !found; ++step) {
                state.guess = std::clamp(around(ring)[(k + 1) % ring.size()][board_.players() - 1], 0.0, 1.0);
                const TurnPlay now = state.play;
                play({&ring[k], 1});
                found = state.play.own(state.guess) <= now.own(state.guess) + worth_more;
                if (found) state.play = now;  // no better: rounding must not change it
                // After half of the rounds only recurring plays are left.
                if (round >= rounds / 2) pools[k].add(state.play);
            }
            changed = changed || !found || state.play != before;
        }
        if (!changed) return true;
    }
    return false;
}

// The shares of `high` for which both plays of every mixed state have the same value to its mover, by Newton's method
// on the value of a bust. Sets the mixed plays at their states.
std::optional<std::vector<double>> BlockSolver::solve_shares(const Ring& ring, std::span<const PlayMixture> mixtures) {
    const size_t count = mixtures.size();
    // The value of a bust minus the one for which the two plays tie.
    const auto off_by = [&](const std::vector<double>& shares) {
        for (size_t m = 0; m < count; ++m) {
            const auto& [k, low, high] = mixtures[m];
            states_[ring[k]].play = low.mixed_with(high, shares[m], board_.players());
        }
        std::vector<double> off;
        double stays = 1;
        for (const size_t k : ring) stays *= states_[k].play.bust;
        if (!(stays < 1)) return off;  // possible with shares outside of 0 and 1
        const std::span<const Components> found = around(ring);
        for (const auto& [k, low, high] : mixtures) {
            const double tie = (low.worth[0] - high.worth[0]) / (high.bust - low.bust);
            off.push_back(found[(k + 1) % ring.size()][board_.players() - 1] - tie);
        }
        return off;
    };
    std::vector<double> shares(count, 0.5);
    constexpr double step = 1e-7;
    for (int round = 0; round < 60; ++round) {
        std::vector<double> off = off_by(shares);
        if (off.size() != count) return std::nullopt;
        std::vector<std::vector<double>> slopes(count, std::vector<double>(count));
        for (size_t m = 0; m < count; ++m) {
            std::vector<double> moved = shares;
            moved[m] += step;
            const std::vector<double> other = off_by(moved);
            if (other.size() != count) return std::nullopt;
            for (size_t r = 0; r < count; ++r) slopes[r][m] = (other[r] - off[r]) / step;
        }
        if (!solve_linear(slopes, off)) return std::nullopt;
        double longest = 0;
        for (const double change : off) longest = std::max(longest, std::abs(change));
        if (!(longest < 1e6)) return std::nullopt;
        for (size_t m = 0; m < count; ++m) shares[m] -= off[m] / std::max(1.0, longest);
        if (longest < 1e-13) break;
    }
    for (const double share : shares)
        if (!(share >= 0 && share <= 1)) return std::nullopt;
    off_by(shares);
    return shares;
}

// Even choices are a play, odd ones a mixture of the plays before and after.
BlockSolver::Verdict BlockSolver::try_choice(const Ring& ring, std::vector<PlayPool>& pools,
                                             const std::vector<size_t>& choice) {
    std::vector<PlayMixture> mixtures;
    for (size_t k = 0; k < ring.size(); ++k) {
        const std::vector<TurnPlay>& all = pools[k].all;
        states_[ring[k]].play = all[choice[k] / 2];
        if (choice[k] % 2 == 1) mixtures.push_back({k, all[choice[k] / 2], all[choice[k] / 2 + 1]});
    }
    const auto shares = solve_shares(ring, mixtures);
    if (!shares) return Verdict::wrong;
    // Check whether any other play is better, those in the pools first.
    const std::span<const Components> found = around(ring);
    for (size_t k = 0; k < ring.size(); ++k) {
        BlockState& state = states_[ring[k]];
        state.guess = std::clamp(found[(k + 1) % ring.size()][board_.players() - 1], 0.0, 1.0);
        for (const TurnPlay& other : pools[k].all)
            if (other.own(state.guess) > state.play.own(state.guess) + 10 * worth_more) return Verdict::wrong;
    }
    std::vector<TurnPlay> chosen;
    for (const size_t k : ring) chosen.push_back(states_[k].play);
    play(ring);
    Verdict verdict = Verdict::right;
    for (size_t k = 0; k < ring.size(); ++k) {
        BlockState& state = states_[ring[k]];
        if (state.play.own(state.guess) > chosen[k].own(state.guess) + 10 * worth_more) {
            pools[k].add(state.play);
            verdict = Verdict::new_play;
        }
        state.play = chosen[k];
    }
    if (verdict == Verdict::right)
        for (size_t m = 0; m < mixtures.size(); ++m) found_->mixed[states_[ring[mixtures[m].k]].place] = (*shares)[m];
    return verdict;
}

BlockSolver::StateRange BlockSolver::block_of(size_t state) const {
    size_t last = state + 1;
    while (last < states_.size() && states_[last].in_block > 0) ++last;
    return {state - states_[state].in_block, last};
}

bool BlockSolver::mix_decisions(size_t state) {
    const auto [first, last] = block_of(state);
    std::vector<BlockMember> members;
    for (size_t k = first; k < last; ++k)
        if (states_[k].status != Status::missing) members.push_back({states_[k].units, states_[k].carry});
    BehaviourBlock block(board_, std::move(members), values_, offers_, *mixed_, !first_);
    const std::optional<Shares> mixed = block.solve(values_, offers_);
    if (!mixed) return false;
    found_->mixed.insert(mixed->begin(), mixed->end());
    for (size_t k = first; k < last; ++k) {
        if (states_[k].status == Status::missing) continue;
        states_[k].status = Status::solved;
        states_[k].mixes = true;
    }
    return true;
}

bool BlockSolver::mix(const Ring& ring, std::vector<PlayPool>& pools) {
    for (int verdicts = 0; verdicts < most_verdicts; ++verdicts) {
        std::vector<size_t> choice(ring.size(), 0);
        Verdict verdict;
        bool last;
        do {
            verdict = try_choice(ring, pools, choice);
            if (verdict == Verdict::right) return true;
            size_t k = 0;
            while (k < ring.size() && ++choice[k] == 2 * pools[k].all.size() - 1) choice[k++] = 0;
            last = k == ring.size();
        } while (verdict == Verdict::wrong && !last);
        if (verdict == Verdict::wrong) return false;
    }
    return false;
}

}  // namespace jeopardice
