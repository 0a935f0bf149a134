// Boards solved: levels in order and, where scores fall, again and again. See race.hpp.
#include "race/levels.hpp"

#include <cmath>
#include <numeric>

namespace jeopardice {

Solved solve_board(const TurnTables& turn, const Board& board, const Kernel& kernel, const std::size_t threads,
                   const Progress& progress) {
    Levels levels(turn, board, kernel, threads);
    if (!board.has_falls()) {
        levels.sweep(true, swept_within, progress);
        return levels.take();
    }
    double before = 0, told = 0, to_come = 6;
    std::vector<double> last = levels.values();
    std::vector<double> step, last_step;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        // What goes round within a level need not be closer than what the sweeps themselves still change.
        const double close_enough = std::max(swept_within, sweep == 0 ? 1e-3 : 0.03 * levels.change());
        levels.sweep(sweep == 0, close_enough, [&](const double part) {
            told = std::max(told, (sweep + part) / (sweep + 1 + to_come));
            if (progress) progress(told);
        });
        const double change = levels.change(), ratio = before > 0 ? std::min(0.9999, change / before) : 0.9999;
        const double still = change * ratio / (1 - ratio);
        const bool only_noise = sweep > 3 && change <= rounding && ratio > 0.5;
        const bool close = close_enough <= 0.1 * rounding || board.between().steal != Steal::after_bust;
        if (sweep > 0 && close && (change == 0 || only_noise || still <= swept_within)) return levels.take();
        to_come = std::min(1000.0, std::log(swept_within / still) / std::log(ratio));
        before = sweep == 0 ? 0 : change;
        last_step.swap(step);
        step = levels.steps_from(last);
        // Where the error falls by the same factor again and again, what is still to come is known.
        if (sweep > 2 && !last_step.empty() && change > 100 * swept_within) {
            const double factor = std::inner_product(step.begin(), step.end(), last_step.begin(), 0.0) /
                                  std::inner_product(last_step.begin(), last_step.end(), last_step.begin(), 0.0);
            if (factor > 0.05 && factor < 1 && std::abs(factor - ratio) < 0.1 * (1 - factor)) {
                levels.jump(step, factor / (1 - factor));
                step.clear();
                before = 0;
            }
        }
        last = levels.values();
    }
    does_not_settle();
}

std::vector<double> solve_within(const TurnTables& turn, const Board& board, const Kernel& kernel,
                                 const std::size_t threads, const std::size_t turns, const Progress& progress) {
    const std::size_t n = board.race().lowest, modes = board.between().modes.size(), size = board.size();
    std::vector<double> within((turns + 1) * size, 0.0);
    Visitor visitor(turn, board.race(), kernel, threads);
    std::vector<Visit> visits(size);
    std::vector<Visited> found(size);
    for (std::size_t m = 1; m <= turns; ++m) {
        const double* const before = &within[(m - 1) * size];
        for (std::size_t i = 1; i <= n; ++i)
            for (std::size_t mode = 0; mode < modes; ++mode)
                visits[(i - 1) * modes + mode] = board.visit(
                    before, i, 1, mode,
                    board.sinks(i, mode) ? board.between().modes[mode].sinks : before[board.bust_place(i, 1, mode)],
                    nullptr);
        visitor.visit(visits, found);
        for (std::size_t i = 1; i <= n; ++i)
            for (std::size_t mode = 0; mode < modes; ++mode)
                within[m * size + board.place(i, 1, mode)] = found[(i - 1) * modes + mode].value;
        if (progress) progress(static_cast<double>(m) / static_cast<double>(turns));
    }
    return within;
}

}  // namespace jeopardice
