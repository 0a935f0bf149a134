// Where the turns of a state lead: its arrivals are spread over the states of the next player. See
// evaluation/games.hpp.
#pragma once

#include "evaluation/arrivals.hpp"
#include "race/rings.hpp"

namespace jeopardice {

// For use by several threads, as long as they spread states that lead to different ones. Both arguments must outlive
// it.
template <class Mass>
class TurnSpreader {
  public:
    using State = FollowedState<Mass>;

    TurnSpreader(const Table& table, Arrivals<Mass>& arrivals)
        : table_(table), arrivals_(arrivals), layout_(arrivals.layout()), phases_(outcome_layout(table)) {}

    // Whether the bust of a state leads to the same block.
    [[nodiscard]] static bool in_ring(const State& state) { return state.next != outside; }

    // The chance of that.
    [[nodiscard]] double stays(const State& state) const {
        double sum = 0;
        for (size_t q = 0; q < std::min(phases_.bust_phases, state.outcomes->busts.size()); ++q)
            sum += state.outcomes->busts[q];
        return lost_stays(state) ? sum + state.outcomes->lost : sum;
    }

    // Spreads everything but the busts around the ring, and ends that the next player may continue: see `offer`.
    void spread(State& state, const TurnOutcomes& turn) {
        state.won += turn.won;
        count(state, turn);
        if (!lost_stays(state)) move(state, {Ending::lost, 0, 0}, turn.lost);
        const size_t phases = phases_.bust_phases;
        size_t at = in_ring(state) ? phases : 0;
        if (table_.carryover().steal != Steal::after_bust && table_.race().keep_on_bust && !state.at.last())
            at = spread_kept(state, turn, at);
        for (; at < turn.busts.size(); ++at) {
            const TurnEnd end{Ending::bust, at % phases, at / phases};
            if (!is_offered(state, end)) move(state, end, turn.busts[at]);
        }
        spread_banks(state, turn);
    }

    // Spreads the ends that the next player may continue, of the new and of the stolen turns of a state.
    void offer(State& state) {
        const bool banks = table_.carryover().steal == Steal::after_bank;
        const size_t phases = table_.turn().phases(), next = (state.mover + 1) % players();
        std::vector<std::span<const double>> ends;
        const auto add = [&](const TurnOutcomes& turn) { ends.emplace_back(banks ? turn.banks : turn.busts); };
        for (const TurnOutcomes& turn : state.stolen) add(turn);
        if (state.active) add(*state.outcomes);
        size_t most = 0;
        for (const auto& turn : ends) most = std::max(most, turn.size());
        const auto mass_at = [&](size_t k) {
            Mass mass{};
            for (size_t w = 0; w < ends.size(); ++w) {
                const double chance = k < ends[w].size() ? ends[w][k] : 0;
                if (chance == 0) continue;
                if (w < state.stolen.size())
                    mass.add_number(w, chance);
                else
                    mass.add(state.mass, chance, false);
            }
            return mass;
        };
        std::vector<Mass> masses(phases);
        for (size_t total = 1, first = phases; first < most; ++total, first += phases) {
            const TurnEnd end{banks ? Ending::bank : Ending::bust, 0, total};
            Mass all{};
            for (size_t q = 0; q < phases; ++q) {
                masses[q] = mass_at(first + q);
                all.add(masses[q], 1, false);
            }
            if (all.most() < negligible_arrivals || !is_offered(state, end)) continue;
            Position then = state.at;
            if (!table_.pass(then, end, table_.gain(then, end).left)) continue;
            then.phase = then.offered = 0;
            if (layout_.level(then) >= layout_.level(state.at)) state.returned += all.most();
            // Players who never steal begin a new turn.
            if (!arrivals_.steals(next)) {
                arrivals_.add(then, next, all, 1, ends_round(state));
                continue;
            }
            auto& offers = arrivals_.offers(next, layout_.place(then));
            for (size_t q = 0; q < phases; ++q) {
                if (masses[q].most() < negligible_arrivals) continue;
                if (table_.turn().no_dice(q))
                    arrivals_.add(then, next, masses[q], 1, ends_round(state));
                else
                    offers.add({q, total}, masses[q], 1, ends_round(state));
            }
        }
        state.stolen.clear();
    }

  private:
    [[nodiscard]] size_t players() const { return table_.players(); }
    // The next player's turn is one of the next round.
    [[nodiscard]] bool ends_round(const State& state) const { return state.mover + 1 == players(); }

