#include "evaluation/turn_outcomes.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

void Follower::follow(const VisitBatch& batch, const Visit& visit, const std::size_t lane,
                      const std::span<double> landing) {
    const std::size_t phases = turn_.phases(), lanes = batch.width(), start = batch.start(visit);
    const std::size_t known = batch.reach() * phases;
    const TurnLanes& solved = batch.lanes();
    std::fill(landing.begin(), landing.end(), 0.0);
    weight_.assign((start + 1) * phases, 0.0);
    weight_[start * phases] = 1;
    // The lane's own values side by side, as there are many to look at.
    value_.resize(known + weight_.size());
    for (std::size_t i = 0; i < value_.size(); ++i) value_[i] = solved.rows[i * lanes + lane];
    for (std::size_t row = start + 1; row-- > 0;) {
        const std::size_t left = row + 1 > batch.beyond() ? row + 1 - batch.beyond() : 0;
        double &kept = landing[left], &lost = landing[visit.needed];
        double& busted = race_.keep_on_bust && row < start ? kept : lost;
        const bool legal = start - row >= race_.least_bank(visit.needed);
        const double bank = solved.bank[row * lanes + lane];
        const double* const values = &value_[known + row * phases];
        for (std::size_t q = 0; q < phases; ++q) {
            const double weight = weight_[row * phases + q];
            if (weight == 0) continue;
            const auto first = static_cast<std::size_t>(turn_.phase_rolls[q]),
                       end = static_cast<std::size_t>(turn_.phase_rolls[q + 1]);
            if (first == end) {
                (legal ? kept : busted) += weight;
                continue;
            }
            if (turn_.banking[q] != never_banks && bank > VisitBatch::illegal && bank >= values[q]) {
                kept += weight;
                continue;
            }
            std::size_t r = end;
            for (std::size_t other = first; other < end; ++other)
                if (solved.roll_values[(row * turn_.rolls() + other) * lanes + lane] == values[q] &&
                    (r == end || turn_.roll_events[other * events] < turn_.roll_events[r * events]))
                    r = other;
            busted += weight * turn_.roll_events[r * events];
            lost += weight * turn_.roll_events[r * events + 1];
            landing[0] += weight * turn_.roll_events[r * events + 2];
            for (auto o = static_cast<std::size_t>(turn_.roll_outcomes[r]);
                 o < static_cast<std::size_t>(turn_.roll_outcomes[r + 1]); ++o) {
                const std::int32_t* const options = batch.option_offsets().data();
                const std::int32_t *option = options + turn_.outcome_options[o], *const last =
                                                                                     options +
                                                                                     turn_.outcome_options[o + 1];
                std::int32_t best = *option;
                // A smaller offset is a larger gain.
                while (++option < last)
                    if (values[*option] > values[best] || (values[*option] == values[best] && *option < best))
                        best = *option;
                const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(row * phases) + best;
                (to < 0 ? landing[0] : weight_[static_cast<std::size_t>(to)]) += weight * turn_.outcome_chance[o];
            }
        }
    }
}

void follow_policy(const TurnTables& turn, const RaceRules& race, const Policy& policy, const std::size_t needed,
                   const std::span<double> landing) {
    const std::size_t phases = turn.phases(), outcomes = turn.outcomes();
    const std::size_t least = race.least_bank(needed), end = std::max(needed, least);
    if (policy.choices.size() < end * outcomes) throw std::invalid_argument("policy: choices are missing");
    const std::size_t rows = policy.takes_wins ? end : turn.totals_of(policy.choices.size());
    std::fill(landing.begin(), landing.end(), 0.0);
    std::vector<double> weight(rows * phases, 0.0);
    weight[0] = 1;
    double& lost = landing[needed];
    for (std::size_t total = 0; total < rows; ++total)
        for (std::size_t q = 0; q < phases; ++q) {
            const double here = weight[total * phases + q];
            if (here == 0) continue;
            const auto r =
                static_cast<std::size_t>(turn.phase_rolls[q]) + (q == 0 && total == 0 ? policy.first_roll : 0);
            if (r >= static_cast<std::size_t>(turn.phase_rolls[q + 1]))
                throw std::invalid_argument("policy: no such roll");
            // A bust, or dice that are used up before a bank is legal.
            const auto busted = [&](const std::size_t t) -> double& {
                return race.keep_on_bust && t > 0 ? landing[left_of(needed, t)] : lost;
            };
            busted(total) += here * turn.roll_events[r * events];
            lost += here * turn.roll_events[r * events + 1];
            landing[0] += here * turn.roll_events[r * events + 2];
            for (auto o = static_cast<std::size_t>(turn.roll_outcomes[r]);
                 o < static_cast<std::size_t>(turn.roll_outcomes[r + 1]); ++o) {
                const auto first = static_cast<std::size_t>(turn.outcome_options[o]),
                           last = static_cast<std::size_t>(turn.outcome_options[o + 1]);
                const double chance = here * turn.outcome_chance[o];
                if (policy.takes_wins && total + turn.most_points(o) >= end) {
                    landing[0] += chance;
                    continue;
                }
                const std::uint16_t choice = policy.choices[total * outcomes + o];
                const std::size_t option = first + choice / 2;
                if (option >= last) throw std::invalid_argument("policy: no such option");
                const std::size_t after = total + static_cast<std::size_t>(turn.option_points[option]);
                const auto phase = static_cast<std::size_t>(turn.option_phase[option]);
                const bool legal = after >= least, no_dice = turn.no_dice(phase);
                if (choice % 2 == 1 && !legal && !no_dice)
                    throw std::invalid_argument("policy: a bank that is not legal");
                if (legal && (choice % 2 == 1 || no_dice))
                    landing[left_of(needed, after)] += chance;
                else if (no_dice)
                    busted(after) += chance;
                else if (after < rows)
                    weight[after * phases + phase] += chance;
                else
                    throw std::invalid_argument("policy: it goes on beyond its choices");
            }
        }
}

}  // namespace jeopardice
