#include "race/last_turns.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

namespace {

// Chances that are smaller than this make no difference.
constexpr double negligible = 1e-17, rounding = 1e-14;
constexpr std::size_t longest = 20'000;
constexpr double most_work = 4e9;                 // options looked at in all lanes at once: a few seconds
constexpr std::size_t most_offers = 250'000'000;  // 2 GB

[[noreturn]] void without_end() {
    throw std::runtime_error("race: turns can go on without end, so that there is no best last turn");
}

}  // namespace

double LastTurn::value(const std::size_t other, const std::ptrdiff_t left, const std::size_t total) const {
    const std::size_t x = other + static_cast<std::size_t>(1 - left);
    if (beats_bank.empty() || total + 1 < x) return x < beats.size() ? beats[x] : beats.back();
    const std::size_t lead = total + 1 - x;
    const std::vector<double>& row = beats_bank[beats_bank.size() > 1 ? lead : 0];
    const std::size_t place = by_bank ? total + 1 : x;
    return place < row.size() ? row[place] : row.back();
}

// Longer and longer last turns, until nobody gains so much: then only a roll that wins at once is left.
LastTurns::LastTurns(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, const Rules& rules)
    : race_(race),
      rules_(rules),
      phases_(turn.phases()),
      options_(turn.options() + 20),
      lanes_(static_cast<double>(kernel.lanes)),
      totals_(rules.totals) {
    VisitBatch batch(turn, race_, kernel);
    const Stand usual{};
    const std::vector<double> lost(turn.reach() * turn.phases(), 0.0);
    const auto chance = [&](Visit far, const double* const reached) {
        far.known = reached;
        batch.run({&far, 1}, {.slopes = false});
        return batch.found(far, 0).value;
    };
    std::size_t size = std::max<std::size_t>(32, least({true, false, 0}));
    for (double reaches = 1; reaches > negligible;) {
        size *= 2;
        if (size > std::max(longest, 4 * least({true, false, 0}))) without_end();
        too_little_ = too_little(size);
        const Visit far = visit(size, least(usual), usual);
        const double wins = chance(far, lost.data());
        reaches = chance(far, nullptr) - wins - rounding * wins;
    }
    numbers_[usual] = 0;
    stands_.push_back(usual);
    for (const bool falls : {false, true})
        for (std::size_t units = 1; units <= (falls && !rules.penalties ? 0 : race.lowest); ++units) {
            const Stand stand = stand_of(units, falls);
            if (numbers_.try_emplace(stand, stands_.size()).second) stands_.push_back(stand);
        }
    too_little_ = too_little((rules.stealing ? 2 : 1) * race.lowest + size);
    for (const Stand& stand : stands_) turns_.push_back(solve(batch, stand, size));
    const std::vector<double>& beats = turns_[0].beats;
    const auto matters = [&](const double beaten) {
        return beaten - beats.back() > negligible + rounding * beats.back();
    };
    past_ = static_cast<std::size_t>(std::find_if(beats.rbegin(), beats.rend(), matters).base() - beats.begin());
    most_ = (rules.stealing ? 2 : 1) * race.lowest + past_;
    offers_.resize(stands_.size());
    if (rules.stealing) find_offers(turn, batch);
}

LastTurns::Stand LastTurns::stand_of(const std::size_t units, const bool falls) const {
    const bool costs = falls && race_.keep_on_bust;
    return {units == race_.needed && race_.first_bank_from > race_.bank_from, costs,
            costs && paid_in_full_from(units) > 0 ? units : 0};
}

std::size_t LastTurns::stand(const std::size_t units, const bool falls) const {
    return numbers_.at(stand_of(units, falls));
}

Visit LastTurns::visit(const std::size_t x, const std::size_t total, const std::size_t stand) const {
    const Stand& how = stands_[stand];
    return visit(x, rules_.beat_previous ? std::max(least(how), total + 1) : least(how), how);
}

std::vector<double> LastTurns::too_little(const std::size_t x) const {
    std::vector<double> worth(x + race_.penalty, 0.0);
    if (rules_.ties_split) worth[0] = 0.5;
    return worth;
}

Visit LastTurns::visit(const std::size_t x, const std::size_t least, const Stand& stand) const {
    // Far above the floor a penalty is always paid in full.
    constexpr std::ptrdiff_t far_above = std::ptrdiff_t{1} << 40;
    const auto needs = static_cast<std::ptrdiff_t>(stand.units) - static_cast<std::ptrdiff_t>(x);
    return {.needed = x,
            .after = too_little_.data(),
            .shift = 0,
            .scale = 1,
            .goal = 1,
            .stays = 0,
            .least = least,
            .falls = stand.falls,
            .behind = stand.units > 0 ? needs : -far_above};
}

