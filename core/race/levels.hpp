// The states of a board solved level by level, rings of busts by Newton steps: see race.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "race/board.hpp"
#include "race/rings.hpp"

namespace jeopardice {

// When a Newton step is this short the policies have settled, and the step has removed the error but for rounding.
inline constexpr double settled_within = 1e-14;
// Where scores fall, sweeps go on until what is still to come is less than this.
inline constexpr double swept_within = 1e-15;
// Changes below this that do not get smaller are but rounding.
inline constexpr double rounding = 1e-13;
inline constexpr int most_steps = 200, most_sweeps = 2000;

// Where turns end with a bust almost surely, rounding errors are divided by next to nothing.
inline constexpr double too_flat = 1e-5;
// Where nobody ever gets on, every value satisfies the equations.
inline constexpr double endless = 1e-15;

[[noreturn]] inline void too_many_busts() {
    throw std::runtime_error(
        "race: dice, scoring, turn.minimum_bank: nearly every turn busts, so that double precision cannot tell values");
}

[[noreturn]] inline void does_not_settle() {
    throw std::runtime_error("race: the values of a state do not settle");
}

// Too many busts matter only if the game is not as good as decided.
inline bool decided(const double chance) {
    return std::min(chance, 1 - chance) < 1e-12;
}

// A board while it is being solved. A level holds all states whose players need so many units together (one player: the
// states with so many units): they depend on lower levels, on falls, and through busts on each other.
class Levels {
  public:
    Levels(const TurnTables& turn, const Board& board, const Kernel& kernel, const std::size_t threads)
        : board_(board),
          two_(board.worth().two_players),
          falls_(board.has_falls()),
          steal_(board.between().steal),
          n_(board.race().lowest),
          modes_(board.between().modes.size()),
          turn_(turn),
          values_(board.size(), two_ ? 0.5 : 0.0),
          offers_(board.offers_size(), 0.0),
          visitor_(turn, board.race(), kernel, threads) {}

    // All levels once; the first time scores do not fall, which gives a good guess for those that do. What is found by
    // going round is found to within `close_enough`.
    void sweep(const bool first, const double close_enough, const Progress& progress) {
        first_ = first;
        close_enough_ = close_enough;
        change_ = 0;
        double done = 0;
        const double all = static_cast<double>(n_) * static_cast<double>(n_) * (two_ ? static_cast<double>(n_) : 0.5);
        for (std::size_t level = two_ ? 2 : 1; level <= (two_ ? 2 * n_ : n_); ++level) {
            solve(level);
            done += two_ ? static_cast<double>(level <= n_ ? level - 1 : 2 * n_ + 1 - level) *
                               static_cast<double>(level) / 2
                         : static_cast<double>(level);
            if (progress) progress(std::min(1.0, done / all));
        }
    }

    // The largest change of any value in the last sweep.
    [[nodiscard]] double change() const { return change_; }
    [[nodiscard]] const std::vector<double>& values() const { return values_; }
    [[nodiscard]] std::vector<double> steps_from(const std::vector<double>& before) const {
        std::vector<double> steps(values_.size());
        for (std::size_t k = 0; k < steps.size(); ++k) steps[k] = values_[k] - before[k];
        return steps;
    }
    void jump(const std::vector<double>& step, const double how_far) {
        for (std::size_t k = 0; k < step.size(); ++k) {
            values_[k] += how_far * step[k];
            if (two_) values_[k] = std::clamp(values_[k], 0.0, 1.0);
        }
    }
    Solved take() { return {std::move(values_), std::move(offers_)}; }

  private:
    static constexpr int newton_steps = 6;
    static constexpr std::size_t outside = ~std::size_t{0};

    enum class Status : std::uint8_t { open, solved, missing };
    struct Node {
        std::size_t i, j, mode;
        std::size_t place;  // where its value stands
        std::size_t next;   // the state after a bust, of this level; or outside
        Status status;
    };

    void solve(const std::size_t level) {
        find_nodes(level);
        // Stolen busts change everything: without them there is a first guess.
        if (first_ || steal_ != Steal::after_bust) {
            solve_ready();
            std::vector<Ring> rings = find_rings(nodes_, [](const Node& node) { return node.status == Status::open; });
            if (!rings.empty()) {
                solve_rings(rings);
                solve_ready();
            }
        }
        if (steal_ != Steal::never) go_on();
        if (first_ && falls_) copy_likes();
    }

