// Solves the blocks of a multiplayer race: see multiplayer/board.hpp.
//
// With the policies of all movers of a block, a turn at state k leads to a bust with chance a_k and otherwise to solved
// states, worth c_k. Around the ring of busts
//
//     W_k = c_k + a_k (W_(k+1), rotated by one seat),
//
// which is solved in closed form, player by player. The policies are best for a guess of the value of a bust to the
// mover; they are recomputed for the values found, until those no longer change.
//
// With three players this may cycle, because two plays of almost equal value to the mover differ for the others: a
// change of policy makes their values jump, and their policies may change the mover's back. Then the players of a ring
// respond to each other one at a time. Where that cycles, too, no pure policies are an equilibrium, and two or more
// players mix two plays that have the same value to them, with shares that make the other players indifferent as well.
#pragma once

#include <optional>

#include "multiplayer/behaviour.hpp"
#include "multiplayer/state_ends.hpp"
#include "race/rings.hpp"

namespace jeopardice {

// The distance of the values of a level from an equilibrium, turn by turn.
struct LevelCheck {
    double gain = 0;    // the most that a mover could gain in one turn
    double off = 0;     // the largest difference between a stored value and that of the turn
    double spread = 0;  // the largest factor by which an error of a turn can grow around a ring of busts
    // Where scores can decrease: the most turns that one player can make a game last, and the last change of that.
    double longest = 0, longer = 0;

    void add(const LevelCheck& other) {
        gain = std::max(gain, other.gain);
        off = std::max(off, other.off);
        spread = std::max(spread, other.spread);
        longest = std::max(longest, other.longest);
        longer = std::max(longer, other.longer);
    }
};

struct LevelResult {
    double change = 0;             // the largest change of any value
    std::uint64_t problems = 0;    // the number of turn problems solved
    std::uint64_t one_by_one = 0;  // rings whose players had to respond to each other one at a time
    Shares mixed;                  // what is mixed
    std::uint64_t unsettled = 0;   // rings for which no equilibrium was found
    std::uint64_t moved = 0;       // solved again: states whose value differs from before
    LevelCheck checked;            // of a level whose values are found in one sweep: what `check` would find

    void add(const LevelResult& other) {
        change = std::max(change, other.change);
        problems += other.problems;
        one_by_one += other.one_by_one;
        mixed.insert(other.mixed.begin(), other.mixed.end());
        unsettled += other.unsettled;
        moved += other.moved;
        checked.add(other.checked);
    }
};

// A way to play a turn: its value to each player without the busts, the mover first, and its chance to bust.
struct TurnPlay {
    Components worth;
    double bust;
    [[nodiscard]] double own(double guess) const { return worth[0] + bust * guess; }
    // The mixture with chance `share` of the other play.
    [[nodiscard]] TurnPlay mixed_with(const TurnPlay& other, double share, size_t players) const {
        TurnPlay mixed = *this;
        for (size_t p = 0; p < players; ++p) mixed.worth[p] += share * (other.worth[p] - worth[p]);
        mixed.bust += share * (other.bust - bust);
        return mixed;
    }
    bool operator==(const TurnPlay&) const = default;
};

// From the mover's value and the values other(0), other(1), … of the players after the next one.
[[nodiscard]] TurnPlay turn_play(double own, double bust, size_t players, const auto& other) {
    TurnPlay play{{own, 1 - bust - own}, bust};
    for (size_t p = 2; p < players; ++p) play.worth[1] -= play.worth[p] = other(p - 2);
    return play;
}

// Finds the values of the states of a ring, each followed by the next one after a bust, under these plays.
void find_worth_around(std::span<const TurnPlay> plays, size_t players, std::span<Components> found);

// An upper bound on how much more a bust may be worth to a player who deviates (docs/theory/multiplayer.md).
inline constexpr double more_than_said = 1e-6;
// The distance from a tie, on either side, at which only one play is best.
inline constexpr double beside_a_tie = 1e-11;

// Solves blocks in one thread. The board must outlive it.
class BlockSolver {
  public:
    // `offers`: where turns can be stolen, what that is worth (see MultiplayerBoard); it is found with the values.
    BlockSolver(const MultiplayerBoard& board, const Kernel& kernel, double* offers)
        : board_(board), batch_(board.turn(), board.race(), kernel), offers_(offers) {}

    // The first sweep ignores penalties and guesses values from lower levels. Where it is the only one, values are
    // checked, too. `mixed` says what is mixed elsewhere.
    void solve(double* values, std::span<const Units> blocks, const Shares& mixed, bool first, LevelResult& found);
    // Solves blocks again from another guess of the values of busts and reports how far the results are from the
    // values, which stay unchanged.
    void solve_again(double* values, std::span<const Units> blocks, const Shares& mixed, double guess,
                     LevelResult& found);
    // Finds what stolen turns are worth, given all values.
    void find_offers(double* values, std::span<const Units> blocks, const Shares& mixed, LevelResult& found);
    // Compares values with those that follow from them in one turn.
    void check(double* values, std::span<const Units> blocks, const Shares& shares, LevelCheck& checked);
    // A step towards the most turns that one player who deviates can make a game last, from below, by the number of
    // turns until that player moves. The others follow the values. Turns are not stolen.
    void find_longest(double* values, double* longest, std::span<const Units> blocks, const Shares& shares,
                      LevelCheck& checked);
    // Writes the expected number of turns from each state to a plane; for races without carryover.
    void find_turns(double* values, double* turns, std::span<const Units> blocks, const Shares& shares);

