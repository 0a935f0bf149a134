// Multiplayer races in Python: a board that solves its states level by level, and any turn on it.
#pragma once

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unordered_map.h>

#include <limits>

#include "bindings/common.hpp"
#include "multiplayer/solver.hpp"

namespace jeopardice::python {

using MutableDoubles = nb::ndarray<double, nb::c_contig, nb::device::cpu>;

class PythonMultiplayerBoard {
  public:
    PythonMultiplayerBoard(const TurnArrays& turn, const jd::RaceRules& race, const jd::Carryover& carryover,
                           size_t players, size_t threads, const Callback& progress, const KernelName& kernel)
        : turn_(turn.tables()),
          kernel_(widest_kernel(kernel)),
          board_(released([&] {
              return jd::MultiplayerBoard(turn_, race, carryover, kernel_, players, threads, reporting(progress));
          })),
          solver_(board_, kernel_, threads) {}

    // Solves one level, given the values of lower ones. The first sweep ignores penalties.
    [[nodiscard]] nb::tuple solve(const MutableDoubles& values, size_t level, bool first, const Callback& progress) {
        check_level(level, values.size());
        has_offers_ = false;
        const jd::LevelResult solved =
            released([&] { return solver_.solve(values.data(), level, first, reporting(progress)); });
        has_offers_ = level == last_level();
        return found(solved);
    }

    // Solves one level from another guess of the values of busts; the values stay unchanged.
    [[nodiscard]] nb::tuple solve_again(const MutableDoubles& values, size_t level, double guess,
                                        const Callback& progress) {
        check_level(level, values.size());
        return found(released([&] { return solver_.solve_again(values.data(), level, guess, reporting(progress)); }));
    }

    // Compares the values of a level with those that follow from them in one turn.
    [[nodiscard]] nb::tuple check(const MutableDoubles& values, size_t level, const jd::Shares& shares,
                                  const Callback& progress) {
        check_level(level, values.size());
        static_cast<void>(offers(span_of(values), shares, progress));
        return checks(released([&] { return solver_.check(values.data(), level, shares, reporting(progress)); }));
    }

    // The most turns that one player who deviates can make a game last, if the others play best for these values;
    // infinite if that is not found.
    [[nodiscard]] double longest_game(const MutableDoubles& values, const jd::Shares& shares,
                                      const Callback& progress) {
        check_values(values.size());
        return released([&] {
            constexpr int most_rounds = 400;
            const auto report = reporting(progress);
            std::vector<double> longest(board_.players() * board_.plane());
            const size_t players = board_.players(), last = players * board_.most_units();
            for (int round = 0; round < most_rounds; ++round) {
                jd::LevelCheck checked;
                for (size_t level = players; level <= last; ++level) {
                    solver_.find_longest(values.data(), longest.data(), level, shares, checked);
                    report(jd::fraction(level, last));
                }
                // A step would make it longer by at most `longer` again: docs/theory/multiplayer.md.
                if (checked.longer < 0.5) return checked.longest / (1 - checked.longer);
            }
            return std::numeric_limits<double>::infinity();
        });
    }

    // The places of the values of a level in each plane.
    [[nodiscard]] Output<std::int64_t> places(size_t level) const {
        check_level(level, values_size());
        std::vector<std::int64_t> found;
        for (const jd::Units& units : board_.states(level))
            for (size_t carry = 0; carry < board_.carries(); ++carry)
                found.push_back(static_cast<std::int64_t>(board_.place(units, carry)));
        return as_numpy(std::move(found));
    }

    // What stolen turns are worth, given the values of a solution; null where turns cannot be stolen. It is not part of
    // a solution, so that it has to be found for one that was not solved here.
    [[nodiscard]] const double* offers(std::span<const double> solution, const jd::Shares& mixed,
                                       const Callback& progress) {
        check_values(solution.size());
        if (!board_.stealing() || has_offers_) return solver_.offers();
        released([&] {
            std::vector<double> values(solution.begin(), solution.end());
            const auto report = reporting(progress);
            // Where scores can decrease, turns lead to higher levels, too.
            for (int sweep = 0; sweep < (board_.scores_can_decrease() ? offer_sweeps : 1); ++sweep)
                for (size_t level = board_.players(); level <= last_level(); ++level) {
                    solver_.find_offers(values.data(), level, mixed, {});
                    report(jd::fraction(level, last_level()));
                }
            return 0;
        });
        has_offers_ = true;
        return solver_.offers();
    }

    // What stolen turns of a state are worth to all players but the stealer, by the phase and the turn total.
    [[nodiscard]] Output<double> stolen_turns(const MutableDoubles& values, const jd::Shares& mixed,
                                              const std::vector<size_t>& needs, size_t carry,
                                              const Callback& progress) {
        const jd::Units units = units_of(needs);
        if (!board_.stealing() || !board_.has_offers(carry)) throw std::invalid_argument("turn: no such state");
        const double* const from = offers(span_of(values), mixed, progress) + board_.offers_place(units, carry);
        return as_numpy(std::vector<double>(from, from + board_.offers_each()));
    }

