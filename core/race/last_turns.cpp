#include "race/last_turns.hpp"

#include <algorithm>
#include <stdexcept>

#include "race/tolerances.hpp"

namespace jeopardice {

namespace {

// Smaller chances are ignored.
constexpr double negligible = 1e-17, relative = 1e-14;
constexpr size_t usually_longest = 20'000;
constexpr double most_work = 4e9;            // in options, all lanes in parallel: a few seconds
constexpr size_t most_offers = 250'000'000;  // 2 GB

}  // namespace

// Doubles the length of last turns until only a roll that wins immediately can still gain as much.
LastTurns::LastTurns(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, const Options& rules)
    : race_(race),
      rules_(rules),
      phases_(turn.phases()),
      options_(turn.options() + 20),
      lanes_(static_cast<double>(kernel.lanes)),
      totals_(rules.totals) {
    TurnBatch batch(turn, race_, kernel);
    const Standing usual{};
    const std::vector<double> lost(turn.reach() * turn.phases(), 0.0);
    const auto chance = [&](TurnProblem far, const double* reached) {
        far.known = reached;
        batch.run({&far, 1}, {.slopes = false});
        return batch.found(far, 0).value;
    };
    // A turn of each state is solved for this number of totals.
    const size_t longest = std::max(
        usually_longest, static_cast<size_t>(most_work / static_cast<double>(race.lowest * race.lowest * options_)));
    size_t size = std::max<size_t>(32, least({true, false, 0}));
    for (double reaches = 1; reaches > negligible;) {
        size *= 2;
        if (size > std::max(longest, 4 * least({true, false, 0}))) turns_too_long();
        too_little_ = too_little(size);
        const TurnProblem far = problem(size, least(usual), usual);
        const double wins = chance(far, lost.data());
        reaches = chance(far, nullptr) - wins - relative * wins;
    }
    numbers_[usual] = 0;
    standings_.push_back(usual);
    for (const bool penalized : {false, true})
        for (size_t units = 1; units <= (penalized && !rules.penalties ? 0 : race.lowest); ++units) {
            const Standing standing = standing_of(units, penalized);
            if (numbers_.try_emplace(standing, standings_.size()).second) standings_.push_back(standing);
        }
    too_little_ = too_little((rules.stealing ? 2 : 1) * race.lowest + size);
    size_ = size;
    for (const Standing& standing : standings_) turns_.push_back(solve(batch, standing, size));
    const std::vector<double>& beats = turns_[0].beats;
    const auto matters = [&](double beaten) { return beaten - beats.back() > negligible + relative * beats.back(); };
    past_ = static_cast<size_t>(std::find_if(beats.rbegin(), beats.rend(), matters).base() - beats.begin());
    most_ = (rules.stealing ? 2 : 1) * race.lowest + past_;
    offers_.resize(standings_.size());
    if (rules.stealing) find_offers(turn, batch);
}

LastTurns LastTurns::bounding(const TurnTables& turn, const Kernel& kernel, Rounding direction) const {
    LastTurns bounds(*this);
    TurnBatch batch(turn, bounds.race_, kernel, direction);
    for (size_t k = 0; k < standings_.size(); ++k) {
        LastTurn& found = bounds.turns_[k] = solve(batch, standings_[k], size_);
        // It is no more likely to gain more than `size_` units than just that.
        if (direction != Rounding::down) continue;
        found.beats.push_back(wins_anyway(turn, batch, standings_[k], none));
        for (size_t lead = 0; lead < found.beats_bank.size(); ++lead)
            found.beats_bank[lead].push_back(
                wins_anyway(turn, batch, standings_[k], static_cast<std::ptrdiff_t>(lead)));
    }
    return bounds;
}

double LastTurns::wins_anyway(const TurnTables& turn, TurnBatch& batch, const Standing& standing,
                              std::ptrdiff_t lead) const {
    const std::vector<double> lost(std::max(turn.reach() * turn.phases(), too_little_.size()), 0.0);
    const size_t least = this->least(standing);
    TurnProblem far = problem(size_, lead == none ? least : size_ + static_cast<size_t>(lead), standing);
    far.known = far.after = lost.data();
    batch.run({&far, 1}, {.slopes = false});
    return batch.found(far, 0).value;
}

LastTurns::Standing LastTurns::standing_of(size_t units, bool penalized) const {
    const bool costs = penalized && race_.keep_on_bust;
    return {units == race_.needed && race_.first_bank_from > race_.bank_from, costs,
            costs && paid_in_full_from(units) > 0 ? units : 0};
}

size_t LastTurns::standing(size_t units, bool penalized) const {
    return numbers_.at(standing_of(units, penalized));
}

TurnProblem LastTurns::problem(size_t x, size_t total, size_t standing) const {
    const Standing& how = standings_[standing];
    return problem(x, rules_.beat_previous ? std::max(least(how), total + 1) : least(how), how);
}

std::vector<double> LastTurns::too_little(size_t x) const {
    std::vector<double> worth(x + race_.penalty, 0.0);
    if (rules_.ties_split) worth[0] = 0.5;
    return worth;
}

TurnProblem LastTurns::problem(size_t x, size_t least, const Standing& standing) const {
    // Far above the floor the whole penalty is always paid.
    constexpr std::ptrdiff_t far_above = std::ptrdiff_t{1} << 40;
    const auto needs = static_cast<std::ptrdiff_t>(standing.units) - static_cast<std::ptrdiff_t>(x);
    return {.needed = x,
            .after = too_little_.data(),
            .least = least,
            .penalized = standing.penalized,
            .behind = standing.units > 0 ? needs : -far_above};
}

// Where the units needed do not matter, the value of a turn depends only on the distance of its total from x, so that
// one long turn contains all x, except where x is so small that a total that wins may be too small to be banked. Where
// the units needed matter, the same holds from the total on from which the whole penalty is paid.
std::vector<double> LastTurns::row(TurnBatch& batch, const Standing& standing, size_t size, std::ptrdiff_t lead) const {
    const size_t least = this->least(standing), ahead = lead == none ? 0 : static_cast<size_t>(lead);
    const size_t alike = std::max(least, standing.units > 0 ? paid_in_full_from(standing.units) : 0);
    const size_t last_short =
        std::min(size, lead == none || standing.units > 0 ? alike : least - std::min(least, ahead));
    std::vector<double> found{1.0};
    std::vector<TurnProblem> problems;
    const auto solve_each = [&](size_t end, const auto& make) {
        while (found.size() < end) {
            problems.clear();
            for (size_t x = found.size(); x < std::min(end, found.size() + batch.width()); ++x)
                problems.push_back(make(x));
            batch.run(problems, {.slopes = false});
            for (size_t lane = 0; lane < problems.size(); ++lane)
                found.push_back(batch.found(problems[lane], lane).value);
        }
    };
    solve_each(last_short + 1,
               [&](size_t x) { return problem(x, lead == none ? least : std::max(least, x + ahead), standing); });
    if (found.size() > size) return found;
    const TurnProblem all =
        problem(size, lead == none ? least : size + ahead, {standing.first_bank, standing.penalized, 0});
    batch.run({&all, 1}, {.slopes = false, .all_rows = true});
    const auto beyond = static_cast<std::ptrdiff_t>(batch.beyond()), reach = static_cast<std::ptrdiff_t>(batch.reach());
    if (standing.units == 0) {
        for (size_t x = found.size(); x <= size; ++x)
            found.push_back(batch.value(beyond + static_cast<std::ptrdiff_t>(x) - 1, 0, 0));
        return found;
    }
    std::vector<double> rows;
    for (std::ptrdiff_t r = -reach; r < beyond + static_cast<std::ptrdiff_t>(size); ++r)
        for (size_t q = 0; q < phases_; ++q) rows.push_back(batch.value(r, q, 0));
    solve_each(size + 1, [&](size_t x) {
        // The turn up to a total of `alike`, where x - alike units are still to be gained.
        TurnProblem start = problem(alike, lead == none ? least : alike, standing);
        start.after = too_little_.data() + (x - alike);
        start.known = rows.data() + (static_cast<size_t>(beyond) + x - alike) * phases_;
        return start;
    });
    return found;
}

LastTurn LastTurns::solve(TurnBatch& batch, const Standing& standing, size_t size) const {
    const bool by_lead = rules_.beat_previous && race_.keep_on_bust && (rules_.loses || standing.penalized);
    const size_t leads = by_lead ? race_.lowest : 1;
    const size_t start = standing.units > 0 ? std::max(least(standing), paid_in_full_from(standing.units)) : 0;
    const double rows = static_cast<double>(size) * (1 + static_cast<double>(start) / lanes_);
    if (rows * static_cast<double>((1 + leads) * standings_.size() * options_) > most_work)
        throw std::runtime_error("race: the last turns of this game are too long to be solved");
    LastTurn found{row(batch, standing, size, none), {}};
    if (!rules_.beat_previous) return found;
    // A legal bank wins. Where a bust keeps nothing, only the bank to exceed matters. Where a bust keeps everything, a
    // gain of x wins, banked or not, and only x matters.
    for (size_t lead = 0; lead < leads; ++lead)
        found.beats_bank.push_back(row(batch, standing, size, static_cast<std::ptrdiff_t>(lead)));
    found.by_bank = !race_.keep_on_bust;
    return found;
}

void LastTurns::find_offers(const TurnTables& turn, TurnBatch& batch) {
    totals_ = std::max(totals_, race_.lowest + past_);
    const size_t each = turn.phases() * totals_;
    const double rows = static_cast<double>(most_) * static_cast<double>(most_ + totals_) / 2 / lanes_;
    if (each * most_ * standings_.size() > most_offers ||
        rows * static_cast<double>(standings_.size() * options_) > most_work)
        throw std::runtime_error("race: the last turns of this game are too long to be stolen");
    for (size_t standing = 0; standing < standings_.size(); ++standing) {
        offers_[standing].resize(most_ * each);
        for (size_t first = 1; first <= most_; first += batch.width()) {
            std::vector<TurnProblem> problems;
            for (size_t x = first; x <= std::min(most_, first + batch.width() - 1); ++x) {
                problems.push_back(problem(x, 0, standing));
                problems.back().past = totals_ - std::min(totals_, x);
            }
            batch.run(problems, {.slopes = false, .rolls = true, .all_rows = true});
            for (size_t lane = 0; lane < problems.size(); ++lane)
                copy_offers(turn, batch, problems[lane], lane, totals_, &offers_[standing][(first + lane - 1) * each]);
        }
    }
}

}  // namespace jeopardice
