// A turn problem: one turn at one state of a race, for a guess of the value that follows a bust.
//
// Rows count the points needed, so any turn problems run in parallel SIMD lanes, whatever their scores: the turn of a
// player who needs `needed` units begins at that row. Objectives, players and carryover differ only in the value of a
// bank, of the goal and of a bust, which are data of the problem.
#pragma once

#include <span>
#include <vector>

#include "race/end_values.hpp"
#include "race/rules.hpp"

namespace jeopardice {

// The value of a last turn to the player who has it, by what it takes to win.
struct LastTurn {
    // [x]: to gain at least x units; where ties are split, x - 1 units count half. From the end on: the last entry.
    std::vector<double> beats;
    // The same where a bank must also exceed one of at least x - 1 units, which is x - 1 + `lead`: by the lead and x,
    // or one row where the lead does not matter. Empty: there is no bank to exceed.
    std::vector<std::vector<double>> beats_bank;
    bool by_bank = false;  // the one row is by the bank to exceed, plus one, instead of by x

    // After a bank of `total` units that leaves `left` <= 0 units to the goal, against a player who needs `other`.
    [[nodiscard]] double value(size_t other, std::ptrdiff_t left, size_t total) const {
        const size_t x = other + static_cast<size_t>(1 - left);
        if (beats_bank.empty() || total + 1 < x) return x < beats.size() ? beats[x] : beats.back();
        const std::vector<double>& row = beats_bank[beats_bank.size() > 1 ? total + 1 - x : 0];
        const size_t place = by_bank ? total + 1 : x;
        return place < row.size() ? row[place] : row.back();
    }
};

// The value of rolling on with a turn that the next player may steal, by the turn total and then the phase: the phases
// of a total are read together. A null pointer: there is no offer.
struct StealOffers {
    size_t totals = 0;                    // the number of totals
    size_t state = 0;                     // from one state to the next: phases * totals
    const double* banked = nullptr;       // after a bank, by the units left, from 1 on
    const double* kept = nullptr;         // after a bust that keeps the total, by the units left, from 1 on
    const double* busted = nullptr;       // after a bust
    const double* lost = nullptr;         // after everything banked is lost
    const double* last_banked = nullptr;  // in a last turn after a bank, by the gain that it takes to win, from 1 on
    const double* last_kept = nullptr;    // the same after a bust that keeps the total
    size_t last_states = 0;

    // Whether a bust or a loss is followed by an offer.
    [[nodiscard]] bool after_busts() const { return busted || lost || kept || last_kept; }
};

// Other players' values: the same turn, valued by other numbers. The numbers of the first player are at these
// addresses, those of each next player `plane` further on.
struct OtherValues {
    size_t count = 0;
    size_t plane = 0, reached_plane = 0;
    const double *after = nullptr, *kept = nullptr, *lost = nullptr, *reached = nullptr;
    size_t winner = ~size_t{0};  // the player to whom reaching the goal is worth 1, if any
};

// One turn of a player who needs `needed` units. A bank that leaves s > 0 units is worth shift + scale * after[s - 1],
// a bust shift + scale * stays.
struct TurnProblem {
    size_t needed;
    const double* after;
    double shift = 0, scale = 1;
    double goal = 1;   // the value of reaching the goal
    double stays = 0;  // the value that follows a bust: the guess
    // The rest is for carryover.
    size_t least = 0;              // the least that may be banked; 0: the least of the race's rules
    std::ptrdiff_t step = 0;       // the offset in `after` for each unit banked beyond the first
    const double* kept = nullptr;  // kept[s - 1] follows a kept bust that leaves s units; null: as `after`
    bool penalized = false;        // a bust costs the penalty
    double below_floor = -1;       // follows a penalty that leads below the lowest score; below 0: scores stop there
    std::ptrdiff_t behind = 0;     // penalties are for a player who needs this many units more than `needed`
    bool loses = false;            // the loss of the banked score is followed by `lost`, not by `stays`
    double lost = 0;
    const LastTurn* last = nullptr;  // of the other player, once the goal is reached; null: the race is over
    size_t past = 0;                 // the number of units past the goal for which rows are solved
    size_t opponent = 0;             // the units that the other player needs
    StealOffers steal = {};
    const double* known = nullptr;  // values at the goal, reach() rows of all phases; null: `goal`
    // The value of reaching the goal by the units past it, where several players then have last turns; null: `goal`.
    const double* reached = nullptr;
    const double* reached_kept = nullptr;  // the same after a kept bust; null: as `reached`
    size_t reached_step = 0, reached_size = 0;
    OtherValues others = {};
    // Measures values from that of a bust, which is then exactly 0, and finds the chance of any other end as the value
    // to one other player: sums of small numbers, where nearly every turn busts.
    bool from_bust = false;
    // What every end is worth, instead of all of the above but `needed`, `stays`, `least`, `past` and `others.count`.
    const EndValues* ends = nullptr;
};

// The values of banks without carryover: a bank that leaves s units is worth shift + scale * after[row + s - 1], for a
// row that depends on the other player.
struct BankValues {
    std::span<const double> after;
    double shift, scale, goal = 1;

    [[nodiscard]] TurnProblem problem(size_t needed, size_t row) const {
        return {needed, &after[row], shift, scale, goal, after[row + needed - 1]};
    }
};

struct TurnValue {
    double value;
    double slope;  // its derivative by the value of a bust
};

}  // namespace jeopardice
