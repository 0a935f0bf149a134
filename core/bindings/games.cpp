// What Python sees of whole games played by chance.
#include "simulation/games.hpp"
#include "bindings/board.hpp"

namespace jeopardice::python {

namespace {

void check(const bool holds) {
    if (!holds) throw std::invalid_argument("games: arrays of the wrong size, or choices that do not exist");
}

// Whether all choices are options of their outcomes.
bool exist(const std::span<const std::uint16_t> choices, const jd::TurnTables& turn) {
    for (std::size_t k = 0; k < choices.size(); ++k) {
        const std::size_t o = k % turn.outcomes();
        if (choices[k] / 2 >= turn.outcome_options[o + 1] - turn.outcome_options[o]) return false;
    }
    return true;
}

bool all_below(const std::span<const std::int32_t> numbers, const std::size_t end) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](const std::int32_t x) { return x >= 0 && static_cast<std::size_t>(x) < end; });
}

// Policies for whole games.
class GamePolicies {
  public:
    GamePolicies(const TurnArrays& turn, const Input<std::uint16_t, 3>& choices,
                 const Input<std::int32_t, 1>& first_rolls,
                 const nb::ndarray<const std::int32_t, nb::c_contig, nb::device::cpu>& which,
                 const Input<std::int32_t, 1>& places, const bool takes_wins)
        : turn_(turn.tables()),
          choices_(copy(choices)),
          first_rolls_(copy(first_rolls)),
          which_(copy(which)),
          places_(copy(places)),
          takes_wins_(takes_wins) {
        check(choices.shape(2) == turn_.outcomes() && choices.shape(0) > 0 && choices.shape(1) > 0 &&
              choices.shape(0) == first_rolls_.size() && places_.size() == turn_.phases());
        check(exist(choices_, turn_) && all_below(which_, choices.shape(0)) &&
              all_below(first_rolls_, static_cast<std::size_t>(turn_.phase_rolls[1])));
    }

    [[nodiscard]] const jd::TurnTables& turn() const { return turn_; }
    [[nodiscard]] jd::Policies policies(const jd::Passing& passing) const {
        const std::size_t n = passing.board().race().lowest;
        check((which_.size() == n || which_.size() == n * n) && all_below(places_, passing.turn().phases()) &&
              turn_.phase_rolls[1] == passing.turn().phase_rolls[1]);
        // No dice are left in their turn just where none are left in the board's.
        for (std::size_t q = 0; q < places_.size(); ++q)
            check(turn_.no_dice(q) == passing.turn().no_dice(static_cast<std::size_t>(places_[q])));
        return {choices_, first_rolls_, which_, places_, takes_wins_};
    }

  private:
    const jd::TurnTables turn_;
    const std::vector<std::uint16_t> choices_;
    const std::vector<std::int32_t> first_rolls_, which_, places_;
    const bool takes_wins_;
};

// The games of one board; best play is remembered from one run to the next.
class GamesOfBoard {
  public:
    GamesOfBoard(const TurnArrays& turn, const BoardOfTurn& board, const std::optional<Doubles>& values,
                 const Input<std::uint16_t, 3>& obvious, const Input<std::int32_t, 1>& first_rolls,
                 const std::size_t threads, const std::size_t totals_kept, const std::size_t most_bytes)
        : turn_(turn.tables()),
          passing_(turn_, board.board()),
          values_(values),
          choices_(copy(obvious)),
          obvious_(passing_, read(obvious, first_rolls)),
          threads_(std::max<std::size_t>(1, threads)) {
        if (!values_) return;
        if (values_->size() != board.board().size()) throw std::invalid_argument("games: values of another race");
        if (!board.ready()) throw std::invalid_argument("games: the board has to be solved before");
        best_.emplace(passing_, kernel_for(4, std::nullopt), threads_, span_of(*values_), board.offers(), totals_kept,
                      most_bytes);
    }

    // Games, games that were too long, sums of counts, sums of their products, how many games had each number of turns
    // and of lead changes, and decisions that came up.
    [[nodiscard]] nb::tuple play(const GamePolicies* const first, const GamePolicies* const second,
                                 const std::size_t mine, const std::size_t theirs, const std::uint64_t first_game,
                                 const std::uint64_t games, const std::uint64_t seed, const std::uint64_t most_turns,
                                 const std::uint64_t asked_in, const bool judged,
                                 const std::optional<nb::callable>& progress) {
        const std::size_t n = passing_.board().race().lowest;
        if (mine == 0 || mine > n || theirs == 0 || theirs > n)
            throw std::invalid_argument("games: a start outside of the race");
        const jd::GamesWanted wanted{
            {mine, static_cast<std::ptrdiff_t>(theirs)}, first_game, games, seed, most_turns, asked_in};
        const auto one = player(first, judged), other = player(second, judged);
        const auto found =
            released([&] { return jd::play_games(passing_, *one, *other, wanted, threads_, reporting(progress)); });
        std::vector<double> sums(found.sums.begin(), found.sums.end()), products;
        for (std::size_t a = 0; a < sums.size(); ++a)
            for (std::size_t b = 0; b < sums.size(); ++b)
                products.push_back(found.products[std::max(a, b)][std::min(a, b)]);
        std::vector<std::int32_t> asked;
        for (const auto& [needs, others, mode, phase, total] : found.asked)
            asked.insert(asked.end(), {needs, others, mode, phase, total});
        const std::size_t counts = sums.size(), questions = found.asked.size();
        const std::size_t lengths = found.lengths.size(), changes = found.changes.size();
        return nb::make_tuple(
            found.games, found.unfinished, as_numpy(std::move(sums), {counts}),
            as_numpy(std::move(products), {counts, counts}), as_numpy(std::vector(found.lengths), {lengths}),
            as_numpy(std::vector(found.changes), {changes}), as_numpy(std::move(asked), {questions, 5}));
    }

