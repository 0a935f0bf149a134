// A visit: one turn at one state of a race, for a guess of the value that follows a bust.
//
// Any visits run side by side in SIMD lanes, whatever their scores, because rows count the points needed: the turn of a
// player who needs `needed` units begins at that row. Objectives, players and what lasts between turns differ only in
// what a bank, the goal and a bust are worth: all of that is data of the visit.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <new>

#include "common/team.hpp"
#include "turn/turn.hpp"

namespace jeopardice {

// What a race adds to a turn, in units.
struct RaceRules {
    std::size_t needed;           // from a score of 0 to the goal
    std::size_t bank_from;        // the least that may be banked
    std::size_t first_bank_from;  // the same while the banked score is 0
    std::size_t hold_from;        // a player who holds at a total decides to bank only there; 0: anywhere
    bool keep_on_bust;
    std::size_t lowest = needed;                                 // from the lowest score to the goal
    std::size_t penalty = 0;                                     // of a streak of busts
    std::ptrdiff_t floor = static_cast<std::ptrdiff_t>(needed);  // from the floor of penalties to the goal, or below 0

    // The least that a player who needs so many units may bank.
    [[nodiscard]] std::size_t least_bank(const std::size_t units) const {
        return std::max<std::size_t>(1, units == needed ? first_bank_from : bank_from);
    }

    // Whether a penalty would lead below the lowest score.
    [[nodiscard]] bool sinks(const std::ptrdiff_t units) const {
        return units + static_cast<std::ptrdiff_t>(penalty) > static_cast<std::ptrdiff_t>(lowest);
    }
    // The units needed after a penalty: never more than at the floor, unless they were more already.
    [[nodiscard]] std::ptrdiff_t fallen(const std::ptrdiff_t units) const {
        return std::max(units, std::min(units + static_cast<std::ptrdiff_t>(penalty), floor));
    }
};

struct LastTurn;

// The states (i, level - i) of two players who need `level` units together: i from low to high.
struct LevelRange {
    std::size_t low, high;

    LevelRange(const std::size_t needed, const std::size_t level)
        : low(level > needed ? level - needed : 1), high(std::min(needed, level - 1)) {}
};

// What the other player may go on with instead of beginning afresh: what it is worth to roll on, by the phase and then
// the turn total. A null pointer: there is nothing to go on with.
struct Stealing {
    std::size_t totals = 0;               // how many totals there are in each phase
    std::size_t state = 0;                // from one state to the next: phases * totals
    const double* banked = nullptr;       // after a bank, state by state, the first being that which leaves one unit
    const double* kept = nullptr;         // after a bust that keeps the total, likewise
    const double* busted = nullptr;       // after a bust
    const double* lost = nullptr;         // after everything banked is lost
    const double* last_banked = nullptr;  // in a last turn after a bank, state by state: for a gain of 1, 2, …
    const double* last_kept = nullptr;    // likewise after a bust that keeps the total
    std::size_t last_states = 0;
};

// What a turn is worth to other players, who have no say in it: as the mover's own, from other values. The first of
// them stands at these places, each further one `plane` on.
struct Riders {
    std::size_t count = 0;
    std::size_t plane = 0, reached_plane = 0;
    const double *after = nullptr, *kept = nullptr, *lost = nullptr, *reached = nullptr;
    std::size_t winner = ~std::size_t{0};  // the rider to whom reaching the goal is worth 1, if any
};

// One turn of a player who needs `needed` units. A bank that leaves s > 0 units is worth shift + scale * after[s - 1],
// a bust shift + scale * stays.
struct Visit {
    std::size_t needed;
    const double* after;
    double shift, scale;
    double goal;   // what reaching the goal is worth
    double stays;  // the value that follows a bust: the guess
    // The rest is for rules that last between turns.
    std::size_t least = 0;         // the least that may be banked; 0: what the race says
    std::ptrdiff_t step = 0;       // how far `after` moves on with each unit banked beyond the first
    const double* kept = nullptr;  // kept[s - 1] follows a kept bust that leaves s units; null: as `after`
    bool falls = false;            // a bust costs the penalty
    double sinks = -1;             // what follows a fall below the lowest score; below 0: nobody falls further
    std::ptrdiff_t behind = 0;     // rows are not by the units needed, which are so many more: penalties look at those
    bool loses = false;            // to lose the banked score is followed by `lost`, not as a bust is
    double lost = 0;               //
    const LastTurn* last = nullptr;  // of the other player, once the goal is reached; null: the race is over
    std::size_t past = 0;            // how many units past the goal are followed then
    std::size_t other = 0;           // what the other player needs
    Stealing steal = {};             //
    const double* known = nullptr;   // what reaching the goal is worth, reach() rows of all phases; null: `goal`
    // What reaching the goal is worth by how far one gets past it, if the others then have last turns; null: as `goal`.
    const double* reached = nullptr;
    std::size_t reached_step = 0, reached_size = 0;
    Riders riders = {};
};

struct Visited {
    double value;
    double slope;  // its derivative by the worth of a bust
};

// Where sums and products are rounded to: outward rounding makes bounds of values.
enum class Rounding { nearest, down, up };

// What a batch finds besides values.
struct Wanted {
    bool slopes = true;
    bool rolls = false;     // the value of each roll
    bool all_rows = false;  // the first phase also where no turn begins
};

// Memory that begins with a cache line, so that no vector of a row lies across two of them.
template <class T>
struct CacheAligned {
    using value_type = T;
    static constexpr std::align_val_t line{64};
    static T* allocate(const std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
    static void deallocate(T* const p, std::size_t) { ::operator delete(p, line); }
    bool operator==(const CacheAligned&) const = default;
};
using Aligned = std::vector<double, CacheAligned<double>>;

// As many visits as there are lanes, done at once by one thread. The turn and the rules must outlive it.
//
// Row r is for a player who still needs r + 1 - beyond() units; below row 0, and where the row is closed for the visit,
// the goal is reached and may be banked: nobody plays on.
class VisitBatch {
  public:
    VisitBatch(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
               Rounding rounding = Rounding::nearest);

