#include "evaluation/games.hpp"
#include "evaluation/response.hpp"

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
            const Carryover carryover;
            const Table table(turn, race, carryover, 2);
            const Board board(turn, race, carryover, kernel, to_win);
            const BoardProblems problems(board, win, nullptr);
            KeptOutcomes kept(1 << 20);
            BestSeat best(table, problems, kept, kernel, 2);
            const std::vector<Seat*> seats(2, &best);
            Position start;
            start.needs = {25, 25};
            const FollowedGames rounds = follow_rounds(table, seats, {start, 0}, 1000, 2, {});
            const auto sum = [](const std::vector<double>& chances) {
                return std::accumulate(chances.begin(), chances.end(), 0.0);
            };
            expect(std::abs(sum(rounds.ended[0]) + sum(rounds.ended[1]) - 1) < 1e-10, "every game ends");
            expect(std::abs(sum(rounds.ended[0]) - win.back()) < 1e-10, "the first player wins as often as was solved");
            const std::vector<GameStart> starts{{start, 0}, {start, 1}};
            const FollowedGames games = follow_games(table, seats, starts, 2, {});
            expect(
                std::abs(games.wins[0][0] - win.back()) < 1e-12 && std::abs(games.wins[0][1] + win.back() - 1) < 1e-12,
                "best play against itself has the solved values");
            Seat* const other = &best;
            const ResponseValues answer = best_response({table, {&other, 1}, problems, 0}, kernel, 2, {});
            for (size_t k = 0; k < win.size(); ++k)
                expect(std::abs(answer[0][k] - win[k]) < 1e-12, "nothing is better against best play");
            if (first.empty()) first = rounds.ended[0];
            expect(rounds.ended[0] == first, "kernels give the same lengths");
        }
    }
}

}  // namespace

void test_evaluation() {
    games_end();
}

}  // namespace jeopardice::tests
