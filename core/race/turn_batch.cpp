#include "race/turn_batch.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "race/far_values.hpp"

namespace jeopardice {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// The values of banks, `lanes` apart: the fast path, where only the units left matter.
void fill_banks(const TurnProblem& v, const RaceRules& race, size_t least, size_t beyond, size_t steps, size_t lanes,
                double* bank) {
    constexpr double illegal = TurnBatch::illegal;
    // From the goal down to the least total that may be banked.
    const size_t from = std::max(least, race.hold_from);
    const size_t rows = v.needed >= from ? std::min(steps, beyond + v.needed - from) : beyond;
    const double shift = v.shift, scale = v.scale;
    for (size_t row = 0, total = v.needed + beyond - 1; row < std::min(beyond, steps); ++row, --total) {
        const auto left = static_cast<std::ptrdiff_t>(v.needed) - static_cast<std::ptrdiff_t>(total);
        const double reached = v.last ? shift + scale * v.last->value(v.opponent, left, total) : v.goal;
        bank[row * lanes] = total >= least ? reached : illegal;
    }
    for (size_t row = beyond, left = 1; row < rows; ++row, ++left) {
        const auto gained = static_cast<std::ptrdiff_t>(v.needed - left);
        bank[row * lanes] = shift + scale * v.after[static_cast<std::ptrdiff_t>(left - 1) + (gained - 1) * v.step];
    }
    for (size_t row = std::max(beyond, rows); row < steps; ++row) bank[row * lanes] = illegal;
}

// The problem with another player's values. The value of a bust is left out, because it is not known yet.
TurnProblem with_values_of_other(const TurnProblem& problem, size_t which) {
    const auto place = [&](const double* first, size_t plane) { return first ? first + which * plane : nullptr; };
    const OtherValues& others = problem.others;
    TurnProblem other = problem;
    other.after = place(others.after, others.plane);
    other.kept = place(others.kept, others.plane);
    other.reached = place(others.reached, others.reached_plane);
    other.lost = others.lost ? *place(others.lost, others.plane) : 0;
    other.goal = which == others.winner ? 1 : 0;
    other.stays = 0;
    return other;
}

}  // namespace

TurnBatch::TurnBatch(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, Rounding rounding)
    : turn_(turn),
      race_(race),
      kernel_(kernel),
      rounding_(rounding),
      reach_(turn.reach()),
      option_offset_(turn.option_offsets()),
      plan_(turn, true),
      ordered_plan_(turn, false) {
    phase_events_.resize(turn.phases() * events);
    for (size_t q = 0; q < turn.phases(); ++q)
        for (const size_t r : turn.rolls_of(q))
            for (size_t e = 0; e < events; ++e)
                if (turn.roll_events[r * events + e] > 0) phase_events_[q * events + e] = true;
    for (size_t q = 0; q < turn.phases(); ++q)
        if (turn.no_dice(q) || (race.keep_on_bust && phase_events_[q * events])) settled_varies_ = true;
}

