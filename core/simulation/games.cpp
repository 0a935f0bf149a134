#include "simulation/games.hpp"

#include <algorithm>

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

void GamesTally::add(const GameCounts& game) {
    ++games;
    for (size_t a = 0; a < counted_in_all; ++a) {
        sums[a] += game[a];
        for (size_t b = 0; b <= a; ++b) products[a][b] += game[a] * game[b];
    }
    const auto count = [](std::vector<std::uint64_t>& numbers, double number) {
        const auto place = static_cast<size_t>(number);
        if (numbers.size() <= place) numbers.resize(place + 1);
        ++numbers[place];
    };
    count(lengths, game[turns_played]);
    count(changes, game[lead_changes]);
}

void GamesTally::add(const GamesTally& other) {
    games += other.games;
    unfinished += other.unfinished;
    for (size_t a = 0; a < counted_in_all; ++a) {
        sums[a] += other.sums[a];
        for (size_t b = 0; b <= a; ++b) products[a][b] += other.products[a][b];
    }
    const auto join = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
        if (to.size() < from.size()) to.resize(from.size());
        for (size_t k = 0; k < from.size(); ++k) to[k] += from[k];
    };
    join(lengths, other.lengths);
    join(changes, other.changes);
    recorded.insert(recorded.end(), other.recorded.begin(), other.recorded.end());
}

GamesTally play_games(const Transitions& transitions, GamePlayer& first, GamePlayer& second, const Position& start,
                      const GameSeries& series, std::uint64_t recorded_games, size_t threads,
                      const Progress& progress) {
    const auto play_game = [&](std::uint64_t number, size_t thread, SeriesProgress& done, GamesTally& tally) {
        Random random(series.seed, number);
        GameCounts counts{};
        auto* const recorded = number - series.first_game < recorded_games ? &tally.recorded : nullptr;
        Position at = start;
        std::array<std::ptrdiff_t, 2> needs{static_cast<std::ptrdiff_t>(at.mine), at.theirs};
        size_t leader = needs[0] < needs[1] ? 0 : needs[1] < needs[0] ? 1 : 2;  // 2: nobody has led yet
        for (std::uint64_t turns = 1; turns <= series.most_turns; ++turns) {
            if (turns % 8 == 1) done.report(thread);
            if (done.stopped()) return;
            const size_t mover = turns % 2 == 1 ? 0 : 1;
            const TurnEnd end =
                (mover == 0 ? first : second)
                    .play(at, random, thread, counts, counts[mover == 0 ? first_costs : second_costs], recorded);
            const AfterTurn after = transitions.after(at, end);
            counts[points_made] += static_cast<double>(after.points);
            counts[busts_made] += end.how == Ending::bust || end.how == Ending::lost ? 1 : 0;
            needs[mover] = after.mine;
            if (const size_t now = needs[0] < needs[1] ? 0 : 1; needs[0] != needs[1] && now != leader) {
                counts[lead_changes] += leader < 2 ? 1 : 0;
                leader = now;
            }
            if (!after.over) {
                at = after.next;
                continue;
            }
            counts[turns_played] = static_cast<double>(turns);
            counts[wins] = mover == 0 ? after.share : 1 - after.share;
            tally.add(counts);
            return;
        }
        ++tally.unfinished;
        done.stop();
    };
    return play_each_game(series, 64, threads, progress, GamesTally{}, play_game);
}

}  // namespace jeopardice
