#include "race/far_values.hpp"

#include <algorithm>
#include <cmath>

#include "race/turn_batch.hpp"

namespace jeopardice {

std::vector<TurnValue> far_values(const TurnTables& turn, const TurnEnds& ends, bool loses, double win) {
    constexpr int most_rounds = 10'000;
    constexpr double close_enough = 1e-16;
    std::vector<TurnValue> found(turn.phases());
    std::vector<bool> rolls(turn.phases());
    for (size_t q = 0; q < found.size(); ++q) found[q] = {ends.bank(q), 0};
    double change = 1;
    for (int round = 0; round < most_rounds && change > close_enough; ++round) {
        change = 0;
        for (size_t q = 0; q < found.size(); ++q)
            for (const size_t r : turn.rolls_of(q)) {
                const double* const chances = &turn.roll_events[r * events];
                double value = chances[0] * ends.bust(q) + chances[1] * ends.lost(q) + chances[2] * win;
                double slope = (ends.keeps() ? 0 : chances[0]) + (loses ? 0 : chances[1]);
                for (const size_t o : turn.outcomes_of(r)) {
                    TurnValue best{TurnBatch::illegal, 0};
                    for (const size_t option : turn.options_of(o))
                        if (const TurnValue& then = found[turn.phase_after(option)]; then.value > best.value)
                            best = then;
                    value += turn.outcome_chance[o] * best.value;
                    slope += turn.outcome_chance[o] * best.slope;
                }
                if (value < found[q].value || (value == found[q].value && !rolls[q])) continue;
                change = std::max({change, value - found[q].value, std::abs(slope - found[q].slope)});
                found[q] = {value, slope};
                rolls[q] = true;
            }
    }
    return found;
}

// Numbers v <= T v, or v >= T v, for one more decision T.
std::vector<double> far_bounds(const TurnTables& turn, const TurnEnds& ends, double win, bool above) {
    constexpr int most_rounds = 200;
    constexpr double close_enough = 1e-16, most_slack = 1e-6;
    const auto decide = [&](const std::vector<double>& after, double slack) {
        std::vector<double> values(turn.phases());
        for (size_t q = 0; q < values.size(); ++q) {
            double& value = values[q] = turn.no_dice(q) ? ends.no_dice() : TurnBatch::illegal;
            if (turn.banking[q] != never_banks) value = std::max(value, ends.bank(q));
            if (turn.banking[q] == must_bank) continue;
            for (const size_t r : turn.rolls_of(q)) {
                const double* const chances = &turn.roll_events[r * events];
                double sum = chances[0] * ends.bust(q) + chances[1] * ends.lost(q) + chances[2] * win;
                for (const size_t o : turn.outcomes_of(r)) {
                    double best = TurnBatch::illegal;
                    for (const size_t option : turn.options_of(o))
                        best = std::max(best, after[turn.phase_after(option)]);
                    sum += turn.outcome_chance[o] * std::min(1.0, best + slack);
                }
                value = std::max(value, sum);
            }
        }
        return values;
    };
    // From nothing upwards: to decide is worth at least that.
    std::vector<double> values(turn.phases(), 0.0);
    double change = 1;
    for (int round = 0; round < most_rounds && change > close_enough; ++round) {
        std::vector<double> now = decide(values, 0);
        change = 0;
        for (size_t q = 0; q < now.size(); ++q) change = std::max(change, now[q] - values[q]);
        values.swap(now);
    }
    if (!above) return values;
    for (double slack = 0; slack < most_slack; slack = std::max(close_enough, 4 * slack)) {
        const std::vector<double> now = decide(values, slack);
        bool holds = true;
        for (size_t q = 0; q < now.size(); ++q) holds = holds && now[q] <= std::min(1.0, values[q] + slack);
        if (!holds) continue;
        for (double& value : values) value = std::min(1.0, value + slack);
        return values;
    }
    return std::vector<double>(turn.phases(), 1.0);
}

}  // namespace jeopardice
