// Boards, and the states of a race solved in order: see race.hpp.
#include "race.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jeopardice {

namespace {

// Chances of a last turn that are smaller than this make no difference.
constexpr double negligible = 1e-17;
constexpr std::size_t longest_last_turn = 20'000;

}  // namespace

void Between::check(const RaceRules& race) const {
    const auto need = [](const bool holds) {
        if (!holds) throw std::invalid_argument("modes: they lead out of the race");
    };
    need(!modes.empty() && race.needed >= 1 && race.lowest >= race.needed && race.floor <= race.lowest);
    for (const Mode& mode : modes) {
        need(mode.banked < modes.size() && mode.busted < modes.size() && mode.like < modes.size());
        need(mode.offers < offered && offered <= modes.size());
        need(mode.step == 0 || (race.lowest < 2 ? 0 : race.lowest - 2) * mode.step + mode.banked < modes.size());
    }
}

Board::Board(const TurnTables& turn, const RaceRules& race, const Between& between, const Kernel& kernel,
             const Worth& worth)
    : race_(race),
      between_(between),
      worth_(worth),
      n_(race.lowest),
      stride_(worth.two_players ? n_ * n_ : n_),
      phases_(turn.phases()),
      totals_(std::max({n_, race.bank_from, race.first_bank_from}) + 1) {
    between_.check(race);
    for (const Mode& mode : between_.modes)
        if (mode.last_turns > 0) {
            find_last_turns(turn, kernel);
            break;
        }
}

bool Between::has_falls(const RaceRules& race) const {
    const auto falls = [](const Mode& mode) { return mode.falls; };
    return loses || (race.penalty > 0 && std::any_of(modes.begin(), modes.end(), falls));
}

Visit Board::visit(const double* const values, const std::size_t i, const std::size_t j, const std::size_t m,
                   const double stays, const double* const offers, const bool with_falls) const {
    const Mode& mode = between_.modes[m];
    Stealing steal{};
    if (offers && between_.steal != Steal::never) {
        const auto& last = j == race_.needed ? first_last_offers_ : last_offers_;
        steal.totals = totals_;
        steal.state = offers_each();
        steal.last_states = last.size() / steal.state;
        if (between_.steal == Steal::after_bank) {
            steal.banked = offers + offers_place(j, 1, mode.banked);
            steal.last_banked = last.data();
        } else {
            steal.kept = offers + offers_place(j, 1, mode.busted);
            steal.busted = offers + offers_place(j, with_falls ? after_bust(i, m) : i, mode.busted);
            steal.lost = with_falls ? offers + offers_place(j, after_bust(race_.needed, m), mode.busted) : steal.busted;
            steal.last_kept = last.data();
        }
    }
    const auto row = [&](const std::size_t then) {
        return values + then * stride_ + (worth_.two_players ? (j - 1) * n_ : 0);
    };
    const std::size_t lost = after_bust(race_.needed, m);
    return {.needed = i,
            .after = row(mode.banked),
            .shift = worth_.shift,
            .scale = worth_.scale,
            .goal = worth_.goal,
            .stays = stays,
            .least = std::max(race_.least_bank(i), mode.least),
            .step = static_cast<std::ptrdiff_t>(mode.step * stride_),
            .kept = row(mode.busted),
            .falls = mode.falls && with_falls,
            .sinks = mode.sinks,
            .loses = between_.loses && with_falls && lost != after_bust(i, m),
            .lost = row(mode.busted)[lost - 1],
            .last = mode.last_turns == 0 ? nullptr
                    : j == race_.needed  ? &first_last_
                                         : &last_,
            .past = mode.last_turns > 0 ? past_ : 0,
            .other = j,
            .steal = steal};
}

void Board::note_offers(const TurnTables& turn, const VisitBatch& batch, const Visit& visit, const std::size_t lane,
                        double* const offers) const {
    const std::size_t start = batch.start(visit), lanes = batch.width();
    for (std::size_t q = 0; q < phases_; ++q)
        for (std::size_t total = 0; total < totals_; ++total) {
            const auto roll = static_cast<std::size_t>(turn.phase_rolls[q]);
            offers[q * totals_ + total] =
                turn.no_dice(q) || total > start
                    ? 0
                    : batch.lanes().roll_values[((start - total) * turn.rolls() + roll) * lanes + lane];
        }
}

