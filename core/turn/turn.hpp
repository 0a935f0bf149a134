// One turn of a jeopardy dice game as flat arrays, and its solution for many problems in parallel.
//
// Totals are counted in the game's point unit, and downwards: `needed` is the distance of the turn total from a closing
// total, from which on the values are known. In phase q
//
//     V[needed][q] = max( bank[needed],  max over rolls [ sum_e chance_e settled[needed][e]
//                                                        + sum_o chance_o max_options V[needed - points][phase] ] )
//
// and where no dice are left to roll, V = settled[needed][3]: the player banks if that is legal.
//
// Problems differ in `bank`, `settled` and the known values only, so they run in the lanes of a vector register.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string_view>
#include <vector>

namespace jeopardice {

inline constexpr size_t events = 3;   // of a roll: bust, lose_banked, win
inline constexpr size_t settles = 4;  // ways to end a turn without a decision: the events, and no dice left

using Indices = std::ranges::iota_view<size_t, size_t>;

// The turn automaton. The rolls of phase q are phase_rolls[q] <= r < phase_rolls[q + 1]; likewise the outcomes of a
// roll and the options of an outcome.
struct TurnTables {
    std::span<const std::int32_t> phase_rolls;
    std::span<const std::int32_t> roll_outcomes;
    std::span<const std::int32_t> outcome_options;
    std::span<const std::int32_t> option_points;  // in units, at least 1
    std::span<const std::int32_t> option_phase;
    std::span<const double> outcome_chance;
    std::span<const double> roll_events;    // for each roll, the chance of each event
    std::span<const std::uint8_t> banking;  // for each phase a Banking

    [[nodiscard]] size_t phases() const { return phase_rolls.size() - 1; }
    [[nodiscard]] size_t rolls() const { return roll_outcomes.size() - 1; }
    [[nodiscard]] size_t outcomes() const { return outcome_chance.size(); }
    [[nodiscard]] size_t options() const { return option_points.size(); }

    [[nodiscard]] Indices rolls_of(size_t phase) const { return range_at(phase_rolls, phase); }
    [[nodiscard]] Indices outcomes_of(size_t roll) const { return range_at(roll_outcomes, roll); }
    [[nodiscard]] Indices options_of(size_t outcome) const { return range_at(outcome_options, outcome); }
    [[nodiscard]] size_t first_roll(size_t phase) const { return at(phase_rolls, phase); }
    [[nodiscard]] size_t first_option(size_t outcome) const { return at(outcome_options, outcome); }
    [[nodiscard]] size_t points(size_t option) const { return at(option_points, option); }
    [[nodiscard]] size_t phase_after(size_t option) const { return at(option_phase, option); }

    [[nodiscard]] bool no_dice(size_t phase) const { return phase_rolls[phase] == phase_rolls[phase + 1]; }
    // Whether some phase has several rolls to choose from.
    [[nodiscard]] bool has_choice_of_rolls() const {
        for (size_t q = 0; q < phases(); ++q)
            if (phase_rolls[q + 1] - phase_rolls[q] > 1) return true;
        return false;
    }
    // Whether no option leads to the first phase.
    [[nodiscard]] bool starts_only() const;
    // Whether a roll can win immediately.
    [[nodiscard]] bool can_win_at_once() const;
    // The number of totals that a list of totals x outcomes covers; 1 where every roll ends the turn.
    [[nodiscard]] size_t totals_of(size_t choices) const { return outcomes() > 0 ? choices / outcomes() : 1; }
    // The first option with the most points, for each outcome.
    [[nodiscard]] std::vector<size_t> richest_options() const;

    // Throws std::invalid_argument unless every index points into the tables.
    void check() const;
    // The place of each option's value relative to the row: phase - points * phases.
    [[nodiscard]] std::vector<std::int32_t> option_offsets() const;
    // The most units that one option gains: the number of known rows that the recursion reads.
    [[nodiscard]] size_t reach() const;

  private:
    static size_t at(std::span<const std::int32_t> table, size_t index) { return static_cast<size_t>(table[index]); }
    static Indices range_at(std::span<const std::int32_t> offsets, size_t index) {
        return Indices(at(offsets, index), at(offsets, index + 1));
    }
};

// Whether a player in a phase never banks, may bank, or banks as soon as it is legal.
enum Banking : std::uint8_t { never_banks, may_bank, must_bank };

// The problems of one batch; every array has the lane as its last index.
struct TurnLanes {
    size_t steps;           // the number of rows to find
    const double* bank;     // steps x lanes; minus infinity where a bank is not legal
    const double* settled;  // steps x settles x lanes: the value of each way to end
    size_t settled_stride;  // from one step to the next; 0 where all steps are alike
    double* rows;           // (reach + steps) x phases x lanes; the first `reach` rows are known: needed <= 0
    // Derivatives by an unknown that settled values depend on, in the same layout; null: not requested.
    const double* settled_slopes = nullptr;
    double* slopes = nullptr;       // in the same buffer as rows
    double* roll_values = nullptr;  // steps x rolls x lanes; null: not requested
    // In the first rows the turn may be over, lane by lane: every phase has the value `closing` (minus infinity: the
    // turn is not over).
    size_t closing_rows = 0;
    const double* closing = nullptr;  // closing_rows x lanes
    // The first rows that are all alike: one of them is solved.
    size_t alike = 1;
    // A first phase that no option leads to is solved from this row on only.
    size_t start_from = 0;
    // From one phase to the next of `bank` and of `settled`, which are then steps x phases x …; 0: all phases are
    // alike.
    size_t bank_phases = 0, settled_phases = 0;
    // The values of the same decisions to other players, each with its own bank and settled values, and with rows
    // after the slopes in the same buffer. Requires slopes.
    size_t others = 0;
    const double* other_banks = nullptr;    // others x the layout of `bank`
    const double* other_settled = nullptr;  // others x the layout of `settled`
    const double* other_closing = nullptr;  // others x the layout of `closing`
    double* other_rolls = nullptr;          // others x the layout of `roll_values`; null: not requested
    // The number of lanes with problems, the first ones. Further lanes of the last register that has any must be
    // filled.
    size_t used = ~size_t{0};

