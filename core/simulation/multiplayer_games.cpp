#include "simulation/multiplayer_games.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

namespace {

// Games side by side in one thread.
class LaneGames {
  public:
    LaneGames(const MultiplayerBoard& board, const Kernel& kernel, std::span<SimulatedPlayer* const> seats,
              const double* best, const Shares& shares)
        : board_(board),
          seats_(seats),
          best_(best),
          shares_(shares),
          dice_(board.turn()),
          batch_(board.turn(), board.race(), kernel) {}

    // Plays the games from `first` to `last`, at most as many as there are lanes.
    void play(const Units& start, const GameSeries& series, std::uint64_t first, std::uint64_t last, size_t thread,
              SeriesProgress& done, Tally& tally) {
        const size_t players = board_.players();
        games_.clear();
        for (std::uint64_t number = first; number < last; ++number)
            games_.push_back({start, 0, Random(series.seed, number)});
        for (std::uint64_t turn = 1; turn <= series.most_turns && !games_.empty(); ++turn) {
            done.report(thread);
            if (done.stopped()) return;
            play_turns(thread);
            std::erase_if(games_, [&](const LaneGame& game) {
                if (game.units[players - 1] > 0) return false;
                tally.add_game((game.mover + players - 1) % players, turn);
                return true;
            });
        }
        tally.unfinished += games_.size();
    }

  private:
    struct LaneGame {
        Units units;  // the mover's first
        size_t mover;
        Random random;
    };

    // All games are at the same turn and have the same mover.
    void play_turns(size_t thread) {
        const size_t players = board_.players();
        SimulatedPlayer* const player = seats_[games_.front().mover];
        if (!player) solve_turns();
        for (size_t lane = 0; lane < games_.size(); ++lane) {
            LaneGame& game = games_[lane];
            const size_t rival = *std::min_element(game.units.begin() + 1, game.units.begin() + players);
            const size_t left = player ? player->play(game.units[0], rival, game.random, thread)
                                       : play_best(problems_[lane], lane, game.random);
            game.units = board_.next(game.units, left);
            game.mover = (game.mover + 1) % players;
        }
    }

    // The turns of best play of all games.
    void solve_turns() {
        problems_.clear();
        for (LaneGame& game : games_) {
            double stays = best_[(board_.players() - 2) * board_.plane() + board_.bust_place(game.units, 0)];
            if (const auto mixed = shares_.find(board_.place(game.units, 0)); mixed != shares_.end()) {
                const double drawn = static_cast<double>(game.random.next() >> 11) * 0x1p-53;
                stays += drawn < mixed->second ? beside_a_tie : -beside_a_tie;
            }
            problems_.push_back(board_.problem(best_, game.units, 0, stays));
            problems_.back().others = {};
        }
        batch_.run(problems_, {.slopes = false, .rolls = true});
    }

    size_t play_best(const TurnProblem& problem, size_t lane, Random& random) const {
        const TurnTables& turn = board_.turn();
        const size_t start = batch_.start(problem);
        const auto value = [&](size_t phase, size_t total) {
            return batch_.value(static_cast<std::ptrdiff_t>(start) - static_cast<std::ptrdiff_t>(total), phase, lane);
        };
        const auto decide = [&](size_t total, size_t outcome) -> Decision {
            const auto [option, best] = best_option(turn, total, outcome, value);
            const size_t after = total + turn.points(option);
            return {option, after > start || batch_.lanes().bank[(start - after) * batch_.width() + lane] >= best};
        };
        const size_t first_roll =
            best_first_roll(turn, [&](size_t roll) { return batch_.roll_value(start, roll, lane); });
        return play_turn(turn, board_.race(), dice_, problem.needed, random, first_roll, decide);
    }

    const MultiplayerBoard& board_;
    const std::span<SimulatedPlayer* const> seats_;
    const double* const best_;
    const Shares& shares_;
    const Dice dice_;
    TurnBatch batch_;
    std::vector<LaneGame> games_;
    std::vector<TurnProblem> problems_;
};

}  // namespace

Tally simulate_multiplayer(const MultiplayerBoard& board, const Kernel& kernel, std::span<SimulatedPlayer* const> seats,
                           const double* best, const Shares& shares, const Units& start, const GameSeries& series,
                           size_t threads, const Progress& progress) {
    if (!board.only_scores_carry_over()) throw std::invalid_argument("games: not available with carryover");
    if (seats.size() != board.players()) throw std::invalid_argument("games: wrong number of players");
    std::vector<LaneGames> lanes(std::max<size_t>(1, threads), LaneGames(board, kernel, seats, best, shares));
    return play_series(series, kernel.lanes, threads, progress, Tally{std::vector<std::uint64_t>(board.players())},
                       [&](auto first, auto last, size_t thread, SeriesProgress& done, Tally& tally) {
                           lanes[thread].play(start, series, first, last, thread, done, tally);
                           done.add(last - first);
                       });
}

}  // namespace jeopardice
