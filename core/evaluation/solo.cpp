#include "evaluation/solo.hpp"

#include <stdexcept>

#include "race/state_layout.hpp"

namespace jeopardice {

std::vector<double> solo_transitions(const Table& table, Seat& seat) {
    if (table.players() != 1) throw std::invalid_argument("games: this is for one player");
    const StateLayout layout(table);
    const size_t size = layout.size(), n = table.race().lowest;
    const OutcomeLayout phases = outcome_layout(table);
    std::vector<Position> at;
    for (size_t state = 0; state < size; ++state) {
        at.push_back({.carry = state / n});
        at.back().needs[0] = static_cast<std::ptrdiff_t>(state % n) + 1;
    }
    const auto found = seat.outcomes(at);
    std::vector<double> chances(size * (size + 1), 0.0);
    for (size_t state = 0; state < size; ++state) {
        double* const row = &chances[state * (size + 1)];
        const auto add = [&](const TurnEnd& end, double chance) {
            if (chance == 0) return;
            const AfterTurn after = table.after(at[state], end);
            row[after.over ? size : layout.place(after.next)] += chance;
        };
        const TurnOutcomes& turn = *found[state];
        for (size_t t = 0; t < turn.banks.size(); ++t) add({Ending::bank, 0, t / phases.bank_phases}, turn.banks[t]);
        for (size_t t = 0; t < turn.busts.size(); ++t) add({Ending::bust, 0, t / phases.bust_phases}, turn.busts[t]);
        add({Ending::lost, 0, 0}, turn.lost);
        add({Ending::win, 0, 0}, turn.won);
    }
    return chances;
}

}  // namespace jeopardice
