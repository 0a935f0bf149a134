#include "evaluation/response_chances.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace jeopardice {

namespace {

constexpr size_t turns_together = 512;  // turns that are found together

}  // namespace

ResponseChances::ResponseChances(const ResponseProblem& problem, const Kernel& kernel, size_t threads)
    : values(problem.table.players()),
      table_(problem.table),
      others_(problem.others),
      last_(problem.last),
      past_(problem.past),
      totals_(problem.totals),
      layout_(problem.table),
      solver_(table_.turn(), table_.race(), kernel, threads),
      offers_(table_.players()),
      known_(table_.players()),
      missing_(table_.players()) {
    for (std::vector<double>& plane : values) plane.assign(layout_.size(), 0.5);
    for (size_t mover = 0; mover < table_.players() && steals(); ++mover)
        if (mover == 0 || others_[mover - 1]->steals())
            offers_[mover].assign(table_.carryover().offered * layout_.stride() * offers_each(), 0.5);
}

double ResponseChances::chance(const Position& at, size_t mover) {
    if (at.turns == 1 && (mover == 0 || others_[mover - 1]->knows_last_shares())) return last_chance(at, mover);
    if (at.last()) {
        const Position like = reduced(at, mover);
        if (const auto known = known_[mover].find(like); known != known_[mover].end()) return known->second;
        const std::lock_guard lock(missing_lock_);
        missing_[mover].insert(like);
        return 0;
    }
    if (at.offered > 0 && has_offers(mover)) return offers_at(at, mover, at.offered)[at.phase];
    return values[mover][layout_.place(at)];
}

double ResponseChances::chance_after(const Position& at, size_t mover, const TurnEnd& end) {
    const AfterTurn then = table_.after(at, end);
    if (then.over) return then.shares[(table_.players() - mover) % table_.players()];
    return chance(then.next, after(mover));
}

double ResponseChances::last_chance(const Position& at, size_t mover) {
    if (mover == 0) return last_.last_share(at);
    const size_t players = table_.players();
    const std::ptrdiff_t lead = table_.lead(at);
    if (at.needs[players - mover] != lead) return 0;
    const auto others = std::span(at.needs).first(players).subspan(1);
    return (1 - others_[mover - 1]->last_share(at)) / static_cast<double>(std::ranges::count(others, lead));
}

Position ResponseChances::reduced(Position at, size_t mover) const {
    if (mover > 0 && !others_[mover - 1]->steals()) at.phase = at.offered = 0;
    const std::ptrdiff_t lead = table_.lead(at), least = -static_cast<std::ptrdiff_t>(past_);
    if (lead >= least) return at;
    std::ranges::replace(at.needs, lead, least);
    at.offered -= std::min(at.offered, static_cast<size_t>(least - lead));
    return at;
}

bool ResponseChances::find_missing() {
    bool found_any = false;
    for (size_t mover = 0; mover < missing_.size(); ++mover)
        while (!missing_[mover].empty()) {
            found_any = true;
            std::vector<Position> at;
            for (auto next = missing_[mover].begin(); next != missing_[mover].end() && at.size() < turns_together;)
                at.push_back(missing_[mover].extract(next++).value());
            std::vector<double> found = last_turns(at, mover);
            // These lead to turns that fewer follow.
            if (find_missing()) found = last_turns(at, mover);
            for (size_t k = 0; k < at.size(); ++k) known_[mover].emplace(at[k], found[k]);
        }
    return found_any;
}

std::vector<double> ResponseChances::last_turns(std::span<const Position> at, size_t mover) {
    std::vector<double> found(at.size());
    if (mover == 0) {
        solve_free(at, [&](size_t k, const TurnProblem& problem, const TurnBatch& batch, size_t lane) {
            found[k] = batch.found(problem, lane).value;
            if (at[k].offered == 0) return;
            const size_t start = batch.start(problem), row = start - std::min(start, at[k].offered);
            found[k] = std::max(found[k], batch.roll_value(row, table_.turn().first_roll(at[k].phase), lane));
        });
        return found;
    }
    Seat& seat = *others_[mover - 1];
    std::vector<double> declined(at.size(), 1.0);
    for (size_t k = 0; k < at.size(); ++k) {
        if (at[k].turns == 1) {
            found[k] = last_chance(at[k], mover);
            declined[k] = 0;
        }
        if (at[k].turns == 1 || at[k].offered == 0) continue;
        const OfferedTurns offer{{{at[k].phase, at[k].offered}}, {1.0}};
        const StolenTurns stolen = std::move(seat.steal(at.subspan(k, 1), {&offer, 1}).front());
        declined[k] = stolen.declined.front();
        if (!stolen.outcomes.empty()) found[k] = followed(at[k], mover, stolen.outcomes.front());
    }
    std::vector<size_t> begin;
    std::vector<Position> new_turns;
    for (size_t k = 0; k < at.size(); ++k)
        if (declined[k] > 0) {
            begin.push_back(k);
            new_turns.push_back(at[k]);
        }
    const auto turns = seat.outcomes(new_turns);
    for (size_t i = 0; i < begin.size(); ++i)
        found[begin[i]] += declined[begin[i]] * followed(new_turns[i], mover, *turns[i]);
    return found;
}

