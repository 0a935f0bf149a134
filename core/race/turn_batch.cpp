#include "race/turn_problem.hpp"

#include "race/last_turns.hpp"

#include <algorithm>
#include <cfenv>
#include <stdexcept>

namespace jeopardice {

namespace {

// Sets the rounding of this thread for as long as it lives.
class Rounded {
  public:
    explicit Rounded(const Rounding rounding) : before_(std::fegetround()) {
        if (rounding == Rounding::nearest) return;
        if (std::fesetround(rounding == Rounding::down ? FE_DOWNWARD : FE_UPWARD) != 0)
            throw std::runtime_error("this machine cannot round as bounds need it");
    }
    ~Rounded() { std::fesetround(before_); }
    Rounded(const Rounded&) = delete;
    Rounded& operator=(const Rounded&) = delete;

  private:
    int before_;
};

// What a turn is worth when it ends, by what is left to the goal and, where turns can be stolen, by the phase.
class Ends {
  public:
    Ends(const TurnTables& turn, const RaceRules& race, const Visit& visit, const std::size_t least)
        : turn_(turn),
          race_(race),
          v_(visit),
          need_(static_cast<std::ptrdiff_t>(visit.needed)),
          least_(static_cast<std::ptrdiff_t>(least)),
          totals_(static_cast<std::ptrdiff_t>(visit.steal.totals)),
          bust_(worth(visit.stays)),
          lost_(visit.loses ? worth(visit.lost) : bust_) {}

    // All that follows is for a turn total that leaves so many units; rows before the start of the turn have none.
    void look_at(const std::ptrdiff_t left) {
        left_ = left;
        keeps_ = race_.keep_on_bust && left < need_;
        const std::ptrdiff_t needs = left + v_.behind;
        fallen_ = v_.falls ? left + race_.fallen(needs) - needs : left;
        sinks_ = v_.falls && v_.sinks >= 0 && race_.sinks(keeps_ ? left : need_);
        banked_ = left <= 0      ? reached(left, need_ - left)
                  : left < need_ ? worth(v_.after[left - 1 + (need_ - left - 1) * v_.step])
                                 : bust_;
        const double* const kept = v_.kept ? v_.kept : v_.after;
        busted_ = !keeps_ ? bust_ : fallen_ <= 0 ? reached(fallen_, 0) : worth(sinks_ ? v_.sinks : kept[fallen_ - 1]);
    }

    // Whether the total is large enough for a bank, whether the player may decide for one, and whether a bust keeps it.
    [[nodiscard]] bool legal() const { return need_ - left_ >= least_; }
    [[nodiscard]] bool may_bank() const {
        return legal() && (left_ <= 0 || need_ - left_ >= static_cast<std::ptrdiff_t>(race_.hold_from));
    }
    [[nodiscard]] bool keeps() const { return keeps_; }

    [[nodiscard]] double bank(const std::size_t q) const {
        return left_ > 0 ? offered(banked_, v_.steal.banked, left_ - 1, q)
                         : offered_last(banked_, v_.steal.last_banked, left_, q);
    }
    [[nodiscard]] double bust(const std::size_t q) const {
        if (sinks_) return busted_;
        if (!keeps_) return offered(busted_, v_.steal.busted, 0, q);
        return fallen_ > 0 ? offered(busted_, v_.steal.kept, fallen_ - 1, q)
                           : offered_last(busted_, v_.steal.last_kept, fallen_, q);
    }
    [[nodiscard]] double lost(const std::size_t q) const { return offered(lost_, v_.steal.lost, 0, q); }
    [[nodiscard]] double no_dice() const { return legal() ? banked_ : busted_; }

  private:
    [[nodiscard]] double worth(const double follows) const { return v_.shift + v_.scale * follows; }

