// Busts that lead around rings of states: see evaluation/games.hpp.
#pragma once

#include <stdexcept>

#include "evaluation/arrivals.hpp"
#include "race/rings.hpp"

namespace jeopardice {

inline constexpr double hardly_ends = 1e-12;  // the least chance not to repeat a ring

[[noreturn]] inline void games_never_end() {
    throw std::runtime_error("games: the strategies always bust, so that a game may never end");
}

// Adds to the arrivals at the active states from `begin` to `end` what busts bring to them. `next` is a number in all
// `states`. Arrivals in round `rounds` and later are forgotten.
template <class Mass>
class BustRings {
  public:
    using State = FollowedState<Mass>;

    BustRings(size_t players, size_t rounds) : players_(players), rounds_(rounds) {}

    void circulate(std::span<State> states, size_t begin, size_t end) {
        states_ = states;
        begin_ = begin;
        end_ = end;
        if constexpr (Mass::repeats) {
            done_.assign(end - begin, false);
            lead_in();
            for (size_t k = begin_; k < end_; ++k)
                if (states_[k].active && !done_[k - begin_]) go_around(k);
        } else {
            go_on_by_rounds();
        }
    }

  private:
    // What busts of a state bring to the next one.
    [[nodiscard]] Mass bust(const State& state, const Mass& mass) const {
        Mass moved;
        moved.add(mass, state.stays, false);
        return moved;
    }

    // States are in the order of their movers, so that a bust leads to a later state, or to the next round.
    void go_on_by_rounds() {
        size_t round = rounds_, end = 0;
        for (size_t k = begin_; k < end_; ++k) {
            if (states_[k].mass.most() == 0) continue;
            round = std::min(round, states_[k].mass.begin());
            end = std::max(end, states_[k].mass.end());
        }
        for (bool open = true; open && round < rounds_; ++round) {
            open = round + 1 < end;
            for (size_t k = begin_; k < end_; ++k) {
                const State& state = states_[k];
                const double arrivals = state.mass.number(round);
                if (!state.active || arrivals < negligible_arrivals) continue;
                open = true;
                const size_t then = round + (state.mover + 1 == players_ ? 1 : 0);
                if (state.next != outside && then < rounds_)
                    states_[state.next].mass.add_number(then, arrivals * state.stays);
            }
        }
    }

    // States to which no ring leads, in the order of their busts.
    void lead_in() {
        into_.assign(done_.size(), 0);
        for (size_t k = begin_; k < end_; ++k)
            if (states_[k].active && states_[k].next != outside) ++into_[states_[k].next - begin_];
        for (size_t k = begin_; k < end_; ++k)
            if (states_[k].active && into_[k - begin_] == 0) ready_.push_back(k);
        while (!ready_.empty()) {
            const State& state = states_[ready_.back()];
            done_[ready_.back() - begin_] = true;
            ready_.pop_back();
            if (state.next == outside) continue;
            states_[state.next].mass.add(bust(state, state.mass), 1, false);
            if (--into_[state.next - begin_] == 0) ready_.push_back(state.next);
        }
    }

    void go_around(size_t first) {
        // What comes around to the first state: from the others, and then again and again.
        Mass around;
        double stays = states_[first].stays;
        for (size_t k = states_[first].next; k != first; k = states_[k].next) {
            around.add(states_[k].mass, 1, false);
            around = bust(states_[k], around);
            stays *= states_[k].stays;
        }
        Mass& start = states_[first].mass;
        start.add(around, 1, false);
        if (!(1 - stays > hardly_ends)) games_never_end();
        start.repeat(stays);
        for (size_t k = first; !done_[k - begin_]; k = states_[k].next) {
            done_[k - begin_] = true;
            if (states_[k].next != first)
                states_[states_[k].next].mass.add(bust(states_[k], states_[k].mass), 1, false);
        }
    }

    const size_t players_, rounds_;
    std::span<State> states_;
    size_t begin_ = 0, end_ = 0;
    std::vector<bool> done_;
    std::vector<size_t> into_, ready_;
};

}  // namespace jeopardice
