// Games played by chance, roll by roll. A game has its own random numbers, made from the seed and its number alone, so
// that the result does not depend on threads.
#pragma once

#include <atomic>
#include <memory>

#include "evaluation/turn_outcomes.hpp"

namespace jeopardice {

// SplitMix64 (Steele, Lea & Flood 2014): one addition and a mix of bits for each number.
class Random {
  public:
    Random(const std::uint64_t seed, const std::uint64_t stream) : state_(mix(seed ^ mix(stream + golden))) {}

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

// Draws the outcome of a roll with one random number, by Walker's aliases.
class Dice {
  public:
    explicit Dice(const TurnTables& turn);

    // An outcome of all outcomes of the turn, or -1 - (an event).
    [[nodiscard]] std::int32_t roll(const std::size_t roll, Random& random) const {
        const std::uint64_t drawn = random.next();
        const std::size_t first = first_[roll], count = first_[roll + 1] - first;
        // The upper half chooses the place, the lower half whether its alias is taken.
        const Face& face = faces_[first + ((drawn >> 32) * count >> 32)];
        return (drawn & 0xffffffff) < face.share ? face.result : face.alias;
    }

  private:
    struct Face {
        std::uint64_t share;  // of 2^32
        std::int32_t result, alias;
    };
    std::vector<std::size_t> first_;
    std::vector<Face> faces_;
};

// A player that plays turns by chance.
class Roller {
  public:
    virtual ~Roller() = default;
    // A turn of this player, who needs i, against one who needs j (alone: with j turns to go): the units left
    // afterwards.
    virtual std::size_t play(std::size_t i, std::size_t j, Random& random, std::size_t thread) = 0;
};

// Plays policies: which[(i - 1) * n + j - 1], or which[i - 1] where the other player does not matter.
class PolicyRoller final : public Roller {
  public:
    PolicyRoller(const TurnTables& turn, const RaceRules& race, std::span<const std::uint16_t> choices,
                 std::span<const std::int32_t> first_rolls, std::span<const std::int32_t> which, bool takes_wins);
    std::size_t play(std::size_t i, std::size_t j, Random& random, std::size_t thread) override;

  private:
    const TurnTables& turn_;
    const RaceRules& race_;
    const Dice dice_;
    const std::span<const std::uint16_t> choices_;
    const std::span<const std::int32_t> first_rolls_, which_;
    const bool takes_wins_;
    const std::size_t size_;                // choices of one policy
    std::vector<std::size_t> most_points_;  // of each outcome
};

// Plays best for given values; `after` by what the other player needs (alone: by the turns to go), then the mover, or
// one row for all.
class BestRoller final : public Roller {
  public:
    BestRoller(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, std::size_t threads,
               std::span<const double> after, double shift, double scale, double goal);
    ~BestRoller() override;
    std::size_t play(std::size_t i, std::size_t j, Random& random, std::size_t thread) override;

  private:
    struct Solved;
    const Solved& solved(std::size_t i, std::size_t j, std::size_t thread);

    const TurnTables& turn_;
    const RaceRules& race_;
    const Dice dice_;
    const std::span<const double> after_;
    const double shift_, scale_, goal_;
    std::vector<VisitBatch> batches_;
    std::vector<std::atomic<const Solved*>> states_;                 // found when they are first come to
    std::vector<std::vector<std::unique_ptr<const Solved>>> owned_;  // by each thread
};

struct Tally {
    std::uint64_t games = 0, wins = 0;           // of the first player
    std::uint64_t turns = 0, squared_turns = 0;  // of both players together
    std::uint64_t unfinished = 0;                // games longer than `most_turns`

    void add(const Tally& other);
};

// The units that the players need at the start of a game.
struct Start {
    std::size_t mine, theirs;
};

// Games with numbers from `first_game` on, between two players; or, with `b` null, of one player alone.
Tally simulate(Start start, Roller& a, Roller* b, std::uint64_t first_game, std::uint64_t games, std::uint64_t seed,
               std::size_t threads, std::uint64_t most_turns, const Progress& progress);

}  // namespace jeopardice
