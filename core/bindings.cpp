// What Python sees of the core: a Turn that owns its tables, solves problems and what follows from their values.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "certify.hpp"
#include "lengths.hpp"
#include "race.hpp"

namespace nb = nanobind;
namespace jd = jeopardice;

namespace {

template <class T, int dimensions>
using Input = nb::ndarray<const T, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;
template <class T>
using Output = nb::ndarray<nb::numpy, T>;

auto span_of(const auto& array) {
    return std::span(array.data(), array.size());
}
auto copy(const auto& array) {
    return std::vector(array.data(), array.data() + array.size());
}

template <class T>
Output<T> as_numpy(std::vector<T> values, const std::initializer_list<std::size_t> shape) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = owned->data();
    const nb::capsule owner(owned.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    static_cast<void>(owned.release());  // now the capsule's
    return Output<T>(data, shape, owner);
}

// The kernel of that name, or the narrowest that holds all problems at once: more lanes would only take memory.
jd::Kernel kernel_for(const std::size_t problems, const std::optional<std::string>& name) {
    const auto found = jd::kernels();
    if (!name) {
        const auto fits = [&](const jd::Kernel& kernel) { return kernel.lanes >= problems; };
        const auto narrowest = std::find_if(found.rbegin(), found.rend(), fits);
        return narrowest == found.rend() ? found.front() : *narrowest;
    }
    for (const auto& kernel : found)
        if (kernel.name == *name) return kernel;
    throw std::invalid_argument("instruction set \"" + *name + "\" is not available on this machine");
}

auto released(const auto& work) {
    const nb::gil_scoped_release release;
    return work();
}

// Tells Python of progress about twenty times a second, and lets it stop the work: Ctrl-C, or a callback that raises.
// The work may be one part of a larger one.
jd::Progress reporting(const std::optional<nb::callable>& callback, const double from = 0, const double share = 1) {
    return [&callback, from, share, last = std::chrono::steady_clock::now()](const double part) mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < std::chrono::milliseconds(50)) return;
        last = now;
        const nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (callback) (*callback)(from + share * part);
    };
}

class Turn {
  public:
    Turn(const Input<std::int32_t, 1>& phase_rolls, const Input<std::int32_t, 1>& roll_outcomes,
         const Input<std::int32_t, 1>& outcome_options, const Input<std::int32_t, 1>& option_points,
         const Input<std::int32_t, 1>& option_phase, const Input<double, 1>& outcome_chance,
         const Input<double, 2>& roll_events, const Input<std::uint8_t, 1>& banking)
        : indices_{copy(phase_rolls), copy(roll_outcomes), copy(outcome_options), copy(option_points),
                   copy(option_phase)},
          outcome_chance_(copy(outcome_chance)),
          roll_events_(copy(roll_events)),
          banking_(copy(banking)) {
        tables().check();
    }

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
                                    const Input<double, 2>& known_error, const Input<double, 1>& bank,
                                    const Input<double, 2>& settled, const Input<std::uint8_t, 1>& stuck,
                                    const Input<double, 2>& values, const double tie) const {
        const auto turn = tables();
        const std::size_t steps = bank.shape(0), phases = turn.phases();
        auto found = jd::turn_chances(turn,
                                      {steps, span_of(known), span_of(bank), span_of(settled), span_of(values),
                                       span_of(known_bust), span_of(known_error), span_of(stuck)},
                                      tie);
        return nb::make_tuple(as_numpy(std::move(found.bust), {steps, phases}),
                              as_numpy(std::move(found.error), {steps, phases}));
    }

    [[nodiscard]] Output<double> win(const jd::RaceRules& race, const std::size_t threads,
                                     const std::optional<nb::callable>& progress,
                                     const std::optional<std::string>& kernel) const {
        const auto turn = tables();
        const auto chosen = kernel_for(~std::size_t{0}, kernel);
        return as_numpy(released([&] { return jd::solve_win(turn, race, chosen, threads, reporting(progress)); }),
                        {race.needed, race.needed});
    }

    [[nodiscard]] Output<double> turns(const jd::RaceRules& race, const std::optional<nb::callable>& progress,
                                       const std::optional<std::string>& kernel) const {
        const auto turn = tables();
        const auto chosen = kernel_for(1, kernel);
        return as_numpy(released([&] { return jd::solve_turns(turn, race, chosen, reporting(progress)); }),
                        {race.needed});
    }

    [[nodiscard]] Output<double> within(const jd::RaceRules& race, const std::size_t turns_allowed,
                                        const std::size_t threads, const std::optional<nb::callable>& progress,
                                        const std::optional<std::string>& kernel) const {
        const auto turn = tables();
        const auto chosen = kernel_for(~std::size_t{0}, kernel);
        return as_numpy(
            released([&] { return jd::solve_within(turn, race, chosen, threads, turns_allowed, reporting(progress)); }),
            {turns_allowed + 1, race.needed});
    }

    [[nodiscard]] nb::tuple visit(const jd::RaceRules& race, const std::size_t needed, const Input<double, 1>& after,
                                  const double shift, const double scale, const double goal) const {
        const auto turn = tables();
        if (needed == 0 || needed > race.needed || after.size() < needed)
            throw std::invalid_argument("visit: needed is out of range");
        jd::VisitBatch batch(turn, race, kernel_for(1, std::nullopt));
        const jd::Visit visit{needed, after.data(), shift, scale, goal, after.data()[needed - 1]};
        batch.run({&visit, 1});
        std::vector<double> values, busts;
        for (std::size_t row = 0; row < batch.steps(); ++row)
            for (std::size_t q = 0; q < turn.phases(); ++q) {
                values.push_back(batch.value(static_cast<std::ptrdiff_t>(row), q, 0));
                busts.push_back(batch.slope(static_cast<std::ptrdiff_t>(row), q, 0));
            }
        return nb::make_tuple(batch.beyond(), as_numpy(std::move(values), {batch.steps(), turn.phases()}),
                              as_numpy(std::move(busts), {batch.steps(), turn.phases()}));
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
            const auto bounds =
                jd::certify_turns(turns, race, kernel_for(1, std::nullopt), span_of(expected), reporting(progress));
            return std::pair(bounds, jd::judge_turns(turns, race, kernel, threads, bounds));
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

    [[nodiscard]] Output<double> lengths(const jd::RaceRules& race, const Input<double, 2>& win, const std::size_t most,
                                         const std::size_t threads, const std::optional<nb::callable>& progress) const {
        check_values(win, race.needed, race.needed);
        const auto turn = tables();
        const auto kernel = kernel_for(~std::size_t{0}, std::nullopt);
        return as_numpy(
            released(
                [&] { return jd::game_lengths(turn, race, kernel, threads, span_of(win), most, reporting(progress)); }),
            {most});
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

    [[nodiscard]] jd::TurnTables tables() const {
        return {indices_[0], indices_[1],     indices_[2],  indices_[3],
                indices_[4], outcome_chance_, roll_events_, banking_};
    }

    std::vector<std::int32_t> indices_[5];
    std::vector<double> outcome_chance_, roll_events_;
    std::vector<std::uint8_t> banking_;
};

}  // namespace

