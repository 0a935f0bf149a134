#include "simulation/games.hpp"

#include <algorithm>
#include <stdexcept>

#include "simulation/play_turn.hpp"

namespace jeopardice {

namespace {

// A difference below this is rounding, or nothing to care about.
constexpr double matters = 1e-9;

Ending ending(const std::int32_t result) {
    return result == -1 ? Ending::bust : result == -2 ? Ending::lost : Ending::win;
}

std::size_t option_with(const TurnTables& turn, const std::size_t outcome, const std::size_t points) {
    auto option = static_cast<std::size_t>(turn.outcome_options[outcome]);
    while (static_cast<std::size_t>(turn.option_points[option]) != points) ++option;
    return option;
}

// The end of a turn without dice to roll.
TurnEnd without_dice(const std::size_t phase, const std::size_t total, const std::size_t least) {
    return {total >= least ? Ending::bank : Ending::bust, phase, total};
}

}  // namespace

ObviousPlay::ObviousPlay(const Passing& passing, const Obvious& obvious)
    : passing_(passing), obvious_(obvious), totals_(passing.turn().totals_of(obvious.choices.size() / 2)) {
    for (std::size_t o = 0; o < passing.turn().outcomes(); ++o) most_points_.push_back(passing.turn().most_points(o));
}

std::size_t ObviousPlay::option_of(const Position& at, const std::size_t total, const std::size_t outcome,
                                   bool& banks) const {
    const TurnTables& turn = passing_.turn();
    const std::size_t row = due(at) * totals_ + std::min(total, totals_ - 1);
    const std::uint16_t choice = obvious_.choices[row * turn.outcomes() + outcome];
    banks = choice % 2 == 1;
    return static_cast<std::size_t>(turn.outcome_options[outcome]) + choice / 2;
}

ObviousPlay::Choice ObviousPlay::choose(const Position& at, const std::size_t total, const std::size_t outcome) const {
    const TurnTables& turn = passing_.turn();
    if (total + most_points_[outcome] >= passing_.wins_from(at))
        return {option_with(turn, outcome, most_points_[outcome]), true};
    bool banks = false;
    const std::size_t option = option_of(at, total, outcome, banks);
    const auto after = total + static_cast<std::size_t>(turn.option_points[option]);
    return {option, banks && after >= passing_.enough(at)};
}

ObviousPlay::Choice ObviousPlay::choose_to_bank(const Position& at, const std::size_t total,
                                                const std::size_t outcome) const {
    const TurnTables& turn = passing_.turn();
    const std::size_t enough = passing_.enough(at);
    if (total + most_points_[outcome] >= enough) return {option_with(turn, outcome, most_points_[outcome]), true};
    bool banks = false;
    return {option_of(at, total, outcome, banks), false};
}

TurnEnd BestGamePlayer::play(const Position& at, Random& random, const std::size_t thread, Counts& counts, double&,
                             std::vector<Question>* const asked) {
    const TurnWorth worth = turns_.at(at, thread);
    const std::size_t least = turns_.passing().least(at);
    const auto firsts = static_cast<std::size_t>(turn_.phase_rolls[1]);
    const std::size_t first = best_first_roll(turn_, [&](const std::size_t roll) { return worth.first(roll); });
    std::size_t phase = 0, total = 0, roll = first;
    double best = worth.first(first);
    if (at.offered > 0)
        if (const double goes_on = worth.roll(at.phase, at.offered); goes_on > best) {
            best = goes_on;
            phase = at.phase;
            total = at.offered;
            roll = static_cast<std::size_t>(turn_.phase_rolls[phase]);
        }
    if (obvious_ && (firsts > 1 || at.offered > 0)) {
        const double loss = best - worth.first(obvious_->first_roll(at));
        counts[decisions] += 1;
        counts[unlike] += loss > matters ? 1 : 0;
        counts[obvious_costs] += loss > matters ? loss : 0;
    }
    for (;;) {
        const std::int32_t result = dice_.roll(roll, random);
        if (result < 0) return {ending(result), phase, total};
        const auto o = static_cast<std::size_t>(result), end = static_cast<std::size_t>(turn_.outcome_options[o + 1]);
        std::size_t taken = 0;
        std::int32_t points = 0;
        best = VisitBatch::illegal;
        for (auto option = static_cast<std::size_t>(turn_.outcome_options[o]); option < end; ++option) {
            const double value = worth.value(static_cast<std::size_t>(turn_.option_phase[option]),
                                             total + static_cast<std::size_t>(turn_.option_points[option]));
            if (value < best || (value == best && turn_.option_points[option] <= points)) continue;
            best = value;
            taken = option;
            points = turn_.option_points[option];
        }
        if (obvious_) judge(at, worth, total, o, best, counts);
        total += static_cast<std::size_t>(points);
        phase = static_cast<std::size_t>(turn_.option_phase[taken]);
        if (turn_.no_dice(phase)) return without_dice(phase, total, least);
        if (asked && !at.last() && total >= least && total < at.mine)
            asked->push_back({static_cast<std::int32_t>(at.mine), static_cast<std::int32_t>(at.theirs),
                              static_cast<std::int32_t>(at.mode), static_cast<std::int32_t>(phase),
                              static_cast<std::int32_t>(total)});
        if (total >= least && worth.bank(phase, total) >= best) return {Ending::bank, phase, total};
        roll = static_cast<std::size_t>(turn_.phase_rolls[phase]);
    }
}

void BestGamePlayer::judge(const Position& at, const TurnWorth& worth, const std::size_t total,
                           const std::size_t outcome, const double best, Counts& counts) const {
    const std::size_t least = turns_.passing().least(at);
    std::size_t actions = 0;
    for (auto option = static_cast<std::size_t>(turn_.outcome_options[outcome]);
         option < static_cast<std::size_t>(turn_.outcome_options[outcome + 1]); ++option) {
        const bool dice = !turn_.no_dice(static_cast<std::size_t>(turn_.option_phase[option]));
        const bool legal = total + static_cast<std::size_t>(turn_.option_points[option]) >= least;
        actions += dice && legal ? 2 : 1;
    }
    if (actions < 2) return;
    const auto [option, banks] = obvious_->choose(at, total, outcome);
    const auto phase = static_cast<std::size_t>(turn_.option_phase[option]),
               after = total + static_cast<std::size_t>(turn_.option_points[option]);
    const double loss = best - (banks ? worth.bank(phase, after) : worth.roll(phase, after));
    counts[decisions] += 1;
    if (loss <= matters) return;
    counts[unlike] += 1;
    counts[obvious_costs] += loss;
}

PolicyGamePlayer::PolicyGamePlayer(const TurnTables& turn, const Policies& policies, const Passing& passing,
                                   const ObviousPlay& obvious, BestTurns* const judges)
    : turn_(turn),
      policies_(policies),
      passing_(passing),
      obvious_(obvious),
      judges_(judges),
      dice_(turn),
      board_dice_(passing.turn()),
      size_(policies.choices.size() / policies.first_rolls.size()) {
    for (std::size_t o = 0; o < turn.outcomes(); ++o) most_points_.push_back(turn.most_points(o));
}

// Who has a last turn sees the other player as one unit from the goal.
std::size_t PolicyGamePlayer::policy(const Position& at) const {
    const std::size_t n = passing_.board().race().lowest;
    const auto theirs = static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, at.theirs));
    const std::size_t state = policies_.which.size() == n ? at.mine - 1 : (at.mine - 1) * n + theirs - 1;
    return static_cast<std::size_t>(policies_.which[state]);
}

