#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "common/thread_team.hpp"

namespace jeopardice {

// Games with consecutive numbers.
struct GameSeries {
    std::uint64_t first_game, games, seed;
    std::uint64_t most_turns;  // longer games are not finished
};

struct Tally {
    std::vector<std::uint64_t> wins;             // of each seat
    std::uint64_t turns = 0, squared_turns = 0;  // of all players together
    std::uint64_t unfinished = 0;

    void add_game(size_t winner, std::uint64_t length) {
        ++wins[winner];
        turns += length;
        squared_turns += length * length;
    }
    void add(const Tally& other) {
        std::transform(wins.begin(), wins.end(), other.wins.begin(), wins.begin(), std::plus());
        turns += other.turns;
        squared_turns += other.squared_turns;
        unfinished += other.unfinished;
    }
};

// The progress of games that are simulated in threads. The calling thread, 0, reports it; a callback that throws stops
// all threads.
class SeriesProgress {
  public:
    SeriesProgress(std::uint64_t games, const Progress& progress) : games_(games), progress_(progress) {}

    void add(std::uint64_t games) { played_ += games; }
    void stop() { stopped_ = true; }
    [[nodiscard]] bool stopped() const { return stopped_; }
    void report(size_t thread) {
        if (thread != 0 || !progress_) return;
        try {
            progress_(fraction(played_.load(), games_));
        } catch (...) {
            stopped_ = true;
            throw;
        }
    }

  private:
    const std::uint64_t games_;
    const Progress& progress_;
    std::atomic<bool> stopped_{false};
    std::atomic<std::uint64_t> played_{0};
};

}  // namespace jeopardice
