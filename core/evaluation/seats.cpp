#include "evaluation/seats.hpp"

#include <algorithm>
#include <numeric>

namespace jeopardice {

std::vector<StolenTurns> Seat::steal(std::span<const Position> at, std::span<const OfferedTurns> offers) {
    std::vector<StolenTurns> found(at.size());
    for (size_t k = 0; k < at.size(); ++k) {
        found[k].declined.assign(offers[k].each, 0.0);
        for (size_t w = 0; w < offers[k].weights.size(); ++w)
            found[k].declined[w % offers[k].each] += offers[k].weights[w];
    }
    return found;
}

namespace {

// The ends of a turn, valued by its mover and by another player.
class SharedEnds final : public EndValues {
  public:
    SharedEnds(const EndValues& own, std::function<double(const TurnEnd&)> other)
        : own_(own), other_(std::move(other)) {}
    bool write(Ended how, size_t total, size_t phase, std::span<double> worth) const override {
        worth[1] = other_({static_cast<Ending>(how), phase, total});
        return own_.write(how, total, phase, worth.first(1));
    }

  private:
    const EndValues& own_;
    const std::function<double(const TurnEnd&)> other_;
};

bool has_choice_of_rolls(const TurnTables& turn) {
    for (size_t q = 0; q < turn.phases(); ++q)
        if (turn.rolls_of(q).size() > 1) return true;
    return false;
}

}  // namespace

const TurnOutcomes* KeptOutcomes::find(size_t place) const {
    const std::shared_lock lock(lock_);
    const auto known = found_.find(place);
    return known == found_.end() ? nullptr : &known->second;
}

void KeptOutcomes::keep(size_t place, const TurnOutcomes& found) {
    const size_t bytes = sizeof(TurnOutcomes) + sizeof(double) * (found.banks.size() + found.busts.size()) + 64;
    const std::unique_lock lock(lock_);
    if (bytes_ + bytes > most_bytes_ || !found_.emplace(place, found).second) return;
    bytes_ += bytes;
}

BestSeat::BestSeat(const Table& table, const BestTurnProblems& problems, KeptOutcomes& kept, const Kernel& kernel,
                   size_t threads)
    : table_(table),
      problems_(problems),
      kept_(kept),
      kernel_(kernel),
      rolls_wanted_(table.carryover().steal != Steal::never || has_choice_of_rolls(table.turn())),
      solver_(table.turn(), table.race(), kernel, threads) {}

// Follows new turns; problems are sorted by the units needed.
void BestSeat::follow(std::span<const TurnProblem> problems, std::span<TurnOutcomes* const> found) {
    solver_.for_each_batch(
        problems, {.slopes = false, .rolls = rolls_wanted_}, [&](size_t first, const TurnBatch& batch) {
            std::unique_ptr<TurnFollower> follower;
            {
                const std::lock_guard lock(followers_lock_);
                if (!followers_.empty()) {
                    follower = std::move(followers_.back());
                    followers_.pop_back();
                }
            }
            if (!follower) follower = std::make_unique<TurnFollower>(table_, kernel_);
            const auto solved = problems.subspan(first, std::min(batch.width(), problems.size() - first));
            std::vector<TurnFollower::Start> starts;
            for (size_t lane = 0; lane < solved.size(); ++lane) starts.push_back({lane, 0, 0, 1.0});
            follower->follow(batch, solved, starts);
            for (size_t lane = 0; lane < solved.size(); ++lane)
                follower->add_outcomes(batch, solved[lane], lane, *found[first + lane]);
            const std::lock_guard lock(followers_lock_);
            followers_.push_back(std::move(follower));
        });
}

std::vector<const TurnOutcomes*> BestSeat::outcomes(std::span<const Position> at) {
    if (found_.size() < at.size()) found_.resize(at.size());
    std::vector<const TurnOutcomes*> pointers(at.size());
    std::vector<std::pair<size_t, TurnProblem>> missing;
    ProblemParts parts;
    for (size_t k = 0; k < at.size(); ++k) {
        pointers[k] = at[k].last() ? nullptr : kept_.find(problems_.place(at[k]));
        if (!pointers[k]) missing.emplace_back(k, problems_.problem(at[k], 0, parts));
    }
    std::ranges::stable_sort(missing, {}, [](const auto& entry) { return entry.second.needed; });
    std::vector<TurnProblem> problems;
    std::vector<TurnOutcomes*> found;
    for (const auto& [k, problem] : missing) {
        found_[k].clear();
        problems.push_back(problem);
        found.push_back(&found_[k]);
    }
    follow(problems, found);
    for (const auto& [k, problem] : missing) {
        if (const std::optional<double> share = problems_.share(at[k])) {
            const TurnProblem low = problems_.problem(at[k], -beside_a_tie, parts),
                              high = problems_.problem(at[k], beside_a_tie, parts);
            TurnOutcomes careful, bold;
            TurnOutcomes *const careful_at = &careful, *const bold_at = &bold;
            follow({&low, 1}, {&careful_at, 1});
            follow({&high, 1}, {&bold_at, 1});
            found_[k].clear();
            found_[k].add(careful, 1 - *share);
            found_[k].add(bold, *share);
        }
        if (const auto mixed = problems_.mixed_turn(at[k])) {
            found_[k].clear();
            for (const auto& [end, chance] : mixed->ends(0, 0)) found_[k].add(table_, end, chance);
        }
        pointers[k] = &found_[k];
        if (!at[k].last()) kept_.keep(problems_.place(at[k]), found_[k]);
    }
    return pointers;
}

std::vector<StolenTurns> BestSeat::steal(std::span<const Position> at, std::span<const OfferedTurns> offers) {
    std::vector<StolenTurns> found(at.size());
    std::vector<size_t> order(at.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {}, [&](size_t k) { return at[k].needs[0]; });
    std::vector<TurnProblem> problems;
    ProblemParts parts;
    for (const size_t k : order) problems.push_back(problems_.problem(at[k], 0, parts));
    const auto follow_batch = [&](size_t first, const TurnBatch& batch) {
        TurnFollower follower(table_, kernel_);
        const size_t count = std::min(batch.width(), problems.size() - first);
        const auto solved = std::span(problems).subspan(first, count);
        const size_t weights = offers[order[first]].each;
        std::vector<TurnFollower::Start> new_turns;
        std::vector<std::vector<TurnFollower::Start>> starts(weights);
        for (size_t lane = 0; lane < count; ++lane) {
            const size_t k = order[first + lane];
            found[k].declined.assign(weights, 0.0);
            found[k].outcomes.resize(weights);
            if (const auto mixed = problems_.mixed_turn(at[k])) {
                steal(*mixed, offers[k], found[k]);
                continue;
            }
            const bool kept = at[k].last() || problems_.share(at[k]) || kept_.find(problems_.place(at[k]));
            if (!kept) new_turns.push_back({lane, 0, 0, 1.0});
            const size_t start = batch.start(solved[lane]);
            const double begins = batch.found(solved[lane], lane).value + problems_.least_worth_stealing();
            for (size_t turn = 0; turn < offers[k].turns.size(); ++turn) {
                const auto [phase, total] = offers[k].turns[turn];
                const auto weight = offers[k].weights_of(turn);
                const bool takes =
                    total <= start && batch.roll_value(start - total, table_.turn().first_roll(phase), lane) > begins;
                for (size_t w = 0; w < weights; ++w)
                    if (takes)
                        starts[w].push_back({lane, phase, total, weight[w]});
                    else
                        found[k].declined[w] += weight[w];
            }
        }
        for (size_t w = 0; w < weights; ++w) {
            if (starts[w].empty()) continue;
            follower.follow(batch, solved, starts[w]);
            for (size_t lane = 0; lane < count; ++lane)
                follower.add_outcomes(batch, solved[lane], lane, found[order[first + lane]].outcomes[w]);
        }
        if (new_turns.empty()) return;
        follower.follow(batch, solved, new_turns);
        TurnOutcomes begun;
        for (const auto& [lane, phase, total, weight] : new_turns) {
            begun.clear();
            follower.add_outcomes(batch, solved[lane], lane, begun);
            kept_.keep(problems_.place(at[order[first + lane]]), begun);
        }
    };
    solver_.for_each_batch(problems, {.slopes = false, .rolls = true, .all_rows = true}, follow_batch);
    return found;
}

void BestSeat::steal(const MixedTurn& mixed, const OfferedTurns& offers, StolenTurns& found) const {
    for (size_t turn = 0; turn < offers.turns.size(); ++turn) {
        const auto [phase, total] = offers.turns[turn];
        const auto weight = offers.weights_of(turn);
        const double steals = mixed.steals(phase, total);
        for (size_t w = 0; w < weight.size(); ++w) found.declined[w] += (1 - steals) * weight[w];
        if (steals == 0) continue;
        for (const auto& [end, chance] : mixed.ends(phase, total))
            for (size_t w = 0; w < weight.size(); ++w) found.outcomes[w].add(table_, end, steals * weight[w] * chance);
    }
}

void BestSeat::roll_on(std::span<const Position> at, size_t totals, const EndWorth& worth, const StolenWorth& stolen) {
    const TurnTables& turn = table_.turn();
    ProblemParts parts;
    std::deque<SharedEnds> ends;
    std::vector<std::pair<size_t, TurnProblem>> entries;
    for (size_t k = 0; k < at.size(); ++k) {
        const TurnProblem problem = problems_.problem(at[k], 0, parts);
        ends.emplace_back(problems_.ends(table_, at[k], parts),
                          [&worth, k](const TurnEnd& end) { return worth(k, end); });
        entries.emplace_back(k, TurnProblem{.needed = problem.needed,
                                            .after = nullptr,
                                            .least = problem.least,
                                            .past = std::max(problem.past, totals - std::min(totals, problem.needed)),
                                            .others = {.count = 1},
                                            .ends = &ends.back()});
    }
    std::ranges::stable_sort(entries, {}, [](const auto& entry) { return entry.second.needed; });
    std::vector<TurnProblem> problems;
    for (const auto& [k, problem] : entries) problems.push_back(problem);
    solver_.for_each_batch(problems, {.rolls = true, .all_rows = true}, [&](size_t first, const TurnBatch& batch) {
        for (size_t v = first; v < std::min(first + batch.width(), problems.size()); ++v) {
            const size_t lane = v - first, start = batch.start(problems[v]), k = entries[v].first;
            if (const auto mixed = problems_.mixed_turn(at[k])) {
                for (size_t q = 0; q < turn.phases(); ++q)
                    for (size_t total = 1; total < totals && !turn.no_dice(q); ++total) {
                        const double steals = mixed->steals(q, total);
                        if (steals == 0) continue;
                        double other = 0;
                        for (const auto& [end, chance] : mixed->ends(q, total)) other += chance * worth(k, end);
                        stolen(k, q, total, other, steals);
                    }
                continue;
            }
            const double begins = batch.found(problems[v], lane).value + problems_.least_worth_stealing();
            for (size_t q = 0; q < turn.phases(); ++q)
                for (size_t total = 1; total < totals && !turn.no_dice(q); ++total) {
                    const size_t row = start - std::min(start, total), roll = turn.first_roll(q);
                    if (batch.roll_value(row, roll, lane) > begins)
                        stolen(k, q, total, batch.other_roll_value(row, roll, 0, lane), 1);
                }
        }
    });
}

}  // namespace jeopardice
