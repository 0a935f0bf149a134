#include "bindings/table.hpp"

#include "evaluation/response.hpp"
#include "evaluation/solo.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unordered_map.h>

namespace jeopardice::python {

jd::Policy PythonTable::policy(const jd::TurnTables& turn, std::vector<std::uint16_t> choices, size_t first_roll) {
    const size_t outcomes = turn.outcomes();
    check_arrays(first_roll < turn.rolls_of(0).size() && (outcomes == 0 || choices.size() % outcomes == 0));
    for (size_t k = 0; k < choices.size(); ++k) check_arrays(choices[k] / 2u < turn.options_of(k % outcomes).size());
    return {std::move(choices), first_roll, 0, {}, {}};
}

std::array<jd::Policy, 2> PythonTable::policies(const Input<std::uint16_t, 3>& choices,
                                                const std::vector<size_t>& first_rolls) const {
    check_arrays(choices.shape(0) == 2 && choices.shape(1) > 0 && first_rolls.size() == 2 &&
                 choices.shape(2) == table_.turn().outcomes());
    const size_t size = choices.shape(1) * choices.shape(2);
    const auto part = [&](size_t k) {
        return policy(table_.turn(), {choices.data() + k * size, choices.data() + (k + 1) * size}, first_rolls[k]);
    };
    return {part(0), part(1)};
}

jd::Position PythonTable::position(const PositionNumbers& numbers) const {
    const auto& [needs, carry, turns, banked, phase, offered] = numbers;
    const auto lowest = static_cast<std::ptrdiff_t>(table_.race().lowest);
    check_arrays(needs.size() == table_.players() && carry < table_.carryover().states.size() &&
                 turns < std::max<size_t>(1, needs.size()) && phase < table_.turn().phases() &&
                 (offered == 0 || !table_.turn().no_dice(phase)));
    jd::Position at{.carry = carry, .turns = turns, .banked = banked, .phase = phase, .offered = offered};
    for (size_t p = 0; p < needs.size(); ++p) {
        check_arrays(needs[p] <= lowest && (needs[p] > 0 || (turns > 0 && p >= turns)));
        at.needs[p] = needs[p];
    }
    return at;
}

PythonPolicyBook::PythonPolicyBook(const PythonTable& table, const TurnArrays& turn,
                                   const Input<std::int32_t, 1>& places, bool takes_wins)
    : book_(table.table(), {turn.tables(), copy(places), table.max_score(), takes_wins}) {
    const jd::TurnTables &own = book_.own().turn, &whole = table.table().turn();
    check_arrays(places.size() == own.phases() && own.phase_rolls[1] == whole.phase_rolls[1]);
    // Phases without dice must correspond.
    for (size_t q = 0; q < places.size(); ++q) {
        const auto place = static_cast<size_t>(places.data()[q]);
        check_arrays(places.data()[q] >= 0 && place < whole.phases() && own.no_dice(q) == whole.no_dice(place));
    }
}

size_t PythonPolicyBook::add_waiting(const Input<std::uint16_t, 2>& choices, const Input<std::uint16_t, 2>& at_goal,
                                     const std::vector<bool>& rolls_on, size_t lead) {
    const jd::TurnTables& turn = book_.own().turn;
    check_arrays(lead <= book_.table().race().lowest && rolls_on.size() == turn.phases() &&
                 at_goal.size() == choices.size());
    jd::Policy found = PythonTable::policy(turn, copy(choices), 0);
    found.at_goal = PythonTable::policy(turn, copy(at_goal), 0).choices;
    found.rolls_on = rolls_on;
    found.lead = lead;
    return book_.add(std::move(found));
}

Output<double> PythonPolicyBook::distributions(size_t policy, size_t first, size_t last) {
    const size_t n = book_.table().race().lowest, bank_phases = jd::outcome_layout(book_.table()).bank_phases;
    const size_t bust_phases = jd::outcome_layout(book_.table()).bust_phases;
    const auto entries = book_.entries();
    check_arrays(policy < entries.size() && first >= 1 && first <= last && last <= n);
    std::vector<double> found((last - first + 1) * (n + 1), 0.0);
    for (size_t i = first; i <= last; ++i) {
        jd::Position at;
        at.needs.fill(1);
        at.needs[0] = static_cast<std::ptrdiff_t>(i);
        const jd::TurnOutcomes& turn = book_.outcomes(*entries[policy], at);
        double* const row = &found[(i - first) * (n + 1)];
        for (size_t t = 0; t < turn.banks.size(); ++t) row[jd::left_of(i, t / bank_phases)] += turn.banks[t];
        for (size_t t = 0; t < turn.busts.size(); ++t)
            row[book_.table().race().keep_on_bust ? jd::left_of(i, t / bust_phases) : i] += turn.busts[t];
        row[i] += turn.lost;
        row[0] += turn.won;
    }
    return as_numpy(std::move(found), {last - first + 1, n + 1});
}

PythonPolicySeat::PythonPolicySeat(PythonPolicyBook& book, const Array<std::int32_t>& which,
                                   const Input<std::int32_t, 1>& choices)
    : book_(book.book()),
      which_(copy(which)),
      choices_(copy(choices)),
      each_(which_.size() / std::max<size_t>(1, which.shape(0))) {
    const size_t n = book_.table().race().lowest;
    check_arrays(choices_.size() == book_.table().carryover().states.size() + 1 && (each_ == n || each_ == n * n));
    for (const std::int32_t choice : choices_)
        check_arrays(choice >= 0 && static_cast<size_t>(choice) < which.shape(0));
    const size_t policies = book_.entries().size();
    for (const std::int32_t policy : which_) check_arrays(policy >= 0 && static_cast<size_t>(policy) < policies);
}

PythonBestSeat::PythonBestSeat(const PythonTable& table, const PythonBoard& board, const Doubles& values,
                               size_t kept_bytes, size_t totals, size_t simulated_bytes)
    : table_(table),
      board_(board.board()),
      values_(copy(values)),
      offers_(board.offers()),
      problems_(board_, values_, offers_),
      kept_(kept_bytes),
      totals_(totals),
      simulated_bytes_(simulated_bytes) {
    check_arrays(values_.size() == board_.size());
    if (!board.ready()) throw std::invalid_argument("table: the board has to be solved first");
}

jd::BestTurns& PythonBestSeat::turns(size_t threads) {
    if (!turns_ || threads_ != threads) {
        turns_ = std::make_unique<jd::BestTurns>(table(), board_, widest_kernel(), threads, values_, offers_, totals_,
                                                 simulated_bytes_);
        threads_ = threads;
    }
    return *turns_;
}

nb::tuple PythonBestSeat::worths(const Input<std::int32_t, 2>& recorded) {
    const auto n = static_cast<std::int32_t>(board_.race().lowest);
    const auto carries = static_cast<std::int32_t>(board_.carries());
    const auto phases = static_cast<std::int32_t>(table().turn().phases());
    check_arrays(recorded.shape(1) == 5);
    std::vector<double> bank, roll;
    const Callback none;
    released([&] {
        const auto progress = reporting(none);
        jd::BestTurns& turns = this->turns(std::max<size_t>(1, threads_));
        jd::Position at;
        std::optional<jd::TurnWorth> worth;  // of the last scores and carry
        for (size_t k = 0; k < recorded.shape(0); ++k) {
            const std::int32_t* const q = recorded.data() + 5 * k;
            check_arrays(q[0] >= 1 && q[0] <= n && q[1] >= 1 && q[1] <= n && q[2] >= 0 && q[2] < carries && q[3] >= 0 &&
                         q[3] < phases && q[4] >= 0);
            if (k == 0 || !std::equal(q, q + 3, q - 5)) {
                at.carry = static_cast<size_t>(q[2]);
                at.needs = {q[0], q[1]};
                worth = turns.at(at, 0);
            }
            bank.push_back(worth->bank(static_cast<size_t>(q[3]), static_cast<size_t>(q[4])));
            roll.push_back(worth->roll(static_cast<size_t>(q[3]), static_cast<size_t>(q[4])));
            progress(0);
        }
    });
    return nb::make_tuple(as_numpy(std::move(bank)), as_numpy(std::move(roll)));
}

PythonFixedOpponent::PythonFixedOpponent(const PythonTable& table, PythonSeat& opponent, size_t threads,
                                         const Callback& progress) {
    check_arrays(&opponent.table() == &table.table());
    const auto seat = opponent.followed(threads);
    opponent_ = released([&] {
        return std::make_unique<jd::FixedOpponent>(table.table(), *seat, widest_kernel(), reporting(progress));
    });
}

namespace {

std::vector<jd::PolicySeat> seats_of(const std::vector<PythonPolicySeat*>& players) {
    std::vector<jd::PolicySeat> seats;
    for (PythonPolicySeat* const player : players) {
        check_arrays(player != nullptr);
        seats.push_back(player->seat());
    }
    return seats;
}

}  // namespace

std::vector<std::array<double, 2>> PythonFixedOpponent::against(const std::vector<PythonPolicySeat*>& players,
                                                                const PythonNearbyPlayers* near,
                                                                const Callback& progress) const {
    std::vector<jd::PolicySeat> seats = seats_of(players);
    std::vector<jd::PolicySeat*> pointers;
    for (jd::PolicySeat& seat : seats) pointers.push_back(&seat);
    return released(
        [&] { return opponent_->against(pointers, near ? &near->players().values() : nullptr, reporting(progress)); });
}

PythonNearbyPlayers::PythonNearbyPlayers(const PythonFixedOpponent& opponent, PythonPolicySeat& player,
                                         const PythonNearbyPlayers* near, const Callback& progress) {
    jd::PolicySeat seat = player.seat();
    players_ = released([&] {
        return std::make_unique<jd::NearbyPlayers>(opponent.opponent(), seat, near ? &near->players() : nullptr,
                                                   reporting(progress));
    });
}

std::vector<double> PythonNearbyPlayers::estimates(const std::vector<PythonPolicySeat*>& players) const {
    std::vector<jd::PolicySeat> seats = seats_of(players);
    return released([&] {
        std::vector<double> found;
        for (jd::PolicySeat& seat : seats) found.push_back(players_->estimate(seat));
        return found;
    });
}

namespace {

// The players of a table; one object where a seat is given several times.
template <class Player>
class Seated {
  public:
    Seated(const PythonTable& table, const std::vector<PythonSeat*>& seats, const auto& make) {
        check_arrays(seats.size() == table.table().players());
        for (size_t k = 0; k < seats.size(); ++k) {
            check_arrays(seats[k] && seats[k]->table().players() == seats.size() &&
                         seats[k]->table().race().lowest == table.table().race().lowest);
            const auto same = std::find(seats.begin(), seats.begin() + static_cast<std::ptrdiff_t>(k), seats[k]);
            const auto place = static_cast<size_t>(same - seats.begin());
            if (place == k) owned_.push_back(make(*seats[k]));
            players.push_back(place == k ? owned_.back().get() : players[place]);
        }
    }
    std::vector<Player*> players;

