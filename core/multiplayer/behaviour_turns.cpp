// Turns of a block in mixed decisions that was solved: see multiplayer/behaviour.hpp.
#include <algorithm>
#include <cmath>

#include "multiplayer/behaviour.hpp"

namespace jeopardice {

BehaviourBlock::Numbers BehaviourBlock::stored() const {
    Numbers found(size_);
    for (size_t k = 0; k < members_.size(); ++k) {
        const auto& [units, carry] = members_[k];
        for (size_t p = 0; p < each_; ++p)
            found[k * each_ + p] = values_[p * board_.plane() + board_.place(units, carry)];
        if (offer_of_[k] != none)
            std::copy_n(offers_ + board_.offers_place(units, carry), board_.offers_each(), &found[offer_of_[k]]);
    }
    return found;
}

BehaviourBlock::Check BehaviourBlock::check() {
    constexpr int far_rounds = 40;
    Numbers x = stored(), after;
    mode_ = Mode::shares;
    // Far out, only the phase matters.
    for (int round = 0; round < far_rounds; ++round) {
        respond(x, after);
        std::copy(after.begin() + static_cast<std::ptrdiff_t>(far_from_), after.end(),
                  x.begin() + static_cast<std::ptrdiff_t>(far_from_));
    }
    Check found{0, 0};
    for (size_t i = 0; i < far_from_; ++i) {
        const bool is_offer = i >= members_.size() * each_;
        // Not all turns can be stolen.
        if (!is_offer || after[i] != 0) found.off = std::max(found.off, std::abs(after[i] - x[i]));
    }
    // The gain of one decision; a turn has fewer decisions than totals.
    records_ = true;
    choices_.clear();
    respond(x, after);
    records_ = false;
    for (const auto& [first, count, where] : choices_) {
        double takes = 0, best = -1;
        for (size_t a = first; a < first + count; ++a) {
            takes += chances_[a] * worth_[a];
            best = std::max(best, worth_[a]);
        }
        found.gain = std::max(found.gain, best - takes);
    }
    return found;
}

double BehaviourBlock::steals(const Units& units, size_t carry, Offer offer) const {
    const size_t total = std::min(offer.total, board_.totals() - 1);
    if (!offer.there() || total == 0 || board_.turn().no_dice(offer.phase)) return 0;
    const auto share = mixed_.find(board_.key_of({.place = board_.place(units, carry),
                                                  .kind = MixedAction::Kind::steal,
                                                  .phase = offer.phase,
                                                  .total = total,
                                                  .action = 1}));
    if (share != mixed_.end()) return share->second;
    const Components begins = board_.worth(values_, nullptr, nullptr, units, carry, {});
    const Components best = board_.worth(values_, offers_, nullptr, units, carry, {offer.phase, total});
    return best[0] > begins[0] + worth_stealing ? 1 : 0;
}

std::vector<BehaviourBlock::EndChance> BehaviourBlock::ends_of(const Units& units, size_t carry, size_t phase,
                                                               size_t total) {
    const TurnTables& tables = board_.turn();
    const size_t phases = tables.phases(), k = index_of(units, carry), place = board_.place(units, carry);
    if (choice_at_.empty()) {
        static_cast<void>(check());
        for (size_t c = 0; c < choices_.size(); ++c) choice_at_[board_.key_of(choices_[c].where)] = c;
    }
    const Turn& turn = turns_[k];
    const auto chances = [&](const MixedAction& where) -> const double* {
        const auto found = choice_at_.find(board_.key_of(where));
        return found == choice_at_.end() ? nullptr : &chances_[choices_[found->second].first];
    };
    std::vector<EndChance> found;
    const auto ends = [&](Ended how, size_t q, size_t t, double chance) {
        if (chance > 0) found.push_back({how, q, t, chance});
    };
    std::vector<double> weights(turn.totals * phases);
    const auto roll = [&](size_t r, size_t q, size_t t, double weight) {
        constexpr Ended ways[events] = {Ended::bust, Ended::lost, Ended::win};
        for (size_t e = 0; e < events; ++e) ends(ways[e], q, t, weight * tables.roll_events[r * events + e]);
        for (const size_t o : tables.outcomes_of(r)) {
            const double* const chance = chances({.place = place,
                                                  .kind = MixedAction::Kind::option,
                                                  .phase = q,
                                                  .total = t,
                                                  .action = tables.first_option(o)});
            for (const size_t option : tables.options_of(o)) {
                const double share = chance ? chance[option - tables.first_option(o)] : 1;
                const size_t then = t + tables.points(option), after = tables.phase_after(option);
                if (then < turn.totals)
                    weights[then * phases + after] += weight * tables.outcome_chance[o] * share;
                else
                    ends(Ended::bank, after, then, weight * tables.outcome_chance[o] * share);
            }
        }
    };
    if (total > 0)
        roll(tables.first_roll(phase), phase, std::min(total, turn.totals - 1), 1);
    else
        weights[phase] = 1;
    for (size_t t = total > 0 ? total + 1 : 0; t < turn.totals; ++t)
        for (size_t q = 0; q < phases; ++q) {
            const double weight = weights[t * phases + q];
            if (weight == 0) continue;
            if (tables.no_dice(q)) {
                ends(t > 0 && t >= turn.least ? Ended::bank : Ended::bust, q, t, weight);
                continue;
            }
            const bool banks = turn.positions[t * phases + q].bank.has_value();
            const size_t rolls = tables.first_roll(q + 1) - tables.first_roll(q);
            if (banks && tables.banking[q] == must_bank) {
                ends(Ended::bank, q, t, weight);
                continue;
            }
            const double* const chance = chances(
                {.place = place, .kind = MixedAction::Kind::roll, .phase = q, .total = t, .action = banks ? 0u : 1u});
            if (banks) ends(Ended::bank, q, t, weight * chance[0]);
            for (size_t r = 0; r < rolls; ++r) {
                const double share = chance ? chance[r + (banks ? 1 : 0)] : 1;
                if (share > 0) roll(tables.first_roll(q) + r, q, t, weight * share);
            }
        }
    return found;
}

}  // namespace jeopardice
