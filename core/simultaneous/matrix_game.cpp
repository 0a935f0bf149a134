#include "simultaneous/matrix_game.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

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
                Mixture found{std::vector<double>(m), std::vector<double>(n), *least};
                found.rows[r] = found.columns[k] = 1;
                return found;
            }
    }
    return std::nullopt;
}

// max sum q with B q <= 1, q >= 0, where all entries of B are positive: q and its dual, scaled, are the mixtures, and
// the value is 1 / sum q (von Neumann, Dantzig). The tableau has a row for each row of the game and one for the sum.
class Tableau {
  public:
    Tableau(const MatrixGame& game, double shift)
        : game_(game),
          shift_(shift),
          m_(game.rows()),
          n_(game.columns()),
          cells_((m_ + 1) * (n_ + m_ + 1)),
          basis_(m_) {
        fill();
    }

    // Rebuilding the tableau of the last basis removes the rounding errors of earlier pivots.
    void solve(bool finely) {
        if (!finely) {
            improve();
            return;
        }
        for (int again = 0; again < 3; ++again) {
            if (!improve() && again > 0) return;
            const std::vector<size_t> basis = basis_;
            fill();
            std::vector<bool> used(m_);
            for (const size_t column : basis) {
                size_t row = none;
                for (size_t r = 0; r < m_; ++r)
                    if (!used[r] && (row == none || std::abs(at(r, column)) > std::abs(at(row, column)))) row = r;
                pivot(row, column);
                used[row] = true;
            }
        }
        improve();
    }

    [[nodiscard]] Mixture mixture() {
        Mixture found{std::vector<double>(m_), std::vector<double>(n_), 0};
        const Real sum = at(m_, n_ + m_);
        for (size_t r = 0; r < m_; ++r) {
            if (basis_[r] < n_) found.columns[basis_[r]] = part(at(r, n_ + m_) / sum);
            found.rows[r] = part(at(m_, n_ + r) / sum);
        }
        found.value = static_cast<double>(1 / sum - static_cast<Real>(shift_));
        return found;
    }

  private:
    // Strategies may be almost equal: extra digits keep the pivots apart.
    using Real = long double;
    static double part(const Real share) { return std::max(0.0, static_cast<double>(share)); }

    static constexpr size_t none = ~size_t{0};
    static constexpr Real nothing = 1e-16L, too_small = 1e-13L;

    void fill() {
        std::fill(cells_.begin(), cells_.end(), Real{0});
        for (size_t r = 0; r < m_; ++r) {
            for (size_t c = 0; c < n_; ++c)
                at(r, c) = static_cast<Real>(game_.payoff[r][c]) + static_cast<Real>(shift_);
            at(r, n_ + r) = 1;
            at(r, n_ + m_) = 1;
            basis_[r] = n_ + r;
        }
        for (size_t c = 0; c < n_; ++c) at(m_, c) = -1;
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

    Real& at(size_t r, size_t c) { return cells_[r * (n_ + m_ + 1) + c]; }

    // The column with the largest gain or, to prevent cycles, the first one (Bland's rule).
    size_t entering(bool first) {
        size_t best = none;
        Real most = -nothing;
        for (size_t c = 0; c < n_ + m_; ++c)
            if (at(m_, c) < most) {
                best = c;
                if (first) break;
                most = at(m_, c);
            }
        return best;
    }

    size_t leaving(size_t column) {
        size_t best = none;
        Real least = std::numeric_limits<Real>::infinity();
        for (size_t r = 0; r < m_; ++r) {
            if (at(r, column) <= too_small) continue;
            const Real ratio = std::max(Real{0}, at(r, n_ + m_)) / at(r, column);
            if (ratio < least || (ratio == least && basis_[r] < basis_[best])) {
                least = ratio;
                best = r;
            }
        }
        return best;
    }

    void pivot(size_t row, size_t column) {
        const size_t width = n_ + m_ + 1;
        const Real by = at(row, column);
        for (size_t c = 0; c < width; ++c) at(row, c) /= by;
        for (size_t r = 0; r <= m_; ++r) {
            const Real times = at(r, column);
            if (r == row || times == 0) continue;
            for (size_t c = 0; c < width; ++c) at(r, c) -= times * at(row, c);
        }
        basis_[row] = column;
    }

    const MatrixGame& game_;
    const double shift_;
    size_t m_, n_;
    std::vector<Real> cells_;
    std::vector<size_t> basis_;
};

}  // namespace

Mixture solve_game(const MatrixGame& game, bool finely) {
    if (game.payoff.empty() || game.payoff.front().empty()) throw std::invalid_argument("matrix game: it is empty");
    if (auto found = saddle_point(game)) return *found;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& row : game.payoff)
        for (const double entry : row) least = std::min(least, entry);
    const double shift = 1 - least;
    Tableau tableau(game, shift);
    tableau.solve(finely);
    Mixture found = tableau.mixture();
    for (auto* const side : {&found.rows, &found.columns}) {
        double sum = 0;
        for (const double part : *side) sum += part;
        for (double& part : *side) part /= sum;
    }
    return found;
}

}  // namespace jeopardice
