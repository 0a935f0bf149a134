// Positions of a game of two between turns, and the position after each way to end a turn. These are the rules that
// the solver implements in race/board.hpp, for games that are played.
#pragma once

#include "race/board.hpp"

namespace jeopardice {

// Between two turns, from the mover's point of view, in units.
struct Position {
    size_t mine;            // what the mover needs
    std::ptrdiff_t theirs;  // what the other player needs; 0 or less: this is the mover's last turn
    size_t carry = 0;
    size_t banked = 0;   // in a last turn: the other player's last bank, where it must be beaten
    size_t phase = 0;    // of a turn that the mover may steal …
    size_t offered = 0;  // … and its total; 0: there is none

    [[nodiscard]] bool last() const { return theirs <= 0; }
};

enum class Ending : std::uint8_t { bank, bust, lost, win };

// The end of a turn: its total, and the phase of the dice left, or of the roll that ended it.
struct TurnEnd {
    Ending how;
    size_t phase, total;
};

struct AfterTurn {
    bool over;
    double share;         // of the win that the mover has, if the game is over
    std::ptrdiff_t mine;  // what the mover needs now
    size_t points;        // of the turn
    Position next{1, 1};  // of the other player
};

// The board must outlive it.
class Transitions {
  public:
    Transitions(const TurnTables& turn, const Board& board) : turn_(turn), board_(board) {}

    [[nodiscard]] AfterTurn after(const Position& at, const TurnEnd& end) const;

    // The least total that may be banked, the least that wins when banked (or reaches the goal), and the least that a
    // player would bank: in a last turn, one that does not lose.
    [[nodiscard]] size_t least(const Position& at) const {
        const size_t always = board_.race().least_bank(at.mine);
        if (!at.last()) return std::max(always, board_.carryover().states[at.carry].least);
        return board_.carryover().beat_previous ? std::max(always, at.banked + 1) : always;
    }
    [[nodiscard]] size_t wins_from(const Position& at) const {
        return std::max(least(at), at.last() ? to_gain(at) : at.mine);
    }
    [[nodiscard]] size_t enough(const Position& at) const {
        const size_t tie = board_.carryover().ties_split ? 1 : 0;
        return std::max(least(at), at.last() ? to_gain(at) - tie : 0);
    }
    // The gain that puts the mover of a last turn ahead.
    [[nodiscard]] static size_t to_gain(const Position& at) { return at.mine + static_cast<size_t>(1 - at.theirs); }

    [[nodiscard]] const Board& board() const { return board_; }
    [[nodiscard]] const TurnTables& turn() const { return turn_; }

  private:
    const TurnTables& turn_;
    const Board& board_;
};

}  // namespace jeopardice
