// The bounds of a board, level by level: see race/certify.hpp.
#pragma once

#include "race/certify.hpp"

namespace jeopardice {

// The bounds of a board while they are being found. Where scores only grow, lower bounds of a level are guessed: the
// value minus a slack, that of the states below or, where rounding errors require it, more; upper bounds follow from
// lower bounds of the other player. Objective turns: both bounds are guessed.
//
// Where scores can decrease, bounds of all states are guessed, and a sweep finds those that follow from them.
class LevelBounds {
  public:
    LevelBounds(const BoundingTurns& turns, const Board& board, const Kernel& kernel, size_t threads,
                std::span<const double> values, std::span<const double> offers);

    // Where scores only grow: finds and proves the bounds of a level, once those of lower levels are proven.
    void prove(size_t level);

    // Where scores can decrease: the bounds are guessed as the values minus and plus the slack of each state …
    void guess(std::span<const double> slack);
    // … and replaced by those that follow from the ones before, in a level, after lower levels. Returns whether they
    // are no wider, and sets the slack that would be needed.
    bool replace(size_t level, std::span<double> needed);

    // Proves that play that attains the lower bounds of a level ends, once all bounds are proven.
    void check_ending(size_t level);

    Bounds take() { return std::move(bounds_); }

  private:
    struct State {
        size_t i, j, carry;
        size_t place;   // of its value
        size_t offers;  // the place of its offers, or none
        size_t part;    // a state of the level that stands for all that lead to each other by busts
    };
    // Solves turns with rounding in one direction, and what is found by it.
    struct Side {
        TurnSolver solver;
        const Board& board;
        std::vector<TurnValue> found = {};
        std::vector<double> offers = {};
    };
    static constexpr size_t none = ~size_t{0};

    void find_states(size_t level);
    [[nodiscard]] double slack_below(const State& state) const;
    void set_guess(const State& state, double slack);
    void solve(bool below, const std::vector<size_t>& which, bool slopes = false);
    void set_high(const std::vector<size_t>& which);
    [[nodiscard]] double value_found(bool low, size_t which) const;
    [[nodiscard]] double missing(const State& state, size_t which) const;
    [[nodiscard]] double width(const State& state) const;
    [[nodiscard]] double value_of_nothing(const State& state) const;

    const TurnTables& turn_;
    const Board& board_;
    const BoundingBoards boards_;
    const Objective objective_;
    const bool two_, gains_;
    const size_t n_, each_;
    const std::span<const double> values_, offers_;
    Bounds bounds_;
    std::vector<double> slack_;
    Side below_, above_;
    std::vector<State> states_;  // of the level
    std::vector<TurnProblem> problems_;
};

}  // namespace jeopardice
