// One turn of a jeopardy dice game, as flat arrays, and its solution for several problems at once.
//
// Totals are counted in the game's point unit, and downwards: `needed` is how far the turn total is below a closing
// total, at and beyond which the values are known. From phase q
//
//     V[needed][q] = max( bank[needed],  max over rolls [ sum_e chance_e settled[needed][e]
//                                                        + sum_o chance_o max_options V[needed - points][phase] ] )
//
// and where no dice are left to roll, V is settled[needed][3]: the player banks if that is legal.
//
// A problem differs from another only in `bank`, `settled` and the known values, so problems run side by side in the
// lanes of a vector register.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace jeopardice {

inline constexpr std::size_t events = 3;   // of a roll: bust, lose_banked, win
inline constexpr std::size_t settles = 4;  // ways to end a turn without a decision: these, and no dice left to roll

// The turn automaton. Roll r of all rolls belongs to the phase q with phase_rolls[q] <= r < phase_rolls[q + 1], and so
// on for the outcomes of a roll and the options of an outcome.
struct TurnTables {
    std::span<const std::int32_t> phase_rolls;
    std::span<const std::int32_t> roll_outcomes;
    std::span<const std::int32_t> outcome_options;
    std::span<const std::int32_t> option_points;  // in units, at least 1
    std::span<const std::int32_t> option_phase;
    std::span<const double> outcome_chance;
    std::span<const double> roll_events;    // for each roll, the chance of each event
    std::span<const std::uint8_t> banking;  // for each phase a Banking

    [[nodiscard]] std::size_t phases() const { return phase_rolls.size() - 1; }
    [[nodiscard]] std::size_t rolls() const { return roll_outcomes.size() - 1; }
    [[nodiscard]] std::size_t outcomes() const { return outcome_chance.size(); }
    [[nodiscard]] std::size_t options() const { return option_points.size(); }

    [[nodiscard]] bool no_dice(const std::size_t phase) const { return phase_rolls[phase] == phase_rolls[phase + 1]; }
    // Whether the first phase comes up only at the start of a turn.
    [[nodiscard]] bool starts_only() const;
    // For how many totals there are choices, if there are so many in all. Where every roll ends the turn there are none
    // to be made, and one total, 0.
    [[nodiscard]] std::size_t totals_of(const std::size_t choices) const {
        return outcomes() > 0 ? choices / outcomes() : 1;
    }
    // The most points of any option of an outcome.
    [[nodiscard]] std::size_t most_points(std::size_t outcome) const;

    // Throws std::invalid_argument unless every index points into the tables.
    void check() const;
    // Where the value of each option stands, relative to the row: phase - points * phases.
    [[nodiscard]] std::vector<std::int32_t> option_offsets() const;
    // The most units that one option gains: the number of known rows that the recursion looks back to.
    [[nodiscard]] std::size_t reach() const;
};

// Whether a player in a phase never banks, may bank, or banks as soon as it is legal.
enum Banking : std::uint8_t { never_banks, may_bank, must_bank };

// What the lanes of one batch hold, each array with the lane as its last index.
struct TurnLanes {
    std::size_t steps;           // how many rows to find
    const double* bank;          // steps x lanes; minus infinity where a bank is not legal
    const double* settled;       // steps x settles x lanes: what the turn is worth then
    std::size_t settled_stride;  // from one step to the next; 0 where the same holds for all steps
    double* rows;                // (reach + steps) x phases x lanes; the first `reach` rows are known: needed <= 0
    // The same for derivatives by an unknown that settled values depend on; null where they are not wanted.
    const double* settled_slopes = nullptr;
    double* slopes = nullptr;       // as rows, and in the same buffer
    double* roll_values = nullptr;  // steps x rolls x lanes: what each roll is worth; null where it is not wanted
    // The first rows may be closed, lane by lane: then every phase is worth `closing` (minus infinity: it is not
    // closed).
    std::size_t closing_rows = 0;
    const double* closing = nullptr;  // closing_rows x lanes
    // A phase that nothing leads to is where a turn begins: it is solved from this row on only.
    std::size_t start_from = 0;
    // From one phase to the next of `bank` and of `settled`, which then are steps x phases x …; 0: phases do not
    // matter.
    std::size_t bank_phases = 0, settled_phases = 0;
    // What the decisions are worth to others, each with a bank and settled values of its own, and rows after the
    // slopes, all in one buffer; only with slopes.
    std::size_t riders = 0;
    const double* rider_banks = nullptr;    // riders x steps x lanes
    const double* rider_settled = nullptr;  // riders x (steps or, with a settled_stride of 0, one) x settles x lanes
};

// The most riders of a batch.
inline constexpr std::size_t most_riders = 8;

// How sure decisions are, given bounds of all values.
struct Certainty {
    std::uint64_t proven = 0;  // one action is better than all others
    std::uint64_t tied = 0;    // the best actions are worth exactly the same, such as to win at once
    std::uint64_t close = 0;   // the bounds do not tell
};

struct Kernel {
    std::string_view name;
    std::size_t lanes;
    void (*solve)(const TurnTables& turn, const std::int32_t* option_offset, std::size_t reach, const TurnLanes& lanes);
    // Judges the decisions of a batch that was solved with lower and with upper bounds, roll values included; `seen`
    // (steps x phases x lanes) is 1 where a state counts and 0 elsewhere.
    void (*judge)(const TurnTables& turn, const std::int32_t* option_offset, std::size_t reach, const TurnLanes& low,
                  const TurnLanes& high, const double* seen, Certainty& found);
};

// The kernels that this machine can run, the widest first.
[[nodiscard]] std::vector<Kernel> kernels();

// A batch of problems over one turn, each with its own arrays one after another, problem by problem:
// known: reach x phases, bank: steps, settled: steps x settles; values: steps x phases (written).
void solve_turns(const TurnTables& turn, const Kernel& kernel, std::size_t problems, std::size_t steps,
                 std::span<const double> known, std::span<const double> bank, std::span<const double> settled,
                 std::span<double> values);

// What follows from the values of one solved problem, row by row as they are.
struct TurnChances {
    std::vector<double> bust;   // steps x phases: the chance that the turn ends with a bust or with everything lost
    std::vector<double> error;  // steps x phases: a bound on the rounding error of the value
};

// One solved problem, as given to and found by `solve_turns`.
struct SolvedTurn {
    std::size_t steps;
    std::span<const double> known, bank, settled, values;  // bank and settled for each phase, or for all
    std::span<const double> known_bust, known_error;       // reach x phases: the same where the values are known
    std::span<const std::uint8_t> stuck;                   // steps: whether having no dice left is a bust
};

// Under best play; among actions whose values differ by no more than `tie` (relative), the one that busts least is
// best.
[[nodiscard]] TurnChances turn_chances(const TurnTables& turn, const SolvedTurn& solved, double tie);

}  // namespace jeopardice
