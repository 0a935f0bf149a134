#include "simultaneous/simultaneous_game.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "common/thread_team.hpp"
#include "race/rules.hpp"
#include "simultaneous/matrix_game.hpp"

namespace jeopardice {

namespace {

constexpr int most_responses = 1000, most_newton = 100;
// Responses that are better by no more than this are better by rounding only.
constexpr double better = 1e-14;
// Newton steps of a state that no longer decrease are rounding errors if they are smaller.
constexpr double most_rounding = 1e-13;

// The mixture of distributions with these probabilities.
Gains mixed(const std::vector<Gains>& distributions, std::span<const double> chances) {
    Gains all;
    for (size_t k = 0; k < distributions.size(); ++k) {
        if (chances[k] == 0) continue;
        all.resize(std::max(all.size(), distributions[k].size()));
        for (size_t i = 0; i < distributions[k].size(); ++i) all[i] += chances[k] * distributions[k][i];
    }
    return all;
}

// Calls work(a, b) for all pairs of standings with a <= b, in order of their sum; those of one sum in parallel.
void for_all_states(size_t n, size_t threads, const Progress& progress,
                    const std::function<void(size_t, size_t)>& work) {
    ThreadTeam team(threads);
    for (size_t level = 2; level <= 2 * n; ++level) {
        const size_t first = level_range(n, level).low;
        team.run(level / 2 - first + 1, [&](size_t k, size_t) { work(first + k, level - first - k); });
        if (progress) progress(level_fraction(level, n));
    }
}

}  // namespace

SimultaneousGame::SimultaneousGame(std::shared_ptr<const TurnChoices> choices, Setbacks setbacks)
    : choices_(std::move(choices)), setbacks_(std::move(setbacks)) {
    if (setbacks_.start == 0 || setbacks_.start > setbacks_.lowest)
        throw std::invalid_argument("simultaneous: no such units to go");
    if (setbacks_.streak > 0 && setbacks_.floor > static_cast<std::ptrdiff_t>(setbacks_.lowest))
        throw std::invalid_argument("simultaneous: the floor is below the lowest score");
}

namespace {

// A state as a matrix game of the distributions found so far (double oracle), from those of a known equilibrium.
class StateGame {
  public:
    StateGame(const TurnChoices& choices, const Setbacks& setbacks, const ValueTable& table, size_t a, size_t b)
        : choices_(choices),
          setbacks_(setbacks),
          table_(table),
          a_(a),
          b_(b),
          stays_(table.stays(a, b)),
          v_(table.at(a, b)) {}

    Equilibrium solved(const Equilibrium& known) {
        for (const Gains& row : known.rows) add_row(row);
        for (const Gains& column : known.columns) add_column(column);
        if (known.rows.empty()) {
            add_row(for_points(a_));
            add_column(for_points(b_));
        }
        for (int responses = 0; responses < most_responses; ++responses) {
            play(false);
            if (add_responses()) continue;
            settle();
            if (add_responses()) continue;
            found_.value = a_ == b_ ? 0.5 : v_;
            return std::move(found_);
        }
        throw std::runtime_error("simultaneous: the best responses do not settle");
    }

  private:
    // The distribution of the most points, which count up to the goal.
    [[nodiscard]] Gains for_points(size_t standing) const {
        const size_t own = setbacks_.units(standing);
        const TotalIndices indices = setbacks_.indices();
        std::vector<double> points(indices.banked(own) + 1);
        for (size_t g = 1; g <= own; ++g) points[indices.kept(g)] = points[indices.banked(g)] = static_cast<double>(g);
        points[won_index] = static_cast<double>(own);
        Gains distribution;
        choices_.best(points, own, distribution);
        return distribution;
    }

    void add_row(Gains distribution) {
        std::vector<double> entries, chances;
        for (size_t l = 0; l < found_.columns.size(); ++l) {
            entries.push_back(expected(distribution, worths_[l]));
            chances.push_back(stays_ ? distribution[0] * found_.columns[l][0] : 0);
        }
        game_.payoff.push_back(std::move(entries));
        again_.payoff.push_back(std::move(chances));
        found_.rows.push_back(std::move(distribution));
    }

    void add_column(Gains distribution) {
        worths_.push_back(table_.worths(a_, b_, distribution, 0));
        for (size_t k = 0; k < found_.rows.size(); ++k) {
            game_.payoff[k].push_back(expected(found_.rows[k], worths_.back()));
            again_.payoff[k].push_back(stays_ ? found_.rows[k][0] * distribution[0] : 0);
        }
        found_.columns.push_back(std::move(distribution));
    }

    // Finds the mixtures for a guess of the state's value; returns the value for that guess, and makes a Newton step.
    double play(bool finely) {
        MatrixGame now = game_;
        for (size_t k = 0; k < now.rows(); ++k)
            for (size_t l = 0; l < now.columns(); ++l) now.payoff[k][l] += again_.payoff[k][l] * v_;
        Mixture mixture = solve_game(now, finely, basis_);
        found_.row_chances = std::move(mixture.rows);
        found_.column_chances = std::move(mixture.columns);
        basis_ = std::move(mixture.basis);
        long double won = 0, back = 0;
        for (size_t k = 0; k < now.rows(); ++k)
            for (size_t l = 0; l < now.columns(); ++l) {
                const long double chance = static_cast<long double>(found_.row_chances[k]) * found_.column_chances[l];
                won += chance * game_.payoff[k][l];
                back += chance * again_.payoff[k][l];
            }
        v_ = static_cast<double>(won / (1 - back));
        return mixture.value;
    }

