// One player: the chain of states that a strategy goes through.
#pragma once

#include "evaluation/seats.hpp"

namespace jeopardice {

// The chances of the state after a turn, for every state by the carry and the units needed; a row has the
// states and, in the end, the goal.
std::vector<double> solo_transitions(const Table& table, Seat& seat);

}  // namespace jeopardice
