#include "tests/support.hpp"

#include <cstdio>

namespace jeopardice::tests {

namespace {

int found_failures = 0;

}  // namespace

void expect(bool holds, const char* what) {
    if (!holds) {
        std::printf("FAILED: %s\n", what);
        ++found_failures;
    }
}

int failures() {
    return found_failures;
}

TestTurn pig() {
    TestTurn game;
    for (std::int32_t face = 2; face <= 6; ++face) {
        game.points.push_back(face);
        game.phase.push_back(0);
        game.outcome_options.push_back(face - 1);
        game.chance.push_back(1.0 / 6);
    }
    game.roll_outcomes.push_back(5);
    game.phase_rolls.push_back(1);
    game.events = {1.0 / 6, 0, 0};
    game.banking = {may_bank};
    return game;
}

TestTurn risky() {
    TestTurn game;
    game.outcome_options = {0, 1, 2, 3};
    game.points = {2, 3, 4};
    game.phase = {0, 0, 0};
    game.chance = {0.2, 0.2, 0.2};
    game.roll_outcomes = {0, 3};
    game.phase_rolls = {0, 1};
    game.events = {0.4, 0, 0};
    game.banking = {may_bank};
    return game;
}

TestTurn random_turn(std::mt19937& random) {
    const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    TestTurn game;
    const int phases = 1 + below(4);
    for (int q = 0; q < phases; ++q) {
        for (int r = q == 0 ? 1 : below(3); r > 0; --r) {
            const int outcomes = 1 + below(4);
            for (int o = 0; o < outcomes; ++o) {
                for (int i = 1 + below(3); i > 0; --i) {
                    game.points.push_back(1 + below(5));
                    game.phase.push_back(below(phases));
                }
                game.outcome_options.push_back(static_cast<std::int32_t>(game.points.size()));
                game.chance.push_back(0.9 / outcomes);
            }
            game.events.insert(game.events.end(), {0.05, 0.03, 0.02});
            game.roll_outcomes.push_back(static_cast<std::int32_t>(game.chance.size()));
        }
        game.phase_rolls.push_back(static_cast<std::int32_t>(game.roll_outcomes.size()) - 1);
        game.banking.push_back(static_cast<std::uint8_t>(below(3)));
    }
    return game;
}

std::vector<double> solve_win(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, size_t threads,
                              const Progress& progress) {
    return solve_board(turn, Board(turn, race, {}, kernel, to_win), kernel, threads, progress).values;
}

std::vector<double> solve_expected_turns(const TurnTables& turn, const RaceRules& race, const Kernel& kernel) {
    return solve_board(turn, Board(turn, race, {}, kernel, in_few_turns), kernel, 1, {}).values;
}

}  // namespace jeopardice::tests

int main() {
    using namespace jeopardice::tests;
    test_turns();
    test_races();
    test_multiplayer();
    test_evaluation();
    test_simulation();
    test_simultaneous();
    std::printf(failures() ? "%d failures\n" : "core tests passed\n", failures());
    return failures() ? 1 : 0;
}
