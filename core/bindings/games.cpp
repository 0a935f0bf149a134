// Simulated games with carryover in Python.
#include "simulation/games.hpp"
#include "bindings/board.hpp"
#include "bindings/players.hpp"

namespace jeopardice::python {

namespace {

// Policies for whole games.
class GamePolicies {
  public:
    GamePolicies(const TurnArrays& turn, const Input<std::uint16_t, 3>& choices,
                 const Input<std::int32_t, 1>& first_rolls, const Array<std::int32_t>& which,
                 const Input<std::int32_t, 1>& places, bool takes_wins)
        : turn_(turn.tables()), arrays_(turn_, choices, first_rolls, copy(which), takes_wins), places_(copy(places)) {
        check_policies(places_.size() == turn_.phases());
    }

    [[nodiscard]] std::unique_ptr<jd::GamePlayer> player(const jd::Transitions& transitions,
                                                         const jd::MaxScorePlay& max_score,
                                                         jd::BestTurns* judges) const {
        const size_t n = transitions.board().race().lowest, states = arrays_.which.size();
        check_policies((states == n || states == n * n) && all_below(places_, transitions.turn().phases()) &&
                       turn_.phase_rolls[1] == transitions.turn().phase_rolls[1]);
        // Phases without dice must correspond.
        for (size_t q = 0; q < places_.size(); ++q)
            check_policies(turn_.no_dice(q) == transitions.turn().no_dice(static_cast<size_t>(places_[q])));
        return std::make_unique<jd::PolicyGamePlayer>(turn_, arrays_.policies(), places_, transitions, max_score,
                                                      judges);
    }

  private:
    const jd::TurnTables turn_;
    const PolicyArrays arrays_;
    const std::vector<std::int32_t> places_;
};

// The games of one board; turns of best play are cached from one run to the next.
class PythonGames {
  public:
    PythonGames(const TurnArrays& turn, const PythonBoard& board, const std::optional<Doubles>& values,
                const Input<std::uint16_t, 3>& max_score, const Input<std::int32_t, 1>& first_rolls, size_t threads,
                size_t totals_kept, size_t most_bytes)
        : turn_(turn.tables()),
          transitions_(turn_, board.board()),
          values_(values),
          arrays_(turn_, max_score, first_rolls, {0, 1}, true),
          max_score_(transitions_, arrays_.policies()),
          threads_(std::max<size_t>(1, threads)) {
        check_policies(first_rolls.size() == 2);
        if (!values_) return;
        if (values_->size() != board.board().size()) throw std::invalid_argument("games: values of another race");
        if (!board.ready()) throw std::invalid_argument("games: the board has to be solved first");
        best_.emplace(transitions_, kernel_for(4), threads_, span_of(*values_), board.offers(), totals_kept,
                      most_bytes);
    }

    // Games, games with too many turns, sums of counts, sums of their products, the number of games by their turns and
    // by their lead changes, and recorded decisions.
    [[nodiscard]] nb::tuple play(const GamePolicies* first, const GamePolicies* second, size_t mine, size_t theirs,
                                 std::uint64_t first_game, std::uint64_t games, std::uint64_t seed,
                                 std::uint64_t most_turns, std::uint64_t recorded_games, bool judged,
                                 const Callback& progress) {
        const size_t n = transitions_.board().race().lowest;
        if (mine == 0 || mine > n || theirs == 0 || theirs > n)
            throw std::invalid_argument("games: a start outside of the race");
        const jd::Position start{mine, static_cast<std::ptrdiff_t>(theirs)};
        const auto one = player(first, judged), other = player(second, judged);
        const auto found = released([&] {
            return jd::play_games(transitions_, *one, *other, start, {first_game, games, seed, most_turns},
                                  recorded_games, threads_, reporting(progress));
        });
        std::vector<double> sums(found.sums.begin(), found.sums.end()), products;
        for (size_t a = 0; a < sums.size(); ++a)
            for (size_t b = 0; b < sums.size(); ++b) products.push_back(found.products[std::max(a, b)][std::min(a, b)]);
        std::vector<std::int32_t> recorded;
        for (const auto& [needs, others, carry, phase, total] : found.recorded)
            recorded.insert(recorded.end(), {needs, others, carry, phase, total});
        const size_t counts = sums.size();
        return nb::make_tuple(found.games, found.unfinished, as_numpy(std::move(sums)),
                              as_numpy(std::move(products), {counts, counts}), as_numpy(found.lengths),
                              as_numpy(found.changes), as_numpy(std::move(recorded), {found.recorded.size(), 5}));
    }

