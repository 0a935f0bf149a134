// The decisions that bounds of all values prove.
#pragma once

#include "race/certify.hpp"

namespace jeopardice {

// Counts the decisions of all turns that can occur by what the bounds prove: to bank or to roll, and which option to
// take. The turns are followed by each of the first `layers` tables of the bounds: one, or with objective within one
// for each number of turns left.
Certainty judge_decisions(const BoundingTurns& turns, const Board& board, const Kernel& kernel, size_t threads,
                          size_t layers, const Bounds& bounds, const Progress& progress);

}  // namespace jeopardice
