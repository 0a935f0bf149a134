#pragma once

#include "race/turn_problem.hpp"
#include "turn/turn.hpp"

namespace jeopardice {

// The value of the end of a turn, by the units left to the goal and, where turns can be stolen, by the phase.
class TurnEnds {
  public:
    TurnEnds(const TurnTables& turn, const RaceRules& race, const TurnProblem& problem, size_t least)
        : turn_(turn),
          race_(race),
          problem_(problem),
          need_(static_cast<std::ptrdiff_t>(problem.needed)),
          least_(static_cast<std::ptrdiff_t>(least)),
          totals_(static_cast<std::ptrdiff_t>(problem.steal.totals)),
          bust_(worth(problem.stays)),
          lost_(problem.loses ? worth(problem.lost) : bust_) {}

    // Sets the turn total, as the units left, for all methods below. Rows before the start of the turn have no total.
    void set_left(std::ptrdiff_t left) {
        left_ = left;
        keeps_ = race_.keep_on_bust && left < need_;
        const std::ptrdiff_t needs = left + problem_.behind;
        after_bust_ = problem_.penalized ? left + race_.after_penalty(needs) - needs : left;
        below_floor_ = problem_.penalized && problem_.below_floor >= 0 && race_.below_floor(keeps_ ? left : need_);
        banked_ = left <= 0      ? reached(left, need_ - left)
                  : left < need_ ? worth(problem_.after[left - 1 + (need_ - left - 1) * problem_.step])
                                 : bust_;
        const double* const kept = problem_.kept ? problem_.kept : problem_.after;
        busted_ = !keeps_            ? bust_
                  : after_bust_ <= 0 ? reached(after_bust_, 0)
                                     : worth(below_floor_ ? problem_.below_floor : kept[after_bust_ - 1]);
    }

    // Whether the total is large enough for a bank, whether the player may decide to bank, and whether a bust keeps it.
    [[nodiscard]] bool legal() const { return need_ - left_ >= least_; }
    [[nodiscard]] bool may_bank() const {
        return legal() && (left_ <= 0 || need_ - left_ >= static_cast<std::ptrdiff_t>(race_.hold_from));
    }
    [[nodiscard]] bool keeps() const { return keeps_; }

    [[nodiscard]] double bank(size_t q) const {
        return left_ > 0 ? offered(banked_, problem_.steal.banked, left_ - 1, q)
                         : offered_last(banked_, problem_.steal.last_banked, left_, q);
    }
    [[nodiscard]] double bust(size_t q) const {
        if (below_floor_) return busted_;
        if (!keeps_) return offered(busted_, problem_.steal.busted, 0, q);
        return after_bust_ > 0 ? offered(busted_, problem_.steal.kept, after_bust_ - 1, q)
                               : offered_last(busted_, problem_.steal.last_kept, after_bust_, q);
    }
    [[nodiscard]] double lost(size_t q) const { return offered(lost_, problem_.steal.lost, 0, q); }
    [[nodiscard]] double no_dice() const { return legal() ? banked_ : busted_; }

  private:
    [[nodiscard]] double worth(double follows) const { return problem_.shift + problem_.scale * follows; }

    // The value of reaching the goal, with a bank of `total` units or, 0, without a bank.
    [[nodiscard]] double reached(std::ptrdiff_t left, std::ptrdiff_t total) const {
        if (problem_.reached) {
            const auto past = static_cast<size_t>(-left);
            const double* const values = total == 0 && problem_.reached_kept ? problem_.reached_kept : problem_.reached;
            return past < problem_.reached_size ? values[past * problem_.reached_step] : problem_.goal;
        }
        if (!problem_.last) return problem_.goal;
        return worth(problem_.last->value(problem_.opponent, left, static_cast<size_t>(total)));
    }

    // The next player begins a new turn or steals this one.
    [[nodiscard]] double offered(double own_turn, const double* offers, std::ptrdiff_t state, size_t q) const {
        if (!offers || left_ > need_ || turn_.no_dice(q)) return own_turn;
        const auto total = static_cast<size_t>(std::min(need_ - left_, totals_ - 1));
        const auto at = static_cast<size_t>(state) * problem_.steal.state + total * turn_.phases() + q;
        return std::min(own_turn, worth(offers[at]));
    }

    // The same before a last turn, by the gain that it takes to win. Far out only its difference to the total matters.
    [[nodiscard]] double offered_last(double own_turn, const double* offers, std::ptrdiff_t units, size_t q) const {
        const std::ptrdiff_t far = std::max<std::ptrdiff_t>(0, need_ - left_ + 1 - totals_);
        const std::ptrdiff_t state = static_cast<std::ptrdiff_t>(problem_.opponent) - units - far;
        const bool listed = problem_.last && state < static_cast<std::ptrdiff_t>(problem_.steal.last_states);
        return offered(own_turn, listed ? offers : nullptr, state, q);
    }

    const TurnTables& turn_;
    const RaceRules& race_;
    const TurnProblem& problem_;
    const std::ptrdiff_t need_, least_, totals_;
    const double bust_, lost_;
    std::ptrdiff_t left_ = 0, after_bust_ = 0;
    bool keeps_ = false, below_floor_ = false;
    double banked_ = 0, busted_ = 0;
};

}  // namespace jeopardice
