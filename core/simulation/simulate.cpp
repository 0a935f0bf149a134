#include "simulation/simulate.hpp"

#include <algorithm>

namespace jeopardice {

Tally simulate(StartUnits start, SimulatedPlayer& a, SimulatedPlayer* b, const GameSeries& series, size_t threads,
               const Progress& progress) {
    constexpr std::uint64_t block = 1024, blocks_at_once = 256;
    ThreadTeam team(std::max<size_t>(1, threads));
    std::vector<Tally> tallies(team.size(), {{0, 0}});
    SeriesProgress done(series.games, progress);
    const auto play_game = [&](std::uint64_t number, size_t thread) {
        Random random(series.seed, number);
        Tally& tally = tallies[thread];
        auto [mine, theirs] = start;
        for (std::uint64_t turns = 1; turns <= series.most_turns; ++turns) {
            if (turns % 1024 == 0) {
                if (done.stopped()) return;
                done.report(thread);
            }
            const bool first = !b || turns % 2 == 1;
            if (first)
                mine = a.play(mine, b ? theirs : series.most_turns + 1 - turns, random, thread);
            else
                theirs = b->play(theirs, mine, random, thread);
            if ((first ? mine : theirs) > 0) continue;
            return tally.add_game(first ? 0 : 1, turns);
        }
        ++tally.unfinished;
    };
    for (std::uint64_t begin = 0; begin < series.games; begin += block * blocks_at_once) {
        const std::uint64_t end = std::min(series.games, begin + block * blocks_at_once);
        team.run((end - begin + block - 1) / block, [&](size_t k, size_t thread) {
            const std::uint64_t from = begin + k * block, to = std::min(end, from + block);
            for (std::uint64_t game = from; game < to && !done.stopped(); ++game) {
                play_game(series.first_game + game, thread);
                done.add(1);
                if (game % 64 == 0) done.report(thread);
            }
        });
        done.report(0);
    }
    for (size_t t = 1; t < tallies.size(); ++t) tallies[0].add(tallies[t]);
    return tallies[0];
}

}  // namespace jeopardice
