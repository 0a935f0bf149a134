// What mixtures guarantee against any play: see simultaneous/simultaneous_game.hpp.
#include <algorithm>
#include <stdexcept>

#include "common/thread_team.hpp"
#include "simultaneous/simultaneous_game.hpp"

namespace jeopardice {

namespace {

constexpr int most_guesses = 100;
constexpr double rounded_by = 0x1p-53;

}  // namespace

double SimultaneousGame::guarantee(const Values& high, size_t own, size_t other, const Gains& distribution,
                                   double value) const {
    // The largest guess that is guaranteed if it is also the value of the state after two busts. Newton steps decrease
    // from the value.
    double guess = value;
    Gains answer;
    for (int step = 0; step < most_guesses; ++step) {
        const std::vector<double> left = ValueTable(high, setbacks_).worths(other, own, distribution, 1 - guess);
        const double now = 1 - choices_->best(left, setbacks_.units(other), answer);
        const size_t roundings = 2 * distribution.size() + choices_->roundings(left.size()) + 200;
        const double off = guess - now + 1.01 * rounded_by * static_cast<double>(roundings);
        if (off <= 0) return guess;
        guess -= (off + 8 * rounded_by) / (1 - distribution[0] * answer[0]);
        if (guess <= 0) return 0.0;
    }
    throw std::runtime_error("simultaneous: the guarantee of a mixture does not settle");
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
        const auto worth =
            table.worths(other, own, distributions[state], table.at(other, own), goal, setbacks_.bottomless);
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
    return 1.01 * rounded_by * static_cast<double>(2 * longest + choices_->roundings(indices) + 200);
}

}  // namespace jeopardice
