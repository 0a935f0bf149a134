#include "simultaneous/matrix_game.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

namespace jeopardice {

namespace {

std::optional<Mixture> saddle_point(const MatrixGame& game) {
    const size_t m = game.rows(), n = game.columns();
    std::vector<double> most(n, -std::numeric_limits<double>::infinity());
    for (const auto& row : game.payoff)
        for (size_t c = 0; c < n; ++c) most[c] = std::max(most[c], row[c]);
    for (size_t r = 0; r < m; ++r) {
        const auto least = std::min_element(game.payoff[r].begin(), game.payoff[r].end());
        const size_t c = static_cast<size_t>(least - game.payoff[r].begin());
        // Of equally small entries another column may be the one of the saddle point.
        for (size_t k = c; k < n; ++k)
            if (game.payoff[r][k] <= *least && *least >= most[k]) {
                Mixture found{std::vector<double>(m), std::vector<double>(n), *least, {{r}, {k}}};
                found.rows[r] = found.columns[k] = 1;
                return found;
            }
    }
    return std::nullopt;
}

// max sum q with B q <= 1, q >= 0, where all entries of B are positive: q and its dual, scaled, are the mixtures, and
// the value is 1 / sum q (von Neumann, Dantzig). Each row of the tableau is a basic variable, one minus the sum of its
// entries times the free variables; the last row is sum q. Variables are the columns of the game, then the slacks of
// its rows.
class Tableau {
  public:
    Tableau(const MatrixGame& game, double shift)
        : game_(game),
          shift_(shift),
          m_(game.rows()),
          n_(game.columns()),
          cells_((m_ + 1) * (n_ + 1)),
          basic_(m_),
          free_(n_) {}

    void solve(bool finely, const Basis& start) {
        restore(start);
        if (!become_feasible()) restore({});
        // Rebuilding the tableau of the last basis removes the rounding errors of earlier pivots.
        for (int again = 0; improve() && finely && again < 3; ++again) restore(basis());
    }

    [[nodiscard]] Mixture mixture() {
        Mixture found{std::vector<double>(m_), std::vector<double>(n_), 0, basis()};
        const Real sum = at(m_, n_);
        for (size_t r = 0; r < m_; ++r)
            if (basic_[r] < n_) found.columns[basic_[r]] = part(at(r, n_) / sum);
        for (size_t c = 0; c < n_; ++c)
            if (free_[c] >= n_) found.rows[free_[c] - n_] = part(at(m_, c) / sum);
        found.value = static_cast<double>(1 / sum - static_cast<Real>(shift_));
        return found;
    }

  private:
    // Strategies may be almost equal: extra digits keep the pivots apart.
    using Real = long double;
    static double part(const Real share) { return std::max(0.0, static_cast<double>(share)); }

    static constexpr size_t none = ~size_t{0};
    static constexpr Real nothing = 1e-16L, too_small = 1e-13L;

    [[nodiscard]] Basis basis() const {
        Basis found;
        for (const size_t variable : basic_)
            if (variable < n_) found.columns.push_back(variable);
        for (const size_t variable : free_)
            if (variable >= n_) found.rows.push_back(variable - n_);
        return found;
    }

    // The tableau of a basis.
    void restore(const Basis& wanted) {
        for (size_t r = 0; r < m_; ++r) {
            for (size_t c = 0; c < n_; ++c)
                at(r, c) = static_cast<Real>(game_.payoff[r][c]) + static_cast<Real>(shift_);
            at(r, n_) = 1;
            basic_[r] = n_ + r;
        }
        for (size_t c = 0; c <= n_; ++c) at(m_, c) = c < n_ ? -1 : 0;
        std::iota(free_.begin(), free_.end(), size_t{0});
        std::vector<size_t> rows = wanted.rows;
        for (const size_t column : wanted.columns) {
            const auto row = std::max_element(rows.begin(), rows.end(), [&](size_t one, size_t other) {
                return std::abs(at(one, column)) < std::abs(at(other, column));
            });
            if (std::abs(at(*row, column)) <= too_small) return;
            pivot(*row, column);
            rows.erase(row);
        }
    }

