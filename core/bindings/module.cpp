// The Python module: the rules of a race, and a turn that solves problems.
#include "bindings/board.hpp"

using namespace jeopardice::python;

namespace {

class PythonTurn : public TurnArrays {
  public:
    using TurnArrays::TurnArrays;

    [[nodiscard]] size_t reach() const { return tables().reach(); }

    [[nodiscard]] Output<double> solve(const Input<double, 3>& known, const Input<double, 2>& bank,
                                       const Input<double, 3>& settled, const KernelName& kernel) const {
        const auto turn = tables();
        const size_t problems = bank.shape(0), steps = bank.shape(1);
        const auto chosen = kernel_for(problems, kernel);
        std::vector<double> values(problems * steps * turn.phases());
        released([&] {
            jd::solve_turns(turn, chosen, problems, steps, span_of(known), span_of(bank), span_of(settled), values);
        });
        return as_numpy(std::move(values), {problems, steps, turn.phases()});
    }

    [[nodiscard]] nb::tuple bust_chances(const Input<double, 2>& known, const Input<double, 2>& known_bust,
                                         const Input<double, 2>& known_error, const Doubles& bank,
                                         const Doubles& settled, const Input<std::uint8_t, 1>& stuck,
                                         const Input<double, 2>& values, double tie) const {
        const auto turn = tables();
        const size_t steps = bank.shape(0), phases = turn.phases();
        auto found = jd::bust_chances(turn,
                                      {steps, span_of(known), span_of(bank), span_of(settled), span_of(values),
                                       span_of(known_bust), span_of(known_error), span_of(stuck)},
                                      tie);
        return nb::make_tuple(as_numpy(std::move(found.bust), {steps, phases}),
                              as_numpy(std::move(found.error), {steps, phases}));
    }
};

}  // namespace

NB_MODULE(_core, module) {
    using namespace nb::literals;
    nb::set_leak_warnings(false);  // objects that a program still holds at exit are not leaks
    module.doc() = "The native core of Jeopardice; see core/turn/turn.hpp for the mathematics.";
    module.def("kernels", [] {
        std::vector<std::string> names;
        for (const auto& kernel : jd::kernels()) names.emplace_back(kernel.name);
        return names;
    });
    nb::class_<jd::RaceRules>(module, "RaceRules")
        .def(nb::init<size_t, size_t, size_t, size_t, bool, size_t, size_t, std::ptrdiff_t>(), "needed"_a,
             "bank_from"_a, "first_bank_from"_a, "hold_from"_a, "keep_on_bust"_a, "lowest"_a, "penalty"_a, "floor"_a);
    nb::class_<TurnArrays>(module, "TurnArrays");
    nb::class_<PythonTurn, TurnArrays>(module, "Turn")
        .def(nb::init<const Input<std::int32_t, 1>&, const Input<std::int32_t, 1>&, const Input<std::int32_t, 1>&,
                      const Input<std::int32_t, 1>&, const Input<std::int32_t, 1>&, const Input<double, 1>&,
                      const Input<double, 2>&, const Input<std::uint8_t, 1>&>(),
             "phase_rolls"_a, "roll_outcomes"_a, "outcome_options"_a, "option_points"_a, "option_phase"_a,
             "outcome_chance"_a, "roll_events"_a, "banking"_a)
        .def_prop_ro("reach", &PythonTurn::reach)
        .def("solve", &PythonTurn::solve, "known"_a, "bank"_a, "settled"_a, "kernel"_a = nb::none())
        .def("bust_chances", &PythonTurn::bust_chances, "known"_a, "known_bust"_a, "known_error"_a, "bank"_a,
             "settled"_a, "stuck"_a, "values"_a, "tie"_a);
    bind_boards(module);
    bind_multiplayer(module);
    bind_tables(module);
    bind_simultaneous(module);
}
