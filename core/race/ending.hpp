// Whether a game is certain to end.
#pragma once

#include "race/board.hpp"

namespace jeopardice {

// Whether every way to play a turn gains something with positive probability: a bank, a kept total that exceeds the
// penalty, a win, or a total that nobody rolls on from in the model.
[[nodiscard]] bool every_turn_may_gain(const TurnTables& turn, const Board& board);

}  // namespace jeopardice