    // What it is worth to go on with a turn. After a bank, that follows from solved states. After a bust it depends on
    // what it is then worth to the next player: that is found by going round until nothing changes.
    void go_on() {
        std::vector<std::size_t> all;
        std::vector<double> before;
        for (std::size_t k = 0; k < nodes_.size(); ++k)
            if (nodes_[k].status != Status::missing) {
                all.push_back(k);
                before.push_back(values_[nodes_[k].place]);
            }
        const std::size_t each = board_.offers_each();
        std::vector<double> values(all.size()), offers(all.size() * each), offers_before;
        const auto offers_of = [&](const Node& node) -> double* {
            const bool own = node.mode < board_.between().offered;
            return own ? &offers_[board_.offers_place(node.i, node.j, node.mode)] : nullptr;
        };
        if (falls_)  // Otherwise there is only one sweep, and its change is not needed.
            for (const std::size_t k : all)
                if (const double* const old = offers_of(nodes_[k]))
                    offers_before.insert(offers_before.end(), old, old + each);
        for (int round = 0;; ++round) {
            if (round == most_sweeps) does_not_settle();
            visits_.clear();
            for (const std::size_t k : all) visits_.push_back(turn(nodes_[k], offers_.data()));
            visitor_.each(visits_, {.slopes = false, .rolls = true, .all_rows = true},
                          [&](const std::size_t first, const VisitBatch& batch) {
                              for (std::size_t v = first; v < std::min(first + batch.width(), all.size()); ++v) {
                                  values[v] = board_.worth().sign * batch.found(visits_[v], v - first).value;
                                  note_offers(turn_, batch, visits_[v], v - first, board_.totals(), &offers[v * each]);
                              }
                          });
            double change = 0;
            for (std::size_t v = 0; v < all.size(); ++v) {
                const Node& node = nodes_[all[v]];
                if (double* const old = offers_of(node)) {
                    for (std::size_t k = 0; k < each; ++k) {
                        change = std::max(change, std::abs(offers[v * each + k] - old[k]));
                        old[k] = offers[v * each + k];
                    }
                }
                if (steal_ != Steal::after_bust) continue;
                change = std::max(change, std::abs(values[v] - values_[node.place]));
                values_[node.place] = values[v];
            }
            if (steal_ != Steal::after_bust || change <= close_enough_) break;
        }
        if (!falls_) return;
        const double* old = offers_before.data();
        for (std::size_t v = 0; v < all.size(); ++v) {
            change_ = std::max(change_, std::abs(values_[nodes_[all[v]].place] - before[v]));
            if (const double* const now = offers_of(nodes_[all[v]]))
                for (std::size_t k = 0; k < each; ++k) change_ = std::max(change_, std::abs(now[k] - *old++));
        }
    }

    void find_nodes(const std::size_t level) {
        std::size_t low = level, high = level;
        if (two_) {
            const LevelRange range(n_, level);
            low = range.low;
            high = range.high;
        }
        nodes_.clear();
        for (std::size_t i = low; i <= high; ++i)
            for (std::size_t mode = 0; mode < modes_; ++mode) {
                const std::size_t j = two_ ? level - i : 1;
                const std::size_t left = first_ ? i : board_.after_bust(i, mode);
                const std::size_t then = like(board_.between().modes[mode].busted);
                const bool leaves = left != i || (!first_ && board_.sinks(i, mode));
                const std::size_t next = leaves ? outside : ((two_ ? j : i) - low) * modes_ + then;
                const bool exists = (!two_ || board_.exists(j, mode)) && like(mode) == mode;
                nodes_.push_back({i, j, mode, board_.place(i, j, mode), next, exists ? Status::open : Status::missing});
                if (first_ && exists) values_[nodes_.back().place] = guess(i, j, mode);
            }
    }

    // The mode that stands for this one: while nobody falls, busts in a row do not matter.
    [[nodiscard]] std::size_t like(const std::size_t mode) const {
        return first_ && falls_ ? board_.between().modes[mode].like : mode;
    }

    // Gives the values found to the modes that were left out.
    void copy_likes() {
        for (const Node& node : nodes_)
            if (like(node.mode) != node.mode) values_[node.place] = value(node.i, node.j, like(node.mode));
    }