TurnEnd PolicyGamePlayer::play(const Position& at, Random& random, const std::size_t thread, Counts&, double& cost,
                               std::vector<Question>*) {
    const std::size_t number = policy(at), outcomes = turn_.outcomes(), totals = turn_.totals_of(size_);
    const std::uint16_t* const choices = policies_.choices.data() + number * size_;
    const std::size_t least = passing_.least(at), enough = passing_.enough(at);
    const std::size_t wins_from = policies_.takes_wins ? passing_.wins_from(at) : ~std::size_t{0};
    std::size_t phase = 0, total = 0, roll = static_cast<std::size_t>(policies_.first_rolls[number]);
    const auto place = [&] { return static_cast<std::size_t>(policies_.places[phase]); };
    TurnWorth worth{};
    if (judges_) {
        worth = judges_->at(at, thread);
        double best = at.offered > 0 ? worth.roll(at.phase, at.offered) : VisitBatch::illegal;
        for (std::size_t r = 0; r < static_cast<std::size_t>(turn_.phase_rolls[1]); ++r)
            best = std::max(best, worth.first(r));
        cost += best - worth.first(roll);
    }
    while (total < totals) {
        const std::int32_t result = dice_.roll(roll, random);
        if (result < 0) return {ending(result), place(), total};
        const auto o = static_cast<std::size_t>(result), first = static_cast<std::size_t>(turn_.outcome_options[o]);
        const bool gets_there = total + most_points_[o] >= wins_from;
        const std::uint16_t choice = gets_there ? 0 : choices[total * outcomes + o];
        const std::size_t option = gets_there ? option_with(turn_, o, most_points_[o]) : first + choice / 2;
        double best = VisitBatch::illegal;
        if (judges_)
            for (std::size_t k = first; k < static_cast<std::size_t>(turn_.outcome_options[o + 1]); ++k) {
                const auto to =
                    static_cast<std::size_t>(policies_.places[static_cast<std::size_t>(turn_.option_phase[k])]);
                best = std::max(best, worth.value(to, total + static_cast<std::size_t>(turn_.option_points[k])));
            }
        total += static_cast<std::size_t>(turn_.option_points[option]);
        phase = static_cast<std::size_t>(turn_.option_phase[option]);
        const bool wants = gets_there || choice % 2 == 1, no_dice = turn_.no_dice(phase);
        const bool banks = no_dice ? total >= least : wants && total >= enough;
        if (judges_) cost += best - (banks ? worth.bank(place(), total) : worth.roll(place(), total));
        if (no_dice) return without_dice(place(), total, least);
        if (banks) return {Ending::bank, place(), total};
        if (wants) break;
        roll = static_cast<std::size_t>(turn_.phase_rolls[phase]);
    }
    return roll_on(at, place(), total, random, judges_ ? &worth : nullptr, cost);
}

