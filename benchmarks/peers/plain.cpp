// Value iteration as the papers do it: Neller & Presser (2004) for Pig, Busche & Neller (2017) for Farkle.
//
// The chance to win of a player who needs `mine` units against one who needs `theirs`, with a turn total and dice left:
//
//     W(mine, theirs, total, dice) = max( bank, roll )
//     bank = 1 - W(theirs, mine - total, 0, all dice), or 1 at the goal; not with a turn total of 0
//     roll = p_bust (1 - W(theirs, mine, 0, all dice))
//            + sum p_outcome max over options W(mine, theirs, total + units, dice after)
//
// Scores only grow, so pairs of scores are solved in order of their sum. Those of one pair, {(mine, theirs), (theirs,
// mine)}, depend on each other and are swept until no state changes by 1e-14 or more. A sweep goes from the largest
// turn total down and uses new values immediately: the kindest order, in which changes cross a whole turn in one sweep.
//
// Reads a game from standard input, as plain.py writes it; writes one line: value, sweeps, pairs, states, seconds.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <stdexcept>
#include <vector>

namespace {

constexpr double kTolerance = 1e-14;
constexpr double kGuess = 0.5;

// Flat tables, in the order in which a sweep reads them.
struct Outcome {
    double chance;
    std::size_t options;
};

struct Phase {
    double bust;
    std::size_t outcomes;
};

struct Game {
    std::size_t needed = 0;  // units from a score of 0 to the goal
    std::size_t reach = 0;   // the most units of a single roll
    std::vector<Phase> phases;
    std::vector<Outcome> outcomes;
    std::vector<std::size_t> options;  // states on from the first of a turn total: units * phases + next phase
};

template <typename Number>
Number read(std::istream& in) {
    Number number;
    if (!(in >> number)) throw std::runtime_error("the game ends too early");
    return number;
}

Game read_game(std::istream& in) {
    Game game;
    game.needed = read<std::size_t>(in);
    game.phases.resize(read<std::size_t>(in));
    for (Phase& phase : game.phases) {
        const auto rolls = read<double>(in);
        phase.bust = read<double>(in) / rolls;
        phase.outcomes = read<std::size_t>(in);
        for (std::size_t o = 0; o < phase.outcomes; ++o) {
            const double chance = read<double>(in) / rolls;
            game.outcomes.push_back({chance, read<std::size_t>(in)});
            for (std::size_t k = 0; k < game.outcomes.back().options; ++k) {
                const auto units = read<std::size_t>(in);
                game.options.push_back(units * game.phases.size() + read<std::size_t>(in));
                game.reach = std::max(game.reach, units);
            }
        }
    }
    return game;
}

// One step of the recursion for every state of a turn, the largest turn total first; the largest change.
// `after[s]` is the other player's chance once the mover needs s units.
double sweep(const Game& game, std::size_t mine, const double* after, std::vector<double>& states) {
    const double bust = 1 - after[mine];
    const std::size_t width = game.phases.size();
    double change = 0;
    for (std::size_t total = mine; total-- > 0;) {
        const double bank = total > 0 ? 1 - after[mine - total] : 0;
        double* const row = &states[total * width];
        double* state = row;
        const Outcome* outcome = game.outcomes.data();
        const std::size_t* option = game.options.data();
        for (const Phase& phase : game.phases) {
            double value = phase.bust * bust;
            for (const Outcome* const end = outcome + phase.outcomes; outcome != end; ++outcome) {
                double best = 0;
                for (const std::size_t* const last = option + outcome->options; option != last; ++option)
                    best = std::max(best, row[*option]);
                value += outcome->chance * best;
            }
            value = std::max(bank, value);
            change = std::max(change, std::abs(value - *state));
            *state++ = value;
        }
    }
    return change;
}

class ValueIteration {
  public:
    explicit ValueIteration(const Game& game) : game_(game), side_(game.needed + 1), chances_(side_ * side_, kGuess) {}

    void solve() {
        for (std::size_t sum = 2; sum <= 2 * game_.needed; ++sum)
            for (std::size_t less = sum > game_.needed ? sum - game_.needed : 1; 2 * less <= sum; ++less)
                solve_pair(less, sum - less);
    }

    [[nodiscard]] double value() const { return chances_.back(); }
    [[nodiscard]] std::size_t sweeps() const { return sweeps_; }
    [[nodiscard]] std::size_t pairs() const { return pairs_; }
    [[nodiscard]] std::size_t states() const { return states_; }

  private:
    void solve_pair(std::size_t one, std::size_t other) {
        const bool level = one == other;
        std::vector<double> ones = guesses(one);
        std::vector<double> others = guesses(other);
        double change = 0;
        do {
            change = sweep_turn(one, other, ones);
            if (!level) change = std::max(change, sweep_turn(other, one, others));
            ++sweeps_;
        } while (change >= kTolerance);
        ++pairs_;
        states_ += (level ? one : one + other) * game_.phases.size();
    }

    // The states of a turn, by turn total and phase. From `mine` on the goal is reached, which is worth 1.
    [[nodiscard]] std::vector<double> guesses(std::size_t mine) const {
        std::vector<double> states((mine + game_.reach) * game_.phases.size(), 1.0);
        std::fill_n(states.begin(), mine * game_.phases.size(), kGuess);
        return states;
    }

    double sweep_turn(std::size_t mine, std::size_t theirs, std::vector<double>& states) {
        const double change = sweep(game_, mine, &chances_[theirs * side_], states);
        chances_[mine * side_ + theirs] = states[0];
        return change;
    }

    const Game& game_;
    const std::size_t side_;
    std::vector<double> chances_;  // of a mover by the units that the mover needs (row) and the other (column)
    std::size_t sweeps_ = 0, pairs_ = 0, states_ = 0;
};

}  // namespace

int main() {
    try {
        const Game game = read_game(std::cin);
        const std::clock_t began = std::clock();
        ValueIteration iteration(game);
        iteration.solve();
        const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
        std::printf("%.17g %zu %zu %zu %.6f\n", iteration.value(), iteration.sweeps(), iteration.pairs(),
                    iteration.states(), seconds);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "plain: %s\n", error.what());
        return 1;
    }
    return 0;
}
