#include "simulation/players.hpp"

#include <algorithm>

namespace jeopardice {

namespace {

// Smaller differences are rounding, or do not matter.
constexpr double matters = 1e-9;

Ending ending(std::int32_t result) {
    return result == -1 ? Ending::bust : result == -2 ? Ending::lost : Ending::win;
}

void count_decision(double loss, GameCounts& counts) {
    counts[decisions] += 1;
    if (loss <= matters) return;
    counts[differs] += 1;
    counts[max_score_costs] += loss;
}

// Best play, with ties as in TurnFollower. The first roll, by the value of each:
size_t best_first_roll(const TurnTables& turn, const auto& value_of) {
    size_t best = 0;
    for (const size_t r : turn.rolls_of(0))
        if (value_of(r) > value_of(best) ||
            (value_of(r) == value_of(best) && turn.roll_events[r * events] < turn.roll_events[best * events]))
            best = r;
    return best;
}

struct BestOption {
    size_t option = 0;
    double value = -std::numeric_limits<double>::infinity();
};

// The best option of an outcome, by value(phase, total).
BestOption best_option(const TurnTables& turn, size_t total, size_t outcome, const auto& value, bool in_order = false) {
    BestOption best;
    size_t points = 0;
    for (const size_t option : turn.options_of(outcome)) {
        const double worth = value(turn.phase_after(option), total + turn.points(option));
        if (worth < best.value || (worth == best.value && (in_order || turn.points(option) <= points))) continue;
        best = {option, worth};
        points = turn.points(option);
    }
    return best;
}

// Records a decision to bank or to roll; in a last turn, or where a bank wins, there is none.
void record(const SimulatedGame& game, size_t phase, size_t total, size_t least) {
    const Position& at = game.at;
    if (game.recorded && !at.last() && total >= least && total < at.mine())
        game.recorded->push_back({at.needs, at.carry, phase, total});
}

// Counts a decision after a roll, and what the max-score action gives up against the best one; `worth` is by the phase,
// the total and whether it is banked.
void judge(const Table& table, const MaxScorePlay& max_score, const Position& at, size_t total, size_t outcome,
           double best, const auto& worth, GameCounts& counts) {
    const TurnTables& turn = table.turn();
    const size_t least = table.least(at);
    size_t actions = 0;
    for (const size_t option : turn.options_of(outcome))
        actions += !turn.no_dice(turn.phase_after(option)) && total + turn.points(option) >= least ? 2 : 1;
    if (actions < 2) return;
    const auto [option, banks] = max_score.choose(at, total, outcome);
    count_decision(best - worth(turn.phase_after(option), total + turn.points(option), banks), counts);
}

}  // namespace

void BestGamePlayer::play(std::span<SimulatedGame* const> games, size_t thread, Counted) {
    for (const SimulatedGame* const game : games) turns_.prefetch(game->at);
    for (SimulatedGame* const game : games) play(*game, thread);
}

void BestGamePlayer::play(SimulatedGame& game, size_t thread) const {
    const Position& at = game.at;
    const TurnWorth worth = turns_.at(at, thread);
    const size_t least = turns_.table().least(at);
    const auto value = [&](size_t phase, size_t total) { return worth.value(phase, total); };
    size_t phase = 0, total = 0;
    size_t roll = best_first_roll(turn_, [&](size_t r) { return worth.first(r); });
    double begin = worth.first(roll);
    if (at.offered > 0)
        if (const double steal = worth.roll(at.phase, at.offered); steal > begin) {
            begin = steal;
            phase = at.phase;
            total = at.offered;
            roll = turn_.first_roll(phase);
        }
    if (max_score_ && (turn_.rolls_of(0).size() > 1 || at.offered > 0))
        count_decision(begin - worth.first(max_score_->first_roll(at)), game.counts);
    const auto worth_of = [&](size_t q, size_t t, bool banks) { return banks ? worth.bank(q, t) : worth.roll(q, t); };
    for (;;) {
        const std::int32_t result = dice_.roll(roll, game.random);
        if (result < 0) return game.ends({ending(result), phase, total});
        const auto outcome = static_cast<size_t>(result);
        const auto [option, best] = best_option(turn_, total, outcome, value);
        if (max_score_) judge(turns_.table(), *max_score_, at, total, outcome, best, worth_of, game.counts);
        total += turn_.points(option);
        phase = turn_.phase_after(option);
        if (turn_.no_dice(phase)) return game.ends_without_dice(phase, total, least);
        record(game, phase, total, least);
        if (total >= least && worth.bank(phase, total) >= best) return game.ends({Ending::bank, phase, total});
        roll = turn_.first_roll(phase);
    }
}

BestMultiplayerPlayer::BestMultiplayerPlayer(const Table& table, const BestTurnProblems& problems,
                                             const MaxScorePlay* max_score, const Kernel& kernel, size_t threads)
    : table_(table),
      problems_(problems),
      max_score_(max_score),
      dice_(table.turn()),
      batches_(std::max<size_t>(1, threads), TurnBatch(table.turn(), table.race(), kernel)) {}

void BestMultiplayerPlayer::play(std::span<SimulatedGame* const> games, size_t thread, Counted) {
    TurnBatch& batch = batches_[thread];
    const bool steals = table_.carryover().steal != Steal::never;
    for (size_t first = 0; first < games.size(); first += batch.width()) {
        std::vector<TurnProblem> problems;
        ProblemParts parts;
        for (size_t k = first; k < std::min(first + batch.width(), games.size()); ++k) {
            SimulatedGame& game = *games[k];
            double beside = 0;
            if (const std::optional<double> share = problems_.share(game.at)) {
                const double drawn = static_cast<double>(game.random.next() >> 11) * 0x1p-53;
                beside = drawn < *share ? beside_a_tie : -beside_a_tie;
            }
            problems.push_back(problems_.problem(game.at, beside, parts));
        }
        batch.run(problems, {.slopes = false, .rolls = true, .all_rows = steals});
        for (size_t lane = 0; lane < problems.size(); ++lane) {
            SimulatedGame& game = *games[first + lane];
            if (const auto mixed = problems_.mixed_turn(game.at))
                play(game, *mixed);
            else
                play(game, batch, problems[lane], lane);
        }
    }
}

// The end of a turn is drawn as a whole.
void BestMultiplayerPlayer::play(SimulatedGame& game, const MixedTurn& mixed) {
    const auto draw = [&] { return static_cast<double>(game.random.next() >> 11) * 0x1p-53; };
    const Position& at = game.at;
    const bool steals = at.offered > 0 && draw() < mixed.steals(at.phase, at.offered);
    const auto& ends = mixed.ends(steals ? at.phase : 0, steals ? at.offered : 0);
    double left = draw();
    for (const auto& [end, chance] : ends)
        if ((left -= chance) < 0) return game.ends(end);
    game.ends(ends.back().end);
}

void BestMultiplayerPlayer::play(SimulatedGame& game, const TurnBatch& batch, const TurnProblem& problem,
                                 size_t lane) const {
    const TurnTables& turn = table_.turn();
    const size_t start = batch.start(problem), least = table_.least(game.at);
    const auto row = [&](size_t total) {
        return static_cast<std::ptrdiff_t>(start) - static_cast<std::ptrdiff_t>(total);
    };
    const auto value = [&](size_t phase, size_t total) { return batch.value(row(total), phase, lane); };
    const auto bank = [&](size_t phase, size_t total) {
        const auto places = batch.lanes().bank_phases > 0 ? turn.phases() : 1;
        return batch.lanes().bank[(static_cast<size_t>(row(total)) * places + phase % places) * batch.width() + lane];
    };
    // Past the last total, where the goal is reached, all that follows is known.
    const auto worth = [&](size_t q, size_t t, bool banks) {
        if (t > start) return value(q, t);
        if (banks) return bank(q, t);
        return turn.no_dice(q) ? value(q, t) : batch.roll_value(start - t, turn.first_roll(q), lane);
    };
    size_t phase = 0, total = 0;
    size_t roll = best_first_roll(turn, [&](size_t r) { return batch.roll_value(start, r, lane); });
    const Position& at = game.at;
    const bool offered = at.offered > 0 && at.offered <= start;
    double begin = batch.roll_value(start, roll, lane);
    if (offered) {
        const size_t steal = turn.first_roll(at.phase);
        const double stolen = batch.roll_value(start - at.offered, steal, lane);
        if (stolen > begin + problems_.least_worth_stealing()) {
            begin = stolen;
            phase = at.phase;
            total = at.offered;
            roll = steal;
        }
    }
    if (max_score_ && (turn.rolls_of(0).size() > 1 || offered))
        count_decision(begin - batch.roll_value(start, max_score_->first_roll(at), lane), game.counts);
    for (;;) {
        const std::int32_t result = dice_.roll(roll, game.random);
        if (result < 0) return game.ends({ending(result), phase, total});
        const auto outcome = static_cast<size_t>(result);
        const auto [option, best] = best_option(turn, total, outcome, value, table_.losers_decide());
        if (max_score_) judge(table_, *max_score_, at, total, outcome, best, worth, game.counts);
        total += turn.points(option);
        phase = turn.phase_after(option);
        if (turn.no_dice(phase)) return game.ends_without_dice(phase, total, least);
        record(game, phase, total, least);
        if (total >= least && (total > start || bank(phase, total) >= best))
            return game.ends({Ending::bank, phase, total});
        roll = turn.first_roll(phase);
    }
}

PolicyGamePlayer::PolicyGamePlayer(PolicyBook& book, PolicyChoice choice, BestTurns* judges)
    : own_(book.own()),
      choice_(choice),
      table_(book.table()),
      turn_(book.own().turn),
      max_score_(book.own().max_score),
      judges_(judges),
      dice_(turn_),
      table_dice_(table_.turn()),
      played_(turn_) {
    for (const PolicyBook::Entry* const entry : book.entries()) {
        policies_.push_back({entry->policy, turn_.totals_of(entry->policy.choices.size())});
        leads_ = leads_ || entry->policy.lead > 0;
    }
}

void PolicyGamePlayer::play(std::span<SimulatedGame* const> games, size_t thread, Counted cost) {
    if (judges_)
        leads_ ? play_all<true, true>(games, thread, cost) : play_all<true, false>(games, thread, cost);
    else
        leads_ ? play_all<false, true>(games, thread, cost) : play_all<false, false>(games, thread, cost);
}

template <bool judged, bool leads>
void PolicyGamePlayer::play_all(std::span<SimulatedGame* const> games, size_t thread, Counted cost) const {
    for (SimulatedGame* const game : games) play<judged, leads>(*game, thread, game->counts[cost]);
}

template <bool judged, bool leads>
void PolicyGamePlayer::play(SimulatedGame& game, size_t thread, double& cost) const {
    const Position& at = game.at;
    const auto& [policy, totals] = policies_[choice_.at(at, table_)];
    const PolicyLimits limits = policy_limits(table_, own_, at, leads ? policy.lead : 0);
    const size_t least = limits.least, enough = limits.enough, wins_from = limits.wins_from;
    const size_t reaches_from = limits.reaches_from, waits = leads ? limits.waits : 0;
    const size_t goal_from = wins_from - std::max<size_t>(waits, 1) + 1;
    const PlayedTurn::Outcome* const all_outcomes = played_.outcomes.data();
    const PlayedTurn::Option* const all_options = played_.options.data();
    const size_t outcomes = played_.outcomes.size();
    Random random = game.random;
    size_t phase = 0, total = 0, roll = policy.first_roll;
    const auto place = [&](size_t q) { return static_cast<size_t>(own_.places[q]); };
    const auto ends = [&](Ending how) {
        game.random = random;
        game.ends({how, place(phase), total});
    };
    [[maybe_unused]] TurnWorth worth{};
    [[maybe_unused]] const auto value = [&](size_t q, size_t t) { return worth.value(place(q), t); };
    if constexpr (judged) {
        worth = judges_->at(at, thread);
        double best = at.offered > 0 ? worth.roll(at.phase, at.offered) : TurnBatch::illegal;
        for (const size_t r : turn_.rolls_of(0)) best = std::max(best, worth.first(r));
        cost += best - worth.first(roll);
    }
    while (total < totals) {
        const std::int32_t result = dice_.roll(roll, random);
        if (result < 0) return ends(ending(result));
        const auto outcome = static_cast<size_t>(result);
        const auto& [first, richest, most, only] = all_outcomes[outcome];
        bool reaches = total + most >= wins_from;
        const std::uint16_t* choices = policy.choices.data();
        if (waits > 0) {
            if (total + most < least || (!policy.rolls_on.empty() && policy.rolls_on[all_options[richest].phase]))
                reaches = false;
            if (total >= goal_from && !policy.at_goal.empty()) choices = policy.at_goal.data();
        }
        const std::uint16_t choice = reaches ? 0 : choices[total * outcomes + outcome];
        // What follows the only option need not wait for the choice to be read.
        const auto& [points, next_phase, next_roll] = all_options[only      ? first
                                                                  : reaches ? richest
                                                                            : first + choice / 2u];
        [[maybe_unused]] double best = 0;
        if constexpr (judged) best = best_option(turn_, total, outcome, value).value;
        total += points;
        phase = next_phase;
        const bool no_dice = next_roll < 0;
        const bool wants = reaches || (choice % 2 == 1 && (waits == 0 || total < goal_from)) ||
                           (total >= reaches_from && total < enough);
        const bool banks = (wants || no_dice) && total >= (no_dice ? least : enough);
        if constexpr (judged)
            cost += best - (banks ? worth.bank(place(phase), total) : worth.roll(place(phase), total));
        if (!wants && !no_dice) {
            roll = static_cast<size_t>(next_roll);
            continue;
        }
        if (banks || no_dice) return ends(banks ? Ending::bank : Ending::bust);
        break;
    }
    game.random = random;
    roll_on(game, place(phase), total, judged ? &worth : nullptr, cost);
}

void PolicyGamePlayer::roll_on(SimulatedGame& game, size_t phase, size_t total, const TurnWorth* worth,
                               double& cost) const {
    const TurnTables& turn = table_.turn();
    const PolicyLimits limits = policy_limits(table_, own_, game.at, 0);
    const auto value = [&](size_t q, size_t t) { return worth->value(q, t); };
    for (;;) {
        const std::int32_t result = table_dice_.roll(turn.first_roll(phase), game.random);
        if (result < 0) return game.ends({ending(result), phase, total});
        const auto outcome = static_cast<size_t>(result);
        const auto [option, banks] = max_score_.choose_to_bank(limits.due, limits.enough, total, outcome);
        const double best = worth ? best_option(turn, total, outcome, value).value : 0;
        total += turn.points(option);
        phase = turn.phase_after(option);
        const bool ends = banks || turn.no_dice(phase);
        if (worth)
            cost += best - (ends && total >= limits.least ? worth->bank(phase, total) : worth->roll(phase, total));
        if (ends) return game.ends_without_dice(phase, total, limits.least);
    }
}

}  // namespace jeopardice
