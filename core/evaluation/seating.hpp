// Players around a table, each with a way to play: who wins, and how long it takes. For races in which nothing lasts
// between turns but the scores.
//
// As in blocks.hpp, but a state also says whose turn it is: for a mover m who needs units[0], the values stand in
// planes of m's own, those of the player p turns later in plane p - 1, and the expected number of turns in one more.
#pragma once

#include "evaluation/match.hpp"
#include "multiplayer/blocks.hpp"

namespace jeopardice {

// How someone plays: given landings, by the own units and those of the best of the others; or, null, best for values.
struct Seat {
    const KnownPlayer* known = nullptr;
};

// One thread's worth. The group, the values of best play and everything else must outlive it.
class SeatingSolver {
  public:
    SeatingSolver(const Group& group, const Kernel& kernel, std::span<const Seat> seats, const double* best,
                  const Shares& shares)
        : group_(group), seats_(seats), best_(best), shares_(shares), batch_(group.turn(), group.race(), kernel) {}

    [[nodiscard]] static std::size_t planes(const std::size_t players) { return players * players; }
    // Solves the states of all players from scores at which the first of them is to move.
    void solve(double* values, std::span<const Units> starts);

  private:
    struct State {
        Units units;
        std::size_t mover, place;
        Play play;
        double turns;  // expected, without those after a bust
    };
    [[nodiscard]] double* plane(double* values, const std::size_t mover, const std::size_t which) const {
        return values + (mover * group_.players() + which) * group_.plane();
    }
    void follow_landing(double* values, State& state) const;
    void play_best(double* values, std::span<State* const> states);
    [[nodiscard]] Visit visit(double* values, const State& state, double beside) const;
    void note(const Visit& visit, std::size_t lane, State& state) const;

    const Group& group_;
    const std::span<const Seat> seats_;
    const double* const best_;
    const Shares& shares_;
    VisitBatch batch_;
    std::vector<State> states_;
};

// Who wins in a seating: for every player who may be to move, planes of all states.
std::vector<double> play_seating(const Group& group, const Kernel& kernel, std::size_t threads,
                                 std::span<const Seat> seats, const double* best, const Shares& shares,
                                 const Progress& progress);

}  // namespace jeopardice
