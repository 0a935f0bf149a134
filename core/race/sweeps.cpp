// Sweeps over all levels of a board until nothing changes: see race/board.hpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "race/extrapolation.hpp"
#include "race/levels.hpp"
#include "race/linear_board.hpp"
#include "race/tolerances.hpp"

namespace jeopardice {

namespace {

// Progress of several pieces of work, each of which says how much usually follows it. Never runs backwards.
class SweepProgress {
  public:
    explicit SweepProgress(const Progress& report) : report_(report) {}

    // A piece of `work`, which `left` usually follows: 1 is a sweep over all states.
    [[nodiscard]] Progress piece(double work, double left) {
        const double before = std::exchange(done_, done_ + work), all = before + work + left;
        return [this, before, work, all](double part) {
            reported_ = std::max(reported_, std::min(1.0, (before + part * work) / all));
            if (report_) report_(reported_);
        };
    }

  private:
    const Progress& report_;
    double done_ = 0, reported_ = 0;
};

// The work of parts, and all that usually follows the first sweep, in sweeps over all states.
constexpr double first_sweep = 0.33, coarse_sample = 0.16, sample = 0.5, after_first = 4.9, prediction = 0.06;
// The same where similar values are known.
constexpr double similar_sample = 0.12, after_similar = 0.9;

// What the turn of every state is worth more than the value of the state; 0 for those that are left out.
std::vector<double> excess(const TurnTables& turn, const Board& board, const Kernel& kernel, size_t threads,
                           const std::vector<double>& values, const std::vector<bool>& left_out,
                           const Progress& progress) {
    const size_t n = board.race().lowest, carries = board.carries();
    TurnSolver solver(turn, board.race(), kernel, threads);
    std::vector<TurnProblem> problems;
    std::vector<size_t> places;
    std::vector<TurnValue> found;
    std::vector<double> more(values.size());
    for (size_t i = 1; i <= n; ++i) {
        problems.clear();
        places.clear();
        for (size_t j = 1; j <= n; ++j)
            for (size_t carry = 0; carry < carries; ++carry) {
                if (left_out[board.place(i, j, carry)]) continue;
                places.push_back(board.place(i, j, carry));
                problems.push_back(
                    board.problem(values.data(), i, j, carry, board.bust_value(values.data(), i, j, carry), nullptr));
            }
        found.resize(problems.size());
        solver.solve(problems, found, {.slopes = false});
        for (size_t v = 0; v < problems.size(); ++v)
            more[places[v]] = board.objective().sign * found[v].value - values[places[v]];
        if (progress) progress(fraction(i * i, n * n));
    }
    return more;
}

double largest(const std::vector<double>& all) {
    double found = 0;
    for (const double x : all) found = std::max(found, std::abs(x));
    return found;
}

std::vector<double> difference(std::vector<double> now, const std::vector<double>& before) {
    std::ranges::transform(now, before, now.begin(), std::minus());
    return now;
}

// Sweeps, each followed by all further changes that the linear system of the board predicts. A state is solved again
// only where the error of the prediction could matter: the size of the changes since it was solved, times the share of
// such changes by which predictions were off before, in its neighbourhood.
class PredictedSweeps {
  public:
    // Errors of predictions up to `allowed` are left as they are.
    PredictedSweeps(LevelSolver& levels, LinearBoard& linear, const Board& board, double allowed,
                    SweepProgress& progress)
        : levels_(levels),
          linear_(linear),
          board_(board),
          allowed_(allowed),
          progress_(progress),
          unseen_(board.size(), 1.0),
          doubt_(board.size(), 1.0) {}

    // The values satisfy the equations but for the end of the race below the lowest score: few states are affected.
    void begin_below_floor() {
        few_ = true;
        const size_t n = board_.race().lowest;
        for (size_t carry = 0; carry < board_.carries(); ++carry)
            for (size_t i = 1; i <= n; ++i)
                for (size_t j = 1; j <= n; ++j)
                    unseen_[board_.place(i, j, carry)] = board_.below_floor(i, carry) ? 1 : 0;
    }