  private:
    std::vector<std::unique_ptr<Player>> owned_;
};

// The chances of each seat in games that begin at these positions, with these movers; expected turns, points and busts.
nb::tuple follow(const PythonTable& table, const std::vector<PythonSeat*>& seats,
                 const std::vector<std::pair<PositionNumbers, size_t>>& starts, size_t threads,
                 const Callback& progress) {
    const Seated<jd::Seat> seated(table, seats, [&](PythonSeat& seat) { return seat.followed(threads); });
    std::vector<jd::GameStart> positions;
    for (const auto& [numbers, mover] : starts) {
        check_arrays(mover < seats.size());
        positions.push_back({table.position(numbers), mover});
    }
    const auto found = released(
        [&] { return jd::follow_games(table.table(), seated.players, positions, threads, reporting(progress)); });
    return nb::make_tuple(found.wins, found.turns, found.points, found.busts);
}

// One game, round by round: each seat's chance that the game ends with its turn, and of winning; the expected turns,
// points and busts.
nb::tuple rounds(const PythonTable& table, const std::vector<PythonSeat*>& seats, const PositionNumbers& start,
                 size_t mover, size_t rounds, size_t threads, const Callback& progress) {
    const Seated<jd::Seat> seated(table, seats, [&](PythonSeat& seat) { return seat.followed(threads); });
    check_arrays(mover < seats.size());
    const auto found = released([&] {
        return jd::follow_rounds(table.table(), seated.players, {table.position(start), mover}, rounds, threads,
                                 reporting(progress));
    });
    return nb::make_tuple(found.ended, found.wins, found.turns, found.points, found.busts);
}

Output<double> solo_transitions(const PythonTable& table, PythonSeat& seat, size_t threads) {
    const Seated<jd::Seat> seated(table, {&seat}, [&](PythonSeat& one) { return one.followed(threads); });
    const size_t states = table.table().carryover().states.size() * table.table().race().lowest;
    return as_numpy(released([&] { return jd::solo_transitions(table.table(), *seated.players.front()); }),
                    {states, states + 1});
}

// The chances of the best response to the other players, by the mover, counted from the free player on: arrays by the
// carry and the units needed, the mover's first. `last`: the free player's last turns.
nb::list best_response(const PythonTable& table, const std::vector<PythonSeat*>& others,
                       const jd::BestTurnProblems& last, size_t past, size_t totals, size_t threads,
                       const Callback& progress) {
    std::vector<PythonSeat*> all(others);
    check_arrays(!others.empty());
    all.push_back(others.front());
    const Seated<jd::Seat> seated(table, all, [&](PythonSeat& seat) { return seat.followed(threads); });
    auto found = released([&] {
        return jd::best_response({table.table(), std::span(seated.players).first(others.size()), last, past, totals},
                                 widest_kernel(), threads, reporting(progress));
    });
    std::vector<size_t> shape{table.table().carryover().states.size()};
    shape.insert(shape.end(), all.size(), table.table().race().lowest);
    nb::list values;
    for (auto& plane : found) values.append(as_numpy(std::move(plane), shape));
    return values;
}

nb::list best_response_to_one(const PythonTable& table, const std::vector<PythonSeat*>& others,
                              const PythonBoard& board, size_t threads, const Callback& progress) {
    const jd::BoardProblems last(board.board(), {}, nullptr);
    return best_response(table, others, last, board.past(), board.totals(), threads, progress);
}

nb::list best_response_to_several(const PythonTable& table, const std::vector<PythonSeat*>& others,
                                  const PythonMultiplayerBoard& board, size_t threads, const Callback& progress) {
    const jd::Shares none;
    const jd::MultiplayerProblems last(board.board(), {}, nullptr, none);
    const size_t past = std::max(board.board().last_round().likely(), board.most_lead());
    return best_response(table, others, last, past, board.board().totals(), threads, progress);
}

// Games, unfinished games, each seat's wins, turns and their squares; sums of counts, sums of their products, the
// number of games by their turns and by their lead changes, and recorded decisions: what all need, the mover first, the
// carryover, the phase and the total.
nb::tuple simulate(const PythonTable& table, const std::vector<PythonSeat*>& seats, PythonBestSeat* judge,
                   const PositionNumbers& start, std::uint64_t first_game, std::uint64_t games, std::uint64_t seed,
                   std::uint64_t most_turns, bool counted, std::uint64_t recorded_games, size_t threads,
                   const Callback& progress) {
    jd::BestTurns* const judges = judge ? &judge->turns(threads) : nullptr;
    const jd::MaxScorePlay* const max_score = counted ? &table.max_score() : nullptr;
    const Seated<jd::GamePlayer> seated(table, seats,
                                        [&](PythonSeat& seat) { return seat.simulated(threads, max_score, judges); });
    const auto found = released([&] {
        return jd::play_games(table.table(), seated.players, table.position(start),
                              {first_game, games, seed, most_turns}, {counted, recorded_games}, threads,
                              reporting(progress));
    });
    std::vector<double> sums(found.sums.begin(), found.sums.end()), products;
    for (size_t a = 0; a < sums.size(); ++a)
        for (size_t b = 0; b < sums.size(); ++b) products.push_back(found.products[std::max(a, b)][std::min(a, b)]);
    std::vector<std::int32_t> recorded;
    for (const auto& [needs, carry, phase, total] : found.recorded) {
        for (size_t p = 0; p < seats.size(); ++p) recorded.push_back(static_cast<std::int32_t>(needs[p]));
        for (const size_t number : {carry, phase, total}) recorded.push_back(static_cast<std::int32_t>(number));
    }
    const size_t counts = sums.size();
    const std::vector<double> won(found.won.begin(), found.won.begin() + static_cast<std::ptrdiff_t>(seats.size()));
    return nb::make_tuple(found.games, found.unfinished, won, found.turns, found.squares, as_numpy(std::move(sums)),
                          as_numpy(std::move(products), {counts, counts}), as_numpy(found.lengths),
                          as_numpy(found.changes),
                          as_numpy(std::move(recorded), {found.recorded.size(), seats.size() + 3}));
}

}  // namespace

void bind_tables(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<PythonSeat>(module, "Seat");
    nb::class_<PythonTable>(module, "Table")
        .def(nb::init<const TurnArrays&, const jd::RaceRules&, const jd::Carryover&, size_t,
                      const Input<std::uint16_t, 3>&, const std::vector<size_t>&>(),
             "turn"_a, "race"_a, "carryover"_a, "players"_a, "max_score"_a, "first_rolls"_a, nb::keep_alive<1, 2>())
        .def("follow", &follow, "seats"_a, "starts"_a, "threads"_a, "progress"_a = nb::none())
        .def("rounds", &rounds, "seats"_a, "start"_a, "mover"_a, "rounds"_a, "threads"_a, "progress"_a = nb::none())
        .def("solo_transitions", &solo_transitions, "seat"_a, "threads"_a)
        .def("best_response", &best_response_to_one, "others"_a, "board"_a, "threads"_a, "progress"_a = nb::none())
        .def("best_response", &best_response_to_several, "others"_a, "board"_a, "threads"_a, "progress"_a = nb::none())
        .def("simulate", &simulate, "seats"_a, "judge"_a.none(), "start"_a, "first_game"_a, "games"_a, "seed"_a,
             "most_turns"_a, "counted"_a, "recorded_games"_a, "threads"_a, "progress"_a = nb::none());
    nb::class_<PythonPolicyBook>(module, "PolicyBook")
        .def(nb::init<const PythonTable&, const TurnArrays&, const Input<std::int32_t, 1>&, bool>(), "table"_a,
             "turn"_a, "places"_a, "takes_wins"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
        .def("add", &PythonPolicyBook::add, "choices"_a, "first_roll"_a)
        .def("add_waiting", &PythonPolicyBook::add_waiting, "choices"_a, "at_goal"_a, "rolls_on"_a, "lead"_a)
        .def("distributions", &PythonPolicyBook::distributions, "policy"_a, "first"_a, "last"_a);
    nb::class_<PythonPolicySeat, PythonSeat>(module, "PolicySeat")
        .def(nb::init<PythonPolicyBook&, const Array<std::int32_t>&, const Input<std::int32_t, 1>&>(), "book"_a,
             "which"_a, "choices"_a, nb::keep_alive<1, 2>());
    nb::class_<PythonBestSeat, PythonSeat>(module, "BestSeat")
        .def(nb::init<const PythonTable&, const PythonBoard&, const Doubles&, size_t, size_t, size_t>(), "table"_a,
             "board"_a, "values"_a, "kept_bytes"_a, "totals"_a, "simulated_bytes"_a, nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 3>())
        .def("worths", &PythonBestSeat::worths, "recorded"_a);
    nb::class_<PythonFixedOpponent>(module, "FixedOpponent")
        .def(nb::init<const PythonTable&, PythonSeat&, size_t, const Callback&>(), "table"_a, "opponent"_a, "threads"_a,
             "progress"_a = nb::none())
        .def_static(
            "fits", [](const PythonTable& table) { return jd::FixedOpponent::fits(table.table()); }, "table"_a)
        .def("against", &PythonFixedOpponent::against, "players"_a, "near"_a.none() = nb::none(),
             "progress"_a = nb::none());
    nb::class_<PythonNearbyPlayers>(module, "NearbyPlayers")
        .def(nb::init<const PythonFixedOpponent&, PythonPolicySeat&, const PythonNearbyPlayers*, const Callback&>(),
             "opponent"_a, "player"_a, "near"_a.none() = nb::none(), "progress"_a = nb::none(), nb::keep_alive<1, 2>())
        .def("estimates", &PythonNearbyPlayers::estimates, "players"_a);
    nb::class_<PythonMultiplayerSeat, PythonSeat>(module, "MultiplayerSeat")
        .def(nb::init<const PythonTable&, PythonMultiplayerBoard&, const Doubles&, jd::Shares, size_t,
                      const Callback&>(),
             "table"_a, "board"_a, "values"_a, "shares"_a, "kept_bytes"_a, "progress"_a.none(), nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 3>());
}

}  // namespace jeopardice::python
