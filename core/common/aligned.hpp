// Arrays that begin with a cache line, so that no vector of a row lies across two lines.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace jeopardice {

template <class T>
struct CacheAligned {
    using value_type = T;
    static constexpr std::align_val_t line{64};
    static T* allocate(size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
    static void deallocate(T* p, size_t) { ::operator delete(p, line); }
    bool operator==(const CacheAligned&) const = default;
};
using Aligned = std::vector<double, CacheAligned<double>>;

}  // namespace jeopardice
