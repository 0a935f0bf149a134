#include "simulation/play_turn.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

Dice::Dice(const TurnTables& turn) : first_{0} {
    for (std::size_t r = 0; r < turn.rolls(); ++r) {
        std::vector<std::pair<double, std::int32_t>> results;
        for (std::size_t e = 0; e < events; ++e)
            if (const double chance = turn.roll_events[r * events + e]; chance > 0)
                results.emplace_back(chance, -1 - static_cast<std::int32_t>(e));
        for (std::int32_t o = turn.roll_outcomes[r]; o < turn.roll_outcomes[r + 1]; ++o)
            results.emplace_back(turn.outcome_chance[static_cast<std::size_t>(o)], o);
        // Vose's way to fill the places: those with too little are filled up by those with too much.
        const std::size_t count = results.size(), base = faces_.size();
        std::vector<double> share(count);
        std::vector<std::size_t> little, much;
        for (std::size_t k = 0; k < count; ++k) {
            share[k] = results[k].first * static_cast<double>(count);
            faces_.push_back({std::uint64_t{1} << 32, results[k].second, results[k].second});
            (share[k] < 1 ? little : much).push_back(k);
        }
        while (!little.empty() && !much.empty()) {
            const std::size_t small = little.back(), large = much.back();
            little.pop_back();
            faces_[base + small].share = static_cast<std::uint64_t>(share[small] * 4294967296.0);
            faces_[base + small].alias = results[large].second;
            share[large] -= 1 - share[small];
            if (share[large] < 1) {
                much.pop_back();
                little.push_back(large);
            }
        }
        first_.push_back(faces_.size());
    }
}

PolicyRoller::PolicyRoller(const TurnTables& turn, const RaceRules& race, const std::span<const std::uint16_t> choices,
                           const std::span<const std::int32_t> first_rolls, const std::span<const std::int32_t> which,
                           const bool takes_wins)
    : turn_(turn),
      race_(race),
      dice_(turn),
      choices_(choices),
      first_rolls_(first_rolls),
      which_(which),
      takes_wins_(takes_wins),
      size_(choices.size() / first_rolls.size()) {
    for (std::size_t o = 0; o < turn.outcomes(); ++o) most_points_.push_back(turn.most_points(o));
}

std::size_t PolicyRoller::play(const std::size_t i, const std::size_t j, Random& random, std::size_t) {
    const std::size_t n = race_.needed, outcomes = turn_.outcomes();
    const auto policy = static_cast<std::size_t>(which_[which_.size() == n ? i - 1 : (i - 1) * n + j - 1]);
    const std::uint16_t* const choices = choices_.data() + policy * size_;
    const std::size_t wins_from = takes_wins_ ? std::max(i, race_.least_bank(i)) : ~std::size_t{0};
    const std::size_t totals = turn_.totals_of(size_);
    return play_turn(turn_, race_, dice_, i, random, static_cast<std::size_t>(first_rolls_[policy]),
                     [&](const std::size_t total, const std::size_t o) -> Decision {
                         const auto first = static_cast<std::size_t>(turn_.outcome_options[o]);
                         if (total + most_points_[o] >= wins_from) {
                             auto option = first;
                             while (static_cast<std::size_t>(turn_.option_points[option]) != most_points_[o]) ++option;
                             return {option, true};
                         }
                         if (total >= totals) throw std::runtime_error("policy: it goes on beyond its choices");
                         const std::uint16_t choice = choices[total * outcomes + o];
                         return {first + choice / 2, choice % 2 == 1};
                     });
}

// The values of one turn, rows by units needed as in a batch.
struct BestRoller::Solved {
    std::size_t start, first_roll;
    std::vector<double> values, bank;
};

BestRoller::BestRoller(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, const std::size_t threads,
                       const std::span<const double> after, const double shift, const double scale, const double goal)
    : turn_(turn),
      race_(race),
      dice_(turn),
      after_(after),
      shift_(shift),
      scale_(scale),
      goal_(goal),
      batches_(std::max<std::size_t>(1, threads), VisitBatch(turn, race, kernel)),
      states_(after.size()),
      owned_(batches_.size()) {}

BestRoller::~BestRoller() = default;

