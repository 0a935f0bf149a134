// A board in Python: it solves its states and any turn on it.
#pragma once

#include "bindings/common.hpp"
#include "race/judge.hpp"

namespace jeopardice::python {

inline jd::Objective objective_of(const std::string& objective) {
    if (objective == "win") return jd::to_win;
    if (objective == "turns") return jd::in_few_turns;
    if (objective == "within") return jd::in_time;
    throw std::invalid_argument("board: no such objective");
}

class PythonBoard {
  public:
    PythonBoard(const TurnArrays& turn, const jd::RaceRules& race, const jd::Carryover& carryover,
                const std::string& objective)
        : turn_(turn),
          board_(turn.tables(), race, carryover, widest_kernel(), objective_of(objective)),
          turns_(turn.tables(), board_.race()) {}

    // `similar`: see solve_board.
    [[nodiscard]] Output<double> solve(size_t threads, const Callback& progress, const KernelName& kernel,
                                       const std::optional<Doubles>& similar) {
        const auto turn = turn_.tables();
        const bool two = board_.objective().two_players;
        const auto chosen = kernel_for(two || board_.carries() > 1 ? ~size_t{0} : 1, kernel);
        const auto known = similar ? span_of(*similar) : std::span<const double>();
        if (similar && known.size() != board_.size()) throw std::invalid_argument("solve: values of another race");
        auto [values, offers] = released(
            [&] { return jd::solve_board(turn, board_, chosen, two ? threads : 1, reporting(progress), known); });
        offers_ = std::move(offers);
        const size_t n = board_.race().lowest;
        return two ? as_numpy(std::move(values), {board_.carries(), n, n})
                   : as_numpy(std::move(values), {board_.carries(), n});
    }

    [[nodiscard]] Output<double> within(size_t turns, size_t threads, const Callback& progress,
                                        const KernelName& kernel) const {
        const auto turn = turn_.tables();
        const auto chosen = widest_kernel(kernel);
        return as_numpy(
            released([&] { return jd::solve_within(turn, board_, chosen, threads, turns, reporting(progress)); }),
            {turns + 1, board_.carries(), board_.race().lowest});
    }

    // Lower and upper bounds of the values, and how many decisions are proven, tied and too close to call. `less` and
    // `more` are the turn with probabilities rounded down and up.
    [[nodiscard]] nb::tuple certify(const TurnArrays& less, const TurnArrays& more, const Doubles& values,
                                    size_t threads, const Callback& progress) const {
        const bool two = board_.objective().two_players, in_time = board_.objective().scale > 0;
        const size_t tables = values.size() / board_.size();
        if (tables == 0 || values.size() != tables * board_.size() || (!in_time && tables > 1))
            throw std::invalid_argument("certify: values of another race");
        if (two && !ready()) throw std::invalid_argument("certify: the board has to be solved first");
        const auto rounded_down = less.tables(), rounded_up = more.tables();
        const jd::BoundingTurns turns{rounded_down, rounded_up};
        const auto kernel = kernel_for(two || in_time || board_.carries() > 1 ? ~size_t{0} : 1);
        // The part of the work for the bounds; where scores can decrease they take several sweeps.
        const double bounding = in_time ? 0.5 : board_.scores_can_decrease() ? 0.5 : 0.25;
        auto bounds = released([&] {
            const jd::Progress report = reporting(progress, 0, bounding);
            if (in_time) return jd::certify_within(turns, board_, kernel, threads, tables - 1, report);
            return jd::certify_board(turns, board_, kernel, two ? threads : 1, span_of(values), offers_, report);
        });
        const auto certainty = released([&] {
            return jd::judge_decisions(turns, board_, widest_kernel(), threads, in_time ? tables - 1 : tables, bounds,
                                       reporting(progress, bounding, 1 - bounding));
        });
        const std::vector<size_t> shape(values.shape_ptr(), values.shape_ptr() + values.ndim());
        return nb::make_tuple(as_numpy(std::move(bounds.low), shape), as_numpy(std::move(bounds.high), shape),
                              nb::make_tuple(certainty.proven, certainty.tied, certainty.close));
    }

    // One turn, given the values that may follow it.
    [[nodiscard]] nb::tuple problem(const Doubles& values, size_t i, size_t j, size_t carry) {
        const size_t n = board_.race().lowest;
        if (values.size() != board_.size()) throw std::invalid_argument("turn: values of another race");
        if (i == 0 || i > n || j == 0 || j > n || carry >= board_.carries() || !board_.exists(j, carry))
            throw std::invalid_argument("turn: no such state");
        const double stays = values.data()[board_.bust_place(i, j, carry)];
        if (!ready())
            throw std::invalid_argument("turn: the board has to be solved first, because turns can be stolen");
        return turns_.solve(board_.problem(values.data(), i, j, carry, stays, offers()));
    }

    // The last turn of a player who needs `units` and must gain x, after a bank of `total` by the other player.
    [[nodiscard]] nb::tuple last_turn(size_t x, size_t total, size_t units, size_t carry) {
        if (x == 0 || units == 0 || units > board_.race().lowest || carry >= board_.carries())
            throw std::invalid_argument("last turn: no such state");
        const jd::LastTurns& last = board_.last_turns();
        const size_t standing = last.standing(units, board_.carryover().states[carry].penalized);
        const std::vector<double> too_little = last.too_little(x);
        jd::TurnProblem turn = last.problem(x, total, standing);
        turn.after = too_little.data();
        return turns_.solve(turn);
    }

    [[nodiscard]] const jd::Board& board() const { return board_; }
    // Null where turns cannot be stolen.
    [[nodiscard]] const double* offers() const { return offers_.empty() ? nullptr : offers_.data(); }
    [[nodiscard]] size_t past() const { return board_.last_turns().past(); }
    [[nodiscard]] size_t totals() const { return board_.totals(); }
    [[nodiscard]] size_t offers_size() const { return board_.offers_size(); }
    // Whether turns can be solved.
    [[nodiscard]] bool ready() const { return offers_.size() == board_.offers_size(); }

  private:
    const TurnArrays& turn_;
    const jd::Board board_;
    SolvedTurns turns_;
    std::vector<double> offers_;
};

}  // namespace jeopardice::python
