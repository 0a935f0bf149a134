// One turn by chance, whoever decides.
#pragma once

#include "simulation/simulate.hpp"

namespace jeopardice {

struct Decision {
    std::size_t option;
    bool banks;
};

// `first_roll` says how to begin and `decide(total, outcome)` what to keep and whether to bank; the units left
// afterwards.
std::size_t play_turn(const TurnTables& turn, const RaceRules& race, const Dice& dice, const std::size_t needed,
                      Random& random, const std::size_t first_roll, const auto& decide) {
    const std::size_t least = race.least_bank(needed);
    std::size_t total = 0, roll = first_roll;
    const auto busted = [&] { return race.keep_on_bust && total > 0 ? left_of(needed, total) : needed; };
    for (;;) {
        const std::int32_t result = dice.roll(roll, random);
        if (result < 0) return result == -1 ? busted() : result == -2 ? needed : 0;
        const auto [option, banks] = decide(total, static_cast<std::size_t>(result));
        total += static_cast<std::size_t>(turn.option_points[option]);
        const auto phase = static_cast<std::size_t>(turn.option_phase[option]);
        if (banks && total >= least) return left_of(needed, total);
        if (turn.no_dice(phase)) return total >= least ? left_of(needed, total) : busted();
        roll = static_cast<std::size_t>(turn.phase_rolls[phase]);
    }
}

// Best play by the values of a turn; ties are settled as by a Follower. The roll to begin with, by what each is worth:
std::size_t best_first_roll(const TurnTables& turn, const auto& value_of) {
    std::size_t best = 0;
    for (std::size_t r = 1; r < static_cast<std::size_t>(turn.phase_rolls[1]); ++r)
        if (value_of(r) > value_of(best) ||
            (value_of(r) == value_of(best) && turn.roll_events[r * events] < turn.roll_events[best * events]))
            best = r;
    return best;
}

// What to do with an outcome, by `value(phase, total)` and whether a state of that value is best banked.
Decision best_decision(const TurnTables& turn, const std::size_t total, const std::size_t outcome, const auto& value,
                       const auto& is_banked) {
    const auto last = static_cast<std::size_t>(turn.outcome_options[outcome + 1]);
    std::size_t best = 0;
    double most = VisitBatch::illegal;
    std::int32_t points = 0;
    for (auto option = static_cast<std::size_t>(turn.outcome_options[outcome]); option < last; ++option) {
        const auto after = total + static_cast<std::size_t>(turn.option_points[option]);
        const double worth = value(static_cast<std::size_t>(turn.option_phase[option]), after);
        if (worth < most || (worth == most && turn.option_points[option] <= points)) continue;
        most = worth;
        best = option;
        points = turn.option_points[option];
    }
    return {best, is_banked(total + static_cast<std::size_t>(points), most)};
}

}  // namespace jeopardice