const BestRoller::Solved& BestRoller::solved(const std::size_t i, const std::size_t j, const std::size_t thread) {
    const std::size_t n = race_.needed, row = after_.size() == n ? 0 : (j - 1) * n;
    std::atomic<const Solved*>& place = states_[row + i - 1];
    if (const Solved* const known = place.load(std::memory_order_acquire)) return *known;
    VisitBatch& batch = batches_[thread];
    const Visit visit{i, &after_[row], shift_, scale_, goal_, after_[row + i - 1]};
    batch.run({&visit, 1}, {.slopes = false, .rolls = true});
    const TurnLanes& lanes = batch.lanes();
    auto found = std::make_unique<Solved>();
    found->start = batch.start(visit);
    const std::size_t width = batch.width(), known = batch.reach() * turn_.phases();
    found->values.resize(known + batch.steps() * turn_.phases());
    for (std::size_t k = 0; k < found->values.size(); ++k) found->values[k] = lanes.rows[k * width];
    found->bank.resize(batch.steps());
    for (std::size_t k = 0; k < found->bank.size(); ++k) found->bank[k] = lanes.bank[k * width];
    const auto value_of = [&](const std::size_t roll) {
        return lanes.roll_values[(found->start * turn_.rolls() + roll) * width];
    };
    found->first_roll = best_first_roll(turn_, value_of);
    const Solved* nobody = nullptr;
    if (!place.compare_exchange_strong(nobody, found.get(), std::memory_order_acq_rel)) return *nobody;  // too late
    owned_[thread].push_back(std::move(found));
    return *owned_[thread].back();
}

std::size_t BestRoller::play(const std::size_t i, const std::size_t j, Random& random, const std::size_t thread) {
    const Solved& turn = solved(i, j, thread);
    const std::size_t phases = turn_.phases(), known = turn.values.size() - turn.bank.size() * phases;
    return play_turn(turn_, race_, dice_, i, random, turn.first_roll,
                     [&](const std::size_t total, const std::size_t o) {
                         return best_decision(
                             turn_, total, o,
                             [&](const std::size_t phase, const std::size_t after) {
                                 // Rows below 0 are known: the goal is reached.
                                 return turn.values[known + turn.start * phases + phase - after * phases];
                             },
                             [&](const std::size_t after, const double value) {
                                 return after > turn.start || turn.bank[turn.start - after] >= value;
                             });
                     });
}

void Tally::add(const Tally& other) {
    games += other.games;
    wins += other.wins;
    turns += other.turns;
    squared_turns += other.squared_turns;
    unfinished += other.unfinished;
}

Tally simulate(const Start start, Roller& a, Roller* const b, const std::uint64_t first_game, const std::uint64_t games,
               const std::uint64_t seed, const std::size_t threads, const std::uint64_t most_turns,
               const Progress& progress) {
    constexpr std::uint64_t block = 1024, blocks_at_once = 256;
    Team team(std::max<std::size_t>(1, threads));
    std::vector<Tally> tallies(team.size());
    std::atomic<bool> stop{false};
    std::atomic<std::uint64_t> played{0};
    // The caller's thread tells of progress, also in the middle of a long game; the others only look whether to stop.
    const auto tell = [&](const std::size_t thread) {
        if (thread != 0 || !progress) return;
        try {
            progress(static_cast<double>(played) / static_cast<double>(games));
        } catch (...) {
            stop = true;
            throw;
        }
    };
    const auto one_game = [&](const std::uint64_t number, const std::size_t thread) {
        Random random(seed, number);
        Tally& tally = tallies[thread];
        auto [mine, theirs] = start;
        for (std::uint64_t turns = 1; turns <= most_turns; ++turns) {
            if (turns % 1024 == 0) {
                if (stop) return;
                tell(thread);
            }
            const bool first = !b || turns % 2 == 1;
            if (first)
                mine = a.play(mine, b ? theirs : most_turns + 1 - turns, random, thread);
            else
                theirs = b->play(theirs, mine, random, thread);
            if ((first ? mine : theirs) > 0) continue;
            ++tally.games;
            tally.wins += first ? 1 : 0;
            tally.turns += turns;
            tally.squared_turns += turns * turns;
            return;
        }
        ++tally.unfinished;
    };
    for (std::uint64_t done = 0; done < games; done += block * blocks_at_once) {
        const std::uint64_t end = std::min(games, done + block * blocks_at_once);
        team.run((end - done + block - 1) / block, [&](const std::size_t k, const std::size_t thread) {
            const std::uint64_t from = done + k * block, to = std::min(end, from + block);
            for (std::uint64_t game = from; game < to && !stop; ++game) {
                one_game(first_game + game, thread);
                ++played;
                if (game % 64 == 0) tell(thread);
            }
        });
        tell(0);
    }
    Tally all;
    for (const Tally& tally : tallies) all.add(tally);
    return all;
}

}  // namespace jeopardice
