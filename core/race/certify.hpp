// Certificates: bounds on the values of a solved race that hold in exact arithmetic, and the decisions that they prove.
//
// Sums and products are rounded outwards, probabilities too. Numbers low and high bound the values of a race if, with
// banks valued by their bounds,
//
//     low[i][j] <= f(1 - high[j][i])   and   high[i][j] >= f'(1 - low[j][i])     (win)
//
// for f rounded down and f' rounded up, because x - f(1 - g(1 - x)) increases (docs/theory/certificates.md).
#pragma once

#include "race/board.hpp"

namespace jeopardice {

struct Bounds {
    std::vector<double> low, high;  // in the layout of the values
};

// A turn whose probabilities are rounded down, and one whose probabilities are rounded up.
struct BoundingTurns {
    const TurnTables &less, &more;
};

// Each throws std::runtime_error where the given values are too far off to be bounded.
Bounds certify_win(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, size_t threads,
                   std::span<const double> win, const Progress& progress);
Bounds certify_turns(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel,
                     std::span<const double> expected, const Progress& progress);
Bounds certify_within(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, size_t threads,
                      size_t allowed, const Progress& progress);

// Counts the decisions of all turns that can occur by what the bounds prove. The turns are those followed by the first
// `rows` rows of the bounds, each of race.needed values.
Certainty judge_decisions(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, size_t threads,
                          const Objective& objective, size_t rows, const Bounds& bounds, const Progress& progress);

}  // namespace jeopardice
