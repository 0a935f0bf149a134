// Strategies at the table: policies, of which the position chooses one.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <shared_mutex>

#include "evaluation/last_shares.hpp"
#include "evaluation/seats.hpp"

namespace jeopardice {

// Policies on one turn and the distributions of their turns, which are found when first needed. For use by several
// threads.
class PolicyBook {
  public:
    // A policy, and its distributions by how it waits at the goal (see PolicyLimits) and by the units needed, as far as
    // they are known and there is no carryover.
    struct Entry {
        Policy policy;
        std::vector<std::atomic<const TurnOutcomes*>> usual;
    };

    // The table and the turn's arrays must outlive it.
    PolicyBook(const Table& table, OwnTurn own) : table_(table), own_(std::move(own)) {}

    // The number of a new policy.
    size_t add(Policy policy);
    [[nodiscard]] std::vector<Entry*> entries();
    [[nodiscard]] const TurnOutcomes& outcomes(Entry& entry, const Position& at);
    // What the mover of a last turn has of the win, by the units that the other of two players is past the goal; where
    // neither penalties nor a bank to beat matter. For `past` units.
    [[nodiscard]] const std::vector<double>& last_shares(size_t entry, size_t needs, size_t past);
    [[nodiscard]] const OwnTurn& own() const { return own_; }
    [[nodiscard]] const Table& table() const { return table_; }

  private:
    // Finds distributions whose limits differ in `wins_from` only, in increasing order.
    void find(Entry& entry, std::span<const PolicyLimits> wanted);
    [[nodiscard]] const TurnOutcomes& found(Entry& entry, const PolicyLimits& limits);

    const Table& table_;
    const OwnTurn own_;
    std::shared_mutex lock_;
    std::deque<Entry> entries_;
    std::map<std::pair<const Entry*, PolicyLimits>, const TurnOutcomes> found_;
    std::map<size_t, const LastShares> last_;  // by the units past the goal
    std::map<std::array<size_t, 3>, const std::vector<double>> shares_;
};

// Which policy is played: choice[(i - 1) * n + j - 1] by one who needs i against one who needs j, or choice[i - 1]
// where the other player does not matter. What is carried over chooses one of several such choices, which follow one
// another in `which`: choices[carry], or the last of `choices` in a last turn.
struct PolicyChoice {
    std::span<const std::int32_t> which, choices;
    size_t each;  // the numbers of a choice: n or n * n
    [[nodiscard]] size_t at(const Position& at, const Table& table) const {
        const auto choice = at.last() ? choices.back() : choices[at.carry];
        const size_t n = table.race().lowest;
        return static_cast<size_t>(one_of(choice, at.mine(), each == n ? 1 : table.rival(at), n));
    }
    [[nodiscard]] std::int32_t one_of(std::int32_t choice, size_t i, size_t j, size_t n) const {
        return which[static_cast<size_t>(choice) * each + (each == n ? i - 1 : (i - 1) * n + j - 1)];
    }
};

class PolicySeat final : public Seat {
  public:
    PolicySeat(PolicyBook& book, PolicyChoice choice)
        : book_(book),
          entries_(book.entries()),
          choice_(choice),
          knows_last_shares_(LastShares::suffice(book.table())) {
        for (const PolicyBook::Entry* const entry : entries_) most_lead_ = std::max(most_lead_, entry->policy.lead);
    }
    std::vector<const TurnOutcomes*> outcomes(std::span<const Position> at) override;
    double last_share(const Position& at) override;
    [[nodiscard]] bool knows_last_shares() const override { return knows_last_shares_; }
    // The same for all of these units that the other player is past the goal.
    [[nodiscard]] const std::vector<double>& last_shares(size_t needs, size_t past);
    // How one who needs i plays against one who needs j: the number of the policy, and how it waits at the goal.
    struct Play {
        std::int32_t policy = -1;
        std::uint32_t waits = 0;
        bool operator==(const Play&) const = default;
    };
    [[nodiscard]] Play play(size_t carry, size_t i, size_t j) const {
        const std::int32_t policy = choice_.one_of(choice_.choices[carry], i, j, book_.table().race().lowest);
        if (most_lead_ == 0) return {policy, 0};
        const size_t lead = entries_[static_cast<size_t>(policy)]->policy.lead;
        return {policy, static_cast<std::uint32_t>(waits_at_goal(book_.table(), carry, j, lead))};
    }
    // The number of the policy in a last turn.
    [[nodiscard]] std::int32_t last_policy(size_t i) const {
        return choice_.one_of(choice_.choices.back(), i, 1, book_.table().race().lowest);
    }

  private:
    [[nodiscard]] const TurnOutcomes& outcomes(const Position& at);

    PolicyBook& book_;
    const std::vector<PolicyBook::Entry*> entries_;
    const PolicyChoice choice_;
    const bool knows_last_shares_;
    size_t most_lead_ = 0;  // of all policies of the book
};

}  // namespace jeopardice
