// Strategies written out as policies: what to keep and whether to bank, at every total and outcome of a roll.
#pragma once

#include <algorithm>

#include "race/table.hpp"

namespace jeopardice {

struct Decision {
    size_t option;
    bool banks;
};

// A policy on a turn: at each total and outcome, 2 * (option to take) + (1: then bank).
struct Policy {
    std::vector<std::uint16_t> choices;  // totals x outcomes
    size_t first_roll = 0;               // of the rolls of the first phase
    // Where others then have a turn: the units ahead that a bank needs at the goal, other choices for rolls from there
    // on, and the phases in which there is no bank (empty: none).
    size_t lead = 0;
    std::vector<std::uint16_t> at_goal = {};
    std::vector<bool> rolls_on = {};
};

// The max-score strategy: a policy for turns in which a first bank is not due and one for those in which it is. From
// their last total on nothing changes.
class MaxScorePlay {
  public:
    // The table must outlive it.
    MaxScorePlay(const Table& table, std::array<Policy, 2> policies)
        : table_(table), policies_(std::move(policies)), richest_(table.turn().richest_options()) {}

    [[nodiscard]] size_t first_roll(const Position& at) const { return policies_[due(at)].first_roll; }
    // The decision after a roll: a total that wins is banked, one that loses in a last turn is not.
    [[nodiscard]] Decision choose(const Position& at, size_t total, size_t outcome) const {
        const size_t richest = richest_[outcome];
        const BankLimits limits = table_.limits(at);
        if (total + table_.turn().points(richest) >= limits.wins_from) return {richest, true};
        const auto [option, banks] = listed(due(at), total, outcome);
        return {option, banks && total + table_.turn().points(option) >= limits.enough};
    }
    // The same, but every total from `enough` on is banked; `due`: 1 if a first bank is.
    [[nodiscard]] Decision choose_to_bank(size_t due, size_t enough, size_t total, size_t outcome) const {
        const size_t richest = richest_[outcome];
        if (total + table_.turn().points(richest) >= enough) return {richest, true};
        return {listed(due, total, outcome).option, false};
    }
    [[nodiscard]] size_t due(const Position& at) const { return at.mine() == table_.race().needed ? 1 : 0; }

  private:
    [[nodiscard]] Decision listed(size_t due, size_t total, size_t outcome) const {
        const TurnTables& turn = table_.turn();
        const auto& choices = policies_[due].choices;
        const size_t row = std::min(total, turn.totals_of(choices.size()) - 1);
        const std::uint16_t choice = choices[row * turn.outcomes() + outcome];
        return {turn.first_option(outcome) + choice / 2, choice % 2 == 1};
    }

    const Table& table_;
    const std::array<Policy, 2> policies_;
    const std::vector<size_t> richest_;
};

}  // namespace jeopardice
