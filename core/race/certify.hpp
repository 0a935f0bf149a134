// Certainty: bounds on the values of a solved race that hold in exact arithmetic, and how many decisions they settle.
//
// Sums and products are rounded outwards, chances too. Numbers low and high bound the values of a race if, with banks
// worth their bounds,
//
//     low[i][j] <= f(1 - high[j][i])   and   high[i][j] >= f'(1 - low[j][i])     (win)
//
// for f rounded down and f' rounded up, because x - f(1 - g(1 - x)) increases: see docs/theory.md. One sweep checks it.
#pragma once

#include "race/turn_problem.hpp"

namespace jeopardice {

struct Bounds {
    std::vector<double> low, high;  // as the values they bound
};

// A turn whose chances are rounded down, and one whose chances are rounded up.
struct BoundingTurns {
    const TurnTables &less, &more;
};

// Each throws std::runtime_error where the values given are too far off to be bounded.
Bounds certify_win(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, std::size_t threads,
                   std::span<const double> win, const Progress& progress);
Bounds certify_turns(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel,
                     std::span<const double> expected, const Progress& progress);
Bounds certify_within(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, std::size_t threads,
                      std::size_t allowed, const Progress& progress);

// How many decisions of all turns that can come up are settled by the bounds.
Certainty judge_win(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, std::size_t threads,
                    const Bounds& bounds, const Progress& progress);
Certainty judge_turns(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, std::size_t threads,
                      const Bounds& bounds, const Progress& progress);
Certainty judge_within(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, std::size_t threads,
                       std::size_t allowed, const Bounds& bounds, const Progress& progress);

}  // namespace jeopardice
