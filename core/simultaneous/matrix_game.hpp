// A matrix game of two players: the row player maximises the payoff, the column player minimises it.
#pragma once

#include <cstddef>
#include <vector>

namespace jeopardice {

struct MatrixGame {
    std::vector<std::vector<double>> payoff;

    [[nodiscard]] size_t rows() const { return payoff.size(); }
    [[nodiscard]] size_t columns() const { return payoff.front().size(); }
};

// Optimal mixed strategies: the probabilities of rows and columns.
struct Mixture {
    std::vector<double> rows, columns;
    double value;
};

// A saddle point where there is one, else the simplex method; `finely`: to the precision of its numbers.
Mixture solve_game(const MatrixGame& game, bool finely);

}  // namespace jeopardice
