// A game at the table in Python: players who are followed to the end of their games, and simulated.
#pragma once

#include "bindings/board.hpp"
#include "bindings/multiplayer.hpp"
#include "evaluation/games.hpp"
#include "evaluation/nearby_players.hpp"
#include "simulation/games.hpp"

namespace jeopardice::python {

inline void check_arrays(bool holds) {
    if (!holds) throw std::invalid_argument("table: arrays of the wrong size, or numbers out of range");
}

// Needs of the players, the mover's first; carry; turns left in a last round; the bank to beat then; phase and total of
// a turn that can be stolen.
using PositionNumbers = std::tuple<std::vector<std::ptrdiff_t>, size_t, size_t, size_t, size_t, size_t>;

class PythonTable {
  public:
    // `max_score`: the choices where a first bank is not due, and where it is; first_rolls likewise.
    PythonTable(const TurnArrays& turn, const jd::RaceRules& race, const jd::Carryover& carryover, size_t players,
                const Input<std::uint16_t, 3>& max_score, const std::vector<size_t>& first_rolls)
        : table_(turn.tables(), race, carryover, players), max_score_(table_, policies(max_score, first_rolls)) {
        carryover.check(race);
        check_arrays(players >= 1 && players <= jd::most_players);
    }
    PythonTable(const PythonTable&) = delete;
    PythonTable& operator=(const PythonTable&) = delete;

    [[nodiscard]] const jd::Table& table() const { return table_; }
    [[nodiscard]] const jd::MaxScorePlay& max_score() const { return max_score_; }
    [[nodiscard]] jd::Position position(const PositionNumbers& numbers) const;

    // A policy that fits a turn.
    [[nodiscard]] static jd::Policy policy(const jd::TurnTables& turn, std::vector<std::uint16_t> choices,
                                           size_t first_roll);

  private:
    [[nodiscard]] std::array<jd::Policy, 2> policies(const Input<std::uint16_t, 3>& choices,
                                                     const std::vector<size_t>& first_rolls) const;

    const jd::Table table_;
    const jd::MaxScorePlay max_score_;
};

// Policies on a turn of their own.
class PythonPolicyBook {
  public:
    PythonPolicyBook(const PythonTable& table, const TurnArrays& turn, const Input<std::int32_t, 1>& places,
                     bool takes_wins);
    size_t add(const Input<std::uint16_t, 2>& choices, size_t first_roll) {
        return book_.add(PythonTable::policy(book_.own().turn, copy(choices), first_roll));
    }
    // A policy that waits at the goal for a lead, in units (see Policy).
    size_t add_waiting(const Input<std::uint16_t, 2>& choices, const Input<std::uint16_t, 2>& at_goal,
                       const std::vector<bool>& rolls_on, size_t lead);
    // The distributions of a policy in a race without carryover: for players who need from `first` to `last` units, by
    // the units left.
    [[nodiscard]] Output<double> distributions(size_t policy, size_t first, size_t last);
    [[nodiscard]] jd::PolicyBook& book() { return book_; }

  private:
    jd::PolicyBook book_;
};

// Who sits at a seat.
class PythonSeat {
  public:
    virtual ~PythonSeat() = default;
    [[nodiscard]] virtual const jd::Table& table() const = 0;
    [[nodiscard]] virtual std::unique_ptr<jd::Seat> followed(size_t threads) = 0;
    // `counted`: judge decisions by best play.
    [[nodiscard]] virtual std::unique_ptr<jd::GamePlayer> simulated(size_t threads, const jd::MaxScorePlay* counted,
                                                                    jd::BestTurns* judges) = 0;
};

class PythonPolicySeat final : public PythonSeat {
  public:
    PythonPolicySeat(PythonPolicyBook& book, const Array<std::int32_t>& which, const Input<std::int32_t, 1>& choices);
    [[nodiscard]] const jd::Table& table() const override { return book_.table(); }
    [[nodiscard]] jd::PolicySeat seat() { return {book_, choice()}; }
    [[nodiscard]] std::unique_ptr<jd::Seat> followed(size_t) override {
        return std::make_unique<jd::PolicySeat>(seat());
    }
    [[nodiscard]] std::unique_ptr<jd::GamePlayer> simulated(size_t, const jd::MaxScorePlay*,
                                                            jd::BestTurns* judges) override {
        return std::make_unique<jd::PolicyGamePlayer>(book_, choice(), judges);
    }

