#include "simultaneous/turn_choices.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace jeopardice {

namespace {

// A turn that reaches a total with a smaller chance than `unreached` may as well bank there.
constexpr double unreached = 1e-17;
constexpr size_t most_total = 1'000'000;
// Values that differ by less, relatively, are equal but for rounding.
constexpr double equal = 1e-14;

// The total that a turn without a bank reaches with a chance below `unreached`.
size_t furthest_total(const Gains& roll) {
    const size_t most = roll.size() - 1 - gain_offset;
    std::vector<double> stands(most, 0.0);  // the chances of the next `most` totals, in a ring
    stands[0] = 1;
    for (size_t total = 0; total < most_total; ++total) {
        const double here = std::exchange(stands[total % most], 0.0);
        for (size_t g = 1; g <= most; ++g) stands[(total + g) % most] += here * roll[gain_offset + g];
        if (std::accumulate(stands.begin(), stands.end(), 0.0) < unreached) return total + most;
    }
    throw std::runtime_error("simultaneous: turn totals grow too large: hardly any roll busts, and busts keep them");
}

double worth_at(std::span<const double> worth, size_t index) {
    return worth[std::min(index, worth.size() - 1)];
}

}  // namespace

double expected(const Gains& distribution, std::span<const double> worth) {
    double sum = 0;
    for (size_t i = 0; i < distribution.size(); ++i) sum += distribution[i] * worth_at(worth, i);
    return sum;
}

DiceChoices::DiceChoices(std::vector<Gains> distributions, std::vector<Gains> first, size_t start)
    : distributions_(std::move(distributions)), first_(std::move(first)), start_(start) {
    if (distributions_.empty() || first_.empty()) throw std::invalid_argument("turn choices: there are none");
}

double DiceChoices::best(std::span<const double> worth, size_t needed, Gains& distribution) const {
    double most = -1;
    for (const Gains& choice : needed == start_ ? first_ : distributions_) {
        const double value = expected(choice, worth);
        if (value > most) {
            most = value;
            distribution = choice;
        }
    }
    return most;
}

RollOrBank::RollOrBank(Gains roll, LeastBank least, bool keeps, TotalIndices indices)
    : roll_(std::move(roll)), least_(least), keeps_(keeps), indices_(indices) {
    if (roll_.size() <= gain_offset) throw std::invalid_argument("turn choices: a roll has at least three outcomes");
    const bool gains = roll_.size() > gain_offset + 1;
    if (gains && keeps_ && roll_[0] > 0 && (!loses() || roll_[won_index] > 0)) furthest_ = furthest_total(roll_);
}

double RollOrBank::best(std::span<const double> worth, size_t needed, Gains& distribution) const {
    const size_t most = roll_.size() - 1 - gain_offset, bank_from = least_.at(needed);
    const auto busted = [&](size_t total) { return keeps_ && total > 0 ? indices_.kept(total) : 0; };
    // From here on more units change nothing.
    size_t last = std::max({needed, bank_from, indices_.total(worth.size() - 1), size_t{1}});
    const double enough = worth_at(worth, indices_.banked(last)), ends = roll_[0] + roll_[1] + roll_[won_index];
    const double on =
        ends > 0
            ? (roll_[0] * worth_at(worth, busted(last)) + roll_[1] * worth[1] + roll_[won_index] * worth[won_index]) /
                  ends
            : 0;
    const bool never_loses = keeps_ && !loses(), rolls_on = on * (1 - equal) > enough;
    // Kept totals differ, however large they are: they are followed until hardly any turn is left.
    if (never_loses || rolls_on) last = std::max(last, furthest_);
    std::vector<double> value(last + most + 1);
    std::vector<std::uint8_t> rolls(last + most + 1);
    for (size_t total = last; total <= last + most; ++total) {
        value[total] = std::max(on, enough);
        rolls[total] = rolls_on && furthest_ == 0;
    }
    for (size_t total = last; total-- > 0;) {
        double roll =
            roll_[0] * worth_at(worth, busted(total)) + roll_[1] * worth[1] + roll_[won_index] * worth[won_index];
        for (size_t g = 1; g <= most; ++g) roll += roll_[gain_offset + g] * value[total + g];
        const bool may_bank = total > 0 && total >= bank_from;
        const double bank = may_bank ? worth_at(worth, indices_.banked(total)) : -1;
        rolls[total] = never_loses ? roll > bank * (1 - equal) : roll > bank;
        value[total] = std::max(roll, bank);
    }
    distribution.assign(indices_.banked(last + most) + 1, 0);
    std::vector<double> stands(last + most + 1);
    stands[0] = 1;
    size_t furthest = 0;
    for (size_t total = 0; total < last + most; ++total) {
        if (stands[total] == 0) continue;
        if (!rolls[total]) {
            distribution[indices_.banked(total)] = stands[total];
            furthest = total;
            continue;
        }
        if (keeps_ && roll_[0] > 0) furthest = total;
        const double turns = total < last ? stands[total] : stands[total] / ends;  // at the end, rolls until one ends
        distribution[busted(total)] += turns * roll_[0];
        distribution[1] += turns * roll_[1];
        distribution[won_index] += turns * roll_[won_index];
        if (total >= last) continue;
        for (size_t g = 1; g <= most; ++g) stands[total + g] += stands[total] * roll_[gain_offset + g];
    }
    distribution.resize(indices_.banked(furthest) + 1);
    return value[0];
}

}  // namespace jeopardice
