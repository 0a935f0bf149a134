// What Python sees of races of several players: a group that solves its states level by level, and any turn on it.
#include "bindings/players.hpp"
#include "evaluation/seating.hpp"
#include "simulation/multiplayer_games.hpp"

namespace jeopardice::python {

namespace {

using Values = nb::ndarray<double, nb::c_contig, nb::device::cpu>;

class GroupOfTurn {
  public:
    GroupOfTurn(const TurnArrays& turn, const jd::RaceRules& race, const jd::Between& between,
                const std::size_t players, const std::size_t threads, const std::optional<nb::callable>& progress,
                const std::optional<std::string>& kernel)
        : turn_(turn.tables()),
          kernel_(kernel_for(~std::size_t{0}, kernel)),
          group_(released(
              [&] { return jd::Group(turn_, race, between, kernel_, players, threads, reporting(progress)); })),
          solver_(group_, kernel_, threads) {}

    // Solves one level; the values of lower ones are known. In the first sweep nobody falls.
    [[nodiscard]] nb::tuple solve(const Values& values, const std::size_t level, const bool first,
                                  const std::optional<nb::callable>& progress) {
        check_values(values.size());
        check_level(level);
        return found(released([&] { return solver_.solve(values.data(), level, first, reporting(progress)); }));
    }

    // The same from another guess of what busts are worth: how far it leads from the values, which stay as they are.
    [[nodiscard]] nb::tuple solve_again(const Values& values, const std::size_t level, const double guess,
                                        const std::optional<nb::callable>& progress) {
        check_values(values.size());
        check_level(level);
        return found(released([&] { return solver_.solve_again(values.data(), level, guess, reporting(progress)); }));
    }

    // How far the values of a level are from what they say of each other.
    [[nodiscard]] nb::tuple check(const Values& values, const std::size_t level, const Input<std::int64_t, 1>& places,
                                  const Input<double, 1>& shares, const std::optional<nb::callable>& progress) {
        check_values(values.size());
        check_level(level);
        const jd::Shares mixed = shares_of(places, shares);
        const auto checked = released([&] { return solver_.check(values.data(), level, mixed, reporting(progress)); });
        return nb::make_tuple(checked.gain, checked.off, checked.spread);
    }

    // Who wins when the seats are taken by players with known landings or (None) by best play for values: by the mover,
    // then planes of all states.
    [[nodiscard]] Output<double> seating(const std::vector<const PlayerPlan*>& seats,
                                         const std::optional<Doubles>& best, const Input<std::int64_t, 1>& places,
                                         const Input<double, 1>& shares, const std::size_t threads,
                                         const std::optional<nb::callable>& progress) const {
        if (best) check_values(best->size());
        std::vector<std::optional<jd::KnownPlayer>> known;
        for (const PlayerPlan* const seat : seats) {
            known.push_back(seat ? seat->known_player() : std::nullopt);
            if (seat && (!known.back() || seat->needed() != group_.most_units()))
                throw std::invalid_argument("seating: a player of another race");
        }
        std::vector<jd::Seat> taken;
        for (const auto& player : known) taken.push_back({player ? &*player : nullptr});
        const jd::Shares mixed = shares_of(places, shares);
        auto values = released([&] {
            return jd::play_seating(group_, kernel_, threads, taken, best ? best->data() : nullptr, mixed,
                                    reporting(progress));
        });
        const std::size_t players = group_.players();
        return as_numpy(std::move(values), {players, players, group_.plane()});
    }

    // Games by chance: the wins of each seat, turns, squared turns, and games that were too long.
    [[nodiscard]] nb::tuple simulate(const std::vector<RollerPlan*>& seats, const std::optional<Doubles>& best,
                                     const Input<std::int64_t, 1>& places, const Input<double, 1>& shares,
                                     const std::vector<std::size_t>& needs, const std::uint64_t first_game,
                                     const std::uint64_t games, const std::uint64_t seed, const std::size_t threads,
                                     const std::uint64_t most_turns,
                                     const std::optional<nb::callable>& progress) const {
        if (best) check_values(best->size());
        std::vector<std::unique_ptr<jd::Roller>> owned;
        std::vector<jd::Roller*> rollers;
        for (RollerPlan* const seat : seats) {
            if (seat ? seat->needed() != group_.most_units() || !seat->knows(seat->needed()) : !best)
                throw std::invalid_argument("games: a player of another race");
            if (seat) seat->begin();
            owned.push_back(seat ? seat->roller(threads) : nullptr);
            rollers.push_back(owned.back().get());
        }
        const jd::GroupGames wanted{first_game, games, seed, most_turns, units_of(needs)};
        const jd::Shares mixed = shares_of(places, shares);
        const auto found = released([&] {
            return jd::simulate_group(group_, kernel_, rollers, best ? best->data() : nullptr, mixed, wanted, threads,
                                      reporting(progress));
        });
        return nb::make_tuple(found.wins, found.turns, found.squared_turns, found.unfinished);
    }

    // The expected turns of a game from the start.
    [[nodiscard]] double expected_turns(const Values& values, const Input<std::int64_t, 1>& places,
                                        const Input<double, 1>& shares, const std::optional<nb::callable>& progress) {
        check_values(values.size());
        const jd::Shares mixed = shares_of(places, shares);
        return released([&] {
            const auto tell = reporting(progress);
            std::vector<double> turns(group_.plane());
            const std::size_t last = group_.players() * group_.most_units();
            for (std::size_t level = group_.players(); level <= last; ++level) {
                solver_.find_turns(values.data(), turns.data(), level, mixed);
                tell(static_cast<double>(level) / static_cast<double>(last));
            }
            return turns.back();
        });
    }