    // What reaching the goal is worth, with a bank of so many units or, 0, without one.
    [[nodiscard]] double reached(const std::ptrdiff_t left, const std::ptrdiff_t total) const {
        if (v_.reached) {
            const auto past = static_cast<std::size_t>(-left);
            return past < v_.reached_size ? v_.reached[past * v_.reached_step] : v_.goal;
        }
        return v_.last ? worth(v_.last->value(v_.other, left, static_cast<std::size_t>(total))) : v_.goal;
    }

    // The next player begins afresh, or goes on.
    [[nodiscard]] double offered(const double fresh, const double* const offers, const std::ptrdiff_t state,
                                 const std::size_t q) const {
        if (!offers || left_ > need_ || turn_.no_dice(q)) return fresh;
        const auto total = static_cast<std::size_t>(std::min(need_ - left_, totals_ - 1));
        const auto at = static_cast<std::size_t>(state) * v_.steal.state + q * v_.steal.totals + total;
        return std::min(fresh, worth(offers[at]));
    }

    // The same in a last turn, by what must be gained; far out only the difference to the total matters.
    [[nodiscard]] double offered_last(const double fresh, const double* const offers, const std::ptrdiff_t units,
                                      const std::size_t q) const {
        const std::ptrdiff_t far = std::max<std::ptrdiff_t>(0, need_ - left_ + 1 - totals_);
        const std::ptrdiff_t state = static_cast<std::ptrdiff_t>(v_.other) - units - far;
        const bool listed = v_.last && state < static_cast<std::ptrdiff_t>(v_.steal.last_states);
        return offered(fresh, listed ? offers : nullptr, state, q);
    }

