// Random numbers and rolls. Every game has its own random numbers, made from the seed and the number of the game, so
// that results do not depend on threads.
#pragma once

#include "turn/turn.hpp"

namespace jeopardice {

// SplitMix64 (Steele, Lea & Flood 2014).
class Random {
  public:
    Random(std::uint64_t seed, std::uint64_t stream) : state_(mix(seed ^ mix(stream + golden))) {}

    std::uint64_t next() { return mix(state_ += golden); }

  private:
    static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
    static std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    std::uint64_t state_;
};

// What follows a roll, for turns that are played: by outcome its first option, the one with the most points, and
// whether it is the only one; by option its points and the phase and roll after it.
struct PlayedTurn {
    struct Outcome {
        std::uint32_t first, richest, most, only;
    };
    struct alignas(16) Option {
        std::uint32_t points, phase;
        std::int32_t roll;  // -1: no dice are left
    };
    explicit PlayedTurn(const TurnTables& turn);

    std::vector<Outcome> outcomes;
    std::vector<Option> options;
};

// Draws the outcome of a roll with one random number, by Walker's alias method.
class Dice {
  public:
    explicit Dice(const TurnTables& turn);

    // An outcome of all outcomes of the turn, or -1 - (an event).
    [[nodiscard]] std::int32_t roll(size_t roll, Random& random) const {
        const std::uint64_t drawn = random.next();
        const auto& [first, count] = rolls_[roll];
        // The upper half chooses the face, the lower half whether its alias is taken.
        const Face& face = faces_[first + ((drawn >> 32) * count >> 32)];
        return (drawn & 0xffffffff) < face.share ? face.result : face.alias;
    }

  private:
    struct Face {
        std::uint64_t share;  // of 2^32
        std::int32_t result, alias;
    };
    struct Roll {
        std::uint64_t first, count;  // of its faces
    };
    std::vector<Roll> rolls_;
    std::vector<Face> faces_;
};

}  // namespace jeopardice