    double value(const std::size_t i, const std::size_t j, const std::size_t mode) const {
        return values_[board_.place(i, j, mode)];
    }

    double guess(const std::size_t i, const std::size_t j, const std::size_t mode) const {
        if (!two_) return i > 1 ? value(i - 1, j, mode) : 2;
        if (i == 1 || j == 1) return i == 1 ? (j == 1 ? 0.5 : value(i, j - 1, mode)) : value(i - 1, j, mode);
        return std::clamp(value(i - 1, j, mode) + value(i, j - 1, mode) - value(i - 1, j - 1, mode), 0.0, 1.0);
    }

    [[nodiscard]] double after_bust(const Node& node) const {
        if (node.next != outside) return values_[nodes_[node.next].place];
        if (board_.sinks(node.i, node.mode)) return board_.between().modes[node.mode].sinks;
        return values_[board_.bust_place(node.i, node.j, node.mode)];
    }

    [[nodiscard]] Visit turn(const Node& node, const double* const offers) const {
        return board_.visit(values_.data(), node.i, node.j, node.mode, after_bust(node), offers, !first_);
    }

    // Visits nodes, in the order given; `found_` is then in this order, its values with the sign of the board's.
    void visit(const std::span<const std::size_t> which, const bool slopes) {
        visits_.clear();
        const double* const offers = steal_ == Steal::after_bank ? offers_.data() : nullptr;
        for (const std::size_t k : which) visits_.push_back(turn(nodes_[k], offers));
        found_.resize(visits_.size());
        visitor_.visit(visits_, found_, {.slopes = slopes});
        for (Visited& found : found_) found.value *= board_.worth().sign;
    }

    void set(Node& node, const double value) {
        if (node.status == Status::open)
            change_ = std::max(change_, std::abs(value - values_[node.place]) / std::max(1.0, std::abs(value)));
        values_[node.place] = value;
    }

    // States whose bust leads to a solved state, or out of the level, until there are none left.
    void solve_ready() {
        std::vector<std::size_t> ready;
        for (;;) {
            ready.clear();
            for (std::size_t k = 0; k < nodes_.size(); ++k)
                if (nodes_[k].status == Status::open &&
                    (nodes_[k].next == outside || nodes_[nodes_[k].next].status == Status::solved))
                    ready.push_back(k);
            if (ready.empty()) return;
            visit(ready, false);
            for (std::size_t r = 0; r < ready.size(); ++r) {
                set(nodes_[ready[r]], found_[r].value);
                nodes_[ready[r]].status = Status::solved;
            }
        }
    }

    void solve_rings(std::vector<Ring>& rings) {
        std::vector<Ring> all(rings);
        std::vector<double> before;
        for (const Ring& ring : all)
            for (const std::size_t k : ring) before.push_back(values_[nodes_[k].place]);
        const int steps = two_ ? newton_steps : most_steps;
        for (int step = 0; step < steps && !rings.empty(); ++step) newton_step(rings, step);
        if (!rings.empty()) {
            if (!two_) does_not_settle();
            bracket(rings);
        }
        std::size_t at = 0;
        for (const Ring& ring : all)
            for (const std::size_t k : ring) {
                double& value = values_[nodes_[k].place];
                const double now = value;
                value = before[at++];
                set(nodes_[k], now);
                nodes_[k].status = Status::solved;
            }
    }

