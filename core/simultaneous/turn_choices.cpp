#include "simultaneous/turn_choices.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace jeopardice {

namespace {

double worth_at(std::span<const double> worth, size_t index) {
    return worth[std::min(index, worth.size() - 1)];
}

}  // namespace

double expected(const Gains& distribution, std::span<const double> worth) {
    double sum = 0;
    for (size_t i = 0; i < distribution.size(); ++i) sum += distribution[i] * worth_at(worth, i);
    return sum;
}

DiceChoices::DiceChoices(std::vector<Gains> distributions) : distributions_(std::move(distributions)) {
    if (distributions_.empty()) throw std::invalid_argument("turn choices: there are none");
}

double DiceChoices::best(std::span<const double> worth, size_t, Gains& distribution) const {
    double most = -1;
    for (const Gains& choice : distributions_) {
        const double value = expected(choice, worth);
        if (value > most) {
            most = value;
            distribution = choice;
        }
    }
    return most;
}

RollOrBank::RollOrBank(Gains roll, size_t bank_from) : roll_(std::move(roll)), bank_from_(bank_from) {
    if (roll_.size() <= gain_offset + 1) throw std::invalid_argument("turn choices: a roll must gain something");
}

double RollOrBank::best(std::span<const double> worth, size_t needed, Gains& distribution) const {
    const size_t most = roll_.size() - 1 - gain_offset;
    // From here on banking is best: more units change nothing.
    const size_t last = std::max({needed, bank_from_, worth.size() - 1 - gain_offset, size_t{1}});
    std::vector<double> value(last + most + 1);
    std::vector<std::uint8_t> rolls(last + most + 1);
    for (size_t total = last + most; total >= last; --total) value[total] = worth_at(worth, gain_offset + total);
    for (size_t total = last; total-- > 0;) {
        double roll = roll_[0] * worth[0] + roll_[1] * worth[1];
        for (size_t g = 1; g <= most; ++g) roll += roll_[gain_offset + g] * value[total + g];
        const bool may_bank = total > 0 && total >= bank_from_;
        const double bank = may_bank ? worth_at(worth, gain_offset + total) : -1;
        rolls[total] = roll > bank;
        value[total] = std::max(roll, bank);
    }
    distribution.assign(gain_offset + last + most + 1, 0);
    std::vector<double> stands(last + most + 1);
    stands[0] = 1;
    size_t furthest = 0;
    for (size_t total = 0; total < last + most; ++total) {
        if (stands[total] == 0) continue;
        if (!rolls[total]) {
            distribution[gain_offset + total] = stands[total];
            furthest = total;
            continue;
        }
        distribution[0] += stands[total] * roll_[0];
        distribution[1] += stands[total] * roll_[1];
        for (size_t g = 1; g <= most; ++g) stands[total + g] += stands[total] * roll_[gain_offset + g];
    }
    distribution.resize(gain_offset + furthest + 1);
    return value[0];
}

}  // namespace jeopardice
