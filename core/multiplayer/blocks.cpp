#include "multiplayer/blocks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "race/levels.hpp"

namespace jeopardice {

void LevelFound::add(const LevelFound& other) {
    change = std::max(change, other.change);
    visits += other.visits;
    in_turn += other.in_turn;
    mixed.insert(mixed.end(), other.mixed.begin(), other.mixed.end());
    unsettled += other.unsettled;
    elsewhere += other.elsewhere;
}

void BlockSolver::solve(double* const values, const std::span<const Units> blocks, const bool first,
                        LevelFound& found) {
    values_ = values;
    first_ = first;
    start_ = -1;
    found_ = &found;
    find_nodes(blocks);
    find_values();
}

void BlockSolver::find_values() {
    solve_ready();
    std::vector<Ring> rings = open_rings();
    if (!rings.empty()) {
        solve_rings(rings);
        solve_ready();
    }
    if (first_) copy_likes();
}

void BlockSolver::find_nodes(const std::span<const Units> blocks) {
    const std::size_t modes = group_.between().modes.size();
    nodes_.clear();
    for (Units units : blocks) {
        const std::size_t base = nodes_.size(), rotations = group_.rotations(units);
        for (std::size_t r = 0; r < rotations; ++r, units = group_.next(units, units[0]))
            for (std::size_t mode = 0; mode < modes; ++mode) {
                const bool leaves = !first_ && group_.after_bust(units[0], mode) != units[0];
                const std::size_t then = like(group_.between().modes[mode].busted);
                nodes_.push_back(
                    {.units = units,
                     .mode = mode,
                     .place = group_.place(units, mode),
                     .next = leaves ? outside : base + (r + 1) % rotations * modes + then,
                     .status = group_.exists(units, mode) && like(mode) == mode ? Status::open : Status::missing,
                     .guess = 0,
                     .play = {}});
                Node& node = nodes_.back();
                if (node.status != Status::open) continue;
                double& last = values_[(group_.planes() - 1) * group_.plane() + node.place];
                if (first_) last = extrapolated(node);
            }
    }
}

// The mode that stands for this one: while nobody falls, busts in a row do not matter.
std::size_t BlockSolver::like(const std::size_t mode) const {
    return first_ && group_.has_falls() ? group_.between().modes[mode].like : mode;
}

void BlockSolver::copy_likes() {
    for (const Node& node : nodes_)
        if (like(node.mode) != node.mode)
            for (std::size_t p = 0; p < group_.planes(); ++p)
                values_[p * group_.plane() + node.place] =
                    values_[p * group_.plane() + group_.place(node.units, like(node.mode))];
}

// The last player's component, as if differences went on as before: W(u) = -sum over sets of players (-1)^size W(u, one
// unit less for each of them), which holds to the order of all players together.
double BlockSolver::extrapolated(const Node& node) const {
    const std::size_t players = group_.players(), n = group_.most_units();
    const double* const here = values_ + (group_.planes() - 1) * group_.plane() + node.place;
    std::array<std::size_t, most_players> back{};  // for those who need more than one unit: how far one less stands
    std::size_t count = 0;
    for (std::size_t p = players, stride = 1; p-- > 0; stride *= n)
        if (node.units[p] > 1) back[count++] = stride;
    if (count == 0) return 1.0 / static_cast<double>(players);
    // Every set, each from the one without its last player.
    std::array<std::size_t, std::size_t{1} << most_players> away{};
    double sum = 0;
    for (std::size_t p = 0; p < count; ++p)
        for (std::size_t set = 0; set < std::size_t{1} << p; ++set) {
            const std::size_t with = set | std::size_t{1} << p;
            away[with] = away[set] + back[p];
            sum += (std::popcount(with) % 2 == 1 ? 1 : -1) * *(here - away[with]);
        }
    return std::clamp(sum, 0.0, 1.0);
}

std::size_t BlockSolver::after_bust(const Node& node) const {
    return node.next != outside ? nodes_[node.next].place : group_.bust_place(node.units, node.mode);
}

// Has what follows a bank brought near while the batch before is at work: tables are larger than any cache.
void BlockSolver::fetch(const Visit& visit) const {
    constexpr std::size_t line = 64 / sizeof(double);
    for (std::size_t p = 0; p < group_.planes(); ++p)
        for (std::size_t s = 0; s < visit.needed; s += line)
            __builtin_prefetch(visit.riders.after + p * group_.plane() + s);
}

// The best play of nodes for their guesses.
void BlockSolver::play(const std::span<const std::size_t> which) {
    const std::size_t players = group_.players();
    order_.assign(which.begin(), which.end());
    std::sort(order_.begin(), order_.end(),
              [&](const std::size_t a, const std::size_t b) { return nodes_[a].units[0] < nodes_[b].units[0]; });
    visits_.clear();
    for (const std::size_t k : order_)
        visits_.push_back(group_.visit(values_, nodes_[k].units, nodes_[k].mode, nodes_[k].guess, !first_));
    for (std::size_t first = 0; first < visits_.size(); first += batch_.width()) {
        const std::size_t count = std::min(batch_.width(), visits_.size() - first);
        for (std::size_t v = first + count; v < std::min(first + 2 * count, visits_.size()); ++v) fetch(visits_[v]);
        batch_.run(std::span(visits_).subspan(first, count));
        for (std::size_t lane = 0; lane < count; ++lane) {
            const Visit& visit = visits_[first + lane];
            Node& node = nodes_[order_[first + lane]];
            const auto [own, bust] = batch_.found(visit, lane);
            Components& worth = node.play.worth;
            worth[0] = own - bust * visit.stays;
            worth[1] = 1 - bust - worth[0];
            for (std::size_t p = 2; p < players; ++p) {
                worth[p] = batch_.rider(visit, p - 2, lane);
                worth[1] -= worth[p];
            }
            node.play.bust = bust;
        }
    }
    found_->visits += visits_.size();
}

void BlockSolver::set(Node& node, const Components& value) {
    for (std::size_t p = 1; p < group_.players(); ++p) {
        double& stored = values_[(p - 1) * group_.plane() + node.place];
        const double now = std::clamp(value[p], 0.0, 1.0);
        found_->change = std::max(found_->change, std::abs(now - stored));
        stored = now;
    }
    node.status = Status::solved;
}

// States whose bust leads to a solved state, or out of the level, until there are none left.
void BlockSolver::solve_ready() {
    const std::size_t players = group_.players();
    std::vector<std::size_t> ready;
    for (;;) {
        ready.clear();
        for (std::size_t k = 0; k < nodes_.size(); ++k)
            if (nodes_[k].status == Status::open &&
                (nodes_[k].next == outside || nodes_[nodes_[k].next].status == Status::solved)) {
                nodes_[k].guess = group_.components(values_, after_bust(nodes_[k]))[players - 1];
                ready.push_back(k);
            }
        if (ready.empty()) return;
        play(ready);
        for (const std::size_t k : ready) {
            const Components then = group_.components(values_, after_bust(nodes_[k]));
            Components value = nodes_[k].play.worth;
            for (std::size_t p = 0; p < players; ++p)
                value[p] += nodes_[k].play.bust * then[(p + players - 1) % players];
            set(nodes_[k], value);
        }
    }
}

std::vector<Components> worth_around(const std::span<const Play> plays, const std::size_t players) {
    // A player who sits at seat p of the first state sits at p - k of the k-th: after `length` of them at p again.
    const std::size_t length = std::lcm(plays.size(), players);
    Components here{};
    double stays = 1;
    for (std::size_t k = 0; k < length; ++k) {
        const Play& play = plays[k % plays.size()];
        for (std::size_t p = 0; p < players; ++p) here[p] += stays * play.worth[(p + length - k) % players];
        stays *= play.bust;
    }
    if (!(1 - stays > endless)) too_many_busts();
    for (std::size_t p = 0; p < players; ++p) here[p] /= 1 - stays;
    std::vector<Components> found(plays.size());
    for (std::size_t k = plays.size(); k-- > 0;) {
        const Components& then = k + 1 < plays.size() ? found[k + 1] : here;
        for (std::size_t p = 0; p < players; ++p)
            found[k][p] = plays[k].worth[p] + plays[k].bust * then[(p + players - 1) % players];
    }
    return found;
}

std::vector<Components> BlockSolver::around(const Ring& ring) const {
    std::vector<Play> plays;
    for (const std::size_t k : ring) plays.push_back(nodes_[k].play);
    return worth_around(plays, group_.players());
}

void BlockSolver::solve_rings(std::vector<Ring>& rings) {
    const std::size_t players = group_.players(), last = (players - 2) * group_.plane();
    for (Ring& ring : rings)
        for (const std::size_t k : ring)
            nodes_[k].guess = start_ < 0 ? values_[last + nodes_[nodes_[k].next].place] : start_;
    std::vector<std::size_t> which;
    for (int step = 0; step < newton_steps && !rings.empty(); ++step) {
        which.clear();
        for (const Ring& ring : rings) which.insert(which.end(), ring.begin(), ring.end());
        play(which);
        std::vector<Ring> open;
        for (Ring& ring : rings) {
            const std::vector<Components> found = around(ring);
            bool settled = true;
            for (std::size_t k = 0; k < ring.size(); ++k) {
                Node& node = nodes_[ring[k]];
                const double now = std::clamp(found[(k + 1) % ring.size()][players - 1], 0.0, 1.0);
                settled = settled && std::abs(now - node.guess) <= settled_within;
                node.guess = now;
            }
            if (!settled) {
                open.push_back(std::move(ring));
                continue;
            }
            for (std::size_t k = 0; k < ring.size(); ++k) set(nodes_[ring[k]], found[k]);
        }
        rings.swap(open);
    }
    for (const Ring& ring : rings) {
        ++found_->in_turn;
        std::vector<Plays> pools;
        if (!answer_in_turn(ring, pools) && !mix(ring, pools)) ++found_->unsettled;
        const std::vector<Components> found = around(ring);
        for (std::size_t k = 0; k < ring.size(); ++k) set(nodes_[ring[k]], found[k]);
    }
}

GroupSolver::GroupSolver(const Group& group, const Kernel& kernel, const std::size_t threads)
    : group_(group), team_(std::max<std::size_t>(1, threads)), solvers_(team_.size(), BlockSolver(group, kernel)) {}

template <class Found>
Found GroupSolver::share(const std::size_t level, const Progress& progress, const auto& work) {
    constexpr std::size_t part = 64;
    const std::vector<Units> blocks = group_.blocks(level);
    const std::size_t count = (blocks.size() + part - 1) / part;
    std::vector<Found> found(team_.size());
    std::atomic<std::size_t> done{0};
    team_.run(count, [&](const std::size_t c, const std::size_t thread) {
        const std::size_t from = (count - 1 - c) * part;
        work(solvers_[thread], std::span(blocks).subspan(from, std::min(part, blocks.size() - from)), found[thread]);
        ++done;
        if (thread == 0 && progress) progress(static_cast<double>(done) / static_cast<double>(count));
    });
    Found all;
    for (const Found& each : found) all.add(each);
    return all;
}

LevelFound GroupSolver::solve(double* const values, const std::size_t level, const bool first,
                              const Progress& progress) {
    return share<LevelFound>(level, progress,
                             [&](BlockSolver& solver, const std::span<const Units> blocks, LevelFound& found) {
                                 solver.solve(values, blocks, first, found);
                             });
}

LevelFound GroupSolver::solve_again(double* const values, const std::size_t level, const double guess,
                                    const Progress& progress) {
    return share<LevelFound>(level, progress,
                             [&](BlockSolver& solver, const std::span<const Units> blocks, LevelFound& found) {
                                 solver.solve_again(values, blocks, guess, found);
                             });
}

void GroupSolver::find_turns(double* const values, double* const turns, const std::size_t level, const Shares& shares) {
    if (!group_.only_scores_last()) throw std::invalid_argument("turns: something lasts between them");
    share<LevelFound>(level, {}, [&](BlockSolver& solver, const std::span<const Units> blocks, LevelFound&) {
        solver.find_turns(values, turns, blocks, shares);
    });
}

Checked GroupSolver::check(double* const values, const std::size_t level, const Shares& shares,
                           const Progress& progress) {
    return share<Checked>(level, progress,
                          [&](BlockSolver& solver, const std::span<const Units> blocks, Checked& found) {
                              solver.check(values, blocks, shares, found);
                          });
}

}  // namespace jeopardice
