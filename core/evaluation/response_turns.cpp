#include "evaluation/response_turns.hpp"

#include <algorithm>

namespace jeopardice {

void ResponseTurns::follow(ResponseState& state, std::optional<double> stays) const {
    const TurnOutcomes& turn = *state.outcomes;
    const auto chance_after = [&](const TurnEnd& end) { return chances_.chance_after(state.at, state.mover, end); };
    state.f = state.slope = 0;
    for (size_t k = 0; k < turn.busts.size(); ++k) {
        const size_t total = k / phases_.bust_phases;
        if (turn.busts[k] == 0) continue;
        if (stays && (total == 0 || !table_.race().keep_on_bust))
            state.slope += turn.busts[k];
        else
            state.f += turn.busts[k] * chance_after({Ending::bust, k % phases_.bust_phases, total});
    }
    if (state.slope != 0) state.f += state.slope * *stays;
    if (turn.lost != 0) state.f += turn.lost * chance_after({Ending::lost, 0, 0});
    const CarryoverState& from = table_.carryover().states[state.at.carry];
    size_t k = phases_.bank_phases;
    if (steal_ != Steal::after_bank) {
        const size_t needs = state.at.mine(), step = from.step * layout_.stride();
        const double* const then = banked(state.at, from.banked, after(state.mover));
        for (; k < std::min(needs, turn.banks.size()); ++k)
            state.f += turn.banks[k] * then[needs - k - 1 + (k - 1) * step];
        if (from.last_turns == 0) return;
    }
    for (; k < turn.banks.size(); ++k)
        if (turn.banks[k] != 0)
            state.f += turn.banks[k] * chance_after({Ending::bank, k % phases_.bank_phases, k / phases_.bank_phases});
}

const double* ResponseTurns::banked(const Position& at, size_t carry, size_t mover) const {
    Position then;
    const size_t players = table_.players();
    for (size_t p = 1; p < players; ++p) then.needs[p - 1] = at.needs[p];
    then.needs[players - 1] = 1;
    then.carry = carry;
    return chances_.values[mover].data() + layout_.place(then);
}

TurnProblem ResponseTurns::problem(const Position& at, bool knows_busts) {
    const RaceRules& race = table_.race();
    const Carryover& carryover = table_.carryover();
    const CarryoverState& from = carryover.states[at.carry];
    const size_t mover = after(0), units = at.mine();
    const size_t left = carryover.after_bust(race, units, at.carry);
    const size_t lost = carryover.after_bust(race, race.needed, at.carry);
    const double* const busted = banked(at, from.busted, mover);
    if (steal_ != Steal::never || (from.last_turns > 0 && rolls_on_))
        return chances_.problem(at, ends_.emplace_back(chances_, at, knows_busts), busted[left - 1]);
    TurnProblem turn{.needed = units,
                     .after = banked(at, from.banked, mover),
                     .stays = busted[left - 1],
                     .least = table_.least(at),
                     .step = static_cast<std::ptrdiff_t>(from.step * layout_.stride()),
                     .kept = busted,
                     .penalized = from.penalized,
                     .loses = carryover.loses && lost != left,
                     .lost = busted[lost - 1]};
    if (from.last_turns > 0) set_reached(turn, at);
    return turn;
}

void ResponseTurns::set_reached(TurnProblem& turn, const Position& at) {
    // In the first row a bank must be legal, because its value holds for all larger totals.
    const size_t past = std::max({past_, size_t{1}, turn.least + 1 - std::min(at.mine(), turn.least + 1)});
    Reached& reached =
        is_reached_alike() ? alike_[{static_cast<size_t>(at.needs[1]), at.carry, past}] : reached_.emplace_back();
    auto& [banks, kept, known] = reached;
    if (banks.empty()) {
        for (size_t e = 0; e < past; ++e) {
            banks.push_back(chances_.chance_after(at, 0, {Ending::bank, 0, at.mine() + e}));
            if (table_.race().keep_on_bust) kept.push_back(kept_value(at, e));
        }
        known.assign(table_.turn().reach() * table_.turn().phases(), banks.back());
    }
    turn.past = past;
    turn.reached = banks.data();
    if (!kept.empty()) turn.reached_kept = kept.data();
    turn.reached_step = 1;
    turn.reached_size = past;
    turn.known = known.data();
}

double ResponseTurns::kept_value(const Position& at, size_t past) {
    Position then;
    for (size_t p = 1; p < table_.players(); ++p) then.needs[p - 1] = at.needs[p];
    then.needs[table_.players() - 1] = -static_cast<std::ptrdiff_t>(past);
    then.turns = table_.carryover().states[at.carry].last_turns;
    then.carry = table_.carryover().states[at.carry].busted;
    return chances_.chance(then, 1);
}

}  // namespace jeopardice
