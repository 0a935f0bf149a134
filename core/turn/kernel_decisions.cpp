// What is done with the best decisions of a batch that was solved, a register at a time: they are followed from the
// start of turns, or judged by bounds. Compiled once for each instruction set, as kernel.cpp.
#include <algorithm>
#include <array>
#include <limits>
#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "turn/turn.hpp"
#include "turn/wide.hpp"

namespace jeopardice::JEOPARDICE_KERNEL {

namespace {

Register load(const double* from) {
    return load<1>(from).part[0];
}

void store(double* to, Register v) {
    std::memcpy(to, &v, sizeof v);
}

Register larger(Register a, Register b) {
    return a > b ? a : b;
}

// Whether a mask holds in any lane.
bool any(RegisterMask mask) {
#if defined(__AVX512DQ__)
    return _mm512_movepi64_mask(reinterpret_cast<__m512i>(mask)) != 0;
#elif defined(__AVX__)
    return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) != 0;
#else
    std::int64_t all = 0;
    for (size_t lane = 0; lane < width; ++lane) all |= mask[lane];
    return all != 0;
#endif
}

bool any(Register v) {
    return any(v != 0.0);
}

void add_to(double* to, Register more) {
    store(to, load(to) + more);
}

// One decision in each lane: whether the bounds of its actions prove which is best.
class JudgedDecision {
  public:
    // `seen` is 0 in lanes that do not count.
    explicit JudgedDecision(Register seen) : seen_(seen) {}

    // The bounds of an action. The lower bounds of all actions are required first.
    void lower(Register low) { best_ = larger(low, best_); }
    void upper(Register low, Register high) {
        const Register one = Register{} + 1.0, none = Register{};
        rivals_ += high >= best_ ? one : none;
        open_ += (high >= best_) & (low < high) ? one : none;
    }

    void add_to(Register& proven, Register& tied, Register& close) const {
        const Register none = Register{};
        proven += rivals_ == 1.0 ? seen_ : none;
        tied += (rivals_ != 1.0) & (open_ == 0.0) ? seen_ : none;
        close += (rivals_ != 1.0) & (open_ != 0.0) ? seen_ : none;
    }

