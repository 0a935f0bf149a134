#pragma once

#include <algorithm>
#include <cstddef>

namespace jeopardice {

inline constexpr size_t most_players = 8;

// What a race adds to a turn, in units.
struct RaceRules {
    size_t needed;           // from a score of 0 to the goal
    size_t bank_from;        // the least that may be banked
    size_t first_bank_from;  // the same while the banked score is 0
    size_t hold_from;        // a hold-at player decides to bank from this total on; 0: anywhere
    bool keep_on_bust;
    size_t lowest = needed;                                      // from the lowest score that is modelled to the goal
    size_t penalty = 0;                                          // of a streak of busts
    std::ptrdiff_t floor = static_cast<std::ptrdiff_t>(needed);  // from the floor of penalties to the goal, or below 0

    // The least that a player who needs `units` may bank.
    [[nodiscard]] size_t least_bank(size_t units) const {
        return std::max<size_t>(1, units == needed ? first_bank_from : bank_from);
    }

    // Whether a penalty would lead below the lowest score that is modelled.
    [[nodiscard]] bool below_floor(std::ptrdiff_t units) const {
        return units + static_cast<std::ptrdiff_t>(penalty) > static_cast<std::ptrdiff_t>(lowest);
    }
    // The units needed after a penalty: never more than at the floor, unless they were more already.
    [[nodiscard]] std::ptrdiff_t after_penalty(std::ptrdiff_t units) const {
        return std::max(units, std::min(units + static_cast<std::ptrdiff_t>(penalty), floor));
    }
};

// The units left of those needed, after a gain of `total`.
[[nodiscard]] inline size_t left_of(size_t needed, size_t total) {
    return total < needed ? needed - total : 0;
}

// The states (i, level - i) of two players who need `level` units together: i from low to high.
struct LevelRange {
    size_t low, high;
};
[[nodiscard]] inline LevelRange level_range(size_t needed, size_t level) {
    return {level > needed ? level - needed : 1, std::min(needed, level - 1)};
}

// The completed fraction of a two-player race, solved level by level.
[[nodiscard]] inline double level_fraction(size_t level, size_t needed) {
    const double part = static_cast<double>(level) / static_cast<double>(2 * needed);
    return part * part;
}

}  // namespace jeopardice
