// What solved blocks are checked for, and how long their games take: see blocks.hpp.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "multiplayer/blocks.hpp"

namespace jeopardice {

void Checked::add(const Checked& other) {
    gain = std::max(gain, other.gain);
    off = std::max(off, other.off);
    spread = std::max(spread, other.spread);
}

void BlockSolver::solve_again(double* const values, const std::span<const Units> blocks, const double guess,
                              LevelFound& found) {
    constexpr double another = 1e-9;
    const std::size_t planes = group_.planes(), plane = group_.plane();
    values_ = values;
    first_ = false;
    start_ = guess;
    LevelFound now;
    found_ = &now;
    find_nodes(blocks);
    std::vector<double> before;
    for (const Node& node : nodes_)
        for (std::size_t p = 0; p < planes; ++p) before.push_back(values_[p * plane + node.place]);
    find_values();
    std::size_t at = 0;
    now.change = 0;
    for (const Node& node : nodes_) {
        double moved = 0;
        for (std::size_t p = 0; p < planes; ++p) {
            double& value = values_[p * plane + node.place];
            moved = std::max(moved, std::abs(value - before[at]));
            value = before[at++];
        }
        now.change = std::max(now.change, moved);
        if (moved > another) ++now.elsewhere;
    }
    found.add(now);
}

void BlockSolver::check(double* const values, const std::span<const Units> blocks, const Shares& shares,
                        Checked& checked) {
    const std::size_t players = group_.players();
    values_ = values;
    first_ = false;
    LevelFound found;
    found_ = &found;
    find_nodes(blocks);
    std::vector<std::size_t> all, mixed;
    for (std::size_t k = 0; k < nodes_.size(); ++k)
        if (nodes_[k].status != Status::missing) {
            nodes_[k].guess = group_.components(values_, after_bust(nodes_[k]))[players - 1];
            all.push_back(k);
            if (shares.contains(nodes_[k].place)) mixed.push_back(k);
        }
    play(all);
    for (const std::size_t k : all) {
        const Node& node = nodes_[k];
        checked.gain = std::max(checked.gain, node.play.own(node.guess) - group_.components(values_, node.place)[0]);
    }
    for (const std::size_t k : mixed) {
        Node& node = nodes_[k];
        const double share = shares.at(node.place), guess = node.guess;
        Play plays[2];
        for (const int way : {0, 1}) {
            node.guess = guess + (way == 0 ? -beside_a_tie : beside_a_tie);
            play({&k, 1});
            plays[way] = node.play;
        }
        node.guess = guess;
        node.play = plays[0].mixed_with(plays[1], share, players);
    }
    for (const std::size_t k : all) {
        const Node& node = nodes_[k];
        const Components value = group_.components(values_, node.place);
        const Components then = group_.components(values_, after_bust(node));
        for (std::size_t p = 0; p < players; ++p)
            checked.off =
                std::max(checked.off,
                         std::abs(node.play.worth[p] + node.play.bust * then[(p + players - 1) % players] - value[p]));
    }
    checked.spread = std::max(checked.spread, find_spread());
}

// How much an error grows around a ring, whoever it is that plays otherwise: that player busts as often as one would
// who plays best if a bust were worth a little more, or at most always, which is often enough to know.
double BlockSolver::find_spread() {
    constexpr double enough = 16;
    const std::size_t players = group_.players();
    std::vector<double> busts;
    for (const Node& node : nodes_) busts.push_back(node.play.bust);
    std::vector<double> bolder(nodes_.size(), 1.0);
    const auto spread = [&](const Ring& ring) {
        const std::size_t length = std::lcm(ring.size(), players);
        double most = 0;
        for (std::size_t p = 0; p < players; ++p) {
            double stays = 1;
            for (std::size_t k = 0; k < length; ++k)
                stays *= (k % players == p ? bolder : busts)[ring[k % ring.size()]];
            most = std::max(most, stays);
        }
        return static_cast<double>(length) * (1 + 1 / (1 - most));
    };
    double found = 0;
    std::vector<std::size_t> doubtful;
    std::vector<Ring> rings;
    for (Ring& ring : open_rings()) {
        if (const double now = spread(ring); now <= enough * static_cast<double>(players)) {
            found = std::max(found, now);
            continue;
        }
        doubtful.insert(doubtful.end(), ring.begin(), ring.end());
        rings.push_back(std::move(ring));
    }
    for (const std::size_t k : doubtful) nodes_[k].guess += more_than_said;
    play(doubtful);
    for (const std::size_t k : doubtful) bolder[k] = nodes_[k].play.bust;
    for (const Ring& ring : rings) found = std::max(found, spread(ring));
    return found;
}

void BlockSolver::find_turns(double* const values, double* const turns, const std::span<const Units> blocks,
                             const Shares& shares) {
    values_ = values;
    first_ = false;
    LevelFound found;
    found_ = &found;
    find_nodes(blocks);
    // The expected turns without those after a bust, and how often there is one.
    struct Turn {
        double turns = 0, bust = 0;
    };
    std::vector<Turn> played(nodes_.size());
    const auto look_at = [&](const std::size_t k, const double beside) {
        const Node& node = nodes_[k];
        const double stays = group_.components(values_, after_bust(node))[group_.players() - 1] + beside;
        Visit visit = group_.visit(values_, node.units, node.mode, stays);
        const double* const after = turns + group_.place(group_.next(node.units, 1), 0);
        visit.riders = {.count = 1, .after = after, .kept = after};
        return visit;
    };
    const auto seen = [&](const Visit& visit, const std::size_t lane) {
        return Turn{1 + batch_.rider(visit, 0, lane), batch_.found(visit, lane).slope};
    };
    for (std::size_t first = 0; first < nodes_.size(); first += batch_.width()) {
        visits_.clear();
        for (std::size_t k = first; k < std::min(first + batch_.width(), nodes_.size()); ++k)
            visits_.push_back(look_at(k, 0));
        batch_.run(visits_);
        for (std::size_t lane = 0; lane < visits_.size(); ++lane) played[first + lane] = seen(visits_[lane], lane);
    }
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
        const auto mixed = shares.find(nodes_[k].place);
        if (mixed == shares.end()) continue;
        Turn ways[2];
        for (const int way : {0, 1}) {
            const Visit visit = look_at(k, way == 0 ? -beside_a_tie : beside_a_tie);
            batch_.run({&visit, 1});
            ways[way] = seen(visit, 0);
        }
        played[k] = {ways[0].turns + mixed->second * (ways[1].turns - ways[0].turns),
                     ways[0].bust + mixed->second * (ways[1].bust - ways[0].bust)};
    }
    for (const Ring& ring : open_rings()) {
        double sum = 0, stays = 1;
        for (const std::size_t k : ring) {
            sum += stays * played[k].turns;
            stays *= played[k].bust;
        }
        double then = sum / (1 - stays);
        for (std::size_t r = ring.size(); r-- > 0;)
            then = turns[nodes_[ring[r]].place] = played[ring[r]].turns + played[ring[r]].bust * then;
    }
}

}  // namespace jeopardice
