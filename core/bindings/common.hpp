// Shared by all parts of the Python module.
#pragma once

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

#include "common/thread_team.hpp"
#include "race/turn_batch.hpp"
#include "turn/turn.hpp"

namespace jeopardice::python {

namespace nb = nanobind;
namespace jd = jeopardice;

template <class T, int dimensions>
using Input = nb::ndarray<const T, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;
template <class T>
using Array = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;  // of any dimension
using Doubles = Array<double>;
using Callback = std::optional<nb::callable>;
using KernelName = std::optional<std::string>;
template <class T>
using Output = nb::ndarray<nb::numpy, T>;

inline auto span_of(const auto& array) {
    return std::span(array.data(), array.size());
}
inline auto copy(const auto& array) {
    return std::vector(array.data(), array.data() + array.size());
}

template <class T>
Output<T> as_numpy(std::vector<T> values, const std::vector<size_t>& shape) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = owned->data();
    const nb::capsule owner(owned.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    static_cast<void>(owned.release());  // now the capsule's
    return Output<T>(data, shape.size(), shape.data(), owner);
}

template <class T>
Output<T> as_numpy(std::vector<T> values) {
    const size_t size = values.size();
    return as_numpy(std::move(values), {size});
}

// The kernel of that name, or the narrowest one with a lane for each problem: more lanes would only take memory.
inline jd::Kernel kernel_for(size_t problems, const KernelName& name = {}) {
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

inline jd::Kernel widest_kernel(const KernelName& name = {}) {
    return kernel_for(~size_t{0}, name);
}

// Works without the interpreter's lock.
inline auto released(const auto& work) {
    const nb::gil_scoped_release release;
    return work();
}

// Reports progress to Python about twenty times a second; it never goes back. Ctrl-C and a callback that raises stop
// the work. `from` and `share`: the part of the work in a larger one.
inline jd::Progress reporting(const Callback& callback, const double from = 0, const double share = 1) {
    return [&callback, from, share, furthest = 0.0, last = std::chrono::steady_clock::now()](double part) mutable {
        furthest = std::max(furthest, part);
        const auto now = std::chrono::steady_clock::now();
        if (now - last < std::chrono::milliseconds(50)) return;
        last = now;
        const nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (callback) (*callback)(from + share * furthest);
    };
}

// A turn automaton that owns its arrays.
class TurnArrays {
  public:
    TurnArrays(const Input<std::int32_t, 1>& phase_rolls, const Input<std::int32_t, 1>& roll_outcomes,
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

    [[nodiscard]] jd::TurnTables tables() const {
        return {indices_[0], indices_[1],     indices_[2],  indices_[3],
                indices_[4], outcome_chance_, roll_events_, banking_};
    }

  private:
    std::vector<std::int32_t> indices_[5];
    std::vector<double> outcome_chance_, roll_events_;
    std::vector<std::uint8_t> banking_;
};

// Solved turn problems, one at a time: the row of the start of the turn, and for each row and phase the values of the
// state, a bank, and each way to end the turn.
class SolvedTurns {
  public:
    // The arrays must outlive it.
    SolvedTurns(const jd::TurnTables& turn, const jd::RaceRules& race);
    [[nodiscard]] nb::tuple solve(jd::TurnProblem problem);

  private:
    const jd::TurnTables turn_;
    const jd::RaceRules race_;
    std::unique_ptr<jd::TurnBatch> batch_;  // made for the first problem
};
inline nb::tuple solved_turn(const jd::TurnTables& turn, const jd::RaceRules& race, const jd::TurnProblem& problem) {
    return SolvedTurns(turn, race).solve(problem);
}

void bind_boards(nb::module_& module);
void bind_multiplayer(nb::module_& module);
void bind_tables(nb::module_& module);
void bind_simultaneous(nb::module_& module);

}  // namespace jeopardice::python
