// A board as Python sees it: it solves its states and any turn on it.
#pragma once

#include "bindings/common.hpp"
#include "race/board.hpp"

namespace jeopardice::python {

inline jd::Worth worth_of(const std::string& objective) {
    if (objective == "win") return jd::to_win;
    if (objective == "turns") return jd::in_few_turns;
    if (objective == "within") return jd::in_time;
    throw std::invalid_argument("board: no such objective");
}

class BoardOfTurn {
  public:
    BoardOfTurn(const TurnArrays& turn, const jd::RaceRules& race, const jd::Between& between,
                const std::string& objective)
        : turn_(turn), board_(turn.tables(), race, between, kernel_for(~std::size_t{0}, {}), worth_of(objective)) {}

    [[nodiscard]] Output<double> solve(const std::size_t threads, const std::optional<nb::callable>& progress,
                                       const std::optional<std::string>& kernel) {
        const auto turn = turn_.tables();
        const bool two = board_.worth().two_players;
        const auto chosen = kernel_for(two || modes() > 1 ? ~std::size_t{0} : 1, kernel);
        auto [values, offers] =
            released([&] { return jd::solve_board(turn, board_, chosen, two ? threads : 1, reporting(progress)); });
        offers_ = std::move(offers);
        const std::size_t n = board_.race().lowest;
        return two ? as_numpy(std::move(values), {modes(), n, n}) : as_numpy(std::move(values), {modes(), n});
    }

    [[nodiscard]] Output<double> within(const std::size_t turns, const std::size_t threads,
                                        const std::optional<nb::callable>& progress,
                                        const std::optional<std::string>& kernel) const {
        const auto turn = turn_.tables();
        const auto chosen = kernel_for(~std::size_t{0}, kernel);
        return as_numpy(
            released([&] { return jd::solve_within(turn, board_, chosen, threads, turns, reporting(progress)); }),
            {turns + 1, modes(), board_.race().lowest});
    }

    // One turn, given the values that may follow it.
    [[nodiscard]] nb::tuple visit(const Doubles& values, const std::size_t i, const std::size_t j,
                                  const std::size_t mode) const {
        const std::size_t n = board_.race().lowest;
        if (values.size() != board_.size()) throw std::invalid_argument("visit: values of another race");
        if (i == 0 || i > n || j == 0 || j > n || mode >= modes() || !board_.exists(j, mode))
            throw std::invalid_argument("visit: no such state");
        const double stays = values.data()[board_.bust_place(i, j, mode)];
        if (offers_.size() != board_.offers_size())
            throw std::invalid_argument("visit: what it is worth to go on with a turn is not known before solving");
        return solved_visit(turn_.tables(), board_.race(), board_.visit(values.data(), i, j, mode, stays, offers()));
    }

    // The last turn of a player who needs `units` and must gain x, in a mode, after a bank of `total` by the other.
    [[nodiscard]] nb::tuple last_turn(const std::size_t x, const std::size_t total, const std::size_t units,
                                      const std::size_t mode) const {
        if (x == 0 || units == 0 || units > board_.race().lowest || mode >= modes())
            throw std::invalid_argument("last turn: no such state");
        const jd::LastTurns& last = board_.last_turns();
        const std::size_t stand = last.stand(units, board_.between().modes[mode].falls);
        const std::vector<double> too_little = last.too_little(x);
        jd::Visit visit = last.visit(x, total, stand);
        visit.after = too_little.data();
        return solved_visit(turn_.tables(), board_.race(), visit);
    }

    [[nodiscard]] const jd::Board& board() const { return board_; }
    // What it is worth to go on with turns; null where nobody does.
    [[nodiscard]] const double* offers() const { return offers_.empty() ? nullptr : offers_.data(); }
    [[nodiscard]] std::size_t past() const { return board_.last_turns().past(); }
    [[nodiscard]] std::size_t totals() const { return board_.totals(); }
    [[nodiscard]] std::size_t offers_size() const { return board_.offers_size(); }
    // Whether turns can be visited.
    [[nodiscard]] bool ready() const { return offers_.size() == board_.offers_size(); }
    [[nodiscard]] std::size_t modes() const { return board_.between().modes.size(); }

  private:
    const TurnArrays& turn_;
    const jd::Board board_;
    std::vector<double> offers_;
};

}  // namespace jeopardice::python