void TurnBatch::run(std::span<const TurnProblem> problems, Wanted wanted) {
    const size_t lanes = kernel_.lanes, phases = turn_.phases();
    // Past the goal a bank may still be too small, or the race may go on.
    size_t longest = 0, shortest = ~size_t{0};
    beyond_ = others_ = 0;
    banks_by_phase_ = settled_by_phase_ = false;
    bool steals = false, measured = false;
    for (const TurnProblem& v : problems) {
        longest = std::max(longest, v.needed);
        shortest = std::min(shortest, v.needed);
        const size_t totals = std::max(least_bank(v), v.steal.totals);
        beyond_ = std::max({beyond_, totals - std::min(totals, v.needed), v.past});
        banks_by_phase_ = banks_by_phase_ || v.steal.totals > 0 || v.ends;
        settled_by_phase_ = settled_by_phase_ || v.steal.after_busts() || v.ends;
        steals = steals || v.steal.totals > 0;
        others_ = std::max({others_, v.others.count, size_t{v.from_bust}});
        measured = measured || v.from_bust;
    }
    steps_ = beyond_ + longest;
    if (others_ > most_others || (others_ > 0 && ((steals && !measured) || !wanted.slopes)))
        throw std::invalid_argument("turn problem: other players' values require slopes and no stealing");
    const size_t values = 2 + others_;
    if (steps_ > most_steps_ || rows_.size() < values * rows_size()) {
        most_steps_ = std::max(most_steps_, steps_);
        rows_.resize(std::max(rows_.size() / std::max<size_t>(1, rows_size()), values) * rows_size());
        known_.assign(rows_.size() / rows_size() * lanes, unknown);
    }
    const size_t size = rows_size(), settled_row = (settled_by_phase_ ? phases : 1) * settles * lanes;
    const size_t varying = settled_varies_ || settled_by_phase_ ? steps_ : 1;
    bank_.resize(steps_ * (banks_by_phase_ ? phases : 1) * lanes);
    settled_.resize(varying * settled_row);
    settled_slopes_.resize(settled_.size());
    closing_.resize(beyond_ * lanes);
    other_banks_.resize(others_ * bank_.size());
    other_settled_.resize(others_ * settled_.size());
    other_closing_.assign(others_ * closing_.size(), 0.0);
    if (wanted.rolls) {
        rolls_.resize(steps_ * turn_.rolls() * lanes);
        other_rolls_.resize(others_ * rolls_.size());
    }
    const auto differs = [&](const TurnProblem& v) {
        return v.last || v.reached || v.ends || v.known || v.steal.after_busts() || least_bank(v) > v.needed;
    };
    const bool alike = others_ == 0 && !race_.keep_on_bust && std::ranges::none_of(problems, differs);
    alike_ = alike ? std::max<size_t>(1, beyond_) : 1;
    const RoundingScope scope(rounding_);
    fill(problems, varying);
    lanes_ = {.steps = steps_,
              .bank = bank_.data(),
              .settled = settled_.data(),
              .settled_stride = varying > 1 ? settled_row : 0,
              .rows = rows_.data(),
              .settled_slopes = wanted.slopes ? settled_slopes_.data() : nullptr,
              .slopes = wanted.slopes ? rows_.data() + size : nullptr,
              .roll_values = wanted.rolls ? rolls_.data() : nullptr,
              .closing_rows = beyond_,
              .closing = closing_.data(),
              .alike = alike_,
              .start_from = wanted.all_rows || banks_by_phase_ ? 0 : beyond_ + shortest - 1,
              .bank_phases = banks_by_phase_ ? lanes : 0,
              .settled_phases = settled_by_phase_ ? settles * lanes : 0,
              .others = others_,
              .other_banks = other_banks_.data(),
              .other_settled = other_settled_.data(),
              .other_closing = other_closing_.data(),
              .other_rolls = wanted.rolls && others_ > 0 ? other_rolls_.data() : nullptr,
              .used = problems.size()};
    // Where a player cannot win any more, the order of the options decides who else does.
    const auto may_have_lost = [](const TurnProblem& v) { return v.others.count > 0 && (v.reached || v.ends); };
    kernel_.solve(turn_, std::ranges::any_of(problems, may_have_lost) ? ordered_plan_ : plan_, reach_, lanes_);
}

