#include "evaluation/response.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "evaluation/response_chances.hpp"
#include "race/rings.hpp"
#include "race/tolerances.hpp"

namespace jeopardice {

namespace {

// Further changes that are ignored.
constexpr double close_enough = 1e-14;

class ResponseSolver {
  public:
    ResponseSolver(const ResponseProblem& problem, const Kernel& kernel, size_t threads)
        : table_(problem.table),
          others_(problem.others),
          past_(problem.past),
          steal_(table_.carryover().steal),
          phases_(outcome_layout(table_)),
          chances_(problem, kernel, threads),
          layout_(chances_.layout()),
          values_(chances_.values) {
        if (others_.size() + 1 != table_.players()) throw std::invalid_argument("response: wrong number of players");
    }

    ResponseValues solve(const Progress& progress) {
        const size_t players = table_.players(), top = players * table_.race().lowest;
        const bool repeats = table_.carryover().scores_can_decrease(table_.race());
        double before = 0, reported = 0;
        for (int sweep = 0; sweep < most_sweeps; ++sweep) {
            first_ = sweep == 0;
            change_ = 0;
            for (size_t level = players; level <= top; ++level) {
                solve_level(level);
                const double part = std::pow(fraction(level, top), static_cast<double>(players));
                reported = std::max(reported, repeats ? (sweep + part) / (sweep + 8) : part);
                if (progress) progress(reported);
            }
            // What all further sweeps would change, if each changes as much less than the one before.
            const double ratio = before > 0 ? std::min(0.9999999, change_ / before) : 1;
            const bool settled = change_ == 0 || (sweep > 0 && change_ * ratio / (1 - ratio) <= close_enough);
            if (!repeats || settled) return std::move(values_);
            before = change_;
        }
        does_not_settle();
    }

  private:
    struct Node {
        Position at;
        size_t mover, place, next;
        Status status = Status::open;
        const TurnOutcomes* outcomes = nullptr;
        double before = 0;        // the value at the start of this sweep
        double f = 0, slope = 0;  // the value for the guess of what follows a bust, and its derivative
    };

    // Values of reaching the goal, by the units past it: with a bank, and after a kept bust; and of going much further.
    struct Reached {
        std::vector<double> banks, kept, known;
    };

    [[nodiscard]] double& value(const Node& node) { return values_[node.mover][node.place]; }
    [[nodiscard]] size_t after(size_t mover) const { return (mover + 1) % table_.players(); }

    void solve_level(size_t level) {
        nodes_.clear();
        const size_t players = table_.players(), carries = table_.carryover().states.size();
        layout_.each_state(level, [&](const Position& first) {
            const size_t base = nodes_.size();
            Position at = first;
            for (size_t mover = 0; mover < players; ++mover) {
                for (at.carry = 0; at.carry < carries; ++at.carry) {
                    const bool stays = table_.carryover().after_bust(table_.race(), at.mine(), at.carry) == at.mine();
                    const size_t then = base + after(mover) * carries + table_.carryover().states[at.carry].busted;
                    nodes_.push_back({at, mover, layout_.place(at), stays ? then : outside});
                    if (first_ && at.needs[0] > 1) {  // a guess: the value of a player who needs one unit less
                        Position less = at;
                        --less.needs[0];
                        value(nodes_.back()) = values_[mover][layout_.place(less)];
                    }
                    nodes_.back().before = value(nodes_.back());
                    if (!exists(at)) nodes_.back().status = Status::missing;
                }
                at.carry = 0;
                std::rotate(at.needs.begin(), at.needs.begin() + 1,
                            at.needs.begin() + static_cast<std::ptrdiff_t>(players));
            }
        });
        for (size_t mover = 1; mover < players; ++mover) {
            std::vector<Position> at;
            for (const Node& node : nodes_)
                if (node.mover == mover && node.status == Status::open) at.push_back(node.at);
            auto found = others_[mover - 1]->outcomes(at);
            found_[mover].clear();
            // A seat may be given several times: its distributions are valid until it is asked again.
            for (const TurnOutcomes* const turn : found) found_[mover].push_back(*turn);
            size_t k = 0;
            for (Node& node : nodes_)
                if (node.mover == mover && node.status == Status::open) node.outcomes = &found_[mover][k++];
        }
        // Offers after busts change all values of a level. Without them the first sweep has a guess.
        const bool iterates = steal_ == Steal::after_bust;
        if (!iterates || first_) {
            knows_busts_ = false;
            solve_ready();
            std::vector<Ring> rings = find_rings(nodes_);
            for (int step = 0; !rings.empty(); ++step) {
                if (step == most_steps) does_not_settle();
                newton_step(rings);
            }
            solve_ready();
        }
        if (iterates)
            iterate();
        else if (steal_ != Steal::never)
            (void)find_offers();
    }