    // The kind, phase, turn total, action and share of what is mixed among the decisions of a state.
    [[nodiscard]] std::vector<std::tuple<int, size_t, size_t, size_t, double>> mixed_actions(
        const jd::Shares& mixed, const std::vector<size_t>& needs, size_t carry) const {
        const size_t place = board_.place(units_of(needs), carry);
        std::vector<std::tuple<int, size_t, size_t, size_t, double>> found;
        for (const auto& [key, share] : mixed) {
            if (key < board_.plane() || key % board_.plane() != place) continue;
            const jd::MixedAction action = board_.action_of(key);
            found.emplace_back(static_cast<int>(action.kind), action.phase, action.total, action.action, share);
        }
        return found;
    }

    // One turn, given the values that may follow it.
    [[nodiscard]] nb::tuple problem(const Doubles& values, const jd::Shares& mixed, const std::vector<size_t>& needs,
                                    size_t carry, const Callback& progress) {
        check_values(values.size());
        const jd::Units units = units_of(needs);
        if (carry >= board_.carries() || !board_.exists(units, carry))
            throw std::invalid_argument("turn: no such state");
        const auto after = board_.components(values.data(), board_.bust_place(units, carry));
        const double stays = after[board_.players() - 1];
        if (!board_.has_ends())
            return solved_turn(turn_, board_.race(), board_.problem(values.data(), units, carry, stays));
        const jd::StateEnds ends(board_, values.data(), offers(span_of(values), mixed, progress), &mixed, units, carry,
                                 true, true);
        return solved_turn(turn_, board_.race(), board_.problem(ends, units, carry, stays));
    }

    // The turn of the first of the players who must gain `gains` to lead in the last round. Bit p of `firsts`: player p
    // has a first bank to make.
    [[nodiscard]] nb::tuple last_turn(const std::vector<size_t>& gains, size_t firsts) const {
        if (gains.empty() || gains.size() >= board_.players() || board_.last_round().past() == 0)
            throw std::invalid_argument("last turn: no such state");
        jd::LastRound::Followers kept;
        return solved_turn(turn_, board_.race(), board_.last_round().problem(gains, firsts, kept));
    }

    // The same where more matters than the gains: the turn of the first of the players who need `needs` units when
    // `leaders` others are `lead` units past the goal. Bit p of `penalized`: another bust costs player p the penalty.
    [[nodiscard]] nb::tuple last_state(const std::vector<size_t>& needs, size_t lead, size_t leaders, size_t penalized,
                                       size_t to_beat) const {
        const jd::LastStates& last = board_.last_states();
        const auto outside = [&](size_t units) { return units == 0 || units > board_.most_units(); };
        if (needs.empty() || needs.size() + leaders > board_.players() || leaders == 0 || last.past() == 0 ||
            lead > last.past() || std::any_of(needs.begin(), needs.end(), outside))
            throw std::invalid_argument("last turn: no such state");
        const jd::LastState state{leaders, penalized, to_beat, lead, needs};
        const jd::LastStates::Ends ends(last, state);
        return solved_turn(turn_, board_.race(), last.problem(state, ends));
    }

    // The units past the goal up to which last turns of `last_state` are known; 0 where `last_turn` is meant.
    [[nodiscard]] size_t most_lead() const { return board_.last_states().past(); }
    [[nodiscard]] size_t offers_size() const { return board_.offers_size(); }
    [[nodiscard]] const jd::MultiplayerBoard& board() const { return board_; }
    [[nodiscard]] bool scores_can_decrease() const { return board_.scores_can_decrease(); }
    [[nodiscard]] bool solved_in_one_sweep() const { return board_.solved_in_one_sweep(); }
    [[nodiscard]] size_t past() const { return board_.last_round().past(); }

  private:
    static nb::tuple found(const jd::LevelResult& found) {
        return nb::make_tuple(found.change, found.problems, found.one_by_one, found.unsettled, found.moved, found.mixed,
                              checks(found.checked));
    }
    static nb::tuple checks(const jd::LevelCheck& checked) {
        return nb::make_tuple(checked.gain, checked.off, checked.spread);
    }

    [[nodiscard]] size_t values_size() const { return board_.planes() * board_.plane(); }
    [[nodiscard]] size_t last_level() const { return board_.players() * board_.most_units(); }
    void check_values(size_t size) const {
        if (size != values_size()) throw std::invalid_argument("multiplayer: values of another race");
    }
    void check_level(size_t level, size_t size) const {
        check_values(size);
        if (level < board_.players() || level > last_level()) throw std::invalid_argument("multiplayer: no such level");
    }
    [[nodiscard]] jd::Units units_of(const std::vector<size_t>& needs) const {
        jd::Units units{};
        if (needs.size() != board_.players()) throw std::invalid_argument("multiplayer: wrong number of players");
        for (size_t p = 0; p < needs.size(); ++p) {
            if (needs[p] == 0 || needs[p] > board_.most_units()) throw std::invalid_argument("turn: no such state");
            units[p] = static_cast<std::uint16_t>(needs[p]);
        }
        return units;
    }

    const jd::TurnTables turn_;
    const jd::Kernel kernel_;
    const jd::MultiplayerBoard board_;
    jd::MultiplayerSolver solver_;
    bool has_offers_ = false;
    static constexpr int offer_sweeps = 50;
};

}  // namespace jeopardice::python
