#include "multiplayer/last_round.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

namespace {

// Chances that are smaller than this make no difference.
constexpr double negligible = 1e-16;
constexpr std::size_t longest = 20'000;
constexpr std::size_t most_numbers = 500'000'000;  // 4 GB

}  // namespace

LastRound::LastRound(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, const std::size_t players,
                     const std::size_t most_turns, const std::size_t most_units, const std::size_t threads,
                     const Progress& progress)
    : race_(race), players_(players), has_first_bank_(race.least_bank(race.needed) > race.least_bank(race.needed + 1)) {
    find_past(turn, kernel);
    size_ = most_units + past_;
    nothing_.assign(size_, 0.0);
    std::vector<double> leads(players, 0.0);
    leads[0] = 1;
    tables_.push_back({leads});
    Visitor visitor(turn, race_, kernel, threads);
    for (std::size_t turns = 1; turns <= most_turns; ++turns) {
        if (states(turns) * players * (has_first_bank_ ? std::size_t{1} << turns : 1) > most_numbers)
            throw std::runtime_error("race: the last round of so many players has too many states");
        tables_.emplace_back(has_first_bank_ ? std::size_t{1} << turns : 1);
        for (std::size_t firsts = 0; firsts < tables_.back().size(); ++firsts) fill(visitor, turns, firsts, progress);
    }
}

// The gain that nobody makes.
void LastRound::find_past(const TurnTables& turn, const Kernel& kernel) {
    VisitBatch batch(turn, race_, kernel);
    const auto chance = [&](const std::size_t gain) {
        nothing_.assign(gain, 0.0);
        const Visit visit{.needed = gain,
                          .after = nothing_.data(),
                          .shift = 0,
                          .scale = 1,
                          .goal = 1,
                          .stays = 0,
                          .least = race_.least_bank(race_.needed + 1)};
        batch.run({&visit, 1}, {.slopes = false});
        return batch.found(visit, 0).value;
    };
    std::size_t low = 0, high = 64;
    while (chance(high) > negligible) {
        low = high;
        high *= 2;
        if (high > longest)
            throw std::runtime_error("race: turns can go on without end, so that there is no best last turn");
    }
    while (high - low > 1) {
        const std::size_t middle = (low + high) / 2;
        (chance(middle) > negligible ? low : high) = middle;
    }
    past_ = high;
}

double LastRound::component(const std::span<const std::size_t> gains, const std::size_t further,
                            const std::size_t firsts, const std::size_t player) const {
    std::size_t at = 0;
    for (const std::size_t gain : gains) at = at * size_ + std::min(gain + further, size_) - 1;
    return table(gains.size(), firsts)[player * states(gains.size()) + at];
}

std::vector<double> LastRound::chances(const std::span<const std::size_t> gains, const std::size_t firsts) const {
    std::vector<double> found;
    for (std::size_t player = 0; player < players_; ++player) found.push_back(component(gains, 0, firsts, player));
    return found;
}

void LastRound::set_reached(Visit& visit, const std::size_t turns, const std::span<const std::uint16_t> others) const {
    std::size_t at = 0, step = 0, firsts = 0;
    for (std::size_t p = 0; p < turns; ++p) {
        at = at * size_ + others[p];  // a gain of one unit more, counted from 1
        step = step * size_ + 1;
        if (others[p] == race_.needed) firsts |= std::size_t{1} << p;
    }
    const std::size_t plane = states(turns);
    visit.reached = table(turns, firsts).data() + at;
    visit.reached_step = step;
    visit.reached_size = visit.past = past_;
    visit.riders.reached = visit.reached + 2 * plane;
    visit.riders.reached_plane = plane;
}

