// A race: turns until a goal. States are solved in order of the points still needed; what a turn is worth at one state
// depends on solved states and, through a bust, on one unknown, the value of the state that follows it. Turns are
// visits (visit.hpp); the objectives differ only in what they make of their values.
#pragma once

#include "visit.hpp"

namespace jeopardice {

// Two players who play best: win[i - 1][j - 1] is the mover's chance when the mover needs i units and the other one j.
//
//     x = win[i][j] = f(1 - y),  y = win[j][i] = g(1 - x),
//
// f and g increasing, convex and piecewise linear with slopes below 1. Newton steps on (x, y) are policy iteration, and
// exact once the policies no longer change.
std::vector<double> solve_win(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, std::size_t threads,
                              const Progress& progress);

// One player: turns[i - 1] is the least expected number of turns to the goal from i units.  E = 1 + f(E).
std::vector<double> solve_turns(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
                                const Progress& progress);

// One player: within[m][i - 1] is the best chance to reach the goal in m turns from i units, for m = 0 .. turns.
std::vector<double> solve_within(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
                                 std::size_t threads, std::size_t turns, const Progress& progress);

}  // namespace jeopardice
