// Small systems of linear equations.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

namespace jeopardice {

// Solves a x = b for a small square matrix, in place; returns whether that is possible.
[[nodiscard]] inline bool solve_linear(std::vector<std::vector<double>>& a, std::vector<double>& b) {
    const size_t n = b.size();
    for (size_t c = 0; c < n; ++c) {
        size_t pivot = c;
        for (size_t r = c + 1; r < n; ++r)
            if (std::abs(a[r][c]) > std::abs(a[pivot][c])) pivot = r;
        if (a[pivot][c] == 0) return false;
        std::swap(a[c], a[pivot]);
        std::swap(b[c], b[pivot]);
        for (size_t r = 0; r < n; ++r) {
            if (r == c) continue;
            const double factor = a[r][c] / a[c][c];
            for (size_t k = c; k < n; ++k) a[r][k] -= factor * a[c][k];
            b[r] -= factor * b[c];
        }
    }
    for (size_t r = 0; r < n; ++r) b[r] /= a[r][r];
    return true;
}

// The shortest x, nearly, for which a x is next to b.
[[nodiscard]] inline bool solve_least_squares(const std::vector<std::vector<double>>& a, std::vector<double>& b) {
    constexpr double damping = 1e-12;
    const size_t n = b.size();
    std::vector<std::vector<double>> squares(n, std::vector<double>(n));
    std::vector<double> right(n);
    double trace = 0;
    for (size_t r = 0; r < n; ++r)
        for (size_t c = 0; c < n; ++c) {
            right[c] += a[r][c] * b[r];
            for (size_t k = 0; k < n; ++k) squares[c][k] += a[r][c] * a[r][k];
            trace += a[r][c] * a[r][c];
        }
    for (size_t c = 0; c < n; ++c) squares[c][c] += damping * trace;
    b = right;
    return solve_linear(squares, b);
}

}  // namespace jeopardice