Visit LastRound::visit(const std::span<const std::size_t> gains, const std::size_t firsts, Known& kept) const {
    const auto then = gains.subspan(1);
    const std::size_t riders = then.size(), needed = std::min(gains[0], past_);
    kept.own.clear();
    kept.reached.clear();
    kept.after.clear();
    for (std::size_t e = 0; e < past_; ++e) kept.own.push_back(component(then, e + 1, firsts >> 1, 0));
    for (std::size_t r = 0; r < riders; ++r) {
        for (std::size_t e = 0; e < past_; ++e) kept.reached.push_back(component(then, e + 1, firsts >> 1, r + 1));
        kept.after.insert(kept.after.end(), past_, component(then, 0, firsts >> 1, r + 1));
    }
    return {.needed = needed,
            .after = nothing_.data(),
            .shift = 0,
            .scale = 1,
            .goal = 1,
            .stays = 0,
            .least = race_.least_bank(firsts & 1 ? race_.needed : race_.needed + 1),
            .past = riders > 0 ? past_ : 0,
            .reached = riders > 0 ? kept.own.data() : nullptr,
            .reached_step = 1,
            .reached_size = past_,
            .riders = {.count = riders,
                       .plane = past_,
                       .reached_plane = past_,
                       .after = kept.after.data(),
                       .reached = kept.reached.data()}};
}

// What a turn is worth depends on how far its total is from the lead alone, so that one long turn has all gains in it;
// only below the least bank that is not so, because there a total that leads may be too small.
void LastRound::fill(Visitor& visitor, const std::size_t turns, const std::size_t firsts, const Progress& progress) {
    constexpr std::size_t at_once = 64;
    const std::size_t count = states(turns), others = count / size_;
    const std::size_t least = std::min(past_, race_.least_bank(firsts & 1 ? race_.needed : race_.needed + 1));
    std::vector<double>& table = tables_[turns][has_first_bank_ ? firsts : 0];
    table.assign(players_ * count, 0.0);
    for (std::size_t from = 0; from < others; from += at_once) {
        const std::size_t end = std::min(others, from + at_once);
        std::vector<std::vector<std::size_t>> gains;
        std::vector<Known> known(end - from);
        std::vector<Visit> visits;  // those below the least bank, and then the long ones
        for (std::size_t other = from; other < end; ++other) {
            std::vector<std::size_t> all(turns, past_);
            for (std::size_t p = turns, rest = other; p-- > 1; rest /= size_) all[p] = rest % size_ + 1;
            gains.push_back(std::move(all));
        }
        for (std::size_t x = 1; x <= least; ++x)
            for (std::size_t k = 0; k < gains.size(); ++k) {
                visits.push_back(visit(gains[k], firsts, known[k]));
                visits.back().needed = x < least ? x : past_;
            }
        const auto note = [&](const std::size_t k, const std::size_t x, const double own, const double bust,
                              const auto& rider) {
            const auto then = std::span(gains[k]).subspan(1);
            const std::size_t at = (x - 1) * others + from + k;
            double sum = table[count + at] = own;
            for (std::size_t r = 0; r < then.size(); ++r)
                sum += table[(2 + r) * count + at] = rider(r) + bust * component(then, 0, firsts >> 1, r + 1);
            table[at] = std::max(0.0, 1 - sum);
        };
        visitor.each(visits, {.all_rows = true}, [&](const std::size_t first, const VisitBatch& batch) {
            for (std::size_t v = first; v < std::min(first + batch.width(), visits.size()); ++v) {
                const std::size_t lane = v - first, k = v % gains.size(), x = visits[v].needed;
                for (std::size_t gain = x < least ? x : least; gain <= x; ++gain) {
                    const auto row = static_cast<std::ptrdiff_t>(batch.beyond() + gain - 1);
                    note(k, gain, batch.value(row, 0, lane), batch.slope(row, 0, lane),
                         [&](const std::size_t r) { return batch.rider_value(row, 0, r, lane); });
                }
            }
        });
        // What is as good as impossible.
        for (std::size_t k = 0; k < gains.size(); ++k)
            for (std::size_t x = past_ + 1; x <= size_; ++x) note(k, x, 0, 1, [](std::size_t) { return 0.0; });
        if (progress) progress(static_cast<double>(end) / static_cast<double>(others));
    }
}

}  // namespace jeopardice
