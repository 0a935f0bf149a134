// A race: turns until a goal. States are solved in order of the points still needed; what a turn is worth at one state
// depends on solved states and, through a bust, on one unknown, the value of the state that follows it.
//
// A `Visit` is one turn at one state for a guess of that unknown; any number of visits run in SIMD lanes and threads,
// whatever their scores, because rows count the points needed: the turn of a player who needs `needed` units begins at
// that row. Objectives differ only in what they make of the values: see solve_win, solve_turns, solve_within.
#pragma once

#include <functional>
#include <memory>

#include "turn.hpp"

namespace jeopardice {

// What a race adds to a turn, in units.
struct RaceRules {
    std::size_t needed;           // from a score of 0 to the goal
    std::size_t bank_from;        // the least that may be banked
    std::size_t first_bank_from;  // the same while the banked score is 0
    bool keep_on_bust;
};

// One turn of a player who needs `needed` units. A bank that leaves s > 0 units is worth shift + scale * after[s - 1].
struct Visit {
    std::size_t needed;
    const double* after;
    double shift, scale;
    double goal;  // what reaching the goal is worth
    double bust;  // what a bust is worth: the guess
};

struct Visited {
    double value;
    double slope;  // its derivative by the worth of a bust
};

// The rows of one visit: row r is for a player who still needs r + 1 - beyond units; at and below -beyond, the goal is
// reached and may be banked.
struct VisitRows {
    std::size_t beyond;
    std::vector<double> values, busts;  // rows x phases: worth; its slope, the chance of a bust that keeps nothing
};

// Called now and then with the part of the work done; may throw to stop the work.
using Progress = std::function<void(double)>;

// Does visits in lanes and threads. The turn and the rules must outlive it.
class Visitor {
  public:
    Visitor(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, std::size_t threads);
    ~Visitor();
    Visitor(const Visitor&) = delete;
    Visitor& operator=(const Visitor&) = delete;

    // A single visit with every row that it found, for the decisions of that turn.
    [[nodiscard]] VisitRows rows(const Visit& visit);

    // Visits should be sorted by `needed`: those of one batch run as long as the longest.
    void visit(std::span<const Visit> visits, std::span<Visited> found);

  private:
    struct Team;
    struct Lanes;
    std::size_t run_batch(std::span<const Visit> visits, std::span<Visited> found, Lanes& lanes) const;

    const TurnTables& turn_;
    const RaceRules& race_;
    const Kernel kernel_;
    const std::size_t reach_;
    bool settled_varies_;
    std::vector<std::int32_t> option_offset_;
    std::unique_ptr<Team> team_;
};

// Two players who play best: win[i - 1][j - 1] is the mover's chance when the mover needs i units and the other one j.
//
//     x = win[i][j] = f(1 - y),  y = win[j][i] = g(1 - x),
//
// f and g increasing, convex and piecewise linear with slopes below 1. Newton steps on (x, y) are policy iteration, and
// exact once the policies no longer change.
std::vector<double> solve_win(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, std::size_t threads,
                              const Progress& progress);

// One player: turns[i - 1] is the least expected number of turns to the goal from i units.  E = 1 + f(E).
std::vector<double> solve_turns(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
                                const Progress& progress);

// One player: within[m][i - 1] is the best chance to reach the goal in m turns from i units, for m = 0 .. turns.
std::vector<double> solve_within(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
                                 std::size_t threads, std::size_t turns, const Progress& progress);

}  // namespace jeopardice
