// What a turn outcome distribution is worth, where the values of its ends are known.
#pragma once

#include "evaluation/turn_outcomes.hpp"

namespace jeopardice {

// A distribution as its mover needs `needs` units: totals short of the goal, and from it on. `loses`: whether
// everything banked can be lost, which is a bust otherwise.
struct TurnChances {
    const double *banks = nullptr, *kept = nullptr;  // from the total `least` on; of busts that keep 1, 2, … units
    size_t least = 0, below = 0, beyond = 0;         // the numbers of totals
    size_t kept_below = 0, kept_beyond = 0;
    double reached = 0;  // the chance of all totals from the goal on
    double won = 0, bust = 0, lost = 0;

    TurnChances() = default;
    TurnChances(const TurnOutcomes& turn, size_t needs, bool loses, bool keeps) : won(turn.won), lost(turn.lost) {
        size_t end = std::max<size_t>(1, turn.banks.size());
        while (end > 1 && turn.banks[end - 1] == 0) --end;
        least = 1;
        while (least < std::min(needs, end) && turn.banks[least] == 0) ++least;
        below = std::max(least, std::min(needs, end)) - least;
        beyond = end - least - below;
        banks = turn.banks.data() + least;
        for (size_t k = below; k < below + beyond; ++k) reached += banks[k];
        bust = turn.busts.empty() ? 0 : turn.busts[0];
        if (keeps && turn.busts.size() > 1) {
            kept = turn.busts.data() + 1;
            kept_below = std::min(needs, turn.busts.size()) - 1;
            kept_beyond = turn.busts.size() - 1 - kept_below;
            for (size_t k = kept_below; k < kept_below + kept_beyond; ++k) reached += kept[k];
        }
        if (!loses) bust += std::exchange(lost, 0.0);
    }
};

// The values of the ends of a turn to one of the players.
struct EndsAhead {
    const double *banked = nullptr, *kept = nullptr;  // by the total, short of the goal
    const double* past = nullptr;                     // by the units past the goal; null: that wins
    double win = 0, bust = 0, lost = 0;

    [[nodiscard]] double value(const Kernel& kernel, const TurnChances& turn) const {
        double sum = turn.won * win + turn.bust * bust + turn.lost * lost +
                     kernel.dot(turn.banks, banked + turn.least, turn.below);
        if (turn.kept) sum += kernel.dot(turn.kept, kept + 1, turn.kept_below);
        if (!past) return sum + turn.reached * win;
        if (turn.kept) sum += kernel.dot(turn.kept + turn.kept_below, past, turn.kept_beyond);
        return sum + kernel.dot(turn.banks + turn.below, past, turn.beyond);
    }
};

}  // namespace jeopardice
