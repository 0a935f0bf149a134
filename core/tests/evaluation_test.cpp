#include "evaluation/fixed_opponent.hpp"
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

// Hold-at-20 in Pig to 100 against best play: followed forwards, and solved backwards against a fixed opponent.
void both_ways() {
    const TestTurn game = pig();
    const TurnTables turn = game.tables();
    const RaceRules race{100, 1, 1, 0, false};
    const Carryover carryover;
    const Table table(turn, race, carryover, 2);
    Policy hold{std::vector<std::uint16_t>(100 * turn.outcomes()), 0};
    for (size_t k = 0; k < hold.choices.size(); ++k)
        hold.choices[k] = k / turn.outcomes() + turn.points(k % turn.outcomes()) >= 20 ? 1 : 0;
    const MaxScorePlay max_score(table, {hold, hold});
    PolicyBook book(table, {turn, {0}, max_score, true});
    book.add(hold);
    const std::vector<std::int32_t> which(100, 0), choices(2, 0);
    std::vector<std::array<double, 2>> first;
    for (const auto& kernel : kernels()) {
        const auto win = solve_win(turn, race, kernel, 2, {});
        const Board board(turn, race, carryover, kernel, to_win);
        const BoardProblems problems(board, win, nullptr);
        KeptOutcomes kept(1 << 20);
        BestSeat best(table, problems, kept, kernel, 2);
        PolicySeat holds(book, {which, choices, 100});
        PolicySeat* const players[] = {&holds, &holds};
        const auto found = FixedOpponent(table, best, kernel, {}).against(players, nullptr, {});
        Position start;
        start.needs = {100, 100};
        const std::vector<Seat*> seats{&holds, &best};
        const std::vector<GameStart> starts{{start, 0}, {start, 1}};
        const auto wins = follow_games(table, seats, starts, 2, {}).wins[0];
        for (const auto& chances : found)
            expect(std::abs(chances[0] - wins[0]) < 1e-13 && std::abs(chances[1] - wins[1]) < 1e-13,
                   "both ways give the same chances");
        if (first.empty()) first = found;
        expect(found == first, "kernels give the same chances");
    }
}

}  // namespace

void test_evaluation() {
    games_end();
    both_ways();
}

}  // namespace jeopardice::tests
