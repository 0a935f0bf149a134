// Players in Python: strategies, from which each match or simulation makes players.
#pragma once

#include "bindings/common.hpp"
#include "evaluation/match.hpp"
#include "simulation/simulate.hpp"

namespace jeopardice::python {

inline bool all_below(std::span<const std::int32_t> numbers, size_t end) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](std::int32_t x) { return x >= 0 && static_cast<size_t>(x) < end; });
}

inline void check_policies(bool holds) {
    if (!holds) throw std::invalid_argument("policies: arrays of the wrong size, or choices that do not exist");
}

// Policies that own their arrays: choices by policy, total and outcome, and which policy is played in each state.
struct PolicyArrays {
    PolicyArrays(const jd::TurnTables& turn, const Input<std::uint16_t, 3>& all_choices,
                 const Input<std::int32_t, 1>& rolls, std::vector<std::int32_t> states, bool wins)
        : choices(copy(all_choices)), first_rolls(copy(rolls)), which(std::move(states)), takes_wins(wins) {
        const size_t policies = all_choices.shape(0);
        check_policies(all_choices.shape(2) == turn.outcomes() && policies > 0 && all_choices.shape(1) > 0 &&
                       first_rolls.size() == policies && all_below(which, policies) &&
                       all_below(first_rolls, turn.rolls_of(0).size()));
        for (size_t k = 0; k < choices.size(); ++k)
            check_policies(choices[k] / 2u < turn.options_of(k % turn.outcomes()).size());
    }

    [[nodiscard]] jd::Policies policies() const { return {choices, first_rolls, which, takes_wins}; }

    std::vector<std::uint16_t> choices;  // empty where every roll ends the turn
    std::vector<std::int32_t> first_rolls, which;
    bool takes_wins;
};

// Best play for given values of banks. The turn must outlive it.
struct BestPlan {
    jd::TurnTables turn;
    jd::RaceRules race;
    std::vector<double> after;
    double shift = 0, scale = 0, goal = 1;

    [[nodiscard]] jd::BankValues values() const { return {after, shift, scale, goal}; }
};

// A strategy for matches: best play or, where `which` is not empty, turn outcome distributions.
struct PlayerPlan {
    BestPlan plan;
    std::vector<std::int32_t> which;

    // `after` by what the other player needs, then the mover.
    static PlayerPlan best(const TurnArrays& turn, const jd::RaceRules& race, const Input<double, 2>& after,
                           double shift, double scale) {
        check(after.shape(0) == race.needed && after.shape(1) == race.needed);
        return {{turn.tables(), race, copy(after), shift, scale}, {}};
    }

    // which[i - 1, j - 1] is the distribution of a mover who needs i against one who needs j.
    static PlayerPlan known(const Input<double, 2>& distributions, const Input<std::int32_t, 2>& which) {
        const size_t needed = which.shape(0);
        check(distributions.shape(1) == needed + 1 && which.shape(1) == needed &&
              all_below(span_of(which), distributions.shape(0)));
        return {{{}, {needed, 1, 1, 0, false}, copy(distributions)}, copy(which)};
    }

    [[nodiscard]] std::optional<jd::KnownPlayer> known_player() const {
        if (which.empty()) return std::nullopt;
        return jd::KnownPlayer(needed(), plan.after, which);
    }
    [[nodiscard]] std::unique_ptr<jd::Player> player(size_t threads) const {
        if (const auto known = known_player()) return std::make_unique<jd::KnownPlayer>(*known);
        return std::make_unique<jd::BestPlayer>(plan.turn, plan.race, widest_kernel(), threads, plan.values());
    }
    [[nodiscard]] size_t needed() const { return plan.race.needed; }

  private:
    static void check(bool holds) {
        if (!holds) throw std::invalid_argument("player: arrays of the wrong size");
    }
};

// A strategy for simulations: best play or policies.
struct SimulatedPlan {
    BestPlan plan;
    std::optional<PolicyArrays> arrays;

    static SimulatedPlan best(const TurnArrays& turn, const jd::RaceRules& race, const Doubles& after, double shift,
                              double scale, double goal) {
        if (after.size() == 0 || after.size() % race.needed != 0)
            throw std::invalid_argument("simulated player: arrays of the wrong size");
        return {{turn.tables(), race, copy(after), shift, scale, goal}, {}};
    }

    // Policy which[i - 1, j - 1], or which[i - 1], is played by one who needs i against one who needs j.
    static SimulatedPlan policies(const TurnArrays& turn, const jd::RaceRules& race,
                                  const Input<std::uint16_t, 3>& choices, const Input<std::int32_t, 1>& first_rolls,
                                  const Array<std::int32_t>& which, bool takes_wins) {
        check_policies(choices.shape(1) >= std::max({race.needed, race.bank_from, race.first_bank_from}) &&
                       (which.size() == race.needed || which.size() == race.needed * race.needed));
        return {{turn.tables(), race, {}}, PolicyArrays(turn.tables(), choices, first_rolls, copy(which), takes_wins)};
    }

    [[nodiscard]] std::unique_ptr<jd::SimulatedPlayer> player(size_t threads) const {
        if (arrays) return std::make_unique<jd::SimulatedPolicy>(plan.turn, plan.race, arrays->policies());
        return std::make_unique<jd::SimulatedBestPlay>(plan.turn, plan.race, kernel_for(1), threads, plan.values());
    }
    [[nodiscard]] size_t needed() const { return plan.race.needed; }

    // Whether it has decisions against one who needs up to `most`, or solo with up to `most` turns to go.
    [[nodiscard]] bool knows(std::uint64_t most) const {
        const size_t size = arrays ? arrays->which.size() : plan.after.size();
        return size == needed() || size / needed() >= most;
    }
};

}  // namespace jeopardice::python
