// Turn problems whose ends are given by a function: see race/end_values.hpp.
#include "race/end_values.hpp"

#include <algorithm>
#include <cmath>

#include "race/turn_batch.hpp"

namespace jeopardice {

namespace {

// What an end or a phase is worth: to the mover, its derivative by the value of a bust, and to the other players.
using Worth = std::vector<double>;

// The worth of each phase at a total so large that only the phase matters: the best of banking and of rolling on until
// an event. `end(way, q)` is the worth of a bank (way 3) or of an event.
std::vector<Worth> far_worth(const TurnTables& turn, const auto& end) {
    constexpr int most_rounds = 10'000;
    constexpr double close_enough = 1e-13;  // hardly any turn gets there
    std::vector<Worth> found;
    std::vector<bool> banks;
    for (size_t q = 0; q < turn.phases(); ++q) {
        found.push_back(end(3, q));
        banks.push_back(turn.no_dice(q) || turn.banking[q] != never_banks);
        if (!banks[q]) std::fill(found[q].begin(), found[q].end(), 0.0);
    }
    double change = 1;
    for (int round = 0; round < most_rounds && change > close_enough; ++round) {
        change = 0;
        for (size_t q = 0; q < found.size(); ++q)
            for (const size_t r : turn.rolls_of(q)) {
                if (turn.banking[q] == must_bank) break;
                Worth rolls(found[q].size());
                const auto add = [&](double chance, const Worth& worth) {
                    for (size_t c = 0; c < rolls.size(); ++c) rolls[c] += chance * worth[c];
                };
                for (size_t e = 0; e < events; ++e)
                    if (turn.roll_events[r * events + e] > 0) add(turn.roll_events[r * events + e], end(e, q));
                for (const size_t o : turn.outcomes_of(r)) {
                    const Worth* best = nullptr;
                    for (const size_t option : turn.options_of(o))
                        if (const Worth& then = found[turn.phase_after(option)]; !best || then[0] > (*best)[0])
                            best = &then;
                    add(turn.outcome_chance[o], *best);
                }
                if (banks[q] && rolls[0] <= found[q][0]) continue;
                for (size_t c = 0; c < rolls.size(); ++c) change = std::max(change, std::abs(rolls[c] - found[q][c]));
                found[q] = std::move(rolls);
                banks[q] = false;
            }
    }
    return found;
}

}  // namespace

// Every phase has its own ends. Rows before the start of the turn have no total and do not matter.
void TurnBatch::fill_ends(const TurnProblem& v, size_t lane) {
    const size_t lanes = kernel_.lanes, phases = turn_.phases(), start = this->start(v), least = least_bank(v);
    const size_t own_and_others = 1 + others_;
    std::vector<double> worth(own_and_others);
    const auto store_bank = [&](size_t at, bool legal) {
        bank_[at] = legal ? worth[0] : illegal;
        for (size_t c = 0; c < others_; ++c) other_banks_[c * bank_.size() + at] = legal ? worth[c + 1] : 0;
    };
    const auto settle = [&](size_t at, Ended how, size_t total, size_t q) {
        const bool known = v.ends->write(how, total, q, worth);
        if (!known) {
            worth.assign(own_and_others, 0.0);
            worth[0] = v.stays;
        }
        settled_[at] = worth[0];
        settled_slopes_[at] = known ? 0 : 1;
        for (size_t c = 0; c < others_; ++c) other_settled_[c * settled_.size() + at] = worth[c + 1];
    };
    constexpr Ended ways[events] = {Ended::bust, Ended::lost, Ended::win};
    for (size_t row = 0; row < steps_; ++row) {
        const size_t total = start - std::min(row, start);
        const bool legal = total > 0 && total >= least;
        for (size_t q = 0; q < phases; ++q) {
            const size_t bank_at = (row * phases + q) * lanes + lane;
            const size_t settled_at = (row * phases + q) * settles * lanes + lane;
            if (legal) v.ends->write(Ended::bank, total, q, worth);
            store_bank(bank_at, legal);
            if (turn_.no_dice(q)) settle(settled_at + events * lanes, legal ? Ended::bank : Ended::bust, total, q);
            for (size_t e = 0; e < events; ++e)
                if (phase_events_[q * events + e]) settle(settled_at + e * lanes, ways[e], total, q);
        }
    }
    // Beyond the rows. A bank is legal there.
    const auto far = far_worth(turn_, [&](size_t way, size_t q) {
        Worth found(1 + own_and_others);
        const bool known = v.ends->write(way == 3 ? Ended::bank : ways[way], start, q, worth);
        found[0] = known ? worth[0] : v.stays;
        found[1] = known ? 0 : 1;
        for (size_t c = 0; c < others_; ++c) found[c + 2] = known ? worth[c + 1] : 0;
        return found;
    });
    for (size_t i = 0; i < reach_ * phases; ++i)
        for (size_t c = 0; c < far[0].size(); ++c) rows_[c * rows_size() + i * lanes + lane] = far[i % phases][c];
}

}  // namespace jeopardice