    // Whether the values have settled; if not, predictions are of no use.
    [[nodiscard]] bool settle() {
        constexpr int most = 12;
        double last_change = 1;
        for (int sweep = 0; sweep < most; ++sweep) {
            std::vector<bool> left_out;
            for (size_t k = 0; k < unseen_.size(); ++k) left_out.push_back(doubt_[k] * unseen_[k] <= allowed_);
            const double work = work_of(left_out);
            if (work == 0) return true;
            const std::vector<double> before = levels_.values();
            levels_.sweep({.left_out = &left_out}, progress_.piece(work, prediction + usually_left(sweep)));
            const double change = std::exchange(last_change, levels_.change());
            if (sweep > 3 && last_change > rounding && last_change > change / 2) return false;
            if (last_change <= 10 * allowed_) return true;
            const std::vector<double> step = difference(levels_.values(), before);
            const Progress predicted = progress_.piece(prediction, usually_left(sweep));
            const auto [further, unseen] = linear_.after_sweep(step, left_out);
            predicted(1);
            if (sweep > 0) learn_from(step, left_out);
            for (size_t k = 0; k < step.size(); ++k) unseen_[k] = (left_out[k] ? unseen_[k] : 0) + unseen[k];
            levels_.change_by(further);
        }
        return false;
    }

    // States that need no check: of a large board most of those where predictions can hardly be off.
    [[nodiscard]] std::vector<bool> beyond_doubt() const {
        constexpr size_t small = size_t{1} << 16, every = 8;
        std::vector<bool> found;
        for (size_t k = 0; k < unseen_.size(); ++k)
            found.push_back(unseen_.size() > small && k % every != 0 && doubt_[k] * unseen_[k] <= allowed_ / 2);
        return found;
    }

    // As a share of all turns, which take as long as their rows.
    [[nodiscard]] double work_of(const std::vector<bool>& left_out) const {
        const size_t n = board_.race().lowest;
        double work = 0, all = 0;
        for (size_t carry = 0; carry < board_.carries(); ++carry)
            for (size_t i = 1; i <= n; ++i)
                for (size_t j = 1; j <= n; ++j) {
                    all += static_cast<double>(i);
                    if (!left_out[board_.place(i, j, carry)]) work += static_cast<double>(i);
                }
        return work / all;
    }

  private:
    // By which share predictions were off. One that happens to be small says little: the neighbourhood counts, as the
    // root of the mean square, so that its largest counts most.
    void learn_from(const std::vector<double>& step, const std::vector<bool>& left_out) {
        constexpr size_t near = 4;
        constexpr double noise = 1e-15, least = 1e-4;
        const size_t n = board_.race().lowest, across = n / near + 1;
        std::vector<double> squares(across * across), solved(across * across);
        const auto each_solved = [&](const auto& visit) {
            for (size_t carry = 0; carry < board_.carries(); ++carry)
                for (size_t i = 1; i <= n; ++i)
                    for (size_t j = 1; j <= n; ++j)
                        if (const size_t k = board_.place(i, j, carry); !left_out[k])
                            visit(k, i / near * across + j / near);
        };
        each_solved([&](size_t k, size_t where) {
            const double share = std::max(least, (std::abs(step[k]) - noise) / unseen_[k]);
            squares[where] += share * share;
            ++solved[where];
        });
        each_solved(
            [&](size_t k, size_t where) { doubt_[k] = std::min(std::sqrt(squares[where] / solved[where]), 1.0); });
    }

    [[nodiscard]] double usually_left(int sweep) const {
        static constexpr std::array few{0.82, 0.59, 0.32, 0.15}, many{2.95, 1.9, 0.84, 0.35};
        return (few_ ? few : many)[static_cast<size_t>(std::min(sweep, 3))];
    }

