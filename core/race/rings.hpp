// Where busts lead round in a ring: what solvers of two and of more players share.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace jeopardice {

using Ring = std::vector<std::size_t>;  // nodes, each followed by the one after a bust

// The rings among open nodes; those that only lead into one are left out. Every open node leads to another one of them.
std::vector<Ring> find_rings(const auto& nodes, const auto& is_open) {
    constexpr std::size_t never = ~std::size_t{0};
    std::vector<Ring> rings;
    std::vector<std::size_t> seen(nodes.size(), never);  // on which walk
    for (std::size_t start = 0; start < nodes.size(); ++start) {
        if (!is_open(nodes[start]) || seen[start] != never) continue;
        std::size_t k = start;
        while (seen[k] == never) {
            seen[k] = start;
            k = nodes[k].next;
        }
        if (seen[k] != start) continue;
        Ring ring{k};
        for (std::size_t next = nodes[k].next; next != k; next = nodes[next].next) ring.push_back(next);
        rings.push_back(std::move(ring));
    }
    return rings;
}

}  // namespace jeopardice
