#include "evaluation/seating.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

void SeatingSolver::solve(double* const values, const std::span<const Units> starts) {
    const std::size_t players = group_.players();
    states_.clear();
    for (Units units : starts)
        for (std::size_t mover = 0; mover < players; ++mover, units = group_.next(units, units[0]))
            states_.push_back({units, mover, group_.place(units, 0), {}, 0});
    std::vector<State*> best;
    for (State& state : states_)
        if (seats_[state.mover].known)
            follow_landing(values, state);
        else
            best.push_back(&state);
    play_best(values, best);
    std::vector<Play> plays(players);
    for (std::size_t start = 0; start < states_.size(); start += players) {
        const State* const ring = &states_[start];
        double turns = 0, stays = 1;
        for (std::size_t k = 0; k < players; ++k) {
            plays[k] = ring[k].play;
            turns += stays * ring[k].turns;
            stays *= ring[k].play.bust;
        }
        const std::vector<Components> found = worth_around(plays, players);
        turns /= 1 - stays;
        for (std::size_t k = players; k-- > 0;) {
            for (std::size_t p = 1; p < players; ++p) plane(values, k, p - 1)[ring[k].place] = found[k][p];
            turns = ring[k].turns + ring[k].play.bust * turns;
            plane(values, k, players - 1)[ring[k].place] = turns;
        }
    }
}

void SeatingSolver::follow_landing(double* const values, State& state) const {
    const std::size_t players = group_.players(), next = (state.mover + 1) % players;
    const std::size_t needed = state.units[0], after = group_.place(group_.next(state.units, 1), 0);
    const std::size_t rival = *std::min_element(state.units.begin() + 1, state.units.begin() + players);
    const std::span<const double> landing = seats_[state.mover].known->landing(needed, rival);
    const auto expected = [&](const std::size_t which) {
        const double* const then = plane(values, next, which) + after;
        double sum = 0;
        for (std::size_t s = 1; s < needed; ++s) sum += landing[s] * then[s - 1];
        return sum;
    };
    Components& worth = state.play.worth;
    state.play.bust = landing[needed];
    worth[0] = landing[0] + expected(players - 2);
    worth[1] = 1 - state.play.bust - worth[0];
    for (std::size_t p = 2; p < players; ++p) {
        worth[p] = expected(p - 2);
        worth[1] -= worth[p];
    }
    state.turns = 1 + expected(players - 1);
}

// Decides by the values of best play; all that it is worth in this seating rides along.
Visit SeatingSolver::visit(double* const values, const State& state, const double beside) const {
    const std::size_t players = group_.players(), bust = group_.bust_place(state.units, 0);
    const double stays = best_[(players - 2) * group_.plane() + bust] + beside;
    Visit visit = group_.visit(best_, state.units, 0, stays);
    const double* const after =
        plane(values, (state.mover + 1) % players, 0) + group_.place(group_.next(state.units, 1), 0);
    visit.riders = {.count = players, .plane = group_.plane(), .after = after, .kept = after, .winner = players - 2};
    return visit;
}

void SeatingSolver::note(const Visit& visit, const std::size_t lane, State& state) const {
    const std::size_t players = group_.players();
    Components& worth = state.play.worth;
    state.play.bust = batch_.found(visit, lane).slope;
    worth[0] = batch_.rider(visit, players - 2, lane);
    worth[1] = 1 - state.play.bust - worth[0];
    for (std::size_t p = 2; p < players; ++p) {
        worth[p] = batch_.rider(visit, p - 2, lane);
        worth[1] -= worth[p];
    }
    state.turns = 1 + batch_.rider(visit, players - 1, lane);
}

void SeatingSolver::play_best(double* const values, const std::span<State* const> states) {
    std::vector<State*> order(states.begin(), states.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const State* a, const State* b) { return a->units[0] < b->units[0]; });
    std::vector<Visit> visits;
    for (std::size_t first = 0; first < order.size(); first += visits.size()) {
        visits.clear();
        for (std::size_t k = first; k < std::min(first + batch_.width(), order.size()); ++k)
            visits.push_back(visit(values, *order[k], 0));
        batch_.run(visits);
        for (std::size_t lane = 0; lane < visits.size(); ++lane) note(visits[lane], lane, *order[first + lane]);
    }
    for (State* const state : states) {
        const auto mixed = shares_.find(state->place);
        if (mixed == shares_.end()) continue;
        State bolder = *state;
        for (State* const way : {state, &bolder}) {
            const Visit once = visit(values, *way, way == state ? -beside_a_tie : beside_a_tie);
            batch_.run({&once, 1});
            note(once, 0, *way);
        }
        state->play = state->play.mixed_with(bolder.play, mixed->second, group_.players());
        state->turns += mixed->second * (bolder.turns - state->turns);
    }
}

std::vector<double> play_seating(const Group& group, const Kernel& kernel, const std::size_t threads,
                                 const std::span<const Seat> seats, const double* const best, const Shares& shares,
                                 const Progress& progress) {
    constexpr std::size_t part = 64;
    const std::size_t players = group.players();
    if (!group.only_scores_last()) throw std::invalid_argument("seating: something lasts between turns");
    if (seats.size() != players) throw std::invalid_argument("seating: so many do not play");
    for (const Seat& seat : seats)
        if (!seat.known && !best) throw std::invalid_argument("seating: best play is not known");
    std::vector<double> values(SeatingSolver::planes(players) * group.plane());
    Team team(std::max<std::size_t>(1, threads));
    std::vector<SeatingSolver> solvers(team.size(), SeatingSolver(group, kernel, seats, best, shares));
    const std::size_t last = players * group.most_units();
    for (std::size_t level = players; level <= last; ++level) {
        std::vector<Units> starts;
        for (Units units : group.blocks(level)) {
            const std::size_t rotations = group.rotations(units);
            for (std::size_t r = 0; r < rotations; ++r, units = group.next(units, units[0])) starts.push_back(units);
        }
        team.run((starts.size() + part - 1) / part, [&](const std::size_t c, const std::size_t thread) {
            const std::size_t from = c * part;
            solvers[thread].solve(values.data(), std::span(starts).subspan(from, std::min(part, starts.size() - from)));
        });
        if (progress) progress(static_cast<double>(level) / static_cast<double>(last));
    }
    return values;
}

}  // namespace jeopardice
