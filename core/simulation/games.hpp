// Games of two with everything that lasts between turns, played by chance, roll by roll, and what they tell.
//
// A player's decisions can be judged by the values of best play: an action costs what the best one is worth less what
// it is worth itself. Let M be the chance of player A after each roll and each decision, if from there on both were to
// play best. Dice do not change M on average, best play does not change it at all, and what a decision of B costs is
// added to it. At the end M is A's part of the win. So, if A plays best,
//
//     chance of A  =  chance of A against best play  +  expected cost of B's decisions in a game,
//
// which tells a match from far fewer games than the wins do: the luck of the dice has dropped out.
#pragma once

#include <array>

#include "simulation/best_turns.hpp"
#include "simulation/simulate.hpp"

namespace jeopardice {

// What is counted in each game.
enum Counted : std::size_t {
    wins,          // the first player's part of the win
    turns_played,  // of both players
    points_made,   // in units, by both: what turns have brought
    busts_made,
    lead_changes,   // how often another player comes to be strictly ahead than the last who was
    decisions,      // with more than one legal action, of players who play best
    unlike,         // of those, where the obvious action costs something
    obvious_costs,  // what the obvious actions would have cost in all of them
    first_costs,    // what the decisions of the first player have cost
    second_costs,   // and those of the second
    counted_in_all
};
using Counts = std::array<double, counted_in_all>;

// A decision to bank or to roll that came up.
struct Question {
    std::int32_t mine, theirs, mode, phase, total;
};

// A player of whole games.
class GamePlayer {
  public:
    virtual ~GamePlayer() = default;
    // A turn. What is counted of its decisions is added to `counts`, what they cost to `cost`; decisions to bank or to
    // roll are written down if there is a list for them.
    virtual TurnEnd play(const Position& at, Random& random, std::size_t thread, Counts& counts, double& cost,
                         std::vector<Question>* asked) = 0;
};

// What maximum scoring does, at every total: choices as in a Policy, for turns in which a first bank is not due and for
// those in which it is, each totals x outcomes; from the last total on nothing changes.
struct Obvious {
    std::span<const std::uint16_t> choices;
    std::array<std::size_t, 2> first_roll;  // of the rolls of the first phase
};

class ObviousPlay {
  public:
    ObviousPlay(const Passing& passing, const Obvious& obvious);

    [[nodiscard]] std::size_t first_roll(const Position& at) const { return obvious_.first_roll[due(at)]; }
    // What to do with an outcome: a total that wins is banked, one that is not enough is not.
    struct Choice {
        std::size_t option;
        bool banks;
    };
    [[nodiscard]] Choice choose(const Position& at, std::size_t total, std::size_t outcome) const;
    // The same, but what may be banked and does not lose is banked.
    [[nodiscard]] Choice choose_to_bank(const Position& at, std::size_t total, std::size_t outcome) const;

  private:
    [[nodiscard]] std::size_t due(const Position& at) const {
        return at.mine == passing_.board().race().needed ? 1 : 0;
    }
    [[nodiscard]] std::size_t option_of(const Position& at, std::size_t total, std::size_t outcome, bool& banks) const;

    const Passing& passing_;
    const Obvious obvious_;
    const std::size_t totals_;
    std::vector<std::size_t> most_points_;  // of each outcome
};

// Plays best, and counts how often that is not the obvious thing to do (null: nobody asks).
class BestGamePlayer final : public GamePlayer {
  public:
    BestGamePlayer(BestTurns& turns, const ObviousPlay* obvious)
        : turns_(turns), turn_(turns.passing().turn()), dice_(turn_), obvious_(obvious) {}
    TurnEnd play(const Position& at, Random& random, std::size_t thread, Counts& counts, double& cost,
                 std::vector<Question>* asked) override;

  private:
    void judge(const Position& at, const TurnWorth& worth, std::size_t total, std::size_t outcome, double best,
               Counts& counts) const;

    BestTurns& turns_;
    const TurnTables& turn_;
    const Dice dice_;
    const ObviousPlay* const obvious_;
};

// Policies on a turn of their own: which[mover's units - 1], or with the other's units - 1 as a second index.
struct Policies {
    std::span<const std::uint16_t> choices;
    std::span<const std::int32_t> first_rolls, which;
    std::span<const std::int32_t> places;  // of each phase of their turn: the phase of the board's turn
    bool takes_wins;
};

// Plays policies. Where a bank is not legal because of the turn before, or would lose in a last turn, the player rolls
// on until a total is enough, and keeps what maximum scoring would. Nobody goes on with a stolen turn. With `judges`
// decisions are judged by best play.
class PolicyGamePlayer final : public GamePlayer {
  public:
    PolicyGamePlayer(const TurnTables& turn, const Policies& policies, const Passing& passing,
                     const ObviousPlay& obvious, BestTurns* judges);
    TurnEnd play(const Position& at, Random& random, std::size_t thread, Counts& counts, double& cost,
                 std::vector<Question>* asked) override;

  private:
    [[nodiscard]] TurnEnd roll_on(const Position& at, std::size_t phase, std::size_t total, Random& random,
                                  const TurnWorth* worth, double& cost) const;
    [[nodiscard]] std::size_t policy(const Position& at) const;

    const TurnTables& turn_;
    const Policies policies_;
    const Passing& passing_;
    const ObviousPlay& obvious_;
    BestTurns* const judges_;
    const Dice dice_, board_dice_;
    const std::size_t size_;  // choices of one policy
    std::vector<std::size_t> most_points_;
};

struct GamesTally {
    std::uint64_t games = 0;
    std::uint64_t unfinished = 0;  // games longer than the most turns: after the first, no more are played
    Counts sums{};
    std::array<Counts, counted_in_all> products{};  // sums of products of any two counts of a game
    std::vector<std::uint64_t> lengths, changes;    // how many games had so many turns, so many lead changes
    std::vector<Question> asked;

    void add(const Counts& game);
    void add(const GamesTally& other);
};

struct GamesWanted {
    Position start{1, 1};
    std::uint64_t first_game, games, seed;
    std::uint64_t most_turns;
    std::uint64_t asked_in;  // in how many games, the first ones, decisions are written down
};

// Games between two players, the first of whom begins. The result does not depend on the number of threads.
GamesTally play_games(const Passing& passing, GamePlayer& first, GamePlayer& second, const GamesWanted& wanted,
                      std::size_t threads, const Progress& progress);

}  // namespace jeopardice
