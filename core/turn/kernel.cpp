// The recursion of turn.hpp in the lanes of a vector register. Compiled once for each instruction set, as
// JEOPARDICE_KERNEL with JEOPARDICE_LANES lanes.
#include <algorithm>
#include <array>
#include <utility>

#include "turn/plan.hpp"
#include "turn/wide.hpp"

namespace jeopardice::JEOPARDICE_KERNEL {

namespace {

// A value, and the numbers that are carried along with it: first its derivative by the lane's unknown, then the values
// of the same decisions to other players.
template <size_t carried, size_t registers>
struct Carried {
    using Numbers = Vector<registers>;
    Numbers value;
    std::array<Numbers, carried> with;

    // `to_next`: from a value to the first carried number, and from each of those to the next.
    static Carried read(const double* at, std::ptrdiff_t to_next) {
        Carried found{};
        found.value = load<registers>(at);
        for (size_t c = 0; c != carried; ++c) found.with[c] = load<registers>(at += to_next);
        return found;
    }
    void write(double* at, std::ptrdiff_t to_next) const {
        store(at, value);
        for (size_t c = 0; c != carried; ++c) store(at += to_next, with[c]);
    }
    void add(double chance, const Carried& more) {
        value += chance * more.value;
        for (size_t c = 0; c != carried; ++c) with[c] += chance * more.with[c];
    }
    // Of equal values the one before stays. The next maximum waits for this one, but not for a comparison.
    void improve(const Carried& other) {
        const Numbers before = value;
        value = larger(other.value, value);
        if constexpr (carried > 0) {
            const auto better = value > before;
            for (size_t c = 0; c != carried; ++c) with[c] = choose(better, other.with[c], with[c]);
        }
    }
    void replace(const Mask<registers>& where, const Carried& by) {
        value = choose(where, by.value, value);
        for (size_t c = 0; c != carried; ++c) with[c] = choose(where, by.with[c], with[c]);
    }
};

// Adds the outcomes of a roll that go on, each by its best option. Not part of `run`, so that all numbers of this loop
// stay in registers.
template <size_t carried, size_t registers>
[[gnu::noinline]] void add_outcomes(const TurnPlan& plan, size_t roll, const double* row, std::ptrdiff_t to_next,
                                    Carried<carried, registers>& found) {
    using Numbers = Carried<carried, registers>;
    Numbers sum{}, best{};
    const std::int32_t* option = plan.offsets_of(roll);
    const auto value_of = [&](std::int32_t offset) {
        return Numbers::read(row + offset * static_cast<std::ptrdiff_t>(lanes), to_next);
    };
    const auto improve_by = [&]<size_t... k>(std::index_sequence<k...>) {
        (best.improve(value_of(option[k])), ...);
        option += sizeof...(k);
    };
    for (const TurnPlan::Link& outcome : plan.single_of(roll)) sum.add(outcome.chance, value_of(*option++));
    for (const TurnPlan::Link& outcome : plan.links_of(roll)) {
        if (outcome.starts) best = value_of(*option++);
        // A loop over the few options that most outcomes add would cost as much as reading them.
        switch (outcome.more) {
            case 0:
                break;
            case 1:
                improve_by(std::make_index_sequence<1>());
                break;
            case 2:
                improve_by(std::make_index_sequence<2>());
                break;
            case 3:
                improve_by(std::make_index_sequence<3>());
                break;
            case 4:
                improve_by(std::make_index_sequence<4>());
                break;
            case 5:
                improve_by(std::make_index_sequence<5>());
                break;
            default:
                for (std::int32_t k = 0; k < outcome.more; ++k) best.improve(value_of(*option++));
        }
        sum.add(outcome.chance, best);
    }
    found.add(1, sum);
}

// Copies the row before.
template <size_t carried, size_t registers>
void repeat(double* row, size_t phases, std::ptrdiff_t to_next) {
    for (size_t q = 0; q < phases; ++q)
        Carried<carried, registers>::read(row + q * lanes - phases * lanes, to_next).write(row + q * lanes, to_next);
}

// The recursion for all phases at every `needed` in order, in the first lanes. An option's value is at phase - points *
// phases, relative to the row.
template <size_t carried, size_t registers>
void run(const TurnTables& turn, const TurnPlan& plan, size_t reach, const TurnLanes& problem) {
    using Numbers = Carried<carried, registers>;
    const size_t phases = turn.phases();
    const bool starts_only = problem.start_from > 0 && turn.starts_only();
    const std::ptrdiff_t to_next = carried > 0 ? problem.slopes - problem.rows : 0;
    const size_t bank_size = problem.steps * (problem.bank_phases ? phases : 1) * lanes;
    const size_t settled_size =
        settles * lanes * (problem.settled_stride > 0 ? problem.steps : 1) * (problem.settled_phases ? phases : 1);
    const size_t rolls_size = problem.steps * turn.rolls() * lanes;
    for (size_t step = 0; step < problem.steps; ++step) {
        double* const row = problem.rows + (reach + step) * phases * lanes;
        if (step > 0 && step < problem.alike) {
            repeat<carried, registers>(row, phases, to_next);
            if (double* const rolls = problem.roll_values)
                for (size_t r = 0; r < turn.rolls(); ++r)
                    store(rolls + (step * turn.rolls() + r) * lanes, load<registers>(rolls + r * lanes));
            continue;
        }
        const size_t bank_row = step * (problem.bank_phases ? phases * lanes : lanes);
        for (size_t q = starts_only && step < problem.start_from ? 1 : 0; q < phases; ++q) {
            const auto settled = [&](size_t way) {
                const size_t at = step * problem.settled_stride + q * problem.settled_phases + way * lanes;
                Numbers found{load<registers>(problem.settled + at), {}};
                if constexpr (carried > 0) found.with[0] = load<registers>(problem.settled_slopes + at);
                for (size_t c = 1; c < carried; ++c)
                    found.with[c] = load<registers>(problem.other_settled + (c - 1) * settled_size + at);
                return found;
            };
            const size_t first_roll = turn.first_roll(q), end_roll = turn.first_roll(q + 1);
            if (first_roll == end_roll) {
                settled(events).write(row + q * lanes, to_next);
                continue;
            }
            Numbers best{all<registers>(illegal), {}};
            for (size_t r = first_roll; r < end_roll; ++r) {
                Numbers sum{};
                for (size_t e = 0; e < events; ++e)
                    if (const double chance = turn.roll_events[r * events + e]; chance != 0)
                        sum.add(chance, settled(e));
                add_outcomes(plan, r, row, to_next, sum);
                if (problem.roll_values) {
                    const size_t at = (step * turn.rolls() + r) * lanes;
                    store(problem.roll_values + at, sum.value);
                    if (problem.other_rolls)
                        for (size_t c = 1; c < carried; ++c)
                            store(problem.other_rolls + (c - 1) * rolls_size + at, sum.with[c]);
                }
                auto better = sum.value > best.value;
                // Of rolls with the same value, the one that busts less.
                if constexpr (carried > 0) better = better | ((sum.value == best.value) & (sum.with[0] < best.with[0]));
                best.replace(better, sum);
            }
            if (turn.banking[q] != never_banks) {
                // A bank depends on solved states only: its slope is 0.
                const size_t at = bank_row + q * problem.bank_phases;
                Numbers bank{load<registers>(problem.bank + at), {}};
                for (size_t c = 1; c < carried; ++c)
                    bank.with[c] = load<registers>(problem.other_banks + (c - 1) * bank_size + at);
                // Ties go to the bank, so that a turn ends where the value no longer depends on the total.
                best.replace(turn.banking[q] == must_bank ? bank.value > illegal : bank.value >= best.value, bank);
            }
            if (step < problem.closing_rows) {
                Numbers closing{load<registers>(problem.closing + step * lanes), {}};
                for (size_t c = 1; c < carried; ++c)
                    closing.with[c] =
                        load<registers>(problem.other_closing + ((c - 1) * problem.closing_rows + step) * lanes);
                best.replace(closing.value > illegal, closing);
            }
            best.write(row + q * lanes, to_next);
        }
    }
}

// As many registers side by side as leave room for the numbers of a roll.
template <size_t carried>
void run_all(const TurnTables& turn, const TurnPlan& plan, size_t reach, const TurnLanes& problem) {
    constexpr size_t most = carried == 0 ? 4 : carried < 3 || width == 8 ? 2 : 1;
    constexpr size_t registers = std::min(most, lanes / width);
    const size_t used = std::min(problem.used, lanes);
    for (size_t first = 0; first < used;) {
        const bool several = used - first > width;
        (several ? run<carried, registers> : run<carried, 1>)(turn, plan, reach, problem.from_lane(first));
        first += (several ? registers : 1) * width;
    }
}

}  // namespace

void solve(const TurnTables& turn, const TurnPlan& plan, size_t reach, const TurnLanes& problem) {
    static constexpr std::array runs{run_all<0>, run_all<1>, run_all<2>, run_all<3>, run_all<4>,
                                     run_all<5>, run_all<6>, run_all<7>, run_all<8>, run_all<9>};
    static_assert(runs.size() == most_others + 2);
    runs.at(problem.slopes ? 1 + problem.others : 0)(turn, plan, reach, problem);
}

}  // namespace jeopardice::JEOPARDICE_KERNEL
