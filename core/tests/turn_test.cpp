// Every kernel against a recursion that is written out here.
#include "turn/turn.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/support.hpp"

namespace jeopardice::tests {

namespace {

struct Problems {
    size_t count, steps;
    std::vector<double> known, bank, settled;
};

Problems random_problems(const TurnTables& turn, std::mt19937& random, size_t count, size_t steps) {
    std::uniform_real_distribution<double> value(0, 100);
    const auto fill = [&](size_t size) {
        std::vector<double> numbers(size);
        for (double& number : numbers) number = value(random);
        return numbers;
    };
    Problems problems{count, steps, fill(count * turn.reach() * turn.phases()), fill(count * steps),
                      fill(count * steps * settles)};
    for (double& bank : problems.bank)
        if (bank < 30) bank = -std::numeric_limits<double>::infinity();
    return problems;
}

// The value of one state by plain recursion.
double naive(const TurnTables& turn, const Problems& problems, size_t problem, std::int64_t needed, size_t q) {
    const size_t reach = turn.reach();
    if (needed <= 0) {
        const auto row = static_cast<size_t>(static_cast<std::int64_t>(reach) - 1 + needed);
        return problems.known[(problem * reach + row) * turn.phases() + q];
    }
    const size_t step = static_cast<size_t>(needed) - 1;
    const double bank = problems.bank[problem * problems.steps + step];
    const double* const settled = &problems.settled[(problem * problems.steps + step) * settles];
    if (turn.no_dice(q)) return settled[3];
    if (turn.banking[q] == must_bank && std::isfinite(bank)) return bank;
    double best = turn.banking[q] == may_bank ? bank : -std::numeric_limits<double>::infinity();
    for (const size_t r : turn.rolls_of(q)) {
        double sum = 0;
        for (size_t e = 0; e < events; ++e) sum += turn.roll_events[r * events + e] * settled[e];
        for (const size_t o : turn.outcomes_of(r)) {
            double most = -std::numeric_limits<double>::infinity();
            for (const size_t i : turn.options_of(o))
                most =
                    std::max(most, naive(turn, problems, problem, needed - turn.option_points[i], turn.phase_after(i)));
            sum += turn.outcome_chance[o] * most;
        }
        best = std::max(best, sum);
    }
    return best;
}

void kernels_agree_with_plain_recursion() {
    std::mt19937 random(1);
    for (int round = 0; round < 60; ++round) {
        const TestTurn game = random_turn(random);
        const auto turn = game.tables();
        turn.check();
        const auto problems = random_problems(turn, random, 1 + static_cast<size_t>(round) % 19, 6);
        std::vector<double> first;
        for (const auto& kernel : kernels()) {
            std::vector<double> values(problems.count * problems.steps * turn.phases());
            solve_turns(turn, kernel, problems.count, problems.steps, problems.known, problems.bank, problems.settled,
                        values);
            if (first.empty()) first = values;
            expect(values == first, "every instruction set gives the same digits");
            for (size_t p = 0; p < problems.count; ++p)
                for (size_t step = 0; step < problems.steps; ++step)
                    for (size_t q = 0; q < turn.phases(); ++q)
                        expect(std::abs(values[(p * problems.steps + step) * turn.phases() + q] -
                                        naive(turn, problems, p, static_cast<std::int64_t>(step) + 1, q)) < 1e-11,
                               "kernel and plain recursion agree");
        }
    }
}

void pig_is_worth_what_roters_found() {
    const TestTurn game = pig();
    const auto turn = game.tables();
    constexpr size_t steps = 20;  // the closing total of Pig
    std::vector<double> known, bank, settled;
    for (int beyond = 25; beyond >= 20; --beyond) known.push_back(beyond);
    std::vector<std::uint8_t> stuck(steps, 0);
    for (int total = 19; total >= 0; --total) {
        bank.push_back(total ? total : -std::numeric_limits<double>::infinity());
        settled.insert(settled.end(), {0.0, 0.0, 0.0, static_cast<double>(total)});
    }
    for (const auto& kernel : kernels()) {
        std::vector<double> values(steps);
        solve_turns(turn, kernel, 1, steps, known, bank, settled, values);
        expect(std::abs(values.back() - 492303203.0 / 60466176) < 1e-14, "a turn of Pig");
        const std::vector<double> none(known.size(), 0.0);
        const auto chances = bust_chances(turn, {steps, known, bank, settled, values, none, none, stuck}, 1e-12);
        expect(std::abs(chances.bust.back() - 0.6245408342012566) < 1e-14, "Pig busts");
        expect(chances.error.back() > 0 && chances.error.back() < 1e-12, "Pig's error bound");
    }
}

void broken_tables_are_refused() {
    const auto refused = [](TestTurn game, const auto& damage) {
        damage(game);
        return throws<std::invalid_argument>([&] { game.tables().check(); });
    };
    expect(refused(pig(), [](TestTurn& g) { g.phase[0] = 1; }), "a phase that does not exist");
    expect(refused(pig(), [](TestTurn& g) { g.phase[0] = -1; }), "a negative phase");
    expect(refused(pig(), [](TestTurn& g) { g.points[2] = 0; }), "an option without points");
    expect(refused(pig(), [](TestTurn& g) { g.outcome_options[3] = 2; }), "an outcome without options");
    expect(refused(pig(), [](TestTurn& g) { g.roll_outcomes[1] = 6; }), "outcomes beyond the end");
    expect(refused(pig(), [](TestTurn& g) { g.events.pop_back(); }), "missing events");
    expect(refused(pig(), [](TestTurn& g) { g.banking.clear(); }), "missing banking");
}

}  // namespace

void test_turns() {
    kernels_agree_with_plain_recursion();
    pig_is_worth_what_roters_found();
    broken_tables_are_refused();
}

}  // namespace jeopardice::tests