double ResponseChances::followed(const Position& at, size_t mover, const TurnOutcomes& turn) {
    const OutcomeLayout phases = outcome_layout(table_);
    double sum = 0;
    const auto add = [&](const TurnEnd& end, double chance) {
        if (chance != 0) sum += chance * chance_after(at, mover, end);
    };
    for (size_t k = 0; k < turn.banks.size(); ++k)
        add({Ending::bank, k % phases.bank_phases, k / phases.bank_phases}, turn.banks[k]);
    for (size_t k = 0; k < turn.busts.size(); ++k)
        add({Ending::bust, k % phases.bust_phases, k / phases.bust_phases}, turn.busts[k]);
    add({Ending::lost, 0, 0}, turn.lost);
    return sum;
}

bool ResponseChances::Ends::write(Ended how, size_t total, size_t phase, std::span<double> worth) const {
    const Table& table = chances_.table_;
    const Carryover& carryover = table.carryover();
    if (!knows_busts_ && !at_.last()) {
        const size_t left = carryover.after_bust(table.race(), at_.mine(), at_.carry);
        const bool loses =
            carryover.loses && carryover.after_bust(table.race(), table.race().needed, at_.carry) != left;
        if (how == Ended::bust && !(table.race().keep_on_bust && total > 0)) return false;
        if (how == Ended::lost && !loses) return false;
    }
    const TurnEnd end{static_cast<Ending>(how), phase, total};
    Known& known = known_[static_cast<size_t>(how)];
    const Steal steal = carryover.steal;
    const bool counts =
        how == Ended::bank || (how == Ended::bust && (table.race().keep_on_bust || steal == Steal::after_bust));
    if (known.total != (counts ? total : 0)) known = chances_.known(at_, end, counts ? total : 0);
    const bool has_dice = !table.turn().no_dice(phase);
    worth[0] = known.by_phase             ? chances_.chance_after(at_, 0, end)
               : known.offers && has_dice ? known.offers[phase]
                                          : known.begins;
    return true;
}

ResponseChances::Ends::Known ResponseChances::known(const Position& at, const TurnEnd& end, size_t total) {
    // The first phase has dice.
    const AfterTurn then = table_.after(at, {end.how, 0, end.total});
    const size_t next = after(0);
    Ends::Known found{.total = total};
    if (then.over) {
        found.begins = then.shares[0];
        return found;
    }
    const bool is_offered = then.next.offered > 0;
    found.by_phase = then.next.last() && is_offered;
    if (found.by_phase) return found;
    Position begins = then.next;
    begins.phase = begins.offered = 0;
    found.begins = chance(begins, next);
    if (is_offered && has_offers(next)) found.offers = offers_at(begins, next, then.next.offered);
    return found;
}

TurnProblem ResponseChances::problem(const Position& at, const Ends& ends, double stays) const {
    const size_t needed = at.mine(), least = table_.least(at);
    const bool goes_on = at.last() || table_.carryover().states[at.carry].last_turns > 0;
    return {.needed = needed,
            .after = nullptr,
            .stays = stays,
            .least = least,
            // In the first row a bank must be legal, because its value holds for all larger totals.
            .past = std::max({goes_on ? past_ + 1 : 1, least + 1 - std::min(needed, least + 1),
                              steals() ? totals_ - std::min(totals_, needed) : 0}),
            .ends = &ends};
}

void ResponseChances::solve_free(std::span<const Position> at, const auto& found) {
    std::vector<size_t> order(at.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {}, [&](size_t k) { return at[k].needs[0]; });
    std::deque<Ends> ends;
    std::vector<TurnProblem> problems;
    for (const size_t k : order) problems.push_back(problem(at[k], ends.emplace_back(*this, at[k], true), 0));
    const Wanted wanted{.slopes = false, .rolls = steals(), .all_rows = steals()};
    solver_.for_each_batch(problems, wanted, [&](size_t first, const TurnBatch& batch) {
        for (size_t v = first; v < std::min(first + batch.width(), problems.size()); ++v)
            found(order[v], problems[v], batch, v - first);
    });
}

double ResponseChances::find_offers(std::span<const Position> at, size_t mover) {
    const TurnTables& turn = table_.turn();
    const size_t each = offers_each();
    double change = 0;
    for (size_t first = 0; first < at.size(); first += turns_together) {
        const auto some = at.subspan(first, std::min(turns_together, at.size() - first));
        std::vector<std::vector<double>> now;
        for (const Position& state : some) now.emplace_back(each, values[mover][layout_.place(state)]);
        do {
            if (mover > 0) {
                others_[mover - 1]->roll_on(
                    some, totals_, [&](size_t k, const TurnEnd& end) { return chance_after(some[k], mover, end); },
                    [&](size_t k, size_t phase, size_t total, double worth, double chance) {
                        double& offer = now[k][total * turn.phases() + phase];
                        offer += chance * (worth - offer);
                    });
                continue;
            }
            solve_free(some, [&](size_t k, const TurnProblem& problem, const TurnBatch& batch, size_t lane) {
                const size_t start = batch.start(problem);
                for (size_t q = 0; q < turn.phases(); ++q)
                    for (size_t total = 1; total < totals_ && !turn.no_dice(q); ++total) {
                        const double rolls = batch.roll_value(start - std::min(start, total), turn.first_roll(q), lane);
                        now[k][total * turn.phases() + q] = std::max(values[0][layout_.place(some[k])], rolls);
                    }
            });
        } while (find_missing());
        for (size_t k = 0; k < some.size(); ++k) {
            double* const old = &offers_[mover][offers_place(some[k])];
            for (size_t i = 0; i < each; ++i) {
                change = std::max(change, std::abs(now[k][i] - old[i]));
                old[i] = now[k][i];
            }
        }
    }
    return change;
}

}  // namespace jeopardice
