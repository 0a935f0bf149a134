// Matrix games and simultaneous play.
#include "simultaneous/simultaneous_game.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "simultaneous/matrix_game.hpp"
#include "tests/expect.hpp"

namespace jd = jeopardice;

namespace jeopardice::tests {

namespace {

void matrix_games() {
    const auto near = [](const double a, const double b) { return std::abs(a - b) < 1e-14; };
    const jd::Mixture pennies = jd::solve_game({{{1, -1}, {-1, 1}}}, true);
    expect(near(pennies.value, 0) && near(pennies.rows[0], 0.5) && near(pennies.columns[1], 0.5), "matching pennies");
    const jd::Mixture hands = jd::solve_game({{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}}, false);
    for (const double share : hands.rows) expect(near(share, 1.0 / 3), "rock, paper, scissors");
    const jd::Mixture saddle = jd::solve_game({{{3, 1, 4}, {5, 2, 6}, {0, 2, 9}}}, true);
    expect(saddle.value == 2 && saddle.rows[1] == 1 && saddle.columns[1] == 1, "a saddle point");
    // Strategies that are almost alike.
    const jd::Mixture alike = jd::solve_game({{{1, 0}, {1 - 1e-9, 1e-9}, {0, 1}}}, true);
    expect(near(alike.value, 0.5), "rows that are almost alike");
}

// Both roll or bank unseen: the better each mixture is, the nearer are the two guarantees.
void playing_at_once() {
    constexpr std::size_t n = 12;
    jd::Falls falls{std::vector<std::size_t>(n), n};
    std::iota(falls.busted.begin(), falls.busted.end(), std::size_t{1});
    const jd::Law roll{1.0 / 6, 0, 0, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6};
    const jd::Law one{0.5, 0, 0.5}, two{0.75, 0, 0, 0.25};
    const std::vector<std::shared_ptr<const jd::Ways>> all{
        std::make_shared<jd::RollingWays>(roll, std::size_t{1}),
        std::make_shared<jd::DiceWays>(std::vector<jd::Law>{one, two})};
    for (const auto& ways : all) {
        const jd::AtOnce game(ways, falls);
        const jd::Values values = game.sweep(jd::Values(n * n, 0.5), 2, {});
        const jd::Values low = game.guarantees(values, 2, {});
        double apart = 0;
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t b = 0; b < n; ++b) apart = std::max(apart, 1 - low[a * n + b] - low[b * n + a]);
        expect(apart >= 0 && apart < 1e-11, "both players guarantee what the game is worth");
        expect(!game.has_falls(), "nothing is lost");
    }
    bool refused = false;
    try {
        falls.busted[3] = 1;
        const jd::AtOnce wrong(all[0], falls);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    expect(refused, "a bust that brings a player nearer to the goal");
}

// One die that gains a unit every other time, and loses everything otherwise.
void playing_with_losses() {
    const jd::Law way{0, 0.5, 0.5};
    const jd::AtOnce game(std::make_shared<jd::DiceWays>(std::vector<jd::Law>{way}), {{1, 2}, 2});
    expect(game.has_falls(), "everything can be lost");
    const std::vector<jd::Law> laws(4, way);
    // With 1 against 1: both gain 1/4 (a tie), the first alone 1/4, the second alone 1/4; else 2 against 2.
    const jd::Values kept = game.kept({0.5, 0.75, 0.25, 0.5}, laws, 2);
    expect(std::abs(kept[0] - 0.5) < 1e-15, "what is kept with 1 against 1");
    expect(std::abs(kept[1] - (0.5 + 0.25 * 0.25 + 0.25 * 0.5)) < 1e-15, "what is kept with 1 against 2");
    const jd::Values lasting = game.lasting({1, 2, 3, 4}, laws, 1);
    expect(std::abs(lasting[0] - (1 + 0.25 * 4)) < 1e-15, "the rounds with 1 against 1");
    // The second needs 2 and comes to 1 or stays at 2; the first reaches the goal in half of all cases.
    expect(std::abs(lasting[1] - (1 + 0.25 * 3 + 0.25 * 4)) < 1e-15, "the rounds with 1 against 2");
    expect(game.rounding(laws) > 0 && game.rounding(laws) < 1e-12, "roundings are few");
}

}  // namespace

void test_at_once() {
    matrix_games();
    playing_at_once();
    playing_with_losses();
}

}  // namespace jeopardice::tests
