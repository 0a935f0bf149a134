// Shared by the tests of the core, which run without Python and under the sanitizers.
#pragma once

#include <random>

#include "race/board.hpp"

namespace jeopardice::tests {

// Prints and counts what does not hold.
void expect(bool holds, const char* what);
[[nodiscard]] int failures();

// Whether work() throws an exception of this type.
template <class Error>
bool throws(const auto& work) {
    try {
        work();
    } catch (const Error&) {
        return true;
    }
    return false;
}

struct TestTurn {
    std::vector<std::int32_t> phase_rolls{0}, roll_outcomes{0}, outcome_options{0}, points, phase;
    std::vector<double> chance, events;
    std::vector<std::uint8_t> banking;

    [[nodiscard]] TurnTables tables() const {
        return {phase_rolls, roll_outcomes, outcome_options, points, phase, chance, events, banking};
    }
};

// One die; a 1 busts.
TestTurn pig();
// One die of five faces; 1 and 5 bust. For last turns, which are solved for as long as they matter: far longer in Pig.
TestTurn risky();
// A few phases with random rolls, some without any, with every kind of banking.
TestTurn random_turn(std::mt19937& random);

// The values of races without carryover.
std::vector<double> solve_win(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, size_t threads,
                              const Progress& progress);
std::vector<double> solve_expected_turns(const TurnTables& turn, const RaceRules& race, const Kernel& kernel);

void test_turns();
void test_races();
void test_multiplayer();
void test_evaluation();
void test_simulation();
void test_simultaneous();

}  // namespace jeopardice::tests
