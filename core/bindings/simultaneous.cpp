// Simultaneous play in Python.
#include "bindings/common.hpp"
#include "simultaneous/contest.hpp"
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

size_t widest(const std::vector<jd::Gains>& rows) {
    size_t width = 0;
    for (const jd::Gains& row : rows) width = std::max(width, row.size());
    return width;
}

// One row for each distribution, filled up with 0.
Output<double> as_matrix(const std::vector<jd::Gains>& rows) {
    const size_t width = widest(rows);
    std::vector<double> cells(rows.size() * width);
    for (size_t k = 0; k < rows.size(); ++k) std::copy(rows[k].begin(), rows[k].end(), &cells[k * width]);
    return as_numpy(std::move(cells), {rows.size(), width});
}

// The play of the last sweep.
struct PythonPlayed {
    jd::Played states;
};

Output<double> by_state(const jd::SimultaneousGame& game, jd::Values values) {
    return as_numpy(std::move(values), {game.standings(), game.standings()});
}

nb::tuple solve(const jd::SimultaneousGame& game, size_t threads, const Callback& progress) {
    jd::Solved found = released([&] { return game.solve(threads, reporting(progress)); });
    return nb::make_tuple(by_state(game, std::move(found.values)), by_state(game, std::move(found.low)));
}

Output<double> sweep(const jd::SimultaneousGame& game, const Doubles& values, PythonPlayed& played, size_t threads,
                     const Callback& progress) {
    return by_state(game,
                    released([&] { return game.sweep(copy(values), played.states, threads, reporting(progress)); }));
}

// The equilibrium play in each state.
struct PythonSimultaneousPlay {
    jd::SimultaneousGame game;
    std::vector<jd::Gains> distributions;

    template <auto method>
    Output<double> for_all_states(const Doubles& values, size_t threads) const {
        return by_state(game, released([&] { return (game.*method)(copy(values), distributions, threads); }));
    }
    [[nodiscard]] double rounding() const { return game.rounding(distributions); }
    [[nodiscard]] Output<double> matrix() const { return as_matrix(distributions); }
    [[nodiscard]] size_t width() const { return widest(distributions); }
};

PythonSimultaneousPlay equilibrium_play(const jd::SimultaneousGame& game, const Doubles& values, PythonPlayed& played,
                                        size_t threads, const Callback& progress) {
    return {game,
            released([&] { return game.equilibrium_play(copy(values), played.states, threads, reporting(progress)); })};
}

void check_state(const jd::SimultaneousGame& game, size_t size, size_t a, size_t b) {
    const size_t n = game.standings();
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
    if (distribution.size() <= jd::gain_offset)
        throw std::invalid_argument("simultaneous: a distribution has at least three entries");
    return as_numpy(jd::ValueTable(span_of(values), game.setbacks()).worths(own, other, copy(distribution), again));
}

jd::SimultaneousGame of_dice(const Input<double, 2>& distributions, const Input<double, 2>& first,
                             const jd::Setbacks& setbacks) {
    return {std::make_shared<jd::DiceChoices>(rows_of(distributions), rows_of(first), setbacks.start), setbacks};
}

jd::SimultaneousGame of_rolls(const Input<double, 1>& roll, size_t bank_from, size_t first_from,
                              const jd::Setbacks& setbacks) {
    const jd::LeastBank least{bank_from, first_from, setbacks.start};
    return {std::make_shared<jd::RollOrBank>(copy(roll), least, setbacks.keeps, setbacks.indices()), setbacks};
}

jd::Setbacks setbacks_of(size_t lowest, size_t start, size_t streak, size_t penalty, std::ptrdiff_t floor, bool keeps,
                         bool bottomless, bool lower_may_be_better) {
    return {lowest, start, streak, penalty, floor, keeps, bottomless, lower_may_be_better};
}

using Rows = Input<double, 2>;
using Places = Input<std::uint32_t, 1>;

