// First guesses of values, from lower levels: see multiplayer/blocks.hpp.
#include <algorithm>
#include <bit>

#include "multiplayer/blocks.hpp"

namespace jeopardice {

// Prefetches what `extrapolated` reads; the last player's units are next to each other.
void BlockSolver::prefetch_before(const BlockState& state) const {
    const size_t players = board_.players(), n = board_.most_units();
    const double* const here = values_ + (board_.planes() - 1) * board_.plane() + state.place;
    std::array<size_t, size_t{1} << most_players> away{};
    size_t sets = 1;
    for (size_t p = players - 1, stride = n; p-- > 0; stride *= n)
        if (state.units[p] > 1) {
            for (size_t set = 0; set < sets; ++set) __builtin_prefetch(here - (away[sets + set] = away[set] + stride));
            sets *= 2;
        }
}

// The last player's component, extrapolated: W(u) = -sum over nonempty sets of players (-1)^size W(u, one unit less for
// each of them).
double BlockSolver::extrapolated(const BlockState& state) const {
    const size_t players = board_.players(), n = board_.most_units();
    const double* const here = values_ + (board_.planes() - 1) * board_.plane() + state.place;
    std::array<size_t, size_t{1} << most_players>
        away{};  // of each set, without players who need no more than one unit
    size_t sets = 1;
    double sum = 0;
    for (size_t p = players, stride = 1; p-- > 0; stride *= n) {
        if (state.units[p] == 1) continue;
        // A set with the player has one more than the set without.
        for (size_t set = 0; set < sets; ++set) away[sets + set] = away[set] + stride;
        sets *= 2;
    }
    if (sets == 1) return 1.0 / static_cast<double>(players);
    for (size_t set = 1; set < sets; ++set) {
        const double value = *(here - away[set]);
        sum += std::popcount(set) % 2 == 1 ? value : -value;
    }
    return std::clamp(sum, 0.0, 1.0);
}

}  // namespace jeopardice
