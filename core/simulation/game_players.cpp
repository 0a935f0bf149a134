#include "simulation/game_players.hpp"

namespace jeopardice {

namespace {

// Smaller differences are rounding, or do not matter.
constexpr double matters = 1e-9;

Ending ending(std::int32_t result) {
    return result == -1 ? Ending::bust : result == -2 ? Ending::lost : Ending::win;
}

TurnEnd end_without_dice(size_t phase, size_t total, size_t least) {
    return {total >= least ? Ending::bank : Ending::bust, phase, total};
}

void count_decision(double loss, GameCounts& counts) {
    counts[decisions] += 1;
    if (loss <= matters) return;
    counts[differs] += 1;
    counts[max_score_costs] += loss;
}

}  // namespace

TurnEnd BestGamePlayer::play(const Position& at, Random& random, size_t thread, GameCounts& counts, double&,
                             std::vector<RecordedDecision>* recorded) {
    const TurnWorth worth = turns_.at(at, thread);
    const size_t least = turns_.transitions().least(at);
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
        count_decision(begin - worth.first(max_score_->first_roll(at)), counts);
    for (;;) {
        const std::int32_t result = dice_.roll(roll, random);
        if (result < 0) return {ending(result), phase, total};
        const auto outcome = static_cast<size_t>(result);
        const auto [option, best] = best_option(turn_, total, outcome, value);
        if (max_score_) judge(at, worth, total, outcome, best, counts);
        total += turn_.points(option);
        phase = turn_.phase_after(option);
        if (turn_.no_dice(phase)) return end_without_dice(phase, total, least);
        if (recorded && !at.last() && total >= least && total < at.mine)
            recorded->push_back({static_cast<std::int32_t>(at.mine), static_cast<std::int32_t>(at.theirs),
                                 static_cast<std::int32_t>(at.carry), static_cast<std::int32_t>(phase),
                                 static_cast<std::int32_t>(total)});
        if (total >= least && worth.bank(phase, total) >= best) return {Ending::bank, phase, total};
        roll = turn_.first_roll(phase);
    }
}

void BestGamePlayer::judge(const Position& at, const TurnWorth& worth, size_t total, size_t outcome, double best,
                           GameCounts& counts) const {
    const size_t least = turns_.transitions().least(at);
    size_t actions = 0;
    for (const size_t option : turn_.options_of(outcome))
        actions += !turn_.no_dice(turn_.phase_after(option)) && total + turn_.points(option) >= least ? 2 : 1;
    if (actions < 2) return;
    const auto [option, banks] = max_score_->choose(at, total, outcome);
    const size_t phase = turn_.phase_after(option), after = total + turn_.points(option);
    count_decision(best - (banks ? worth.bank(phase, after) : worth.roll(phase, after)), counts);
}

PolicyGamePlayer::PolicyGamePlayer(const TurnTables& turn, const Policies& policies,
                                   std::span<const std::int32_t> places, const Transitions& transitions,
                                   const MaxScorePlay& max_score, BestTurns* judges)
    : turn_(turn),
      policies_(policies),
      places_(places),
      transitions_(transitions),
      max_score_(max_score),
      judges_(judges),
      dice_(turn),
      board_dice_(transitions.turn()),
      richest_(turn.richest_options()) {}

TurnEnd PolicyGamePlayer::play(const Position& at, Random& random, size_t thread, GameCounts&, double& cost,
                               std::vector<RecordedDecision>*) {
    // In a last turn the other player counts as one unit from the goal.
    const auto theirs = static_cast<size_t>(std::max<std::ptrdiff_t>(1, at.theirs));
    const size_t policy = policies_.at(at.mine, theirs, transitions_.board().race().lowest);
    const size_t size = policies_.size(), outcomes = turn_.outcomes(), totals = turn_.totals_of(size);
    const std::uint16_t* const choices = policies_.choices.data() + policy * size;
    const size_t least = transitions_.least(at), enough = transitions_.enough(at);
    const size_t wins_from = policies_.takes_wins ? transitions_.wins_from(at) : ~size_t{0};
    size_t phase = 0, total = 0, roll = static_cast<size_t>(policies_.first_rolls[policy]);
    const auto place = [&](size_t q) { return static_cast<size_t>(places_[q]); };
    TurnWorth worth{};
    if (judges_) {
        worth = judges_->at(at, thread);
        double best = at.offered > 0 ? worth.roll(at.phase, at.offered) : TurnBatch::illegal;
        for (const size_t r : turn_.rolls_of(0)) best = std::max(best, worth.first(r));
        cost += best - worth.first(roll);
    }
    const auto value = [&](size_t q, size_t t) { return worth.value(place(q), t); };
    while (total < totals) {
        const std::int32_t result = dice_.roll(roll, random);
        if (result < 0) return {ending(result), place(phase), total};
        const auto outcome = static_cast<size_t>(result);
        const bool reaches = total + turn_.points(richest_[outcome]) >= wins_from;
        const std::uint16_t choice = reaches ? 0 : choices[total * outcomes + outcome];
        const size_t option = reaches ? richest_[outcome] : turn_.first_option(outcome) + choice / 2;
        const double best = judges_ ? best_option(turn_, total, outcome, value).value : 0;
        total += turn_.points(option);
        phase = turn_.phase_after(option);
        const bool wants = reaches || choice % 2 == 1, no_dice = turn_.no_dice(phase);
        const bool banks = no_dice ? total >= least : wants && total >= enough;
        if (judges_) cost += best - (banks ? worth.bank(place(phase), total) : worth.roll(place(phase), total));
        if (no_dice) return end_without_dice(place(phase), total, least);
        if (banks) return {Ending::bank, place(phase), total};
        if (wants) break;
        roll = turn_.first_roll(phase);
    }
    return roll_on(at, place(phase), total, random, judges_ ? &worth : nullptr, cost);
}

TurnEnd PolicyGamePlayer::roll_on(const Position& at, size_t phase, size_t total, Random& random,
                                  const TurnWorth* worth, double& cost) const {
    const TurnTables& turn = transitions_.turn();
    const size_t least = transitions_.least(at);
    const auto value = [&](size_t q, size_t t) { return worth->value(q, t); };
    for (;;) {
        const std::int32_t result = board_dice_.roll(turn.first_roll(phase), random);
        if (result < 0) return {ending(result), phase, total};
        const auto outcome = static_cast<size_t>(result);
        const auto [option, banks] = max_score_.choose_to_bank(at, total, outcome);
        const double best = worth ? best_option(turn, total, outcome, value).value : 0;
        total += turn.points(option);
        phase = turn.phase_after(option);
        const bool ends = banks || turn.no_dice(phase);
        if (worth) cost += best - (ends && total >= least ? worth->bank(phase, total) : worth->roll(phase, total));
        if (ends) return end_without_dice(phase, total, least);
    }
}

}  // namespace jeopardice
