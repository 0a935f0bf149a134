// A matrix game of two players: the row player wants much, the column player little.
#pragma once

#include <cstddef>
#include <vector>

namespace jeopardice {

struct MatrixGame {
    std::vector<std::vector<double>> payoff;

    [[nodiscard]] std::size_t rows() const { return payoff.size(); }
    [[nodiscard]] std::size_t columns() const { return payoff.front().size(); }
};

// Optimal mixed strategies: how often each row and each column is chosen.
struct Mixture {
    std::vector<double> rows, columns;
    double value;
};

// A saddle point where there is one, else the simplex method: roughly, or as finely as its numbers allow.
Mixture solve_game(const MatrixGame& game, bool finely);

}  // namespace jeopardice
