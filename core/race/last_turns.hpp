// The last turn of a race of two: one player has reached the goal, and the other has one more turn to get ahead.
//
// Its value depends on the units x to be gained, on the bank to beat where the rules require that, and on the player's
// standing: whether a first bank is due, and whether a bust costs a penalty (which matters where a bust keeps the turn
// total, because the penalty takes part of it away again).
#pragma once

#include <compare>
#include <map>

#include "race/turn_batch.hpp"

namespace jeopardice {

class LastTurns {
  public:
    LastTurns() = default;
    // What matters besides the race's rules.
    struct Options {
        bool beat_previous, ties_split;
        bool loses;      // a roll may lose the banked score
        bool penalties;  // a bust may cost the penalty
        bool stealing;
        size_t totals;  // the least number of totals for which there are offers
    };
    // For players who need up to race.lowest units.
    LastTurns(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, const Options& rules);
    // The same last turns, for which one rounding makes lower or upper bounds, of the chance to gain any more, too.
    [[nodiscard]] LastTurns bounding(const TurnTables& turn, const Kernel& kernel, Rounding rounding) const;

    // The number of a standing, by the units needed and whether a bust costs the penalty.
    [[nodiscard]] size_t standing(size_t units, bool penalized) const;
    [[nodiscard]] const LastTurn& turn(size_t standing) const { return turns_[standing]; }
    // The value of rolling on: by the gain that it takes to win, the phase and the turn total.
    [[nodiscard]] const std::vector<double>& offers(size_t standing) const { return offers_[standing]; }
    // The turn of a player who must gain x units after a bank of `total` (0: none). If x exceeds most_to_gain(), the
    // caller has to replace `after` by the values of banks that do not win.
    [[nodiscard]] TurnProblem problem(size_t x, size_t total, size_t standing) const;
    [[nodiscard]] std::vector<double> too_little(size_t x) const;

    // The number of units past the goal for which turns are solved.
    [[nodiscard]] size_t past() const { return past_; }
    // The most that a player can gain.
    [[nodiscard]] size_t most_to_gain() const { return most_; }
    // The number of totals of a turn that may be stolen.
    [[nodiscard]] size_t totals() const { return totals_; }

  private:
    struct Standing {
        bool first_bank;
        bool penalized;  // a bust costs the penalty, and keeps the rest
        size_t units;    // needed, where the floor may reduce a penalty; else 0
        auto operator<=>(const Standing&) const = default;
    };
    static constexpr std::ptrdiff_t none = -1;

    [[nodiscard]] Standing standing_of(size_t units, bool penalized) const;
    [[nodiscard]] size_t least(const Standing& standing) const {
        return std::max<size_t>(1, standing.first_bank ? race_.first_bank_from : race_.bank_from);
    }
    // The total from which on a player who needs `units` would pay the whole penalty, above the floor.
    [[nodiscard]] size_t paid_in_full_from(size_t units) const {
        const auto total = static_cast<std::ptrdiff_t>(units + race_.penalty) - race_.floor;
        return static_cast<size_t>(std::max<std::ptrdiff_t>(0, total));
    }
    [[nodiscard]] TurnProblem problem(size_t x, size_t least, const Standing& standing) const;
    // The values of having to gain x = 0 … size units; a bank also needs x + lead.
    [[nodiscard]] std::vector<double> row(TurnBatch& batch, const Standing& standing, size_t size,
                                          std::ptrdiff_t lead) const;
    [[nodiscard]] LastTurn solve(TurnBatch& batch, const Standing& standing, size_t size) const;
    // A lower bound of the chance to win with any number of units to gain: that of a roll that wins immediately.
    [[nodiscard]] double wins_anyway(const TurnTables& turn, TurnBatch& batch, const Standing& standing,
                                     std::ptrdiff_t lead) const;
    void find_offers(const TurnTables& turn, TurnBatch& batch);

    RaceRules race_{};
    Options rules_{};
    size_t phases_ = 0, options_ = 0;  // of a row
    double lanes_ = 1;
    size_t size_ = 0, past_ = 0, most_ = 0, totals_ = 0;
    std::vector<Standing> standings_;
    std::map<Standing, size_t> numbers_;
    std::vector<LastTurn> turns_;
    std::vector<std::vector<double>> offers_;
    std::vector<double> too_little_;  // the values of banks that do not win
};

}  // namespace jeopardice