    // Where the values of a level stand in each plane.
    [[nodiscard]] Output<std::int64_t> places(const std::size_t level) const {
        check_level(level);
        std::vector<std::int64_t> found;
        for (jd::Units units : group_.blocks(level)) {
            const std::size_t rotations = group_.rotations(units);
            for (std::size_t r = 0; r < rotations; ++r, units = group_.next(units, units[0]))
                for (std::size_t mode = 0; mode < group_.between().modes.size(); ++mode)
                    found.push_back(static_cast<std::int64_t>(group_.place(units, mode)));
        }
        const std::size_t size = found.size();
        return as_numpy(std::move(found), {size});
    }

    // One turn, given the values that may follow it.
    [[nodiscard]] nb::tuple visit(const Doubles& values, const std::vector<std::size_t>& needs,
                                  const std::size_t mode) const {
        check_values(values.size());
        const jd::Units units = units_of(needs);
        if (mode >= group_.between().modes.size() || !group_.exists(units, mode))
            throw std::invalid_argument("visit: no such state");
        const auto after = group_.components(values.data(), group_.bust_place(units, mode));
        const jd::Visit visit = group_.visit(values.data(), units, mode, after[group_.players() - 1]);
        return solved_visit(turn_, group_.race(), visit);
    }

    // A turn of the last round: of the first of those who must gain so many units to lead. `firsts`: those who have a
    // first bank to make, as bits.
    [[nodiscard]] nb::tuple last_turn(const std::vector<std::size_t>& gains, const std::size_t firsts) const {
        if (gains.empty() || gains.size() >= group_.players() || group_.last_round().past() == 0)
            throw std::invalid_argument("last turn: no such state");
        jd::LastRound::Known kept;
        return solved_visit(turn_, group_.race(), group_.last_round().visit(gains, firsts, kept));
    }

    [[nodiscard]] bool has_falls() const { return group_.has_falls(); }
    [[nodiscard]] std::size_t past() const { return group_.last_round().past(); }

  private:
    static nb::tuple found(const jd::LevelFound& found) {
        std::vector<std::size_t> places;
        std::vector<double> shares;
        for (const auto& [place, share] : found.mixed) {
            places.push_back(place);
            shares.push_back(share);
        }
        return nb::make_tuple(found.change, found.visits, found.in_turn, found.unsettled, found.elsewhere, places,
                              shares);
    }

    static jd::Shares shares_of(const Input<std::int64_t, 1>& places, const Input<double, 1>& shares) {
        jd::Shares mixed;
        for (std::size_t k = 0; k < std::min(places.size(), shares.size()); ++k)
            mixed[static_cast<std::size_t>(places.data()[k])] = shares.data()[k];
        return mixed;
    }

    void check_values(const std::size_t size) const {
        if (size != group_.planes() * group_.plane()) throw std::invalid_argument("group: values of another race");
    }
    void check_level(const std::size_t level) const {
        const std::size_t players = group_.players();
        if (level < players || level > players * group_.most_units())
            throw std::invalid_argument("group: no such level");
    }
    [[nodiscard]] jd::Units units_of(const std::vector<std::size_t>& needs) const {
        jd::Units units{};
        if (needs.size() != group_.players()) throw std::invalid_argument("group: so many do not play");
        for (std::size_t p = 0; p < needs.size(); ++p) {
            if (needs[p] == 0 || needs[p] > group_.most_units()) throw std::invalid_argument("visit: no such state");
            units[p] = static_cast<std::uint16_t>(needs[p]);
        }
        return units;
    }

    const jd::TurnTables turn_;
    const jd::Kernel kernel_;
    const jd::Group group_;
    jd::GroupSolver solver_;
};

}  // namespace

void bind_groups(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<GroupOfTurn>(module, "Group")
        .def(nb::init<const TurnArrays&, const jd::RaceRules&, const jd::Between&, std::size_t, std::size_t,
                      const std::optional<nb::callable>&, const std::optional<std::string>&>(),
             "turn"_a, "race"_a, "between"_a, "players"_a, "threads"_a, "progress"_a = nb::none(),
             "kernel"_a = nb::none(), nb::keep_alive<1, 2>())
        .def_prop_ro("has_falls", &GroupOfTurn::has_falls)
        .def_prop_ro("past", &GroupOfTurn::past)
        .def("solve", &GroupOfTurn::solve, "values"_a, "level"_a, "first"_a, "progress"_a = nb::none())
        .def("solve_again", &GroupOfTurn::solve_again, "values"_a, "level"_a, "guess"_a, "progress"_a = nb::none())
        .def("check", &GroupOfTurn::check, "values"_a, "level"_a, "places"_a, "shares"_a, "progress"_a = nb::none())
        .def("places", &GroupOfTurn::places, "level"_a)
        .def("simulate", &GroupOfTurn::simulate, "seats"_a.none(), "best"_a.none(), "places"_a, "shares"_a, "needs"_a,
             "first_game"_a, "games"_a, "seed"_a, "threads"_a, "most_turns"_a, "progress"_a = nb::none())
        .def("expected_turns", &GroupOfTurn::expected_turns, "values"_a, "places"_a, "shares"_a,
             "progress"_a = nb::none())
        .def("seating", &GroupOfTurn::seating, "seats"_a.none(), "best"_a.none(), "places"_a, "shares"_a, "threads"_a,
             "progress"_a = nb::none())
        .def("visit", &GroupOfTurn::visit, "values"_a, "needs"_a, "mode"_a)
        .def("last_turn", &GroupOfTurn::last_turn, "gains"_a, "firsts"_a);
}

}  // namespace jeopardice::python
