// Rings of busts, for solvers of two and of more players. Each state of a list has a `status` and the index `next` of
// the state after a bust, or `outside` where that is not in the list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace jeopardice {

enum class Status : std::uint8_t { open, solved, missing };
inline constexpr size_t outside = ~size_t{0};

using Ring = std::vector<size_t>;  // states, each followed by the one after a bust

// The open states whose bust leads to a solved state or outside.
std::vector<size_t> find_ready(const auto& states) {
    std::vector<size_t> ready;
    for (size_t k = 0; k < states.size(); ++k)
        if (states[k].status == Status::open &&
            (states[k].next == outside || states[states[k].next].status == Status::solved))
            ready.push_back(k);
    return ready;
}

// The rings among open states, without states that only lead into a ring or out of the list.
std::vector<Ring> find_rings(const auto& states) {
    constexpr size_t never = ~size_t{0};
    std::vector<Ring> rings;
    std::vector<size_t> seen(states.size(), never);  // the start of the walk that came here first
    for (size_t start = 0; start < states.size(); ++start) {
        if (states[start].status != Status::open || seen[start] != never) continue;
        size_t k = start;
        while (k != outside && seen[k] == never) {
            seen[k] = start;
            k = states[k].next;
        }
        if (k == outside || seen[k] != start) continue;
        Ring ring{k};
        for (size_t next = states[k].next; next != k; next = states[next].next) ring.push_back(next);
        rings.push_back(std::move(ring));
    }
    return rings;
}

}  // namespace jeopardice
