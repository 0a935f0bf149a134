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

#include "team.hpp"
#include "turn.hpp"

namespace jeopardice {

// What a race adds to a turn, in units.
struct RaceRules {
    std::size_t needed;           // from a score of 0 to the goal
    std::size_t bank_from;        // the least that may be banked
    std::size_t first_bank_from;  // the same while the banked score is 0
    std::size_t hold_from;        // a player who holds at a total decides to bank only there; 0: anywhere
    bool keep_on_bust;

    // The least that a player who needs so many units may bank.
    [[nodiscard]] std::size_t least_bank(const std::size_t units) const {
        return std::max<std::size_t>(1, units == needed ? first_bank_from : bank_from);
    }
};

// The states (i, level - i) of two players who need `level` units together: i from low to high.
struct LevelRange {
    std::size_t low, high;

    LevelRange(const std::size_t needed, const std::size_t level)
        : low(level > needed ? level - needed : 1), high(std::min(needed, level - 1)) {}
};

// One turn of a player who needs `needed` units. A bank that leaves s > 0 units is worth shift + scale * after[s - 1],
// a bust shift + scale * stays.
struct Visit {
    std::size_t needed;
    const double* after;
    double shift, scale;
    double goal;   // what reaching the goal is worth
    double stays;  // the value that follows a bust: the guess
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
    // All lanes of the last run, as the kernel saw them.
    [[nodiscard]] const TurnLanes& lanes() const { return lanes_; }

  private:
    void fill(std::span<const Visit> visits);

    const TurnTables& turn_;
    const RaceRules& race_;
    const Kernel kernel_;
    const Rounding rounding_;
    const std::size_t reach_;
    bool settled_varies_;
    std::vector<std::int32_t> option_offset_;
    std::size_t steps_ = 0, beyond_ = 0;
    Aligned bank_, settled_, settled_slopes_, closing_, rows_, rolls_;
    TurnLanes lanes_{};
};

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
    const std::size_t lanes_;
    Team team_;
    std::vector<VisitBatch> batches_;  // one for each thread
};

// Called now and then with the part of the work done; may throw to stop the work.
using Progress = std::function<void(double)>;

}  // namespace jeopardice
