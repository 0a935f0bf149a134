// A game at the table, for any number of players: positions between turns, and the position after each way to end a
// turn. These are the rules that the solvers implement, for games that are followed or simulated.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "race/carryover.hpp"
#include "turn/turn.hpp"

namespace jeopardice {

// Between two turns, in units, from the mover's point of view: the mover comes first, then the others in playing order.
struct Position {
    static constexpr std::ptrdiff_t out = std::ptrdiff_t{1} << 40;  // a player who cannot win any more

    std::array<std::ptrdiff_t, most_players> needs{};  // 0 or less: at the goal or beyond
    size_t carry = 0;
    size_t turns = 0;    // last round: how many players, the mover included, still have a turn; 0: it has not begun
    size_t banked = 0;   // in the last round: the bank before this turn, where it must be beaten
    size_t phase = 0;    // of a turn that the mover may steal …
    size_t offered = 0;  // … and its total; 0: there is none

    [[nodiscard]] size_t mine() const { return static_cast<size_t>(needs[0]); }
    [[nodiscard]] bool last() const { return turns > 0; }
    bool operator==(const Position&) const = default;
};

struct PositionHash {
    size_t operator()(const Position& at) const {
        size_t hash = at.carry;
        const auto mix = [&](auto number) {
            hash = (hash ^ static_cast<size_t>(number)) * 0x9e3779b97f4a7c15;
            hash ^= hash >> 29;
        };
        for (const std::ptrdiff_t need : at.needs) mix(need);
        mix(at.turns);
        mix(at.banked);
        mix(at.phase);
        mix(at.offered);
        return hash;
    }
};

enum class Ending : std::uint8_t { bank, bust, lost, win };

// The end of a turn: its total, and the phase of the dice left, or of the roll that ended it.
struct TurnEnd {
    Ending how;
    size_t phase, total;
};

using WinShares = std::array<double, most_players>;

// What the player who moved needs after a turn, and the points that the turn made.
struct TurnGain {
    std::ptrdiff_t left;
    size_t points;
};

struct AfterTurn {
    bool over = false;
    WinShares shares{};        // of the win, the mover's first, if the game is over
    std::ptrdiff_t needs = 0;  // of the player who moved
    size_t points = 0;         // of the turn
    Position next{};           // of the next player
};

// Of a turn: the least total that may be banked, the least that a player would bank (in a last turn one that does not
// lose), the least that wins when banked (or reaches the goal), and in a last turn the total from which the score
// reaches the goal: one that loses must then be made larger.
struct BankLimits {
    size_t least, enough, wins_from, reaches_from;
};

// The rules must outlive it.
class Table {
  public:
    Table(const TurnTables& turn, const RaceRules& race, const Carryover& carryover, size_t players)
        : turn_(turn), race_(race), carryover_(carryover), players_(players) {}

    [[nodiscard]] AfterTurn after(const Position& at, const TurnEnd& end) const;
    // The same in steps: what the turn changes for its mover; whether the game goes on, and then, in place, the
    // position of the next player; or the shares of the win.
    [[nodiscard]] TurnGain gain(const Position& at, const TurnEnd& end) const {
        // Without branches, which dice would mispredict.
        const bool banks = end.how == Ending::bank, wins = end.how == Ending::win, busts = end.how == Ending::bust;
        const size_t points = end.total * static_cast<size_t>(banks | wins | (race_.keep_on_bust & busts));
        std::ptrdiff_t left = at.needs[0] - static_cast<std::ptrdiff_t>(points);
        if (carryover_.loses && end.how == Ending::lost) left = static_cast<std::ptrdiff_t>(race_.needed);
        if (carryover_.states[at.carry].penalized && !banks) left = race_.after_penalty(left);
        return {left, points};
    }
    [[nodiscard]] bool pass(Position& at, const TurnEnd& end, std::ptrdiff_t left) const {
        if (at.last() || left <= 0 || end.how == Ending::win) return pass_last(at, end, left);
        const CarryoverState& from = carryover_.states[at.carry];
        const auto banks = static_cast<size_t>(end.how == Ending::bank);
        at.carry = from.busted + banks * (from.banked + (end.total - 1) * from.step - from.busted);
        rotate(at, left);
        if (carryover_.steal != Steal::never) offer(at, end);
        return true;
    }
    [[nodiscard]] WinShares shares(const Position& at, const TurnEnd& end, std::ptrdiff_t left) const;

    [[nodiscard]] BankLimits limits(const Position& at) const {
        const size_t any = least(at);
        if (!at.last()) return {any, any, std::max(any, at.mine()), ~size_t{0}};
        const size_t gain = to_gain(at);
        return {any, std::max(any, gain - (carryover_.ties_split ? 1 : 0)), std::max(any, gain),
                std::max(any, at.mine())};
    }
    [[nodiscard]] size_t least(const Position& at) const {
        const size_t always = at.needs[0] > 0 ? race_.least_bank(at.mine()) : std::max<size_t>(1, race_.bank_from);
        if (!at.last()) return std::max(always, carryover_.states[at.carry].least);
        return carryover_.beat_previous ? std::max(always, at.banked + 1) : always;
    }
    // Whether others have a last turn after one that reaches the goal.
    [[nodiscard]] bool is_followed(size_t carry) const { return carryover_.states[carry].last_turns > 0; }
    // The gain that puts the mover of a last turn ahead.
    [[nodiscard]] size_t to_gain(const Position& at) const { return static_cast<size_t>(at.needs[0] + 1 - lead(at)); }
    // The units that the leaders of a last round need: 0 or less.
    [[nodiscard]] std::ptrdiff_t lead(const Position& at) const;
    // What the opponent furthest ahead needs; at the goal it counts as one unit.
    [[nodiscard]] size_t rival(const Position& at) const {
        std::ptrdiff_t fewest = players_ > 1 ? at.needs[1] : 1;
        for (size_t p = 2; p < players_; ++p) fewest = std::min(fewest, at.needs[p]);
        return static_cast<size_t>(std::max<std::ptrdiff_t>(1, fewest));
    }

    // Whether a player who cannot win any more may decide who else does. Solvers then take the first of the options
    // that are worth the same, and so does who plays by their solutions.
    [[nodiscard]] bool losers_decide() const {
        const auto has_last_turns = [](const CarryoverState& state) { return state.last_turns > 0; };
        return players_ > 2 &&
               (carryover_.steal != Steal::never || std::ranges::any_of(carryover_.states, has_last_turns));
    }

    [[nodiscard]] const TurnTables& turn() const { return turn_; }
    [[nodiscard]] const RaceRules& race() const { return race_; }
    [[nodiscard]] const Carryover& carryover() const { return carryover_; }
    [[nodiscard]] size_t players() const { return players_; }

  private:
    void rotate(Position& at, std::ptrdiff_t left) const {
        for (size_t p = 1; p < players_; ++p) at.needs[p - 1] = at.needs[p];
        at.needs[players_ - 1] = left;
    }
    // In a last round, or where the turn begins one.
    [[nodiscard]] bool pass_last(Position& at, const TurnEnd& end, std::ptrdiff_t left) const;
    // Offers the turn to be stolen, if it may be.
    void offer(Position& at, const TurnEnd& end) const;

    const TurnTables turn_;
    const RaceRules race_;
    const Carryover carryover_;
    const size_t players_;
};

}  // namespace jeopardice
