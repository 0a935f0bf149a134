#include "race/judge.hpp"

#include <algorithm>
#include <map>

namespace jeopardice {

namespace {

// Judges turn problems that are solved with bounds on both sides, in lanes and threads.
class Judge {
  public:
    Judge(const BoundingTurns& turns, const Board& board, const Kernel& kernel, size_t threads)
        : turn_(turns.less),
          race_(board.race()),
          kernel_(kernel),
          team_(std::max<size_t>(1, threads)),
          down_(team_.size(), TurnBatch(turns.below(board.objective()), race_, kernel, Rounding::down)),
          up_(team_.size(), TurnBatch(turns.above(board.objective()), race_, kernel, Rounding::up)),
          seen_(team_.size()),
          found_(team_.size()) {
        // Totals go past the goal where a bank may still be too small, or a last turn follows.
        size_t most = std::max({race_.lowest, race_.first_bank_from, race_.bank_from});
        for (const CarryoverState& state : board.carryover().states) most = std::max(most, state.least);
        end_ = most + board.last_turns().past();
    }

    void judge(std::span<const TurnProblem> below, std::span<const TurnProblem> above) {
        const size_t lanes = kernel_.lanes;
        for (const TurnProblem& problem : below)
            if (!reached_.contains(problem.least)) reached_[problem.least] = reachable(problem.least);
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
    // The states in which the player decides, if a bank needs `least`: not where the player must bank.
    [[nodiscard]] std::vector<std::uint8_t> reachable(size_t least) const {
        const size_t phases = turn_.phases(), reach = turn_.reach();
        std::vector<std::uint8_t> found((end_ + reach) * phases, 0);
        found[0] = 1;
        for (size_t total = 0; total < end_; ++total)
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

    // Whether the race is won, or as good as won, once the goal is reached.
    [[nodiscard]] static bool is_over(const TurnProblem& problem, size_t total) {
        constexpr double as_good_as_none = 1e-10;
        const size_t past = total - problem.needed;
        if (!problem.last || past >= problem.past) return true;
        const LastTurn& last = *problem.last;
        const double chance = last.value(problem.opponent, -static_cast<std::ptrdiff_t>(past), total);
        return chance - last.beats.back() < as_good_as_none;
    }

    // Sets 1 where a state can occur in the turn of a problem.
    void mark(std::span<const TurnProblem> problems, const TurnBatch& batch, Aligned& seen) const {
        const size_t lanes = kernel_.lanes, phases = turn_.phases(), rows = batch.steps();
        seen.assign(rows * phases * lanes, 0);
        for (size_t lane = 0; lane < problems.size(); ++lane) {
            const TurnProblem& problem = problems[lane];
            const size_t start = batch.start(problem);
            const std::vector<std::uint8_t>& reached = reached_.at(problem.least);
            for (size_t row = 0; row <= start; ++row) {
                const size_t total = start - row;
                if (total >= problem.needed && total >= problem.least && is_over(problem, total)) continue;
                for (size_t q = 0; q < phases; ++q)
                    seen[(row * phases + q) * lanes + lane] = reached[total * phases + q];
            }
        }
    }

    const TurnTables& turn_;
    const RaceRules race_;
    const Kernel kernel_;
    ThreadTeam team_;
    std::vector<TurnBatch> down_, up_;
    std::vector<Aligned> seen_;
    std::vector<Certainty> found_;
    size_t end_ = 0;                                       // of totals
    std::map<size_t, std::vector<std::uint8_t>> reached_;  // by the least that may be banked
};

}  // namespace

Certainty judge_decisions(const BoundingTurns& turns, const Board& board, const Kernel& kernel, size_t threads,
                          size_t layers, const Bounds& bounds, const Progress& progress) {
    constexpr size_t part = 256;
    const Objective& objective = board.objective();
    const BoundingBoards boards(turns, board, kernel);
    const bool from_high = objective.scale < 0;  // what follows has the largest value in the worst case
    const auto offers = [](const std::vector<double>& all) { return all.empty() ? nullptr : all.data(); };
    const double *const worse_offers = offers(from_high ? bounds.offers_high : bounds.offers_low),
                        *const better_offers = offers(from_high ? bounds.offers_low : bounds.offers_high);
    const size_t n = board.race().lowest, others = objective.two_players ? n : 1;
    Judge judge(turns, board, kernel, threads);
    std::vector<TurnProblem> below, above;
    const auto judge_all = [&](size_t least) {
        if (below.size() < least) return;
        judge.judge(below, above);
        below.clear();
        above.clear();
    };
    const size_t rows = layers * board.carries() * others;
    for (size_t row = 0; row < rows; ++row) {
        const size_t j = row % others + 1, carry = row / others % board.carries();
        const double* const low = &bounds.low[row / others / board.carries() * board.size()];
        const double* const high = &bounds.high[row / others / board.carries() * board.size()];
        const double *const worse = from_high ? high : low, *const better = from_high ? low : high;
        for (size_t i = 1; i <= n && (!objective.two_players || board.exists(j, carry)); ++i) {
            const auto problem = [&](const Board& side, const double* values, const double* offered) {
                return side.problem(values, i, j, carry, side.bust_value(values, i, j, carry), offered);
            };
            below.push_back(problem(boards.below, worse, worse_offers));
            above.push_back(problem(boards.above, better, better_offers));
            judge_all(part);
        }
        judge_all(1);
        if (progress) progress(fraction(row + 1, rows));
    }
    return judge.result();
}

}  // namespace jeopardice
