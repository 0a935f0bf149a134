#include "simulation/games.hpp"

#include <algorithm>
#include <optional>

namespace jeopardice {

void GamesTally::add(const GamesTally& other) {
    games += other.games;
    unfinished += other.unfinished;
    turns += other.turns;
    squares += other.squares;
    for (size_t p = 0; p < most_players; ++p) won[p] += other.won[p];
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

namespace {

constexpr size_t side_by_side = 8;

// A game with what is counted at the table: who leads, and the scores by seat.
struct SeatedGame : SimulatedGame {
    SeatedGame(const Position& start, Random dice) : SimulatedGame{start, dice}, needs(start.needs) {}

    std::array<std::ptrdiff_t, most_players> needs;
    std::optional<size_t> leader;  // nobody has led yet: none
};

class GamesPlayed {
  public:
    GamesPlayed(const Table& table, std::span<GamePlayer* const> players, const GamesCounted& wanted)
        : table_(table), players_(players), wanted_(wanted) {}

    // Plays games side by side.
    void play(const Position& start, const GameSeries& series, std::uint64_t first, std::uint64_t last, size_t thread,
              SeriesProgress& done, GamesTally& tally) {
        std::vector<SeatedGame> games;
        std::vector<SimulatedGame*> open;
        games.reserve(last - first);
        open.reserve(last - first);
        for (std::uint64_t number = first; number < last; ++number) {
            SeatedGame& game = games.emplace_back(start, Random(series.seed, number));
            if (number - series.first_game < wanted_.recorded_games) game.recorded = &tally.recorded;
            if (wanted_.counts) find_leader(game);
            open.push_back(&game);
        }
        for (std::uint64_t turns = 1; turns <= series.most_turns && !open.empty(); ++turns) {
            if (turns % 8 == 1) done.report(thread);
            if (done.stopped()) return;
            const size_t mover = (turns - 1) % players_.size();
            players_[mover]->play(open, thread, mover == 0 ? first_costs : second_costs);
            size_t left = 0;
            for (SimulatedGame* const game : open)
                if (goes_on(static_cast<SeatedGame&>(*game), mover, turns, tally)) open[left++] = game;
            open.resize(left);
        }
        if (open.empty()) return;
        tally.unfinished += open.size();
        done.stop();
    }

  private:
    // Whether the game goes on after a turn, and then from where.
    [[nodiscard]] bool goes_on(SeatedGame& game, size_t mover, std::uint64_t turns, GamesTally& tally) const {
        const auto [left, points] = table_.gain(game.at, game.end);
        if (wanted_.counts) count_turn(game, mover, left, points);
        if (table_.pass(game.at, game.end, left)) return true;
        finish(game, mover, left, static_cast<double>(turns), tally);
        return false;
    }

    void finish(SeatedGame& game, size_t mover, std::ptrdiff_t left, double turns, GamesTally& tally) const {
        ++tally.games;
        tally.turns += turns;
        tally.squares += turns * turns;
        const size_t players = players_.size();
        const WinShares shares = table_.shares(game.at, game.end, left);
        for (size_t p = 0; p < players; ++p) tally.won[(mover + p) % players] += shares[p];
        if (!wanted_.counts) return;
        game.counts[turns_played] = turns;
        game.counts[wins] = shares[(players - mover) % players];
        count(game.counts, tally);
    }

    void count_turn(SeatedGame& game, size_t mover, std::ptrdiff_t left, size_t points) const {
        game.counts[points_made] += static_cast<double>(points);
        game.counts[busts_made] += game.end.how == Ending::bust || game.end.how == Ending::lost ? 1 : 0;
        game.needs[mover] = left;
        find_leader(game);
    }

    // The lead changes when another player is ahead of all others.
    void find_leader(SeatedGame& game) const {
        const auto needs = std::span(game.needs).first(players_.size());
        const auto best = std::ranges::min_element(needs);
        if (std::ranges::count(needs, *best) > 1) return;
        const auto now = static_cast<size_t>(best - needs.begin());
        if (game.leader && *game.leader != now) game.counts[lead_changes] += 1;
        game.leader = now;
    }

    static void count(const GameCounts& game, GamesTally& tally) {
        for (size_t a = 0; a < counted_in_all; ++a) {
            tally.sums[a] += game[a];
            for (size_t b = 0; b <= a; ++b) tally.products[a][b] += game[a] * game[b];
        }
        const auto add = [](std::vector<std::uint64_t>& numbers, double number) {
            const auto place = static_cast<size_t>(number);
            if (numbers.size() <= place) numbers.resize(place + 1);
            ++numbers[place];
        };
        add(tally.lengths, game[turns_played]);
        add(tally.changes, game[lead_changes]);
    }

    const Table& table_;
    const std::span<GamePlayer* const> players_;
    const GamesCounted wanted_;
};

}  // namespace

GamesTally play_games(const Table& table, std::span<GamePlayer* const> players, const Position& start,
                      const GameSeries& series, const GamesCounted& wanted, size_t threads, const Progress& progress) {
    GamesPlayed games(table, players, wanted);
    return play_series(series, wanted.counts ? 64 : 1024, threads, progress, GamesTally{},
                       [&](auto first, auto last, size_t thread, SeriesProgress& done, GamesTally& tally) {
                           for (auto from = first; from < last && !done.stopped(); from += side_by_side) {
                               const auto to = std::min(last, from + side_by_side);
                               games.play(start, series, from, to, thread, done, tally);
                               done.add(to - from);
                               if ((from - first) % 64 == 0) done.report(thread);
                           }
                       });
}

}  // namespace jeopardice
