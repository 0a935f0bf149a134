#include "evaluation/last_shares.hpp"

#include <algorithm>

namespace jeopardice {

LastShares::LastShares(const Table& table, const MaxScorePlay& max_score, size_t past)
    : table_(table),
      max_score_(max_score),
      kernel_(kernels().front()),
      richest_(table.turn().richest_options()),
      past_(past),
      most_(std::max(table.race().lowest + past, table.race().least_bank(table.race().needed))),
      after_{roll_on(false), roll_on(true)} {}

bool LastShares::suffice(const Table& table) {
    const Carryover& carryover = table.carryover();
    return table.players() == 2 && !carryover.beat_previous &&
           !(table.race().keep_on_bust && carryover.has_penalized_busts());
}

void LastShares::end(std::span<double> to, size_t first, size_t total, double chance) const {
    if (total < first) {
        // As much as the leader has, but later.
        if (total + 1 == first && table_.carryover().ties_split) to[0] += chance / 2;
        return;
    }
    const size_t wins = std::min(to.size(), total - first + 1);
    for (size_t k = 0; k < wins; ++k) to[k] += chance;
    if (table_.carryover().ties_split && wins < to.size() && total - first + 1 == wins) to[wins] += chance / 2;
}

LastShares::RollsOn LastShares::roll_on(bool due) const {
    const TurnTables& turn = table_.turn();
    const size_t least = std::max<size_t>(1, due ? table_.race().first_bank_from : table_.race().bank_from);
    const size_t split = table_.carryover().ties_split ? 1 : 0;
    RollsOn found{least, std::vector<double>((most_ + 1) * turn.phases() * (most_ + 1))};
    for (size_t total = most_ + 1; total-- > 0;)
        for (size_t q = 0; q < turn.phases(); ++q) {
            if (turn.no_dice(q)) continue;
            const std::span to(&found.chances[(total * turn.phases() + q) * (most_ + 1)], most_ + 1);
            const size_t r = turn.first_roll(q);
            for (double& chance : to) chance = turn.roll_events[r * events + 2];
            if (table_.race().keep_on_bust) end(to, 0, total, turn.roll_events[r * events]);
            for (const size_t o : turn.outcomes_of(r)) {
                const double chance = turn.outcome_chance[o];
                // Gains that the most points are enough for: they are banked.
                const size_t most = total + turn.points(richest_[o]);
                const size_t enough = most < least ? 0 : std::min(to.size(), most + split + 1);
                end(to.first(enough), 0, most, chance);
                if (enough == to.size()) continue;
                const size_t option = max_score_.choose_to_bank(due ? 1 : 0, ~size_t{0}, total, o).option;
                const size_t after = total + turn.points(option), phase = turn.phase_after(option);
                if (turn.no_dice(phase)) {
                    if (after >= least || table_.race().keep_on_bust) {
                        std::vector<double> ended(to.size());
                        end(ended, 0, after, chance);
                        for (size_t g = enough; g < to.size(); ++g) to[g] += ended[g];
                    }
                    continue;
                }
                const double* const then = rolls_on(found, after, phase);
                kernel_.add(&to[enough], then + enough, to.size() - enough, chance);
            }
        }
    return found;
}

std::vector<double> LastShares::find(const OwnTurn& own, const Policy& policy, size_t needs) const {
    const TurnTables& turn = own.turn;
    const bool splits = table_.carryover().ties_split, keeps = table_.race().keep_on_bust;
    const RollsOn& on = after_[needs == table_.race().needed ? 1 : 0];
    const size_t least = on.least, first = needs + 1;  // the least gain
    const size_t totals = turn.totals_of(policy.choices.size()), phases = turn.phases();
    // Totals from which the score reaches the goal are made larger unless they are enough.
    const size_t reaches_from = own.takes_wins ? std::max(least, needs) : ~size_t{0};
    const size_t rows = splits ? totals : std::min(totals, reaches_from);
    const std::vector<size_t> richest = turn.richest_options();
    std::vector<double> found(rows * phases * past_), ended(past_);
    for (size_t total = rows; total-- > 0;)
        for (size_t q = 0; q < phases; ++q) {
            if (turn.no_dice(q)) continue;
            const size_t r = turn.first_roll(q) + (q == 0 && total == 0 ? policy.first_roll : 0);
            const std::span to(&found[(total * phases + q) * past_], past_);
            std::ranges::fill(to, turn.roll_events[r * events + 2]);
            if (keeps) end(to, first, total, turn.roll_events[r * events]);
            for (const size_t o : turn.outcomes_of(r)) {
                const double chance = turn.outcome_chance[o];
                // What can be won is taken.
                const size_t most = total + turn.points(richest[o]);
                const size_t winning =
                    !own.takes_wins || most < std::max(least, first) ? 0 : std::min(past_, most - first + 1);
                for (size_t k = 0; k < winning; ++k) to[k] += chance;
                if (winning == past_) continue;
                const std::uint16_t choice = policy.choices[total * turn.outcomes() + o];
                const size_t option = turn.first_option(o) + choice / 2;
                const size_t after = total + turn.points(option), phase = turn.phase_after(option);
                if (turn.no_dice(phase)) {
                    if (after < least && !keeps) continue;
                    std::ranges::fill(ended, 0.0);
                    end(ended, first, after, chance);
                    for (size_t k = winning; k < past_; ++k) to[k] += ended[k];
                    continue;
                }
                const double* const then =
                    rolls_on(on, after, static_cast<size_t>(own.places[phase])) + first;  // by the lead
                // Where a bank is enough.
                const size_t enough = after < least || after + (splits ? 1 : 0) < first
                                          ? 0
                                          : std::min(past_, after + (splits ? 1 : 0) - first + 1);
                const bool wants = choice % 2 == 1;
                if (wants && enough > winning) {
                    std::ranges::fill(ended, 0.0);
                    end(ended, first, after, chance);
                    for (size_t k = winning; k < enough; ++k) to[k] += ended[k];
                }
                const size_t rest = std::max(winning, enough);
                const double* const goes =
                    after < rows && after < totals ? &found[(after * phases + phase) * past_] : then;
                if (!wants) kernel_.add(to.data() + winning, goes + winning, rest - winning, chance);
                const double* const still = wants || after >= reaches_from ? then : goes;
                kernel_.add(to.data() + rest, still + rest, past_ - rest, chance);
            }
        }
    return {found.begin(), found.begin() + static_cast<std::ptrdiff_t>(past_)};
}

}  // namespace jeopardice
