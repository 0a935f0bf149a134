// The chance to bust under best play, from solved values, and a bound on the rounding errors of the values. Ties go to
// the smaller chance: "bank at 20" where 20 and 21 have the same value.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "turn/turn.hpp"

namespace jeopardice {

namespace {

constexpr double illegal = -std::numeric_limits<double>::infinity();

// An action. The better of two has more value or, in a tie, less chance to bust. The error of a maximum is at most the
// largest error of any action.
struct ActionValue {
    double value = illegal, bust = 1, error = 0;

    void improve(const ActionValue& other, double tie) {
        const double margin = tie * std::max(1.0, std::abs(other.value));
        const bool better = value == illegal || other.value > value + margin;
        if (better || (other.value >= value - margin && other.bust < bust)) {
            value = other.value;
            bust = other.bust;
        }
        error = std::max(error, other.error);
    }
};

}  // namespace

BustChances bust_chances(const TurnTables& turn, const SolvedTurn& solved, double tie) {
    const auto [steps, known, bank, settled, values, known_bust, known_error, stuck] = solved;
    const size_t phases = turn.phases(), reach = turn.reach();
    // One bank and one set of settled values for all phases, or one for each.
    const size_t banks = bank.size() == steps ? 1 : phases;
    const size_t ends = settled.size() == steps * settles ? 1 : phases;
    if (known.size() != reach * phases || bank.size() != steps * banks || settled.size() != steps * ends * settles ||
        values.size() != steps * phases || known_bust.size() != known.size() || known_error.size() != known.size() ||
        stuck.size() != steps)
        throw std::invalid_argument("bust chances: arrays of the wrong size");
    BustChances found{std::vector<double>(steps * phases), std::vector<double>(steps * phases)};
    // The rounding of a sum of m products of rounded factors is at most (m + 2) units of 2^-53 of their sizes, to first
    // order; a factor of 1.01 covers the higher orders for any m below 10^13.
    constexpr double unit_roundoff = 1.01 * std::numeric_limits<double>::epsilon() / 2;

    for (size_t step = 0; step < steps; ++step) {
        const auto value_of = [&](size_t option) -> ActionValue {
            const size_t q = turn.phase_after(option), points = turn.points(option);
            if (points > step) {
                const size_t at = (reach + step - points) * phases + q;
                return {known[at], known_bust[at], known_error[at]};
            }
            const size_t at = (step - points) * phases + q;
            return {values[at], found.bust[at], found.error[at]};
        };
        for (size_t q = 0; q < phases; ++q) {
            const size_t at = step * phases + q;
            const double* const settle = &settled[(ends == 1 ? step : at) * settles];
            const double banked = bank[banks == 1 ? step : at];
            if (turn.no_dice(q)) {
                found.bust[at] = stuck[step];
                continue;
            }
            ActionValue best;
            for (const size_t roll : turn.rolls_of(q)) {
                const double* const chance = &turn.roll_events[roll * events];
                ActionValue made{0, chance[0] + chance[1], 0};
                double size = 0;  // the sum of the absolute terms
                const auto add = [&](double term) {
                    made.value += term;
                    size += std::abs(term);
                };
                for (size_t e = 0; e < events; ++e) add(chance[e] * settle[e]);
                for (const size_t outcome : turn.outcomes_of(roll)) {
                    ActionValue option;
                    for (const size_t i : turn.options_of(outcome)) option.improve(value_of(i), tie);
                    add(turn.outcome_chance[outcome] * option.value);
                    made.bust += turn.outcome_chance[outcome] * option.bust;
                    made.error += turn.outcome_chance[outcome] * option.error;
                }
                const size_t terms = turn.outcomes_of(roll).size() + events;
                made.error += size * static_cast<double>(terms + 2) * unit_roundoff;
                best.improve(made, tie);
            }
            if (turn.banking[q] != never_banks && banked != illegal) {
                if (turn.banking[q] == must_bank) best = {};
                best.improve({banked, 0, 0}, tie);
            }
            found.bust[at] = best.bust;
            found.error[at] = best.error;
        }
    }
    return found;
}

}  // namespace jeopardice
