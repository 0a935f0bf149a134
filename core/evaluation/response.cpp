#include "evaluation/response.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "evaluation/response_turns.hpp"
#include "race/extrapolation.hpp"
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
          steal_(table_.carryover().steal),
          chances_(problem, kernel, threads),
          turns_(problem, chances_),
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
            before = goes_to_limit() ? 0 : change_;
        }
        does_not_settle();
    }

  private:
    [[nodiscard]] double& value(const ResponseState& state) { return values_[state.mover][state.place]; }
    [[nodiscard]] size_t after(size_t mover) const { return (mover + 1) % table_.players(); }

    // Goes to the limit of the sweeps so far (race/extrapolation.hpp), once it is known well enough.
    bool goes_to_limit() {
        constexpr size_t few_steps = 4, most_steps = 10, most_numbers = size_t{1} << 25;
        constexpr double well_enough = 0.01;
        if (values_.size() * values_.front().size() * most_steps > most_numbers) return false;
        std::vector<double> now;
        for (const auto& plane : values_) now.insert(now.end(), plane.begin(), plane.end());
        if (swept_.empty()) {
            swept_ = first_swept_ = std::move(now);
            return false;
        }
        auto& step = steps_.emplace_back(now);
        std::ranges::transform(now, swept_, step.begin(), std::minus());
        swept_ = std::move(now);
        if (steps_.size() < few_steps) return false;
        const std::vector<double> weights = settling_weights(steps_);
        std::vector<double> limit = first_swept_, rest(limit.size());
        double later = 1, left = 0;
        for (size_t j = 0; j < weights.size(); ++j) {
            later -= weights[j];
            for (size_t k = 0; k < rest.size(); ++k) {
                rest[k] += weights[j] * steps_[j][k];
                if (j + 1 < weights.size()) limit[k] += later * steps_[j][k];
            }
        }
        for (const double x : rest) left = std::max(left, std::abs(x));
        if (weights.empty() || (left > well_enough * change_ && steps_.size() < most_steps)) return false;
        const double* found = limit.data();
        for (auto& plane : values_)
            for (double& one : plane) one = std::clamp(*found++, 0.0, 1.0);
        steps_.clear();
        swept_.clear();
        return true;
    }

    void solve_level(size_t level) {
        states_.clear();
        const size_t players = table_.players(), carries = table_.carryover().states.size();
        layout_.each_state(level, [&](const Position& first) {
            const size_t base = states_.size();
            Position at = first;
            for (size_t mover = 0; mover < players; ++mover) {
                for (at.carry = 0; at.carry < carries; ++at.carry) {
                    const bool stays = table_.carryover().after_bust(table_.race(), at.mine(), at.carry) == at.mine();
                    const size_t then = base + after(mover) * carries + table_.carryover().states[at.carry].busted;
                    states_.push_back({at, mover, layout_.place(at), stays ? then : outside});
                    if (first_ && at.needs[0] > 1) {  // a guess: the value of a player who needs one unit less
                        Position less = at;
                        --less.needs[0];
                        value(states_.back()) = values_[mover][layout_.place(less)];
                    }
                    states_.back().before = value(states_.back());
                    if (!exists(at)) states_.back().status = Status::missing;
                }
                at.carry = 0;
                std::rotate(at.needs.begin(), at.needs.begin() + 1,
                            at.needs.begin() + static_cast<std::ptrdiff_t>(players));
            }
        });
        for (size_t mover = 1; mover < players; ++mover) {
            std::vector<Position> at;
            for (const ResponseState& state : states_)
                if (state.mover == mover && state.status == Status::open) at.push_back(state.at);
            auto found = others_[mover - 1]->outcomes(at);
            // The distributions of a seat that is given several times are valid until it is asked again.
            if (std::ranges::count(others_, others_[mover - 1]) > 1) {
                found_[mover].clear();
                for (const TurnOutcomes* const turn : found) found_[mover].push_back(*turn);
                std::ranges::transform(found_[mover], found.begin(), [](const TurnOutcomes& turn) { return &turn; });
            }
            auto turn = found.begin();
            for (ResponseState& state : states_)
                if (state.mover == mover && state.status == Status::open) state.outcomes = *turn++;
        }
        // Offers after busts change all values of a level. Without them the first sweep has a guess.
        const bool iterates = steal_ == Steal::after_bust;
        if (!iterates || first_) {
            knows_busts_ = false;
            solve_ready();
            std::vector<Ring> rings = find_rings(states_);
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
        for (size_t k = 0; k < states_.size(); ++k)
            if (exists(states_[k].at)) all.push_back(k);
        double last = 1;
        for (int round = 0;; ++round) {
            if (round == most_sweeps) does_not_settle();
            double change = find_offers();
            play(all, false);
            for (const size_t k : all) {
                change = std::max(change, std::abs(states_[k].f - value(states_[k])));
                set(states_[k], states_[k].f);
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
            for (const ResponseState& state : states_)
                if (state.mover == mover && state.at.carry < table_.carryover().offered && exists(state.at))
                    at.push_back(state.at);
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
        for (auto ready = find_ready(states_); !ready.empty(); ready = find_ready(states_)) {
            play(ready, false);
            for (const size_t k : ready) set(states_[k], states_[k].f);
        }
    }

    void set(ResponseState& state, double found) {
        const double now = std::clamp(found, 0.0, 1.0);
        change_ = std::max(change_, std::abs(now - state.before));
        value(state) = now;
        state.status = Status::solved;
    }

    void newton_step(std::vector<Ring>& open) {
        std::vector<size_t> which;
        for (const Ring& ring : open) which.insert(which.end(), ring.begin(), ring.end());
        play(which, true);
        std::vector<Ring> still_open;
        for (Ring& ring : open) {
            double slope = 1, sum = 0;
            for (const size_t k : ring) {
                sum += slope * (states_[k].f - value(states_[k]));
                slope *= states_[k].slope;
            }
            if (!(1 - slope > 1e-9)) throw std::runtime_error("best response: the game may never end");
            double ahead = sum / (1 - slope);
            bool settled = true;
            std::vector<double> found(ring.size());
            for (size_t r = ring.size(); r-- > 0;) {
                const ResponseState& state = states_[ring[r]];
                found[r] = std::clamp(state.f + state.slope * ahead, 0.0, 1.0);
                ahead = found[r] - values_[state.mover][state.place];
                // Where all players nearly always bust, rounding errors are divided by almost 0.
                settled = settled && std::abs(ahead) <= std::max(settled_within, 1e-15 / (1 - slope));
            }
            for (size_t r = 0; r < ring.size(); ++r) {
                if (settled)
                    set(states_[ring[r]], found[r]);
                else
                    value(states_[ring[r]]) = found[r];
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
            if (states_[k].mover == 0)
                free.push_back(k);
            else
                turns_.follow(states_[k], guess_of_bust(states_[k]));
        std::ranges::stable_sort(free, {}, [&](size_t k) { return states_[k].at.needs[0]; });
        std::vector<TurnProblem> problems;
        turns_.forget();
        for (const size_t k : free) problems.push_back(turns_.problem(states_[k].at, knows_busts_));
        std::vector<TurnValue> found(free.size());
        chances_.solver().solve(problems, found, {.slopes = slopes});
        for (size_t k = 0; k < free.size(); ++k) {
            states_[free[k]].f = found[k].value;
            states_[free[k]].slope = found[k].slope;
        }
    }

    [[nodiscard]] std::optional<double> guess_of_bust(const ResponseState& state) {
        if (state.next == outside || knows_busts_) return std::nullopt;
        return value(states_[state.next]);
    }

    const Table& table_;
    const std::span<Seat* const> others_;
    const Steal steal_;
    ResponseChances chances_;
    ResponseTurns turns_;
    const StateLayout& layout_;
    ResponseValues& values_;
    std::vector<ResponseState> states_;
    std::array<std::vector<TurnOutcomes>, most_players> found_;
    bool knows_busts_ = false;
    double change_ = 0;
    bool first_ = true;
    std::vector<double> first_swept_, swept_;  // the values after the first of some sweeps, and after the last
    std::vector<std::vector<double>> steps_;   // between them
};

}  // namespace

ResponseValues best_response(const ResponseProblem& problem, const Kernel& kernel, size_t threads,
                             const Progress& progress) {
    return ResponseSolver(problem, kernel, threads).solve(progress);
}

}  // namespace jeopardice
