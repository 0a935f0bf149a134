// Tests of the core without Python, run under the sanitizers: every kernel against a recursion written out here.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>

#include "evaluation/match.hpp"
#include "evaluation/seating.hpp"
#include "race/board.hpp"
#include "race/certify.hpp"
#include "simulation/games.hpp"
#include "simulation/simulate.hpp"
#include "tests/expect.hpp"

namespace jd = jeopardice;

namespace jeopardice::tests {

namespace {

int found_failures = 0;

}  // namespace

void expect(const bool holds, const char* const what) {
    if (!holds) {
        std::printf("FAILED: %s\n", what);
        ++found_failures;
    }
}

int failures() {
    return found_failures;
}

}  // namespace jeopardice::tests

namespace {

using jd::tests::expect;

struct Game {
    std::vector<std::int32_t> phase_rolls{0}, roll_outcomes{0}, outcome_options{0}, points, phase;
    std::vector<double> chance, events;
    std::vector<std::uint8_t> banking;

    [[nodiscard]] jd::TurnTables tables() const {
        return {phase_rolls, roll_outcomes, outcome_options, points, phase, chance, events, banking};
    }
};

// One die; a 1 busts.
Game pig() {
    Game game;
    for (std::int32_t face = 2; face <= 6; ++face) {
        game.points.push_back(face);
        game.phase.push_back(0);
        game.outcome_options.push_back(face - 1);
        game.chance.push_back(1.0 / 6);
    }
    game.roll_outcomes.push_back(5);
    game.phase_rolls.push_back(1);
    game.events = {1.0 / 6, 0, 0};
    game.banking = {jd::may_bank};
    return game;
}

// A few phases with random rolls, some without any, with every kind of banking.
Game random_game(std::mt19937& random) {
    const auto below = [&](const int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    Game game;
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

// Races without modes.
std::vector<double> solve_win(const jd::TurnTables& turn, const jd::RaceRules& race, const jd::Kernel& kernel,
                              const std::size_t threads, const jd::Progress& progress) {
    return jd::solve_board(turn, jd::Board(turn, race, {}, kernel, jd::to_win), kernel, threads, progress).values;
}

std::vector<double> solve_turns(const jd::TurnTables& turn, const jd::RaceRules& race, const jd::Kernel& kernel) {
    return jd::solve_board(turn, jd::Board(turn, race, {}, kernel, jd::in_few_turns), kernel, 1, {}).values;
}

struct Problems {
    std::size_t count, steps;
    std::vector<double> known, bank, settled;
};

Problems random_problems(const jd::TurnTables& turn, std::mt19937& random, const std::size_t count,
                         const std::size_t steps) {
    std::uniform_real_distribution<double> value(0, 100);
    const auto fill = [&](const std::size_t size) {
        std::vector<double> numbers(size);
        for (double& number : numbers) number = value(random);
        return numbers;
    };
    Problems problems{count, steps, fill(count * turn.reach() * turn.phases()), fill(count * steps),
                      fill(count * steps * jd::settles)};
    for (double& bank : problems.bank)
        if (bank < 30) bank = -std::numeric_limits<double>::infinity();
    return problems;
}

// The value of one state by plain recursion.
double naive(const jd::TurnTables& turn, const Problems& problems, const std::size_t problem, const std::int64_t needed,
             const std::size_t q) {
    const std::size_t reach = turn.reach();
    if (needed <= 0) {
        const auto row = static_cast<std::size_t>(static_cast<std::int64_t>(reach) - 1 + needed);
        return problems.known[(problem * reach + row) * turn.phases() + q];
    }
    const std::size_t step = static_cast<std::size_t>(needed) - 1;
    const double bank = problems.bank[problem * problems.steps + step];
    const double* const settled = &problems.settled[(problem * problems.steps + step) * jd::settles];
    if (turn.phase_rolls[q] == turn.phase_rolls[q + 1]) return settled[3];
    if (turn.banking[q] == jd::must_bank && std::isfinite(bank)) return bank;
    double best = turn.banking[q] == jd::may_bank ? bank : -std::numeric_limits<double>::infinity();
    for (auto r = static_cast<std::size_t>(turn.phase_rolls[q]); r < static_cast<std::size_t>(turn.phase_rolls[q + 1]);
         ++r) {
        double sum = 0;
        for (std::size_t e = 0; e < jd::events; ++e) sum += turn.roll_events[r * jd::events + e] * settled[e];
        for (auto o = static_cast<std::size_t>(turn.roll_outcomes[r]);
             o < static_cast<std::size_t>(turn.roll_outcomes[r + 1]); ++o) {
            double most = -std::numeric_limits<double>::infinity();
            for (auto i = static_cast<std::size_t>(turn.outcome_options[o]);
                 i < static_cast<std::size_t>(turn.outcome_options[o + 1]); ++i)
                most = std::max(most, naive(turn, problems, problem, needed - turn.option_points[i],
                                            static_cast<std::size_t>(turn.option_phase[i])));
            sum += turn.outcome_chance[o] * most;
        }
        best = std::max(best, sum);
    }
    return best;
}

void kernels_agree_with_plain_recursion() {
    std::mt19937 random(1);
    for (int round = 0; round < 60; ++round) {
        const Game game = random_game(random);
        const auto turn = game.tables();
        turn.check();
        const auto problems = random_problems(turn, random, 1 + static_cast<std::size_t>(round) % 19, 6);
        std::vector<double> first;
        for (const auto& kernel : jd::kernels()) {
            std::vector<double> values(problems.count * problems.steps * turn.phases());
            jd::solve_turns(turn, kernel, problems.count, problems.steps, problems.known, problems.bank,
                            problems.settled, values);
            if (first.empty()) first = values;
            expect(values == first, "every instruction set gives the same digits");
            for (std::size_t p = 0; p < problems.count; ++p)
                for (std::size_t step = 0; step < problems.steps; ++step)
                    for (std::size_t q = 0; q < turn.phases(); ++q)
                        expect(std::abs(values[(p * problems.steps + step) * turn.phases() + q] -
                                        naive(turn, problems, p, static_cast<std::int64_t>(step) + 1, q)) < 1e-11,
                               "kernel and plain recursion agree");
        }
    }
}

void pig_is_worth_what_roters_found() {
    const Game game = pig();
    const auto turn = game.tables();
    constexpr std::size_t steps = 20;  // the closing total of Pig
    std::vector<double> known, bank, settled;
    for (int beyond = 25; beyond >= 20; --beyond) known.push_back(beyond);
    std::vector<std::uint8_t> stuck(steps, 0);
    for (int total = 19; total >= 0; --total) {
        bank.push_back(total ? total : -std::numeric_limits<double>::infinity());
        settled.insert(settled.end(), {0.0, 0.0, 0.0, static_cast<double>(total)});
    }
    for (const auto& kernel : jd::kernels()) {
        std::vector<double> values(steps);
        jd::solve_turns(turn, kernel, 1, steps, known, bank, settled, values);
        expect(std::abs(values.back() - 492303203.0 / 60466176) < 1e-14, "a turn of Pig");
        const std::vector<double> none(known.size(), 0.0);
        const auto chances = jd::turn_chances(turn, {steps, known, bank, settled, values, none, none, stuck}, 1e-12);
        expect(std::abs(chances.bust.back() - 0.6245408342012566) < 1e-14, "Pig busts");
        expect(chances.error.back() > 0 && chances.error.back() < 1e-12, "Pig's error bound");
    }
}

// What the last two points of a race of Pig are worth is known: whoever does not roll a 1 first has won.
void races_of_pig_end_as_louchard_says() {
    const Game game = pig();
    const auto turn = game.tables();
    const jd::RaceRules race{30, 1, 1, 0, false};
    std::vector<double> first;
    for (const auto& kernel : jd::kernels())
        for (const std::size_t threads : {1, 2, 5}) {
            double told = 0;
            const auto win = solve_win(turn, race, kernel, threads, [&](const double part) { told = part; });
            expect(std::abs(win[0] - 6.0 / 7) < 1e-15 && std::abs(win[31] - 6.0 / 7) < 1e-15, "6/7 at the end of Pig");
            expect(told > 0.4 && told <= 1, "progress is told");
            if (first.empty()) first = win;
            expect(win == first, "kernels and threads give the same digits");
        }
    const auto kernel = jd::kernels().front();
    const auto turns = solve_turns(turn, race, kernel);
    expect(std::abs(turns[1] - 6.0 / 5) < 1e-14, "turns to two points");
    const jd::Board board(turn, {30, 5, 9, 0, true}, {}, kernel, jd::in_time);
    const auto within = jd::solve_within(turn, board, kernel, 2, 3, {});
    expect(within.size() == 4 * 30 && within[0] == 0 && within[30] > 0, "chances within three turns");
    jd::VisitBatch batch(turn, race, kernel);
    const jd::Visit visit{20, turns.data(), -1, -1, -1, turns[19]};
    batch.run({&visit, 1});
    expect(batch.steps() == 20 && std::abs(batch.value(19, 0, 0) + turns[19]) < 1e-12, "the rows of a turn");
}

// The same game with every chance a little smaller or larger.
Game nudged(Game game, const double towards) {
    for (auto* const chances : {&game.chance, &game.events})
        for (double& chance : *chances)
            if (chance > 0) chance = std::nextafter(chance, towards);
    return game;
}

// Bounds lie on both sides of what is known exactly, on every instruction set alike; wrong values get wide ones.
void certificates_hold() {
    const Game game = pig(), smaller = nudged(game, 0), larger = nudged(game, 1);
    const auto turn = game.tables(), less = smaller.tables(), more = larger.tables();
    const jd::BoundingTurns turns{less, more};
    const jd::RaceRules race{30, 1, 1, 0, false};
    const auto win = solve_win(turn, race, jd::kernels().front(), 1, {});
    std::vector<double> first;
    for (const auto& kernel : jd::kernels())
        for (const std::size_t threads : {1, 3}) {
            const auto bounds = jd::certify_win(turns, race, kernel, threads, win, {});
            expect(bounds.low[0] < 6.0 / 7 && bounds.high[0] > 6.0 / 7, "6/7 lies between its bounds");
            for (std::size_t i = 0; i < win.size(); ++i)
                expect(bounds.low[i] <= win[i] && bounds.high[i] >= win[i] && bounds.high[i] - bounds.low[i] < 1e-13,
                       "bounds are narrow");
            if (first.empty()) first = bounds.low;
            expect(bounds.low == first, "kernels and threads give the same bounds");
            const auto sure = jd::judge_win(turns, race, kernel, threads, bounds, {});
            // A player who needs i may have any total from 2 to i - 1, whatever the other one needs.
            expect(sure.proven == 30 * 29 * 28 / 2 && sure.tied == 0 && sure.close == 0, "all of Pig is proven");
        }
    auto wrong = win;
    wrong[45] += 1e-6;
    const auto wide = jd::certify_win(turns, race, jd::kernels().front(), 2, wrong, {});
    expect(wide.high[45] - wide.low[45] > 1e-6, "a wrong value is not certified as right");
    const auto expected = solve_turns(turn, race, jd::kernels().front());
    const auto bounds = jd::certify_turns(turns, race, jd::kernels().front(), expected, {});
    expect(bounds.low[1] <= 1.2 && bounds.high[1] >= 1.2 && bounds.high[29] - bounds.low[29] < 1e-12,
           "turns are bounded");
    expect(jd::judge_turns(turns, race, jd::kernels().front(), 2, bounds, {}).proven == 29 * 28 / 2,
           "turns are judged");
    // A first bank beyond the goal, and busts that keep the total.
    const jd::RaceRules odd{12, 5, 20, 0, true};
    const auto within = jd::certify_within(turns, odd, jd::kernels().front(), 2, 3, {});
    expect(within.low.back() > 0 && within.low.back() < within.high.back(), "chances in time are bounded");
    const auto judged = jd::judge_within(turns, odd, jd::kernels().front(), 2, 3, within, {});
    expect(judged.proven > 0, "chances in time are judged");
}

// The modes of two players whose second bust in a row costs the penalty: (own busts, other's).
jd::Between streaks_of_two() {
    jd::Between between{.modes = {}};
    for (std::size_t own = 0; own < 2; ++own)
        for (std::size_t other = 0; other < 2; ++other)
            between.modes.push_back({.banked = other * 2,
                                     .busted = other * 2 + (own + 1) % 2,
                                     .falls = own == 1,
                                     .offers = own * 2 + other});
    between.offered = 4;
    return between;
}

// Whatever lasts between turns: values are chances, kernels and threads give the same digits, and a turn worked out
// again gives the value of its state.
void what_lasts_between_turns() {
    const Game game = pig();
    const auto turn = game.tables();
    jd::Between last;
    last.modes[0].last_turns = 1;
    jd::Between beat{.modes = {{.banked = 1, .step = 1, .busted = 0}}, .beat_previous = true};
    for (std::size_t total = 1; total < 15; ++total)
        beat.modes.push_back({.least = total + 1, .banked = 1, .step = 1, .busted = 0});
    beat.modes[0].least = 1;
    std::vector<std::pair<jd::Between, std::size_t>> kinds{{streaks_of_two(), 20}, {last, 15}, {beat, 15}};
    for (const jd::Steal steal : {jd::Steal::after_bank, jd::Steal::after_bust})
        for (auto [between, lowest] : {std::pair{streaks_of_two(), std::size_t{18}}, {last, 15}, {{}, 15}}) {
            between.steal = steal;
            // Who reaches the goal would give the win away: both roll until they bust, for ever.
            if (steal == jd::Steal::after_bank && between.modes[0].last_turns > 0) continue;
            kinds.emplace_back(between, lowest);
        }
    for (const auto& [between, lowest] : kinds) {
        const jd::RaceRules race{15, 1, 2, 0, false, lowest, 3, static_cast<std::ptrdiff_t>(lowest)};
        std::vector<double> first;
        for (const auto& kernel : jd::kernels())
            for (const std::size_t threads : {1, 3}) {
                const jd::Board board(turn, race, between, kernel, jd::to_win);
                const auto [values, offers] = jd::solve_board(turn, board, kernel, threads, {});
                if (first.empty()) first = values;
                expect(values == first, "kernels and threads give the same digits");
                jd::VisitBatch batch(turn, race, kernel);
                for (std::size_t mode = 0; mode < between.modes.size(); ++mode)
                    for (std::size_t i = 1; i <= lowest; i += 3)
                        for (std::size_t j = 1; j <= lowest; j += 4) {
                            if (!board.exists(j, mode)) continue;
                            const double value = values[board.place(i, j, mode)];
                            const double stays = values[board.bust_place(i, j, mode)];
                            const auto visit = board.visit(values.data(), i, j, mode, stays, offers.data());
                            batch.run({&visit, 1});
                            expect(value >= 0 && value <= 1, "values are chances");
                            expect(std::abs(batch.found(visit, 0).value - value) < 1e-12, "turns fit their states");
                        }
            }
    }
}

// Several players: an equilibrium, the same for every kernel and number of threads; and a seating of players who all
// play best comes out the same.
void several_players() {
    const Game game = pig();
    const auto turn = game.tables();
    jd::Between last, equal{.modes = {}};
    last.modes[0].last_turns = 2;
    for (std::size_t moved = 0; moved < 3; ++moved)
        equal.modes.push_back({.banked = (moved + 1) % 3, .busted = (moved + 1) % 3, .last_turns = 2 - moved});
    for (const jd::Between& between : {jd::Between{}, last, equal})
        for (const std::size_t first_bank : {1, 4}) {
            const jd::RaceRules race{10, 1, first_bank, 0, false};
            std::vector<double> first;
            for (const auto& kernel : jd::kernels())
                for (const std::size_t threads : {1, 3}) {
                    const jd::Group group(turn, race, between, kernel, 3, threads, {});
                    jd::GroupSolver solver(group, kernel, threads);
                    std::vector<double> values(group.planes() * group.plane());
                    jd::Shares shares;
                    std::uint64_t unsettled = 0;
                    for (std::size_t level = 3; level <= 30; ++level) {
                        const auto found = solver.solve(values.data(), level, true, {});
                        for (const auto& [place, share] : found.mixed) shares[place] = share;
                        unsettled += found.unsettled;
                    }
                    expect(unsettled == 0, "every block settles");
                    jd::Checked checked;
                    for (std::size_t level = 3; level <= 30; ++level)
                        checked.add(solver.check(values.data(), level, shares, {}));
                    expect(checked.gain < 1e-14 && checked.off < 1e-14, "nobody can gain in one turn");
                    if (first.empty()) first = values;
                    expect(values == first, "kernels and threads give the same digits");
                    if (between.modes.size() > 1 || between.modes[0].last_turns > 0) continue;
                    const std::vector<jd::Seat> seats(3);
                    const auto played = jd::play_seating(group, kernel, threads, seats, values.data(), shares, {});
                    std::vector<double> turns(group.plane());
                    for (std::size_t level = 3; level <= 30; ++level)
                        solver.find_turns(values.data(), turns.data(), level, shares);
                    for (std::size_t mover = 0; mover < 3; ++mover)
                        for (std::size_t k = 0; k < group.plane(); ++k) {
                            const double* const found = &played[mover * 3 * group.plane() + k];
                            expect(std::abs(found[0] - values[k]) < 1e-13 &&
                                       std::abs(found[group.plane()] - values[group.plane() + k]) < 1e-13,
                                   "a seating of best players is worth what best play is");
                            expect(std::abs(found[2 * group.plane()] - turns[k]) < 1e-11, "and takes as long");
                        }
                }
        }
}

// Every game ends, and the first player wins those that end with an odd turn.
void games_end() {
    std::mt19937 random(2);
    for (int round = 0; round < 20; ++round) {
        const Game game = round == 0 ? pig() : random_game(random);
        const auto turn = game.tables();
        const jd::RaceRules race{25, 1, 1, 0, round % 2 == 1};
        std::vector<double> first;
        for (const auto& kernel : jd::kernels()) {
            std::vector<double> win;
            try {
                win = solve_win(turn, race, kernel, 2, {});
            } catch (const std::runtime_error&) {
                break;  // a game of chance that cannot be told
            }
            jd::BestPlayer player(turn, race, kernel, 2, win, 1, -1);
            const auto lengths = jd::match_lengths(race.needed, player, player, 1000, {});
            const auto sum = [](const std::vector<double>& chances) {
                return std::accumulate(chances.begin(), chances.end(), 0.0);
            };
            expect(std::abs(sum(lengths.first) + sum(lengths.second) - 1) < 1e-10, "every game ends");
            expect(std::abs(sum(lengths.first) - win.back()) < 1e-10, "the first player wins as often as was solved");
            const auto chances = jd::play_match(race.needed, player, player, {});
            for (std::size_t k = 0; k < win.size(); ++k)
                expect(std::abs(chances.first[k] - win[k]) < 1e-12, "best play against itself is what was solved");
            const auto answer = jd::best_response(turn, race, kernel, 2, player, {});
            for (std::size_t k = 0; k < win.size(); ++k)
                expect(std::abs(answer.first[k] - win[k]) < 1e-12, "nothing is better against best play");
            if (first.empty()) first = lengths.first;
            expect(lengths.first == first, "kernels give the same lengths");
        }
    }
}

// Games by chance come out as they should: a policy of Pig that holds at 20 takes as long as Tijms says, best play
// wins as often as it was solved, and threads change nothing.
void games_by_chance() {
    const Game game = pig();
    const auto turn = game.tables();
    const jd::RaceRules race{100, 1, 1, 0, false};
    constexpr std::size_t totals = 100, outcomes = 5;
    std::vector<std::uint16_t> choices(totals * outcomes);
    for (std::size_t total = 0; total < totals; ++total)
        for (std::size_t o = 0; o < outcomes; ++o) choices[total * outcomes + o] = total + o + 2 >= 20 ? 1 : 0;
    const std::vector<std::int32_t> first_rolls{0}, which(100, 0);
    std::vector<double> landing(101);
    jd::follow_policy(turn, race, {true, 0, choices}, 100, landing);
    expect(std::abs(std::accumulate(landing.begin(), landing.end(), 0.0) - 1) < 1e-14, "a turn leads somewhere");
    expect(std::abs(landing[100] - 0.6245408342012566) < 1e-14, "hold-at-20 busts as often as it should");
    jd::PolicyRoller holds(turn, race, choices, first_rolls, which, true);
    const auto win = solve_win(turn, race, jd::kernels().front(), 2, {});
    std::vector<std::uint64_t> first;
    for (const std::size_t threads : {1, 2, 4}) {
        const auto alone = jd::simulate({100, 100}, holds, nullptr, 0, 4000, 1, threads, 100000, {});
        expect(alone.games == 4000 && alone.unfinished == 0, "every game ends");
        const double mean = static_cast<double>(alone.turns) / 4000;
        expect(std::abs(mean - 12.636769) < 4 * 4.45 / std::sqrt(4000.0), "hold-at-20 takes 12.637 turns");
        jd::BestRoller best(turn, race, jd::kernels().back(), threads, win, 1, -1, 1);
        const auto games = jd::simulate({100, 100}, best, &best, 0, 4000, 1, threads, 100000, {});
        const double chance = static_cast<double>(games.wins) / 4000;
        expect(std::abs(chance - win.back()) < 4 * 0.5 / std::sqrt(4000.0), "best play wins as often as was solved");
        if (first.empty()) first = {alone.turns, games.wins, games.turns};
        expect(first == std::vector<std::uint64_t>{alone.turns, games.wins, games.turns}, "threads change nothing");
    }
    bool stopped = false;
    try {
        static_cast<void>(jd::simulate({100, 100}, holds, nullptr, 0, 100000, 1, 3, 100000,
                                       [](const double) { throw std::runtime_error("enough"); }));
    } catch (const std::runtime_error&) {
        stopped = true;
    }
    expect(stopped, "a callback that throws stops games by chance");
    bool refused = false;
    try {
        std::fill(choices.begin(), choices.end(), std::uint16_t{2});
        jd::follow_policy(turn, race, {true, 0, choices}, 100, landing);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    expect(refused, "a choice that does not exist is refused");
}

// Pig to 30 with a penalty for two busts in a row and a last turn: best play against itself and against "bank at 10".
void whole_games_by_chance() {
    const Game game = pig();
    const jd::TurnTables turn = game.tables();
    const jd::RaceRules race{30, 1, 1, 0, false, 30, 5, 30};
    jd::Between between;
    between.modes.clear();
    for (std::size_t m = 0; m < 4; ++m) {  // busts in a row of the mover (m / 2) and of the other player
        const std::size_t mine = m / 2, theirs = m % 2;
        between.modes.push_back(
            {.banked = 2 * theirs, .busted = 2 * theirs + (1 - mine), .falls = mine == 1, .last_turns = 1});
    }
    const auto kernel = jd::kernels().front();
    const jd::Board board(turn, race, between, kernel, jd::to_win);
    const auto solved = jd::solve_board(turn, board, kernel, 1, {});
    const double value = solved.values[board.place(30, 30, 0)];
    const jd::Passing passing(turn, board);
    std::vector<std::uint16_t> choices(2 * 40 * 5);
    for (std::size_t k = 0; k < choices.size(); ++k)
        choices[k] = k / 5 % 40 + k % 5 + 2 >= 10 ? 1 : 0;  // totals x outcomes
    const jd::ObviousPlay obvious(passing, {choices, {0, 0}});
    const std::vector<std::int32_t> zero{0}, which(30, 0);
    const jd::Policies policies{std::span(choices).first(40 * 5), zero, which, zero, true};
    jd::GamesTally last;
    for (const std::size_t threads : {1, 3}) {
        // Hardly any room, and few totals kept: turns are worked out again and again.
        jd::BestTurns turns(passing, kernel, threads, solved.values, nullptr, threads == 1 ? 64 : 3, 100'000 / threads);
        jd::BestGamePlayer best(turns, &obvious);
        jd::PolicyGamePlayer holds(turn, policies, passing, obvious, &turns);
        const jd::GamesWanted wanted{{30, 30}, 0, 4000, 1, 100000, 10};
        const auto own = jd::play_games(passing, best, best, wanted, threads, {});
        expect(own.games == 4000 && own.unfinished == 0, "whole games end");
        expect(std::abs(own.sums[jd::wins] / 4000 - value) < 0.03, "whole games are won as often as they should be");
        expect(!own.asked.empty() && own.sums[jd::decisions] > own.sums[jd::unlike], "decisions are counted");
        const auto tally = jd::play_games(passing, best, holds, wanted, threads, {});
        const double won = tally.sums[jd::wins] / 4000, cost = tally.sums[jd::second_costs] / 4000;
        expect(cost > 0 && std::abs(won - value - cost) < 0.04, "costs are what best play wins");
        expect(threads == 1 || tally.sums == last.sums, "whole games do not depend on threads or memory");
        last = tally;
    }
}

// A callback that throws ends the work, threads included.
void work_can_be_stopped() {
    const Game game = pig();
    const auto turn = game.tables();
    bool stopped = false;
    try {
        static_cast<void>(solve_win(turn, {60, 1, 1, 0, false}, jd::kernels().front(), 3,
                                    [](const double) { throw std::runtime_error("enough"); }));
    } catch (const std::runtime_error&) {
        stopped = true;
    }
    expect(stopped, "a callback that throws stops the work");
}

void broken_tables_are_refused() {
    const auto refused = [](Game game, const auto& damage) {
        damage(game);
        try {
            game.tables().check();
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    expect(refused(pig(), [](Game& g) { g.phase[0] = 1; }), "a phase that does not exist");
    expect(refused(pig(), [](Game& g) { g.phase[0] = -1; }), "a negative phase");
    expect(refused(pig(), [](Game& g) { g.points[2] = 0; }), "an option without points");
    expect(refused(pig(), [](Game& g) { g.outcome_options[3] = 2; }), "an outcome without options");
    expect(refused(pig(), [](Game& g) { g.roll_outcomes[1] = 6; }), "outcomes beyond the end");
    expect(refused(pig(), [](Game& g) { g.events.pop_back(); }), "missing events");
    expect(refused(pig(), [](Game& g) { g.banking.clear(); }), "missing banking");
}

}  // namespace

int main() {
    kernels_agree_with_plain_recursion();
    pig_is_worth_what_roters_found();
    races_of_pig_end_as_louchard_says();
    certificates_hold();
    what_lasts_between_turns();
    several_players();
    games_end();
    games_by_chance();
    whole_games_by_chance();
    jd::tests::test_at_once();
    work_can_be_stopped();
    broken_tables_are_refused();
    const int failures = jd::tests::failures();
    std::printf(failures ? "%d failures\n" : "core tests passed\n", failures);
    return failures ? 1 : 0;
}