// Lanes after the last problem repeat it, to the end of a register.
void TurnBatch::fill(std::span<const TurnProblem> problems, size_t varying) {
    const size_t lanes = kernel_.lanes, known = reach_ * turn_.phases(), size = rows_size();
    const size_t banks = banks_by_phase_ ? turn_.phases() : 1, settled = settled_by_phase_ ? turn_.phases() : 1;
    const size_t filled = (problems.size() + kernel_.width - 1) / kernel_.width * kernel_.width;
    for (size_t lane = 0; lane < filled; ++lane) {
        const TurnProblem& v = problems[std::min(lane, problems.size() - 1)];
        if (v.ends) {
            for (size_t row = 0; row < beyond_; ++row) closing_[row * lanes + lane] = illegal;
            for (size_t c = 0; c < 2 + others_; ++c) fill_known(c, lane, unknown);
            fill_ends(v, lane);
            continue;
        }
        const bool alike = !v.known && !v.last && !v.from_bust;
        fill_known(0, lane, alike ? v.goal : unknown);
        fill_known(1, lane, alike ? 0 : unknown);
        for (size_t i = 0; i < known && !alike; ++i) {
            rows_[i * lanes + lane] = v.known ? v.known[i] : v.goal;
            rows_[size + i * lanes + lane] = 0;
        }
        TurnEnds ends(turn_, race_, v, least_bank(v));
        const bool quickly = !v.reached && !banks_by_phase_;
        if (quickly) fill_banks(v, race_, least_bank(v), beyond_, steps_, lanes, &bank_[lane]);
        const bool closes = !v.last && !v.reached;
        for (size_t row = 0; row < beyond_; ++row)
            closing_[row * lanes + lane] = closes && v.needed + beyond_ - row - 1 >= least_bank(v) ? v.goal : illegal;
        for (size_t row = 0; row < (quickly ? varying : steps_); ++row) {
            if (row > 0 && row < alike_) continue;
            ends.set_left(static_cast<std::ptrdiff_t>(row + 1) - static_cast<std::ptrdiff_t>(beyond_));
            for (size_t q = 0; q < banks && !quickly; ++q)
                bank_[(row * banks + q) * lanes + lane] = ends.may_bank() ? ends.bank(q) : illegal;
            for (size_t q = 0; q < settled && row < varying; ++q) {
                const auto settle = [&](size_t way, double value, bool unknown) {
                    const size_t at = ((row * settled + q) * settles + way) * lanes + lane;
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
            ends.set_left(-static_cast<std::ptrdiff_t>(beyond_));
            std::vector<TurnValue> far(turn_.phases());
            if (rounding_ == Rounding::nearest) {
                far = far_values(turn_, ends, v.loses, v.goal);
            } else {
                const std::vector<double> bounds = far_bounds(turn_, ends, v.goal, rounding_ == Rounding::up);
                for (size_t q = 0; q < far.size(); ++q) far[q] = {bounds[q], 0};
            }
            for (size_t i = 0; i < known; ++i) {
                rows_[i * lanes + lane] = far[i % turn_.phases()].value;
                rows_[size + i * lanes + lane] = far[i % turn_.phases()].slope;
            }
        }
        if (v.from_bust)
            measure_from_bust(v, lane);
        else
            for (size_t r = 0; r < others_; ++r) fill_other(with_values_of_other(v, r), r, lane, varying);
    }
    repeat_alike(varying);
}

// Copies the first of the rows that are alike to the others.
void TurnBatch::repeat_alike(size_t varying) {
    const auto repeat = [&](Aligned& table, size_t rows) {
        const auto size = static_cast<std::ptrdiff_t>(table.size() / rows);
        for (size_t row = 1; row < std::min(alike_, rows); ++row)
            std::copy_n(table.begin(), size, table.begin() + static_cast<std::ptrdiff_t>(row) * size);
    };
    repeat(bank_, steps_);
    repeat(settled_, varying);
    repeat(settled_slopes_, varying);
    if (beyond_ > 0) repeat(closing_, beyond_);
}

void TurnBatch::fill_known(size_t which, size_t lane, double number) {
    double& before = known_[which * kernel_.lanes + lane];
    if (before == number) return;
    before = number;
    if (std::isnan(number)) return;
    double* const rows = &rows_[which * rows_size() + lane];
    for (size_t i = 0; i < reach_ * turn_.phases(); ++i) rows[i * kernel_.lanes] = number;
}

void TurnBatch::measure_from_bust(const TurnProblem& problem, size_t lane) {
    fill_known(2, lane, unknown);
    const size_t lanes = kernel_.lanes, known = reach_ * turn_.phases(), size = rows_size();
    const double zero = problem.shift + problem.scale * problem.stays;
    for (size_t i = lane; i < bank_.size(); i += lanes) {
        bank_[i] -= zero;
        other_banks_[i] = 1;
    }
    for (size_t i = lane; i < closing_.size(); i += lanes) {
        closing_[i] -= zero;
        other_closing_[i] = 1;
    }
    for (size_t i = lane; i < settled_.size(); i += lanes) {
        other_settled_[i] = 1 - settled_slopes_[i];
        settled_[i] = settled_slopes_[i] == 0 ? settled_[i] - zero : 0;
    }
    for (size_t i = lane; i < known * lanes; i += lanes) {
        rows_[i] -= zero;
        rows_[2 * size + i] = 1 - rows_[size + i];
    }
}

void TurnBatch::fill_other(const TurnProblem& other, size_t which, size_t lane, size_t varying) {
    const size_t lanes = kernel_.lanes;
    double* const bank = &other_banks_[which * bank_.size() + lane];
    double* const settled = &other_settled_[which * settled_.size() + lane];
    fill_known(2 + which, lane, other.goal);
    TurnEnds ends(turn_, race_, other, least_bank(other));
    if (!other.reached) fill_banks(other, race_, least_bank(other), beyond_, steps_, lanes, bank);
    for (size_t row = 0; row < (other.reached ? steps_ : varying); ++row) {
        ends.set_left(static_cast<std::ptrdiff_t>(row + 1) - static_cast<std::ptrdiff_t>(beyond_));
        bank[row * lanes] = ends.bank(0);
        if (row >= varying) continue;
        const double ways[settles] = {ends.bust(0), ends.lost(0), other.goal, ends.no_dice()};
        for (size_t way = 0; way < settles; ++way) settled[(row * settles + way) * lanes] = ways[way];
    }
}

void copy_offers(const TurnTables& turn, const TurnBatch& batch, const TurnProblem& problem, size_t lane, size_t totals,
                 double* offers) {
    const size_t start = batch.start(problem);
    for (size_t total = 0; total < totals; ++total)
        for (size_t q = 0; q < turn.phases(); ++q) {
            const bool rolls = !turn.no_dice(q) && total <= start;
            *offers++ = rolls ? batch.roll_value(start - total, turn.first_roll(q), lane) : 0;
        }
}

TurnSolver::TurnSolver(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, size_t threads,
                       Rounding rounding)
    : lanes_(kernel.lanes),
      row_work_(turn.options() + 20),
      team_(std::max<size_t>(1, threads)),
      batches_(team_.size(), TurnBatch(turn, race, kernel, rounding)) {}

void TurnSolver::for_each_batch(std::span<const TurnProblem> problems, Wanted wanted,
                                const std::function<void(size_t, const TurnBatch&)>& work) {
    const size_t count = (problems.size() + lanes_ - 1) / lanes_;
    size_t rows = 0;
    for (size_t b = 0; b < count; ++b) {
        const TurnProblem& longest = problems[std::min(problems.size(), (b + 1) * lanes_) - 1];
        rows += longest.needed + std::max(longest.past, longest.steal.totals);
    }
    const auto one = [&](size_t b, size_t thread) {
        // The longest first, so that all threads finish at about the same time.
        const size_t first = (count - 1 - b) * lanes_;
        TurnBatch& batch = batches_[thread];
        batch.run(problems.subspan(first, std::min(lanes_, problems.size() - first)), wanted);
        work(first, batch);
    };
    team_.run(count, one, rows * row_work_ < little_work);
}

void TurnSolver::solve(std::span<const TurnProblem> problems, std::span<TurnValue> found, Wanted wanted) {
    for_each_batch(problems, wanted, [&](size_t first, const TurnBatch& batch) {
        for (size_t v = first; v < std::min(first + lanes_, problems.size()); ++v)
            found[v] = batch.found(problems[v], v - first);
    });
}

}  // namespace jeopardice
