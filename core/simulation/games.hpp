// Simulated games of two players with carryover.
//
// Decisions can be judged by the values of best play: the cost of an action is the value of the best action minus its
// own. Let M be the chance of player A after each roll and each decision, if both played best from there on. Rolls do
// not change M on average, best play does not change it at all, and the cost of a decision of B is added to it. At the
// end of the game M is A's share of the win. So, if A plays best,
//
//     chance of A  =  chance of A against best play  +  expected cost of B's decisions in a game,
//
// which needs far fewer games than counting wins, because it does not depend on the luck of the dice.
#pragma once

#include "simulation/best_turns.hpp"
#include "simulation/max_score_play.hpp"
#include "simulation/series.hpp"

namespace jeopardice {

// What is counted in each game.
enum Counted : size_t {
    wins,          // the first player's share of the win
    turns_played,  // of both players
    points_made,   // by the turns of both players, in units
    busts_made,
    lead_changes,     // how often the lead passes from one player to the other
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
    std::int32_t mine, theirs, carry, phase, total;
};

class GamePlayer {
  public:
    virtual ~GamePlayer() = default;
    // Plays a turn. Adds to `counts`, and the cost of its decisions to `cost`; appends decisions to bank or to roll to
    // `recorded`, unless it is null.
    virtual TurnEnd play(const Position& at, Random& random, size_t thread, GameCounts& counts, double& cost,
                         std::vector<RecordedDecision>* recorded) = 0;
};

// Plays best, and counts how often the max-score strategy (null: not wanted) would do otherwise.
class BestGamePlayer final : public GamePlayer {
  public:
    BestGamePlayer(BestTurns& turns, const MaxScorePlay* max_score)
        : turns_(turns), turn_(turns.transitions().turn()), dice_(turn_), max_score_(max_score) {}
    TurnEnd play(const Position& at, Random& random, size_t thread, GameCounts& counts, double& cost,
                 std::vector<RecordedDecision>* recorded) override;

  private:
    void judge(const Position& at, const TurnWorth& worth, size_t total, size_t outcome, double best,
               GameCounts& counts) const;

    BestTurns& turns_;
    const TurnTables& turn_;
    const Dice dice_;
    const MaxScorePlay* const max_score_;
};

// Plays policies on their own turn; `places` has for each of its phases the phase of the board's turn. Where
// carryover forbids a bank, or a bank would lose in a last turn, the player rolls on until the total is enough, and
// keeps dice as the max-score strategy does. The player never steals. With `judges` decisions are judged by best play.
class PolicyGamePlayer final : public GamePlayer {
  public:
    PolicyGamePlayer(const TurnTables& turn, const Policies& policies, std::span<const std::int32_t> places,
                     const Transitions& transitions, const MaxScorePlay& max_score, BestTurns* judges);
    TurnEnd play(const Position& at, Random& random, size_t thread, GameCounts& counts, double& cost,
                 std::vector<RecordedDecision>* recorded) override;

  private:
    [[nodiscard]] TurnEnd roll_on(const Position& at, size_t phase, size_t total, Random& random,
                                  const TurnWorth* worth, double& cost) const;

    const TurnTables& turn_;
    const Policies policies_;
    const std::span<const std::int32_t> places_;
    const Transitions& transitions_;
    const MaxScorePlay& max_score_;
    BestTurns* const judges_;
    const Dice dice_, board_dice_;
    const std::vector<size_t> richest_;
};

struct GamesTally {
    std::uint64_t games = 0;
    std::uint64_t unfinished = 0;  // games with too many turns: after the first one, no more are played
    GameCounts sums{};
    std::array<GameCounts, counted_in_all> products{};  // sums of products of any two counts of a game
    std::vector<std::uint64_t> lengths, changes;        // the number of games by their turns, and by their lead changes
    std::vector<RecordedDecision> recorded;

    void add(const GameCounts& game);
    void add(const GamesTally& other);
};

// Simulates games between two players, the first of whom begins, and records decisions of the first `recorded_games`.
// The result does not depend on the number of threads.
GamesTally play_games(const Transitions& transitions, GamePlayer& first, GamePlayer& second, const Position& start,
                      const GameSeries& series, std::uint64_t recorded_games, size_t threads, const Progress& progress);

}  // namespace jeopardice