    void run(std::span<const Visit> visits, Wanted wanted = {});

    static constexpr double illegal = -std::numeric_limits<double>::infinity();

    [[nodiscard]] std::size_t width() const { return kernel_.lanes; }
    [[nodiscard]] std::size_t beyond() const { return beyond_; }
    [[nodiscard]] std::size_t steps() const { return steps_; }
    [[nodiscard]] std::size_t reach() const { return reach_; }
    [[nodiscard]] std::span<const std::int32_t> option_offsets() const { return option_offset_; }
    // The row at which the turn of a visit begins.
    [[nodiscard]] std::size_t start(const Visit& visit) const { return beyond_ + visit.needed - 1; }
    // What is worth how much at a row, for one lane; rows from -reach() on are known.
    [[nodiscard]] double value(std::ptrdiff_t row, std::size_t phase, std::size_t lane) const;
    [[nodiscard]] double slope(std::ptrdiff_t row, std::size_t phase, std::size_t lane) const;
    [[nodiscard]] Visited found(const Visit& visit, std::size_t lane) const;
    // What the turn is worth to a rider, the worth of a bust left out.
    [[nodiscard]] double rider(const Visit& visit, std::size_t which, std::size_t lane) const;
    [[nodiscard]] double rider_value(std::ptrdiff_t row, std::size_t phase, std::size_t which, std::size_t lane) const {
        return at(2 + which, row, phase, lane);
    }
    // All lanes of the last run, as the kernel saw them.
    [[nodiscard]] const TurnLanes& lanes() const { return lanes_; }

  private:
    [[nodiscard]] std::size_t least_bank(const Visit& visit) const {
        return visit.least > 0 ? visit.least : race_.least_bank(visit.needed);
    }
    void fill(std::span<const Visit> visits, std::size_t varying);
    void fill_rider(const Visit& rider, std::size_t which, std::size_t lane, std::size_t varying);
    // How many values the rows hold; the slopes follow them, and then the rows of each rider.
    [[nodiscard]] std::size_t rows_size() const { return (reach_ + steps_) * turn_.phases() * kernel_.lanes; }
    [[nodiscard]] double at(std::size_t which, std::ptrdiff_t row, std::size_t phase, std::size_t lane) const;

    const TurnTables& turn_;
    const RaceRules& race_;
    const Kernel kernel_;
    const Rounding rounding_;
    const std::size_t reach_;
    bool settled_varies_;
    std::vector<std::int32_t> option_offset_;
    std::size_t steps_ = 0, beyond_ = 0;
    bool stealing_ = false;  // whether the phase in which a turn ends matters
    std::size_t riders_ = 0;
    Aligned bank_, settled_, settled_slopes_, closing_, rows_, rolls_, rider_banks_, rider_settled_;
    TurnLanes lanes_{};
};

// Writes down what it is worth to roll on from every phase and, each, from so many totals of a visit that was run with
// its rolls wanted.
void note_offers(const TurnTables& turn, const VisitBatch& batch, const Visit& visit, std::size_t lane,
                 std::size_t totals, double* offers);

// Does visits in lanes and threads. The turn and the rules must outlive it.
class Visitor {
  public:
    Visitor(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, std::size_t threads,
            Rounding rounding = Rounding::nearest);

    // Visits should be sorted by `needed`: those of one batch run as long as the longest.
    void visit(std::span<const Visit> visits, std::span<Visited> found, Wanted wanted = {});

    // Calls look(first, batch) after each batch of visits, from any thread; the batch begins with visit `first`.
    void each(std::span<const Visit> visits, Wanted wanted,
              const std::function<void(std::size_t, const VisitBatch&)>& look);

  private:
    static constexpr std::size_t little_work = 200'000;  // options looked at, in all lanes at once

    const std::size_t lanes_;
    const std::size_t row_work_;  // options of a row, and what else it takes
    Team team_;
    std::vector<VisitBatch> batches_;  // one for each thread
};

// Called now and then with the part of the work done; may throw to stop the work.
using Progress = std::function<void(double)>;

}  // namespace jeopardice
