// Players, matches and simulations in Python.
#include "bindings/players.hpp"

namespace jeopardice::python {

namespace {

nb::tuple both(auto found, const std::vector<size_t>& shape) {
    return nb::make_tuple(as_numpy(std::move(found.first), shape), as_numpy(std::move(found.second), shape));
}

// The result of work(a, b) for two players of the same race; one object where both are the same.
auto played(const PlayerPlan& a, const PlayerPlan& b, size_t threads, const auto& work) {
    if (a.needed() != b.needed()) throw std::invalid_argument("match: players of different races");
    const auto one = a.player(threads), other = &a == &b ? nullptr : b.player(threads);
    return released([&] { return work(*one, other ? *other : *one); });
}

nb::tuple match(const PlayerPlan& a, const PlayerPlan& b, size_t threads, const Callback& progress) {
    const size_t n = a.needed();
    return both(played(a, b, threads,
                       [&](auto& one, auto& other) { return jd::play_match(n, one, other, reporting(progress)); }),
                {n, n});
}

nb::tuple lengths(const PlayerPlan& a, const PlayerPlan& b, size_t most, size_t threads, const Callback& progress) {
    const auto work = [&](auto& one, auto& other) {
        return jd::match_lengths(a.needed(), one, other, most, reporting(progress));
    };
    return both(played(a, b, threads, work), {most});
}

nb::tuple best_response(const TurnArrays& turn, const jd::RaceRules& race, const PlayerPlan& b, size_t threads,
                        const Callback& progress) {
    const size_t n = race.needed;
    if (b.needed() != n) throw std::invalid_argument("best response: a player of another race");
    const auto player = b.player(threads);
    const auto tables = turn.tables();
    return both(released([&] {
                    return jd::best_response(tables, race, widest_kernel(), threads, *player, reporting(progress));
                }),
                {n, n});
}

// Turn outcome distributions of policies: policy which[i - 1] is played at i units; none if below 0.
Output<double> policy_distributions(const TurnArrays& turn, const jd::RaceRules& race,
                                    const Input<std::uint16_t, 3>& choices, const Input<std::int32_t, 1>& first_rolls,
                                    const Input<std::int32_t, 1>& which, bool takes_wins) {
    const auto tables = turn.tables();
    const size_t n = race.needed, totals = choices.shape(1), size = totals * choices.shape(2);
    if (choices.shape(2) != tables.outcomes() || first_rolls.size() != choices.shape(0) || which.size() != n)
        throw std::invalid_argument("turn outcomes: arrays of the wrong size");
    std::vector<double> found(n * (n + 1));
    const Callback none;
    released([&] {
        const auto progress = reporting(none);
        for (size_t i = 1; i <= n; ++i) {
            if (which.data()[i - 1] < 0) continue;
            const auto policy = static_cast<size_t>(which.data()[i - 1]);
            if (policy >= choices.shape(0)) throw std::invalid_argument("turn outcomes: no such policy");
            const auto first_roll = static_cast<size_t>(first_rolls.data()[policy]);
            jd::policy_distribution(tables, race,
                                    {takes_wins, first_roll, span_of(choices).subspan(policy * size, size)}, i,
                                    {&found[(i - 1) * (n + 1)], i + 1});
            progress(0);
        }
    });
    return as_numpy(std::move(found), {n, n + 1});
}

// Turn outcome distributions of best play at every pair of scores, one row for each: mover by other.
Output<double> all_distributions(const TurnArrays& turn, const jd::RaceRules& race, const Input<double, 2>& after,
                                 double shift, double scale, size_t threads) {
    const auto tables = turn.tables();
    const size_t n = race.needed;
    if (after.shape(0) != n || after.shape(1) != n)
        throw std::invalid_argument("turn outcomes: arrays of the wrong size");
    std::vector<double> found(n * n * (n + 1));
    released([&] {
        jd::BestPlayer player(tables, race, widest_kernel(), threads, {span_of(after), shift, scale});
        for (size_t level = 2; level <= 2 * n; ++level) {
            player.prepare(level);
            const auto [low, high] = jd::level_range(n, level);
            for (size_t i = low; i <= high; ++i) {
                const auto distribution = player.distribution(i, level - i);
                std::copy(distribution.begin(), distribution.end(), &found[((i - 1) * n + level - i - 1) * (n + 1)]);
            }
        }
    });
    return as_numpy(std::move(found), {n * n, n + 1});
}

// Turn outcome distributions of solo best play: a bank that leaves s units is worth shift + scale * after[s - 1].
Output<double> best_distributions(const TurnArrays& turn, const jd::RaceRules& race, const Input<double, 1>& after,
                                  double shift, double scale, double goal) {
    const auto tables = turn.tables();
    const size_t n = race.needed;
    if (after.size() != n) throw std::invalid_argument("turn outcomes: arrays of the wrong size");
    std::vector<double> found(n * (n + 1));
    jd::TurnBatch batch(tables, race, kernel_for(1));
    jd::BestTurnDistribution best(tables, race);
    const jd::BankValues values{span_of(after), shift, scale, goal};
    for (size_t i = 1; i <= n; ++i) {
        const jd::TurnProblem problem = values.problem(i, 0);
        batch.run({&problem, 1}, {.slopes = false, .rolls = true});
        best.find(batch, problem, 0, {&found[(i - 1) * (n + 1)], i + 1});
    }
    return as_numpy(std::move(found), {n, n + 1});
}

// Games, wins of the first player, turns, squared turns, and games with too many turns.
nb::tuple simulate(const SimulatedPlan& a, const SimulatedPlan* b, size_t mine, size_t theirs, std::uint64_t first_game,
                   std::uint64_t games, std::uint64_t seed, size_t threads, std::uint64_t most_turns,
                   const Callback& progress) {
    if (b && a.needed() != b->needed()) throw std::invalid_argument("simulate: players of different races");
    if (mine == 0 || mine > a.needed() || theirs == 0 || theirs > a.needed())
        throw std::invalid_argument("simulate: a start outside of the race");
    if (!a.knows(b ? a.needed() : most_turns) || (b && !b->knows(a.needed())))
        throw std::invalid_argument("simulate: a player without decisions for all turns");
    const auto one = a.player(threads);
    const auto other = b ? b->player(threads) : nullptr;
    const auto tally = released([&] {
        return jd::simulate({mine, theirs}, *one, other.get(), {first_game, games, seed, most_turns}, threads,
                            reporting(progress));
    });
    return nb::make_tuple(tally.wins[0] + tally.wins[1], tally.wins[0], tally.turns, tally.squared_turns,
                          tally.unfinished);
}

}  // namespace

void bind_matches(nb::module_& module) {
    using namespace nb::literals;
    const nb::keep_alive<0, 1> keep_turn;
    nb::class_<PlayerPlan>(module, "Player")
        .def_static("best", &PlayerPlan::best, "turn"_a, "race"_a, "after"_a, "shift"_a, "scale"_a, keep_turn)
        .def_static("known", &PlayerPlan::known, "distributions"_a, "which"_a);
    module.def("match", &match, "a"_a, "b"_a, "threads"_a, "progress"_a = nb::none());
    module.def("match_lengths", &lengths, "a"_a, "b"_a, "most"_a, "threads"_a, "progress"_a = nb::none());
    module.def("best_response", &best_response, "turn"_a, "race"_a, "b"_a, "threads"_a, "progress"_a = nb::none());
    nb::class_<SimulatedPlan>(module, "SimulatedPlayer")
        .def_static("best", &SimulatedPlan::best, "turn"_a, "race"_a, "after"_a, "shift"_a, "scale"_a, "goal"_a,
                    keep_turn)
        .def_static("policies", &SimulatedPlan::policies, "turn"_a, "race"_a, "choices"_a, "first_rolls"_a, "which"_a,
                    "takes_wins"_a, keep_turn);
    module.def("simulate", &simulate, "a"_a, "b"_a.none(), "mine"_a, "theirs"_a, "first_game"_a, "games"_a, "seed"_a,
               "threads"_a, "most_turns"_a, "progress"_a = nb::none());
    module.def("policy_distributions", &policy_distributions, "turn"_a, "race"_a, "choices"_a, "first_rolls"_a,
               "which"_a, "takes_wins"_a);
    module.def("best_distributions_of_two", &all_distributions, "turn"_a, "race"_a, "after"_a, "shift"_a, "scale"_a,
               "threads"_a);
    module.def("best_distributions", &best_distributions, "turn"_a, "race"_a, "after"_a, "shift"_a, "scale"_a,
               "goal"_a);
}

}  // namespace jeopardice::python
