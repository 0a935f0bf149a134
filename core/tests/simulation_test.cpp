#include "simulation/games.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "tests/support.hpp"

namespace jeopardice::tests {

namespace {

constexpr std::int64_t games_played = 1000;  // enough for four standard errors, few under the sanitizers

// Simulations agree with known values: hold-at-20 takes as long as Tijms says, best play wins as often as was solved.
// Threads change nothing.
void simulated_races() {
    const TestTurn game = pig();
    const auto turn = game.tables();
    const RaceRules race{100, 1, 1, 0, false};
    constexpr size_t totals = 100, outcomes = 5;
    Policy hold{std::vector<std::uint16_t>(totals * outcomes), 0};
    for (size_t total = 0; total < totals; ++total)
        for (size_t o = 0; o < outcomes; ++o) hold.choices[total * outcomes + o] = total + o + 2 >= 20 ? 1 : 0;
    const Carryover carryover;
    const std::vector<std::int32_t> which(100, 0), choices(2, 0);
    const Table solo_table(turn, race, carryover, 1), both(turn, race, carryover, 2);
    const MaxScorePlay max_score(solo_table, {hold, hold});
    PolicyBook book(solo_table, {turn, {0}, max_score, true});
    book.add(hold);
    Position start;
    start.needs = {100, 100};
    const TurnOutcomes& outcome = book.outcomes(*book.entries().front(), start);
    const double banked = std::accumulate(outcome.banks.begin(), outcome.banks.end(), 0.0);
    expect(std::abs(banked + outcome.busts[0] - 1) < 1e-14, "the distribution of a turn adds up to 1");
    expect(std::abs(outcome.busts[0] - 0.6245408342012566) < 1e-14, "hold-at-20 busts as often as it should");
    PolicyGamePlayer holds(book, {which, choices, 100}, nullptr);
    const auto win = solve_win(turn, race, kernels().front(), 2, {});
    const Board board(turn, race, carryover, kernels().front(), to_win);
    const GameSeries series{0, games_played, 1, 100000};
    std::vector<double> first;
    GamePlayer* const solo_player = &holds;
    for (const size_t threads : {1, 3}) {
        const auto solo = play_games(solo_table, {&solo_player, 1}, start, series, {}, threads, {});
        expect(solo.games == games_played && solo.unfinished == 0, "every game ends");
        expect(std::abs(solo.turns / games_played - 12.636769) < 4 * 4.45 / std::sqrt(games_played),
               "hold-at-20 takes 12.637 turns");
        BestTurns turns(both, board, kernels().back(), threads, win, nullptr, 64, 1 << 24);
        BestGamePlayer best(turns, nullptr);
        const std::vector<GamePlayer*> players(2, &best);
        const auto games = play_games(both, players, start, series, {}, threads, {});
        expect(std::abs(games.won[0] / games_played - win.back()) < 4 * 0.5 / std::sqrt(games_played),
               "best play wins as often as was solved");
        if (first.empty()) first = {solo.turns, games.won[0], games.turns};
        expect(first == std::vector<double>{solo.turns, games.won[0], games.turns}, "threads change nothing");
    }
    const auto enough = [](const double) { throw std::runtime_error("enough"); };
    expect(throws<std::runtime_error>(
               [&] { play_games(solo_table, {&solo_player, 1}, start, {0, 100000, 1, 100000}, {}, 3, enough); }),
           "a callback that throws stops a simulation");
    std::fill(hold.choices.begin(), hold.choices.end(), std::uint16_t{2});
    PolicyBook wrong(solo_table, {turn, {0}, max_score, true});
    wrong.add(hold);
    expect(throws<std::invalid_argument>([&] { static_cast<void>(wrong.outcomes(*wrong.entries().front(), start)); }),
           "a choice that does not exist is refused");
}

// A risky die to 15 with a penalty for two busts in a row and a last turn: best play against itself and against "bank
// at 10".
void simulated_games() {
    const TestTurn game = risky();
    const TurnTables turn = game.tables();
    const RaceRules race{15, 1, 1, 0, false, 15, 5, 15};
    Carryover carryover;
    carryover.states.clear();
    for (size_t m = 0; m < 4; ++m) {  // busts in a row of the mover (m / 2) and of the other player
        const size_t mine = m / 2, theirs = m % 2;
        carryover.states.push_back(
            {.banked = 2 * theirs, .busted = 2 * theirs + (1 - mine), .penalized = mine == 1, .last_turns = 1});
    }
    const auto kernel = kernels().front();
    const Board board(turn, race, carryover, kernel, to_win);
    const auto solved = solve_board(turn, board, kernel, 1, {});
    const double value = solved.values[board.place(15, 15, 0)];
    const Table table(turn, race, carryover, 2);
    Policy hold{std::vector<std::uint16_t>(40 * 3), 0};
    for (size_t k = 0; k < hold.choices.size(); ++k) hold.choices[k] = k / 3 + k % 3 + 2 >= 10 ? 1 : 0;
    const std::vector<std::int32_t> which(15, 0), choices(5, 0);
    const MaxScorePlay max_score(table, {hold, hold});
    PolicyBook book(table, {turn, {0}, max_score, true});
    book.add(hold);
    Position start;
    start.needs = {15, 15};
    GamesTally last;
    for (const size_t threads : {1, 3}) {
        // With a small cache and few totals, turns are recomputed often.
        BestTurns turns(table, board, kernel, threads, solved.values, nullptr, threads == 1 ? 64 : 3,
                        100'000 / threads);
        BestGamePlayer best(turns, &max_score);
        PolicyGamePlayer holds(book, {which, choices, 15}, &turns);
        const GameSeries series{0, games_played, 1, 100000};
        const std::vector<GamePlayer*> alike{&best, &best}, different{&best, &holds};
        const auto own = play_games(table, alike, start, series, {true, 10}, threads, {});
        expect(own.games == games_played && own.unfinished == 0, "games with carryover end");
        expect(std::abs(own.sums[wins] / games_played - value) < 0.06,
               "games with carryover are won as often as was solved");
        expect(!own.recorded.empty() && own.sums[decisions] > own.sums[differs], "decisions are counted");
        const auto tally = play_games(table, different, start, series, {true, 10}, threads, {});
        const double won = tally.sums[wins] / games_played, cost = tally.sums[second_costs] / games_played;
        expect(cost > 0 && std::abs(won - value - cost) < 0.08, "best play wins by the costs of the other player");
        expect(threads == 1 || tally.sums == last.sums, "threads and the size of the cache change nothing");
        last = tally;
    }
}

}  // namespace

void test_simulation() {
    simulated_races();
    simulated_games();
}

}  // namespace jeopardice::tests
