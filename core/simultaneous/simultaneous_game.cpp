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
constexpr double unit_roundoff = 0x1p-53;

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

Equilibrium SimultaneousGame::equilibrium(std::span<const double> values, size_t a, size_t b) const {
    const ValueTable table(values, setbacks_);
    const bool stays = table.stays(a, b);
    double v = table.at(a, b);
    Equilibrium found;
    MatrixGame game, again;  // without the case that both bust, and its chance
    const auto add_row = [&](Gains distribution) {
        std::vector<double> entries, chances;
        for (const Gains& column : found.columns) {
            entries.push_back(expected(distribution, table.worths(a, b, column, 0)));
            chances.push_back(stays ? distribution[0] * column[0] : 0);
        }
        game.payoff.push_back(std::move(entries));
        again.payoff.push_back(std::move(chances));
        found.rows.push_back(std::move(distribution));
    };
    const auto add_column = [&](Gains distribution) {
        const std::vector<double> worth = table.worths(a, b, distribution, 0);
        for (size_t k = 0; k < found.rows.size(); ++k) {
            game.payoff[k].push_back(expected(found.rows[k], worth));
            again.payoff[k].push_back(stays ? found.rows[k][0] * distribution[0] : 0);
        }
        found.columns.push_back(std::move(distribution));
    };
    // At first both play for points.
    for (const bool first : {true, false}) {
        const size_t own = setbacks_.units(first ? a : b);
        const TotalIndices indices = setbacks_.indices();
        std::vector<double> points(indices.banked(own) + 1);
        for (size_t g = 1; g <= own; ++g) points[indices.kept(g)] = points[indices.banked(g)] = static_cast<double>(g);
        points[won_index] = static_cast<double>(own);
        Gains distribution;
        choices_->best(points, own, distribution);
        if (first)
            add_row(std::move(distribution));
        else
            add_column(std::move(distribution));
    }
    // Finds the mixtures for a guess of the state's value; makes a Newton step of that guess and returns its length.
    double low = 0, high = 1;
    const auto play = [&](bool finely) {
        MatrixGame now = game;
        for (size_t k = 0; k < now.rows(); ++k)
            for (size_t l = 0; l < now.columns(); ++l) now.payoff[k][l] += again.payoff[k][l] * v;
        Mixture mixture = solve_game(now, finely);
        found.row_chances = std::move(mixture.rows);
        found.column_chances = std::move(mixture.columns);
        double won = 0, back = 0;
        for (size_t k = 0; k < now.rows(); ++k)
            for (size_t l = 0; l < now.columns(); ++l) {
                const double chance = found.row_chances[k] * found.column_chances[l];
                won += chance * game.payoff[k][l];
                back += chance * again.payoff[k][l];
            }
        double next = won / (1 - back);
        if (finely) {  // the matrix no longer changes: bisect where steps cycle
            (mixture.value >= v ? low : high) = v;
            if (!(next >= low && next <= high)) next = (low + high) / 2;
        }
        return std::abs(std::exchange(v, next) - next);
    };
    const auto is_new = [](const std::vector<Gains>& known, const Gains& gains) {
        return std::find(known.begin(), known.end(), gains) == known.end();
    };
    for (int responses = 0; responses < most_responses; ++responses) {
        play(false);
        for (const bool finely : {false, true}) {
            if (finely) {
                low = 0;
                high = 1;
                for (int step = 0; step < most_newton && play(true) > 4e-16;) ++step;
            }
            Gains row, column;
            const Gains rows = mixed(found.rows, found.row_chances),
                        columns = mixed(found.columns, found.column_chances);
            const double more = choices_->best(table.worths(a, b, columns, v), setbacks_.units(a), row);
            const double less = 1 - choices_->best(table.worths(b, a, rows, 1 - v), setbacks_.units(b), column);
            const bool new_row = more > v + better && is_new(found.rows, row);
            const bool new_column = less < v - better && is_new(found.columns, column);
            if (new_row) add_row(std::move(row));
            if (new_column) add_column(std::move(column));
            if (new_row || new_column) break;
            if (finely) {
                found.value = a == b ? 0.5 : v;
                return found;
            }
        }
    }
    throw std::runtime_error("simultaneous: the best responses do not settle");
}

Values SimultaneousGame::sweep(const Values& before, size_t threads, const Progress& progress) const {
    const size_t n = standings();
    if (before.size() != n * n) throw std::invalid_argument("simultaneous: values of another size");
    Values values = before;
    for_all_states(n, threads, progress, [&](size_t a, size_t b) {
        const double value = equilibrium(values, a, b).value;
        values[(a - 1) * n + b - 1] = value;
        values[(b - 1) * n + a - 1] = 1 - value;
    });
    return values;
}