    // The values of banking and of rolling in each of these positions (see RecordedDecision).
    [[nodiscard]] nb::tuple worths(const Input<std::int32_t, 2>& recorded) {
        if (!best_) throw std::invalid_argument("games: the values of best play are missing");
        const auto n = static_cast<std::int32_t>(transitions_.board().race().lowest);
        const auto carries = static_cast<std::int32_t>(transitions_.board().carries());
        const auto phases = static_cast<std::int32_t>(turn_.phases());
        check_policies(recorded.shape(1) == 5);
        std::vector<double> bank, roll;
        const Callback none;
        released([&] {
            const auto progress = reporting(none);
            std::optional<jd::TurnWorth> worth;  // of the last scores and carry
            for (size_t k = 0; k < recorded.shape(0); ++k) {
                const std::int32_t* const q = recorded.data() + 5 * k;
                check_policies(q[0] >= 1 && q[0] <= n && q[1] >= 1 && q[1] <= n && q[2] >= 0 && q[2] < carries &&
                               q[3] >= 0 && q[3] < phases && q[4] >= 0);
                if (k == 0 || !std::equal(q, q + 3, q - 5))
                    worth = best_->at({static_cast<size_t>(q[0]), q[1], static_cast<size_t>(q[2])}, 0);
                bank.push_back(worth->bank(static_cast<size_t>(q[3]), static_cast<size_t>(q[4])));
                roll.push_back(worth->roll(static_cast<size_t>(q[3]), static_cast<size_t>(q[4])));
                progress(0);
            }
        });
        return nb::make_tuple(as_numpy(std::move(bank)), as_numpy(std::move(roll)));
    }

  private:
    [[nodiscard]] std::unique_ptr<jd::GamePlayer> player(const GamePolicies* plan, bool judged) {
        if (plan) return plan->player(transitions_, max_score_, judged && best_ ? &*best_ : nullptr);
        if (!best_) throw std::invalid_argument("games: the values of best play are missing");
        return std::make_unique<jd::BestGamePlayer>(*best_, judged ? &max_score_ : nullptr);
    }

    const jd::TurnTables turn_;
    const jd::Transitions transitions_;
    const std::optional<Doubles> values_;
    const PolicyArrays arrays_;
    const jd::MaxScorePlay max_score_;
    const size_t threads_;
    std::optional<jd::BestTurns> best_;
};

}  // namespace

void bind_games(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<GamePolicies>(module, "GamePolicies")
        .def(nb::init<const TurnArrays&, const Input<std::uint16_t, 3>&, const Input<std::int32_t, 1>&,
                      const Array<std::int32_t>&, const Input<std::int32_t, 1>&, bool>(),
             "turn"_a, "choices"_a, "first_rolls"_a, "which"_a, "places"_a, "takes_wins"_a, nb::keep_alive<1, 2>());
    nb::class_<PythonGames>(module, "Games")
        .def(nb::init<const TurnArrays&, const PythonBoard&, const std::optional<Doubles>&,
                      const Input<std::uint16_t, 3>&, const Input<std::int32_t, 1>&, size_t, size_t, size_t>(),
             "turn"_a, "board"_a, "values"_a.none(), "max_score"_a, "first_rolls"_a, "threads"_a, "totals_kept"_a,
             "most_bytes"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
        .def("play", &PythonGames::play, "first"_a.none(), "second"_a.none(), "mine"_a, "theirs"_a, "first_game"_a,
             "games"_a, "seed"_a, "most_turns"_a, "recorded_games"_a, "judged"_a, "progress"_a = nb::none())
        .def("worths", &PythonGames::worths, "recorded"_a);
}

}  // namespace jeopardice::python
