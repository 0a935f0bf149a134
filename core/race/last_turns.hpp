// The last turn of a race of two: one player has reached the goal, and the other has one more turn to get ahead.
//
// What it is worth to the player who has it depends on the units x to be gained, on the bank to beat where the rules
// ask for that, and on how the player stands: whether a first bank is due, and whether a bust costs a penalty (which
// matters where a bust keeps the turn total, because a penalty can take part of it away again).
#pragma once

#include <compare>
#include <map>

#include "race/turn_problem.hpp"

namespace jeopardice {

// What a last turn is worth to one who stands in some way.
struct LastTurn {
    std::vector<double>
        beats;  // [x]: to gain at least x units; where ties are split, x - 1 count half; beyond: the last
    // The same where a bank must also exceed one of at least x - 1 units, which is x - 1 + `lead`: by the lead and x,
    // or one row where the lead does not matter. Empty: there is no bank to exceed.
    std::vector<std::vector<double>> beats_bank;
    bool by_bank = false;  // the one row is by the bank to exceed, plus one, instead of by x

    // After a bank of `total` units that leaves `left` (none, or less) units to the goal, against one who needs
    // `other`.
    [[nodiscard]] double value(std::size_t other, std::ptrdiff_t left, std::size_t total) const;
};

class LastTurns {
  public:
    LastTurns() = default;
    // What a last turn looks like besides the race's rules.
    struct Rules {
        bool beat_previous, ties_split;
        bool loses;          // a roll may lose the banked score
        bool penalties;      // a bust may cost the penalty
        bool stealing;       // turns may be gone on with, …
        std::size_t totals;  // … so many totals of them, if no more
    };
    // For players who need up to race.lowest units.
    LastTurns(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, const Rules& rules);

    // One of the ways to stand, by the units needed and whether a bust costs the penalty.
    [[nodiscard]] std::size_t stand(std::size_t units, bool falls) const;
    [[nodiscard]] const LastTurn& turn(const std::size_t stand) const { return turns_[stand]; }
    // What rolling on is worth: by the gain, the phase and the turn total.
    [[nodiscard]] const std::vector<double>& offers(const std::size_t stand) const { return offers_[stand]; }
    // The turn of a player who must gain x units after a bank of `total` (0: none). Where x may be more than anybody
    // gains, what banks are worth that do not win has to be kept elsewhere.
    [[nodiscard]] Visit visit(std::size_t x, std::size_t total, std::size_t stand) const;
    [[nodiscard]] std::vector<double> too_little(std::size_t x) const;

    // How far past the goal totals are followed.
    [[nodiscard]] std::size_t past() const { return past_; }
    // The most that anybody gains.
    [[nodiscard]] std::size_t most_to_gain() const { return most_; }
    // How many totals of a turn may be gone on with.
    [[nodiscard]] std::size_t totals() const { return totals_; }

  private:
    struct Stand {
        bool first_bank;
        bool falls;         // a bust costs the penalty, and keeps the rest
        std::size_t units;  // that are needed, where the floor of penalties may be in the way; else 0
        auto operator<=>(const Stand&) const = default;
    };
    static constexpr std::ptrdiff_t none = -1;

    [[nodiscard]] Stand stand_of(std::size_t units, bool falls) const;
    [[nodiscard]] std::size_t least(const Stand& stand) const {
        return std::max<std::size_t>(1, stand.first_bank ? race_.first_bank_from : race_.bank_from);
    }
    // The total from which on one who needs so many units would pay a penalty in full: before, the floor is in the way.
    [[nodiscard]] std::size_t paid_in_full_from(const std::size_t units) const {
        const auto total = static_cast<std::ptrdiff_t>(units + race_.penalty) - race_.floor;
        return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, total));
    }
    [[nodiscard]] Visit visit(std::size_t x, std::size_t least, const Stand& stand) const;
    // What it is worth to have to gain x = 0 … size units; a bank needs x + lead, too.
    [[nodiscard]] std::vector<double> row(VisitBatch& batch, const Stand& stand, std::size_t size,
                                          std::ptrdiff_t lead) const;
    [[nodiscard]] LastTurn solve(VisitBatch& batch, const Stand& stand, std::size_t size) const;
    void find_offers(const TurnTables& turn, VisitBatch& batch);

    RaceRules race_{};
    Rules rules_{};
    std::size_t phases_ = 0, options_ = 0;  // of a row
    double lanes_ = 1;
    std::size_t past_ = 0, most_ = 0, totals_ = 0;
    std::vector<Stand> stands_;
    std::map<Stand, std::size_t> numbers_;
    std::vector<LastTurn> turns_;
    std::vector<std::vector<double>> offers_;
    std::vector<double> too_little_;  // what banks are worth that do not win
};

}  // namespace jeopardice