bool SimultaneousGame::scores_can_decrease() const {
    if (choices_->loses() || setbacks_.indices().apart) return true;
    for (size_t a = 1; a <= standings(); ++a)
        if (setbacks_.busted(a) != a) return true;
    return false;
}

Values SimultaneousGame::guarantees(const Values& values, size_t threads, const Progress& progress) const {
    if (scores_can_decrease()) throw std::invalid_argument("simultaneous: no guarantees where scores can decrease");
    const size_t n = standings();
    Values low(values), high(values);  // high: an upper bound, 1 - low of the mirrored state
    const auto at = [n](size_t a, size_t b) { return (a - 1) * n + b - 1; };
    // The chance that a distribution guarantees against any response: the largest guess that is guaranteed if it is
    // also the value of the state after two busts. Newton steps decrease from the value.
    const auto guarantee = [&](size_t own, size_t other, const Gains& distribution, double value) {
        double guess = value;
        Gains answer;
        for (int step = 0; step < most_newton; ++step) {
            const std::vector<double> left = ValueTable(high, setbacks_).worths(other, own, distribution, 1 - guess);
            const double now = 1 - choices_->best(left, setbacks_.units(other), answer);
            const size_t roundings = 2 * distribution.size() + choices_->roundings(left.size()) + 200;
            const double off = guess - now + 1.01 * unit_roundoff * static_cast<double>(roundings);
            if (off <= 0) return guess;
            guess -= (off + 8 * unit_roundoff) / (1 - distribution[0] * answer[0]);
            if (guess <= 0) return 0.0;
        }
        throw std::runtime_error("simultaneous: the guarantee of a mixture does not settle");
    };
    for_all_states(n, threads, progress, [&](size_t a, size_t b) {
        const Equilibrium found = equilibrium(values, a, b);
        const Gains rows = mixed(found.rows, found.row_chances), columns = mixed(found.columns, found.column_chances);
        const double mine = guarantee(a, b, rows, values[at(a, b)]),
                     theirs = guarantee(b, a, columns, values[at(b, a)]);
        low[at(a, b)] = a == b ? std::min(mine, theirs) : mine;
        if (a != b) low[at(b, a)] = theirs;
        high[at(a, b)] = 1 - low[at(b, a)];
        high[at(b, a)] = 1 - low[at(a, b)];
    });
    return low;
}

std::vector<Gains> SimultaneousGame::equilibrium_play(const Values& values, size_t threads,
                                                      const Progress& progress) const {
    const size_t n = standings();
    std::vector<Gains> distributions(n * n);
    for_all_states(n, threads, progress, [&](size_t a, size_t b) {
        const Equilibrium found = equilibrium(values, a, b);
        distributions[(a - 1) * n + b - 1] = mixed(found.rows, found.row_chances);
        if (a != b) distributions[(b - 1) * n + a - 1] = mixed(found.columns, found.column_chances);
    });
    return distributions;
}

Values SimultaneousGame::best_responses(const Values& worth_to_other, std::span<const Gains> distributions, double goal,
                                        size_t threads) const {
    const size_t n = standings();
    if (worth_to_other.size() != n * n || distributions.size() != n * n)
        throw std::invalid_argument("simultaneous: values of another size");
    const ValueTable table(worth_to_other, setbacks_);
    Values found(n * n);
    ThreadTeam team(threads);
    team.run(n * n, [&](size_t state, size_t) {
        const size_t own = state / n + 1, other = state % n + 1;
        Gains answer;
        const auto worth = table.worths(other, own, distributions[state], table.at(other, own), goal);
        found[state] = choices_->best(worth, setbacks_.units(other), answer);
    });
    return found;
}

Values SimultaneousGame::guaranteed(const Values& values, std::span<const Gains> distributions, size_t threads) const {
    Values found = mirrored(values);
    for (double& chance : found) chance = 1 - chance;
    found = best_responses(found, distributions, 1, threads);
    for (double& chance : found) chance = 1 - chance;
    return found;
}

Values SimultaneousGame::longest(const Values& rounds, std::span<const Gains> distributions, size_t threads) const {
    Values found = best_responses(mirrored(rounds), distributions, 0, threads);
    for (double& count : found) count += 1;
    return found;
}

// The values by the second player's standing, then the first player's.
Values SimultaneousGame::mirrored(const Values& values) const {
    const size_t n = standings();
    Values found(values.size());
    for (size_t state = 0; state < values.size(); ++state) found[state] = values[state % n * n + state / n];
    return found;
}

double SimultaneousGame::rounding(std::span<const Gains> distributions) const {
    size_t longest = 0;
    for (const Gains& distribution : distributions) longest = std::max(longest, distribution.size());
    const size_t indices = setbacks_.indices().banked(setbacks_.lowest + longest + setbacks_.penalty + 2);
    return 1.01 * unit_roundoff * static_cast<double>(2 * longest + choices_->roundings(indices) + 200);
}

}  // namespace jeopardice
