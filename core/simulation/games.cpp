#include "simulation/games.hpp"

#include <algorithm>

namespace jeopardice {

void GamesTally::add(const GameCounts& game) {
    ++games;
    for (size_t a = 0; a < counted_in_all; ++a) {
        sums[a] += game[a];
        for (size_t b = 0; b <= a; ++b) products[a][b] += game[a] * game[b];
    }
    const auto count = [](std::vector<std::uint64_t>& numbers, double number) {
        const auto place = static_cast<size_t>(number);
        if (numbers.size() <= place) numbers.resize(place + 1);
        ++numbers[place];
    };
    count(lengths, game[turns_played]);
    count(changes, game[lead_changes]);
}

void GamesTally::add(const GamesTally& other) {
    games += other.games;
    unfinished += other.unfinished;
    for (size_t a = 0; a < counted_in_all; ++a) {
        sums[a] += other.sums[a];
        for (size_t b = 0; b <= a; ++b) products[a][b] += other.products[a][b];
    }
    const auto join = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
        if (to.size() < from.size()) to.resize(from.size());
        for (size_t k = 0; k < from.size(); ++k) to[k] += from[k];
    };
    join(lengths, other.lengths);
    join(changes, other.changes);
    recorded.insert(recorded.end(), other.recorded.begin(), other.recorded.end());
}

GamesTally play_games(const Transitions& transitions, GamePlayer& first, GamePlayer& second, const Position& start,
                      const GameSeries& series, std::uint64_t recorded_games, size_t threads,
                      const Progress& progress) {
    // Sums of doubles depend on their order: each block has its own tally, and blocks are added in order.
    constexpr std::uint64_t block = 64, blocks_at_once = 1024;
    ThreadTeam team(std::max<size_t>(1, threads));
    SeriesProgress done(series.games, progress);
    const auto play_game = [&](std::uint64_t number, size_t thread, GamesTally& tally) {
        Random random(series.seed, number);
        GameCounts counts{};
        auto* const recorded = number - series.first_game < recorded_games ? &tally.recorded : nullptr;
        Position at = start;
        std::array<std::ptrdiff_t, 2> needs{static_cast<std::ptrdiff_t>(at.mine), at.theirs};
        size_t leader = needs[0] < needs[1] ? 0 : needs[1] < needs[0] ? 1 : 2;  // 2: nobody has led yet
        for (std::uint64_t turns = 1; turns <= series.most_turns; ++turns) {
            if (turns % 8 == 1) done.report(thread);
            if (done.stopped()) return;
            const size_t mover = turns % 2 == 1 ? 0 : 1;
            const TurnEnd end =
                (mover == 0 ? first : second)
                    .play(at, random, thread, counts, counts[mover == 0 ? first_costs : second_costs], recorded);
            const AfterTurn after = transitions.after(at, end);
            counts[points_made] += static_cast<double>(after.points);
            counts[busts_made] += end.how == Ending::bust || end.how == Ending::lost ? 1 : 0;
            needs[mover] = after.mine;
            if (const size_t now = needs[0] < needs[1] ? 0 : 1; needs[0] != needs[1] && now != leader) {
                counts[lead_changes] += leader < 2 ? 1 : 0;
                leader = now;
            }
            if (!after.over) {
                at = after.next;
                continue;
            }
            counts[turns_played] = static_cast<double>(turns);
            counts[wins] = mover == 0 ? after.share : 1 - after.share;
            tally.add(counts);
            return;
        }
        ++tally.unfinished;
        done.stop();
    };
    GamesTally all;
    for (std::uint64_t begin = 0; begin < series.games; begin += block * blocks_at_once) {
        const std::uint64_t end = std::min(series.games, begin + block * blocks_at_once);
        std::vector<GamesTally> tallies(static_cast<size_t>((end - begin + block - 1) / block));
        team.run(tallies.size(), [&](size_t k, size_t thread) {
            const std::uint64_t from = begin + k * block, to = std::min(end, from + block);
            for (std::uint64_t game = from; game < to && !done.stopped(); ++game) {
                play_game(series.first_game + game, thread, tallies[k]);
                done.add(1);
            }
        });
        for (const GamesTally& tally : tallies) all.add(tally);
    }
    return all;
}

}  // namespace jeopardice