TurnEnd PolicyGamePlayer::roll_on(const Position& at, std::size_t phase, std::size_t total, Random& random,
                                  const TurnWorth* const worth, double& cost) const {
    const TurnTables& turn = passing_.turn();
    const std::size_t least = passing_.least(at);
    for (;;) {
        const std::int32_t result = board_dice_.roll(static_cast<std::size_t>(turn.phase_rolls[phase]), random);
        if (result < 0) return {ending(result), phase, total};
        const auto o = static_cast<std::size_t>(result);
        const auto [option, banks] = obvious_.choose_to_bank(at, total, o);
        double best = VisitBatch::illegal;
        if (worth)
            for (auto k = static_cast<std::size_t>(turn.outcome_options[o]);
                 k < static_cast<std::size_t>(turn.outcome_options[o + 1]); ++k)
                best = std::max(best, worth->value(static_cast<std::size_t>(turn.option_phase[k]),
                                                   total + static_cast<std::size_t>(turn.option_points[k])));
        total += static_cast<std::size_t>(turn.option_points[option]);
        phase = static_cast<std::size_t>(turn.option_phase[option]);
        const bool ends = banks || turn.no_dice(phase);
        if (worth) cost += best - (ends && total >= least ? worth->bank(phase, total) : worth->roll(phase, total));
        if (ends) return without_dice(phase, total, least);
    }
}

