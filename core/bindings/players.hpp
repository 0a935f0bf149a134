// Ways to play, as Python hands them on.
#pragma once

#include "bindings/common.hpp"
#include "evaluation/match.hpp"
#include "simulation/simulate.hpp"

namespace jeopardice::python {

// A way to play, from which each match makes a player of its own.
class PlayerPlan {
  public:
    // Best play for given values: `after` by what the other player needs, then the mover.
    static PlayerPlan best(const nb::object& turn, const jd::RaceRules& race, const Input<double, 2>& after,
                           const double shift, const double scale) {
        check(after.shape(0) == race.needed && after.shape(1) == race.needed);
        return PlayerPlan{turn, race, copy(after), shift, scale};
    }

    // Landings, and which of them is that of a mover who needs i against one who needs j: which[i - 1, j - 1].
    static PlayerPlan known(const Input<double, 2>& landings, const Input<std::int32_t, 2>& which) {
        const std::size_t needed = which.shape(0);
        check(landings.shape(1) == needed + 1 && which.shape(1) == needed);
        for (const std::int32_t landing : span_of(which))
            check(landing >= 0 && static_cast<std::size_t>(landing) < landings.shape(0));
        PlayerPlan plan{nb::object(), {needed, 1, 1, 0, false}, copy(landings), 0, 0};
        plan.which_ = copy(which);
        return plan;
    }

    // Must be called with the interpreter's lock held.
    void begin() {
        if (which_.empty()) tables_ = nb::cast<const TurnArrays&>(turn_).tables();
    }

    [[nodiscard]] std::unique_ptr<jd::Player> player(const std::size_t threads) const {
        if (!which_.empty()) return std::make_unique<jd::KnownPlayer>(race_.needed, numbers_, which_);
        const auto kernel = kernel_for(~std::size_t{0}, std::nullopt);
        return std::make_unique<jd::BestPlayer>(tables_, race_, kernel, threads, numbers_, shift_, scale_);
    }

    // The landings, if they are known.
    [[nodiscard]] std::optional<jd::KnownPlayer> known_player() const {
        if (which_.empty()) return std::nullopt;
        return jd::KnownPlayer(race_.needed, numbers_, which_);
    }

    [[nodiscard]] std::size_t needed() const { return race_.needed; }

  private:
    PlayerPlan(nb::object turn, const jd::RaceRules& race, std::vector<double> numbers, const double shift,
               const double scale)
        : turn_(std::move(turn)), race_(race), numbers_(std::move(numbers)), shift_(shift), scale_(scale) {}

    static void check(const bool holds) {
        if (!holds) throw std::invalid_argument("player: arrays of the wrong size");
    }

    nb::object turn_;  // kept alive
    jd::RaceRules race_;
    jd::TurnTables tables_{};
    std::vector<double> numbers_;
    double shift_, scale_;
    std::vector<std::int32_t> which_;  // empty: plays best
};

// A way to play by chance, from which each simulation makes a roller of its own.
class RollerPlan {
  public:
    static RollerPlan best(const nb::object& turn, const jd::RaceRules& race, const Doubles& after, const double shift,
                           const double scale, const double goal) {
        if (after.size() == 0 || after.size() % race.needed != 0)
            throw std::invalid_argument("roller: arrays of the wrong size");
        RollerPlan plan(turn, race);
        plan.after_ = copy(after);
        plan.shift_ = shift;
        plan.scale_ = scale;
        plan.goal_ = goal;
        return plan;
    }

    // Policy which[i - 1, j - 1], or which[i - 1], is played by one who needs i against one who needs j.
    static RollerPlan policies(const nb::object& turn, const jd::RaceRules& race,
                               const Input<std::uint16_t, 3>& choices, const Input<std::int32_t, 1>& first_rolls,
                               const nb::ndarray<const std::int32_t, nb::c_contig, nb::device::cpu>& which,
                               const bool takes_wins) {
        RollerPlan plan(turn, race);
        const auto tables = nb::cast<const TurnArrays&>(turn).tables();
        const auto policies = static_cast<std::int32_t>(choices.shape(0));
        const auto out_of = [](const std::int32_t x, const std::int32_t end) { return x < 0 || x >= end; };
        bool wrong = choices.shape(2) != tables.outcomes() ||
                     choices.shape(1) < std::max({race.needed, race.bank_from, race.first_bank_from}) ||
                     policies == 0 || first_rolls.size() != choices.shape(0) ||
                     (which.size() != race.needed && which.size() != race.needed * race.needed);
        for (std::size_t k = 0; k < which.size() && !wrong; ++k) wrong = out_of(which.data()[k], policies);
        for (std::size_t k = 0; k < first_rolls.size() && !wrong; ++k)
            wrong = out_of(first_rolls.data()[k], tables.phase_rolls[1]);
        for (std::size_t k = 0; k < choices.size() && !wrong; ++k) {
            const std::size_t o = k % tables.outcomes();
            wrong = choices.data()[k] / 2 >= tables.outcome_options[o + 1] - tables.outcome_options[o];
        }
        if (wrong) throw std::invalid_argument("roller: arrays of the wrong size, or choices that do not exist");
        plan.choices_ = copy(choices);
        plan.first_rolls_ = copy(first_rolls);
        plan.which_ = copy(which);
        plan.takes_wins_ = takes_wins;
        return plan;
    }

    // Must be called with the interpreter's lock held.
    void begin() { tables_ = nb::cast<const TurnArrays&>(turn_).tables(); }

    [[nodiscard]] std::unique_ptr<jd::Roller> roller(const std::size_t threads) const {
        if (!which_.empty())
            return std::make_unique<jd::PolicyRoller>(tables_, race_, choices_, first_rolls_, which_, takes_wins_);
        return std::make_unique<jd::BestRoller>(tables_, race_, kernel_for(1, std::nullopt), threads, after_, shift_,
                                                scale_, goal_);
    }

    [[nodiscard]] std::size_t needed() const { return race_.needed; }

    // Whether it knows what to do against one who needs up to `most`, or alone with so many turns to go.
    [[nodiscard]] bool knows(const std::uint64_t most) const {
        const std::size_t size = which_.empty() ? after_.size() : which_.size();
        return size == race_.needed || size / race_.needed >= most;
    }

  private:
    RollerPlan(nb::object turn, const jd::RaceRules& race) : turn_(std::move(turn)), race_(race) {}

    nb::object turn_;  // kept alive
    jd::RaceRules race_;
    jd::TurnTables tables_{};
    std::vector<double> after_;
    double shift_ = 0, scale_ = 0, goal_ = 0;
    std::vector<std::uint16_t> choices_;  // none where every roll ends the turn
    std::vector<std::int32_t> first_rolls_;
    std::vector<std::int32_t> which_;  // empty: plays best
    bool takes_wins_ = true;
};

}  // namespace jeopardice::python
