// The states between turns of a game at a table, and their places in arrays.
#pragma once

#include "race/table.hpp"

namespace jeopardice {

// The places of states in arrays: by the carry, and the units of the players one after another.
class StateLayout {
  public:
    explicit StateLayout(const Table& table)
        : players_(table.players()), n_(table.race().lowest), carries_(table.carryover().states.size()) {
        for (size_t p = 0; p < players_; ++p) stride_ *= n_;
    }
    [[nodiscard]] size_t size() const { return carries_ * stride_; }
    [[nodiscard]] size_t stride() const { return stride_; }
    [[nodiscard]] size_t place(const Position& at) const {
        size_t place = 0;
        for (size_t p = 0; p < players_; ++p) place = place * n_ + static_cast<size_t>(at.needs[p]) - 1;
        return at.carry * stride_ + place;
    }
    [[nodiscard]] size_t level(const Position& at) const {
        size_t sum = 0;
        for (size_t p = 0; p < players_; ++p) sum += static_cast<size_t>(at.needs[p]);
        return sum;
    }
    // Calls work(position) for the scores of all states of a level, rotations of the same scores one after another.
    void each_state(size_t level, const auto& work) const {
        Position at;
        choose(at, 0, level, work);
    }

  private:
    void choose(Position& at, size_t p, size_t rest, const auto& work) const {
        const size_t least = p == 0 ? 1 : static_cast<size_t>(at.needs[0]), others = players_ - 1 - p;
        if (others == 0) {
            if (rest < least || rest > n_) return;
            at.needs[p] = static_cast<std::ptrdiff_t>(rest);
            rotate(at, work);
            return;
        }
        for (size_t u = std::max(least, rest > others * n_ ? rest - others * n_ : 1);
             u <= n_ && u + others * least <= rest; ++u) {
            at.needs[p] = static_cast<std::ptrdiff_t>(u);
            choose(at, p + 1, rest - u, work);
        }
    }
    // All rotations, from the one that comes first; nothing for others.
    void rotate(const Position& first, const auto& work) const {
        Position at = first;
        for (size_t shift = 1; shift < players_; ++shift) {
            turn(at);
            if (at.needs < first.needs) return;
        }
        at = first;
        do {
            work(at);
            turn(at);
        } while (at.needs != first.needs);
    }
    void turn(Position& at) const {
        std::rotate(at.needs.begin(), at.needs.begin() + 1, at.needs.begin() + static_cast<std::ptrdiff_t>(players_));
    }

    size_t players_, n_, carries_, stride_ = 1;
};

}  // namespace jeopardice
