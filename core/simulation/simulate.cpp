#include "simulation/simulate.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

size_t SimulatedPolicy::play(size_t i, size_t j, Random& random, size_t) {
    const size_t policy = policies_.at(i, j, race_.needed), size = policies_.size();
    const size_t outcomes = turn_.outcomes(), totals = turn_.totals_of(size);
    const std::uint16_t* const choices = policies_.choices.data() + policy * size;
    const size_t wins_from = policies_.takes_wins ? std::max(i, race_.least_bank(i)) : ~size_t{0};
    const auto decide = [&](size_t total, size_t o) -> Decision {
        if (total + turn_.points(richest_[o]) >= wins_from) return {richest_[o], true};
        if (total >= totals) throw std::runtime_error("policy: it rolls beyond its choices");
        const std::uint16_t choice = choices[total * outcomes + o];
        return {turn_.first_option(o) + choice / 2, choice % 2 == 1};
    };
    return play_turn(turn_, race_, dice_, i, random, static_cast<size_t>(policies_.first_rolls[policy]), decide);
}

SimulatedBestPlay::SimulatedBestPlay(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
                                     size_t threads, const BankValues& values)
    : turn_(turn),
      race_(race),
      dice_(turn),
      values_(values),
      batches_(std::max<size_t>(1, threads), TurnBatch(turn, race, kernel)),
      turns_(values.after.size()),
      owned_(batches_.size()) {}

const SimulatedBestPlay::CachedTurn& SimulatedBestPlay::turn_at(size_t i, size_t j, size_t thread) {
    const size_t n = race_.needed, row = values_.after.size() == n ? 0 : (j - 1) * n;
    std::atomic<const CachedTurn*>& place = turns_[row + i - 1];
    if (const CachedTurn* const known = place.load(std::memory_order_acquire)) return *known;
    TurnBatch& batch = batches_[thread];
    const TurnProblem problem = values_.problem(i, row);
    batch.run({&problem, 1}, {.slopes = false, .rolls = true});
    const TurnLanes& lanes = batch.lanes();
    auto found = std::make_unique<CachedTurn>();
    found->start = batch.start(problem);
    const size_t width = batch.width(), known = batch.reach() * turn_.phases();
    found->values.resize(known + batch.steps() * turn_.phases());
    for (size_t k = 0; k < found->values.size(); ++k) found->values[k] = lanes.rows[k * width];
    found->bank.resize(batch.steps());
    for (size_t k = 0; k < found->bank.size(); ++k) found->bank[k] = lanes.bank[k * width];
    found->first_roll = best_first_roll(turn_, [&](size_t roll) { return batch.roll_value(found->start, roll, 0); });
    const CachedTurn* by_other_thread = nullptr;
    if (!place.compare_exchange_strong(by_other_thread, found.get(), std::memory_order_acq_rel))
        return *by_other_thread;
    owned_[thread].push_back(std::move(found));
    return *owned_[thread].back();
}

size_t SimulatedBestPlay::play(size_t i, size_t j, Random& random, size_t thread) {
    const CachedTurn& turn = turn_at(i, j, thread);
    const size_t phases = turn_.phases(), known = turn.values.size() - turn.bank.size() * phases;
    const auto value = [&](size_t phase, size_t total) {
        // Rows below 0 are known: the goal is reached.
        return turn.values[known + turn.start * phases + phase - total * phases];
    };
    const auto decide = [&](size_t total, size_t o) -> Decision {
        const auto [option, best] = best_option(turn_, total, o, value);
        const size_t after = total + turn_.points(option);
        return {option, after > turn.start || turn.bank[turn.start - after] >= best};
    };
    return play_turn(turn_, race_, dice_, i, random, turn.first_roll, decide);
}

Tally simulate(StartUnits start, SimulatedPlayer& a, SimulatedPlayer* b, const GameSeries& series, size_t threads,
               const Progress& progress) {
    const auto play_game = [&](std::uint64_t number, size_t thread, SeriesProgress& done, Tally& tally) {
        Random random(series.seed, number);
        auto [mine, theirs] = start;
        for (std::uint64_t turns = 1; turns <= series.most_turns; ++turns) {
            if (turns % 1024 == 0) {
                if (done.stopped()) return;
                done.report(thread);
            }
            const bool first = !b || turns % 2 == 1;
            if (first)
                mine = a.play(mine, b ? theirs : series.most_turns + 1 - turns, random, thread);
            else
                theirs = b->play(theirs, mine, random, thread);
            if ((first ? mine : theirs) > 0) continue;
            return tally.add_game(first ? 0 : 1, turns);
        }
        ++tally.unfinished;
    };
    return play_each_game(series, 1024, threads, progress, Tally{{0, 0}}, play_game);
}

}  // namespace jeopardice
