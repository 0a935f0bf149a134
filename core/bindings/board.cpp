// Carryover and boards in Python.
#include "bindings/board.hpp"

namespace jeopardice::python {

SolvedTurns::SolvedTurns(const jd::TurnTables& turn, const jd::RaceRules& race) : turn_(turn), race_(race) {}

nb::tuple SolvedTurns::solve(jd::TurnProblem problem) {
    // A penalty can take a total past the goal that a bust keeps below the goal again.
    if (problem.penalized && race_.keep_on_bust) problem.past = std::max(problem.past, race_.penalty);
    if (!batch_) batch_ = std::make_unique<jd::TurnBatch>(turn_, race_, kernel_for(1));
    jd::TurnBatch& batch = *batch_;
    batch.run({&problem, 1}, {.slopes = problem.others.count > 0, .all_rows = true});
    const jd::TurnLanes& lanes = batch.lanes();
    const size_t width = batch.width(), steps = batch.steps(), phases = turn_.phases();
    std::vector<double> values(steps * phases), bank(steps * phases), settled(steps * phases * jd::settles);
    for (size_t row = 0, place = 0; row < steps; ++row)
        for (size_t q = 0; q < phases; ++q, ++place) {
            values[place] = batch.value(static_cast<std::ptrdiff_t>(row), q, 0);
            bank[place] = lanes.bank[row * (lanes.bank_phases ? phases : 1) * width + q * lanes.bank_phases];
            const double* const ends = lanes.settled + row * lanes.settled_stride + q * lanes.settled_phases;
            for (size_t way = 0; way < jd::settles; ++way) settled[place * jd::settles + way] = ends[way * width];
        }
    return nb::make_tuple(batch.start(problem), as_numpy(std::move(values), {steps, phases}),
                          as_numpy(std::move(bank), {steps, phases}),
                          as_numpy(std::move(settled), {steps, phases, jd::settles}));
}

void bind_boards(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<jd::CarryoverState>(module, "CarryoverState")
        .def(nb::init<size_t, size_t, size_t, size_t, bool, size_t, size_t, double, size_t>(), "least"_a, "banked"_a,
             "step"_a, "busted"_a, "penalized"_a, "last_turns"_a, "equivalent"_a, "below_floor"_a, "offers"_a);
    nb::enum_<jd::Steal>(module, "Steal")
        .value("never", jd::Steal::never)
        .value("after_bank", jd::Steal::after_bank)
        .value("after_bust", jd::Steal::after_bust);
    nb::class_<jd::Carryover>(module, "Carryover")
        .def(nb::init<std::vector<jd::CarryoverState>, bool, bool, bool, jd::Steal, size_t>(), "states"_a, "loses"_a,
             "beat_previous"_a, "ties_split"_a, "steal"_a, "offered"_a);
    nb::class_<PythonBoard>(module, "Board")
        .def(nb::init<const TurnArrays&, const jd::RaceRules&, const jd::Carryover&, const std::string&>(), "turn"_a,
             "race"_a, "carryover"_a, "objective"_a, nb::keep_alive<1, 2>(), nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("past", &PythonBoard::past)
        .def_prop_ro("totals", &PythonBoard::totals)
        .def_prop_ro("offers_size", &PythonBoard::offers_size)
        .def_prop_ro("ready", &PythonBoard::ready)
        .def("solve", &PythonBoard::solve, "threads"_a, "progress"_a = nb::none(), "kernel"_a = nb::none(),
             "similar"_a = nb::none())
        .def("within", &PythonBoard::within, "turns"_a, "threads"_a, "progress"_a = nb::none(), "kernel"_a = nb::none())
        .def("certify", &PythonBoard::certify, "less"_a, "more"_a, "values"_a, "threads"_a, "progress"_a = nb::none())
        .def("solve_turn", &PythonBoard::problem, "values"_a, "i"_a, "j"_a, "carry"_a)
        .def("solve_last_turn", &PythonBoard::last_turn, "x"_a, "total"_a, "units"_a, "carry"_a);
}

}  // namespace jeopardice::python
