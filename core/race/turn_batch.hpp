#pragma once

#include <functional>
#include <limits>

#include "common/aligned.hpp"
#include "common/rounding.hpp"
#include "common/thread_team.hpp"
#include "race/turn_problem.hpp"
#include "turn/plan.hpp"

namespace jeopardice {

// What a batch finds besides values.
struct Wanted {
    bool slopes = true;
    bool rolls = false;     // the value of each roll
    bool all_rows = false;  // the first phase also where no turn begins
};

// As many turn problems as there are lanes, solved by one thread. The turn and the rules must outlive it.
//
// Row r is for a player who still needs r + 1 - beyond() units. Below row 0, and where the row is closed for the
// problem, the goal is reached and may be banked: the turn is over.
class TurnBatch {
  public:
    TurnBatch(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
              Rounding rounding = Rounding::nearest);

    void run(std::span<const TurnProblem> problems, Wanted wanted = {});

    static constexpr double illegal = -std::numeric_limits<double>::infinity();

    [[nodiscard]] size_t width() const { return kernel_.lanes; }
    [[nodiscard]] size_t beyond() const { return beyond_; }
    [[nodiscard]] size_t steps() const { return steps_; }
    [[nodiscard]] size_t reach() const { return reach_; }
    [[nodiscard]] std::span<const std::int32_t> option_offsets() const { return option_offset_; }
    // The row at which the turn of a problem begins.
    [[nodiscard]] size_t start(const TurnProblem& problem) const { return beyond_ + problem.needed - 1; }
    // Rows from -reach() on are known.
    [[nodiscard]] double value(std::ptrdiff_t row, size_t phase, size_t lane) const { return at(0, row, phase, lane); }
    [[nodiscard]] double slope(std::ptrdiff_t row, size_t phase, size_t lane) const { return at(1, row, phase, lane); }
    // Another player's value, without the value of a bust.
    [[nodiscard]] double other_value(std::ptrdiff_t row, size_t phase, size_t which, size_t lane) const {
        return at(2 + which, row, phase, lane);
    }
    [[nodiscard]] double roll_value(size_t row, size_t roll, size_t lane) const {
        return rolls_[(row * turn_.rolls() + roll) * kernel_.lanes + lane];
    }
    [[nodiscard]] double other_roll_value(size_t row, size_t roll, size_t which, size_t lane) const {
        return other_rolls_[((which * steps_ + row) * turn_.rolls() + roll) * kernel_.lanes + lane];
    }
    // At the start of the turn:
    [[nodiscard]] TurnValue found(const TurnProblem& problem, size_t lane) const {
        const auto row = static_cast<std::ptrdiff_t>(start(problem));
        return {value(row, 0, lane), slope(row, 0, lane)};
    }
    [[nodiscard]] double other_value(const TurnProblem& problem, size_t which, size_t lane) const {
        return other_value(static_cast<std::ptrdiff_t>(start(problem)), 0, which, lane);
    }
    // All lanes of the last run, in the kernel's layout.
    [[nodiscard]] const TurnLanes& lanes() const { return lanes_; }

  private:
    [[nodiscard]] size_t least_bank(const TurnProblem& problem) const {
        return problem.least > 0 ? problem.least : race_.least_bank(problem.needed);
    }
    void fill(std::span<const TurnProblem> problems, size_t varying);
    void repeat_alike(size_t varying);
    void fill_other(const TurnProblem& other, size_t which, size_t lane, size_t varying);
    void fill_ends(const TurnProblem& problem, size_t lane);
    void measure_from_bust(const TurnProblem& problem, size_t lane);
    // The size of the values; the slopes follow them, and then the rows of each other player.
    [[nodiscard]] size_t rows_size() const { return (reach_ + most_steps_) * turn_.phases() * kernel_.lanes; }
    // Writes a number to the known rows of a lane, unless it is there from an earlier run. NaN: something else will be.
    void fill_known(size_t which, size_t lane, double number);
    [[nodiscard]] double at(size_t which, std::ptrdiff_t row, size_t phase, size_t lane) const {
        const auto place = static_cast<size_t>(row + static_cast<std::ptrdiff_t>(reach_)) * turn_.phases() + phase;
        return rows_[which * rows_size() + place * kernel_.lanes + lane];
    }

    const TurnTables& turn_;
    const RaceRules& race_;
    const Kernel kernel_;
    const Rounding rounding_;
    const size_t reach_;
    bool settled_varies_ = false;  // whether ends without a decision depend on the total
    std::vector<std::int32_t> option_offset_;
    TurnPlan plan_, ordered_plan_;
    std::vector<bool> phase_events_;  // phases x events: whether a roll can have the event
    size_t steps_ = 0, beyond_ = 0, most_steps_ = 0;
    std::vector<double> known_;  // what fill_known has written, by the rows of the buffer and the lane
    bool banks_by_phase_ = false, settled_by_phase_ = false;  // whether the phase in which a turn ends matters
    size_t others_ = 0;
    size_t alike_ = 1;  // rows past the goal, at all of which it may be banked
    Aligned bank_, settled_, settled_slopes_, closing_, rows_, rolls_, other_banks_, other_settled_, other_closing_,
        other_rolls_;
    TurnLanes lanes_{};
};

// Copies the value of rolling on, by the turn total and the phase, from a problem that was run with rolls wanted.
void copy_offers(const TurnTables& turn, const TurnBatch& batch, const TurnProblem& problem, size_t lane, size_t totals,
                 double* offers);

// Solves turn problems in lanes and threads. The turn and the rules must outlive it.
class TurnSolver {
  public:
    TurnSolver(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, size_t threads,
               Rounding rounding = Rounding::nearest);

    // Problems should be sorted by `needed`: a batch takes as long as its longest problem.
    void solve(std::span<const TurnProblem> problems, std::span<TurnValue> found, Wanted wanted = {});

    // Calls work(first, batch) after each batch of problems, from any thread; the batch begins with problem `first`.
    void for_each_batch(std::span<const TurnProblem> problems, Wanted wanted,
                        const std::function<void(size_t, const TurnBatch&)>& work);

  private:
    static constexpr size_t little_work = 200'000;  // in options, all lanes in parallel

    const size_t lanes_;
    const size_t row_work_;  // the options of a row, and the overhead of a row
    ThreadTeam team_;
    std::vector<TurnBatch> batches_;  // one for each thread
};

}  // namespace jeopardice