    // The same without the first lanes.
    [[nodiscard]] TurnLanes from_lane(size_t first) const {
        TurnLanes rest = *this;
        const auto skip = [&](auto&... from) { ((from = from ? from + first : nullptr), ...); };
        skip(rest.bank, rest.settled, rest.rows, rest.settled_slopes, rest.slopes, rest.roll_values, rest.closing,
             rest.other_banks, rest.other_settled, rest.other_closing, rest.other_rolls);
        rest.used -= std::min(rest.used, first);
        return rest;
    }
};

inline constexpr size_t most_others = 8;

// Turns followed from their start, in the lanes of solved ones: where they end, each with a weight.
struct FollowedLanes {
    // In the layout of the rows. First the weights of the states in which turns begin, then of those in which they end:
    // with a bank, without dice, or beyond the first row.
    double* weights;
    double* busted;             // steps x phases x lanes: turns that end with a bust, by the state before it
    size_t busted_step;         // 1; or 0: all busts together, in the first numbers
    double *lost, *won;         // lanes
    double negligible = 1e-25;  // states of less weight are not followed
    // In the layout of the rows: weights of states that are rolled on from, whatever is best; null: none.
    const double* rolling = nullptr;

    [[nodiscard]] FollowedLanes from_lane(size_t first) const {
        const double* const rolls = rolling ? rolling + first : nullptr;
        return {weights + first, busted + first, busted_step, lost + first, won + first, negligible, rolls};
    }
};

// The number of decisions by what bounds of all values say about them.
struct Certainty {
    std::uint64_t proven = 0;  // one action is better than all others
    std::uint64_t tied = 0;    // the best actions have exactly the same value, such as two ways to win immediately
    std::uint64_t close = 0;   // the bounds overlap

    void add(const Certainty& other) {
        proven += other.proven;
        tied += other.tied;
        close += other.close;
    }
};

class TurnPlan;

struct Kernel {
    std::string_view name;
    size_t width;  // the lanes of a register
    size_t lanes;  // of several registers that are worked on together
    void (*solve)(const TurnTables& turn, const TurnPlan& plan, size_t reach, const TurnLanes& lanes);
    // Follows the best decisions of a batch that was solved (with roll values where a phase has several rolls). Options
    // of one outcome must be in order of their points, the most first: of those with the same value the first is taken.
    void (*follow)(const TurnTables& turn, const std::int32_t* option_offset, size_t reach, const TurnLanes& solved,
                   const FollowedLanes& followed);
    // Counts the decisions of a batch that was solved with lower and with upper bounds, roll values included; `seen`
    // (steps x phases x lanes) is 1 where a state counts and 0 elsewhere.
    void (*judge)(const TurnTables& turn, const std::int32_t* option_offset, size_t reach, const TurnLanes& low,
                  const TurnLanes& high, const double* seen, Certainty& found);
    // The sum of a[k] b[k].
    double (*dot)(const double* a, const double* b, size_t count);
    // Adds share * row[k] to to[k].
    void (*add)(double* to, const double* row, size_t count, double share);
};

// The kernels that this machine can run, the widest first. The last is for a few problems at a time.
[[nodiscard]] std::vector<Kernel> kernels();

// Solves any number of problems over one turn, given one after another:
// known: reach x phases, bank: steps, settled: steps x settles; values: steps x phases (written).
void solve_turns(const TurnTables& turn, const Kernel& kernel, size_t problems, size_t steps,
                 std::span<const double> known, std::span<const double> bank, std::span<const double> settled,
                 std::span<double> values);

struct BustChances {
    std::vector<double> bust;   // steps x phases: the chance that the turn ends with a bust or with everything lost
    std::vector<double> error;  // steps x phases: a bound on the rounding error of the value
};

// One problem with its values, in the layout of `solve_turns`.
struct SolvedTurn {
    size_t steps;
    std::span<const double> known, bank, settled, values;  // bank and settled for each phase, or for all
    std::span<const double> known_bust, known_error;       // reach x phases: the result where the values are known
    std::span<const std::uint8_t> stuck;                   // steps: whether having no dice left is a bust
};

// Under best play; of actions whose values differ by at most `tie` (relative), the one that busts least is best.
[[nodiscard]] BustChances bust_chances(const TurnTables& turn, const SolvedTurn& solved, double tie);

}  // namespace jeopardice
