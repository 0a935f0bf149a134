#include "race/judge.hpp"

#include <cmath>
#include <stdexcept>

#include "tests/support.hpp"

namespace jeopardice::tests {

namespace {

// With two points to go the first player who does not roll a 1 wins.
void races_of_pig_end_as_louchard_says() {
    const TestTurn game = pig();
    const auto turn = game.tables();
    const RaceRules race{30, 1, 1, 0, false};
    std::vector<double> first;
    for (const auto& kernel : kernels())
        for (const size_t threads : {1, 2, 5}) {
            double reported = 0;
            const auto win = solve_win(turn, race, kernel, threads, [&](double part) { reported = part; });
            expect(std::abs(win[0] - 6.0 / 7) < 1e-15 && std::abs(win[31] - 6.0 / 7) < 1e-15, "6/7 at the end of Pig");
            expect(reported > 0.4 && reported <= 1, "progress is reported");
            if (first.empty()) first = win;
            expect(win == first, "kernels and threads give the same digits");
        }
    const auto kernel = kernels().front();
    const auto turns = solve_expected_turns(turn, race, kernel);
    expect(std::abs(turns[1] - 6.0 / 5) < 1e-14, "turns to two points");
    const Board board(turn, {30, 5, 9, 0, true}, {}, kernel, in_time);
    const auto within = solve_within(turn, board, kernel, 2, 3, {});
    expect(within.size() == 4 * 30 && within[0] == 0 && within[30] > 0, "chances within three turns");
    TurnBatch batch(turn, race, kernel);
    const TurnProblem problem{20, turns.data(), -1, -1, -1, turns[19]};
    batch.run({&problem, 1});
    expect(batch.steps() == 20 && std::abs(batch.value(19, 0, 0) + turns[19]) < 1e-12, "the rows of a turn");
}

// The same turn with every probability a little smaller or larger.
TestTurn nudged(TestTurn game, double towards) {
    for (auto* const chances : {&game.chance, &game.events})
        for (double& chance : *chances)
            if (chance > 0) chance = std::nextafter(chance, towards);
    return game;
}

// Bounds contain the exact values and are the same on every instruction set; wrong values get wide bounds.
void certificates_hold() {
    const TestTurn game = pig(), smaller = nudged(game, 0), larger = nudged(game, 1);
    const auto turn = game.tables(), less = smaller.tables(), more = larger.tables();
    const BoundingTurns turns{less, more};
    const RaceRules race{30, 1, 1, 0, false};
    const Board two(turn, race, {}, kernels().front(), to_win), one(turn, race, {}, kernels().front(), in_few_turns);
    const auto win = solve_win(turn, race, kernels().front(), 1, {});
    std::vector<double> first;
    for (const auto& kernel : kernels())
        for (const size_t threads : {1, 3}) {
            const auto bounds = certify_board(turns, two, kernel, threads, win, {}, {});
            expect(bounds.low[0] < 6.0 / 7 && bounds.high[0] > 6.0 / 7, "6/7 lies between its bounds");
            for (size_t i = 0; i < win.size(); ++i)
                expect(bounds.low[i] <= win[i] && bounds.high[i] >= win[i] && bounds.high[i] - bounds.low[i] < 1e-13,
                       "bounds are narrow");
            if (first.empty()) first = bounds.low;
            expect(bounds.low == first, "kernels and threads give the same bounds");
            const auto sure = judge_decisions(turns, two, kernel, threads, 1, bounds, {});
            // A player who needs i may have any total from 2 to i - 1, whatever the other one needs.
            expect(sure.proven == 30 * 29 * 28 / 2 && sure.tied == 0 && sure.close == 0, "all of Pig is proven");
        }
    auto wrong = win;
    wrong[45] += 1e-6;
    const auto wide = certify_board(turns, two, kernels().front(), 2, wrong, {}, {});
    expect(wide.high[45] - wide.low[45] > 1e-6, "a wrong value is not certified as right");
    const auto expected = solve_expected_turns(turn, race, kernels().front());
    const auto bounds = certify_board(turns, one, kernels().front(), 1, expected, {}, {});
    expect(bounds.low[1] <= 1.2 && bounds.high[1] >= 1.2 && bounds.high[29] - bounds.low[29] < 1e-12,
           "turns are bounded");
    expect(judge_decisions(turns, one, kernels().front(), 2, 1, bounds, {}).proven == 29 * 28 / 2, "turns are judged");
    // A first bank beyond the goal, and busts that keep the total.
    const Board odd(turn, {12, 5, 20, 0, true}, {}, kernels().front(), in_time);
    const auto within = certify_within(turns, odd, kernels().front(), 2, 3, {});
    expect(within.low.back() > 0 && within.low.back() < within.high.back(), "chances in time are bounded");
    const auto judged = judge_decisions(turns, odd, kernels().front(), 2, 3, within, {});
    expect(judged.proven > 0, "chances in time are judged");
}

// The carryover of two players whose second bust in a row costs the penalty: (own busts, other's).
Carryover streaks_of_two() {
    Carryover carryover{.states = {}};
    for (size_t own = 0; own < 2; ++own)
        for (size_t other = 0; other < 2; ++other)
            carryover.states.push_back({.banked = other * 2,
                                        .busted = other * 2 + (own + 1) % 2,
                                        .penalized = own == 1,
                                        .offers = own * 2 + other});
    carryover.offered = 4;
    return carryover;
}

// With any carryover, values are chances, kernels and threads give the same digits, and a turn solved again has the
// value of its state.
void races_with_carryover() {
    Carryover last;
    last.states[0].last_turns = 1;
    Carryover beat{.states = {{.banked = 1, .step = 1, .busted = 0}}, .beat_previous = true};
    for (size_t total = 1; total < 10; ++total)
        beat.states.push_back({.least = total + 1, .banked = 1, .step = 1, .busted = 0});
    beat.states[0].least = 1;
    std::vector<std::pair<Carryover, size_t>> kinds{{streaks_of_two(), 14}, {last, 10}, {beat, 10}};
    for (const Steal steal : {Steal::after_bank, Steal::after_bust})
        for (auto [carryover, lowest] : {std::pair{streaks_of_two(), size_t{12}}, {last, 10}, {{}, 10}}) {
            carryover.steal = steal;
            // Reaching the goal would give the win away: both players would roll forever.
            if (steal == Steal::after_bank && carryover.states[0].last_turns > 0) continue;
            kinds.emplace_back(carryover, lowest);
        }
    for (const auto& [carryover, lowest] : kinds) {
        const TestTurn game = carryover.states[0].last_turns > 0 ? risky() : pig();
        const TestTurn smaller = nudged(game, 0), larger = nudged(game, 1);
        const auto turn = game.tables(), less = smaller.tables(), more = larger.tables();
        const RaceRules race{10, 1, 2, 0, false, lowest, 3, static_cast<std::ptrdiff_t>(lowest)};
        std::vector<double> first, first_low;
        const auto all = kernels();
        for (const auto& kernel : all)
            for (size_t threads = &kernel == all.data() ? 1 : 3; threads <= 3; threads += 2) {
                const Board board(turn, race, carryover, kernel, to_win);
                const auto [values, offers] = solve_board(turn, board, kernel, threads, {});
                if (first.empty()) first = values;
                expect(values == first, "kernels and threads give the same digits");
                const auto bounds = certify_board({less, more}, board, kernel, threads, values, offers, {});
                if (first_low.empty()) first_low = bounds.low;
                expect(bounds.low == first_low, "kernels and threads give the same bounds");
                TurnBatch batch(turn, race, kernel);
                for (size_t carry = 0; carry < carryover.states.size(); ++carry)
                    for (size_t i = 1; i <= lowest; i += 3)
                        for (size_t j = 1; j <= lowest; j += 4) {
                            if (!board.exists(j, carry)) continue;
                            const double value = values[board.place(i, j, carry)];
                            const double stays = values[board.bust_place(i, j, carry)];
                            const auto problem = board.problem(values.data(), i, j, carry, stays, offers.data());
                            batch.run({&problem, 1});
                            const size_t place = board.place(i, j, carry);
                            expect(value >= 0 && value <= 1, "values are chances");
                            expect(bounds.low[place] <= value && bounds.high[place] >= value &&
                                       bounds.high[place] - bounds.low[place] < 1e-13,
                                   "bounds are narrow with any carryover");
                            expect(std::abs(batch.found(problem, 0).value - value) < 1e-12, "turns fit their states");
                        }
            }
    }
}

// The largest error of the race equations.
double residual(const TurnTables& turn, const Board& board, const Kernel& kernel, const std::vector<double>& values) {
    TurnBatch batch(turn, board.race(), kernel);
    double found = 0;
    for (size_t carry = 0; carry < board.carries(); ++carry)
        for (size_t i = 1; i <= board.race().lowest; ++i)
            for (size_t j = 1; j <= board.race().lowest; ++j) {
                const double stays = board.bust_value(values.data(), i, j, carry);
                const auto problem = board.problem(values.data(), i, j, carry, stays, nullptr);
                batch.run({&problem, 1});
                found = std::max(found, std::abs(batch.found(problem, 0).value - values[board.place(i, j, carry)]));
            }
    return found;
}

// Penalties, where most states are not in the sample at which best play is followed: the values satisfy the equations,
// also those found from the values of a similar race, and progress never runs backwards.
void penalties_are_solved() {
    const TestTurn game = pig();
    const auto turn = game.tables();
    const RaceRules race{48, 1, 1, 0, false, 54, 3, 54};
    Carryover carryover = streaks_of_two();
    const auto all = kernels();
    double reported = 0;
    const auto progress = [&](double part) {
        expect(part >= reported && part <= 1, "progress never runs backwards");
        reported = part;
    };
    const Board board(turn, race, carryover, all.front(), to_win);
    const std::vector<double> values = solve_board(turn, board, all.front(), 1, progress).values;
    expect(reported > 0.9, "progress reaches the end");
    expect(residual(turn, board, all.front(), values) < 1e-13, "values with penalties satisfy the equations");
    expect(solve_board(turn, board, all.back(), 3, {}).values == values, "kernels and threads give the same digits");
    // Now a penalty below the lowest score loses.
    for (CarryoverState& state : carryover.states) state.below_floor = 1;
    const Board harsh(turn, race, carryover, all.front(), to_win);
    const std::vector<double> found = solve_board(turn, harsh, all.front(), 2, {}, values).values;
    expect(residual(turn, harsh, all.front(), found) < 1e-10, "similar values are a start");
    expect(found[board.place(54, 1, 2)] < values[board.place(54, 1, 2)], "a lost race is worth less");
}

// A callback that throws ends the work, threads included.
void work_can_be_stopped() {
    const TestTurn game = pig();
    const auto turn = game.tables();
    const auto enough = [](const double) { throw std::runtime_error("enough"); };
    expect(throws<std::runtime_error>([&] { solve_win(turn, {60, 1, 1, 0, false}, kernels().front(), 3, enough); }),
           "a callback that throws stops the work");
}

}  // namespace

void test_races() {
    races_of_pig_end_as_louchard_says();
    certificates_hold();
    races_with_carryover();
    penalties_are_solved();
    work_can_be_stopped();
}

}  // namespace jeopardice::tests
