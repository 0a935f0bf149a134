#include "simulation/dice.hpp"

#include <utility>

namespace jeopardice {

PlayedTurn::PlayedTurn(const TurnTables& turn) {
    const auto number = [](size_t of) { return static_cast<std::uint32_t>(of); };
    for (size_t option = 0; option < turn.options(); ++option) {
        const size_t phase = turn.phase_after(option);
        options.push_back({number(turn.points(option)), number(phase),
                           turn.no_dice(phase) ? -1 : static_cast<std::int32_t>(turn.first_roll(phase))});
    }
    for (const size_t richest : turn.richest_options()) {
        const auto all = turn.options_of(outcomes.size());
        outcomes.push_back({number(all.front()), number(richest), options[richest].points, all.size() == 1});
    }
}

Dice::Dice(const TurnTables& turn) {
    for (size_t r = 0; r < turn.rolls(); ++r) {
        std::vector<std::pair<double, std::int32_t>> results;
        for (size_t e = 0; e < events; ++e)
            if (const double chance = turn.roll_events[r * events + e]; chance > 0)
                results.emplace_back(chance, -1 - static_cast<std::int32_t>(e));
        for (const size_t o : turn.outcomes_of(r))
            results.emplace_back(turn.outcome_chance[o], static_cast<std::int32_t>(o));
        // Vose's method: faces with too little are filled up by faces with too much.
        const size_t count = results.size(), base = faces_.size();
        rolls_.push_back({base, count});
        std::vector<double> share(count);
        std::vector<size_t> little, much;
        for (size_t k = 0; k < count; ++k) {
            share[k] = results[k].first * static_cast<double>(count);
            faces_.push_back({std::uint64_t{1} << 32, results[k].second, results[k].second});
            (share[k] < 1 ? little : much).push_back(k);
        }
        while (!little.empty() && !much.empty()) {
            const size_t small = little.back(), large = much.back();
            little.pop_back();
            faces_[base + small].share = static_cast<std::uint64_t>(share[small] * 4294967296.0);
            faces_[base + small].alias = results[large].second;
            share[large] -= 1 - share[small];
            if (share[large] < 1) {
                much.pop_back();
                little.push_back(large);
            }
        }
    }
}

}  // namespace jeopardice