    const TurnTables& turn_;
    const RaceRules& race_;
    const Visit& v_;
    const std::ptrdiff_t need_, least_, totals_;
    const double bust_, lost_;
    std::ptrdiff_t left_ = 0, fallen_ = 0;
    bool keeps_ = false, sinks_ = false;
    double banked_ = 0, busted_ = 0;
};

// What each phase is worth far past the goal, where a last turn follows. Totals do not matter any more: the other
// player can win by what is left to steal, or by a roll that wins at once; and so can the mover, who may want to roll
// on.
std::vector<double> far_values(const TurnTables& turn, const Ends& ends, const double win) {
    constexpr int most_rounds = 10'000;
    constexpr double close_enough = 1e-16;
    std::vector<double> values(turn.phases());
    for (std::size_t q = 0; q < values.size(); ++q) values[q] = ends.bank(q);
    double change = 1;
    for (int round = 0; round < most_rounds && change > close_enough; ++round) {
        change = 0;
        for (std::size_t q = 0; q < values.size(); ++q)
            for (auto r = static_cast<std::size_t>(turn.phase_rolls[q]);
                 r < static_cast<std::size_t>(turn.phase_rolls[q + 1]); ++r) {
                const double* const chances = &turn.roll_events[r * events];
                double value = chances[0] * ends.bust(q) + chances[1] * ends.lost(q) + chances[2] * win;
                for (auto o = static_cast<std::size_t>(turn.roll_outcomes[r]);
                     o < static_cast<std::size_t>(turn.roll_outcomes[r + 1]); ++o) {
                    double best = VisitBatch::illegal;
                    for (auto option = static_cast<std::size_t>(turn.outcome_options[o]);
                         option < static_cast<std::size_t>(turn.outcome_options[o + 1]); ++option)
                        best = std::max(best, values[static_cast<std::size_t>(turn.option_phase[option])]);
                    value += turn.outcome_chance[o] * best;
                }
                if (value <= values[q]) continue;
                change = std::max(change, value - values[q]);
                values[q] = value;
            }
    }
    return values;
}

// What banks are worth, row by row and `lanes` apart: the quick way, where only the units left matter.
void fill_banks(const Visit& v, const RaceRules& race, const std::size_t least, const std::size_t beyond,
                const std::size_t steps, const std::size_t lanes, const double illegal, double* const bank) {
    // From the goal down to the least total that may be banked.
    const std::size_t from = std::max(least, race.hold_from);
    const std::size_t rows = v.needed >= from ? std::min(steps, beyond + v.needed - from) : beyond;
    for (std::size_t row = 0; row < std::min(beyond, steps); ++row)
        bank[row * lanes] = v.needed + beyond - row - 1 >= least ? v.goal : illegal;
    const double shift = v.shift, scale = v.scale;
    for (std::size_t row = beyond, left = 1; row < rows; ++row, ++left) {
        const auto gained = static_cast<std::ptrdiff_t>(v.needed - left);
        bank[row * lanes] = shift + scale * v.after[static_cast<std::ptrdiff_t>(left - 1) + (gained - 1) * v.step];
    }
    for (std::size_t row = std::max(beyond, rows); row < steps; ++row) bank[row * lanes] = illegal;
}

// What a visit is worth to one of its riders. A bust is left out: what is worth how much then is not known yet.
Visit rider_of(const Visit& visit, const std::size_t which) {
    const auto place = [&](const double* const first, const std::size_t plane) {
        return first ? first + which * plane : nullptr;
    };
    const Riders& riders = visit.riders;
    Visit rider = visit;
    rider.after = place(riders.after, riders.plane);
    rider.kept = place(riders.kept, riders.plane);
    rider.reached = place(riders.reached, riders.reached_plane);
    rider.lost = riders.lost ? *place(riders.lost, riders.plane) : 0;
    rider.goal = which == riders.winner ? 1 : 0;
    rider.stays = 0;
    return rider;
}

}  // namespace

VisitBatch::VisitBatch(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, const Rounding rounding)
    : turn_(turn),
      race_(race),
      kernel_(kernel),
      rounding_(rounding),
      reach_(turn.reach()),
      settled_varies_(race.keep_on_bust),
      option_offset_(turn.option_offsets()) {
    for (std::size_t q = 0; q < turn.phases(); ++q)
        if (turn.phase_rolls[q] == turn.phase_rolls[q + 1]) settled_varies_ = true;
}

void VisitBatch::run(const std::span<const Visit> visits, const Wanted wanted) {
    const std::size_t lanes = kernel_.lanes, phases = turn_.phases();
    // Beyond the goal, too, a bank may be too small, or the race may go on.
    std::size_t longest = 0, shortest = ~std::size_t{0};
    beyond_ = riders_ = 0;
    stealing_ = false;
    for (const Visit& v : visits) {
        longest = std::max(longest, v.needed);
        shortest = std::min(shortest, v.needed);
        const std::size_t totals = std::max(least_bank(v), v.steal.totals);
        beyond_ = std::max({beyond_, totals - std::min(totals, v.needed), v.past});
        stealing_ = stealing_ || v.steal.totals > 0;
        riders_ = std::max(riders_, v.riders.count);
    }
    steps_ = beyond_ + longest;
    if (riders_ > most_riders || (riders_ > 0 && (stealing_ || !wanted.slopes)))
        throw std::invalid_argument("visit: riders that cannot be carried");
    const std::size_t each = stealing_ ? phases : 1, size = rows_size();
    const std::size_t varying = settled_varies_ || stealing_ ? steps_ : 1;
    bank_.resize(steps_ * each * lanes);
    settled_.resize(varying * each * settles * lanes);
    settled_slopes_.resize(settled_.size());
    closing_.resize(beyond_ * lanes);
    rows_.resize((2 + riders_) * size);
    rider_banks_.resize(riders_ * bank_.size());
    rider_settled_.resize(riders_ * settled_.size());
    if (wanted.rolls) rolls_.resize(steps_ * turn_.rolls() * lanes);
    const Rounded rounded(rounding_);
    fill(visits, varying);
    lanes_ = {.steps = steps_,
              .bank = bank_.data(),
              .settled = settled_.data(),
              .settled_stride = varying > 1 ? each * settles * lanes : 0,
              .rows = rows_.data(),
              .settled_slopes = wanted.slopes ? settled_slopes_.data() : nullptr,
              .slopes = wanted.slopes ? rows_.data() + size : nullptr,
              .roll_values = wanted.rolls ? rolls_.data() : nullptr,
              .closing_rows = beyond_,
              .closing = closing_.data(),
              .start_from = wanted.all_rows || stealing_ ? 0 : beyond_ + shortest - 1,
              .bank_phases = stealing_ ? lanes : 0,
              .settled_phases = stealing_ ? settles * lanes : 0,
              .riders = riders_,
              .rider_banks = rider_banks_.data(),
              .rider_settled = rider_settled_.data()};
    kernel_.solve(turn_, option_offset_.data(), reach_, lanes_);
}

// Lanes beyond the last visit repeat it.
void VisitBatch::fill(const std::span<const Visit> visits, const std::size_t varying) {
    const std::size_t lanes = kernel_.lanes, known = reach_ * turn_.phases(), size = rows_size();
    const std::size_t each = stealing_ ? turn_.phases() : 1;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Visit& v = visits[std::min(lane, visits.size() - 1)];
        for (std::size_t i = 0; i < known; ++i) {
            rows_[i * lanes + lane] = v.known ? v.known[i] : v.goal;
            rows_[size + i * lanes + lane] = 0;
        }
        Ends ends(turn_, race_, v, least_bank(v));
        const bool quickly = !v.last && !v.reached && !stealing_;
        if (quickly) fill_banks(v, race_, least_bank(v), beyond_, steps_, lanes, illegal, &bank_[lane]);
        for (std::size_t row = 0; row < (quickly ? std::max(varying, beyond_) : steps_); ++row) {
            const auto left = static_cast<std::ptrdiff_t>(row + 1) - static_cast<std::ptrdiff_t>(beyond_);
            ends.look_at(left);
            if (left <= 0) closing_[row * lanes + lane] = ends.legal() && !v.last && !v.reached ? v.goal : illegal;
            for (std::size_t q = 0; q < each; ++q) {
                bank_[(row * each + q) * lanes + lane] = ends.may_bank() ? ends.bank(q) : illegal;
                if (row >= varying) continue;
                const auto settle = [&](const std::size_t way, const double value, const bool unknown) {
                    const std::size_t at = ((row * each + q) * settles + way) * lanes + lane;
                    settled_[at] = value;
                    settled_slopes_[at] = unknown ? 1 : 0;
                };
                settle(0, ends.bust(q), !ends.keeps());
                settle(1, ends.lost(q), !v.loses);
                settle(2, v.goal, false);
                settle(3, ends.no_dice(), !ends.legal() && !ends.keeps());
            }
        }
        if (v.last) {
            ends.look_at(-static_cast<std::ptrdiff_t>(beyond_));
            const std::vector<double> far = far_values(turn_, ends, v.goal);
            for (std::size_t i = 0; i < known; ++i) rows_[i * lanes + lane] = far[i % turn_.phases()];
        }
        for (std::size_t r = 0; r < riders_; ++r) fill_rider(rider_of(v, r), r, lane, varying);
    }
}

