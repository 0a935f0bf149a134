// One turn by chance, whoever decides.
#pragma once

#include "simulate.hpp"

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

}  // namespace jeopardice
