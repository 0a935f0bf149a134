// Certificates: bounds on the values of a solved board that hold in exact arithmetic.
//
// Sums and products are rounded outwards, probabilities too. Numbers low and high bound the values of a board if, with
// all that follows a turn valued by its bounds,
//
//     low[s] <= T-(s)   and   high[s] >= T+(s)     for every state s,
//
// T- and T+ being the best turn rounded down and up: T is monotone, and the values are its only fixed point, because
// the game ends (docs/theory/certificates.md). What is offered to a player who may steal a turn is bounded likewise.
#pragma once

#include "race/board.hpp"

namespace jeopardice {

// In the layout of the values and of the offers of a board.
struct Bounds {
    std::vector<double> low, high;
    std::vector<double> offers_low, offers_high;
};

// A turn whose probabilities are rounded down, and one whose probabilities are rounded up.
struct BoundingTurns {
    const TurnTables &less, &more;

    // The tables that give lower or upper bounds of a turn: larger probabilities make negative values smaller.
    [[nodiscard]] const TurnTables& below(const Objective& objective) const { return objective.goal < 0 ? more : less; }
    [[nodiscard]] const TurnTables& above(const Objective& objective) const { return objective.goal < 0 ? less : more; }
};

// A board for lower bounds of its turns, and one for upper bounds: they differ in the other player's last turns.
struct BoundingBoards {
    BoundingBoards(const BoundingTurns& turns, const Board& board, const Kernel& kernel)
        : below(board.bounding(turns.more, kernel, Rounding::up)),
          above(board.bounding(turns.less, kernel, Rounding::down)) {}
    Board below, above;
};

// Bounds of a board's values and offers. Throws std::runtime_error where the given ones are too far off to be bounded,
// and where a game of two players is not proven to end.
Bounds certify_board(const BoundingTurns& turns, const Board& board, const Kernel& kernel, size_t threads,
                     std::span<const double> values, std::span<const double> offers, const Progress& progress);

// Bounds of the chances to reach the goal within 0 .. `allowed` turns.
Bounds certify_within(const BoundingTurns& turns, const Board& board, const Kernel& kernel, size_t threads,
                      size_t allowed, const Progress& progress);

}  // namespace jeopardice
