// One turn against players who do not change their strategies: see evaluation/response.hpp.
#pragma once

#include <deque>
#include <map>

#include "evaluation/response_chances.hpp"
#include "race/rings.hpp"

namespace jeopardice {

// A state with its mover, counted from the free player on.
struct ResponseState {
    Position at;
    size_t mover, place, next;  // `next`: the state after a bust, or outside
    Status status = Status::open;
    const TurnOutcomes* outcomes = nullptr;  // of a fixed mover
    double before = 0;                       // the value at the start of this sweep
    double f = 0, slope = 0;                 // the value for the guess of what follows a bust, and its derivative
};

class ResponseTurns {
  public:
    ResponseTurns(const ResponseProblem& problem, ResponseChances& chances)
        : table_(problem.table),
          past_(problem.past),
          steal_(table_.carryover().steal),
          rolls_on_(table_.turn().can_win_at_once()),
          phases_(outcome_layout(table_)),
          chances_(chances),
          layout_(chances.layout()) {}

    // Finds f and the slope of a fixed mover's turn. `stays`: the value of the next state, if it is a guess.
    void follow(ResponseState& state, std::optional<double> stays) const;

    // A turn of the free player, until `forget`. Values of busts are guesses unless `knows_busts`.
    [[nodiscard]] TurnProblem problem(const Position& at, bool knows_busts);
    void forget() {
        reached_.clear();
        ends_.clear();
    }

  private:
    // Values of reaching the goal, by the units past it: with a bank, and after a kept bust; and of going much further.
    struct Reached {
        std::vector<double> banks, kept, known;
    };

    [[nodiscard]] size_t after(size_t mover) const { return (mover + 1) % table_.players(); }
    // Whether what follows the goal depends on the other player and the carry only, and never changes.
    [[nodiscard]] bool is_reached_alike() const {
        return table_.players() == 2 && !table_.carryover().beat_previous && !table_.race().keep_on_bust;
    }
    // The values by the units left after a turn.
    [[nodiscard]] const double* banked(const Position& at, size_t carry, size_t mover) const;
    void set_reached(TurnProblem& turn, const Position& at);
    // The chance after a kept bust that leaves `past` units beyond the goal, penalty included.
    [[nodiscard]] double kept_value(const Position& at, size_t past);

    const Table& table_;
    const size_t past_;
    const Steal steal_;
    const bool rolls_on_;  // before last turns it can be best to roll on forever, until a roll wins
    const OutcomeLayout phases_;
    ResponseChances& chances_;
    const StateLayout& layout_;
    std::deque<Reached> reached_;
    std::map<std::array<size_t, 3>, Reached> alike_;  // by the units of the other player, the carry, and how many
    std::deque<ResponseChances::Ends> ends_;
};

}  // namespace jeopardice
