// One simulated turn.
#pragma once

#include <limits>

#include "race/rules.hpp"
#include "simulation/dice.hpp"

namespace jeopardice {

struct Decision {
    size_t option;
    bool banks;
};

// Policies of a player, and which of them is played: which[(i - 1) * n + j - 1] by one who needs i against j, or
// which[i - 1] where the other player does not matter. Choices: see Policy.
struct Policies {
    std::span<const std::uint16_t> choices;
    std::span<const std::int32_t> first_rolls, which;
    bool takes_wins;

    [[nodiscard]] size_t size() const { return choices.size() / first_rolls.size(); }
    [[nodiscard]] size_t at(size_t i, size_t j, size_t n) const {
        return static_cast<size_t>(which[which.size() == n ? i - 1 : (i - 1) * n + j - 1]);
    }
};

// Plays a turn: `first_roll` is the first roll and `decide(total, outcome)` the decision after each roll. Returns the
// units left after the turn.
size_t play_turn(const TurnTables& turn, const RaceRules& race, const Dice& dice, size_t needed, Random& random,
                 size_t first_roll, const auto& decide) {
    const size_t least = race.least_bank(needed);
    size_t total = 0, roll = first_roll;
    const auto busted = [&] { return race.keep_on_bust && total > 0 ? left_of(needed, total) : needed; };
    for (;;) {
        const std::int32_t result = dice.roll(roll, random);
        if (result < 0) return result == -1 ? busted() : result == -2 ? needed : 0;
        const auto [option, banks] = decide(total, static_cast<size_t>(result));
        total += turn.points(option);
        const size_t phase = turn.phase_after(option);
        if (banks && total >= least) return left_of(needed, total);
        if (turn.no_dice(phase)) return total >= least ? left_of(needed, total) : busted();
        roll = turn.first_roll(phase);
    }
}

// Best play, with ties as in BestTurnDistribution. The first roll, by the value of each:
size_t best_first_roll(const TurnTables& turn, const auto& value_of) {
    size_t best = 0;
    for (const size_t r : turn.rolls_of(0))
        if (value_of(r) > value_of(best) ||
            (value_of(r) == value_of(best) && turn.roll_events[r * events] < turn.roll_events[best * events]))
            best = r;
    return best;
}

struct BestOption {
    size_t option = 0;
    double value = -std::numeric_limits<double>::infinity();
};

// The best option of an outcome, by value(phase, total).
BestOption best_option(const TurnTables& turn, size_t total, size_t outcome, const auto& value) {
    BestOption best;
    size_t points = 0;
    for (const size_t option : turn.options_of(outcome)) {
        const double worth = value(turn.phase_after(option), total + turn.points(option));
        if (worth < best.value || (worth == best.value && turn.points(option) <= points)) continue;
        best = {option, worth};
        points = turn.points(option);
    }
    return best;
}

}  // namespace jeopardice