void VisitBatch::fill_rider(const Visit& rider, const std::size_t which, const std::size_t lane,
                            const std::size_t varying) {
    const std::size_t lanes = kernel_.lanes, known = reach_ * turn_.phases();
    double* const bank = &rider_banks_[which * bank_.size() + lane];
    double* const settled = &rider_settled_[which * settled_.size() + lane];
    double* const rows = &rows_[(2 + which) * rows_size() + lane];
    for (std::size_t i = 0; i < known; ++i) rows[i * lanes] = rider.goal;
    Ends ends(turn_, race_, rider, least_bank(rider));
    if (!rider.reached) fill_banks(rider, race_, least_bank(rider), beyond_, steps_, lanes, illegal, bank);
    for (std::size_t row = 0; row < (rider.reached ? steps_ : varying); ++row) {
        ends.look_at(static_cast<std::ptrdiff_t>(row + 1) - static_cast<std::ptrdiff_t>(beyond_));
        bank[row * lanes] = ends.bank(0);
        if (row >= varying) continue;
        const double ways[settles] = {ends.bust(0), ends.lost(0), rider.goal, ends.no_dice()};
        for (std::size_t way = 0; way < settles; ++way) settled[(row * settles + way) * lanes] = ways[way];
    }
}

double VisitBatch::at(const std::size_t which, const std::ptrdiff_t row, const std::size_t phase,
                      const std::size_t lane) const {
    const auto place = static_cast<std::size_t>(row + static_cast<std::ptrdiff_t>(reach_)) * turn_.phases() + phase;
    return rows_[which * rows_size() + place * kernel_.lanes + lane];
}