    // Stolen turns may be stolen again: all values of a level depend on each other.
    void iterate() {
        knows_busts_ = true;
        std::vector<size_t> all;
        for (size_t k = 0; k < nodes_.size(); ++k)
            if (exists(nodes_[k].at)) all.push_back(k);
        double last = 1;
        for (int round = 0;; ++round) {
            if (round == most_sweeps) does_not_settle();
            double change = find_offers();
            play(all, false);
            for (const size_t k : all) {
                change = std::max(change, std::abs(nodes_[k].f - value(nodes_[k])));
                set(nodes_[k], nodes_[k].f);
            }
            if (change <= swept_within || (change <= rounding && change >= last)) return;
            last = change;
        }
    }

    double find_offers() {
        double change = 0;
        for (size_t mover = 0; mover < table_.players(); ++mover) {
            if (!chances_.has_offers(mover)) continue;
            std::vector<Position> at;
            for (const Node& node : nodes_)
                if (node.mover == mover && node.at.carry < table_.carryover().offered && exists(node.at))
                    at.push_back(node.at);
            change = std::max(change, chances_.find_offers(at, mover));
        }
        return change;
    }

    // The total to beat is no more than the previous player has gained since the lowest score.
    [[nodiscard]] bool exists(const Position& at) const {
        const size_t players = table_.players();
        return !table_.carryover().beat_previous ||
               static_cast<size_t>(at.needs[players - 1]) + table_.carryover().states[at.carry].least <=
                   table_.race().lowest + 1;
    }

    void solve_ready() {
        for (auto ready = find_ready(nodes_); !ready.empty(); ready = find_ready(nodes_)) {
            play(ready, false);
            for (const size_t k : ready) set(nodes_[k], nodes_[k].f);
        }
    }

    void set(Node& node, double found) {
        const double now = std::clamp(found, 0.0, 1.0);
        change_ = std::max(change_, std::abs(now - node.before));
        value(node) = now;
        node.status = Status::solved;
    }

    void newton_step(std::vector<Ring>& open) {
        std::vector<size_t> which;
        for (const Ring& ring : open) which.insert(which.end(), ring.begin(), ring.end());
        play(which, true);
        std::vector<Ring> still_open;
        for (Ring& ring : open) {
            double slope = 1, sum = 0;
            for (const size_t k : ring) {
                sum += slope * (nodes_[k].f - value(nodes_[k]));
                slope *= nodes_[k].slope;
            }
            if (!(1 - slope > 1e-9)) throw std::runtime_error("best response: the game may never end");
            double ahead = sum / (1 - slope);
            bool settled = true;
            std::vector<double> found(ring.size());
            for (size_t r = ring.size(); r-- > 0;) {
                const Node& node = nodes_[ring[r]];
                found[r] = std::clamp(node.f + node.slope * ahead, 0.0, 1.0);
                ahead = found[r] - values_[node.mover][node.place];
                // Where all players nearly always bust, rounding errors are divided by almost 0.
                settled = settled && std::abs(ahead) <= std::max(settled_within, 1e-15 / (1 - slope));
            }
            for (size_t r = 0; r < ring.size(); ++r) {
                if (settled)
                    set(nodes_[ring[r]], found[r]);
                else
                    value(nodes_[ring[r]]) = found[r];
            }
            if (!settled) still_open.push_back(std::move(ring));
        }
        open.swap(still_open);
    }

    // Values and derivatives for the present values of what follows.
    void play(std::span<const size_t> which, bool slopes) {
        do {
            play_once(which, slopes);
        } while (chances_.find_missing());
    }

    void play_once(std::span<const size_t> which, bool slopes) {
        std::vector<size_t> free;
        for (const size_t k : which)
            if (nodes_[k].mover == 0)
                free.push_back(k);
            else
                follow(nodes_[k]);
        std::ranges::stable_sort(free, {}, [&](size_t k) { return nodes_[k].at.needs[0]; });
        std::vector<TurnProblem> problems;
        reached_.clear();
        ends_.clear();
        for (const size_t k : free) problems.push_back(problem(nodes_[k].at));
        std::vector<TurnValue> found(free.size());
        chances_.solver().solve(problems, found, {.slopes = slopes});
        for (size_t k = 0; k < free.size(); ++k) {
            nodes_[free[k]].f = found[k].value;
            nodes_[free[k]].slope = found[k].slope;
        }
    }

    [[nodiscard]] double chance_after(const Node& node, const TurnEnd& end) {
        return chances_.chance_after(node.at, node.mover, end);
    }

