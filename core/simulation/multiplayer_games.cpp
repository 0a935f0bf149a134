#include "simulation/multiplayer_games.hpp"

#include <algorithm>
#include <stdexcept>

#include "simulation/play_turn.hpp"

namespace jeopardice {

namespace {

// Games side by side, of one thread.
class Lot {
  public:
    Lot(const Group& group, const Kernel& kernel, const std::span<Roller* const> seats, const double* const best,
        const Shares& shares)
        : group_(group),
          seats_(seats),
          best_(best),
          shares_(shares),
          dice_(group.turn()),
          batch_(group.turn(), group.race(), kernel) {}

    // Games from `first` on, as many as there are lanes or fewer.
    void play(const GroupGames& wanted, const std::uint64_t first, const std::uint64_t last, const std::size_t thread,
              const auto& stopped, GroupTally& tally) {
        games_.clear();
        for (std::uint64_t number = first; number < last; ++number)
            games_.push_back({wanted.start, 0, Random(wanted.seed, number)});
        for (std::uint64_t turn = 1; turn <= wanted.most_turns && !games_.empty(); ++turn) {
            if (stopped()) return;
            one_turn(thread);
            std::erase_if(games_, [&](const Game& game) {
                if (game.units[group_.players() - 1] > 0) return false;
                ++tally.wins[(game.mover + group_.players() - 1) % group_.players()];
                tally.turns += turn;
                tally.squared_turns += turn * turn;
                return true;
            });
        }
        tally.unfinished += games_.size();
    }

  private:
    struct Game {
        Units units;  // the mover's first
        std::size_t mover;
        Random random;
    };

    // Everyone is at the same turn, so that all have the same mover.
    void one_turn(const std::size_t thread) {
        const std::size_t players = group_.players();
        Roller* const roller = seats_[games_.front().mover];
        if (!roller) look_ahead();
        for (std::size_t lane = 0; lane < games_.size(); ++lane) {
            Game& game = games_[lane];
            const std::size_t rival = *std::min_element(game.units.begin() + 1, game.units.begin() + players);
            const std::size_t left = roller ? roller->play(game.units[0], rival, game.random, thread)
                                            : play_best(visits_[lane], lane, game.random);
            game.units = group_.next(game.units, left);
            game.mover = (game.mover + 1) % players;
        }
    }

    // The turns of best play, all at once.
    void look_ahead() {
        visits_.clear();
        for (Game& game : games_) {
            double stays = best_[(group_.players() - 2) * group_.plane() + group_.bust_place(game.units, 0)];
            if (const auto mixed = shares_.find(group_.place(game.units, 0)); mixed != shares_.end()) {
                const double drawn = static_cast<double>(game.random.next() >> 11) * 0x1p-53;
                stays += drawn < mixed->second ? beside_a_tie : -beside_a_tie;
            }
            visits_.push_back(group_.visit(best_, game.units, 0, stays));
            visits_.back().riders = {};
        }
        batch_.run(visits_, {.slopes = false, .rolls = true});
    }

    std::size_t play_best(const Visit& visit, const std::size_t lane, Random& random) const {
        const TurnTables& turn = group_.turn();
        const std::size_t start = batch_.start(visit), lanes = batch_.width();
        const auto first_value = [&](const std::size_t roll) {
            return batch_.lanes().roll_values[(start * turn.rolls() + roll) * lanes + lane];
        };
        const auto row = [&](const std::size_t after) {
            return static_cast<std::ptrdiff_t>(start) - static_cast<std::ptrdiff_t>(after);
        };
        return play_turn(turn, group_.race(), dice_, visit.needed, random, best_first_roll(turn, first_value),
                         [&](const std::size_t total, const std::size_t o) {
                             return best_decision(
                                 turn, total, o,
                                 [&](const std::size_t phase, const std::size_t after) {
                                     return batch_.value(row(after), phase, lane);
                                 },
                                 [&](const std::size_t after, const double value) {
                                     const auto at = static_cast<std::size_t>(start - after);
                                     return row(after) < 0 || batch_.lanes().bank[at * lanes + lane] >= value;
                                 });
                         });
    }

    const Group& group_;
    const std::span<Roller* const> seats_;
    const double* const best_;
    const Shares& shares_;
    const Dice dice_;
    VisitBatch batch_;
    std::vector<Game> games_;
    std::vector<Visit> visits_;
};

}  // namespace

void GroupTally::add(const GroupTally& other) {
    wins.resize(std::max(wins.size(), other.wins.size()), 0);
    for (std::size_t seat = 0; seat < other.wins.size(); ++seat) wins[seat] += other.wins[seat];
    turns += other.turns;
    squared_turns += other.squared_turns;
    unfinished += other.unfinished;
}

GroupTally simulate_group(const Group& group, const Kernel& kernel, const std::span<Roller* const> seats,
                          const double* const best, const Shares& shares, const GroupGames& wanted,
                          const std::size_t threads, const Progress& progress) {
    if (!group.only_scores_last()) throw std::invalid_argument("games: something lasts between turns");
    if (seats.size() != group.players()) throw std::invalid_argument("games: so many do not play");
    Team team(std::max<std::size_t>(1, threads));
    std::vector<Lot> lots(team.size(), Lot(group, kernel, seats, best, shares));
    std::vector<GroupTally> tallies(team.size());
    for (GroupTally& tally : tallies) tally.wins.resize(group.players(), 0);
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> played{0};
    const std::uint64_t width = kernel.lanes, count = (wanted.games + width - 1) / width;
    team.run(count, [&](const std::size_t c, const std::size_t thread) {
        const auto stopped = [&] {
            if (thread == 0 && progress) {
                try {
                    progress(static_cast<double>(played) / static_cast<double>(wanted.games));
                } catch (...) {
                    stop = true;
                    throw;
                }
            }
            return stop.load();
        };
        const std::uint64_t from = c * width, to = std::min(wanted.games, from + width);
        lots[thread].play(wanted, wanted.first_game + from, wanted.first_game + to, thread, stopped, tallies[thread]);
        played += to - from;
    });
    GroupTally all;
    for (const GroupTally& tally : tallies) all.add(tally);
    return all;
}

}  // namespace jeopardice
