#include "evaluation/turn_distribution.hpp"
#include "simulation/games.hpp"
#include "simulation/simulate.hpp"

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
    std::vector<std::uint16_t> choices(totals * outcomes);
    for (size_t total = 0; total < totals; ++total)
        for (size_t o = 0; o < outcomes; ++o) choices[total * outcomes + o] = total + o + 2 >= 20 ? 1 : 0;
    const std::vector<std::int32_t> first_rolls{0}, which(100, 0);
    std::vector<double> distribution(101);
    policy_distribution(turn, race, {true, 0, choices}, 100, distribution);
    expect(std::abs(std::accumulate(distribution.begin(), distribution.end(), 0.0) - 1) < 1e-14,
           "the distribution of a turn adds up to 1");
    expect(std::abs(distribution[100] - 0.6245408342012566) < 1e-14, "hold-at-20 busts as often as it should");
    SimulatedPolicy holds(turn, race, {choices, first_rolls, which, true});
    const auto win = solve_win(turn, race, kernels().front(), 2, {});
    const GameSeries series{0, games_played, 1, 100000};
    std::vector<std::uint64_t> first;
    for (const size_t threads : {1, 3}) {
        const auto solo = simulate({100, 100}, holds, nullptr, series, threads, {});
        expect(solo.wins[0] == games_played && solo.unfinished == 0, "every game ends");
        const double mean = static_cast<double>(solo.turns) / games_played;
        expect(std::abs(mean - 12.636769) < 4 * 4.45 / std::sqrt(games_played), "hold-at-20 takes 12.637 turns");
        SimulatedBestPlay best(turn, race, kernels().back(), threads, {win, 1, -1});
        const auto games = simulate({100, 100}, best, &best, series, threads, {});
        const double chance = static_cast<double>(games.wins[0]) / games_played;
        expect(std::abs(chance - win.back()) < 4 * 0.5 / std::sqrt(games_played),
               "best play wins as often as was solved");
        if (first.empty()) first = {solo.turns, games.wins[0], games.turns};
        expect(first == std::vector<std::uint64_t>{solo.turns, games.wins[0], games.turns}, "threads change nothing");
    }
    const auto enough = [](const double) { throw std::runtime_error("enough"); };
    expect(throws<std::runtime_error>([&] { simulate({100, 100}, holds, nullptr, {0, 100000, 1, 100000}, 3, enough); }),
           "a callback that throws stops a simulation");
    std::fill(choices.begin(), choices.end(), std::uint16_t{2});
    expect(
        throws<std::invalid_argument>([&] { policy_distribution(turn, race, {true, 0, choices}, 100, distribution); }),
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
    const Transitions transitions(turn, board);
    std::vector<std::uint16_t> choices(2 * 40 * 3);
    for (size_t k = 0; k < choices.size(); ++k) choices[k] = k / 3 % 40 + k % 3 + 2 >= 10 ? 1 : 0;  // totals x outcomes
    const std::vector<std::int32_t> zero{0}, both{0, 0}, which(15, 0);
    const MaxScorePlay max_score(transitions, {choices, both, both, true});
    const Policies policies{std::span(choices).first(40 * 3), zero, which, true};
    GamesTally last;
    for (const size_t threads : {1, 3}) {
        // With a small cache and few totals, turns are recomputed often.
        BestTurns turns(transitions, kernel, threads, solved.values, nullptr, threads == 1 ? 64 : 3, 100'000 / threads);
        BestGamePlayer best(turns, &max_score);
        PolicyGamePlayer holds(turn, policies, zero, transitions, max_score, &turns);
        const GameSeries series{0, games_played, 1, 100000};
        const auto own = play_games(transitions, best, best, {15, 15}, series, 10, threads, {});
        expect(own.games == games_played && own.unfinished == 0, "games with carryover end");
        expect(std::abs(own.sums[wins] / games_played - value) < 0.06,
               "games with carryover are won as often as was solved");
        expect(!own.recorded.empty() && own.sums[decisions] > own.sums[differs], "decisions are counted");
        const auto tally = play_games(transitions, best, holds, {15, 15}, series, 10, threads, {});
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