  private:
    Register seen_, best_ = Register{} + illegal, rivals_ = Register{}, open_ = Register{};
};

void judge_register(const TurnTables& turn, const std::int32_t* option_offset, size_t reach, const TurnLanes& low,
                    const TurnLanes& high, const double* seen, Certainty& found) {
    const size_t phases = turn.phases(), rolls = turn.rolls();
    Register proven = Register{}, tied = Register{}, close = Register{};
    for (size_t step = 0; step < low.steps; ++step) {
        const size_t row = (reach + step) * phases * lanes;
        const size_t bank_row = step * (low.bank_phases ? phases * lanes : lanes);
        for (size_t q = 0; q < phases; ++q) {
            const double *const lowest = low.bank + bank_row + q * low.bank_phases, *const highest =
                                                                                        high.bank + bank_row +
                                                                                        q * high.bank_phases;
            const Register bank_low = load(lowest), bank_high = load(highest);
            const Register counts = load(seen + (step * phases + q) * lanes);
            const auto first_roll = static_cast<size_t>(turn.phase_rolls[q]),
                       end_roll = static_cast<size_t>(turn.phase_rolls[q + 1]);
            if (first_roll == end_roll || !any(counts)) continue;
            // Bank, or make one of the rolls.
            const bool several = end_roll - first_roll > 1;
            if (turn.banking[q] == may_bank || (several && turn.banking[q] == never_banks)) {
                const bool may = turn.banking[q] == may_bank;
                JudgedDecision decision(several ? counts : bank_low > illegal ? counts : Register{});
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
    for (size_t lane = 0; lane < width; ++lane) {
        found.proven += static_cast<std::uint64_t>(proven[lane]);
        found.tied += static_cast<std::uint64_t>(tied[lane]);
        found.close += static_cast<std::uint64_t>(close[lane]);
    }
}

// Moves the weight of a state on to the states that follow a roll. Of options with the same value the first is taken.
void follow_roll(const TurnTables& turn, const std::int32_t* option_offset, size_t roll, const double* values,
                 double* weights, Register weight) {
    for (const size_t outcome : turn.outcomes_of(roll)) {
        const Register here = turn.outcome_chance[outcome] * weight;
        const std::int32_t *const first = option_offset + turn.outcome_options[outcome],
                                  *const end = option_offset + turn.outcome_options[outcome + 1];
        const auto at = [&](const std::int32_t* option) { return *option * static_cast<std::ptrdiff_t>(lanes); };
        if (end - first == 1) {
            add_to(weights + at(first), here);
            continue;
        }
        Register best = load(values + at(first));
        for (const std::int32_t* option = first + 1; option < end; ++option)
            best = larger(load(values + at(option)), best);
        // Most options are not taken in any lane.
        RegisterMask open = best == best;
        for (const std::int32_t* option = first; option < end && any(open); ++option) {
            const RegisterMask taken = (load(values + at(option)) == best) & open;
            if (!any(taken)) continue;
            add_to(weights + at(option), taken ? here : Register{});
            open &= ~taken;
        }
    }
}

// The adjoint of the recursion: weights flow from the start of each turn to where it ends.
void follow_register(const TurnTables& turn, const std::int32_t* option_offset, size_t reach, const TurnLanes& solved,
                     const FollowedLanes& followed) {
    const size_t phases = turn.phases();
    for (size_t step = solved.steps; step-- > 0;) {
        const size_t row = (reach + step) * phases * lanes;
        const double* const bank_row = solved.bank + step * (solved.bank_phases ? phases * lanes : lanes);
        const bool may_close = step < solved.closing_rows;
        const Register closing = may_close ? load(solved.closing + step * lanes) : Register{} + illegal;
        for (size_t q = 0; q < phases; ++q) {
            double* const here = followed.weights + row + q * lanes;
            const Register weight = load(here), value = load(solved.rows + row + q * lanes);
            const Register matters = weight > followed.negligible ? weight : Register{};
            const size_t first_roll = turn.first_roll(q), end_roll = turn.first_roll(q + 1);
            if (first_roll == end_roll || !any(matters)) continue;
            const Register bank = load(bank_row + q * solved.bank_phases);
            auto banks = closing > illegal;
            if (turn.banking[q] == may_bank) banks |= bank >= value;
            if (turn.banking[q] == must_bank) banks |= bank > illegal;
            const Register rolls = banks ? Register{} : matters;
            store(here, banks ? matters : Register{});
            if (!any(rolls)) continue;
            // Of rolls with the same value, the one that busts least.
            Register chosen = Register{}, least = Register{} + 2.0;
            for (size_t r = first_roll; end_roll - first_roll > 1 && r < end_roll; ++r) {
                const double bust = turn.roll_events[r * events];
                const auto better =
                    (load(solved.roll_values + (step * turn.rolls() + r) * lanes) == value) & (bust < least);
                chosen = better ? Register{} + static_cast<double>(r - first_roll) : chosen;
                least = better ? Register{} + bust : least;
            }
            for (size_t r = first_roll; r < end_roll; ++r) {
                const Register rolled = chosen == static_cast<double>(r - first_roll) ? rolls : Register{};
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

}  // namespace

void judge(const TurnTables& turn, const std::int32_t* option_offset, size_t reach, const TurnLanes& low,
           const TurnLanes& high, const double* seen, Certainty& found) {
    for (size_t first = 0; first < std::min(low.used, lanes); first += width)
        judge_register(turn, option_offset, reach, low.from_lane(first), high.from_lane(first), seen + first, found);
}

void follow(const TurnTables& turn, const std::int32_t* option_offset, size_t reach, const TurnLanes& solved,
            const FollowedLanes& followed) {
    for (size_t first = 0; first < std::min(solved.used, lanes); first += width)
        follow_register(turn, option_offset, reach, solved.from_lane(first), followed.from_lane(first));
}

// Sums side by side, as many with every instruction set: an addition need not wait for the one before it.
double dot(const double* a, const double* b, size_t count) {
    constexpr size_t strips = 16;
    std::array<Register, strips / width> sums{};
    size_t k = 0;
    for (; k + strips <= count; k += strips)
        for (size_t s = 0; s < sums.size(); ++s) sums[s] += load(a + k + s * width) * load(b + k + s * width);
    std::array<double, strips> parts;
    for (size_t s = 0; s < sums.size(); ++s) store(&parts[s * width], sums[s]);
    for (size_t s = 0; k < count; ++k, ++s) parts[s] += a[k] * b[k];
    double sum = 0;
    for (const double part : parts) sum += part;
    return sum;
}

void add(double* to, const double* row, size_t count, double share) {
    size_t k = 0;
    for (; k + width <= count; k += width) store(to + k, load(to + k) + share * load(row + k));
    for (; k < count; ++k) to[k] += share * row[k];
}

}  // namespace jeopardice::JEOPARDICE_KERNEL
