// What Python sees of players and matches.
#include <nanobind/stl/variant.h>

#include "bindings/players.hpp"

namespace jeopardice::python {

namespace {

// Two players of the same race, ready to play; one object where both play alike.
class Pair {
  public:
    Pair(PlayerPlan& a, PlayerPlan& b, const std::size_t threads) : needed_(a.needed()) {
        if (a.needed() != b.needed()) throw std::invalid_argument("match: players of different races");
        a.begin();
        b.begin();
        a_ = a.player(threads);
        if (&a != &b) b_ = b.player(threads);
    }
    [[nodiscard]] std::size_t needed() const { return needed_; }
    [[nodiscard]] jd::Player& a() const { return *a_; }
    [[nodiscard]] jd::Player& b() const { return b_ ? *b_ : *a_; }

  private:
    std::size_t needed_;
    std::unique_ptr<jd::Player> a_, b_;
};

nb::tuple match(PlayerPlan& a, PlayerPlan& b, const std::size_t threads, const std::optional<nb::callable>& progress) {
    const Pair players(a, b, threads);
    const std::size_t n = players.needed();
    auto found = released([&] { return jd::play_match(n, players.a(), players.b(), reporting(progress)); });
    return nb::make_tuple(as_numpy(std::move(found.first), {n, n}), as_numpy(std::move(found.second), {n, n}));
}

nb::tuple lengths(PlayerPlan& a, PlayerPlan& b, const std::size_t most, const std::size_t threads,
                  const std::optional<nb::callable>& progress) {
    const Pair players(a, b, threads);
    auto found = released(
        [&] { return jd::match_lengths(players.needed(), players.a(), players.b(), most, reporting(progress)); });
    return nb::make_tuple(as_numpy(std::move(found.first), {most}), as_numpy(std::move(found.second), {most}));
}

nb::tuple best_response(const TurnArrays& turn, const jd::RaceRules& race, PlayerPlan& b, const std::size_t threads,
                        const std::optional<nb::callable>& progress) {
    if (b.needed() != race.needed) throw std::invalid_argument("best response: a player of another race");
    b.begin();
    const auto player = b.player(threads);
    const auto tables = turn.tables();
    const std::size_t n = race.needed;
    auto found = released([&] {
        return jd::best_response(tables, race, kernel_for(~std::size_t{0}, std::nullopt), threads, *player,
                                 reporting(progress));
    });
    return nb::make_tuple(as_numpy(std::move(found.first), {n, n}), as_numpy(std::move(found.second), {n, n}));
}

// Landings of policies by what the player needs: policy which[i - 1] is played by one who needs i, none if below 0.
Output<double> landings(const TurnArrays& turn, const jd::RaceRules& race, const Input<std::uint16_t, 3>& choices,
                        const Input<std::int32_t, 1>& first_rolls, const Input<std::int32_t, 1>& which,
                        const bool takes_wins) {
    const auto tables = turn.tables();
    const std::size_t n = race.needed, totals = choices.shape(1), size = totals * choices.shape(2);
    if (choices.shape(2) != tables.outcomes() || first_rolls.size() != choices.shape(0) || which.size() != n)
        throw std::invalid_argument("landings: arrays of the wrong size");
    std::vector<double> found(n * (n + 1));
    const std::optional<nb::callable> nobody;
    released([&] {
        const auto progress = reporting(nobody);
        for (std::size_t i = 1; i <= n; ++i) {
            if (which.data()[i - 1] < 0) continue;
            const auto policy = static_cast<std::size_t>(which.data()[i - 1]);
            if (policy >= choices.shape(0)) throw std::invalid_argument("landings: no such policy");
            const auto first_roll = static_cast<std::size_t>(first_rolls.data()[policy]);
            jd::follow_policy(tables, race, {takes_wins, first_roll, span_of(choices).subspan(policy * size, size)}, i,
                              {&found[(i - 1) * (n + 1)], i + 1});
            progress(0);
        }
        return 0;
    });
    return as_numpy(std::move(found), {n, n + 1});
}

// Landings of best play at every pair of scores, one row for each: mover by other.
Output<double> all_landings(const TurnArrays& turn, const jd::RaceRules& race, const Input<double, 2>& after,
                            const double shift, const double scale, const std::size_t threads) {
    const auto tables = turn.tables();
    const std::size_t n = race.needed;
    if (after.shape(0) != n || after.shape(1) != n) throw std::invalid_argument("landings: arrays of the wrong size");
    std::vector<double> found(n * n * (n + 1));
    released([&] {
        jd::BestPlayer player(tables, race, kernel_for(~std::size_t{0}, std::nullopt), threads, span_of(after), shift,
                              scale);
        for (std::size_t level = 2; level <= 2 * n; ++level) {
            player.prepare(level);
            const auto [low, high] = jd::LevelRange(n, level);
            for (std::size_t i = low; i <= high; ++i) {
                const auto landing = player.landing(i, level - i);
                std::copy(landing.begin(), landing.end(), &found[((i - 1) * n + level - i - 1) * (n + 1)]);
            }
        }
        return 0;
    });
    return as_numpy(std::move(found), {n * n, n + 1});
}

// Landings of best play for one player alone: a bank that leaves s units is worth shift + scale * after[s - 1].
Output<double> best_landings(const TurnArrays& turn, const jd::RaceRules& race, const Input<double, 1>& after,
                             const double shift, const double scale, const double goal) {
    const auto tables = turn.tables();
    const std::size_t n = race.needed;
    if (after.size() != n) throw std::invalid_argument("landings: arrays of the wrong size");
    std::vector<double> found(n * (n + 1));
    jd::VisitBatch batch(tables, race, kernel_for(1, std::nullopt));
    jd::Follower follower(tables, race);
    for (std::size_t i = 1; i <= n; ++i) {
        const jd::Visit visit{i, after.data(), shift, scale, goal, after.data()[i - 1]};
        batch.run({&visit, 1}, {.slopes = false, .rolls = true});
        follower.follow(batch, visit, 0, {&found[(i - 1) * (n + 1)], i + 1});
    }
    return as_numpy(std::move(found), {n, n + 1});
}

// Games, wins of the first player, turns, squared turns, and games that were too long.
nb::tuple simulate(RollerPlan& a, RollerPlan* const b, const std::size_t mine, const std::size_t theirs,
                   const std::uint64_t first_game, const std::uint64_t games, const std::uint64_t seed,
                   const std::size_t threads, const std::uint64_t most_turns,
                   const std::optional<nb::callable>& progress) {
    if (b && a.needed() != b->needed()) throw std::invalid_argument("simulate: players of different races");
    if (mine == 0 || mine > a.needed() || theirs == 0 || theirs > a.needed())
        throw std::invalid_argument("simulate: a start outside of the race");
    if (!a.knows(b ? a.needed() : most_turns) || (b && !b->knows(a.needed())))
        throw std::invalid_argument("simulate: a player of shorter games");
    a.begin();
    if (b) b->begin();
    const auto one = a.roller(threads);
    const auto other = b ? b->roller(threads) : nullptr;
    const auto tally = released([&] {
        return jd::simulate({mine, theirs}, *one, other.get(), first_game, games, seed, threads, most_turns,
                            reporting(progress));
    });
    return nb::make_tuple(tally.games, tally.wins, tally.turns, tally.squared_turns, tally.unfinished);
}

}  // namespace

void bind_matches(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<PlayerPlan>(module, "Player")
        .def_static("best", &PlayerPlan::best, "turn"_a, "race"_a, "after"_a, "shift"_a, "scale"_a)
        .def_static("known", &PlayerPlan::known, "landings"_a, "which"_a);
    module.def("match", &match, "a"_a, "b"_a, "threads"_a, "progress"_a = nb::none());
    module.def("match_lengths", &lengths, "a"_a, "b"_a, "most"_a, "threads"_a, "progress"_a = nb::none());
    module.def("best_response", &best_response, "turn"_a, "race"_a, "b"_a, "threads"_a, "progress"_a = nb::none());
    nb::class_<RollerPlan>(module, "Roller")
        .def_static("best", &RollerPlan::best, "turn"_a, "race"_a, "after"_a, "shift"_a, "scale"_a, "goal"_a)
        .def_static("policies", &RollerPlan::policies, "turn"_a, "race"_a, "choices"_a, "first_rolls"_a, "which"_a,
                    "takes_wins"_a);
    module.def("simulate", &simulate, "a"_a, "b"_a.none(), "mine"_a, "theirs"_a, "first_game"_a, "games"_a, "seed"_a,
               "threads"_a, "most_turns"_a, "progress"_a = nb::none());
    module.def("landings", &landings, "turn"_a, "race"_a, "choices"_a, "first_rolls"_a, "which"_a, "takes_wins"_a);
    module.def("all_landings", &all_landings, "turn"_a, "race"_a, "after"_a, "shift"_a, "scale"_a, "threads"_a);
    module.def("best_landings", &best_landings, "turn"_a, "race"_a, "after"_a, "shift"_a, "scale"_a, "goal"_a);
}

}  // namespace jeopardice::python
