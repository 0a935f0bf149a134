// Players of simulated games: best play from the values of a solution, and policies.
#pragma once

#include <limits>

#include "evaluation/policy_seats.hpp"
#include "simulation/best_turns.hpp"
#include "simulation/dice.hpp"

namespace jeopardice {

// What is counted in each game.
enum Counted : size_t {
    wins,          // the first player's share of the win
    turns_played,  // of all players
    points_made,   // by their turns, in units
    busts_made,
    lead_changes,     // how often the lead passes from one player to another
    decisions,        // with more than one legal action, of players who play best
    differs,          // of those, where the max-score action costs something
    max_score_costs,  // the sum of those costs
    first_costs,      // the cost of the first player's decisions
    second_costs,     // and of the second player's
    counted_in_all
};
using GameCounts = std::array<double, counted_in_all>;

// A decision to bank or to roll that occurred.
struct RecordedDecision {
    std::array<std::ptrdiff_t, most_players> needs;
    size_t carry, phase, total;
};

// A game that is played. Players set `end` and count decisions; the rest is the table's.
struct SimulatedGame {
    Position at;
    Random random;
    GameCounts counts{};
    std::vector<RecordedDecision>* recorded = nullptr;  // of decisions to bank or to roll; null: none
    TurnEnd end{};

    // Field by field: a copy of the whole would wait for the stores of its parts.
    void ends(const TurnEnd& how) {
        end.how = how.how;
        end.phase = how.phase;
        end.total = how.total;
    }
    void ends_without_dice(size_t phase, size_t total, size_t least) {
        ends({total >= least ? Ending::bank : Ending::bust, phase, total});
    }
};

class GamePlayer {
  public:
    virtual ~GamePlayer() = default;
    // Plays the next turn of each of these games. `cost` is where the cost of the player's decisions is counted.
    virtual void play(std::span<SimulatedGame* const> games, size_t thread, Counted cost) = 0;
};

// Plays best in games of one or two players, and counts how often the max-score strategy (null: not wanted) would do
// otherwise.
class BestGamePlayer final : public GamePlayer {
  public:
    BestGamePlayer(BestTurns& turns, const MaxScorePlay* max_score)
        : turns_(turns), turn_(turns.table().turn()), dice_(turn_), max_score_(max_score) {}
    void play(std::span<SimulatedGame* const> games, size_t thread, Counted cost) override;

  private:
    void play(SimulatedGame& game, size_t thread) const;

    BestTurns& turns_;
    const TurnTables& turn_;
    const Dice dice_;
    const MaxScorePlay* const max_score_;
};

// Plays best in games of three or more players, and counts how often the max-score strategy (null: not wanted) would
// do otherwise. There are too many states to cache turns; a turn is solved in all lanes of a register, so as many games
// should be played side by side.
class BestMultiplayerPlayer final : public GamePlayer {
  public:
    BestMultiplayerPlayer(const Table& table, const BestTurnProblems& problems, const MaxScorePlay* max_score,
                          const Kernel& kernel, size_t threads);
    void play(std::span<SimulatedGame* const> games, size_t thread, Counted cost) override;

  private:
    static void play(SimulatedGame& game, const MixedTurn& mixed);
    void play(SimulatedGame& game, const TurnBatch& batch, const TurnProblem& problem, size_t lane) const;

    const Table& table_;
    const BestTurnProblems& problems_;
    const MaxScorePlay* const max_score_;
    const Dice dice_;
    std::vector<TurnBatch> batches_;  // one for each thread
};

// Plays policies. Where carryover forbids a bank, or a bank would lose in a last turn, the player rolls on until the
// total is enough, and keeps dice as the max-score strategy does. The player never steals. With `judges` decisions are
// judged by best play.
class PolicyGamePlayer final : public GamePlayer {
  public:
    PolicyGamePlayer(PolicyBook& book, PolicyChoice choice, BestTurns* judges);
    void play(std::span<SimulatedGame* const> games, size_t thread, Counted cost) override;

  private:
    // A policy as it is played.
    struct Choices {
        const Policy& policy;
        size_t totals;
    };
    template <bool judged, bool leads>
    void play_all(std::span<SimulatedGame* const> games, size_t thread, Counted cost) const;
    template <bool judged, bool leads>
    void play(SimulatedGame& game, size_t thread, double& cost) const;
    void roll_on(SimulatedGame& game, size_t phase, size_t total, const TurnWorth* worth, double& cost) const;

    const OwnTurn& own_;
    const PolicyChoice choice_;
    const Table& table_;
    const TurnTables& turn_;
    const MaxScorePlay& max_score_;
    BestTurns* const judges_;
    const Dice dice_, table_dice_;
    const PlayedTurn played_;
    std::vector<Choices> policies_;
    bool leads_ = false;  // some policy waits for a lead at the goal
};

}  // namespace jeopardice