  private:
    static constexpr int newton_steps = 8;
    struct BlockState {
        Units units;
        size_t carry, place;
        size_t in_block;  // its number in its block
        size_t next;      // the state after a bust, or outside
        Status status;
        double guess = 0;  // of the value of a bust to the mover
        TurnPlay play{};
        bool confirmed = false;  // the play is best for the value
        bool mixes = false;      // decisions of the block are mixed
        double best = 0;         // the value of the best play for the guess, where it is confirmed
    };

    void start(double* values, std::span<const Units> blocks, const Shares& mixed, LevelResult& found, bool first,
               double guess = -1);
    [[nodiscard]] double extrapolated(const BlockState& state) const;
    void prefetch_before(const BlockState& state) const;
    void find_values();
    [[nodiscard]] TurnProblem problem(const BlockState& state);
    // What stolen turns are worth. After busts these values depend on each other, and those of new turns on them: they
    // are iterated until nothing changes.
    void solve_offers();
    // Solves the block of a state whose players have to mix decisions; returns whether that is possible.
    bool mix_decisions(size_t state);
    // The states of the block of a state: from the first to before the last.
    struct StateRange {
        size_t first, last;
    };
    [[nodiscard]] StateRange block_of(size_t state) const;
    [[nodiscard]] bool iterates() const { return board_.carryover().steal == Steal::after_bust; }
    [[nodiscard]] double* offers_of(const BlockState& state) const {
        return board_.has_offers(state.carry) ? offers_ + board_.offers_place(state.units, state.carry) : nullptr;
    }
    // The change of what rolling on from a state is worth, which the batch has found.
    double store_offers(const TurnProblem& problem, size_t lane, double* offers) const;
    double store_value(const BlockState& state, const TurnProblem& problem, size_t lane);
    // Compares the values of all states with those of their turns; those that were not confirmed are played.
    void compare(const Shares& shares, LevelCheck& checked);
    [[nodiscard]] double find_spread();
    // The carry that replaces this one: without penalties, busts in a row do not matter.
    [[nodiscard]] size_t equivalent(size_t carry) const {
        return first_ && board_.scores_can_decrease() ? board_.carryover().states[carry].equivalent : carry;
    }
    void copy_equivalents();
    [[nodiscard]] size_t after_bust(const BlockState& state) const {
        return state.next != outside ? states_[state.next].place : board_.bust_place(state.units, state.carry);
    }
    // The best plays at states for their guesses.
    void play(std::span<const size_t> which);
    // Finds at which states of the rings no play is better than their own, for their guesses.
    void confirm(std::span<const Ring> rings);
    void make_problems(std::span<const size_t> which);
    void prefetch(const TurnProblem& problem) const;
    void set(BlockState& state, const Components& value);
    void solve_ready();
    [[nodiscard]] bool busts_for_ever(const Ring& ring) const;
    // The values of the states of a ring under their plays, until the next call.
    [[nodiscard]] std::span<const Components> around(const Ring& ring);
    void solve_rings(std::vector<Ring>& rings);
    // Different plays of one state, by their chances to bust.
    struct PlayPool {
        std::vector<TurnPlay> all;
        void add(const TurnPlay& play);
    };
    // The players of a ring respond to each other one at a time; returns whether that ends. If it does not, the pools
    // have the plays of each state that recur.
    bool respond_one_by_one(const Ring& ring, std::vector<PlayPool>& pools);
    // Looks for an equilibrium in which each state's mover makes one of the plays or mixes two; returns whether there
    // is one.
    bool mix(const Ring& ring, std::vector<PlayPool>& pools);
    enum class Verdict { wrong, new_play, right };
    Verdict try_choice(const Ring& ring, std::vector<PlayPool>& pools, const std::vector<size_t>& choice);
    struct PlayMixture {
        size_t k;  // the position in the ring
        TurnPlay low, high;
    };
    std::optional<std::vector<double>> solve_shares(const Ring& ring, std::span<const PlayMixture> mixtures);

    const MultiplayerBoard& board_;
    TurnBatch batch_;
    double* values_ = nullptr;
    const Shares* mixed_ = nullptr;
    bool first_ = true;
    double start_guess_ = -1;  // of every value of a bust, if not below 0
    LevelResult* found_ = nullptr;
    double* offers_;
    const double* stolen_ = nullptr;  // the offers that turns may lead to now
    bool knows_busts_ = false;        // problems take the values of busts from the board instead of guesses
    std::vector<BlockState> states_;
    std::vector<StateEnds> ends_;
    std::vector<TurnProblem> problems_;
    std::vector<TurnPlay> plays_;
    std::vector<Components> around_;
    std::vector<size_t> order_;
    std::vector<size_t> made_;  // the states of the problems, in the order given
};

}  // namespace jeopardice
