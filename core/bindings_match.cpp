// What Python sees of players and matches.
#include <nanobind/stl/variant.h>

#include "bindings.hpp"
#include "match.hpp"
#include "simulate.hpp"

namespace jeopardice::python {

namespace {

// A way to play, from which each match makes a player of its own.
class PlayerPlan {
  public:
    // Best play for given values: `after` by what the other player needs, then the mover.
    static PlayerPlan best(const nb::object& turn, const jd::RaceRules& race, const Input<double, 2>& after,
                           const double shift, const double scale) {
        check(after.shape(0) == race.needed && after.shape(1) == race.needed);
        return PlayerPlan{turn, race, copy(after), shift, scale};
    }

    // Landings, and which of them is that of a mover who needs i against one who needs j: which[i - 1, j - 1].
    static PlayerPlan known(const Input<double, 2>& landings, const Input<std::int32_t, 2>& which) {
        const std::size_t needed = which.shape(0);
        check(landings.shape(1) == needed + 1 && which.shape(1) == needed);
        for (const std::int32_t landing : span_of(which))
            check(landing >= 0 && static_cast<std::size_t>(landing) < landings.shape(0));
        PlayerPlan plan{nb::object(), {needed, 1, 1, 0, false, needed, 0, needed}, copy(landings), 0, 0};
        plan.which_ = copy(which);
        return plan;
    }

    // Must be called with the interpreter's lock held.
    void begin() {
        if (which_.empty()) tables_ = nb::cast<const TurnArrays&>(turn_).tables();
    }

    [[nodiscard]] std::unique_ptr<jd::Player> player(const std::size_t threads) const {
        if (!which_.empty()) return std::make_unique<jd::KnownPlayer>(race_.needed, numbers_, which_);
        const auto kernel = kernel_for(~std::size_t{0}, std::nullopt);
        return std::make_unique<jd::BestPlayer>(tables_, race_, kernel, threads, numbers_, shift_, scale_);
    }

    [[nodiscard]] std::size_t needed() const { return race_.needed; }

  private:
    PlayerPlan(nb::object turn, const jd::RaceRules& race, std::vector<double> numbers, const double shift,
               const double scale)
        : turn_(std::move(turn)), race_(race), numbers_(std::move(numbers)), shift_(shift), scale_(scale) {}

    static void check(const bool holds) {
        if (!holds) throw std::invalid_argument("player: arrays of the wrong size");
    }

    nb::object turn_;  // kept alive
    jd::RaceRules race_;
    jd::TurnTables tables_{};
    std::vector<double> numbers_;
    double shift_, scale_;
    std::vector<std::int32_t> which_;  // empty: plays best
};

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

// A way to play by chance, from which each simulation makes a roller of its own.
class RollerPlan {
  public:
    static RollerPlan best(const nb::object& turn, const jd::RaceRules& race, const Doubles& after, const double shift,
                           const double scale, const double goal) {
        if (after.size() == 0 || after.size() % race.needed != 0)
            throw std::invalid_argument("roller: arrays of the wrong size");
        RollerPlan plan(turn, race);
        plan.after_ = copy(after);
        plan.shift_ = shift;
        plan.scale_ = scale;
        plan.goal_ = goal;
        return plan;
    }

    // Policy which[i - 1, j - 1], or which[i - 1], is played by one who needs i against one who needs j.
    static RollerPlan policies(const nb::object& turn, const jd::RaceRules& race,
                               const Input<std::uint16_t, 3>& choices, const Input<std::int32_t, 1>& first_rolls,
                               const nb::ndarray<const std::int32_t, nb::c_contig, nb::device::cpu>& which,
                               const bool takes_wins) {
        RollerPlan plan(turn, race);
        const auto tables = nb::cast<const TurnArrays&>(turn).tables();
        const auto policies = static_cast<std::int32_t>(choices.shape(0));
        const auto out_of = [](const std::int32_t x, const std::int32_t end) { return x < 0 || x >= end; };
        bool wrong = choices.shape(2) != tables.outcomes() ||
                     choices.shape(1) < std::max({race.needed, race.bank_from, race.first_bank_from}) ||
                     policies == 0 || first_rolls.size() != choices.shape(0) ||
                     (which.size() != race.needed && which.size() != race.needed * race.needed);
        for (std::size_t k = 0; k < which.size() && !wrong; ++k) wrong = out_of(which.data()[k], policies);
        for (std::size_t k = 0; k < first_rolls.size() && !wrong; ++k)
            wrong = out_of(first_rolls.data()[k], tables.phase_rolls[1]);
        for (std::size_t k = 0; k < choices.size() && !wrong; ++k) {
            const std::size_t o = k % tables.outcomes();
            wrong = choices.data()[k] / 2 >= tables.outcome_options[o + 1] - tables.outcome_options[o];
        }
        if (wrong) throw std::invalid_argument("roller: arrays of the wrong size, or choices that do not exist");
        plan.choices_ = copy(choices);
        plan.first_rolls_ = copy(first_rolls);
        plan.which_ = copy(which);
        plan.takes_wins_ = takes_wins;
        return plan;
    }

    // Must be called with the interpreter's lock held.
    void begin() { tables_ = nb::cast<const TurnArrays&>(turn_).tables(); }

    [[nodiscard]] std::unique_ptr<jd::Roller> roller(const std::size_t threads) const {
        if (!choices_.empty())
            return std::make_unique<jd::PolicyRoller>(tables_, race_, choices_, first_rolls_, which_, takes_wins_);
        return std::make_unique<jd::BestRoller>(tables_, race_, kernel_for(1, std::nullopt), threads, after_, shift_,
                                                scale_, goal_);
    }

    [[nodiscard]] std::size_t needed() const { return race_.needed; }

    // Whether it knows what to do against one who needs up to `most`, or alone with so many turns to go.
    [[nodiscard]] bool knows(const std::uint64_t most) const {
        const std::size_t size = choices_.empty() ? after_.size() : which_.size();
        return size == race_.needed || size / race_.needed >= most;
    }

  private:
    RollerPlan(nb::object turn, const jd::RaceRules& race) : turn_(std::move(turn)), race_(race) {}

    nb::object turn_;  // kept alive
    jd::RaceRules race_;
    jd::TurnTables tables_{};
    std::vector<double> after_;
    double shift_ = 0, scale_ = 0, goal_ = 0;
    std::vector<std::uint16_t> choices_;
    std::vector<std::int32_t> first_rolls_, which_;
    bool takes_wins_ = true;
};

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
