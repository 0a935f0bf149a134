// Strategies of three and more players in a seating order: who wins, and how long it takes. For races without
// carryover.
//
// As in multiplayer/blocks.hpp, but a state also says whose turn it is: each mover has their own planes, plane p - 1
// for the value of the player p turns later, and the last one for the expected number of turns.
#pragma once

#include "evaluation/match.hpp"
#include "multiplayer/blocks.hpp"

namespace jeopardice {

// The players in seating order: given distributions, by the player's units and the fewest units of the others; or,
// null, best play.
using Seats = std::span<const KnownPlayer* const>;

// Works in one thread. All arguments must outlive it.
class SeatingSolver {
  public:
    SeatingSolver(const MultiplayerBoard& board, const Kernel& kernel, Seats seats, const double* best,
                  const Shares& shares)
        : board_(board), seats_(seats), best_(best), shares_(shares), batch_(board.turn(), board.race(), kernel) {}

    [[nodiscard]] static size_t planes(size_t players) { return players * players; }
    // Solves the states of all movers, from states in which the first player is to move.
    void solve(double* values, std::span<const Units> starts);

  private:
    struct SeatState {
        Units units;
        size_t mover, place;
        TurnPlay play;
        double turns;  // expected, without those after a bust
    };
    [[nodiscard]] double* plane(double* values, size_t mover, size_t which) const {
        return values + (mover * board_.players() + which) * board_.plane();
    }
    void use_distribution(double* values, SeatState& state) const;
    void play_best(double* values, std::span<SeatState* const> states);
    [[nodiscard]] TurnProblem problem(double* values, const SeatState& state, double beside) const;
    void store(const TurnProblem& problem, size_t lane, SeatState& state) const;

    const MultiplayerBoard& board_;
    const Seats seats_;
    const double* const best_;
    const Shares& shares_;
    TurnBatch batch_;
    std::vector<SeatState> states_;
};

// The planes of all movers.
std::vector<double> play_seating(const MultiplayerBoard& board, const Kernel& kernel, size_t threads, Seats seats,
                                 const double* best, const Shares& shares, const Progress& progress);

}  // namespace jeopardice
