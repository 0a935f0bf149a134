// The recursion of turn.hpp in the lanes of a vector register. Compiled once for each instruction set, as
// JEOPARDICE_KERNEL with JEOPARDICE_LANES lanes.
#include <cstring>
#include <limits>

#include "turn.hpp"

namespace jeopardice::JEOPARDICE_KERNEL {

inline constexpr std::size_t lanes = JEOPARDICE_LANES;
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
// option_offset = phase - points * phases, relative to the row.
void solve(const TurnTables& turn, const std::int32_t* const option_offset, const std::size_t reach,
           const TurnLanes& problem) {
    const std::size_t phases = turn.phases();
    constexpr double illegal = -std::numeric_limits<double>::infinity();
    for (std::size_t step = 0; step < problem.steps; ++step) {
        double* const row = problem.rows + (reach + step) * phases * lanes;
        const Vector bank = load(problem.bank + step * lanes);
        const double* const settled = problem.settled + step * settles * lanes;
        const Vector bust = load(settled), lost = load(settled + lanes), won = load(settled + 2 * lanes);
        for (std::size_t q = 0; q < phases; ++q) {
            const std::int32_t first_roll = turn.phase_rolls[q], end_roll = turn.phase_rolls[q + 1];
            if (first_roll == end_roll) {
                store(row + q * lanes, load(settled + 3 * lanes));
                continue;
            }
            Vector value = Vector{} + illegal;
            for (std::int32_t r = first_roll; r < end_roll; ++r) {
                const double* const chance = &turn.roll_events[static_cast<std::size_t>(r) * events];
                Vector sum = chance[0] * bust + chance[1] * lost + chance[2] * won;
                const std::int32_t end_outcome = turn.roll_outcomes[static_cast<std::size_t>(r) + 1];
                for (std::int32_t o = turn.roll_outcomes[static_cast<std::size_t>(r)]; o < end_outcome; ++o) {
                    const auto outcome = static_cast<std::size_t>(o);
                    const std::int32_t *option = option_offset + turn.outcome_options[outcome],
                                       *const end = option_offset + turn.outcome_options[outcome + 1];
                    Vector best = load(row + *option * static_cast<std::ptrdiff_t>(lanes));
                    while (++option < end)
                        best = larger(best, load(row + *option * static_cast<std::ptrdiff_t>(lanes)));
                    sum += turn.outcome_chance[outcome] * best;
                }
                value = larger(value, sum);
            }
            if (turn.banking[q] == may_bank) value = larger(value, bank);
            if (turn.banking[q] == must_bank) value = bank > illegal ? bank : value;
            store(row + q * lanes, value);
        }
    }
}

}  // namespace jeopardice::JEOPARDICE_KERNEL
