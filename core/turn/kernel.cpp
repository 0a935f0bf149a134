// The recursion of turn.hpp in the lanes of a vector register. Compiled once for each instruction set, as
// JEOPARDICE_KERNEL with JEOPARDICE_LANES lanes.
#include <array>
#include <cstring>
#include <limits>

#include "turn/plan.hpp"

namespace jeopardice::JEOPARDICE_KERNEL {

namespace {

constexpr size_t lanes = JEOPARDICE_LANES;
constexpr double illegal = -std::numeric_limits<double>::infinity();
typedef double Vector __attribute__((vector_size(lanes * sizeof(double))));

// Arrays from Python are aligned to 16 bytes only: loads and stores must not assume more.
inline Vector load(const double* from) {
    Vector v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

inline void store(double* to, Vector v) {
    std::memcpy(to, &v, sizeof v);
}

inline Vector larger(Vector a, Vector b) {
    return a > b ? a : b;
}

// The recursion for all phases at every `needed` in order. An option's value is at option_offset =
// phase - points * phases, relative to the row. The `carried` numbers follow the best action: first the derivative of
// the value by the lane's unknown, then the other players' values.
template <size_t carried>
void run(const TurnTables& turn, const TurnPlan& plan, size_t reach, const TurnLanes& problem) {
    const size_t phases = turn.phases();
    const bool starts_only = problem.start_from > 0 && turn.starts_only();
    const std::ptrdiff_t to_next = carried > 0 ? problem.slopes - problem.rows : 0;
    const size_t bank_size = problem.steps * (problem.bank_phases ? phases : 1) * lanes;
    const size_t settled_size =
        settles * lanes * (problem.settled_stride > 0 ? problem.steps : 1) * (problem.settled_phases ? phases : 1);
    const size_t rolls_size = problem.steps * turn.rolls() * lanes;
    for (size_t step = 0; step < problem.steps; ++step) {
        double* const row = problem.rows + (reach + step) * phases * lanes;
        const size_t bank_row = step * (problem.bank_phases ? phases * lanes : lanes);
        const bool may_close = step < problem.closing_rows;
        const Vector closing = may_close ? load(problem.closing + step * lanes) : Vector{} + illegal;
        for (size_t q = starts_only && step < problem.start_from ? 1 : 0; q < phases; ++q) {
            double* const here = row + q * lanes;
            const size_t bank_at = bank_row + q * problem.bank_phases;
            const Vector bank = load(problem.bank + bank_at);
            const size_t settled_at = step * problem.settled_stride + q * problem.settled_phases;
            const double* const settled = problem.settled + settled_at;
            const auto carried_settled = [&](size_t c, size_t way) {
                const double* const from =
                    c == 0 ? problem.settled_slopes : problem.other_settled + (c - 1) * settled_size;
                return load(from + settled_at + way * lanes);
            };
            const std::int32_t first_roll = turn.phase_rolls[q], end_roll = turn.phase_rolls[q + 1];
            if (first_roll == end_roll) {
                store(here, load(settled + events * lanes));
                for (size_t c = 0; c != carried; ++c)
                    store(here + static_cast<std::ptrdiff_t>(c + 1) * to_next, carried_settled(c, events));
                continue;
            }
            Vector value = Vector{} + illegal, with[carried + 1] = {};
            for (std::int32_t r = first_roll; r < end_roll; ++r) {
                const double* const chance = &turn.roll_events[static_cast<size_t>(r) * events];
                Vector sum = Vector{}, sum_with[carried + 1] = {};
                for (size_t e = 0; e < events; ++e) {
                    if (chance[e] == 0) continue;
                    sum += chance[e] * load(settled + e * lanes);
                    for (size_t c = 0; c != carried; ++c) sum_with[c] += chance[e] * carried_settled(c, e);
                }
                const std::int32_t* option = plan.offsets_of(static_cast<size_t>(r));
                for (const TurnPlan::Link& outcome : plan.single_of(static_cast<size_t>(r))) {
                    const double* const at = row + *option++ * static_cast<std::ptrdiff_t>(lanes);
                    sum += outcome.chance * load(at);
                    for (size_t c = 0; c != carried; ++c)
                        sum_with[c] += outcome.chance * load(at + static_cast<std::ptrdiff_t>(c + 1) * to_next);
                }
                Vector best = {}, best_with[carried + 1] = {};
                for (const TurnPlan::Link& outcome : plan.links_of(static_cast<size_t>(r))) {
                    if (outcome.starts) {
                        const double* const at = row + *option++ * static_cast<std::ptrdiff_t>(lanes);
                        best = load(at);
                        for (size_t c = 0; c != carried; ++c)
                            best_with[c] = load(at + static_cast<std::ptrdiff_t>(c + 1) * to_next);
                    }
                    for (const std::int32_t* const end = option + outcome.more; option < end; ++option) {
                        const double* const at = row + *option * static_cast<std::ptrdiff_t>(lanes);
                        const Vector other = load(at);
                        for (size_t c = 0; c != carried; ++c)
                            best_with[c] =
                                other > best ? load(at + static_cast<std::ptrdiff_t>(c + 1) * to_next) : best_with[c];
                        best = larger(other, best);
                    }
                    sum += outcome.chance * best;
                    for (size_t c = 0; c != carried; ++c) sum_with[c] += outcome.chance * best_with[c];
                }
                if (problem.roll_values) {
                    const size_t at = (step * turn.rolls() + static_cast<size_t>(r)) * lanes;
                    store(problem.roll_values + at, sum);
                    if (problem.other_rolls)
                        for (size_t c = 1; c < carried; ++c)
                            store(problem.other_rolls + (c - 1) * rolls_size + at, sum_with[c]);
                }
                // Of rolls with the same value, the one that busts less.
                if constexpr (carried > 0) {
                    const auto better = (sum > value) | ((sum == value) & (sum_with[0] < with[0]));
                    for (size_t c = 0; c != carried; ++c) with[c] = better ? sum_with[c] : with[c];
                }
                value = larger(sum, value);
            }
            // A bank depends on solved states only: its slope is 0.
            if (turn.banking[q] != never_banks) {
                // Ties go to the bank, so that a turn ends where the value no longer depends on the total.
                const auto banks = turn.banking[q] == must_bank ? bank > illegal : bank >= value;
                value = banks ? bank : value;
                for (size_t c = 0; c != carried; ++c)
                    with[c] = banks ? (c == 0 ? Vector{} : load(problem.other_banks + (c - 1) * bank_size + bank_at))
                                    : with[c];
            }
            if (may_close) {
                for (size_t c = 0; c != carried; ++c) with[c] = closing > illegal ? Vector{} : with[c];
                value = closing > illegal ? closing : value;
            }
            store(here, value);
            for (size_t c = 0; c != carried; ++c) store(here + static_cast<std::ptrdiff_t>(c + 1) * to_next, with[c]);
        }
    }
}

// One decision in each lane: whether the bounds of its actions prove which is best.
class JudgedDecision {
  public:
    // `seen` is 0 in lanes that do not count.
    explicit JudgedDecision(Vector seen) : seen_(seen) {}

    // The bounds of an action. The lower bounds of all actions are required first.
    void lower(Vector low) { best_ = larger(low, best_); }
    void upper(Vector low, Vector high) {
        const Vector one = Vector{} + 1.0, none = Vector{};
        rivals_ += high >= best_ ? one : none;
        open_ += (high >= best_) & (low < high) ? one : none;
    }

    void add_to(Vector& proven, Vector& tied, Vector& close) const {
        const Vector none = Vector{};
        proven += rivals_ == 1.0 ? seen_ : none;
        tied += (rivals_ != 1.0) & (open_ == 0.0) ? seen_ : none;
        close += (rivals_ != 1.0) & (open_ != 0.0) ? seen_ : none;
    }

  private:
    Vector seen_, best_ = Vector{} + illegal, rivals_ = Vector{}, open_ = Vector{};
};

bool any(Vector v) {
    double sum = 0;
    for (size_t lane = 0; lane < lanes; ++lane) sum += v[lane];
    return sum != 0;
}

void add_to(double* to, Vector more) {
    store(to, load(to) + more);
}

// Moves the weight of a state on to the states that follow a roll. Of options with the same value the first is taken.
void follow_roll(const TurnTables& turn, const std::int32_t* option_offset, size_t roll, const double* values,
                 double* weights, Vector weight) {
    for (const size_t outcome : turn.outcomes_of(roll)) {
        const Vector here = turn.outcome_chance[outcome] * weight;
        const std::int32_t *const first = option_offset + turn.outcome_options[outcome],
                                  *const end = option_offset + turn.outcome_options[outcome + 1];
        const auto at = [&](const std::int32_t* option) { return *option * static_cast<std::ptrdiff_t>(lanes); };
        if (end - first == 1) {
            add_to(weights + at(first), here);
            continue;
        }
        Vector best = load(values + at(first));
        for (const std::int32_t* option = first + 1; option < end; ++option)
            best = larger(load(values + at(option)), best);
        Vector left = here;
        for (const std::int32_t* option = first; option < end; ++option) {
            const Vector taken = load(values + at(option)) == best ? left : Vector{};
            add_to(weights + at(option), taken);
            left -= taken;
        }
    }
}

}  // namespace

void judge(const TurnTables& turn, const std::int32_t* option_offset, size_t reach, const TurnLanes& low,
           const TurnLanes& high, const double* seen, Certainty& found) {
    const size_t phases = turn.phases(), rolls = turn.rolls();
    Vector proven = Vector{}, tied = Vector{}, close = Vector{};
    for (size_t step = 0; step < low.steps; ++step) {
        const size_t row = (reach + step) * phases * lanes;
        const size_t bank_row = step * (low.bank_phases ? phases * lanes : lanes);
        for (size_t q = 0; q < phases; ++q) {
            const double *const lowest = low.bank + bank_row + q * low.bank_phases, *const highest =
                                                                                        high.bank + bank_row +
                                                                                        q * high.bank_phases;
            const Vector bank_low = load(lowest), bank_high = load(highest);
            const Vector counts = load(seen + (step * phases + q) * lanes);
            const auto first_roll = static_cast<size_t>(turn.phase_rolls[q]),
                       end_roll = static_cast<size_t>(turn.phase_rolls[q + 1]);
            if (first_roll == end_roll || !any(counts)) continue;
            // Bank, or make one of the rolls.
            const bool several = end_roll - first_roll > 1;
            if (turn.banking[q] == may_bank || (several && turn.banking[q] == never_banks)) {
                const bool may = turn.banking[q] == may_bank;
                JudgedDecision decision(several ? counts : bank_low > illegal ? counts : Vector{});
                const auto at = [&](const TurnLanes& side, size_t r) {
                    return load(side.roll_values + (step * rolls + r) * lanes);
                };
                if (may) decision.lower(bank_low);
                for (size_t r = first_roll; r < end_roll; ++r) decision.lower(at(low, r));
                if (may) decision.upper(bank_low, bank_high);
                for (size_t r = first_roll; r < end_roll; ++r) decision.upper(at(low, r), at(high, r));
                decision.add_to(proven, tied, close);
            }
            // The option of each outcome.
            for (auto o = static_cast<size_t>(turn.roll_outcomes[first_roll]);
                 o < static_cast<size_t>(turn.roll_outcomes[end_roll]); ++o) {
                const std::int32_t *const first = option_offset + turn.outcome_options[o],
                                          *const end = option_offset + turn.outcome_options[o + 1];
                if (end - first < 2) continue;
                JudgedDecision decision(counts);
                const auto at = [&](const TurnLanes& side, std::int32_t offset) {
                    return load(side.rows + row + offset * static_cast<std::ptrdiff_t>(lanes));
                };
                for (const std::int32_t* option = first; option < end; ++option) decision.lower(at(low, *option));
                for (const std::int32_t* option = first; option < end; ++option)
                    decision.upper(at(low, *option), at(high, *option));
                decision.add_to(proven, tied, close);
            }
        }
    }
    for (size_t lane = 0; lane < lanes; ++lane) {
        found.proven += static_cast<std::uint64_t>(proven[lane]);
        found.tied += static_cast<std::uint64_t>(tied[lane]);
        found.close += static_cast<std::uint64_t>(close[lane]);
    }
}

// The adjoint of the recursion: weights flow from the start of each turn to where it ends.
void follow(const TurnTables& turn, const std::int32_t* option_offset, size_t reach, const TurnLanes& solved,
            const FollowedLanes& followed) {
    constexpr double negligible = 1e-25;
    const size_t phases = turn.phases();
    for (size_t step = solved.steps; step-- > 0;) {
        const size_t row = (reach + step) * phases * lanes;
        const double* const bank_row = solved.bank + step * (solved.bank_phases ? phases * lanes : lanes);
        const bool may_close = step < solved.closing_rows;
        const Vector closing = may_close ? load(solved.closing + step * lanes) : Vector{} + illegal;
        for (size_t q = 0; q < phases; ++q) {
            double* const here = followed.weights + row + q * lanes;
            const Vector weight = load(here), value = load(solved.rows + row + q * lanes);
            const Vector matters = weight > negligible ? weight : Vector{};
            const size_t first_roll = turn.first_roll(q), end_roll = turn.first_roll(q + 1);
            if (first_roll == end_roll || !any(matters)) continue;
            const Vector bank = load(bank_row + q * solved.bank_phases);
            auto banks = closing > illegal;
            if (turn.banking[q] == may_bank) banks |= bank >= value;
            if (turn.banking[q] == must_bank) banks |= bank > illegal;
            const Vector rolls = banks ? Vector{} : matters;
            store(here, banks ? matters : Vector{});
            if (!any(rolls)) continue;
            // Of rolls with the same value, the one that busts least.
            Vector chosen = Vector{}, least = Vector{} + 2.0;
            for (size_t r = first_roll; end_roll - first_roll > 1 && r < end_roll; ++r) {
                const double bust = turn.roll_events[r * events];
                const auto better =
                    (load(solved.roll_values + (step * turn.rolls() + r) * lanes) == value) & (bust < least);
                chosen = better ? Vector{} + static_cast<double>(r - first_roll) : chosen;
                least = better ? Vector{} + bust : least;
            }
            for (size_t r = first_roll; r < end_roll; ++r) {
                const Vector rolled = chosen == static_cast<double>(r - first_roll) ? rolls : Vector{};
                if (!any(rolled)) continue;
                const double* const chance = &turn.roll_events[r * events];
                add_to(followed.busted + (step * phases + q) * followed.busted_step * lanes, chance[0] * rolled);
                add_to(followed.lost, chance[1] * rolled);
                add_to(followed.won, chance[2] * rolled);
                follow_roll(turn, option_offset, r, solved.rows + row, followed.weights + row, rolled);
            }
        }
    }
}

// Sums side by side, as many with every instruction set: an addition need not wait for the one before it.
double dot(const double* a, const double* b, size_t count) {
    constexpr size_t strips = 16;
    std::array<Vector, strips / lanes> sums{};
    size_t k = 0;
    for (; k + strips <= count; k += strips)
        for (size_t s = 0; s < sums.size(); ++s) sums[s] += load(a + k + s * lanes) * load(b + k + s * lanes);
    std::array<double, strips> parts;
    for (size_t s = 0; s < sums.size(); ++s) store(&parts[s * lanes], sums[s]);
    for (size_t s = 0; k < count; ++k, ++s) parts[s] += a[k] * b[k];
    double sum = 0;
    for (const double part : parts) sum += part;
    return sum;
}

void solve(const TurnTables& turn, const TurnPlan& plan, size_t reach, const TurnLanes& problem) {
    static constexpr std::array runs{run<0>, run<1>, run<2>, run<3>, run<4>, run<5>, run<6>, run<7>, run<8>, run<9>};
    static_assert(runs.size() == most_others + 2);
    runs.at(problem.slopes ? 1 + problem.others : 0)(turn, plan, reach, problem);
}

}  // namespace jeopardice::JEOPARDICE_KERNEL