void GamesTally::add(const Counts& game) {
    ++games;
    for (std::size_t a = 0; a < counted_in_all; ++a) {
        sums[a] += game[a];
        for (std::size_t b = 0; b <= a; ++b) products[a][b] += game[a] * game[b];
    }
    const auto count = [](std::vector<std::uint64_t>& numbers, const double number) {
        const auto place = static_cast<std::size_t>(number);
        if (numbers.size() <= place) numbers.resize(place + 1);
        ++numbers[place];
    };
    count(lengths, game[turns_played]);
    count(changes, game[lead_changes]);
}

void GamesTally::add(const GamesTally& other) {
    games += other.games;
    unfinished += other.unfinished;
    for (std::size_t a = 0; a < counted_in_all; ++a) {
        sums[a] += other.sums[a];
        for (std::size_t b = 0; b <= a; ++b) products[a][b] += other.products[a][b];
    }
    const auto join = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
        if (to.size() < from.size()) to.resize(from.size());
        for (std::size_t k = 0; k < from.size(); ++k) to[k] += from[k];
    };
    join(lengths, other.lengths);
    join(changes, other.changes);
    asked.insert(asked.end(), other.asked.begin(), other.asked.end());
}

GamesTally play_games(const Passing& passing, GamePlayer& first, GamePlayer& second, const GamesWanted& wanted,
                      const std::size_t threads, const Progress& progress) {
    // Sums of doubles depend on their order: each block has its own, and blocks are added up one after the other.
    constexpr std::uint64_t block = 64, blocks_at_once = 1024;
    Team team(std::max<std::size_t>(1, threads));
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> played{0};
    const auto tell = [&](const std::size_t thread) {
        if (thread != 0 || !progress) return;
        try {
            progress(static_cast<double>(played) / static_cast<double>(wanted.games));
        } catch (...) {
            stop = true;
            throw;
        }
    };
    const auto one_game = [&](const std::uint64_t number, const std::size_t thread, GamesTally& tally) {
        Random random(wanted.seed, number);
        Counts counts{};
        auto* const asked = number - wanted.first_game < wanted.asked_in ? &tally.asked : nullptr;
        Position at = wanted.start;
        // What the first player needs, and the second; and who was ahead last.
        std::array<std::ptrdiff_t, 2> needs{static_cast<std::ptrdiff_t>(at.mine), at.theirs};
        std::size_t ahead = needs[0] < needs[1] ? 0 : needs[1] < needs[0] ? 1 : 2;
        for (std::uint64_t turns = 1; turns <= wanted.most_turns; ++turns) {
            if (turns % 8 == 1) tell(thread);
            if (stop) return;
            const std::size_t mover = turns % 2 == 1 ? 0 : 1;
            const TurnEnd end =
                (mover == 0 ? first : second)
                    .play(at, random, thread, counts, counts[mover == 0 ? first_costs : second_costs], asked);
            const After after = passing.after(at, end);
            counts[points_made] += static_cast<double>(after.points);
            counts[busts_made] += end.how == Ending::bust || end.how == Ending::lost ? 1 : 0;
            needs[mover] = after.mine;
            if (const std::size_t now = needs[0] < needs[1] ? 0 : 1; needs[0] != needs[1] && now != ahead) {
                counts[lead_changes] += ahead < 2 ? 1 : 0;
                ahead = now;
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
        stop = true;  // this is not going to end
    };
    GamesTally all;
    for (std::uint64_t done = 0; done < wanted.games; done += block * blocks_at_once) {
        const std::uint64_t end = std::min(wanted.games, done + block * blocks_at_once);
        std::vector<GamesTally> tallies(static_cast<std::size_t>((end - done + block - 1) / block));
        team.run(tallies.size(), [&](const std::size_t k, const std::size_t thread) {
            const std::uint64_t from = done + k * block, to = std::min(end, from + block);
            for (std::uint64_t game = from; game < to && !stop; ++game) {
                one_game(wanted.first_game + game, thread, tallies[k]);
                ++played;
            }
        });
        for (const GamesTally& tally : tallies) all.add(tally);
    }
    return all;
}

}  // namespace jeopardice
