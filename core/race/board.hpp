// A race: turns until a goal. What lasts between turns is the scores and a *mode* (busts in a row, the total to beat,
// who began the round); a state is the units that the mover and the other player need, and the mode.
//
// States are solved in order of the units still needed. What a turn is worth at one state depends on solved states and,
// through a bust, on one more state, which is known, too, or leads on by busts in a ring back to the first. Around a
// ring of states with values x_0, x_1, …
//
//     x_k = f_k( what x_(k+1) is worth ),
//
// f_k increasing, convex and piecewise linear with slopes below 1: Newton steps on all of them are policy iteration,
// and exact once the policies no longer change. A plain race has rings of two: (i, j) and (j, i). Where scores can
// fall, values depend on each other in other ways, too: then all states are solved in turn until nothing changes.
#pragma once

#include "race/last_turns.hpp"

namespace jeopardice {

// What lasts between turns besides the scores, as the mover sees it.
struct Mode {
    std::size_t least = 0;       // a bank needs at least this
    std::size_t banked = 0;      // the mode after a bank of one unit …
    std::size_t step = 0;        // … and how many modes further on with every unit more
    std::size_t busted = 0;      // the mode after a bust
    bool falls = false;          // that bust costs the penalty
    std::size_t last_turns = 0;  // how many of the other players have a last turn when the mover reaches the goal
    std::size_t like = 0;        // the mode that is worth the same as long as nobody falls
    double sinks = -1;  // what a fall below the lowest score is worth to the next player; below 0: nobody falls so far
    std::size_t offers = 0;  // the first mode, of those with offers of their own, whose turns go on in the same way
};

enum class Steal : std::uint8_t { never, after_bank, after_bust };

// The modes of a race; it begins in the first.
struct Between {
    std::vector<Mode> modes = {{}};
    bool loses = false;          // a roll may lose the banked score
    bool beat_previous = false;  // a bank must exceed the one before: a mode's `least` is one more than that
    bool ties_split = false;     // equal scores after a last turn share the win
    Steal steal = Steal::never;  // when the next player may go on with the turn instead of beginning one
    std::size_t offered = 1;     // how many modes, the first ones, have offers of their own

    // The units needed after a bust, or after everything banked is lost.
    [[nodiscard]] std::size_t after_bust(const RaceRules& race, const std::size_t units, const std::size_t mode) const {
        return modes[mode].falls ? static_cast<std::size_t>(race.fallen(static_cast<std::ptrdiff_t>(units))) : units;
    }
    // Whether scores can fall.
    [[nodiscard]] bool has_falls(const RaceRules& race) const;

    // Throws std::invalid_argument unless every mode leads to modes.
    void check(const RaceRules& race) const;
};

// Who plays for what: a bank is worth shift + scale * (the value that follows), the goal `goal`, and the value of a
// turn is `sign` times what its best play is worth.
struct Worth {
    bool two_players;
    double shift, scale, goal, sign;
};
inline constexpr Worth to_win{true, 1, -1, 1, 1}, in_few_turns{false, -1, -1, -1, -1}, in_time{false, 0, 1, 1, 1};

// Where the values of a race stand. Units run from 1 to race.lowest. Two players: the mode, the mover's units, the
// other's; one player: the mode, the units.
class Board {
  public:
    Board(const TurnTables& turn, const RaceRules& race, const Between& between, const Kernel& kernel,
          const Worth& worth);

    [[nodiscard]] std::size_t size() const { return between_.modes.size() * stride_; }
    [[nodiscard]] std::size_t place(const std::size_t i, const std::size_t j, const std::size_t mode) const {
        return mode * stride_ + (worth_.two_players ? (i - 1) * n_ + j - 1 : i - 1);
    }
    // Whether a state can come up: nobody has banked more than that player has gained since the lowest score.
    [[nodiscard]] bool exists(const std::size_t j, const std::size_t mode) const {
        return !between_.beat_previous || j + between_.modes[mode].least <= n_ + 1;
    }
    // The units needed after a bust, or after everything banked is lost.
    [[nodiscard]] std::size_t after_bust(const std::size_t units, const std::size_t mode) const {
        return between_.after_bust(race_, units, mode);
    }
    // Whether a bust leads below the lowest score, where that ends the race.
    [[nodiscard]] bool sinks(const std::size_t units, const std::size_t mode) const {
        const Mode& from = between_.modes[mode];
        return from.falls && from.sinks >= 0 && race_.sinks(static_cast<std::ptrdiff_t>(units));
    }
    // Where the state that follows a bust stands.
    [[nodiscard]] std::size_t bust_place(const std::size_t i, const std::size_t j, const std::size_t mode) const {
        const std::size_t left = after_bust(i, mode), then = between_.modes[mode].busted;
        return worth_.two_players ? place(j, left, then) : place(left, j, then);
    }
    // A turn, given the values that may follow it, and what it is worth to go on with a turn (null: nobody does). Falls
    // may be left out of account.
    [[nodiscard]] Visit visit(const double* values, std::size_t i, std::size_t j, std::size_t mode, double stays,
                              const double* offers, bool with_falls = true) const;
    // Where turns may be gone on with: what it is worth to roll on, by the mode, the mover's units, the other's, the
    // phase and the turn total.
    [[nodiscard]] std::size_t offers_each() const { return phases_ * totals_; }
    [[nodiscard]] std::size_t offers_size() const {
        return between_.steal == Steal::never ? 0 : between_.offered * stride_ * offers_each();
    }
    [[nodiscard]] std::size_t offers_place(const std::size_t i, const std::size_t j, const std::size_t mode) const {
        return place(i, j, between_.modes[mode].offers) * offers_each();
    }
    // The last turns, where the race has them.
    [[nodiscard]] const LastTurns& last_turns() const { return last_turns_; }
    // How many totals of a turn may be gone on with.
    [[nodiscard]] std::size_t totals() const { return totals_; }
    [[nodiscard]] bool has_falls() const { return between_.has_falls(race_); }

    [[nodiscard]] const RaceRules& race() const { return race_; }
    [[nodiscard]] const Between& between() const { return between_; }
    [[nodiscard]] const Worth& worth() const { return worth_; }

  private:
    const RaceRules race_;
    const Between between_;
    const Worth worth_;
    const std::size_t n_, stride_, phases_;
    std::size_t totals_;  // that may be gone on with
    LastTurns last_turns_;
};

struct Solved {
    std::vector<double> values;
    std::vector<double> offers;  // empty where nobody may go on with a turn
};

// The values of all states under best play: chances to win of two players, or the least expected turns of one.
Solved solve_board(const TurnTables& turn, const Board& board, const Kernel& kernel, std::size_t threads,
                   const Progress& progress);

// One player: the best chance to reach the goal in m turns, for m = 0 .. turns, each with the values of a board.
std::vector<double> solve_within(const TurnTables& turn, const Board& board, const Kernel& kernel, std::size_t threads,
                                 std::size_t turns, const Progress& progress);

}  // namespace jeopardice
