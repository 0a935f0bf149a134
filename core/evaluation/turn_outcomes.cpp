#include "evaluation/turn_outcomes.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

namespace {

constexpr double negligible_stolen = 1e-21;  // weights of states in turns that are stolen, which are not followed

void add_at(std::vector<double>& numbers, size_t place, double more) {
    if (numbers.size() <= place) numbers.resize(place + 1);
    numbers[place] += more;
}

}  // namespace

void TurnOutcomes::clear() {
    banks.clear();
    busts.clear();
    lost = won = 0;
}

void TurnOutcomes::add(const TurnOutcomes& other, double share) {
    const auto join = [&](std::vector<double>& to, const std::vector<double>& from) {
        if (to.size() < from.size()) to.resize(from.size());
        for (size_t k = 0; k < from.size(); ++k) to[k] += share * from[k];
    };
    join(banks, other.banks);
    join(busts, other.busts);
    lost += share * other.lost;
    won += share * other.won;
}

void TurnOutcomes::add(const Table& table, const TurnEnd& end, double chance) {
    const auto [bank_phases, bust_phases, busts_apart] = outcome_layout(table);
    if (end.how == Ending::bank) add_at(banks, end.total * bank_phases + end.phase % bank_phases, chance);
    if (end.how == Ending::bust)
        add_at(busts, (busts_apart ? end.total : 0) * bust_phases + end.phase % bust_phases, chance);
    if (end.how == Ending::lost) lost += chance;
    if (end.how == Ending::win) won += chance;
}

OutcomeLayout outcome_layout(const Table& table) {
    const Steal steal = table.carryover().steal;
    const size_t phases = table.turn().phases();
    return {steal == Steal::after_bank ? phases : 1, steal == Steal::after_bust ? phases : 1,
            table.race().keep_on_bust || steal == Steal::after_bust};
}

TurnFollower::TurnFollower(const Table& table, const Kernel& kernel)
    : table_(table),
      kernel_(kernel),
      layout_(outcome_layout(table)),
      in_order_(table.losers_decide()),
      offsets_(table.turn().option_offsets()),
      lost_(kernel.lanes),
      won_(kernel.lanes) {
    for (size_t o = 0; o < table.turn().outcomes() && !in_order_; ++o) {
        const auto options = table.turn().options_of(o);
        const auto at = [&](size_t option) { return offsets_.begin() + static_cast<std::ptrdiff_t>(option); };
        std::sort(at(options.front()), at(options.back() + 1));
    }
}

void TurnFollower::follow(const TurnBatch& batch, std::span<const TurnProblem> problems,
                          std::span<const Start> starts) {
    const size_t lanes = kernel_.lanes, phases = table_.turn().phases();
    weights_.assign((batch.reach() + batch.steps()) * phases * lanes, 0.0);
    busted_.assign((layout_.busts_apart ? batch.steps() * phases : 1) * lanes, 0.0);
    lost_.assign(lanes, 0.0);
    won_.assign(lanes, 0.0);
    const bool any_stolen = std::ranges::any_of(starts, [](const Start& start) { return start.total > 0; });
    rolling_.assign(any_stolen ? weights_.size() : 0, 0.0);
    for (const auto& [lane, phase, total, weight] : starts) {
        const size_t row = batch.reach() + batch.start(problems[lane]) - total;
        (total > 0 ? rolling_ : weights_)[(row * phases + phase) * lanes + lane] += weight;
    }
    kernel_.follow(
        table_.turn(), offsets_.data(), batch.reach(), batch.lanes(),
        {weights_.data(), busted_.data(), layout_.busts_apart ? size_t{1} : 0, lost_.data(), won_.data(),
         any_stolen ? negligible_stolen : FollowedLanes{}.negligible, any_stolen ? rolling_.data() : nullptr});
}

void TurnFollower::add_outcomes(const TurnBatch& batch, const TurnProblem& problem, size_t lane,
                                TurnOutcomes& found) const {
    const TurnTables& turn = table_.turn();
    const size_t lanes = kernel_.lanes, phases = turn.phases(), reach = batch.reach();
    const size_t start = batch.start(problem), bank_phases = layout_.bank_phases, bust_phases = layout_.bust_phases;
    found.lost += lost_[lane];
    found.won += won_[lane];
    const bool keeps = table_.race().keep_on_bust;
    const auto busted = [&](size_t total, size_t q, double chance) {
        if (chance != 0) add_at(found.busts, (layout_.busts_apart ? total : 0) * bust_phases + q % bust_phases, chance);
    };
    // Rows of the buffer count from the known ones.
    for (size_t row = 0; row <= start + reach; ++row) {
        const size_t total = start + reach - row;
        const bool legal = total >= problem.least;
        const double* const here = &weights_[row * phases * lanes + lane];
        for (size_t q = 0; q < phases; ++q) {
            const double weight = here[q * lanes];
            if (weight == 0) continue;
            if (!turn.no_dice(q) || legal) {
                // The largest total comes first.
                if (found.banks.size() <= total * bank_phases) found.banks.resize((total + 1) * bank_phases);
                found.banks[total * bank_phases + q % bank_phases] += weight;
            } else
                busted(keeps ? total : 0, q, weight);
        }
        if (row < reach || !layout_.busts_apart) continue;
        for (size_t q = 0; q < phases; ++q) busted(total, q, busted_[((row - reach) * phases + q) * lanes + lane]);
    }
    if (!layout_.busts_apart) busted(0, 0, busted_[lane]);
}

}  // namespace jeopardice
