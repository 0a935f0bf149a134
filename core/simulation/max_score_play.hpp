#pragma once

#include "simulation/play_turn.hpp"
#include "simulation/transitions.hpp"

namespace jeopardice {

// The max-score strategy in games with carryover: a policy for turns in which a first bank is not due and one for those
// in which it is. From their last total on nothing changes.
class MaxScorePlay {
  public:
    MaxScorePlay(const Transitions& transitions, const Policies& policies)
        : transitions_(transitions),
          policies_(policies),
          totals_(transitions.turn().totals_of(policies.size())),
          richest_(transitions.turn().richest_options()) {}

    [[nodiscard]] size_t first_roll(const Position& at) const {
        return static_cast<size_t>(policies_.first_rolls[due(at)]);
    }
    // The decision after a roll: a total that wins is banked, one that loses in a last turn is not.
    [[nodiscard]] Decision choose(const Position& at, size_t total, size_t outcome) const {
        const TurnTables& turn = transitions_.turn();
        const size_t richest = richest_[outcome];
        if (total + turn.points(richest) >= transitions_.wins_from(at)) return {richest, true};
        const auto [option, banks] = listed(at, total, outcome);
        return {option, banks && total + turn.points(option) >= transitions_.enough(at)};
    }
    // The same, but every total that may be banked and does not lose is banked.
    [[nodiscard]] Decision choose_to_bank(const Position& at, size_t total, size_t outcome) const {
        const size_t richest = richest_[outcome];
        if (total + transitions_.turn().points(richest) >= transitions_.enough(at)) return {richest, true};
        return {listed(at, total, outcome).option, false};
    }

  private:
    [[nodiscard]] size_t due(const Position& at) const { return at.mine == transitions_.board().race().needed ? 1 : 0; }
    [[nodiscard]] Decision listed(const Position& at, size_t total, size_t outcome) const {
        const TurnTables& turn = transitions_.turn();
        const size_t row = due(at) * totals_ + std::min(total, totals_ - 1);
        const std::uint16_t choice = policies_.choices[row * turn.outcomes() + outcome];
        return {turn.first_option(outcome) + choice / 2, choice % 2 == 1};
    }

    const Transitions& transitions_;
    const Policies policies_;
    const size_t totals_;
    const std::vector<size_t> richest_;
};

}  // namespace jeopardice
