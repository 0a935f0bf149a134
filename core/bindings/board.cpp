// What Python sees of races: a board that solves its states and any turn on it.
#include "bindings/board.hpp"

namespace jeopardice::python {

nb::tuple solved_visit(const jd::TurnTables& turn, const jd::RaceRules& race, jd::Visit visit) {
    // A total past the goal that a bust keeps can be taken below the goal again by a penalty.
    if (visit.falls && race.keep_on_bust) visit.past = std::max(visit.past, race.penalty);
    jd::VisitBatch batch(turn, race, kernel_for(1, std::nullopt));
    batch.run({&visit, 1}, {.slopes = visit.riders.count > 0, .all_rows = true});
    const jd::TurnLanes& lanes = batch.lanes();
    const std::size_t width = batch.width(), steps = batch.steps(), phases = turn.phases();
    std::vector<double> values, bank, settled;
    for (std::size_t row = 0; row < steps; ++row)
        for (std::size_t q = 0; q < phases; ++q) {
            values.push_back(batch.value(static_cast<std::ptrdiff_t>(row), q, 0));
            bank.push_back(lanes.bank[row * (lanes.bank_phases ? phases : 1) * width + q * lanes.bank_phases]);
            const double* const ends = lanes.settled + row * lanes.settled_stride + q * lanes.settled_phases;
            for (std::size_t way = 0; way < jd::settles; ++way) settled.push_back(ends[way * width]);
        }
    return nb::make_tuple(batch.start(visit), as_numpy(std::move(values), {steps, phases}),
                          as_numpy(std::move(bank), {steps, phases}),
                          as_numpy(std::move(settled), {steps, phases, jd::settles}));
}

void bind_boards(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<jd::Mode>(module, "Mode")
        .def(nb::init<std::size_t, std::size_t, std::size_t, std::size_t, bool, std::size_t, std::size_t, double,
                      std::size_t>(),
             "least"_a, "banked"_a, "step"_a, "busted"_a, "falls"_a, "last_turns"_a, "like"_a, "sinks"_a, "offers"_a);
    nb::enum_<jd::Steal>(module, "Steal")
        .value("never", jd::Steal::never)
        .value("after_bank", jd::Steal::after_bank)
        .value("after_bust", jd::Steal::after_bust);
    nb::class_<jd::Between>(module, "Between")
        .def(nb::init<std::vector<jd::Mode>, bool, bool, bool, jd::Steal, std::size_t>(), "modes"_a, "loses"_a,
             "beat_previous"_a, "ties_split"_a, "steal"_a, "offered"_a);
    nb::class_<BoardOfTurn>(module, "Board")
        .def(nb::init<const TurnArrays&, const jd::RaceRules&, const jd::Between&, const std::string&>(), "turn"_a,
             "race"_a, "between"_a, "objective"_a, nb::keep_alive<1, 2>(), nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("past", &BoardOfTurn::past)
        .def_prop_ro("totals", &BoardOfTurn::totals)
        .def_prop_ro("offers_size", &BoardOfTurn::offers_size)
        .def_prop_ro("ready", &BoardOfTurn::ready)
        .def("solve", &BoardOfTurn::solve, "threads"_a, "progress"_a = nb::none(), "kernel"_a = nb::none())
        .def("within", &BoardOfTurn::within, "turns"_a, "threads"_a, "progress"_a = nb::none(), "kernel"_a = nb::none())
        .def("visit", &BoardOfTurn::visit, "values"_a, "i"_a, "j"_a, "mode"_a)
        .def("last_turn", &BoardOfTurn::last_turn, "x"_a, "total"_a, "units"_a, "mode"_a);
}

}  // namespace jeopardice::python