    // The dual simplex method, in the columns that gain nothing; false if it finds no way.
    bool become_feasible() {
        for (size_t step = 0; step < m_ + n_; ++step) {
            size_t row = 0, column = none;
            for (size_t r = 1; r < m_; ++r)
                if (at(r, n_) < at(row, n_)) row = r;
            if (at(row, n_) >= -nothing) return true;
            Real least = std::numeric_limits<Real>::infinity();
            for (size_t c = 0; c < n_; ++c) {
                if (at(row, c) >= -too_small || at(m_, c) < -nothing) continue;
                const Real ratio = std::max(Real{0}, at(m_, c)) / -at(row, c);
                if (ratio < least) {
                    least = ratio;
                    column = c;
                }
            }
            if (column == none) return false;
            pivot(row, column);
        }
        return false;
    }

    // Pivots until no column gains; returns whether there were any pivots.
    bool improve() {
        const size_t most = 50 * (m_ + n_) + 1000;
        for (size_t step = 0; step < most; ++step) {
            const size_t column = entering(step > most / 2);
            if (column == none) return step > 0;
            const size_t row = leaving(column);
            if (row == none) return step > 0;
            pivot(row, column);
        }
        throw std::runtime_error("matrix game: the simplex method does not end");
    }

    Real& at(size_t r, size_t c) { return cells_[r * (n_ + 1) + c]; }

    // The column with the largest gain or, to prevent cycles, that of the first variable (Bland's rule).
    size_t entering(bool first) {
        size_t best = none;
        for (size_t c = 0; c < n_; ++c) {
            if (at(m_, c) >= -nothing) continue;
            if (best == none || (first ? free_[c] < free_[best] : at(m_, c) < at(m_, best))) best = c;
        }
        return best;
    }

    size_t leaving(size_t column) {
        size_t best = none;
        Real least = std::numeric_limits<Real>::infinity();
        for (size_t r = 0; r < m_; ++r) {
            if (at(r, column) <= too_small) continue;
            const Real ratio = std::max(Real{0}, at(r, n_)) / at(r, column);
            if (ratio < least || (ratio == least && basic_[r] < basic_[best])) {
                least = ratio;
                best = r;
            }
        }
        return best;
    }

    // Exchanges a basic and a free variable.
    void pivot(size_t row, size_t column) {
        Real* const from = &at(row, 0);
        const Real by = from[column];
        for (size_t c = 0; c <= n_; ++c) from[c] /= by;
        from[column] = 1 / by;
        for (size_t r = 0; r <= m_; ++r) {
            Real* const to = &at(r, 0);
            const Real times = to[column];
            if (r == row || times == 0) continue;
            to[column] = 0;
            for (size_t c = 0; c <= n_; ++c) to[c] -= times * from[c];
        }
        std::swap(basic_[row], free_[column]);
    }

    const MatrixGame& game_;
    const double shift_;
    size_t m_, n_;
    std::vector<Real> cells_;
    std::vector<size_t> basic_, free_;  // the variable of each row, and of each column
};

}  // namespace

Mixture solve_game(const MatrixGame& game, bool finely, const Basis& start) {
    if (game.payoff.empty() || game.payoff.front().empty()) throw std::invalid_argument("matrix game: it is empty");
    if (auto found = saddle_point(game)) return *found;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& row : game.payoff)
        for (const double entry : row) least = std::min(least, entry);
    const double shift = 1 - least;
    Tableau tableau(game, shift);
    tableau.solve(finely, start);
    Mixture found = tableau.mixture();
    for (auto* const side : {&found.rows, &found.columns}) {
        double sum = 0;
        for (const double part : *side) sum += part;
        for (double& part : *side) part /= sum;
    }
    return found;
}

}  // namespace jeopardice
