#include "evaluation/games.hpp"
#include "multiplayer/solver.hpp"

#include <cmath>

#include "tests/support.hpp"

namespace jeopardice::tests {

namespace {

// The values are an equilibrium, the same for every kernel and number of threads, and games of players who all play
// best have the same values.
void several_players() {
    constexpr size_t goal = 7;
    Carryover last, equal{.states = {}};
    last.states[0].last_turns = 2;
    for (size_t moved = 0; moved < 3; ++moved)
        equal.states.push_back({.banked = (moved + 1) % 3, .busted = (moved + 1) % 3, .last_turns = 2 - moved});
    for (const Carryover& carryover : {Carryover{}, last, equal})
        for (const size_t first_bank : {1, 4}) {
            const bool last_turns = carryover.states.size() > 1 || carryover.states[0].last_turns > 0;
            if (last_turns && first_bank == 1) continue;  // slow, and no other code than with a first bank
            const TestTurn game = last_turns ? risky() : pig();
            const auto turn = game.tables();
            const RaceRules race{goal, 1, first_bank, 0, false};
            std::vector<double> first;
            const auto all = kernels();
            for (const auto& kernel : all)
                for (size_t threads = &kernel == all.data() ? 1 : 3; threads <= 3; threads += 2) {
                    const MultiplayerBoard board(turn, race, carryover, kernel, 3, threads, {});
                    MultiplayerSolver solver(board, kernel, threads);
                    std::vector<double> values(board.planes() * board.plane());
                    Shares shares;
                    std::uint64_t unsettled = 0;
                    for (size_t level = 3; level <= 3 * goal; ++level) {
                        const auto found = solver.solve(values.data(), level, true, {});
                        shares.insert(found.mixed.begin(), found.mixed.end());
                        unsettled += found.unsettled;
                    }
                    expect(unsettled == 0, "every block settles");
                    if (last_turns && carryover.states.size() == 1) expect(!shares.empty(), "some blocks mix");
                    LevelCheck checked;
                    for (size_t level = 3; level <= 3 * goal; ++level)
                        checked.add(solver.check(values.data(), level, shares, {}));
                    expect(checked.gain < 1e-14 && checked.off < 1e-14, "no player can gain in one turn");
                    if (first.empty()) first = values;
                    expect(values == first, "kernels and threads give the same digits");
                    if (last_turns) continue;
                    const Table table(turn, race, carryover, 3);
                    const MultiplayerProblems problems(board, values, solver.offers(), shares);
                    KeptOutcomes kept(0);
                    BestSeat best(table, problems, kept, kernel, threads);
                    const std::vector<Seat*> seats(3, &best);
                    Position start;
                    start.needs = {goal, goal, goal};
                    const std::vector<GameStart> starts{{start, 0}};
                    const FollowedGames played = follow_games(table, seats, starts, threads, {});
                    for (size_t plane = 0; plane < 2; ++plane)
                        expect(std::abs(played.wins[plane + 1][0] - values[(plane + 1) * board.plane() - 1]) < 1e-13,
                               "games of best players have the values of best play");
                    std::vector<double> turns(board.plane());
                    for (size_t level = 3; level <= 3 * goal; ++level)
                        solver.find_turns(values.data(), turns.data(), level, shares);
                    expect(std::abs(played.turns[0] - turns.back()) < 1e-11, "and take as long");
                }
        }
}

}  // namespace

void test_multiplayer() {
    several_players();
}

}  // namespace jeopardice::tests
