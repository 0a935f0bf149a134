// Checks of solved blocks, and the expected length of their games: see multiplayer/blocks.hpp.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "multiplayer/blocks.hpp"

namespace jeopardice {

void BlockSolver::solve_again(double* values, std::span<const Units> blocks, const Shares& mixed, double guess,
                              LevelResult& found) {
    constexpr double different = 1e-9;
    const size_t planes = board_.planes(), plane = board_.plane();
    LevelResult now;
    start(values, blocks, mixed, now, false, guess);
    std::vector<double> before, offers;
    for (const BlockState& state : states_) {
        for (size_t p = 0; p < planes; ++p) before.push_back(values_[p * plane + state.place]);
        if (iterates())
            if (double* const stolen = offers_of(state)) {
                offers.insert(offers.end(), stolen, stolen + board_.offers_each());
                std::fill_n(stolen, board_.offers_each(), guess);
            }
    }
    find_values();
    if (const double* old = offers.data(); !offers.empty())
        for (const BlockState& state : states_)
            if (double* const stolen = offers_of(state)) {
                std::copy_n(old, board_.offers_each(), stolen);
                old += board_.offers_each();
            }
    size_t at = 0;
    now.change = 0;
    for (const BlockState& state : states_) {
        double moved = 0;
        for (size_t p = 0; p < planes; ++p) {
            double& value = values_[p * plane + state.place];
            moved = std::max(moved, std::abs(value - before[at]));
            value = before[at++];
        }
        now.change = std::max(now.change, moved);
        if (moved > different) ++now.moved;
    }
    found.add(now);
}

void BlockSolver::check(double* values, std::span<const Units> blocks, const Shares& shares, LevelCheck& checked) {
    LevelResult found;
    start(values, blocks, shares, found, false);
    compare(shares, checked);
}

void BlockSolver::compare(const Shares& shares, LevelCheck& checked) {
    const size_t players = board_.players();
    std::vector<size_t> all, doubtful, mixed;
    const auto mixes = board_.blocks_of(shares);
    for (size_t k = 0; k < states_.size(); ++k) {
        if (states_[k].status == Status::missing) continue;
        if (!mixes.empty() && mixes.contains(board_.block_of(states_[k].units))) {
            BlockState& state = states_[k];
            BehaviourBlock block(board_, state.units, values_, offers_, shares);
            const auto [gain, off] = block.check();
            checked.gain = std::max(checked.gain, gain);
            checked.off = std::max(checked.off, off);
            state.guess = board_.components(values_, after_bust(state))[players - 1];
            state.play.bust = 0;
            for (const auto& end : block.ends_of(state.units, state.carry, 0, 0))
                if (end.how == Ended::bust || end.how == Ended::lost) state.play.bust += end.chance;
            state.status = Status::open;
            continue;
        }
        all.push_back(k);
        if (states_[k].confirmed) continue;
        states_[k].guess = board_.components(values_, after_bust(states_[k]))[players - 1];
        doubtful.push_back(k);
        if (shares.contains(states_[k].place)) mixed.push_back(k);
    }
    play(doubtful);
    for (const size_t k : doubtful) states_[k].best = states_[k].play.own(states_[k].guess);
    for (const size_t k : mixed) {
        BlockState& state = states_[k];
        const double share = shares.at(state.place), guess = state.guess;
        TurnPlay plays[2];
        for (const int way : {0, 1}) {
            state.guess = guess + (way == 0 ? -beside_a_tie : beside_a_tie);
            play({&k, 1});
            plays[way] = state.play;
        }
        state.guess = guess;
        state.play = plays[0].mixed_with(plays[1], share, players);
    }
    for (const size_t k : all) {
        const BlockState& state = states_[k];
        const Components value = board_.components(values_, state.place);
        const Components then = board_.components(values_, after_bust(state));
        checked.gain = std::max(checked.gain, state.best - value[0]);
        for (size_t p = 0; p < players; ++p)
            checked.off = std::max(
                checked.off,
                std::abs(state.play.worth[p] + state.play.bust * then[(p + players - 1) % players] - value[p]));
    }
    for (const size_t k : all) states_[k].status = Status::open;  // for their rings
    checked.spread = std::max(checked.spread, find_spread());
}

// The factor by which an error grows around a ring if any one player deviates. A player who deviates busts at most as
// often as under best play for a bust that is worth a little more. The cruder bound of busting always is tried first.
double BlockSolver::find_spread() {
    constexpr double enough = 16;
    const size_t players = board_.players();
    std::vector<double> busts;
    for (const BlockState& state : states_) busts.push_back(state.play.bust);
    std::vector<double> bolder(states_.size(), 1.0);
    const auto spread = [&](const Ring& ring) {
        const size_t length = std::lcm(ring.size(), players);
        double most = 0;
        for (size_t p = 0; p < players; ++p) {
            double stays = 1;
            for (size_t k = 0; k < length; ++k) stays *= (k % players == p ? bolder : busts)[ring[k % ring.size()]];
            most = std::max(most, stays);
        }
        return static_cast<double>(length) * (1 + 1 / (1 - most));
    };
    double found = 0;
    std::vector<size_t> doubtful;
    std::vector<Ring> rings;
    for (Ring& ring : find_rings(states_)) {
        if (const double now = spread(ring); now <= enough * static_cast<double>(players)) {
            found = std::max(found, now);
            continue;
        }
        doubtful.insert(doubtful.end(), ring.begin(), ring.end());
        rings.push_back(std::move(ring));
    }
    for (const size_t k : doubtful) states_[k].guess += more_than_said;
    play(doubtful);
    for (const size_t k : doubtful) bolder[k] = states_[k].play.bust;
    for (const Ring& ring : rings) found = std::max(found, spread(ring));
    return found;
}

void BlockSolver::find_turns(double* values, double* turns, std::span<const Units> blocks, const Shares& shares) {
    LevelResult found;
    start(values, blocks, shares, found, false);
    // The expected turns without those after a bust, and the chance to bust.
    struct ExpectedTurns {
        double turns = 0, bust = 0;
    };
    std::vector<ExpectedTurns> played(states_.size());
    const auto make_problem = [&](size_t k, double beside) {
        const BlockState& state = states_[k];
        const double stays = board_.components(values_, after_bust(state))[board_.players() - 1] + beside;
        TurnProblem problem = board_.problem(values_, state.units, state.carry, stays);
        const double* const after = turns + board_.place(board_.next(state.units, 1), 0);
        problem.others = {.count = 1, .after = after, .kept = after};
        return problem;
    };
    const auto turns_of = [&](const TurnProblem& problem, size_t lane) {
        return ExpectedTurns{1 + batch_.other_value(problem, 0, lane), batch_.found(problem, lane).slope};
    };
    for (size_t first = 0; first < states_.size(); first += batch_.width()) {
        problems_.clear();
        made_.clear();
        for (size_t k = first; k < std::min(first + batch_.width(), states_.size()); ++k)
            problems_.push_back(make_problem(k, 0));
        batch_.run(problems_);
        for (size_t lane = 0; lane < problems_.size(); ++lane) played[first + lane] = turns_of(problems_[lane], lane);
    }
    for (size_t k = 0; k < states_.size(); ++k) {
        const auto mixed = shares.find(states_[k].place);
        if (mixed == shares.end()) continue;
        ExpectedTurns ways[2];
        for (const int way : {0, 1}) {
            const TurnProblem problem = make_problem(k, way == 0 ? -beside_a_tie : beside_a_tie);
            batch_.run({&problem, 1});
            ways[way] = turns_of(problem, 0);
        }
        played[k] = {ways[0].turns + mixed->second * (ways[1].turns - ways[0].turns),
                     ways[0].bust + mixed->second * (ways[1].bust - ways[0].bust)};
    }
    for (const Ring& ring : find_rings(states_)) {
        double sum = 0, stays = 1;
        for (const size_t k : ring) {
            sum += stays * played[k].turns;
            stays *= played[k].bust;
        }
        double then = sum / (1 - stays);
        for (size_t r = ring.size(); r-- > 0;)
            then = turns[states_[ring[r]].place] = played[ring[r]].turns + played[ring[r]].bust * then;
    }
}

}  // namespace jeopardice
