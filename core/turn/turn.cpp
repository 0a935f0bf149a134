#include "turn/turn.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "turn/plan.hpp"

namespace jeopardice {

#define JEOPARDICE_DECLARE_KERNEL(name)                                                                                \
    namespace name {                                                                                                   \
    void solve(const TurnTables&, const TurnPlan& plan, size_t, const TurnLanes&);                                     \
    void follow(const TurnTables&, const std::int32_t* option_offset, size_t, const TurnLanes&, const FollowedLanes&); \
    void judge(const TurnTables&, const std::int32_t* option_offset, size_t, const TurnLanes& low,                     \
               const TurnLanes& high, const double* seen, Certainty&);                                                 \
    double dot(const double* a, const double* b, size_t count);                                                        \
    }

JEOPARDICE_DECLARE_KERNEL(baseline)
JEOPARDICE_DECLARE_KERNEL(narrow)
#if defined(__x86_64__)
JEOPARDICE_DECLARE_KERNEL(avx2)
JEOPARDICE_DECLARE_KERNEL(avx512)
#endif

std::vector<Kernel> kernels() {
    std::vector<Kernel> found;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        found.push_back({"avx512", 8, 16, avx512::solve, avx512::follow, avx512::judge, avx512::dot});
    if (__builtin_cpu_supports("avx2"))
        found.push_back({"avx2", 4, 16, avx2::solve, avx2::follow, avx2::judge, avx2::dot});
#endif
    found.push_back({"baseline", 2, 8, baseline::solve, baseline::follow, baseline::judge, baseline::dot});
    found.push_back({"narrow", 2, 4, narrow::solve, narrow::follow, narrow::judge, narrow::dot});
    return found;
}

namespace {

void need(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(std::string("turn tables: ") + what);
}

// Offsets into a table of `count` entries increase from 0 to `count`.
void check_offsets(std::span<const std::int32_t> offsets, size_t count, const char* what) {
    need(!offsets.empty() && offsets.front() == 0, what);
    need(std::is_sorted(offsets.begin(), offsets.end()), what);
    need(static_cast<size_t>(offsets.back()) == count, what);
}

}  // namespace

void TurnTables::check() const {
    need(phase_rolls.size() > 1, "at least one phase is needed");
    need(!roll_outcomes.empty() && !outcome_options.empty(), "offsets are missing");
    check_offsets(phase_rolls, rolls(), "phase_rolls");
    check_offsets(roll_outcomes, outcomes(), "roll_outcomes");
    check_offsets(outcome_options, options(), "outcome_options");
    need(option_phase.size() == options(), "option_phase");
    need(roll_events.size() == rolls() * events, "roll_events");
    need(banking.size() == phases(), "banking");
    for (size_t o = 0; o < outcomes(); ++o)
        need(outcome_options[o] < outcome_options[o + 1], "an outcome without options");
    for (const std::int32_t points : option_points) need(points >= 1, "option_points");
    for (const std::int32_t q : option_phase) need(q >= 0 && static_cast<size_t>(q) < phases(), "option_phase");
}

std::vector<std::int32_t> TurnTables::option_offsets() const {
    std::vector<std::int32_t> offsets(options());
    for (size_t i = 0; i < offsets.size(); ++i)
        offsets[i] = option_phase[i] - option_points[i] * static_cast<std::int32_t>(phases());
    return offsets;
}

bool TurnTables::can_win_at_once() const {
    for (size_t r = 0; r < rolls(); ++r)
        if (roll_events[r * events + 2] > 0) return true;
    return false;
}

bool TurnTables::starts_only() const {
    return std::find(option_phase.begin(), option_phase.end(), 0) == option_phase.end();
}

std::vector<size_t> TurnTables::richest_options() const {
    std::vector<size_t> found;
    for (size_t o = 0; o < outcomes(); ++o)
        found.push_back(*std::ranges::max_element(options_of(o), {}, [&](size_t i) { return points(i); }));
    return found;
}

size_t TurnTables::reach() const {
    std::int32_t most = 1;
    for (const std::int32_t points : option_points) most = std::max(most, points);
    return static_cast<size_t>(most);
}

void solve_turns(const TurnTables& turn, const Kernel& kernel, size_t problems, size_t steps,
                 std::span<const double> known, std::span<const double> bank, std::span<const double> settled,
                 std::span<double> values) {
    const size_t phases = turn.phases(), reach = turn.reach(), lanes = kernel.lanes;
    need(known.size() == problems * reach * phases, "known values");
    need(bank.size() == problems * steps, "bank values");
    need(settled.size() == problems * steps * settles, "settled values");
    need(values.size() == problems * steps * phases, "values");

    const TurnPlan plan(turn, true);

    // The arrays of a batch have the lane as their last index. Lanes after the last problem repeat it.
    std::vector<double> lane_bank(steps * lanes), lane_settled(steps * settles * lanes);
    std::vector<double> rows((reach + steps) * phases * lanes);
    for (size_t first = 0; first < problems; first += lanes) {
        for (size_t lane = 0; lane < lanes; ++lane) {
            const size_t problem = std::min(first + lane, problems - 1);
            const auto spread = [&](std::span<const double> from, std::vector<double>& to, size_t size) {
                for (size_t i = 0; i < size; ++i) to[i * lanes + lane] = from[problem * size + i];
            };
            spread(bank, lane_bank, steps);
            spread(settled, lane_settled, steps * settles);
            spread(known, rows, reach * phases);
        }
        kernel.solve(turn, plan, reach, {steps, lane_bank.data(), lane_settled.data(), settles * lanes, rows.data()});
        for (size_t lane = 0; lane < std::min(lanes, problems - first); ++lane)
            for (size_t i = 0; i < steps * phases; ++i)
                values[(first + lane) * steps * phases + i] = rows[(reach * phases + i) * lanes + lane];
    }
}

}  // namespace jeopardice
