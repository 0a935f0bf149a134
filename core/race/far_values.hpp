// Turn totals far past the goal, where a last turn follows it. There the total no longer matters: the other player wins
// with a stolen turn or a roll that wins immediately, and so may the mover, for whom rolling on can be best.
#pragma once

#include "race/turn_ends.hpp"

namespace jeopardice {

// The value of each phase there, and its derivative by the value of a bust.
[[nodiscard]] std::vector<TurnValue> far_values(const TurnTables& turn, const TurnEnds& ends, bool loses, double win);

// The same, bounded in the rounding direction of the moment.
[[nodiscard]] std::vector<double> far_bounds(const TurnTables& turn, const TurnEnds& ends, double win, bool above);

}  // namespace jeopardice
