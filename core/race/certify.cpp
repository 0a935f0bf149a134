#include "race/certify.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "race/level_bounds.hpp"

namespace jeopardice {

namespace {

constexpr int most_guesses = 200;

// The slack that all states need, where bounds of each depend on those of all others: nearly a linear function of the
// slack that is guessed. From none upwards, in steps of one sweep; where every sweep changes it by the same factor, the
// sum of all further steps is known. A guess that is a little larger than needed is then contained.
class Slack {
  public:
    explicit Slack(size_t size) : guess_(size), step_(size) {}

    [[nodiscard]] std::span<const double> guess() const { return guess_; }

    // The next guess, after a sweep that needed this slack.
    void update(std::span<const double> needed) {
        // The margin has to exceed the rounding errors of the steps, which matter where games are long.
        if (margin_ == 0) margin_ = *std::ranges::max_element(needed) / 4;
        if (++sweeps_ % few_sweeps == 0) margin_ *= 4;
        std::vector<double> step(guess_.size());
        for (size_t k = 0; k < step.size(); ++k) step[k] = needed[k] + margin_ - guess_[k];
        const double before = std::inner_product(step_.begin(), step_.end(), step_.begin(), 0.0);
        const double both = std::inner_product(step.begin(), step.end(), step_.begin(), 0.0);
        const double factor = before > 0 ? std::min(0.9999, both / before) : 0;
        const double ahead = factor > 0.05 ? 1 / (1 - factor) : 1;
        for (size_t k = 0; k < step.size(); ++k) guess_[k] = std::max(0.0, guess_[k] + ahead * step[k]);
        step_.swap(step);
        if (ahead > 1) std::ranges::fill(step_, 0.0);  // the next step does not follow from this one
    }

  private:
    static constexpr int few_sweeps = 12;

    std::vector<double> guess_, step_;
    double margin_ = 0;
    int sweeps_ = 0;
};

}  // namespace

Bounds certify_board(const BoundingTurns& turns, const Board& board, const Kernel& kernel, size_t threads,
                     std::span<const double> values, std::span<const double> offers, const Progress& progress) {
    const bool two = board.objective().two_players;
    const size_t n = board.race().lowest, first = two ? 2 : 1, last = two ? 2 * n : n;
    const auto done = [&](size_t level) { return two ? level_fraction(level, n) : fraction(level, n); };
    LevelBounds bounds(turns, board, kernel, threads, values, offers);
    if (!board.scores_can_decrease()) {
        for (size_t level = first; level <= last; ++level) {
            bounds.prove(level);
            bounds.check_ending(level);
            if (progress) progress(done(level));
        }
        return bounds.take();
    }
    constexpr int usual_sweeps = 2;
    double reported = 0;
    Slack slack(board.size());
    std::vector<double> needed(board.size(), 0.0);
    for (int sweep = 0; sweep < most_guesses; ++sweep) {
        bounds.guess(slack.guess());
        bool proven = true;
        for (size_t level = first; level <= last; ++level) {
            proven = bounds.replace(level, needed) && proven;
            reported = std::max(reported, (sweep + done(level)) / std::max(usual_sweeps, sweep + 1));
            if (progress) progress(reported);
        }
        if (proven) {
            for (size_t level = first; level <= last; ++level) bounds.check_ending(level);
            return bounds.take();
        }
        slack.update(needed);
    }
    throw std::runtime_error("race: the values of this game are too uncertain to be certified");
}

Bounds certify_within(const BoundingTurns& turns, const Board& board, const Kernel& kernel, size_t threads,
                      size_t allowed, const Progress& progress) {
    const size_t carries = board.carries(), size = board.size();
    Bounds bounds{.low = std::vector<double>((allowed + 1) * size, 0.0),
                  .high = std::vector<double>((allowed + 1) * size, 0.0),
                  .offers_low = {},
                  .offers_high = {}};
    TurnSolver down(turns.less, board.race(), kernel, threads, Rounding::down),
        up(turns.more, board.race(), kernel, threads, Rounding::up);
    std::vector<TurnProblem> problems(size);
    std::vector<TurnValue> found(size);
    for (size_t m = 1; m <= allowed; ++m) {
        const auto step = [&](std::vector<double>& bound, TurnSolver& solver) {
            const double* const before = &bound[(m - 1) * size];
            for (size_t k = 0; k < size; ++k) {
                const size_t i = k / carries + 1, carry = k % carries;
                problems[k] = board.problem(before, i, 1, carry, board.bust_value(before, i, 1, carry), nullptr);
            }
            solver.solve(problems, found, {.slopes = false});
            for (size_t k = 0; k < size; ++k)
                bound[m * size + board.place(k / carries + 1, 1, k % carries)] = std::clamp(found[k].value, 0.0, 1.0);
        };
        step(bounds.low, down);
        step(bounds.high, up);
        if (progress) progress(fraction(m, allowed));
    }
    return bounds;
}

}  // namespace jeopardice
