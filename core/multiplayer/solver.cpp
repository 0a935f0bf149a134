#include "multiplayer/solver.hpp"

#include <stdexcept>

namespace jeopardice {

MultiplayerSolver::MultiplayerSolver(const MultiplayerBoard& board, const Kernel& kernel, size_t threads)
    : board_(board),
      team_(std::max<size_t>(1, threads)),
      offers_(board.offers_size()),
      mixed_(board.players() * board.most_units() + 1),
      solvers_(team_.size(), BlockSolver(board, kernel, offers_.data())) {}

template <class Found>
Found MultiplayerSolver::share(size_t level, const Progress& progress, const auto& work) {
    constexpr size_t part = 192;
    const std::vector<Units> blocks = board_.blocks(level);
    const size_t count = (blocks.size() + part - 1) / part;
    std::vector<Found> found(team_.size());
    std::atomic<size_t> done{0};
    team_.run(count, [&](size_t c, size_t thread) {
        const size_t from = (count - 1 - c) * part;
        work(solvers_[thread], std::span(blocks).subspan(from, std::min(part, blocks.size() - from)), found[thread]);
        ++done;
        if (thread == 0 && progress) progress(fraction(done.load(), count));
    });
    Found all;
    for (const Found& each : found) all.add(each);
    return all;
}

LevelResult MultiplayerSolver::solve(double* values, size_t level, bool first, const Progress& progress) {
    Shares& mixed = mixed_[level];
    for (const auto& [key, share] : mixed) all_mixed_.erase(key);
    const auto found =
        share<LevelResult>(level, progress, [&](BlockSolver& solver, const auto& blocks, LevelResult& part) {
            solver.solve(values, blocks, all_mixed_, first, part);
        });
    mixed = board_.stealing() ? found.mixed : Shares{};
    all_mixed_.insert(mixed.begin(), mixed.end());
    return found;
}

LevelResult MultiplayerSolver::solve_again(double* values, size_t level, double guess, const Progress& progress) {
    Shares elsewhere = all_mixed_;
    for (const auto& [key, share] : mixed_[level]) elsewhere.erase(key);
    return share<LevelResult>(level, progress, [&](BlockSolver& solver, const auto& blocks, LevelResult& found) {
        solver.solve_again(values, blocks, elsewhere, guess, found);
    });
}

LevelCheck MultiplayerSolver::check(double* values, size_t level, const Shares& shares, const Progress& progress) {
    return share<LevelCheck>(level, progress, [&](BlockSolver& solver, const auto& blocks, LevelCheck& found) {
        solver.check(values, blocks, shares, found);
    });
}

void MultiplayerSolver::find_offers(double* values, size_t level, const Shares& mixed, const Progress& progress) {
    share<LevelResult>(level, progress, [&](BlockSolver& solver, const auto& blocks, LevelResult& found) {
        solver.find_offers(values, blocks, mixed, found);
    });
}

void MultiplayerSolver::find_longest(double* values, double* longest, size_t level, const Shares& shares,
                                     LevelCheck& checked) {
    checked.add(share<LevelCheck>(level, {}, [&](BlockSolver& solver, const auto& blocks, LevelCheck& part) {
        solver.find_longest(values, longest, blocks, shares, part);
    }));
}

void MultiplayerSolver::find_turns(double* values, double* turns, size_t level, const Shares& shares) {
    if (!board_.only_scores_carry_over()) throw std::invalid_argument("expected turns: not available with carryover");
    share<LevelResult>(level, {}, [&](BlockSolver& solver, const auto& blocks, LevelResult&) {
        solver.find_turns(values, turns, blocks, shares);
    });
}

}  // namespace jeopardice
