// Two players of a simultaneous game with a fixed way to play each turn: who wins, in how many rounds, and what a best
// response wins.
//
// With the distributions p of the first player and q of the second in a state, the first player wins with the chance
//
//     W(a, b) = sum_i sum_j p_i q_j W(a after i, b after j)
//
// (simultaneous_game.hpp). If both bust and the state repeats, W = R + p_0 q_0 W, R being the rest of the sum. The best
// response to q is a decision process: W = max over p of R + p_0 q_0 W, solved by steps W = R / (1 - p_0 q_0) with the
// best p for the last W, which is policy iteration.
#pragma once

#include <cstdint>
#include <vector>

#include "common/thread_team.hpp"
#include "simultaneous/simultaneous_game.hpp"

namespace jeopardice {

// The turns of a player: a distribution for each pair of standings, the player's own first, row by row.
struct FixedPlay {
    std::vector<Gains> distributions;
    std::vector<std::uint32_t> which;

    [[nodiscard]] const Gains& at(size_t own, size_t other, size_t standings) const {
        return distributions[which[(own - 1) * standings + other - 1]];
    }
    // Throws if it does not fit a game with these standings.
    void check(size_t standings) const;
};

// How long a game lasts: chances[m - 1] is the chance of m rounds, and visits the expected rounds in each state, row by
// row. What is longer is left out.
struct Rounds {
    std::vector<double> chances;
    Values visits;
};

// One sweep over all states in order of the standings' sum: exact where scores cannot decrease, else the values
// before are used.
[[nodiscard]] Values match_sweep(const SimultaneousGame& game, const FixedPlay& first, const FixedPlay& second,
                                 const Values& before, size_t threads, const Progress& progress);
// The same for the best response to the second player.
[[nodiscard]] Values response_sweep(const SimultaneousGame& game, const FixedPlay& second, const Values& before,
                                    size_t threads, const Progress& progress);
// Follows games from a state until the chance of longer ones is below `forgotten`, for at most `most` rounds.
[[nodiscard]] Rounds rounds(const SimultaneousGame& game, const FixedPlay& first, const FixedPlay& second, size_t a,
                            size_t b, double forgotten, size_t most, const Progress& progress);

}  // namespace jeopardice