    // Newton steps until they end in rounding errors; where they cycle, the value is bisected.
    void settle() {
        double low = 0, high = 1, before = 1;
        for (int step = 0; step < most_newton; ++step) {
            const double guess = v_, value = play(true), change = std::abs(v_ - guess);
            if (change <= 4e-16 || (change >= before && change < most_rounding)) return;
            before = change;
            (value >= guess ? low : high) = guess;
            if (!(v_ >= low && v_ <= high)) v_ = (low + high) / 2;
        }
    }

    // Adds the best responses that are better than the mixtures; returns whether there are any.
    bool add_responses() {
        Gains row, column;
        const Gains rows = mixed(found_.rows, found_.row_chances),
                    columns = mixed(found_.columns, found_.column_chances);
        const double more = choices_.best(table_.worths(a_, b_, columns, v_), setbacks_.units(a_), row);
        const double less = 1 - choices_.best(table_.worths(b_, a_, rows, 1 - v_), setbacks_.units(b_), column);
        const bool new_row = more > v_ + better && is_new(found_.rows, row);
        const bool new_column = less < v_ - better && is_new(found_.columns, column);
        if (new_row) add_row(std::move(row));
        if (new_column) add_column(std::move(column));
        return new_row || new_column;
    }

    static bool is_new(const std::vector<Gains>& known, const Gains& gains) {
        return std::find(known.begin(), known.end(), gains) == known.end();
    }

    const TurnChoices& choices_;
    const Setbacks& setbacks_;
    const ValueTable& table_;
    size_t a_, b_;
    bool stays_;  // whether the state repeats if both bust
    double v_;
    Equilibrium found_;
    MatrixGame game_, again_;                  // without the case that both bust, and its chance
    std::vector<std::vector<double>> worths_;  // of each column
    Basis basis_;
};

// Only what is played.
Equilibrium without_zeros(Equilibrium found) {
    for (const auto& [side, chances] :
         {std::pair{&found.rows, &found.row_chances}, {&found.columns, &found.column_chances}}) {
        size_t kept = 0;
        for (size_t k = 0; k < side->size(); ++k) {
            if ((*chances)[k] == 0) continue;
            if (k != kept) (*side)[kept] = std::move((*side)[k]);
            (*chances)[kept++] = (*chances)[k];
        }
        side->resize(kept);
        chances->resize(kept);
    }
    return found;
}

}  // namespace

Equilibrium SimultaneousGame::equilibrium(std::span<const double> values, size_t a, size_t b,
                                          const Equilibrium& guess) const {
    const ValueTable table(values, setbacks_);
    return StateGame(*choices_, setbacks_, table, a, b).solved(guess);
}

Values SimultaneousGame::sweep(const Values& before, Played& played, size_t threads, const Progress& progress) const {
    const size_t n = standings();
    if (before.size() != n * n) throw std::invalid_argument("simultaneous: values of another size");
    played.resize(n * n);
    Values values = before;
    for_all_states(n, threads, progress, [&](size_t a, size_t b) {
        Equilibrium& found = played[(a - 1) * n + b - 1];
        found = without_zeros(equilibrium(values, a, b, found));
        values[(a - 1) * n + b - 1] = found.value;
        values[(b - 1) * n + a - 1] = 1 - found.value;
    });
    return values;
}

bool SimultaneousGame::scores_can_decrease() const {
    if (choices_->loses() || setbacks_.indices().apart) return true;
    for (size_t a = 1; a <= standings(); ++a)
        if (setbacks_.busted(a) != a) return true;
    return false;
}

Solved SimultaneousGame::solve(size_t threads, const Progress& progress) const {
    if (scores_can_decrease()) throw std::invalid_argument("simultaneous: scores can decrease: states form cycles");
    const size_t n = standings();
    Solved found{Values(n * n, 0.5), Values(n * n)};
    Values high(n * n, 0.5);  // an upper bound, 1 - low of the mirrored state
    const auto at = [n](size_t a, size_t b) { return (a - 1) * n + b - 1; };
    for_all_states(n, threads, progress, [&](size_t a, size_t b) {
        const Equilibrium play = equilibrium(found.values, a, b);
        found.values[at(a, b)] = play.value;
        found.values[at(b, a)] = 1 - play.value;
        const Gains rows = mixed(play.rows, play.row_chances), columns = mixed(play.columns, play.column_chances);
        const double mine = guarantee(high, a, b, rows, play.value),
                     theirs = guarantee(high, b, a, columns, 1 - play.value);
        found.low[at(a, b)] = a == b ? std::min(mine, theirs) : mine;
        if (a != b) found.low[at(b, a)] = theirs;
        high[at(a, b)] = 1 - found.low[at(b, a)];
        high[at(b, a)] = 1 - found.low[at(a, b)];
    });
    return found;
}

std::vector<Gains> SimultaneousGame::equilibrium_play(const Values& values, Played& played, size_t threads,
                                                      const Progress& progress) const {
    const size_t n = standings();
    played.resize(n * n);
    std::vector<Gains> distributions(n * n);
    for_all_states(n, threads, progress, [&](size_t a, size_t b) {
        const Equilibrium found = equilibrium(values, a, b, played[(a - 1) * n + b - 1]);
        distributions[(a - 1) * n + b - 1] = mixed(found.rows, found.row_chances);
        if (a != b) distributions[(b - 1) * n + a - 1] = mixed(found.columns, found.column_chances);
    });
    return distributions;
}

}  // namespace jeopardice
