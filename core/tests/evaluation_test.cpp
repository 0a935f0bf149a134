#include "evaluation/match.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "tests/support.hpp"

namespace jeopardice::tests {

namespace {

// Every game ends, and the first player wins those that end with an odd turn.
void games_end() {
    std::mt19937 random(2);
    for (int round = 0; round < 20; ++round) {
        const TestTurn game = round == 0 ? pig() : random_turn(random);
        const auto turn = game.tables();
        const RaceRules race{25, 1, 1, 0, round % 2 == 1};
        std::vector<double> first;
        for (const auto& kernel : kernels()) {
            std::vector<double> win;
            try {
                win = solve_win(turn, race, kernel, 2, {});
            } catch (const std::runtime_error&) {
                break;  // nearly every turn busts
            }
            BestPlayer player(turn, race, kernel, 2, {win, 1, -1});
            const auto lengths = match_lengths(race.needed, player, player, 1000, {});
            const auto sum = [](const std::vector<double>& chances) {
                return std::accumulate(chances.begin(), chances.end(), 0.0);
            };
            expect(std::abs(sum(lengths.first) + sum(lengths.second) - 1) < 1e-10, "every game ends");
            expect(std::abs(sum(lengths.first) - win.back()) < 1e-10, "the first player wins as often as was solved");
            const auto chances = play_match(race.needed, player, player, {});
            for (size_t k = 0; k < win.size(); ++k)
                expect(std::abs(chances.first[k] - win[k]) < 1e-12, "best play against itself has the solved values");
            const auto answer = best_response(turn, race, kernel, 2, player, {});
            for (size_t k = 0; k < win.size(); ++k)
                expect(std::abs(answer.first[k] - win[k]) < 1e-12, "nothing is better against best play");
            if (first.empty()) first = lengths.first;
            expect(lengths.first == first, "kernels give the same lengths");
        }
    }
}

}  // namespace

void test_evaluation() {
    games_end();
}

}  // namespace jeopardice::tests