    // Whether it makes no difference to lose everything or just the turn.
    [[nodiscard]] bool lost_stays(const State& state) const {
        const Carryover& carryover = table_.carryover();
        const size_t all = table_.race().needed;
        return in_ring(state) &&
               (!carryover.loses || carryover.after_bust(table_.race(), all, state.at.carry) == state.at.mine());
    }

    // Whether the race goes on with an end that the next player may continue.
    [[nodiscard]] bool is_offered(const State& state, const TurnEnd& end) const {
        const Steal steal = table_.carryover().steal;
        const auto when = steal == Steal::after_bank ? Ending::bank : Ending::bust;
        return steal != Steal::never && end.how == when && end.total > 0 && !state.at.last() &&
               table_.gain(state.at, end).left > 0;
    }

    // The arrivals of the next player, by the units that the mover has left.
    [[nodiscard]] Mass* after(const State& state, size_t carry) {
        Position then;
        for (size_t p = 1; p < players(); ++p) then.needs[p - 1] = state.at.needs[p];
        then.needs[players() - 1] = 1;
        then.carry = carry;
        return &arrivals_.at((state.mover + 1) % players(), layout_.place(then)) - 1;
    }

    // The points and the bust of a turn.
    void count(State& state, const TurnOutcomes& turn) const {
        state.busts += turn.lost;
        for (const double chance : turn.busts) state.busts += chance;
        const auto points = [](const std::vector<double>& chances, size_t phases) {
            double sum = 0, total = 0;
            for (size_t row = 0; row < chances.size(); row += phases, ++total)
                for (size_t at = row; at < std::min(row + phases, chances.size()); ++at) sum += total * chances[at];
            return sum;
        };
        state.points += points(turn.banks, phases_.bank_phases);
        if (table_.race().keep_on_bust) state.points += points(turn.busts, phases_.bust_phases);
    }

    // Busts that keep a total below the goal. Returns the first total that they do not.
    size_t spread_kept(State& state, const TurnOutcomes& turn, size_t total) {
        const CarryoverState& from = table_.carryover().states[state.at.carry];
        Mass* const then = after(state, from.busted);
        const std::ptrdiff_t needs = state.at.needs[0];
        for (; total < std::min(state.at.mine(), turn.busts.size()); ++total) {
            std::ptrdiff_t left = needs - static_cast<std::ptrdiff_t>(total);
            if (from.penalized) left = table_.race().after_penalty(left);
            if (left <= 0) break;
            if (turn.busts[total] == 0) continue;
            if (left >= needs) state.returned += turn.busts[total] * state.mass.most();
            then[left].add(state.mass, turn.busts[total], ends_round(state));
        }
        return total;
    }

    void spread_banks(State& state, const TurnOutcomes& turn) {
        const CarryoverState& from = table_.carryover().states[state.at.carry];
        const size_t needs = state.at.mine();
        size_t at = phases_.bank_phases;
        if (table_.carryover().steal != Steal::after_bank && !state.at.last()) {
            Mass* const then = after(state, from.banked);
            const size_t step = from.step * layout_.stride();
            const double least = negligible_arrivals / std::max(state.mass.most(), negligible_arrivals);
            for (; at < std::min(needs, turn.banks.size()); ++at)
                if (turn.banks[at] > least)
                    then[needs - at + (at - 1) * step].add(state.mass, turn.banks[at], ends_round(state));
            if (from.last_turns == 0)
                for (; at < turn.banks.size(); ++at) state.won += turn.banks[at];
        } else if (!state.at.last())
            at = std::max(at, needs * phases_.bank_phases);
        for (; at < turn.banks.size(); ++at)
            move(state, {Ending::bank, at % phases_.bank_phases, at / phases_.bank_phases}, turn.banks[at]);
    }

    void move(State& state, const TurnEnd& end, double chance) {
        if (chance == 0 || chance * state.mass.most() < negligible_arrivals) return;
        const AfterTurn after = table_.after(state.at, end);
        if (after.over) {
            state.won += chance;
            return;
        }
        if (!after.next.last() && layout_.level(after.next) >= layout_.level(state.at))
            state.returned += chance * state.mass.most();
        arrivals_.add(after.next, (state.mover + 1) % players(), state.mass, chance, ends_round(state));
    }

    const Table& table_;
    Arrivals<Mass>& arrivals_;
    const StateLayout& layout_;
    const OutcomeLayout phases_;
};

}  // namespace jeopardice
