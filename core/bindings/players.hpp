// Players in Python.
#pragma once

#include "bindings/common.hpp"
#include "evaluation/match.hpp"
#include "simulation/simulate.hpp"

namespace jeopardice::python {

// Whether all choices are options of their outcomes.
inline bool exist(std::span<const std::uint16_t> choices, const jd::TurnTables& turn) {
    for (size_t k = 0; k < choices.size(); ++k)
        if (choices[k] / 2u >= turn.options_of(k % turn.outcomes()).size()) return false;
    return true;
}

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
                 const Input<std::int32_t, 1>& rolls, const Array<std::int32_t>& states, bool wins)
        : choices(copy(all_choices)), first_rolls(copy(rolls)), which(copy(states)), takes_wins(wins) {
        const size_t policies = all_choices.shape(0);
        check_policies(all_choices.shape(2) == turn.outcomes() && policies > 0 && all_choices.shape(1) > 0 &&
                       first_rolls.size() == policies && exist(choices, turn) && all_below(which, policies) &&
                       all_below(first_rolls, turn.rolls_of(0).size()));
    }

    [[nodiscard]] jd::Policies policies() const { return {choices, first_rolls, which, takes_wins}; }

    std::vector<std::uint16_t> choices;  // empty where every roll ends the turn
    std::vector<std::int32_t> first_rolls, which;
    bool takes_wins;
};

// A strategy, from which each match makes a player.
class PlayerPlan {
  public:
    // Best play for given values: `after` by what the other player needs, then the mover.
    static PlayerPlan best(const nb::object& turn, const jd::RaceRules& race, const Input<double, 2>& after,
                           double shift, double scale) {
        check(after.shape(0) == race.needed && after.shape(1) == race.needed);
        return PlayerPlan{turn, race, copy(after), shift, scale};
    }

    // Turn outcome distributions; which[i - 1, j - 1] is that of a mover who needs i against one who needs j.
    static PlayerPlan known(const Input<double, 2>& distributions, const Input<std::int32_t, 2>& which) {
        const size_t needed = which.shape(0);
        check(distributions.shape(1) == needed + 1 && which.shape(1) == needed &&
              all_below(span_of(which), distributions.shape(0)));
        PlayerPlan plan{nb::object(), {needed, 1, 1, 0, false}, copy(distributions), 0, 0};
        plan.which_ = copy(which);
        return plan;
    }

    // Must be called with the interpreter's lock held.
    void begin() {
        if (which_.empty()) tables_ = nb::cast<const TurnArrays&>(turn_).tables();
    }

    [[nodiscard]] std::unique_ptr<jd::Player> player(size_t threads) const {
        if (!which_.empty()) return std::make_unique<jd::KnownPlayer>(race_.needed, numbers_, which_);
        return std::make_unique<jd::BestPlayer>(tables_, race_, widest_kernel(), threads,
                                                jd::BankValues{numbers_, shift_, scale_});
    }

    [[nodiscard]] std::optional<jd::KnownPlayer> known_player() const {
        if (which_.empty()) return std::nullopt;
        return jd::KnownPlayer(race_.needed, numbers_, which_);
    }

    [[nodiscard]] size_t needed() const { return race_.needed; }

  private:
    PlayerPlan(nb::object turn, const jd::RaceRules& race, std::vector<double> numbers, double shift, double scale)
        : turn_(std::move(turn)), race_(race), numbers_(std::move(numbers)), shift_(shift), scale_(scale) {}

    static void check(bool holds) {
        if (!holds) throw std::invalid_argument("player: arrays of the wrong size");
    }

    nb::object turn_;  // kept alive
    jd::RaceRules race_;
    jd::TurnTables tables_{};
    std::vector<double> numbers_;
    double shift_, scale_;
    std::vector<std::int32_t> which_;  // empty: plays best
};

// A strategy, from which each simulation makes a player.
class SimulatedPlan {
  public:
    static SimulatedPlan best(const nb::object& turn, const jd::RaceRules& race, const Doubles& after, double shift,
                              double scale, double goal) {
        if (after.size() == 0 || after.size() % race.needed != 0)
            throw std::invalid_argument("simulated player: arrays of the wrong size");
        SimulatedPlan plan(turn, race);
        plan.after_ = copy(after);
        plan.shift_ = shift;
        plan.scale_ = scale;
        plan.goal_ = goal;
        return plan;
    }

    // Policy which[i - 1, j - 1], or which[i - 1], is played by one who needs i against one who needs j.
    static SimulatedPlan policies(const nb::object& turn, const jd::RaceRules& race,
                                  const Input<std::uint16_t, 3>& choices, const Input<std::int32_t, 1>& first_rolls,
                                  const Array<std::int32_t>& which, bool takes_wins) {
        SimulatedPlan plan(turn, race);
        const auto tables = nb::cast<const TurnArrays&>(turn).tables();
        check_policies(choices.shape(1) >= std::max({race.needed, race.bank_from, race.first_bank_from}) &&
                       (which.size() == race.needed || which.size() == race.needed * race.needed));
        plan.policies_.emplace(tables, choices, first_rolls, which, takes_wins);
        return plan;
    }

    // Must be called with the interpreter's lock held.
    void begin() { tables_ = nb::cast<const TurnArrays&>(turn_).tables(); }

    [[nodiscard]] std::unique_ptr<jd::SimulatedPlayer> player(size_t threads) const {
        if (policies_) return std::make_unique<jd::SimulatedPolicy>(tables_, race_, policies_->policies());
        return std::make_unique<jd::SimulatedBestPlay>(tables_, race_, kernel_for(1), threads,
                                                       jd::BankValues{after_, shift_, scale_, goal_});
    }

    [[nodiscard]] size_t needed() const { return race_.needed; }

    // Whether it has decisions against one who needs up to `most`, or solo with up to `most` turns to go.
    [[nodiscard]] bool knows(std::uint64_t most) const {
        const size_t size = policies_ ? policies_->which.size() : after_.size();
        return size == race_.needed || size / race_.needed >= most;
    }

  private:
    SimulatedPlan(nb::object turn, const jd::RaceRules& race) : turn_(std::move(turn)), race_(race) {}

    nb::object turn_;  // kept alive
    jd::RaceRules race_;
    jd::TurnTables tables_{};
    std::vector<double> after_;
    double shift_ = 0, scale_ = 0, goal_ = 0;
    std::optional<PolicyArrays> policies_;  // none: plays best
};

}  // namespace jeopardice::python
