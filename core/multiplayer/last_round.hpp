// The last round of a race of several players: somebody has reached the goal and leads, and each of the next k players
// has one more turn to get ahead.
//
// What that is worth depends on the units x_1, …, x_k that these players must gain so as to lead: with F_0 = 1 for the
// leader, a turn of the first of them that gains x_1 + e units is worth F_(k-1)(x_2 + e + 1, …) with the mover as the
// leader, and any other F_(k-1)(x_2, …) with the old one.
#pragma once

#include "race/turn_problem.hpp"

namespace jeopardice {

class LastRound {
  public:
    LastRound() = default;
    // For players who need up to `most_units`, of whom up to `most_turns` have a last turn.
    LastRound(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, std::size_t players,
              std::size_t most_turns, std::size_t most_units, std::size_t threads, const Progress& progress);

    // How far past the goal totals matter.
    [[nodiscard]] std::size_t past() const { return past_; }
    // Tells a visit what reaching the goal is worth: its mover then leads, and the next `turns` players, who need
    // `others`, have last turns.
    void set_reached(Visit& visit, std::size_t turns, std::span<const std::uint16_t> others) const;
    // The components of the leader and the players after that one, of whom the first `turns` must gain so many units,
    // and of those some (bits, the next player's the lowest) have a first bank to make.
    [[nodiscard]] std::vector<double> chances(std::span<const std::size_t> gains, std::size_t firsts) const;
    // The turn of the first of them; the arrays behind it last as long as `kept` does.
    struct Known {
        std::vector<double> own, reached, after;
    };
    [[nodiscard]] Visit visit(std::span<const std::size_t> gains, std::size_t firsts, Known& kept) const;

  private:
    // F_k for all gains up to size_, one plane for each player: the leader, then in playing order.
    [[nodiscard]] std::size_t states(const std::size_t turns) const {
        std::size_t count = 1;
        for (std::size_t p = 0; p < turns; ++p) count *= size_;
        return count;
    }
    [[nodiscard]] const std::vector<double>& table(const std::size_t turns, const std::size_t firsts) const {
        return tables_[turns][has_first_bank_ ? firsts : 0];
    }
    [[nodiscard]] double component(std::span<const std::size_t> gains, std::size_t further, std::size_t firsts,
                                   std::size_t player) const;
    void find_past(const TurnTables& turn, const Kernel& kernel);
    void fill(Visitor& visitor, std::size_t turns, std::size_t firsts, const Progress& progress);

    RaceRules race_{};
    std::size_t players_ = 0, size_ = 0, past_ = 0;
    bool has_first_bank_ = false;
    std::vector<std::vector<std::vector<double>>> tables_;  // by the turns, and by who has a first bank to make
    std::vector<double> nothing_;                           // what banks are worth that do not lead
};

}  // namespace jeopardice
