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

// The same, game by game: play(number, thread, done, tally).
template <class Tallied>
Tallied play_each_game(const GameSeries& series, std::uint64_t block, size_t threads, const Progress& progress,
                       const Tallied& nothing, const auto& play) {
    return play_series(series, block, threads, progress, nothing,
                       [&](auto first, auto last, size_t thread, SeriesProgress& done, Tallied& tally) {
                           for (auto game = first; game < last && !done.stopped(); ++game) {
                               play(game, thread, done, tally);
                               done.add(1);
                               if (game % 64 == 0) done.report(thread);
                           }
                       });
}

}  // namespace jeopardice
