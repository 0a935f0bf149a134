// What Python sees of the core: a Turn that owns its tables, solves problems and what follows from their values.
#include "bindings/common.hpp"

#include "race/certify.hpp"

using namespace jeopardice::python;

namespace {

class Turn : public TurnArrays {
  public:
    using TurnArrays::TurnArrays;

    [[nodiscard]] std::size_t reach() const { return tables().reach(); }

    [[nodiscard]] Output<double> solve(const Input<double, 3>& known, const Input<double, 2>& bank,
                                       const Input<double, 3>& settled,
                                       const std::optional<std::string>& kernel) const {
        const auto turn = tables();
        const std::size_t problems = bank.shape(0), steps = bank.shape(1);
        const auto chosen = kernel_for(problems, kernel);
        std::vector<double> values(problems * steps * turn.phases());
        {
            const nb::gil_scoped_release release;
            jd::solve_turns(turn, chosen, problems, steps, span_of(known), span_of(bank), span_of(settled), values);
        }
        return as_numpy(std::move(values), {problems, steps, turn.phases()});
    }

    [[nodiscard]] nb::tuple chances(const Input<double, 2>& known, const Input<double, 2>& known_bust,
                                    const Input<double, 2>& known_error, const Doubles& bank, const Doubles& settled,
                                    const Input<std::uint8_t, 1>& stuck, const Input<double, 2>& values,
                                    const double tie) const {
        const auto turn = tables();
        const std::size_t steps = bank.shape(0), phases = turn.phases();
        auto found = jd::turn_chances(turn,
                                      {steps, span_of(known), span_of(bank), span_of(settled), span_of(values),
                                       span_of(known_bust), span_of(known_error), span_of(stuck)},
                                      tie);
        return nb::make_tuple(as_numpy(std::move(found.bust), {steps, phases}),
                              as_numpy(std::move(found.error), {steps, phases}));
    }

    // `less` and `more` are this turn with its chances rounded down and up.
    static nb::tuple certify_win(const Turn& less, const Turn& more, const jd::RaceRules& race,
                                 const Input<double, 2>& win, const std::size_t threads,
                                 const std::optional<nb::callable>& progress) {
        check_values(win, race.needed, race.needed);
        const auto kernel = kernel_for(~std::size_t{0}, std::nullopt);
        return certified(less, more, {race.needed, race.needed}, [&](const jd::BoundingTurns& turns) {
            const auto bounds =
                jd::certify_win(turns, race, kernel, threads, span_of(win), reporting(progress, 0, 0.5));
            return std::pair(bounds,
                             jd::judge_win(turns, race, kernel, threads, bounds, reporting(progress, 0.5, 0.5)));
        });
    }

    static nb::tuple certify_turns(const Turn& less, const Turn& more, const jd::RaceRules& race,
                                   const Input<double, 1>& expected, const std::size_t threads,
                                   const std::optional<nb::callable>& progress) {
        if (expected.size() != race.needed) throw std::invalid_argument("certify: values of another race");
        const auto kernel = kernel_for(~std::size_t{0}, std::nullopt);
        return certified(less, more, {race.needed}, [&](const jd::BoundingTurns& turns) {
            const auto bounds = jd::certify_turns(turns, race, kernel_for(1, std::nullopt), span_of(expected),
                                                  reporting(progress, 0, 0.5));
            return std::pair(bounds,
                             jd::judge_turns(turns, race, kernel, threads, bounds, reporting(progress, 0.5, 0.5)));
        });
    }

    static nb::tuple certify_within(const Turn& less, const Turn& more, const jd::RaceRules& race,
                                    const std::size_t allowed, const std::size_t threads,
                                    const std::optional<nb::callable>& progress) {
        const auto kernel = kernel_for(~std::size_t{0}, std::nullopt);
        return certified(less, more, {allowed + 1, race.needed}, [&](const jd::BoundingTurns& turns) {
            const auto bounds = jd::certify_within(turns, race, kernel, threads, allowed, reporting(progress, 0, 0.5));
            return std::pair(
                bounds, jd::judge_within(turns, race, kernel, threads, allowed, bounds, reporting(progress, 0.5, 0.5)));
        });
    }

  private:
    static void check_values(const Input<double, 2>& values, const std::size_t rows, const std::size_t columns) {
        if (values.shape(0) != rows || values.shape(1) != columns)
            throw std::invalid_argument("certify: values of another race");
    }

    // Lower bounds, upper bounds, and how many decisions are proven, tied and too close to call.
    static nb::tuple certified(const Turn& less, const Turn& more, const std::initializer_list<std::size_t> shape,
                               const auto& work) {
        const auto rounded_down = less.tables(), rounded_up = more.tables();
        auto [bounds, certainty] = released([&] { return work(jd::BoundingTurns{rounded_down, rounded_up}); });
        return nb::make_tuple(as_numpy(std::move(bounds.low), shape), as_numpy(std::move(bounds.high), shape),
                              nb::make_tuple(certainty.proven, certainty.tied, certainty.close));
    }
};

}  // namespace

NB_MODULE(_core, module) {
    using namespace nb::literals;
    nb::set_leak_warnings(false);  // what a program still holds when it ends is no business of its user
    module.doc() = "The native core of Jeopardice; see core/turn.hpp for the mathematics.";
    module.def("kernels", [] {
        std::vector<std::string> names;
        for (const auto& kernel : jd::kernels()) names.emplace_back(kernel.name);
        return names;
    });
    nb::class_<jd::RaceRules>(module, "RaceRules")
        .def(nb::init<std::size_t, std::size_t, std::size_t, std::size_t, bool, std::size_t, std::size_t,
                      std::ptrdiff_t>(),
             "needed"_a, "bank_from"_a, "first_bank_from"_a, "hold_from"_a, "keep_on_bust"_a, "lowest"_a, "penalty"_a,
             "floor"_a);
    nb::class_<TurnArrays>(module, "TurnArrays");
    nb::class_<Turn, TurnArrays>(module, "Turn")
        .def(nb::init<const Input<std::int32_t, 1>&, const Input<std::int32_t, 1>&, const Input<std::int32_t, 1>&,
                      const Input<std::int32_t, 1>&, const Input<std::int32_t, 1>&, const Input<double, 1>&,
                      const Input<double, 2>&, const Input<std::uint8_t, 1>&>(),
             "phase_rolls"_a, "roll_outcomes"_a, "outcome_options"_a, "option_points"_a, "option_phase"_a,
             "outcome_chance"_a, "roll_events"_a, "banking"_a)
        .def_prop_ro("reach", &Turn::reach)
        .def("solve", &Turn::solve, "known"_a, "bank"_a, "settled"_a, "kernel"_a = nb::none())
        .def_static("certify_win", &Turn::certify_win, "less"_a, "more"_a, "race"_a, "win"_a, "threads"_a,
                    "progress"_a = nb::none())
        .def_static("certify_turns", &Turn::certify_turns, "less"_a, "more"_a, "race"_a, "turns"_a, "threads"_a,
                    "progress"_a = nb::none())
        .def_static("certify_within", &Turn::certify_within, "less"_a, "more"_a, "race"_a, "turns"_a, "threads"_a,
                    "progress"_a = nb::none())
        .def("chances", &Turn::chances, "known"_a, "known_bust"_a, "known_error"_a, "bank"_a, "settled"_a, "stuck"_a,
             "values"_a, "tie"_a);
    bind_boards(module);
    bind_matches(module);
    bind_groups(module);
    bind_games(module);
    bind_at_once(module);
}