double VisitBatch::value(const std::ptrdiff_t row, const std::size_t phase, const std::size_t lane) const {
    return at(0, row, phase, lane);
}

double VisitBatch::slope(const std::ptrdiff_t row, const std::size_t phase, const std::size_t lane) const {
    return at(1, row, phase, lane);
}

double VisitBatch::rider(const Visit& visit, const std::size_t which, const std::size_t lane) const {
    return at(2 + which, static_cast<std::ptrdiff_t>(start(visit)), 0, lane);
}

Visited VisitBatch::found(const Visit& visit, const std::size_t lane) const {
    const auto row = static_cast<std::ptrdiff_t>(start(visit));
    return {value(row, 0, lane), slope(row, 0, lane)};
}

void note_offers(const TurnTables& turn, const VisitBatch& batch, const Visit& visit, const std::size_t lane,
                 const std::size_t totals, double* const offers) {
    const std::size_t start = batch.start(visit), lanes = batch.width();
    for (std::size_t q = 0; q < turn.phases(); ++q)
        for (std::size_t total = 0; total < totals; ++total) {
            const auto roll = static_cast<std::size_t>(turn.phase_rolls[q]);
            offers[q * totals + total] =
                turn.no_dice(q) || total > start
                    ? 0
                    : batch.lanes().roll_values[((start - total) * turn.rolls() + roll) * lanes + lane];
        }
}

Visitor::Visitor(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, const std::size_t threads,
                 const Rounding rounding)
    : lanes_(kernel.lanes),
      row_work_(turn.options() + 20),
      team_(std::max<std::size_t>(1, threads)),
      batches_(team_.size(), VisitBatch(turn, race, kernel, rounding)) {}

void Visitor::each(const std::span<const Visit> visits, const Wanted wanted,
                   const std::function<void(std::size_t, const VisitBatch&)>& look) {
    const std::size_t count = (visits.size() + lanes_ - 1) / lanes_;
    std::size_t rows = 0;
    for (std::size_t b = 0; b < count; ++b) {
        const Visit& longest = visits[std::min(visits.size(), (b + 1) * lanes_) - 1];
        rows += longest.needed + std::max(longest.past, longest.steal.totals);
    }
    const auto one = [&](const std::size_t b, const std::size_t thread) {
        // The longest first, so that no thread is left alone with one at the end.
        const std::size_t first = (count - 1 - b) * lanes_;
        VisitBatch& batch = batches_[thread];
        batch.run(visits.subspan(first, std::min(lanes_, visits.size() - first)), wanted);
        look(first, batch);
    };
    team_.run(count, one, rows * row_work_ < little_work);
}

void Visitor::visit(const std::span<const Visit> visits, const std::span<Visited> found, const Wanted wanted) {
    each(visits, wanted, [&](const std::size_t first, const VisitBatch& batch) {
        for (std::size_t v = first; v < std::min(first + lanes_, visits.size()); ++v)
            found[v] = batch.found(visits[v], v - first);
    });
}

}  // namespace jeopardice