// Rows without the zeros at their end, which only take time.
jd::FixedPlay fixed_play(const Rows& distributions, const Places& which) {
    jd::FixedPlay play{rows_of(distributions), copy(which)};
    for (jd::Gains& row : play.distributions)
        while (row.size() > jd::gain_offset + 1 && row.back() == 0) row.pop_back();
    return play;
}

Output<double> match_sweep(const jd::SimultaneousGame& game, const Rows& first, const Places& first_at,
                           const Rows& second, const Places& second_at, const Doubles& before, size_t threads,
                           const Callback& progress) {
    auto found = released([&] {
        return jd::match_sweep(game, fixed_play(first, first_at), fixed_play(second, second_at), copy(before), threads,
                               reporting(progress));
    });
    return as_numpy(std::move(found), {game.standings(), game.standings()});
}

Output<double> response_sweep(const jd::SimultaneousGame& game, const Rows& second, const Places& second_at,
                              const Doubles& before, size_t threads, const Callback& progress) {
    auto found = released([&] {
        return jd::response_sweep(game, fixed_play(second, second_at), copy(before), threads, reporting(progress));
    });
    return as_numpy(std::move(found), {game.standings(), game.standings()});
}

nb::tuple rounds(const jd::SimultaneousGame& game, const Rows& first, const Places& first_at, const Rows& second,
                 const Places& second_at, size_t a, size_t b, double forgotten, size_t most, const Callback& progress) {
    auto found = released([&] {
        return jd::rounds(game, fixed_play(first, first_at), fixed_play(second, second_at), a, b, forgotten, most,
                          reporting(progress));
    });
    return nb::make_tuple(as_numpy(std::move(found.chances)),
                          as_numpy(std::move(found.visits), {game.standings(), game.standings()}));
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
        .def_prop_ro("rounding", &Play::rounding)
        .def_prop_ro("width", &Play::width)
        .def_prop_ro("distributions", &Play::matrix, nb::rv_policy::move);
    nb::class_<PythonPlayed>(module, "SimultaneousPlayed").def(nb::init<>());
    nb::class_<jd::Setbacks>(module, "Setbacks")
        .def_static("of", &setbacks_of, nb::kw_only(), "lowest"_a, "start"_a, "streak"_a, "penalty"_a, "floor"_a,
                    "keeps"_a, "bottomless"_a, "lower_may_be_better"_a);
    nb::class_<Game>(module, "SimultaneousGame")
        .def_static("of_dice", &of_dice, "distributions"_a, "first"_a, "setbacks"_a)
        .def_static("of_rolls", &of_rolls, "roll"_a, "bank_from"_a, "first_from"_a, "setbacks"_a)
        .def_prop_ro("bottomless", [](const Game& game) { return game.setbacks().bottomless; })
        .def_prop_ro("longest", [](const Game& game) { return game.choices().longest(game.setbacks().lowest); })
        .def_prop_ro("scores_can_decrease", &Game::scores_can_decrease)
        .def_prop_ro("standings", &Game::standings)
        .def("solve", &solve, "threads"_a, "progress"_a = nb::none())
        .def("sweep", &sweep, "values"_a, "played"_a, "threads"_a, "progress"_a = nb::none())
        .def("equilibrium_play", &equilibrium_play, "values"_a, "played"_a, "threads"_a, "progress"_a = nb::none())
        .def("match_sweep", &match_sweep, "first"_a, "first_at"_a, "second"_a, "second_at"_a, "before"_a, "threads"_a,
             "progress"_a = nb::none())
        .def("response_sweep", &response_sweep, "second"_a, "second_at"_a, "before"_a, "threads"_a,
             "progress"_a = nb::none())
        .def("rounds", &rounds, "first"_a, "first_at"_a, "second"_a, "second_at"_a, "a"_a, "b"_a, "forgotten"_a,
             "most"_a, "progress"_a = nb::none())
        .def("worths", &worths, "values"_a, "own"_a, "other"_a, "distribution"_a, "again"_a)
        .def("equilibrium", &equilibrium, "values"_a, "a"_a, "b"_a);
}

}  // namespace jeopardice::python