    LevelSolver& levels_;
    LinearBoard& linear_;
    const Board& board_;
    const double allowed_;
    SweepProgress& progress_;
    bool few_ = false;
    std::vector<double> unseen_;  // the mean size of the changes of what follows each state since it was solved
    std::vector<double> doubt_;   // the share of them by which predictions were off
};

// Sweeps until the changes that are still to come, as a geometric series, are less than rounding errors.
void settle(LevelSolver& levels, const Board& board, SweepProgress& progress) {
    constexpr double precise_enough = 2e-14;
    double before = 0, to_come = 6;  // sweeps
    double slowest = 0;              // the factor of the errors that settle most slowly, from changes above rounding
    std::vector<double> last = levels.values();
    std::vector<double> step, last_step;
    Extrapolation extrapolation;
    for (int sweep = 1; sweep < most_sweeps; ++sweep) {
        // Iterations within a level need not be more precise than the changes of the sweeps.
        const double close_enough = std::max(swept_within, 0.03 * levels.change());
        levels.sweep({.close_enough = close_enough}, progress.piece(1, to_come));
        const double change = levels.change(), ratio = before > 0 ? std::min(0.9999, change / before) : 0.9999;
        const double still = change * ratio / (1 - ratio);
        if (sweep > 3 && before > 0 && change > 100 * rounding) slowest = std::max(slowest, ratio);
        const bool precise = change * slowest / (1 - slowest) <= precise_enough;
        const bool only_noise = sweep > 3 && sweep <= usual_sweeps && change <= rounding && ratio > 0.5 && precise;
        const bool close = close_enough <= 0.1 * rounding || board.carryover().steal != Steal::after_bust;
        if (close && (change == 0 || only_noise || still <= swept_within)) return;
        to_come = std::min(1000.0, std::log(swept_within / still) / std::log(ratio));
        if (sweep > usual_sweeps) {
            if (before > 0 && change <= (board.objective().two_players ? noise : rounding) && change >= before) return;
            before = change;
            if (auto limit = extrapolation.add(levels.state(), change)) {
                if (board.objective().two_players)
                    for (double& value : *limit) value = std::clamp(value, 0.0, 1.0);
                levels.set_state(*limit);
                before = 0;
            }
            continue;
        }
        before = change;
        last_step.swap(step);
        step = difference(levels.values(), last);
        // Where every sweep reduces the error by the same factor, the sum of all further steps is known.
        if (sweep > 2 && !last_step.empty() && change > 100 * swept_within) {
            const double factor = std::inner_product(step.begin(), step.end(), last_step.begin(), 0.0) /
                                  std::inner_product(last_step.begin(), last_step.end(), last_step.begin(), 0.0);
            if (factor > 0.05 && factor < 1 && std::abs(factor - ratio) < 0.1 * (1 - factor)) {
                levels.change_by(step, factor / (1 - factor));
                step.clear();
                before = 0;
            }
        }
        last = levels.values();
    }
    if (levels.change() > rounding) does_not_settle(levels.change());
}

}  // namespace

SolvedBoard solve_board(const TurnTables& turn, const Board& board, const Kernel& kernel, size_t threads,
                        const Progress& progress, std::span<const double> similar) {
    LevelSolver levels(turn, board, kernel, threads);
    if (!board.scores_can_decrease()) {
        levels.sweep({.first = true}, progress);
        return levels.take();
    }
    const bool predicts = LinearBoard::describes(board);
    double left = predicts ? after_first : 10;
    SweepProgress swept(progress);
    if (similar.empty())
        levels.sweep({.first = true, .close_enough = 1e-3}, swept.piece(first_sweep, left));
    else
        levels.begin_with({similar.begin(), similar.end()});
    if (predicts) {
        constexpr size_t pitch = 4;
        for (int k = 0; k < 2 && similar.empty(); ++k) {
            LinearBoard coarse(turn, board, kernel, threads, 2 * pitch);
            coarse.sample(levels.values(), swept.piece(coarse_sample, left -= coarse_sample));
            levels.change_by(coarse.correction());
        }
        // Similar values serve to bound an effect, which need not be as precise.
        LinearBoard linear(turn, board, kernel, threads, similar.empty() ? pitch : 2 * pitch);
        PredictedSweeps predicted(levels, linear, board, similar.empty() ? 3e-15 : 1e-11, swept);
        if (similar.empty()) {
            linear.sample(levels.values(), swept.piece(sample, left - sample));
            levels.change_by(linear.correction());
        } else {
            linear.sample(levels.values(), swept.piece(similar_sample, after_similar));
            predicted.begin_below_floor();
        }
        if (predicted.settle()) {
            // States that were left out may be off by more than predicted.
            const auto check = [&](const std::vector<bool>& left_out) {
                const double work = predicted.work_of(left_out);
                return excess(turn, board, kernel, threads, levels.values(), left_out, swept.piece(work, 0));
            };
            const double close = similar.empty() ? rounding / 20 : 1e-10;
            std::vector<double> more = check(predicted.beyond_doubt());
            if (similar.empty() && largest(more) > rounding) more = check(std::vector<bool>(board.size()));
            const double off = largest(more);
            if (off > close) levels.change_by(linear.correction(more));
            // Corrections are right to a tenth, and few games come to the states below the lowest score.
            if (off <= (similar.empty() ? 10 * rounding : 1e-8)) return levels.take();
        }
    }
    settle(levels, board, swept);
    return levels.take();
}

}  // namespace jeopardice
