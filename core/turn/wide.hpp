// Numbers in the lanes of several registers, worked on as one, so that what a kernel reads from its tables is read once
// for all of them. Only for core/turn/kernel.cpp, which is compiled once for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace jeopardice::JEOPARDICE_KERNEL {

namespace {

constexpr size_t width = JEOPARDICE_WIDTH;  // the lanes of a register
constexpr size_t lanes = JEOPARDICE_LANES;  // of arrays: from one number to the next
constexpr double illegal = -std::numeric_limits<double>::infinity();

typedef double Register __attribute__((vector_size(width * sizeof(double))));
typedef std::int64_t RegisterMask __attribute__((vector_size(width * sizeof(double))));

template <class Each, size_t registers>
struct Wide {
    Each part[registers];

    static Wide of(const auto& make) {
        return [&]<size_t... k>(std::index_sequence<k...>) {
            return Wide{{make(k)...}};
        }(std::make_index_sequence<registers>());
    }
};

template <size_t n>
using Vector = Wide<Register, n>;
template <size_t n>
using Mask = Wide<RegisterMask, n>;

template <size_t n>
inline Vector<n> all(double number) {
    return Vector<n>::of([&](size_t) { return Register{} + number; });
}

// Arrays from Python are aligned to 16 bytes only: loads and stores must not assume more.
template <size_t n>
inline Vector<n> load(const double* from) {
    return Vector<n>::of([&](size_t k) {
        Register part;
        std::memcpy(&part, from + k * width, sizeof part);
        return part;
    });
}

template <size_t n>
inline void store(double* to, const Vector<n>& v) {
    for (size_t k = 0; k < n; ++k) std::memcpy(to + k * width, &v.part[k], sizeof(Register));
}

template <size_t n>
inline Vector<n> operator*(double number, const Vector<n>& v) {
    return Vector<n>::of([&](size_t k) { return number * v.part[k]; });
}
template <size_t n>
inline Vector<n>& operator+=(Vector<n>& a, const Vector<n>& b) {
    return a = Vector<n>::of([&](size_t k) { return a.part[k] + b.part[k]; });
}
template <size_t n>
inline Vector<n>& operator-=(Vector<n>& a, const Vector<n>& b) {
    return a = Vector<n>::of([&](size_t k) { return a.part[k] - b.part[k]; });
}

#define JEOPARDICE_COMPARE(is)                                                \
    template <size_t n>                                                       \
    inline Mask<n> operator is(const Vector<n>& a, const Vector<n>& b) {      \
        return Mask<n>::of([&](size_t k) { return a.part[k] is b.part[k]; }); \
    }                                                                         \
    template <size_t n>                                                       \
    inline Mask<n> operator is(const Vector<n>& a, double b) {                \
        return Mask<n>::of([&](size_t k) { return a.part[k] is b; });         \
    }
JEOPARDICE_COMPARE(<)
JEOPARDICE_COMPARE(>)
JEOPARDICE_COMPARE(>=)
JEOPARDICE_COMPARE(==)
JEOPARDICE_COMPARE(!=)
#undef JEOPARDICE_COMPARE

template <size_t n>
inline Mask<n> operator|(const Mask<n>& a, const Mask<n>& b) {
    return Mask<n>::of([&](size_t k) { return a.part[k] | b.part[k]; });
}
template <size_t n>
inline Mask<n> operator&(const Mask<n>& a, const Mask<n>& b) {
    return Mask<n>::of([&](size_t k) { return a.part[k] & b.part[k]; });
}

// a where the mask holds, else b.
template <size_t n>
inline Vector<n> choose(const Mask<n>& mask, const Vector<n>& a, const Vector<n>& b) {
    return Vector<n>::of([&](size_t k) { return mask.part[k] ? a.part[k] : b.part[k]; });
}
template <size_t n>
inline Vector<n> larger(const Vector<n>& a, const Vector<n>& b) {
    return Vector<n>::of([&](size_t k) { return a.part[k] > b.part[k] ? a.part[k] : b.part[k]; });
}

}  // namespace

}  // namespace jeopardice::JEOPARDICE_KERNEL
