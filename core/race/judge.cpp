// The decisions that bounds prove: see race/certify.hpp.
#include <algorithm>

#include "race/certify.hpp"

namespace jeopardice {

namespace {

// Judges turn problems that are solved with bounds on both sides, in lanes and threads.
class Judge {
  public:
    Judge(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, size_t threads, bool negative)
        : turn_(turns.less),
          race_(race),
          kernel_(kernel),
          // Larger probabilities make negative values smaller.
          team_(std::max<size_t>(1, threads)),
          down_(team_.size(), TurnBatch(negative ? turns.more : turns.less, race, kernel, Rounding::down)),
          up_(team_.size(), TurnBatch(negative ? turns.less : turns.more, race, kernel, Rounding::up)),
          seen_(team_.size()),
          found_(team_.size()) {
        // Totals go past the goal where a bank may still be too small.
        const size_t end = std::max({race.needed, race.first_bank_from, race.bank_from});
        reached_ = reachable(race.bank_from, end);
        first_reached_ = reachable(race.first_bank_from, end);
    }

    void judge(std::span<const TurnProblem> below, std::span<const TurnProblem> above) {
        const size_t lanes = kernel_.lanes;
        team_.run((below.size() + lanes - 1) / lanes, [&](size_t b, size_t thread) {
            const size_t first = b * lanes, count = std::min(lanes, below.size() - first);
            TurnBatch &down = down_[thread], &up = up_[thread];
            down.run(below.subspan(first, count), {.slopes = false, .rolls = true});
            up.run(above.subspan(first, count), {.slopes = false, .rolls = true});
            mark(below.subspan(first, count), down, seen_[thread]);
            kernel_.judge(turn_, down.option_offsets().data(), down.reach(), down.lanes(), up.lanes(),
                          seen_[thread].data(), found_[thread]);
        });
    }

    [[nodiscard]] Certainty result() const {
        Certainty all{};
        for (const Certainty& part : found_) all.add(part);
        return all;
    }

  private:
    // The states with totals below `end` in which the player decides, if a bank needs `least`: not where the player
    // must bank.
    [[nodiscard]] std::vector<std::uint8_t> reachable(size_t least, size_t end) const {
        const size_t phases = turn_.phases(), reach = turn_.reach();
        std::vector<std::uint8_t> found((end + reach) * phases, 0);
        found[0] = 1;
        for (size_t total = 0; total < end; ++total)
            for (size_t q = 0; q < phases; ++q) {
                const bool holds = race_.hold_from > 0 && total >= race_.hold_from;
                const bool must = total >= least && turn_.banking[q] == must_bank && (holds || race_.hold_from == 0);
                if (must) found[total * phases + q] = 0;
                if (found[total * phases + q] == 0) continue;
                for (const size_t roll : turn_.rolls_of(q))
                    for (const size_t outcome : turn_.outcomes_of(roll))
                        for (const size_t i : turn_.options_of(outcome))
                            found[(total + turn_.points(i)) * phases + turn_.phase_after(i)] = 1;
            }
        return found;
    }

    // Sets 1 where a state can occur in the turn of a problem.
    void mark(std::span<const TurnProblem> problems, const TurnBatch& batch, Aligned& seen) const {
        const size_t lanes = kernel_.lanes, phases = turn_.phases(), rows = batch.steps();
        seen.assign(rows * phases * lanes, 0);
        for (size_t lane = 0; lane < problems.size(); ++lane) {
            const size_t start = batch.start(problems[lane]), least = race_.least_bank(problems[lane].needed);
            const auto& reached = problems[lane].needed == race_.needed ? first_reached_ : reached_;
            for (size_t row = 0; row <= start; ++row) {
                const size_t total = start - row;
                if (total >= problems[lane].needed && total >= least) continue;  // won
                for (size_t q = 0; q < phases; ++q)
                    seen[(row * phases + q) * lanes + lane] = reached[total * phases + q];
            }
        }
    }

    const TurnTables& turn_;
    const RaceRules& race_;
    const Kernel kernel_;
    ThreadTeam team_;
    std::vector<TurnBatch> down_, up_;
    std::vector<Aligned> seen_;
    std::vector<Certainty> found_;
    std::vector<std::uint8_t> reached_, first_reached_;  // after a first bank, and before it
};

}  // namespace

Certainty judge_decisions(const BoundingTurns& turns, const RaceRules& race, const Kernel& kernel, size_t threads,
                          const Objective& objective, size_t rows, const Bounds& bounds, const Progress& progress) {
    constexpr size_t part = 256;
    const auto& [two_players, shift, scale, goal, sign] = objective;
    const size_t n = race.needed, count = rows * n;
    const BankValues low{bounds.low, shift, scale, goal}, high{bounds.high, shift, scale, goal};
    const BankValues &worse = scale < 0 ? high : low, &better = scale < 0 ? low : high;
    Judge judge(turns, race, kernel, threads, goal < 0);
    std::vector<TurnProblem> below, above;
    for (size_t first = 0; first < count;) {
        below.clear();
        above.clear();
        const size_t row = first - first % n, end = std::min(row + n, first + part);
        for (size_t k = first; k < end; ++k) {
            below.push_back(worse.problem(k - row + 1, row));
            above.push_back(better.problem(k - row + 1, row));
        }
        judge.judge(below, above);
        first = end;
        if (progress) progress(fraction(end, count));
    }
    return judge.result();
}

}  // namespace jeopardice
