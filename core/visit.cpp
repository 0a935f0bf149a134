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
    // Beyond the goal, too, a bank may be too small.
    std::size_t longest = 0, shortest = ~std::size_t{0};
    beyond_ = 0;
    for (const Visit& v : visits) {
        longest = std::max(longest, v.needed);
        shortest = std::min(shortest, v.needed);
        const std::size_t least = race_.least_bank(v.needed);
        beyond_ = std::max(beyond_, least - std::min(least, v.needed));
    }
    steps_ = beyond_ + longest;
    const std::size_t varying = settled_varies_ ? steps_ : 1, size = (reach_ + steps_) * phases * lanes;
    bank_.resize(steps_ * lanes);
    settled_.resize(varying * settles * lanes);
    settled_slopes_.resize(varying * settles * lanes);
    closing_.resize(beyond_ * lanes);
    rows_.resize(2 * size);
    if (wanted.rolls) rolls_.resize(steps_ * turn_.rolls() * lanes);
    const Rounded rounded(rounding_);
    fill(visits);
    lanes_ = {steps_,
              bank_.data(),
              settled_.data(),
              settled_varies_ ? settles * lanes : 0,
              rows_.data(),
              wanted.slopes ? settled_slopes_.data() : nullptr,
              wanted.slopes ? rows_.data() + size : nullptr,
              wanted.rolls ? rolls_.data() : nullptr,
              beyond_,
              closing_.data(),
              wanted.all_rows ? 0 : beyond_ + shortest - 1};
    kernel_.solve(turn_, option_offset_.data(), reach_, lanes_);
}

// Lanes beyond the last visit repeat it.
void VisitBatch::fill(const std::span<const Visit> visits) {
    const std::size_t lanes = kernel_.lanes, known = reach_ * turn_.phases(), size = rows_.size() / 2;
    const std::size_t varying = settled_varies_ ? steps_ : 1;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Visit& v = visits[std::min(lane, visits.size() - 1)];
        for (std::size_t i = 0; i < known; ++i) {
            rows_[i * lanes + lane] = v.goal;
            rows_[size + i * lanes + lane] = 0;
        }
        const auto settle = [&](const std::size_t row, const std::size_t way, const double value, const double slope) {
            settled_[(row * settles + way) * lanes + lane] = value;
            settled_slopes_[(row * settles + way) * lanes + lane] = slope;
        };
        const double bust = v.shift + v.scale * v.stays;
        const auto need = static_cast<std::ptrdiff_t>(v.needed),
                   least = static_cast<std::ptrdiff_t>(race_.least_bank(v.needed));
        const auto hold = static_cast<std::ptrdiff_t>(race_.hold_from);
        for (std::size_t row = 0; row < steps_; ++row) {
            const auto s = static_cast<std::ptrdiff_t>(row + 1) - static_cast<std::ptrdiff_t>(beyond_);
            const double kept = s <= 0 ? v.goal : s < need ? v.shift + v.scale * v.after[s - 1] : bust;
            const bool legal = need - s >= least;
            bank_[row * lanes + lane] = legal && (s <= 0 || need - s >= hold) ? kept : illegal;
            if (s <= 0) closing_[row * lanes + lane] = legal ? v.goal : illegal;
            if (row >= varying) continue;
            const bool keeps = race_.keep_on_bust && s < need;
            settle(row, 0, keeps ? kept : bust, keeps ? 0 : 1);
            settle(row, 1, bust, 1);  // nobody's bank is lost in these races: the Python side refuses such rules
            settle(row, 2, v.goal, 0);
            settle(row, 3, legal || keeps ? kept : bust, legal || keeps ? 0 : 1);
        }
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
      team_(std::max<std::size_t>(1, threads)),
      batches_(team_.size(), VisitBatch(turn, race, kernel, rounding)) {}

void Visitor::each(const std::span<const Visit> visits, const Wanted wanted,
                   const std::function<void(std::size_t, const VisitBatch&)>& look) {
    const std::size_t count = (visits.size() + lanes_ - 1) / lanes_;
    team_.run(count, [&](const std::size_t b, const std::size_t thread) {
        // The longest first, so that no thread is left alone with one at the end.
        const std::size_t first = (count - 1 - b) * lanes_;
        VisitBatch& batch = batches_[thread];
        batch.run(visits.subspan(first, std::min(lanes_, visits.size() - first)), wanted);
        look(first, batch);
    });
}

void Visitor::visit(const std::span<const Visit> visits, const std::span<Visited> found, const Wanted wanted) {
    each(visits, wanted, [&](const std::size_t first, const VisitBatch& batch) {
        for (std::size_t v = first; v < std::min(first + lanes_, visits.size()); ++v)
            found[v] = batch.found(visits[v], v - first);
    });
}

}  // namespace jeopardice
