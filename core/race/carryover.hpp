// Carryover: what rules remember between turns besides the scores (busts in a row, the total to beat, who began the
// round), as a small finite machine. A *carry* is the index of a carryover state; a race begins with carry 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "race/rules.hpp"

namespace jeopardice {

// A carryover state from the mover's point of view.
struct CarryoverState {
    size_t least = 0;         // a bank needs at least this
    size_t banked = 0;        // the carry after a bank of one unit …
    size_t step = 0;          // … and by how much it increases with every unit more
    size_t busted = 0;        // the carry after a bust
    bool penalized = false;   // that bust costs the penalty
    size_t last_turns = 0;    // the number of other players who have a last turn when the mover reaches the goal
    size_t equivalent = 0;    // the carry that has the same values if there were no penalties
    double below_floor = -1;  // a penalty that leads below the lowest score: its value to the next player, or below 0
    size_t offers = 0;        // the first carry, of those with their own offers, with the same stolen turns
};

enum class Steal : std::uint8_t { never, after_bank, after_bust };

struct Carryover {
    std::vector<CarryoverState> states = {{}};
    bool loses = false;          // a roll may lose the banked score
    bool beat_previous = false;  // a bank must exceed the previous one: `least` of a state is one more than that
    bool ties_split = false;     // equal scores after a last turn share the win
    Steal steal = Steal::never;  // when the next player may take over the turn instead of beginning one
    size_t offered = 1;          // the number of states, the first ones, that have their own offers

    // The units needed after a bust, or after everything banked is lost.
    [[nodiscard]] size_t after_bust(const RaceRules& race, size_t units, size_t carry) const {
        if (!states[carry].penalized) return units;
        return static_cast<size_t>(race.after_penalty(static_cast<std::ptrdiff_t>(units)));
    }
    // Whether any bust costs the penalty, and whether scores can decrease in any way.
    [[nodiscard]] bool has_penalized_busts() const {
        return std::any_of(states.begin(), states.end(), [](const CarryoverState& state) { return state.penalized; });
    }
    [[nodiscard]] bool scores_can_decrease(const RaceRules& race) const {
        return loses || (race.penalty > 0 && has_penalized_busts());
    }

    // Throws std::invalid_argument unless every state leads to states.
    void check(const RaceRules& race) const {
        const auto need = [](bool holds) {
            if (!holds) throw std::invalid_argument("carryover: a state leads out of the race");
        };
        need(!states.empty() && race.needed >= 1 && race.lowest >= race.needed &&
             race.floor <= static_cast<std::ptrdiff_t>(race.lowest));
        for (const CarryoverState& state : states) {
            need(state.banked < states.size() && state.busted < states.size() && state.equivalent < states.size());
            need(state.offers < offered && offered <= states.size());
            need(state.step == 0 ||
                 (race.lowest < 2 ? 0 : race.lowest - 2) * state.step + state.banked < states.size());
        }
    }
};

}  // namespace jeopardice
