// The recursion of turn.hpp in the lanes of a vector register. Compiled once for each instruction set, as
// JEOPARDICE_KERNEL with JEOPARDICE_LANES lanes.
#include <cstring>
#include <limits>

#include "turn.hpp"

namespace jeopardice::JEOPARDICE_KERNEL {

namespace {

constexpr std::size_t lanes = JEOPARDICE_LANES;
constexpr double illegal = -std::numeric_limits<double>::infinity();
typedef double Vector __attribute__((vector_size(lanes * sizeof(double))));

// Arrays from Python are aligned to 16 bytes only: loads and stores must not assume more.
inline Vector load(const double* from) {
    Vector v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

inline void store(double* to, const Vector v) {
    std::memcpy(to, &v, sizeof v);
}

inline Vector larger(const Vector a, const Vector b) {
    return a > b ? a : b;
}

// One step of the recursion for all phases at every `needed` in turn. An option's value is found at
// option_offset = phase - points * phases, relative to the row. With slopes, the derivative of the value by the lane's
// unknown is carried along: that of the action that is best.
template <bool with_slopes>
void run(const TurnTables& turn, const std::int32_t* const option_offset, const std::size_t reach,
         const TurnLanes& problem) {
    const std::size_t phases = turn.phases();
    const bool starts_only = problem.start_from > 0 && turn.starts_only();
    const std::ptrdiff_t to_slopes = with_slopes ? problem.slopes - problem.rows : 0;
    for (std::size_t step = 0; step < problem.steps; ++step) {
        double* const row = problem.rows + (reach + step) * phases * lanes;
        const double* const bank_row = problem.bank + step * (problem.bank_phases ? phases * lanes : lanes);
        const bool may_close = step < problem.closing_rows;
        const Vector closing = may_close ? load(problem.closing + step * lanes) : Vector{} + illegal;
        for (std::size_t q = starts_only && step < problem.start_from ? 1 : 0; q < phases; ++q) {
            double* const here = row + q * lanes;
            const Vector bank = load(bank_row + q * problem.bank_phases);
            const std::size_t settled_at = step * problem.settled_stride + q * problem.settled_phases;
            const double* const settled = problem.settled + settled_at;
            const double* const settled_slopes = with_slopes ? problem.settled_slopes + settled_at : nullptr;
            const std::int32_t first_roll = turn.phase_rolls[q], end_roll = turn.phase_rolls[q + 1];
            if (first_roll == end_roll) {
                store(here, load(settled + events * lanes));
                if constexpr (with_slopes) store(here + to_slopes, load(settled_slopes + events * lanes));
                continue;
            }
            Vector value = Vector{} + illegal, slope = Vector{};
            for (std::int32_t r = first_roll; r < end_roll; ++r) {
                const double* const chance = &turn.roll_events[static_cast<std::size_t>(r) * events];
                Vector sum = Vector{}, sum_slope = Vector{};
                for (std::size_t e = 0; e < events; ++e) {
                    if (chance[e] == 0) continue;
                    sum += chance[e] * load(settled + e * lanes);
                    if constexpr (with_slopes) sum_slope += chance[e] * load(settled_slopes + e * lanes);
                }
                const std::int32_t end_outcome = turn.roll_outcomes[static_cast<std::size_t>(r) + 1];
                for (std::int32_t o = turn.roll_outcomes[static_cast<std::size_t>(r)]; o < end_outcome; ++o) {
                    const auto outcome = static_cast<std::size_t>(o);
                    const std::int32_t *option = option_offset + turn.outcome_options[outcome],
                                       *const end = option_offset + turn.outcome_options[outcome + 1];
                    const double* at = row + *option * static_cast<std::ptrdiff_t>(lanes);
                    Vector best = load(at), best_slope = Vector{};
                    if constexpr (with_slopes) best_slope = load(at + to_slopes);
                    while (++option < end) {
                        at = row + *option * static_cast<std::ptrdiff_t>(lanes);
                        const Vector other = load(at);
                        if constexpr (with_slopes) best_slope = other > best ? load(at + to_slopes) : best_slope;
                        best = larger(other, best);
                    }
                    sum += turn.outcome_chance[outcome] * best;
                    if constexpr (with_slopes) sum_slope += turn.outcome_chance[outcome] * best_slope;
                }
                if (problem.roll_values)
                    store(problem.roll_values + (step * turn.rolls() + static_cast<std::size_t>(r)) * lanes, sum);
                // Of rolls that are worth the same, the one that busts less.
                if constexpr (with_slopes)
                    slope = (sum > value) | ((sum == value) & (sum_slope < slope)) ? sum_slope : slope;
                value = larger(sum, value);
            }
            // A bank depends on solved states only: its slope is 0.
            if (turn.banking[q] != never_banks) {
                // Ties go to the bank: where nothing matters any more, nobody rolls for ever.
                const auto banks = turn.banking[q] == must_bank ? bank > illegal : bank >= value;
                value = banks ? bank : value;
                if constexpr (with_slopes) slope = banks ? Vector{} : slope;
            }
            if (may_close) {
                if constexpr (with_slopes) slope = closing > illegal ? Vector{} : slope;
                value = closing > illegal ? closing : value;
            }
            store(here, value);
            if constexpr (with_slopes) store(here + to_slopes, slope);
        }
    }
}

// Counts, for each lane, decisions by how sure they are.
class Counts {
  public:
    // Begins a decision among actions; lanes that do not count are 0.
    explicit Counts(const Vector seen) : seen_(seen) {}

    // An action with its bounds; all lower bounds come first.
    void lower(const Vector low) { best_ = larger(low, best_); }
    void upper(const Vector low, const Vector high) {
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

bool any(const Vector v) {
    double sum = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) sum += v[lane];
    return sum != 0;
}

}  // namespace

void judge(const TurnTables& turn, const std::int32_t* const option_offset, const std::size_t reach,
           const TurnLanes& low, const TurnLanes& high, const double* const seen, Certainty& found) {
    const std::size_t phases = turn.phases(), rolls = turn.rolls();
    Vector proven = Vector{}, tied = Vector{}, close = Vector{};
    for (std::size_t step = 0; step < low.steps; ++step) {
        const std::size_t row = (reach + step) * phases * lanes;
        const Vector bank_low = load(low.bank + step * lanes), bank_high = load(high.bank + step * lanes);
        for (std::size_t q = 0; q < phases; ++q) {
            const Vector counts = load(seen + (step * phases + q) * lanes);
            const auto first_roll = static_cast<std::size_t>(turn.phase_rolls[q]),
                       end_roll = static_cast<std::size_t>(turn.phase_rolls[q + 1]);
            if (first_roll == end_roll || !any(counts)) continue;
            // To bank, or to make one of the rolls.
            const bool several = end_roll - first_roll > 1;
            if (turn.banking[q] == may_bank || (several && turn.banking[q] == never_banks)) {
                const bool may = turn.banking[q] == may_bank;
                Counts decision(several ? counts : bank_low > illegal ? counts : Vector{});
                const auto at = [&](const TurnLanes& side, const std::size_t r) {
                    return load(side.roll_values + (step * rolls + r) * lanes);
                };
                if (may) decision.lower(bank_low);
                for (std::size_t r = first_roll; r < end_roll; ++r) decision.lower(at(low, r));
                if (may) decision.upper(bank_low, bank_high);
                for (std::size_t r = first_roll; r < end_roll; ++r) decision.upper(at(low, r), at(high, r));
                decision.add_to(proven, tied, close);
            }
            // Which option to take of each outcome.
            for (auto o = static_cast<std::size_t>(turn.roll_outcomes[first_roll]);
                 o < static_cast<std::size_t>(turn.roll_outcomes[end_roll]); ++o) {
                const std::int32_t *const first = option_offset + turn.outcome_options[o],
                                          *const end = option_offset + turn.outcome_options[o + 1];
                if (end - first < 2) continue;
                Counts decision(counts);
                const auto at = [&](const TurnLanes& side, const std::int32_t offset) {
                    return load(side.rows + row + offset * static_cast<std::ptrdiff_t>(lanes));
                };
                for (const std::int32_t* option = first; option < end; ++option) decision.lower(at(low, *option));
                for (const std::int32_t* option = first; option < end; ++option)
                    decision.upper(at(low, *option), at(high, *option));
                decision.add_to(proven, tied, close);
            }
        }
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        found.proven += static_cast<std::uint64_t>(proven[lane]);
        found.tied += static_cast<std::uint64_t>(tied[lane]);
        found.close += static_cast<std::uint64_t>(close[lane]);
    }
}

void solve(const TurnTables& turn, const std::int32_t* const option_offset, const std::size_t reach,
           const TurnLanes& problem) {
    if (problem.slopes)
        run<true>(turn, option_offset, reach, problem);
    else
        run<false>(turn, option_offset, reach, problem);
}

}  // namespace jeopardice::JEOPARDICE_KERNEL
