// Where games that are followed are: states that were arrived at and are still to be followed, and what was counted.
// See evaluation/games.hpp.
#pragma once

#include <unordered_map>

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
    double won = 0, returned = 0;  // the chance to win in this turn, and arrivals at earlier levels
    double points = 0, busts = 0;  // the expected points of this turn, and the chance that it busts
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
    // Adds all of another, and empties it.
    void take(FollowedSums& part) {
        for (size_t p = 0; p < wins.size(); ++p) {
            wins[p].add(std::exchange(part.wins[p], Mass{}), 1, false);
            ended[p].add(std::exchange(part.ended[p], Mass{}), 1, false);
        }
        turns.add(std::exchange(part.turns, Mass{}), 1, false);
        points.add(std::exchange(part.points, Mass{}), 1, false);
        busts.add(std::exchange(part.busts, Mass{}), 1, false);
    }

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
    using Offers = std::vector<std::pair<OfferedTurn, Mass>>;
    using LastTurns = std::unordered_map<Position, Mass, PositionHash>;

    explicit Arrivals(const Table& table)
        : layout_(table),
          new_(table.players(), std::vector<Mass>(layout_.size())),
          offers_(table.players()),
          last_(table.players()) {}

    [[nodiscard]] const StateLayout& layout() const { return layout_; }

    // `later`: in the next round.
    void add(const Position& at, size_t mover, const Mass& mass, double share, bool later) {
        if (at.last()) return last_[mover][at].add(mass, share, later);
        if (at.offered == 0) return new_[mover][layout_.place(at)].add(mass, share, later);
        Offers& offers = offers_[mover][layout_.place(at)];
        auto known = std::ranges::find_if(offers, [&](const auto& offer) {
            return offer.first.phase == at.phase && offer.first.total == at.offered;
        });
        if (known == offers.end()) known = offers.insert(known, {OfferedTurn{at.phase, at.offered, {}}, Mass{}});
        known->second.add(mass, share, later);
    }

    // New turns at a state.
    [[nodiscard]] Mass& at(size_t mover, size_t place) { return new_[mover][place]; }
    [[nodiscard]] bool any(size_t mover, size_t place) const {
        return new_[mover][place].most() > negligible_arrivals || offers_[mover].contains(place);
    }
    // The turns that may be stolen there, which are then gone.
    [[nodiscard]] Offers take_offers(size_t mover, size_t place) {
        const auto entry = offers_[mover].find(place);
        if (entry == offers_[mover].end()) return {};
        Offers taken = std::move(entry->second);
        offers_[mover].erase(entry);
        return taken;
    }
    [[nodiscard]] const LastTurns& last(size_t mover) const { return last_[mover]; }

  private:
    const StateLayout layout_;
    std::vector<std::vector<Mass>> new_;
    std::vector<std::unordered_map<size_t, Offers>> offers_;
    std::vector<LastTurns> last_;
};

}  // namespace jeopardice