Visit Board::last_visit(const std::size_t x, const std::size_t total, const bool first_bank) const {
    if (x > too_little_.size()) throw std::invalid_argument("last turn: nobody gains so much");
    const std::size_t least = std::max<std::size_t>(1, first_bank ? race_.first_bank_from : race_.bank_from);
    return {.needed = x,
            .after = too_little_.data(),
            .shift = 0,
            .scale = 1,
            .goal = 1,
            .stays = 0,
            .least = between_.beat_previous ? std::max(least, total + 1) : least};
}

// Longer and longer last turns, until nobody gains so much.
void Board::find_last_turns(const TurnTables& turn, const Kernel& kernel) {
    VisitBatch batch(turn, race_, kernel);
    // From x = first to last, after banks of total(x).
    const auto chances = [&](const bool first_bank, const std::size_t first, const std::size_t last,
                             const auto& total) {
        std::vector<double> found;
        std::vector<Visit> visits;
        for (std::size_t x = first; x <= last; x += visits.size()) {
            visits.clear();
            for (std::size_t k = x; k <= std::min(last, x + batch.width() - 1); ++k)
                visits.push_back(last_visit(k, total(k), first_bank));
            batch.run(visits, {.slopes = false});
            for (std::size_t lane = 0; lane < visits.size(); ++lane)
                found.push_back(batch.found(visits[lane], lane).value);
        }
        return found;
    };
    const auto last_turn = [&](const bool first_bank, const std::size_t size) {
        LastTurn found{{1.0}, {}};
        const auto beats = chances(first_bank, 1, size, [](std::size_t) { return 0; });
        found.beats.insert(found.beats.end(), beats.begin(), beats.end());
        if (!between_.beat_previous) return found;
        // A bank that is legal wins; what a bust keeps must be compared.
        const auto largest = chances(first_bank, 1, size, [](const std::size_t x) { return x - 1; });
        found.beats_bank.push_back({1.0});
        for (std::size_t bank = 1; bank <= size; ++bank) {
            if (!race_.keep_on_bust) {
                found.beats_bank.push_back({largest[bank - 1]});
                continue;
            }
            auto row = chances(first_bank, 1, bank, [&](std::size_t) { return bank - 1; });
            row.insert(row.begin(), 1.0);
            found.beats_bank.push_back(std::move(row));
        }
        return found;
    };
    const auto matters = [](const double chance) { return chance > negligible; };
    for (std::size_t size = 64; size <= longest_last_turn; size *= 2) {
        too_little_.assign(size, 0.0);
        if (between_.ties_split) too_little_[0] = 0.5;
        const auto beats = chances(false, size, size, [](std::size_t) { return 0; });
        if (matters(beats[0])) continue;
        last_ = last_turn(false, size);
        first_last_ = last_turn(true, size);
        past_ = static_cast<std::size_t>(std::find_if(last_.beats.rbegin(), last_.beats.rend(), matters).base() -
                                         last_.beats.begin());
        too_little_.resize((between_.steal == Steal::never ? 1 : 2) * n_ + past_, 0.0);
        if (between_.steal == Steal::never) return;
        totals_ = std::max(totals_, n_ + past_);
        for (const bool first_bank : {false, true})
            for (std::size_t x = 1; x <= too_little_.size(); ++x) {
                Visit visit = last_visit(x, 0, first_bank);
                visit.past = totals_ - std::min(totals_, x);
                batch.run({&visit, 1}, {.slopes = false, .rolls = true, .all_rows = true});
                auto& offers = first_bank ? first_last_offers_ : last_offers_;
                offers.resize(x * offers_each());
                note_offers(turn, batch, visit, 0, &offers[(x - 1) * offers_each()]);
            }
        return;
    }
    throw std::runtime_error("race: turns can go on without end, so that there is no best last turn");
}

}  // namespace jeopardice
