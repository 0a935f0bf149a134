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

// The rows and the columns, as many, that determine a pair of optimal mixtures: where to start in a similar game.
struct Basis {
    std::vector<size_t> rows, columns;
};

// Optimal mixed strategies: the probabilities of rows and columns.
struct Mixture {
    std::vector<double> rows, columns;
    double value;
    Basis basis;
};

// A saddle point where there is one, else the simplex method, from the basis of a similar game whose rows and columns
// are the first of this one; `finely`: to the precision of its numbers.
Mixture solve_game(const MatrixGame& game, bool finely, const Basis& start = {});

}  // namespace jeopardice
