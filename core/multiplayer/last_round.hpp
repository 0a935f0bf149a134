// The last round of a multiplayer race: a player has reached the goal and leads, and each of the next k players has one
// more turn to get ahead.
//
// The values F_k depend on the units x_1, …, x_k that these players must gain to lead. With F_0 = 1 for the leader, a
// turn of the first of them that gains x_1 + e units is worth F_(k-1)(x_2 + e + 1, …) with the mover as the leader, and
// any other turn F_(k-1)(x_2, …) with the old leader.
#pragma once

#include "race/turn_batch.hpp"

namespace jeopardice {

class LastRound {
  public:
    LastRound() = default;
    // For players who need up to `most_units`, of whom up to `most_turns` have a last turn.
    LastRound(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, size_t players, size_t most_turns,
              size_t most_units, size_t threads, const Progress& progress);

    // The number of units past the goal for which turns are solved.
    [[nodiscard]] size_t past() const { return past_; }
    // The units past the goal beyond which both to get there and to be overtaken from there is negligible.
    [[nodiscard]] size_t likely() const;
    // Sets the value of reaching the goal in a turn: its mover then leads, and the next `turns` players, who need
    // `others`, have last turns.
    void set_reached(TurnProblem& problem, size_t turns, std::span<const std::uint16_t> others) const;
    // The chance of a player who has the very last turn to gain as much.
    [[nodiscard]] double share(size_t gain, size_t firsts) const { return component({&gain, 1}, 0, firsts, 1); }
    // The turn of the first of the players who must gain `gains` to lead. Bit p of `firsts`: player p has a first bank
    // to make. The turn points into `kept`.
    struct Followers {
        std::vector<double> own, reached, after;
    };
    [[nodiscard]] TurnProblem problem(std::span<const size_t> gains, size_t firsts, Followers& kept) const;

  private:
    // F_k for all gains up to size_, one plane for each player: the leader, then in playing order.
    [[nodiscard]] size_t states(size_t turns) const {
        size_t count = 1;
        for (size_t p = 0; p < turns; ++p) count *= size_;
        return count;
    }
    [[nodiscard]] const std::vector<double>& table(size_t turns, size_t firsts) const {
        return tables_[turns][has_first_bank_ ? firsts : 0];
    }
    [[nodiscard]] double component(std::span<const size_t> gains, size_t further, size_t firsts, size_t player) const;
    void find_past(const TurnTables& turn, const Kernel& kernel);
    void fill(TurnSolver& solver, size_t turns, size_t firsts, const Progress& progress);

    RaceRules race_{};
    size_t players_ = 0, size_ = 0, past_ = 0;
    bool has_first_bank_ = false;
    std::vector<std::vector<std::vector<double>>> tables_;  // by the turns, and by `firsts`
    std::vector<double> nothing_;                           // the values of banks that do not lead
};

}  // namespace jeopardice