    // One step for each open ring, all states of all rings at once. Rings whose step is too short to matter are done.
    void newton_step(std::vector<Ring>& open, const int step) {
        std::vector<std::size_t> which;
        for (const Ring& ring : open) which.insert(which.end(), ring.begin(), ring.end());
        std::sort(which.begin(), which.end());
        visit(which, true);
        std::vector<std::size_t> where(nodes_.size());
        for (std::size_t r = 0; r < which.size(); ++r) where[which[r]] = r;
        std::vector<Ring> still_open;
        for (Ring& ring : open) {
            // x_k + d_k = f_k + c_k d_(k+1) all around the ring
            const double turned = board_.worth().sign * board_.worth().scale;
            double slope = 1, sum = 0;
            bool echoes = true;  // where the slope is nearly 1, f may only echo the guess
            for (const std::size_t k : ring) {
                const auto [f, a] = found_[where[k]];
                const double x = values_[nodes_[k].place];
                sum += slope * (f - x);
                slope *= turned * a;
                echoes = echoes && decided(f) && std::abs(f - x) < 1e-12;
            }
            if (!(1 - slope > too_flat) || (two_ && 1 - std::abs(slope) <= endless)) {
                if (!two_) {
                    // A guess that is too low makes a bust look as good as a bank; a high one does not.
                    if (step >= most_steps / 2) too_many_busts();
                    for (const std::size_t k : ring) values_[nodes_[k].place] = 2 * values_[nodes_[k].place] + 1;
                    still_open.push_back(std::move(ring));
                } else if (1 - std::abs(slope) > endless && echoes) {
                    for (const std::size_t k : ring) values_[nodes_[k].place] = found_[where[k]].value;
                } else {
                    still_open.push_back(std::move(ring));  // the guess may be to blame: the bracket will tell
                }
                continue;
            }
            bool settled = true;
            double ahead = sum / (1 - slope);  // d_0, and then d_(k+1) for each k from the last
            for (std::size_t r = ring.size(); r-- > 0;) {
                const auto [f, a] = found_[where[ring[r]]];
                double& x = values_[nodes_[ring[r]].place];
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

    // Newton's steps for both players at once reach the root in exact arithmetic (docs/theory/races.md, Theorem 7), but
    // with chances to bust near 1 rounding can keep them from it. x - f(1 - g(1 - x)) increases, also around longer
    // rings: its root is bracketed, and every step is Newton's inside the bracket or, when that does not halve it, its
    // middle.
    void bracket(const std::vector<Ring>& open) {
        struct Bracket {
            double low = 0, high = 1, last = 1, slope = 1;
            bool all_decided = true;
        };
        std::vector<Bracket> brackets(open.size());
        std::size_t longest = 0;
        for (const Ring& ring : open) longest = std::max(longest, ring.size());
        for (int step = 0; step < most_steps; ++step) {
            std::vector<double> guesses;
            for (std::size_t r = 0; r < open.size(); ++r) {
                guesses.push_back(values_[nodes_[open[r][0]].place]);
                brackets[r].slope = 1;
                brackets[r].all_decided = true;
            }
            // From the last state of each ring back to the first, which the guess was for.
            for (std::size_t back = 0; back < longest; ++back) {
                std::vector<std::size_t> which, whose;
                for (std::size_t r = 0; r < open.size(); ++r)
                    if (back < open[r].size()) {
                        which.push_back(open[r][open[r].size() - 1 - back]);
                        whose.push_back(r);
                    }
                visit(which, true);
                for (std::size_t w = 0; w < which.size(); ++w) {
                    values_[nodes_[which[w]].place] = found_[w].value;
                    brackets[whose[w]].slope *= -found_[w].slope;
                    brackets[whose[w]].all_decided = brackets[whose[w]].all_decided && decided(found_[w].value);
                }
            }
            bool all_done = true;
            for (std::size_t r = 0; r < open.size(); ++r) {
                double& x = values_[nodes_[open[r][0]].place];
                const double f = x, guess = guesses[r];
                auto& [low, high, last, slope, all_decided] = brackets[r];
                (guess > f ? high : low) = guess;
                double next = guess - (guess - f) / (1 - slope);
                if (!(next > low && next < high) || high - low > last / 2) next = (low + high) / 2;
                if (std::abs(guess - f) <= settled_within * (1 - slope)) next = guess;
                const bool done = next == guess || high - low <= settled_within;
                if (done && (1 - std::abs(slope) <= endless || (1 - slope <= too_flat && !all_decided)))
                    too_many_busts();
                all_done = all_done && done;
                last = high - low;
                x = next;
            }
            if (all_done) return;
        }
        does_not_settle();
    }

    const Board& board_;
    const bool two_;
    const bool falls_;
    const Steal steal_;
    const std::size_t n_, modes_;
    const TurnTables& turn_;
    bool first_ = true;
    double change_ = 0, close_enough_ = swept_within;
    std::vector<double> values_, offers_;
    Visitor visitor_;
    std::vector<Node> nodes_;
    std::vector<Visit> visits_;
    std::vector<Visited> found_;
};

}  // namespace jeopardice
