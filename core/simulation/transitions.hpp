// A game of two between its turns: where it stands, and where each way to end a turn leads. It is what the solver makes
// of the rules (race.hpp), said once more for games that are played.
#pragma once

#include <cstdint>

#include "race/board.hpp"

namespace jeopardice {

// Between two turns, as the mover sees it, in units.
struct Position {
    std::size_t mine;         // what the mover needs
    std::ptrdiff_t theirs;    // what the other player needs; 0 or less: this is the mover's last turn
    std::size_t mode = 0;     //
    std::size_t banked = 0;   // a last turn: what the other player has just banked, where it must be beaten
    std::size_t phase = 0;    // of a turn that the mover may go on with …
    std::size_t offered = 0;  // … and its total; 0: there is none

    [[nodiscard]] bool last() const { return theirs <= 0; }
};

enum class Ending : std::uint8_t { bank, bust, lost, win };

// How a turn ended: with the total banked, or that before the roll that bust; the phase is that of the dice left, or of
// the roll that bust.
struct TurnEnd {
    Ending how;
    std::size_t phase, total;
};

// What the end of a turn leads to.
struct After {
    bool over;
    double share;         // once it is over, the mover's part of the win
    std::ptrdiff_t mine;  // what the mover needs now
    std::size_t points;   // that the turn has brought
    Position next{1, 1};  // of the other player
};

// The rules of a game between turns. The board must outlive it.
class Passing {
  public:
    Passing(const TurnTables& turn, const Board& board) : turn_(turn), board_(board) {}

    [[nodiscard]] After after(const Position& at, const TurnEnd& end) const;

    // The least total that may be banked, the least that wins if it is banked (or reaches the goal), and the least that
    // does not lose at once: in a last turn nobody banks less.
    [[nodiscard]] std::size_t least(const Position& at) const;
    [[nodiscard]] std::size_t wins_from(const Position& at) const;
    [[nodiscard]] std::size_t enough(const Position& at) const;
    // What must be gained in a last turn to be ahead.
    [[nodiscard]] static std::size_t to_gain(const Position& at) {
        return at.mine + static_cast<std::size_t>(1 - at.theirs);
    }

    [[nodiscard]] const Board& board() const { return board_; }
    [[nodiscard]] const TurnTables& turn() const { return turn_; }

  private:
    const TurnTables& turn_;
    const Board& board_;
};

}  // namespace jeopardice
