// Strategies at the table: policies, of which the position chooses one.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <shared_mutex>

#include "evaluation/seats.hpp"

namespace jeopardice {

// Policies on one turn and the distributions of their turns, which are found when first needed. For use by several
// threads.
class PolicyBook {
  public:
    // A policy, and its distributions by the units needed, as far as they are known and there is no carryover.
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
};

// Which policy is played: choice[(i - 1) * n + j - 1] by one who needs i against one who needs j, or choice[i - 1]
// where the other player does not matter. What is carried over chooses one of several such choices, which follow one
// another in `which`: choices[carry], or the last of `choices` in a last turn.
struct PolicyChoice {
    std::span<const std::int32_t> which, choices;
    size_t each;  // the numbers of a choice: n or n * n
    [[nodiscard]] size_t at(const Position& at, const Table& table) const {
        const size_t n = table.race().lowest, i = at.mine() - 1;
        const auto choice = static_cast<size_t>(at.last() ? choices.back() : choices[at.carry]);
        return static_cast<size_t>(which[choice * each + (each == n ? i : i * n + table.rival(at) - 1)]);
    }
};

class PolicySeat final : public Seat {
  public:
    PolicySeat(PolicyBook& book, PolicyChoice choice) : book_(book), entries_(book.entries()), choice_(choice) {}
    std::vector<const TurnOutcomes*> outcomes(std::span<const Position> at) override;
    double last_share(const Position& at) override;

  private:
    [[nodiscard]] const TurnOutcomes& outcomes(const Position& at);

    PolicyBook& book_;
    const std::vector<PolicyBook::Entry*> entries_;
    const PolicyChoice choice_;
};

}  // namespace jeopardice