NB_MODULE(_core, module) {
    using namespace nb::literals;
    module.doc() = "The native core of Jeopardice; see core/turn.hpp for the mathematics.";
    module.def("kernels", [] {
        std::vector<std::string> names;
        for (const auto& kernel : jd::kernels()) names.emplace_back(kernel.name);
        return names;
    });
    nb::class_<jd::RaceRules>(module, "RaceRules")
        .def(nb::init<std::size_t, std::size_t, std::size_t, std::size_t, bool>(), "needed"_a, "bank_from"_a,
             "first_bank_from"_a, "hold_from"_a, "keep_on_bust"_a);
    nb::class_<Turn>(module, "Turn")
        .def(nb::init<const Input<std::int32_t, 1>&, const Input<std::int32_t, 1>&, const Input<std::int32_t, 1>&,
                      const Input<std::int32_t, 1>&, const Input<std::int32_t, 1>&, const Input<double, 1>&,
                      const Input<double, 2>&, const Input<std::uint8_t, 1>&>(),
             "phase_rolls"_a, "roll_outcomes"_a, "outcome_options"_a, "option_points"_a, "option_phase"_a,
             "outcome_chance"_a, "roll_events"_a, "banking"_a)
        .def_prop_ro("reach", &Turn::reach)
        .def("solve", &Turn::solve, "known"_a, "bank"_a, "settled"_a, "kernel"_a = nb::none())
        .def("win", &Turn::win, "race"_a, "threads"_a, "progress"_a = nb::none(), "kernel"_a = nb::none())
        .def("turns", &Turn::turns, "race"_a, "progress"_a = nb::none(), "kernel"_a = nb::none())
        .def("within", &Turn::within, "race"_a, "turns"_a, "threads"_a, "progress"_a = nb::none(),
             "kernel"_a = nb::none())
        .def("visit", &Turn::visit, "race"_a, "needed"_a, "after"_a, "shift"_a, "scale"_a, "goal"_a)
        .def_static("certify_win", &Turn::certify_win, "less"_a, "more"_a, "race"_a, "win"_a, "threads"_a,
                    "progress"_a = nb::none())
        .def_static("certify_turns", &Turn::certify_turns, "less"_a, "more"_a, "race"_a, "turns"_a, "threads"_a,
                    "progress"_a = nb::none())
        .def_static("certify_within", &Turn::certify_within, "less"_a, "more"_a, "race"_a, "turns"_a, "threads"_a,
                    "progress"_a = nb::none())
        .def("lengths", &Turn::lengths, "race"_a, "win"_a, "most"_a, "threads"_a, "progress"_a = nb::none())
        .def("chances", &Turn::chances, "known"_a, "known_bust"_a, "known_error"_a, "bank"_a, "settled"_a, "stuck"_a,
             "values"_a, "tie"_a);
}