    // What it is worth to bank and to roll in each of these positions (see Question).
    [[nodiscard]] nb::tuple worths(const Input<std::int32_t, 2>& asked) {
        if (!best_) throw std::invalid_argument("games: best play is not known");
        const auto n = static_cast<std::int32_t>(passing_.board().race().lowest);
        const auto modes = static_cast<std::int32_t>(passing_.board().between().modes.size());
        const auto phases = static_cast<std::int32_t>(turn_.phases());
        check(asked.shape(1) == 5);
        std::vector<double> bank, roll;
        const std::optional<nb::callable> nobody;
        released([&] {
            const auto progress = reporting(nobody);
            std::optional<jd::TurnWorth> worth;  // the same as long as the scores and the mode are
            for (std::size_t k = 0; k < asked.shape(0); ++k) {
                const std::int32_t* const q = asked.data() + 5 * k;
                check(q[0] >= 1 && q[0] <= n && q[1] >= 1 && q[1] <= n && q[2] >= 0 && q[2] < modes && q[3] >= 0 &&
                      q[3] < phases && q[4] >= 0);
                if (k == 0 || !std::equal(q, q + 3, q - 5))
                    worth = best_->at({static_cast<std::size_t>(q[0]), q[1], static_cast<std::size_t>(q[2])}, 0);
                bank.push_back(worth->bank(static_cast<std::size_t>(q[3]), static_cast<std::size_t>(q[4])));
                roll.push_back(worth->roll(static_cast<std::size_t>(q[3]), static_cast<std::size_t>(q[4])));
                progress(0);
            }
            return 0;
        });
        const std::size_t size = bank.size();
        return nb::make_tuple(as_numpy(std::move(bank), {size}), as_numpy(std::move(roll), {size}));
    }

  private:
    [[nodiscard]] jd::Obvious read(const Input<std::uint16_t, 3>& obvious,
                                   const Input<std::int32_t, 1>& first_rolls) const {
        check(obvious.shape(0) == 2 && obvious.shape(1) > 0 && obvious.shape(2) == turn_.outcomes() &&
              first_rolls.size() == 2 && exist(choices_, turn_) &&
              all_below(span_of(first_rolls), static_cast<std::size_t>(turn_.phase_rolls[1])));
        return {choices_,
                {static_cast<std::size_t>(first_rolls.data()[0]), static_cast<std::size_t>(first_rolls.data()[1])}};
    }

    [[nodiscard]] std::unique_ptr<jd::GamePlayer> player(const GamePolicies* const plan, const bool judged) {
        if (plan)
            return std::make_unique<jd::PolicyGamePlayer>(plan->turn(), plan->policies(passing_), passing_, obvious_,
                                                          judged && best_ ? &*best_ : nullptr);
        if (!best_) throw std::invalid_argument("games: best play is not known");
        return std::make_unique<jd::BestGamePlayer>(*best_, judged ? &obvious_ : nullptr);
    }

    const jd::TurnTables turn_;
    const jd::Passing passing_;
    const std::optional<Doubles> values_;
    const std::vector<std::uint16_t> choices_;
    const jd::ObviousPlay obvious_;
    const std::size_t threads_;
    std::optional<jd::BestTurns> best_;
};

}  // namespace

void bind_games(nb::module_& module) {
    using namespace nb::literals;
    nb::class_<GamePolicies>(module, "GamePolicies")
        .def(nb::init<const TurnArrays&, const Input<std::uint16_t, 3>&, const Input<std::int32_t, 1>&,
                      const nb::ndarray<const std::int32_t, nb::c_contig, nb::device::cpu>&,
                      const Input<std::int32_t, 1>&, bool>(),
             "turn"_a, "choices"_a, "first_rolls"_a, "which"_a, "places"_a, "takes_wins"_a, nb::keep_alive<1, 2>());
    nb::class_<GamesOfBoard>(module, "Games")
        .def(nb::init<const TurnArrays&, const BoardOfTurn&, const std::optional<Doubles>&,
                      const Input<std::uint16_t, 3>&, const Input<std::int32_t, 1>&, std::size_t, std::size_t,
                      std::size_t>(),
             "turn"_a, "board"_a, "values"_a.none(), "obvious"_a, "first_rolls"_a, "threads"_a, "totals_kept"_a,
             "most_bytes"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>())
        .def("play", &GamesOfBoard::play, "first"_a.none(), "second"_a.none(), "mine"_a, "theirs"_a, "first_game"_a,
             "games"_a, "seed"_a, "most_turns"_a, "asked_in"_a, "judged"_a, "progress"_a = nb::none())
        .def("worths", &GamesOfBoard::worths, "asked"_a);
}

}  // namespace jeopardice::python