    // The turn of a fixed mover.
    void follow(Node& node) {
        const TurnOutcomes& turn = *node.outcomes;
        node.f = node.slope = 0;
        for (size_t k = 0; k < turn.busts.size(); ++k) {
            const size_t total = k / phases_.bust_phases;
            if (turn.busts[k] == 0) continue;
            if (node.next != outside && !knows_busts_ && (total == 0 || !table_.race().keep_on_bust))
                node.slope += turn.busts[k];
            else
                node.f += turn.busts[k] * chance_after(node, {Ending::bust, k % phases_.bust_phases, total});
        }
        if (node.slope != 0) node.f += node.slope * value(nodes_[node.next]);
        if (turn.lost != 0) node.f += turn.lost * chance_after(node, {Ending::lost, 0, 0});
        const CarryoverState& from = table_.carryover().states[node.at.carry];
        size_t k = phases_.bank_phases;
        if (steal_ != Steal::after_bank) {
            const size_t needs = node.at.mine(), step = from.step * layout_.stride();
            const double* const then = banked(node.at, from.banked, after(node.mover));
            for (; k < std::min(needs, turn.banks.size()); ++k)
                node.f += turn.banks[k] * then[needs - k - 1 + (k - 1) * step];
            if (from.last_turns == 0) return;
        }
        for (; k < turn.banks.size(); ++k)
            if (turn.banks[k] != 0)
                node.f += turn.banks[k] *
                          chance_after(node, {Ending::bank, k % phases_.bank_phases, k / phases_.bank_phases});
    }

    // The values by the units left after a turn.
    [[nodiscard]] const double* banked(const Position& at, size_t carry, size_t mover) const {
        Position then;
        const size_t players = table_.players();
        for (size_t p = 1; p < players; ++p) then.needs[p - 1] = at.needs[p];
        then.needs[players - 1] = 1;
        then.carry = carry;
        return values_[mover].data() + layout_.place(then);
    }

    // A turn of the free player.
    [[nodiscard]] TurnProblem problem(const Position& at) {
        const RaceRules& race = table_.race();
        const Carryover& carryover = table_.carryover();
        const CarryoverState& from = carryover.states[at.carry];
        const size_t mover = after(0), units = at.mine();
        const size_t left = carryover.after_bust(race, units, at.carry);
        const size_t lost = carryover.after_bust(race, race.needed, at.carry);
        const double* const busted = banked(at, from.busted, mover);
        if (steal_ != Steal::never)
            return chances_.problem(at, ends_.emplace_back(chances_, at, knows_busts_), busted[left - 1]);
        TurnProblem turn{.needed = units,
                         .after = banked(at, from.banked, mover),
                         .stays = busted[left - 1],
                         .least = table_.least(at),
                         .step = static_cast<std::ptrdiff_t>(from.step * layout_.stride()),
                         .kept = busted,
                         .penalized = from.penalized,
                         .loses = carryover.loses && lost != left,
                         .lost = busted[lost - 1]};
        if (from.last_turns > 0) set_reached(turn, at);
        return turn;
    }

    // The values of reaching the goal: with a bank and, where a bust keeps the total, without one.
    void set_reached(TurnProblem& turn, const Position& at) {
        auto& [banks, kept, known] = reached_.emplace_back();
        const Node node{at, 0, 0, outside};
        // In the first row a bank must be legal, because its value holds for all larger totals.
        const size_t past = std::max({past_, size_t{1}, turn.least + 1 - std::min(at.mine(), turn.least + 1)});
        for (size_t e = 0; e < past; ++e) {
            banks.push_back(chance_after(node, {Ending::bank, 0, at.mine() + e}));
            if (table_.race().keep_on_bust) kept.push_back(kept_value(at, e));
        }
        turn.past = past;
        turn.reached = banks.data();
        if (!kept.empty()) turn.reached_kept = kept.data();
        turn.reached_step = 1;
        turn.reached_size = past;
        known.assign(table_.turn().reach() * table_.turn().phases(), banks.back());
        turn.known = known.data();
    }

    // The chance after a kept bust that leaves `past` units beyond the goal, penalty included.
    [[nodiscard]] double kept_value(const Position& at, size_t past) {
        Position then;
        for (size_t p = 1; p < table_.players(); ++p) then.needs[p - 1] = at.needs[p];
        then.needs[table_.players() - 1] = -static_cast<std::ptrdiff_t>(past);
        then.turns = table_.carryover().states[at.carry].last_turns;
        then.carry = table_.carryover().states[at.carry].busted;
        return chances_.chance(then, 1);
    }

    const Table& table_;
    const std::span<Seat* const> others_;
    const size_t past_;
    const Steal steal_;
    const OutcomeLayout phases_;
    ResponseChances chances_;
    const StateLayout& layout_;
    ResponseValues& values_;
    std::vector<Node> nodes_;
    std::array<std::vector<TurnOutcomes>, most_players> found_;
    std::deque<Reached> reached_;
    std::deque<ResponseChances::Ends> ends_;
    bool knows_busts_ = false;
    double change_ = 0;
    bool first_ = true;
};

}  // namespace

ResponseValues best_response(const ResponseProblem& problem, const Kernel& kernel, size_t threads,
                             const Progress& progress) {
    return ResponseSolver(problem, kernel, threads).solve(progress);
}

}  // namespace jeopardice
