// Simulated races of two players, or of one, without carryover.
#pragma once

#include <atomic>
#include <memory>

#include "race/turn_batch.hpp"
#include "simulation/play_turn.hpp"
#include "simulation/series.hpp"

namespace jeopardice {

class SimulatedPlayer {
  public:
    virtual ~SimulatedPlayer() = default;
    // Plays a turn of this player, who needs i, against one who needs j (solo: with j turns to go). Returns the units
    // left.
    virtual size_t play(size_t i, size_t j, Random& random, size_t thread) = 0;
};

class SimulatedPolicy final : public SimulatedPlayer {
  public:
    SimulatedPolicy(const TurnTables& turn, const RaceRules& race, const Policies& policies)
        : turn_(turn), race_(race), dice_(turn), policies_(policies), richest_(turn.richest_options()) {}
    size_t play(size_t i, size_t j, Random& random, size_t thread) override;

  private:
    const TurnTables& turn_;
    const RaceRules& race_;
    const Dice dice_;
    const Policies policies_;
    const std::vector<size_t> richest_;
};

// Plays best for given values: by what the other player needs (solo: by the turns to go), then the mover, or one row.
class SimulatedBestPlay final : public SimulatedPlayer {
  public:
    SimulatedBestPlay(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, size_t threads,
                      const BankValues& values);
    size_t play(size_t i, size_t j, Random& random, size_t thread) override;

  private:
    // The values of one turn, in the rows of a batch.
    struct CachedTurn {
        size_t start, first_roll;
        std::vector<double> values, bank;
    };
    const CachedTurn& turn_at(size_t i, size_t j, size_t thread);

    const TurnTables& turn_;
    const RaceRules& race_;
    const Dice dice_;
    const BankValues values_;
    std::vector<TurnBatch> batches_;
    std::vector<std::atomic<const CachedTurn*>> turns_;                  // solved when first needed
    std::vector<std::vector<std::unique_ptr<const CachedTurn>>> owned_;  // by each thread
};

// The units that the players need at the start of a game.
struct StartUnits {
    size_t mine, theirs;
};

// Simulates games of two players or, with `b` null, of one.
Tally simulate(StartUnits start, SimulatedPlayer& a, SimulatedPlayer* b, const GameSeries& series, size_t threads,
               const Progress& progress);

}  // namespace jeopardice