  private:
    [[nodiscard]] jd::PolicyChoice choice() const { return {which_, choices_, each_}; }

    jd::PolicyBook& book_;
    const std::vector<std::int32_t> which_, choices_;
    const size_t each_;
};

// Best play of one or two players, from the values of a board.
class PythonBestSeat final : public PythonSeat {
  public:
    PythonBestSeat(const PythonTable& table, const PythonBoard& board, const Doubles& values, size_t kept_bytes,
                   size_t totals, size_t simulated_bytes);
    [[nodiscard]] const jd::Table& table() const override { return table_.table(); }
    [[nodiscard]] std::unique_ptr<jd::Seat> followed(size_t threads) override {
        return std::make_unique<jd::BestSeat>(table(), problems_, kept_, widest_kernel(), threads);
    }
    [[nodiscard]] std::unique_ptr<jd::GamePlayer> simulated(size_t threads, const jd::MaxScorePlay* counted,
                                                            jd::BestTurns*) override {
        return std::make_unique<jd::BestGamePlayer>(turns(threads), counted);
    }
    // Turns of best play, cached from one simulation to the next.
    [[nodiscard]] jd::BestTurns& turns(size_t threads);
    // The values of banking and of rolling in each of these positions (see RecordedDecision).
    [[nodiscard]] nb::tuple worths(const Input<std::int32_t, 2>& recorded);

  private:
    const PythonTable& table_;
    const jd::Board& board_;
    const std::vector<double> values_;
    const double* const offers_;
    const jd::BoardProblems problems_;
    jd::KeptOutcomes kept_;
    const size_t totals_, simulated_bytes_;
    size_t threads_ = 0;
    std::unique_ptr<jd::BestTurns> turns_;
};

class PythonNearbyPlayers;

// An opponent whose turns are found once, for many players against it.
class PythonFixedOpponent {
  public:
    PythonFixedOpponent(const PythonTable& table, PythonSeat& opponent, size_t threads, const Callback& progress);
    // Each player's chance against it, moving first and second; `near`: players who differ little.
    [[nodiscard]] std::vector<std::array<double, 2>> against(const std::vector<PythonPolicySeat*>& players,
                                                             const PythonNearbyPlayers* near,
                                                             const Callback& progress) const;
    [[nodiscard]] const jd::FixedOpponent& opponent() const { return *opponent_; }

  private:
    std::unique_ptr<const jd::FixedOpponent> opponent_;
};

// A player against such an opponent, by whom those who differ little are estimated.
class PythonNearbyPlayers {
  public:
    PythonNearbyPlayers(const PythonFixedOpponent& opponent, PythonPolicySeat& player, const PythonNearbyPlayers* near,
                        const Callback& progress);
    // The chances of others, averaged over who begins.
    [[nodiscard]] std::vector<double> estimates(const std::vector<PythonPolicySeat*>& players) const;
    [[nodiscard]] const jd::NearbyPlayers& players() const { return *players_; }

  private:
    std::unique_ptr<const jd::NearbyPlayers> players_;
};

// Best play of three or more players.
class PythonMultiplayerSeat final : public PythonSeat {
  public:
    PythonMultiplayerSeat(const PythonTable& table, PythonMultiplayerBoard& board, const Doubles& values,
                          jd::Shares shares, size_t kept_bytes, const Callback& progress)
        : table_(table),
          board_(board.board()),
          values_(copy(values)),
          shares_(std::move(shares)),
          problems_(board_, values_, board.offers(values_, shares_, progress), shares_),
          kept_(kept_bytes) {}
    [[nodiscard]] const jd::Table& table() const override { return table_.table(); }
    [[nodiscard]] std::unique_ptr<jd::Seat> followed(size_t threads) override {
        return std::make_unique<jd::BestSeat>(table(), problems_, kept_, widest_kernel(), threads);
    }
    [[nodiscard]] std::unique_ptr<jd::GamePlayer> simulated(size_t threads, const jd::MaxScorePlay* counted,
                                                            jd::BestTurns*) override {
        return std::make_unique<jd::BestMultiplayerPlayer>(table(), problems_, counted, widest_kernel(), threads);
    }

  private:
    const PythonTable& table_;
    const jd::MultiplayerBoard& board_;
    const std::vector<double> values_;
    const jd::Shares shares_;
    const jd::MultiplayerProblems problems_;
    jd::KeptOutcomes kept_;
};

}  // namespace jeopardice::python
