// Simultaneous play in Python.
#include "bindings/common.hpp"
#include "simultaneous/matrix_game.hpp"
#include "simultaneous/simultaneous_game.hpp"

namespace jeopardice::python {

namespace {

std::vector<std::vector<double>> rows_of(const Input<double, 2>& matrix) {
    std::vector<std::vector<double>> rows;
    for (size_t k = 0; k < matrix.shape(0); ++k) {
        const double* const row = matrix.data() + k * matrix.shape(1);
        rows.emplace_back(row, row + matrix.shape(1));
    }
    return rows;
}

// One row for each distribution, filled up with 0.
Output<double> as_matrix(const std::vector<jd::Gains>& rows) {
    size_t width = 0;
    for (const jd::Gains& row : rows) width = std::max(width, row.size());
    std::vector<double> cells(rows.size() * width);
    for (size_t k = 0; k < rows.size(); ++k) std::copy(rows[k].begin(), rows[k].end(), &cells[k * width]);
    return as_numpy(std::move(cells), {rows.size(), width});
}

// The result of a method of a game for all states.
template <auto method>
Output<double> for_all_states(const jd::SimultaneousGame& game, const Doubles& values, size_t threads,
                              const Callback& progress) {
    auto found = released([&] { return (game.*method)(copy(values), threads, reporting(progress)); });
    return as_numpy(std::move(found), {game.needed(), game.needed()});
}

// The equilibrium play in each state.
struct PythonSimultaneousPlay {
    jd::SimultaneousGame game;
    std::vector<jd::Gains> distributions;

    template <auto method>
    Output<double> for_all_states(const Doubles& values, size_t threads) const {
        auto found = released([&] { return (game.*method)(copy(values), distributions, threads); });
        return as_numpy(std::move(found), {game.needed(), game.needed()});
    }
    [[nodiscard]] double rounding() const { return game.rounding(distributions); }
};

PythonSimultaneousPlay equilibrium_play(const jd::SimultaneousGame& game, const Doubles& values, size_t threads,
                                        const Callback& progress) {
    return {game, released([&] { return game.equilibrium_play(copy(values), threads, reporting(progress)); })};
}

void check_state(const jd::SimultaneousGame& game, size_t size, size_t a, size_t b) {
    const size_t n = game.needed();
    if (size != n * n || a < 1 || a > n || b < 1 || b > n) throw std::invalid_argument("simultaneous: no such state");
}

nb::tuple equilibrium(const jd::SimultaneousGame& game, const Doubles& values, size_t a, size_t b) {
    check_state(game, values.size(), a, b);
    const jd::Equilibrium found = game.equilibrium(span_of(values), a, b);
    return nb::make_tuple(found.value, as_matrix(found.rows), found.row_chances, as_matrix(found.columns),
                          found.column_chances);
}

Output<double> worths(const jd::SimultaneousGame& game, const Doubles& values, size_t own, size_t other,
                      const Input<double, 1>& distribution, double again) {
    check_state(game, values.size(), own, other);
    if (distribution.size() < 2) throw std::invalid_argument("simultaneous: a distribution has at least two entries");
    return as_numpy(jd::ValueTable(span_of(values), game.setbacks()).worths(own, other, copy(distribution), again));
}

jd::SimultaneousGame of_dice(const Input<double, 2>& distributions, const std::vector<size_t>& busted, size_t lost) {
    return {std::make_shared<jd::DiceChoices>(rows_of(distributions)), {busted, lost}};
}

jd::SimultaneousGame of_rolls(const Input<double, 1>& roll, size_t bank_from, const std::vector<size_t>& busted,
                              size_t lost) {
    return {std::make_shared<jd::RollOrBank>(copy(roll), bank_from), {busted, lost}};
}

nb::tuple matrix_game(const Input<double, 2>& payoff) {
    if (payoff.size() == 0) throw std::invalid_argument("matrix game: it is empty");
    const jd::Mixture found = jd::solve_game({rows_of(payoff)}, true);
    return nb::make_tuple(found.value, found.rows, found.columns);
}

}  // namespace

void bind_simultaneous(nb::module_& module) {
    using namespace nb::literals;
    using Game = jd::SimultaneousGame;
    using Play = PythonSimultaneousPlay;
    module.def("matrix_game", &matrix_game, "payoff"_a);
    nb::class_<Play>(module, "SimultaneousPlay")
        .def("guaranteed", &Play::for_all_states<&Game::guaranteed>, "values"_a, "threads"_a)
        .def("longest", &Play::for_all_states<&Game::longest>, "rounds"_a, "threads"_a)
        .def_prop_ro("rounding", &Play::rounding);
    nb::class_<Game>(module, "SimultaneousGame")
        .def_static("of_dice", &of_dice, "distributions"_a, "busted"_a, "lost"_a)
        .def_static("of_rolls", &of_rolls, "roll"_a, "bank_from"_a, "busted"_a, "lost"_a)
        .def_prop_ro("scores_can_decrease", &Game::scores_can_decrease)
        .def_prop_ro("needed", &Game::needed)
        .def("sweep", &for_all_states<&Game::sweep>, "values"_a, "threads"_a, "progress"_a = nb::none())
        .def("guarantees", &for_all_states<&Game::guarantees>, "values"_a, "threads"_a, "progress"_a = nb::none())
        .def("equilibrium_play", &equilibrium_play, "values"_a, "threads"_a, "progress"_a = nb::none())
        .def("worths", &worths, "values"_a, "own"_a, "other"_a, "distribution"_a, "again"_a)
        .def("equilibrium", &equilibrium, "values"_a, "a"_a, "b"_a);
}

}  // namespace jeopardice::python
