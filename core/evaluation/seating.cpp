#include "evaluation/seating.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

void SeatingSolver::solve(double* values, std::span<const Units> starts) {
    const size_t players = board_.players();
    states_.clear();
    for (Units units : starts)
        for (size_t mover = 0; mover < players; ++mover, units = board_.next(units, units[0]))
            states_.push_back({units, mover, board_.place(units, 0), {}, 0});
    std::vector<SeatState*> best;
    for (SeatState& state : states_)
        if (seats_[state.mover])
            use_distribution(values, state);
        else
            best.push_back(&state);
    play_best(values, best);
    std::vector<TurnPlay> plays(players);
    for (size_t start = 0; start < states_.size(); start += players) {
        const SeatState* const ring = &states_[start];
        double turns = 0, stays = 1;
        for (size_t k = 0; k < players; ++k) {
            plays[k] = ring[k].play;
            turns += stays * ring[k].turns;
            stays *= ring[k].play.bust;
        }
        const std::vector<Components> found = worth_around(plays, players);
        turns /= 1 - stays;
        for (size_t k = players; k-- > 0;) {
            for (size_t p = 1; p < players; ++p) plane(values, k, p - 1)[ring[k].place] = found[k][p];
            turns = ring[k].turns + ring[k].play.bust * turns;
            plane(values, k, players - 1)[ring[k].place] = turns;
        }
    }
}

void SeatingSolver::use_distribution(double* values, SeatState& state) const {
    const size_t players = board_.players(), next = (state.mover + 1) % players;
    const size_t needed = state.units[0], after = board_.place(board_.next(state.units, 1), 0);
    const size_t rival = *std::min_element(state.units.begin() + 1, state.units.begin() + players);
    const std::span<const double> distribution = seats_[state.mover]->distribution(needed, rival);
    const auto expected = [&](size_t which) {
        const double* const then = plane(values, next, which) + after;
        double sum = 0;
        for (size_t s = 1; s < needed; ++s) sum += distribution[s] * then[s - 1];
        return sum;
    };
    state.play = turn_play(distribution[0] + expected(players - 2), distribution[needed], players, expected);
    state.turns = 1 + expected(players - 1);
}

// The mover decides by the values of best play; the values in this seating are the "other players' values".
TurnProblem SeatingSolver::problem(double* values, const SeatState& state, double beside) const {
    const size_t players = board_.players(), bust = board_.bust_place(state.units, 0);
    const double stays = best_[(players - 2) * board_.plane() + bust] + beside;
    TurnProblem turn = board_.problem(best_, state.units, 0, stays);
    const double* const after =
        plane(values, (state.mover + 1) % players, 0) + board_.place(board_.next(state.units, 1), 0);
    turn.others = {.count = players, .plane = board_.plane(), .after = after, .kept = after, .winner = players - 2};
    return turn;
}

void SeatingSolver::store(const TurnProblem& problem, size_t lane, SeatState& state) const {
    const size_t players = board_.players();
    const auto expected = [&](size_t which) { return batch_.other_value(problem, which, lane); };
    state.play = turn_play(expected(players - 2), batch_.found(problem, lane).slope, players, expected);
    state.turns = 1 + expected(players - 1);
}

void SeatingSolver::play_best(double* values, std::span<SeatState* const> states) {
    std::vector<SeatState*> order(states.begin(), states.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const SeatState* a, const SeatState* b) { return a->units[0] < b->units[0]; });
    std::vector<TurnProblem> problems;
    for (size_t first = 0; first < order.size(); first += problems.size()) {
        problems.clear();
        for (size_t k = first; k < std::min(first + batch_.width(), order.size()); ++k)
            problems.push_back(problem(values, *order[k], 0));
        batch_.run(problems);
        for (size_t lane = 0; lane < problems.size(); ++lane) store(problems[lane], lane, *order[first + lane]);
    }
    for (SeatState* const state : states) {
        const auto mixed = shares_.find(state->place);
        if (mixed == shares_.end()) continue;
        SeatState bolder = *state;
        for (SeatState* const way : {state, &bolder}) {
            const TurnProblem once = problem(values, *way, way == state ? -beside_a_tie : beside_a_tie);
            batch_.run({&once, 1});
            store(once, 0, *way);
        }
        state->play = state->play.mixed_with(bolder.play, mixed->second, board_.players());
        state->turns += mixed->second * (bolder.turns - state->turns);
    }
}

std::vector<double> play_seating(const MultiplayerBoard& board, const Kernel& kernel, size_t threads, Seats seats,
                                 const double* best, const Shares& shares, const Progress& progress) {
    constexpr size_t part = 64;
    const size_t players = board.players();
    if (!board.only_scores_carry_over()) throw std::invalid_argument("seating: not available with carryover");
    if (seats.size() != players) throw std::invalid_argument("seating: wrong number of players");
    for (const KnownPlayer* const seat : seats)
        if (!seat && !best) throw std::invalid_argument("seating: the values of best play are missing");
    std::vector<double> values(SeatingSolver::planes(players) * board.plane());
    ThreadTeam team(std::max<size_t>(1, threads));
    std::vector<SeatingSolver> solvers(team.size(), SeatingSolver(board, kernel, seats, best, shares));
    const size_t last = players * board.most_units();
    for (size_t level = players; level <= last; ++level) {
        const std::vector<Units> starts = board.states(level);
        team.run((starts.size() + part - 1) / part, [&](size_t c, size_t thread) {
            const size_t from = c * part;
            solvers[thread].solve(values.data(), std::span(starts).subspan(from, std::min(part, starts.size() - from)));
        });
        if (progress) progress(fraction(level, last));
    }
    return values;
}

}  // namespace jeopardice
