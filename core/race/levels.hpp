// The states of a board solved level by level, rings of busts by Newton steps: see race/board.hpp.
#pragma once

#include "race/board.hpp"
#include "race/rings.hpp"

namespace jeopardice {

// How to solve all levels once. The first sweep ignores penalties, which gives a good first guess.
struct Sweep {
    bool first = false;
    double close_enough = 1e-15;                  // what is found by iteration is found to within this
    const std::vector<bool>* left_out = nullptr;  // states whose values stay as they are; null: none
};

// A board while it is being solved. A level holds all states whose players need the same number of units together (one
// player: the states with the same units). They depend on lower levels, on penalties, and through busts on each other.
class LevelSolver {
  public:
    LevelSolver(const TurnTables& turn, const Board& board, const Kernel& kernel, size_t threads);

    void sweep(const Sweep& sweep, const Progress& progress);

    // The largest change of any value in the last sweep.
    [[nodiscard]] double change() const { return change_; }
    [[nodiscard]] const std::vector<double>& values() const { return values_; }
    void begin_with(std::vector<double> values) { values_ = std::move(values); }
    // All numbers that a sweep changes: the values, and what stolen turns are worth.
    [[nodiscard]] std::vector<double> state() const;
    void set_state(std::span<const double> state);
    // Changes all values by `how_far` times `step`.
    void change_by(const std::vector<double>& step, double how_far = 1);
    SolvedBoard take() { return {std::move(values_), std::move(offers_)}; }

  private:
    struct LevelState {
        size_t i, j, carry;
        size_t place;  // of its value
        size_t next;   // the state of this level after a bust, or outside
        Status status;
        double slope = 0;              // of its turn, for the last guess at which it was computed
        double gain = 0, success = 0;  // in flat_rings.cpp: the value of its turn less a bust's, and the chance of none
    };

    void solve_level(size_t level);
    void find_states(size_t level);
    void solve_offers();
    // The carry that replaces this one: without penalties, busts in a row do not matter.
    [[nodiscard]] size_t equivalent(size_t carry) const {
        return first_ && decrease_ ? board_.carryover().states[carry].equivalent : carry;
    }
    void copy_equivalents();
    [[nodiscard]] double guess(size_t i, size_t j, size_t carry) const;
    [[nodiscard]] double extrapolated(size_t i, size_t j, size_t carry, size_t order) const;
    void choose_order();
    [[nodiscard]] double value(size_t i, size_t j, size_t carry) const { return values_[board_.place(i, j, carry)]; }
    [[nodiscard]] double& value(size_t state) { return values_[states_[state].place]; }
    [[nodiscard]] TurnProblem problem(const LevelState& state, const double* offers) const;
    // Solves turns at states; `found_` is then in their order, with the sign of the board's values.
    void solve_turns(std::span<const size_t> which, bool slopes);
    void set(LevelState& state, double value);
    void solve_ready();
    void solve_rings(std::vector<Ring>& rings);
    void newton_step(std::vector<Ring>& open, std::vector<Ring>& flat, int step);
    // Rings in which nearly every turn busts, or which Newton steps do not settle (race/flat_rings.cpp).
    void measure_turns(std::span<const size_t> which);
    [[nodiscard]] double bust_worth(const LevelState& state) const;
    [[nodiscard]] double leaves(const Ring& ring, int times) const;
    void value_policies(const Ring& ring);
    void solve_flat(const Ring& ring);
    void bracket(const std::vector<Ring>& open);

    const TurnTables& turn_;
    const Board& board_;
    const bool two_;
    const bool decrease_;  // scores can decrease
    const Steal steal_;
    const size_t n_, carries_;
    bool first_ = true;
    const std::vector<bool>* left_out_ = nullptr;
    size_t order_ = 1;  // of the extrapolation
    double change_ = 0, close_enough_;
    std::vector<double> values_, offers_;
    TurnSolver solver_;
    std::vector<LevelState> states_;  // of the level
    std::vector<TurnProblem> problems_;
    std::vector<TurnValue> found_;
};

}  // namespace jeopardice
