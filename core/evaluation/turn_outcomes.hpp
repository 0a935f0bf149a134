// The turn outcome distribution: the chance of each way to end a turn, by the turn total.
#pragma once

#include "race/policies.hpp"
#include "race/turn_batch.hpp"

namespace jeopardice {

// Where the dice left matter because the next player may steal the turn, numbers are by total and phase.
struct TurnOutcomes {
    std::vector<double> banks;  // by the total that is banked
    std::vector<double> busts;  // by the total that a bust keeps, or (to be stolen) had; or the first number has all
    double lost = 0, won = 0;

    void clear();
    // Adds `share` of another distribution.
    void add(const TurnOutcomes& other, double share);
    // Adds one end.
    void add(const Table& table, const TurnEnd& end, double chance);
};

// What distributions distinguish besides the total.
struct OutcomeLayout {
    size_t bank_phases, bust_phases;  // of turns that may be stolen; otherwise 1
    bool busts_apart;                 // busts by their totals
};
[[nodiscard]] OutcomeLayout outcome_layout(const Table& table);

// Follows best play in the turns of a batch that was run with rolls wanted. Of actions with the same value a bank is
// chosen, then the roll that busts least, and the option with the most points (unless `losers_decide`): every turn then
// has a chance of progress, even where the winner is certain.
class TurnFollower {
  public:
    TurnFollower(const Table& table, const Kernel& kernel);

    // A turn in lane `lane`: a new one, or, with a total, a stolen one, which begins with a roll.
    struct Start {
        size_t lane, phase, total;
        double weight;
    };
    void follow(const TurnBatch& batch, std::span<const TurnProblem> problems, std::span<const Start> starts);
    // The distribution of the turn in a lane.
    void add_outcomes(const TurnBatch& batch, const TurnProblem& problem, size_t lane, TurnOutcomes& found) const;

  private:
    const Table& table_;
    const Kernel kernel_;
    const OutcomeLayout layout_;
    const bool in_order_;
    std::vector<std::int32_t> offsets_;  // of each outcome's options, in the order of preference
    Aligned weights_, rolling_, busted_, lost_, won_;
};

// The turn on which policies are written out, what they do where a bank is not enough, and for each phase the phase of
// the table's turn.
struct OwnTurn {
    TurnTables turn;
    std::vector<std::int32_t> places;
    const MaxScorePlay& max_score;
    bool takes_wins;  // an option that reaches the goal is taken and banked as soon as that is legal
};

// What a turn by a policy depends on besides the policy.
struct PolicyLimits {
    size_t due;                       // 1 if a first bank is
    size_t least, enough, wins_from;  // see BankLimits; `wins_from` is without end where wins are not taken
    size_t reaches_from;              // totals from here on that are not enough are wanted: see BankLimits
    // Where others have a turn after a bank at the goal, for which the policy wants a lead: 1, and the number of totals
    // below `wins_from` that reach the goal; otherwise 0. Less than the least bank may then be in `wins_from`.
    size_t waits;
    auto operator<=>(const PolicyLimits&) const = default;
};
[[nodiscard]] inline size_t waits_at_goal(const Table& table, size_t carry, size_t rival, size_t lead) {
    return lead == 0 || !table.is_followed(carry) ? 0 : 1 + lead - std::min(lead, rival);
}
[[nodiscard]] inline PolicyLimits policy_limits(const Table& table, const OwnTurn& own, const Position& at,
                                                size_t lead) {
    const auto [least, enough, wins_from, reaches_from] = table.limits(at);
    if (!own.takes_wins) return {own.max_score.due(at), least, enough, ~size_t{0}, ~size_t{0}, 0};
    const size_t waits = at.last() ? 0 : waits_at_goal(table, at.carry, table.rival(at), lead);
    const size_t wins = waits > 0 ? at.mine() + waits - 1 : wins_from;
    return {own.max_score.due(at), least, enough, wins, reaches_from, waits};
}

// The distributions of a policy whose limits differ in `wins_from` only: in increasing order, instead of that of
// `limits`. Where a bank that it wants is not enough, or its choices end, the player rolls on until there is enough,
// and keeps dice as the max-score strategy does.
[[nodiscard]] std::vector<TurnOutcomes> policy_outcomes(const Table& table, const OwnTurn& own, const Policy& policy,
                                                        const PolicyLimits& limits, std::span<const size_t> wins_from);

}  // namespace jeopardice
