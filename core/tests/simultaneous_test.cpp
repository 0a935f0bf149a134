// Matrix games and simultaneous play.
#include "simultaneous/simultaneous_game.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "simultaneous/contest.hpp"
#include "simultaneous/matrix_game.hpp"
#include "tests/support.hpp"

namespace jeopardice::tests {

namespace {

void matrix_games() {
    const auto near = [](double a, double b) { return std::abs(a - b) < 1e-14; };
    const Mixture pennies = solve_game({{{1, -1}, {-1, 1}}}, true);
    expect(near(pennies.value, 0) && near(pennies.rows[0], 0.5) && near(pennies.columns[1], 0.5), "matching pennies");
    const Mixture hands = solve_game({{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}}, false);
    for (const double share : hands.rows) expect(near(share, 1.0 / 3), "rock, paper, scissors");
    const Mixture saddle = solve_game({{{3, 1, 4}, {5, 2, 6}, {0, 2, 9}}}, true);
    expect(saddle.value == 2 && saddle.rows[1] == 1 && saddle.columns[1] == 1, "a saddle point");
    // Rows that are almost equal.
    const Mixture alike = solve_game({{{1, 0}, {1 - 1e-9, 1e-9}, {0, 1}}}, true);
    expect(near(alike.value, 0.5), "rows that are almost alike");
}

std::shared_ptr<const TurnChoices> dice(const std::vector<Gains>& distributions) {
    return std::make_shared<DiceChoices>(distributions, distributions, size_t{1});
}

// The better the mixtures, the nearer are the guarantees of both players.
void guarantees_meet() {
    constexpr size_t n = 6;
    const Setbacks setbacks{.lowest = n, .start = n};
    const Gains roll{1.0 / 6, 0, 0, 0, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6};
    const Gains one{0.5, 0, 0, 0.5}, two{0.75, 0, 0, 0, 0.25};
    const std::vector<std::shared_ptr<const TurnChoices>> all{
        std::make_shared<RollOrBank>(roll, LeastBank{1, 1, n}, false), dice({one, two})};
    for (const auto& choices : all) {
        const SimultaneousGame game(choices, setbacks);
        const Values low = game.solve(2, {}).low;
        double apart = 0;
        for (size_t a = 0; a < n; ++a)
            for (size_t b = 0; b < n; ++b) apart = std::max(apart, 1 - low[a * n + b] - low[b * n + a]);
        expect(apart >= 0 && apart < 1e-11, "both players guarantee the value of the game");
        expect(!game.scores_can_decrease(), "nothing is lost");
    }
    const Setbacks deep{.lowest = n, .start = n, .streak = 1, .penalty = 2, .floor = n + 1};
    expect(throws<std::invalid_argument>([&] { SimultaneousGame(all[0], deep); }), "a floor below the lowest score");
}

// Two rolls in three end with a win: whoever can bank rolls on forever where a win is worth much more than a bank.
void rolling_on_for_ever() {
    const RollOrBank turns({0.25, 0, 0.5, 0, 0.25}, LeastBank{1, 1, 1}, false);
    const std::vector<double> worth{0.2, 0, 0.8, 0, 0.5};  // a bust, all lost, won, gains of 1 and of 2 and more
    Gains distribution;
    expect(std::abs(turns.best(worth, 1, distribution) - 0.6) < 1e-15, "two wins for each bust");
    expect(distribution.size() == gain_offset + 1, "nobody banks");
    expect(std::abs(distribution[0] - 1.0 / 3) < 1e-15 && std::abs(distribution[won_index] - 2.0 / 3) < 1e-15,
           "it ends with a win or a bust");
    const std::vector<double> timid{0.2, 0, 0.8, 0, 0.7};
    expect(std::abs(turns.best(timid, 1, distribution) - (0.25 * 0.2 + 0.5 * 0.8 + 0.25 * 0.7)) < 1e-15, "it banks");
    expect(distribution[gain_offset + 2] == 0.25, "the first gain");
}

// A bust keeps the total and counts: the second in a row costs two units, down to a score of -1.
void kept_busts_that_count() {
    const Setbacks setbacks{.lowest = 4, .start = 3, .streak = 2, .penalty = 2, .floor = 4, .keeps = true};
    const TotalIndices at = setbacks.indices();
    expect(setbacks.standings() == 8 && at.kept(2) + 1 == at.banked(2) && at.total(at.kept(2)) == 2, "two indices");
    expect(setbacks.after(3, 0, at.banked(1)) == 2 && setbacks.after(3, 1, at.banked(1)) == 2, "a bank counts from 0");
    expect(setbacks.after(3, 0, at.kept(1)) == 6 && setbacks.after(3, 0, at.kept(4)) == -1, "the first is kept");
    expect(setbacks.after(3, 1, at.kept(1)) == 4 && setbacks.after(3, 1, at.kept(4)) == 1, "the second costs two");
    expect(setbacks.after(3, 1, at.kept(6)) == -1 && setbacks.after(4, 1, at.kept(1)) == 4, "goal and floor");
    const RollOrBank turns({0.5, 0, 0, 0.5}, LeastBank{1, 1, 3}, true, at);
    // A bust, all lost, won, then kept busts and banks of 1 and 2.
    const std::vector<double> worth{0, 0, 0, 0.1, 0.5, 0.7, 0.8};
    Gains distribution;
    expect(std::abs(turns.best(worth, 1, distribution) - 0.25) < 1e-15, "it banks one unit");
    expect(distribution.size() == at.banked(1) + 1 && distribution[at.banked(1)] == 0.5, "and never rolls again");
    const std::vector<double> bold{0, 0, 0, 0.4, 0.5, 0.7, 0.8};
    expect(std::abs(turns.best(bold, 1, distribution) - 0.5 * (0.2 + 0.4)) < 1e-12, "it banks two units or more");
    expect(distribution[at.kept(1)] == 0.25 && distribution[at.banked(1)] == 0, "or busts with one");
}

// One die that gains a unit every other time, and loses everything otherwise.
void playing_with_losses() {
    const Gains choice{0, 0.5, 0, 0.5};
    const SimultaneousGame game(dice({choice}), {.lowest = 2, .start = 2});
    expect(game.scores_can_decrease(), "everything can be lost");
    const std::vector<Gains> distributions(4, choice);
    // With 1 against 1: both gain 1/4 (a tie), only the first 1/4, only the second 1/4; else 2 against 2.
    const Values guaranteed = game.guaranteed({0.5, 0.75, 0.25, 0.5}, distributions, 2);
    expect(std::abs(guaranteed[0] - 0.5) < 1e-15, "what is guaranteed with 1 against 1");
    expect(std::abs(guaranteed[1] - (0.5 + 0.25 * 0.25 + 0.25 * 0.5)) < 1e-15, "what is guaranteed with 1 against 2");
    const Values longest = game.longest({1, 2, 3, 4}, distributions, 1);
    expect(std::abs(longest[0] - (1 + 0.25 * 4)) < 1e-15, "the rounds with 1 against 1");
    // The second needs 2 and comes to 1 or stays at 2; the first reaches the goal in half of all cases.
    expect(std::abs(longest[1] - (1 + 0.25 * 3 + 0.25 * 4)) < 1e-15, "the rounds with 1 against 2");
    expect(game.rounding(distributions) > 0 && game.rounding(distributions) < 1e-12, "roundings are few");
}

// The same die: who wins, in how many rounds, and what a best response wins.
void contests() {
    const Gains choice{0, 0.5, 0, 0.5}, sure{0, 0, 0, 1};
    const auto near = [](double a, double b) { return std::abs(a - b) < 1e-12; };
    const SimultaneousGame game(dice({choice, sure}), {.lowest = 2, .start = 2});
    const FixedPlay risky{{choice}, {0, 0, 0, 0}}, safe{{sure}, {0, 0, 0, 0}};
    const Values start(4, 0.5);
    Values won = match_sweep(game, safe, safe, start, 2, {});
    expect(won[0] == 0.5 && won[1] == 1 && won[2] == 0 && won[3] == 0.5, "two who always gain a unit");
    const Rounds long_game = rounds(game, safe, safe, 2, 2, 1e-13, 10, {});
    expect(long_game.chances.size() == 2 && long_game.chances[1] == 1 && long_game.visits[0] == 1, "two rounds");
    const Rounds cut = rounds(game, risky, risky, 2, 2, 1e-13, 3, {});
    expect(cut.chances.size() == 3 && cut.chances[0] == 0, "games are followed for some rounds");
    for (int sweep = 0; sweep < 200; ++sweep) won = match_sweep(game, safe, risky, won, 1, {});
    // 2 against 2: after a round 1 against 1 or 2; then the first finishes, alone or with the other.
    expect(near(won[3], 0.5 * 0.75 + 0.5), "who gains for sure against one who may lose everything");
    Values best = response_sweep(game, risky, start, 1, {});
    for (int sweep = 0; sweep < 200; ++sweep) best = response_sweep(game, risky, best, 2, {});
    expect(near(best[3], won[3]), "the best response gains for sure");
    expect(throws<std::invalid_argument>([&] { return match_sweep(game, {{sure}, {0, 0, 1, 0}}, safe, start, 1, {}); }),
           "a distribution that does not exist");
    const Gains never{1, 0, 0};
    const SimultaneousGame endless(dice({never}), {.lowest = 2, .start = 2});
    const FixedPlay idle{{never}, {0, 0, 0, 0}};
    expect(throws<std::runtime_error>([&] { return match_sweep(endless, idle, idle, start, 1, {}); }),
           "a game that never ends");
}

}  // namespace

void test_simultaneous() {
    matrix_games();
    guarantees_meet();
    rolling_on_for_ever();
    kept_busts_that_count();
    playing_with_losses();
    contests();
}

}  // namespace jeopardice::tests
