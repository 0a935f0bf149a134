// What is mixed in best play of three and more players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace jeopardice {

// How often a mover prefers one of two ways to play that have the same value. By the place of a state: how often the
// whole turn is played as if a bust were worth a little more. By the key of an action (MultiplayerBoard): how often
// that action is taken.
using Shares = std::unordered_map<size_t, double>;

// An action that may be taken in a turn: to bank (0) or one of the phase's rolls (from 1 on), an option of a roll, or
// to begin a turn (0) or steal one (1).
struct MixedAction {
    enum class Kind : std::uint8_t { roll, option, steal };
    size_t place = 0;  // of the state
    Kind kind = Kind::roll;
    size_t phase = 0, total = 0;  // in the turn
    size_t action = 0;            // an option by its number in the turn tables
};

}  // namespace jeopardice
