#include "visit.hpp"

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
    beyond_ = 0;
    stealing_ = false;
    for (const Visit& v : visits) {
        longest = std::max(longest, v.needed);
        shortest = std::min(shortest, v.needed);
        const std::size_t totals = std::max(least_bank(v), v.steal.totals);
        beyond_ = std::max({beyond_, totals - std::min(totals, v.needed), v.past});
        stealing_ = stealing_ || v.steal.totals > 0;
    }
    steps_ = beyond_ + longest;
    const std::size_t each = stealing_ ? phases : 1, size = (reach_ + steps_) * phases * lanes;
    const std::size_t varying = settled_varies_ || stealing_ ? steps_ : 1;
    bank_.resize(steps_ * each * lanes);
    settled_.resize(varying * each * settles * lanes);
    settled_slopes_.resize(settled_.size());
    closing_.resize(beyond_ * lanes);
    rows_.resize(2 * size);
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
              .settled_phases = stealing_ ? settles * lanes : 0};
    kernel_.solve(turn_, option_offset_.data(), reach_, lanes_);
}

// Lanes beyond the last visit repeat it.
void VisitBatch::fill(const std::span<const Visit> visits, const std::size_t varying) {
    const std::size_t lanes = kernel_.lanes, known = reach_ * turn_.phases(), size = rows_.size() / 2;
    const std::size_t each = stealing_ ? turn_.phases() : 1;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Visit& v = visits[std::min(lane, visits.size() - 1)];
        for (std::size_t i = 0; i < known; ++i) {
            rows_[i * lanes + lane] = v.goal;
            rows_[size + i * lanes + lane] = 0;
        }
        const double bust = v.shift + v.scale * v.stays, lost = v.loses ? v.shift + v.scale * v.lost : bust;
        const auto need = static_cast<std::ptrdiff_t>(v.needed), least = static_cast<std::ptrdiff_t>(least_bank(v));
        const auto hold = static_cast<std::ptrdiff_t>(race_.hold_from);
        const auto totals = static_cast<std::ptrdiff_t>(v.steal.totals);
        // What reaching the goal is worth, with a bank of so many units or, 0, without one.
        const auto reached = [&](const std::ptrdiff_t left, const std::ptrdiff_t total) {
            return v.last ? v.shift + v.scale * v.last->value(v.other, left, static_cast<std::size_t>(total)) : v.goal;
        };
        for (std::size_t row = 0; row < steps_; ++row) {
            const auto s = static_cast<std::ptrdiff_t>(row + 1) - static_cast<std::ptrdiff_t>(beyond_);
            const double banked = s <= 0     ? reached(s, need - s)
                                  : s < need ? v.shift + v.scale * v.after[s - 1 + (need - s - 1) * v.step]
                                             : bust;
            const bool legal = need - s >= least;
            const bool banks = legal && (s <= 0 || need - s >= hold);
            const bool keeps = race_.keep_on_bust && s < need;
            const std::ptrdiff_t left = v.falls ? race_.fallen(s) : s;  // if a bust keeps the total
            const double* const kept = v.kept ? v.kept : v.after;
            const bool sinks = v.falls && v.sinks >= 0 && race_.sinks(s);
            const double busted = !keeps      ? bust
                                  : left <= 0 ? reached(left, 0)
                                              : v.shift + v.scale * (sinks ? v.sinks : kept[left - 1]);
            if (s <= 0) closing_[row * lanes + lane] = legal && !v.last ? v.goal : illegal;
            for (std::size_t q = 0; q < each; ++q) {
                // The next player may go on instead.
                const auto after = [&](const double fresh, const double* const offers, const std::ptrdiff_t state) {
                    if (!offers || s > need || turn_.no_dice(q)) return fresh;
                    const auto total = static_cast<std::size_t>(std::min(need - s, totals - 1));
                    const auto at = static_cast<std::size_t>(state) * v.steal.state + q * v.steal.totals + total;
                    return std::min(fresh, v.shift + v.scale * offers[at]);
                };
                const auto in_last_turn = [&](const double fresh, const double* const offers,
                                              const std::ptrdiff_t units) {
                    // Far out only the difference matters.
                    const std::ptrdiff_t far = std::max<std::ptrdiff_t>(0, need - s + 1 - totals);
                    const std::ptrdiff_t state = static_cast<std::ptrdiff_t>(v.other) - units - far;
                    const bool listed = v.last && state < static_cast<std::ptrdiff_t>(v.steal.last_states);
                    return after(fresh, listed ? offers : nullptr, state);
                };
                const double bank =
                    s > 0 ? after(banked, v.steal.banked, s - 1) : in_last_turn(banked, v.steal.last_banked, s);
                bank_[(row * each + q) * lanes + lane] = banks ? bank : illegal;
                if (row >= varying) continue;
                const auto settle = [&](const std::size_t way, const double value, const double slope) {
                    const std::size_t at = ((row * each + q) * settles + way) * lanes + lane;
                    settled_[at] = value;
                    settled_slopes_[at] = slope;
                };
                settle(0,
                       sinks      ? busted
                       : !keeps   ? after(busted, v.steal.busted, 0)
                       : left > 0 ? after(busted, v.steal.kept, left - 1)
                                  : in_last_turn(busted, v.steal.last_kept, left),
                       keeps ? 0 : 1);
                settle(1, after(lost, v.steal.lost, 0), v.loses ? 0 : 1);
                settle(2, v.goal, 0);
                settle(3, legal ? banked : busted, legal || keeps ? 0 : 1);
            }
        }
        // Who leaves the other player something to steal for a last turn is not safe, however far past the goal.
        if (v.last && v.steal.last_banked)
            for (std::size_t i = 0; i < known; ++i) rows_[i * lanes + lane] = bank_[i % turn_.phases() * lanes + lane];
    }
}

double VisitBatch::value(const std::ptrdiff_t row, const std::size_t phase, const std::size_t lane) const {
    const auto at = static_cast<std::size_t>(row + static_cast<std::ptrdiff_t>(reach_)) * turn_.phases() + phase;
    return rows_[at * kernel_.lanes + lane];
}

double VisitBatch::slope(const std::ptrdiff_t row, const std::size_t phase, const std::size_t lane) const {
    const auto at = static_cast<std::size_t>(row + static_cast<std::ptrdiff_t>(reach_)) * turn_.phases() + phase;
    return rows_[rows_.size() / 2 + at * kernel_.lanes + lane];
}

Visited VisitBatch::found(const Visit& visit, const std::size_t lane) const {
    const auto row = static_cast<std::ptrdiff_t>(start(visit));
    return {value(row, 0, lane), slope(row, 0, lane)};
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
