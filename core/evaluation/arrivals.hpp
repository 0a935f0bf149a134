// Where games that are followed are: states that were arrived at and are still to be followed, and what was counted.
// See evaluation/games.hpp.
#pragma once

#include <unordered_map>
#include <utility>

#include "evaluation/masses.hpp"
#include "evaluation/seats.hpp"
#include "race/state_layout.hpp"

namespace jeopardice {

// A state while it is followed.
template <class Mass>
struct FollowedState {
    Position at;
    size_t mover, place, next;  // `next`: the state after a bust, in the same block, or outside
    bool active = false;
    double stays = 0;  // the chance of that bust
    Mass mass{};
    const TurnOutcomes* outcomes = nullptr;
    std::vector<TurnOutcomes> stolen{};  // by the number of a mass: turns that are stolen here
    double won = 0, returned = 0;        // the chance to win in this turn, and arrivals at earlier levels
    double points = 0, busts = 0;        // the expected points of this turn, and the chance that it busts
};

// By seat, and the expected turns. Sums of sums are more precise: `part` has those of the states being followed.
template <class Mass>
class FollowedSums {
  public:
    explicit FollowedSums(size_t players) : wins(players), ended(players) {}

    // The arrivals of a state that were spread.
    void count(FollowedState<Mass>& state) {
        wins[state.mover].add(state.mass, state.won, false);
        ended[state.mover].add(state.mass, state.won, false);
        turns.add(state.mass, 1, false);
        points.add(state.mass, state.points, false);
        busts.add(state.mass, state.busts, false);
        state.won = state.points = state.busts = 0;
    }
    void add(const FollowedSums& other, double share) {
        for (size_t p = 0; p < wins.size(); ++p) {
            wins[p].add(other.wins[p], share, false);
            ended[p].add(other.ended[p], share, false);
        }
        turns.add(other.turns, share, false);
        points.add(other.points, share, false);
        busts.add(other.busts, share, false);
    }
    // Adds all of another, and empties it.
    void take(FollowedSums& part) { add(std::exchange(part, FollowedSums(wins.size())), 1); }

    // The game ends with a turn of the mover, who wins `share` of it; the leaders have the rest.
    void finish(size_t mover, const Mass& mass, double share, std::span<const size_t> leaders) {
        wins[mover].add(mass, share, false);
        for (const size_t leader : leaders)
            wins[leader].add(mass, (1 - share) / static_cast<double>(leaders.size()), false);
        ended[mover].add(mass, 1, false);
        turns.add(mass, 1, false);
    }

    std::vector<Mass> wins, ended;
    Mass turns{}, points{}, busts{};
};

// Arrivals, by the mover: at new turns, at turns that may be stolen, and at last turns.
template <class Mass>
class Arrivals {
  public:
    // Turns that may be stolen, each once for every state that leads to it.
    class Offers {
      public:
        [[nodiscard]] bool empty() const { return turns_.empty(); }
        void add(const OfferedTurns::Turn& turn, const Mass& mass, double share, bool later) {
            turns_.push_back({turn, Mass{}});
            turns_.back().mass.add(mass, share, later);
        }
        [[nodiscard]] size_t most_numbers() const {
            size_t most = 1;
            for (const auto& [turn, mass] : turns_) most = std::max(most, mass.size());
            return most;
        }
        // With `each` weights of each.
        [[nodiscard]] OfferedTurns weighted(size_t each) const {
            OfferedTurns found{{}, {}, each};
            for (const auto& [turn, mass] : turns_) {
                found.turns.push_back(turn);
                for (size_t w = 0; w < each; ++w) found.weights.push_back(mass[w]);
            }
            return found;
        }

      private:
        struct Offer {
            OfferedTurns::Turn turn;
            Mass mass;
        };
        std::vector<Offer> turns_;
    };
    using LastTurns = std::unordered_map<Position, Mass, PositionHash>;

    Arrivals(const Table& table, std::span<Seat* const> seats)
        : layout_(table),
          seats_(seats),
          new_(table.players(), std::vector<Mass>(layout_.size())),
          offers_(table.players(), std::vector<Offers>(table.carryover().steal == Steal::never ? 0 : layout_.size())),
          last_(table.players()) {}

    [[nodiscard]] const StateLayout& layout() const { return layout_; }
    [[nodiscard]] bool steals(size_t mover) const { return seats_[mover]->steals(); }

    // `later`: in the next round.
    void add(const Position& at, size_t mover, const Mass& mass, double share, bool later) {
        if (at.offered > 0 && !steals(mover)) {
            Position declined = at;
            declined.phase = declined.offered = 0;
            return add(declined, mover, mass, share, later);
        }
        if (at.last()) return last_[mover][at].add(mass, share, later);
        const size_t place = layout_.place(at);
        if (at.offered == 0) return new_[mover][place].add(mass, share, later);
        offers(mover, place).add({at.phase, at.offered}, mass, share, later);
    }

    // New turns at a state, and turns that a player who steals may continue.
    [[nodiscard]] Mass& at(size_t mover, size_t place) { return new_[mover][place]; }
    [[nodiscard]] Offers& offers(size_t mover, size_t place) { return offers_[mover][place]; }
    [[nodiscard]] bool any(size_t mover, size_t place) const {
        return new_[mover][place].most() > negligible_arrivals ||
               (!offers_[mover].empty() && !offers_[mover][place].empty());
    }
    // The turns that may be stolen there, which are then gone.
    [[nodiscard]] Offers take_offers(size_t mover, size_t place) { return std::exchange(offers_[mover][place], {}); }
    [[nodiscard]] const LastTurns& last(size_t mover) const { return last_[mover]; }

    // All of them but turns that may be stolen.
    [[nodiscard]] std::vector<std::vector<Mass>>& new_turns() { return new_; }
    [[nodiscard]] std::vector<LastTurns>& last_turns() { return last_; }

  private:
    const StateLayout layout_;
    const std::span<Seat* const> seats_;
    std::vector<std::vector<Mass>> new_;
    std::vector<std::vector<Offers>> offers_;  // where turns may be stolen
    std::vector<LastTurns> last_;
};

}  // namespace jeopardice
