#include "bindings/multiplayer.hpp"

namespace jeopardice::python {

void bind_multiplayer(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<PythonMultiplayerBoard>(module, "MultiplayerBoard")
        .def(nb::init<const TurnArrays&, const jd::RaceRules&, const jd::Carryover&, size_t, size_t, const Callback&,
                      const KernelName&>(),
             "turn"_a, "race"_a, "carryover"_a, "players"_a, "threads"_a, "progress"_a = nb::none(),
             "kernel"_a = nb::none(), nb::keep_alive<1, 2>())
        .def_prop_ro("scores_can_decrease", &PythonMultiplayerBoard::scores_can_decrease)
        .def_prop_ro("solved_in_one_sweep", &PythonMultiplayerBoard::solved_in_one_sweep)
        .def_prop_ro("past", &PythonMultiplayerBoard::past)
        .def("solve", &PythonMultiplayerBoard::solve, "values"_a, "level"_a, "first"_a, "progress"_a = nb::none())
        .def("solve_again", &PythonMultiplayerBoard::solve_again, "values"_a, "level"_a, "guess"_a,
             "progress"_a = nb::none())
        .def("check", &PythonMultiplayerBoard::check, "values"_a, "level"_a, "shares"_a, "progress"_a = nb::none())
        .def("longest_game", &PythonMultiplayerBoard::longest_game, "values"_a, "shares"_a, "progress"_a = nb::none())
        .def("places", &PythonMultiplayerBoard::places, "level"_a)
        .def("solve_turn", &PythonMultiplayerBoard::problem, "values"_a, "shares"_a, "needs"_a, "carry"_a,
             "progress"_a = nb::none())
        .def("stolen_turns", &PythonMultiplayerBoard::stolen_turns, "values"_a, "shares"_a, "needs"_a, "carry"_a,
             "progress"_a = nb::none())
        .def("mixed_actions", &PythonMultiplayerBoard::mixed_actions, "shares"_a, "needs"_a, "carry"_a)
        .def("solve_last_turn", &PythonMultiplayerBoard::last_turn, "gains"_a, "firsts"_a)
        .def("solve_last_state", &PythonMultiplayerBoard::last_state, "needs"_a, "lead"_a, "leaders"_a, "penalized"_a,
             "to_beat"_a)
        .def_prop_ro("most_lead", &PythonMultiplayerBoard::most_lead)
        .def_prop_ro("offers_size", &PythonMultiplayerBoard::offers_size);
}

}  // namespace jeopardice::python