// Where the units needed do not matter, what a turn is worth depends on how far its total is from x alone, so that one
// long turn has all x in it; but not where x is so small that a total which is enough may be too small to be banked.
// Where they do matter, that is so from the total on from which a penalty is paid in full.
std::vector<double> LastTurns::row(VisitBatch& batch, const Stand& stand, const std::size_t size,
                                   const std::ptrdiff_t lead) const {
    const std::size_t least = this->least(stand), ahead = lead == none ? 0 : static_cast<std::size_t>(lead);
    const std::size_t alike = std::max(least, stand.units > 0 ? paid_in_full_from(stand.units) : 0);
    const std::size_t last_short =
        std::min(size, lead == none || stand.units > 0 ? alike : least - std::min(least, ahead));
    std::vector<double> found{1.0};
    std::vector<Visit> visits;
    const auto solve_each = [&](const std::size_t end, const auto& make) {
        while (found.size() < end) {
            visits.clear();
            for (std::size_t x = found.size(); x < std::min(end, found.size() + batch.width()); ++x)
                visits.push_back(make(x));
            batch.run(visits, {.slopes = false});
            for (std::size_t lane = 0; lane < visits.size(); ++lane)
                found.push_back(batch.found(visits[lane], lane).value);
        }
    };
    solve_each(last_short + 1,
               [&](const std::size_t x) { return visit(x, lead == none ? least : std::max(least, x + ahead), stand); });
    if (found.size() > size) return found;
    const Visit all = visit(size, lead == none ? least : size + ahead, {stand.first_bank, stand.falls, 0});
    batch.run({&all, 1}, {.slopes = false, .all_rows = true});
    const auto beyond = static_cast<std::ptrdiff_t>(batch.beyond()), reach = static_cast<std::ptrdiff_t>(batch.reach());
    if (stand.units == 0) {
        for (std::size_t x = found.size(); x <= size; ++x)
            found.push_back(batch.value(beyond + static_cast<std::ptrdiff_t>(x) - 1, 0, 0));
        return found;
    }
    std::vector<double> rows;
    for (std::ptrdiff_t r = -reach; r < beyond + static_cast<std::ptrdiff_t>(size); ++r)
        for (std::size_t q = 0; q < phases_; ++q) rows.push_back(batch.value(r, q, 0));
    solve_each(size + 1, [&](const std::size_t x) {
        // The turn up to a total of `alike`, where x - alike units are still to be gained.
        Visit start = visit(alike, lead == none ? least : alike, stand);
        start.after = too_little_.data() + (x - alike);
        start.known = rows.data() + (static_cast<std::size_t>(beyond) + x - alike) * phases_;
        return start;
    });
    return found;
}

LastTurn LastTurns::solve(VisitBatch& batch, const Stand& stand, const std::size_t size) const {
    const bool by_lead = rules_.beat_previous && race_.keep_on_bust && (rules_.loses || stand.falls);
    const std::size_t leads = by_lead ? race_.lowest : 1;
    const std::size_t start = stand.units > 0 ? std::max(least(stand), paid_in_full_from(stand.units)) : 0;
    const double rows = static_cast<double>(size) * (1 + static_cast<double>(start) / lanes_);
    if (rows * static_cast<double>((1 + leads) * stands_.size() * options_) > most_work)
        throw std::runtime_error("race: last turns of this game are too long to be solved");
    LastTurn found{row(batch, stand, size, none), {}};
    if (!rules_.beat_previous) return found;
    // A legal bank wins. Where a bust keeps nothing only the bank to exceed matters. Where a bust keeps everything, who
    // has gained enough has won, banked or not, and only x matters.
    for (std::size_t lead = 0; lead < leads; ++lead)
        found.beats_bank.push_back(row(batch, stand, size, static_cast<std::ptrdiff_t>(lead)));
    found.by_bank = !race_.keep_on_bust;
    return found;
}

void LastTurns::find_offers(const TurnTables& turn, VisitBatch& batch) {
    totals_ = std::max(totals_, race_.lowest + past_);
    const std::size_t each = turn.phases() * totals_;
    const double rows = static_cast<double>(most_) * static_cast<double>(most_ + totals_) / 2 / lanes_;
    if (each * most_ * stands_.size() > most_offers ||
        rows * static_cast<double>(stands_.size() * options_) > most_work)
        throw std::runtime_error("race: last turns of this game are too long to be gone on with");
    for (std::size_t stand = 0; stand < stands_.size(); ++stand) {
        offers_[stand].resize(most_ * each);
        for (std::size_t first = 1; first <= most_; first += batch.width()) {
            std::vector<Visit> visits;
            for (std::size_t x = first; x <= std::min(most_, first + batch.width() - 1); ++x) {
                visits.push_back(visit(x, 0, stand));
                visits.back().past = totals_ - std::min(totals_, x);
            }
            batch.run(visits, {.slopes = false, .rolls = true, .all_rows = true});
            for (std::size_t lane = 0; lane < visits.size(); ++lane)
                note_offers(turn, batch, visits[lane], lane, totals_, &offers_[stand][(first + lane - 1) * each]);
        }
    }
}

}  // namespace jeopardice
