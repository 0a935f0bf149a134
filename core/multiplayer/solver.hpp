// Solves the levels of a multiplayer race, block by block (multiplayer/blocks.hpp), in threads.
#pragma once

#include "common/thread_team.hpp"
#include "multiplayer/blocks.hpp"

namespace jeopardice {

// All blocks of a level, shared by threads.
class MultiplayerSolver {
  public:
    MultiplayerSolver(const MultiplayerBoard& board, const Kernel& kernel, size_t threads);
    LevelResult solve(double* values, size_t level, bool first, const Progress& progress);
    LevelResult solve_again(double* values, size_t level, double guess, const Progress& progress);
    LevelCheck check(double* values, size_t level, const Shares& shares, const Progress& progress);
    void find_turns(double* values, double* turns, size_t level, const Shares& shares);
    void find_offers(double* values, size_t level, const Shares& mixed, const Progress& progress);
    void find_longest(double* values, double* longest, size_t level, const Shares& shares, LevelCheck& checked);
    [[nodiscard]] const double* offers() const { return offers_.empty() ? nullptr : offers_.data(); }

  private:
    // Calls work(solver, blocks, found) for all blocks of a level, in parts, and adds the results.
    template <class Found>
    Found share(size_t level, const Progress& progress, const auto& work);

    const MultiplayerBoard& board_;
    ThreadTeam team_;
    std::vector<double> offers_;
    std::vector<Shares> mixed_;  // by level: what is mixed in turns that can be stolen
    Shares all_mixed_;           // of all levels
    std::vector<BlockSolver> solvers_;
};

}  // namespace jeopardice
