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

// Plays a series in blocks of games, shared by threads: play(first, last, thread, done, tally) plays the games with
// these numbers. Every block has its own tally, and they are added in order, because sums of doubles depend on it.
template <class Tallied>
Tallied play_series(const GameSeries& series, std::uint64_t block, size_t threads, const Progress& progress,
                    const Tallied& nothing, const auto& play) {
    constexpr std::uint64_t blocks_in_part = 1024;
    ThreadTeam team(std::max<size_t>(1, threads));
    SeriesProgress done(series.games, progress);
    Tallied all = nothing;
    for (std::uint64_t begin = 0; begin < series.games; begin += block * blocks_in_part) {
        const std::uint64_t end = std::min(series.games, begin + block * blocks_in_part);
        std::vector<Tallied> tallies(static_cast<size_t>((end - begin + block - 1) / block), nothing);
        team.run(tallies.size(), [&](size_t k, size_t thread) {
            const std::uint64_t from = begin + k * block, to = std::min(end, from + block);
            play(series.first_game + from, series.first_game + to, thread, done, tallies[k]);
        });
        for (const Tallied& tally : tallies) all.add(tally);
        done.report(0);
    }
    return all;
}

}  // namespace jeopardice
