// What Python sees of simultaneous play.
#include "bindings/common.hpp"
#include "simultaneous/matrix_game.hpp"
#include "simultaneous/simultaneous_game.hpp"

namespace jeopardice::python {

namespace {

std::vector<jd::Law> laws_of(const Input<double, 2>& chances) {
    std::vector<jd::Law> laws;
    for (std::size_t k = 0; k < chances.shape(0); ++k) {
        const double* const row = chances.data() + k * chances.shape(1);
        laws.emplace_back(row, row + chances.shape(1));
    }
    return laws;
}

Output<double> as_matrix(const std::vector<jd::Law>& laws) {
    std::size_t widest = 0;
    for (const jd::Law& law : laws) widest = std::max(widest, law.size());
    std::vector<double> cells(laws.size() * widest);
    for (std::size_t k = 0; k < laws.size(); ++k)
        std::copy(laws[k].begin(), laws[k].end(), cells.begin() + static_cast<std::ptrdiff_t>(k * widest));
    return as_numpy(std::move(cells), {laws.size(), widest});
}

// What everybody plays in each state.
class AtOncePlay {
  public:
    AtOncePlay(const jd::AtOnce& game, std::vector<jd::Law> laws) : game_(game), laws_(std::move(laws)) {}

    [[nodiscard]] Output<double> kept(const Doubles& values, const std::size_t threads) const {
        return square(released([&] { return game_.kept(copy(values), laws_, threads); }));
    }
    [[nodiscard]] Output<double> lasting(const Doubles& rounds, const std::size_t threads) const {
        return square(released([&] { return game_.lasting(copy(rounds), laws_, threads); }));
    }
    [[nodiscard]] double rounding() const { return game_.rounding(laws_); }

  private:
    [[nodiscard]] Output<double> square(std::vector<double> values) const {
        return as_numpy(std::move(values), {game_.needed(), game_.needed()});
    }

    jd::AtOnce game_;
    std::vector<jd::Law> laws_;
};

class AtOnceBoard {
  public:
    AtOnceBoard(std::shared_ptr<const jd::Ways> ways, const std::vector<std::size_t>& busted, const std::size_t lost)
        : game_(std::move(ways), {busted, lost}) {}

    Output<double> sweep(const Doubles& before, const std::size_t threads,
                         const std::optional<nb::callable>& progress) const {
        auto values = released([&] { return game_.sweep(copy(before), threads, reporting(progress)); });
        return square(std::move(values));
    }
    Output<double> guarantees(const Doubles& values, const std::size_t threads,
                              const std::optional<nb::callable>& progress) const {
        auto low = released([&] { return game_.guarantees(copy(values), threads, reporting(progress)); });
        return square(std::move(low));
    }
    AtOncePlay played(const Doubles& values, const std::size_t threads,
                      const std::optional<nb::callable>& progress) const {
        return {game_, released([&] { return game_.played(copy(values), threads, reporting(progress)); })};
    }
    nb::tuple moment(const Doubles& values, const std::size_t a, const std::size_t b) const {
        check(values.size(), a, b);
        const jd::Moment found = game_.moment(span_of(values), a, b);
        return nb::make_tuple(found.value, as_matrix(found.rows), found.row_chances, as_matrix(found.columns),
                              found.column_chances);
    }
    Output<double> worths(const Doubles& values, const std::size_t own, const std::size_t other,
                          const Input<double, 1>& law, const double again) const {
        check(values.size(), own, other);
        if (law.size() < 2) throw std::invalid_argument("at once: a law has two entries at least");
        std::vector<double> found = game_.worths(span_of(values), own, other, copy(law), again);
        const std::size_t size = found.size();
        return as_numpy(std::move(found), {size});
    }
    [[nodiscard]] bool has_falls() const { return game_.has_falls(); }
    [[nodiscard]] std::size_t needed() const { return game_.needed(); }

  private:
    void check(const std::size_t size, const std::size_t a, const std::size_t b) const {
        const std::size_t n = game_.needed();
        if (size != n * n || a < 1 || a > n || b < 1 || b > n) throw std::invalid_argument("at once: no such state");
    }
    [[nodiscard]] Output<double> square(std::vector<double> values) const {
        return as_numpy(std::move(values), {game_.needed(), game_.needed()});
    }

    jd::AtOnce game_;
};

AtOnceBoard of_dice(const Input<double, 2>& laws, const std::vector<std::size_t>& busted, const std::size_t lost) {
    return {std::make_shared<jd::DiceWays>(laws_of(laws)), busted, lost};
}

AtOnceBoard of_rolls(const Input<double, 1>& roll, const std::size_t bank_from, const std::vector<std::size_t>& busted,
                     const std::size_t lost) {
    return {std::make_shared<jd::RollingWays>(copy(roll), bank_from), busted, lost};
}

nb::tuple matrix_game(const Input<double, 2>& payoff) {
    if (payoff.size() == 0) throw std::invalid_argument("matrix game: it is empty");
    const jd::Mixture found = jd::solve_game({laws_of(payoff)}, true);
    return nb::make_tuple(found.value, found.rows, found.columns);
}

}  // namespace

void bind_at_once(nb::module_& module) {
    using namespace nb::literals;
    module.def("matrix_game", &matrix_game, "payoff"_a);
    nb::class_<AtOncePlay>(module, "AtOncePlay")
        .def("kept", &AtOncePlay::kept, "values"_a, "threads"_a)
        .def("lasting", &AtOncePlay::lasting, "rounds"_a, "threads"_a)
        .def_prop_ro("rounding", &AtOncePlay::rounding);
    nb::class_<AtOnceBoard>(module, "AtOnce")
        .def_static("of_dice", &of_dice, "laws"_a, "busted"_a, "lost"_a)
        .def_static("of_rolls", &of_rolls, "roll"_a, "bank_from"_a, "busted"_a, "lost"_a)
        .def_prop_ro("has_falls", &AtOnceBoard::has_falls)
        .def_prop_ro("needed", &AtOnceBoard::needed)
        .def("sweep", &AtOnceBoard::sweep, "values"_a, "threads"_a, "progress"_a = nb::none())
        .def("guarantees", &AtOnceBoard::guarantees, "values"_a, "threads"_a, "progress"_a = nb::none())
        .def("played", &AtOnceBoard::played, "values"_a, "threads"_a, "progress"_a = nb::none())
        .def("worths", &AtOnceBoard::worths, "values"_a, "own"_a, "other"_a, "law"_a, "again"_a)
        .def("moment", &AtOnceBoard::moment, "values"_a, "a"_a, "b"_a);
}

}  // namespace jeopardice::python
