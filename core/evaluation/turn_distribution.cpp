#include "evaluation/turn_distribution.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

void BestTurnDistribution::find(const TurnBatch& batch, const TurnProblem& problem, size_t lane,
                                std::span<double> distribution) {
    const size_t phases = turn_.phases(), lanes = batch.width(), start = batch.start(problem);
    const size_t known = batch.reach() * phases, none = turn_.rolls();
    const TurnLanes& solved = batch.lanes();
    const std::int32_t* const offsets = batch.option_offsets().data();
    std::fill(distribution.begin(), distribution.end(), 0.0);
    weight_.assign((start + 1) * phases, 0.0);
    weight_[start * phases] = 1;
    // A copy of the lane's values without those of other lanes, for the cache.
    value_.resize(known + weight_.size());
    for (size_t i = 0; i < value_.size(); ++i) value_[i] = solved.rows[i * lanes + lane];
    for (size_t row = start + 1; row-- > 0;) {
        const size_t left = row + 1 > batch.beyond() ? row + 1 - batch.beyond() : 0;
        double &kept = distribution[left], &lost = distribution[problem.needed];
        double& busted = race_.keep_on_bust && row < start ? kept : lost;
        const bool legal = start - row >= race_.least_bank(problem.needed);
        const double bank = solved.bank[row * lanes + lane];
        const double* const values = &value_[known + row * phases];
        for (size_t q = 0; q < phases; ++q) {
            const double weight = weight_[row * phases + q];
            if (weight == 0) continue;
            const Indices rolls = turn_.rolls_of(q);
            if (rolls.empty()) {
                (legal ? kept : busted) += weight;
                continue;
            }
            if (turn_.banking[q] != never_banks && bank > TurnBatch::illegal && bank >= values[q]) {
                kept += weight;
                continue;
            }
            size_t r = none;
            for (const size_t other : rolls)
                if (batch.roll_value(row, other, lane) == values[q] &&
                    (r == none || turn_.roll_events[other * events] < turn_.roll_events[r * events]))
                    r = other;
            busted += weight * turn_.roll_events[r * events];
            lost += weight * turn_.roll_events[r * events + 1];
            distribution[0] += weight * turn_.roll_events[r * events + 2];
            for (const size_t o : turn_.outcomes_of(r)) {
                // A smaller offset is a larger gain.
                std::int32_t best = offsets[turn_.first_option(o)];
                for (const size_t i : turn_.options_of(o))
                    if (const std::int32_t at = offsets[i];
                        values[at] > values[best] || (values[at] == values[best] && at < best))
                        best = at;
                const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(row * phases) + best;
                (to < 0 ? distribution[0] : weight_[static_cast<size_t>(to)]) += weight * turn_.outcome_chance[o];
            }
        }
    }
}

void policy_distribution(const TurnTables& turn, const RaceRules& race, const Policy& policy, size_t needed,
                         std::span<double> distribution) {
    const size_t phases = turn.phases(), outcomes = turn.outcomes();
    const size_t least = race.least_bank(needed), end = std::max(needed, least);
    if (policy.choices.size() < end * outcomes) throw std::invalid_argument("policy: choices are missing");
    const size_t rows = policy.takes_wins ? end : turn.totals_of(policy.choices.size());
    std::fill(distribution.begin(), distribution.end(), 0.0);
    const std::vector<size_t> richest = turn.richest_options();
    std::vector<double> weight(rows * phases, 0.0);
    weight[0] = 1;
    double& lost = distribution[needed];
    for (size_t total = 0; total < rows; ++total)
        for (size_t q = 0; q < phases; ++q) {
            const double here = weight[total * phases + q];
            if (here == 0) continue;
            const auto r = turn.first_roll(q) + (q == 0 && total == 0 ? policy.first_roll : 0);
            if (r >= turn.first_roll(q + 1)) throw std::invalid_argument("policy: no such roll");
            // A bust, or no dice left before a bank is legal.
            const auto busted = [&](size_t t) -> double& {
                return race.keep_on_bust && t > 0 ? distribution[left_of(needed, t)] : lost;
            };
            busted(total) += here * turn.roll_events[r * events];
            lost += here * turn.roll_events[r * events + 1];
            distribution[0] += here * turn.roll_events[r * events + 2];
            for (const size_t o : turn.outcomes_of(r)) {
                const double chance = here * turn.outcome_chance[o];
                if (policy.takes_wins && total + turn.points(richest[o]) >= end) {
                    distribution[0] += chance;
                    continue;
                }
                const std::uint16_t choice = policy.choices[total * outcomes + o];
                const size_t option = turn.first_option(o) + choice / 2;
                if (option >= turn.first_option(o + 1)) throw std::invalid_argument("policy: no such option");
                const size_t after = total + turn.points(option);
                const auto phase = turn.phase_after(option);
                const bool legal = after >= least, no_dice = turn.no_dice(phase);
                if (choice % 2 == 1 && !legal && !no_dice)
                    throw std::invalid_argument("policy: a bank that is not legal");
                if (legal && (choice % 2 == 1 || no_dice))
                    distribution[left_of(needed, after)] += chance;
                else if (no_dice)
                    busted(after) += chance;
                else if (after < rows)
                    weight[after * phases + phase] += chance;
                else
                    throw std::invalid_argument("policy: it rolls beyond its choices");
            }
        }
}

}  // namespace jeopardice
