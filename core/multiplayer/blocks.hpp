// The blocks of a group solved: see group.hpp.
//
// With the policies of all movers of a block, a turn at state k leads to a bust with chance a_k and otherwise to solved
// states, worth c_k. Around the ring of busts
//
//     W_k = c_k + a_k (W_(k+1), every player one seat on),
//
// which is solved in closed form, player by player. The policies are best for the guess of what a bust is worth to the
// mover; they are found again for what comes out, until that no longer changes.
//
// With three players that may go round in circles, because what is nearly the same to the mover is not to the others:
// a policy that changes moves their values by a jump, and their policies may change the mover's back. Then the players
// of a ring answer one another one by one; where that goes round, too, no pure policies are an equilibrium, and two or
// more players mix the two ways to play that are worth the same to them, so that the others' are to those.
#pragma once

#include <optional>
#include <unordered_map>

#include "common/team.hpp"
#include "multiplayer/board.hpp"
#include "race/rings.hpp"

namespace jeopardice {

// A state whose mover mixes: with this chance the play is as if a bust were worth a little more.
struct Mixed {
    std::size_t place;
    double share;
};

// What solving a level took, and how it went.
struct LevelFound {
    double change = 0;            // the largest change of any value
    std::uint64_t visits = 0;     // turns solved
    std::uint64_t in_turn = 0;    // rings whose players had to answer one another one by one
    std::vector<Mixed> mixed;     // states whose mover mixes two ways to play
    std::uint64_t unsettled = 0;  // rings for which no equilibrium was found
    std::uint64_t elsewhere = 0;  // solved again: states whose value is another than before

    void add(const LevelFound& other);
};

// States whose movers mix, by their places.
using Shares = std::unordered_map<std::size_t, double>;

// How far the values of a level are from an equilibrium, turn by turn.
struct Checked {
    double gain = 0;    // the most that a mover could gain in one turn
    double off = 0;     // the most by which a turn is worth more or less to another player than the values say
    double spread = 0;  // how many times as large an error of a turn can become where busts lead around a ring

    void add(const Checked& other);
};

// What a way to play a turn is worth: to each player without the busts, the mover first, and how often it busts.
struct Play {
    Components worth;
    double bust;
    [[nodiscard]] double own(const double guess) const { return worth[0] + bust * guess; }
    // The same for a mover who plays otherwise with this chance.
    [[nodiscard]] Play mixed_with(const Play& other, const double share, const std::size_t players) const {
        Play mixed = *this;
        for (std::size_t p = 0; p < players; ++p) mixed.worth[p] += share * (other.worth[p] - worth[p]);
        mixed.bust += share * (other.bust - bust);
        return mixed;
    }
    bool operator==(const Play&) const = default;
};

// What the states of a ring are worth, each followed by the next one after a bust, when their movers play so.
[[nodiscard]] std::vector<Components> worth_around(std::span<const Play> plays, std::size_t players);

// How much more than it is a bust may be worth to a player who plays otherwise, at most (docs/players.md).
inline constexpr double more_than_said = 1e-6;
// How far from a tie, in either way, there is but one way to play.
inline constexpr double beside_a_tie = 1e-11;

// Solves blocks, one thread's worth of them at a time. The group must outlive it.
class BlockSolver {
  public:
    BlockSolver(const Group& group, const Kernel& kernel) : group_(group), batch_(group.turn(), group.race(), kernel) {}

    // In the first sweep nobody falls, and values are guessed from lower levels.
    void solve(double* values, std::span<const Units> blocks, bool first, LevelFound& found);
    // Solves blocks again from another guess of what busts are worth, and tells how far that leads from the values,
    // which stay as they are.
    void solve_again(double* values, std::span<const Units> blocks, double guess, LevelFound& found);
    // How far values are from what they say of each other.
    void check(double* values, std::span<const Units> blocks, const Shares& shares, Checked& checked);
    // The expected turns of a game from each state on, into a plane; for races in which only the scores last.
    void find_turns(double* values, double* turns, std::span<const Units> blocks, const Shares& shares);

  private:
    static constexpr std::size_t outside = ~std::size_t{0};
    static constexpr int newton_steps = 8;
    enum class Status : std::uint8_t { open, solved, missing };
    struct Node {
        Units units;
        std::size_t mode, place;
        std::size_t next;  // the state after a bust, or outside
        Status status;
        double guess;  // of what a bust is worth to the mover
        Play play;
    };

    void find_nodes(std::span<const Units> blocks);
    [[nodiscard]] double extrapolated(const Node& node) const;
    void find_values();
    [[nodiscard]] double find_spread();
    [[nodiscard]] std::size_t like(std::size_t mode) const;
    void copy_likes();
    [[nodiscard]] std::size_t after_bust(const Node& node) const;
    void play(std::span<const std::size_t> which);
    void fetch(const Visit& visit) const;
    void set(Node& node, const Components& value);
    void solve_ready();
    [[nodiscard]] std::vector<Ring> open_rings() const {
        return find_rings(nodes_, [](const Node& node) { return node.status == Status::open; });
    }
    // What the states of a ring are worth when their movers play as they do.
    [[nodiscard]] std::vector<Components> around(const Ring& ring) const;
    void solve_rings(std::vector<Ring>& rings);
    // The players of a ring answer one another one by one; whether that came to an end. If not, the pools have the
    // plays of each state that came again and again.
    struct Plays {
        std::vector<Play> all;
        void add(const Play& play);
    };
    bool answer_in_turn(const Ring& ring, std::vector<Plays>& pools);
    // Looks for an equilibrium in which each state's mover makes one of the plays or mixes two; whether there is one.
    bool mix(const Ring& ring, std::vector<Plays>& pools);
    enum class Lesson { wrong, new_play, right };
    Lesson try_choice(const Ring& ring, std::vector<Plays>& pools, const std::vector<std::size_t>& choice);
    struct Mix {
        std::size_t k;  // of the ring
        Play low, high;
    };
    std::optional<std::vector<double>> solve_shares(const Ring& ring, std::span<const Mix> mixes);

    const Group& group_;
    VisitBatch batch_;
    double* values_ = nullptr;
    bool first_ = true;
    double start_ = -1;  // the guess of every value, if not below 0
    LevelFound* found_ = nullptr;
    std::vector<Node> nodes_;
    std::vector<Visit> visits_;
    std::vector<std::size_t> order_;
};

// All blocks of a level, shared by threads.
class GroupSolver {
  public:
    GroupSolver(const Group& group, const Kernel& kernel, std::size_t threads);
    LevelFound solve(double* values, std::size_t level, bool first, const Progress& progress);
    LevelFound solve_again(double* values, std::size_t level, double guess, const Progress& progress);
    Checked check(double* values, std::size_t level, const Shares& shares, const Progress& progress);
    void find_turns(double* values, double* turns, std::size_t level, const Shares& shares);

  private:
    // Calls work(solver, blocks, found) for all blocks of a level, in parts, and adds up what is found.
    template <class Found>
    Found share(std::size_t level, const Progress& progress, const auto& work);

    const Group& group_;
    Team team_;
    std::vector<BlockSolver> solvers_;
};

}  // namespace jeopardice
