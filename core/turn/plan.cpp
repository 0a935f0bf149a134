#include "turn/plan.hpp"

#include <algorithm>
#include <map>

namespace jeopardice {

namespace {

constexpr size_t none = ~size_t{0};
using Options = std::vector<std::int32_t>;  // the places of their values, in increasing order

// For each outcome the one that it continues: a subset with one or two options less, which no other outcome continues.
// Large outcomes choose first.
std::vector<size_t> continued(std::span<const Options> outcomes) {
    std::map<Options, size_t> free;
    for (size_t o = 0; o < outcomes.size(); ++o) free[outcomes[o]] = o;
    std::vector<size_t> order(outcomes.size()), found(outcomes.size(), none);
    for (size_t o = 0; o < order.size(); ++o) order[o] = o;
    std::ranges::stable_sort(order, std::greater{}, [&](size_t o) { return outcomes[o].size(); });
    for (const size_t fewer : {size_t{1}, size_t{2}})
        for (const size_t o : order) {
            const Options& all = outcomes[o];
            if (found[o] != none || all.size() <= fewer) continue;
            for (size_t a = 0; a < all.size() && found[o] == none; ++a)
                for (size_t b = fewer == 1 ? a : a + 1; b < (fewer == 1 ? a + 1 : all.size()); ++b) {
                    Options part;
                    for (size_t k = 0; k < all.size(); ++k)
                        if (k != a && k != b) part.push_back(all[k]);
                    const auto at = free.find(part);
                    if (at == free.end()) continue;
                    found[o] = at->second;
                    free.erase(at);
                    break;
                }
        }
    return found;
}

}  // namespace

TurnPlan::TurnPlan(const TurnTables& turn, bool shared) {
    const std::vector<std::int32_t> offsets = turn.option_offsets();
    for (size_t roll = 0; roll < turn.rolls(); ++roll) {
        const size_t first = static_cast<size_t>(turn.roll_outcomes[roll]);
        std::vector<Options> options;
        for (const size_t outcome : turn.outcomes_of(roll)) {
            options.emplace_back();
            for (const size_t option : turn.options_of(outcome)) options.back().push_back(offsets[option]);
            if (shared) std::ranges::sort(options.back());
        }
        const std::vector<size_t> before = shared ? continued(options) : std::vector<size_t>(options.size(), none);
        std::vector<bool> is_continued(options.size());
        for (const size_t o : before)
            if (o != none) is_continued[o] = true;
        std::vector<std::vector<size_t>> chains;
        for (size_t o = 0; o < options.size(); ++o) {
            if (is_continued[o]) continue;
            chains.emplace_back();
            for (size_t at = o; at != none; at = before[at]) chains.back().push_back(at);
            std::ranges::reverse(chains.back());
        }
        // Chains of the same form follow each other, so that the processor can predict the loops over them.
        const auto form = [&](const std::vector<size_t>& chain) {
            std::vector<size_t> sizes;
            for (const size_t o : chain) sizes.push_back(options[o].size());
            return sizes;
        };
        std::ranges::stable_sort(chains, {}, form);
        const std::vector<size_t> single{1};
        roll_single_.push_back(static_cast<size_t>(std::ranges::count(chains, single, form)));
        for (const auto& chain : chains)
            for (size_t k = 0; k < chain.size(); ++k) {
                const Options& all = options[chain[k]];
                const size_t old = k > 0 ? options[chain[k - 1]].size() : 0;
                if (k == 0)
                    offsets_.insert(offsets_.end(), all.begin(), all.end());
                else
                    std::ranges::set_difference(all, options[chain[k - 1]], std::back_inserter(offsets_));
                links_.push_back({turn.outcome_chance[first + chain[k]],
                                  static_cast<std::int32_t>(all.size() - (k > 0 ? old : 1)), k == 0});
            }
        roll_links_.push_back(links_.size());
        roll_offsets_.push_back(offsets_.size());
    }
}

}  // namespace jeopardice
