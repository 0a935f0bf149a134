// The ways to play a turn of a simultaneous game, and their values: see simultaneous/simultaneous_game.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace jeopardice {

// The distribution of a turn's gain: index 0 is a bust, 1 the loss of everything banked, 2 a roll that wins at once,
// and 2 + g a gain of g units.
using Gains = std::vector<double>;
inline constexpr size_t won_index = 2, gain_offset = 2;

// The strategies for one turn.
class TurnChoices {
  public:
    TurnChoices() = default;
    TurnChoices(const TurnChoices&) = delete;
    TurnChoices& operator=(const TurnChoices&) = delete;
    virtual ~TurnChoices() = default;
    // Returns the value of a best turn, if index i is worth worth[i] (past the end, the last entry), and sets its
    // distribution. A gain of `needed` units reaches the goal.
    virtual double best(std::span<const double> worth, size_t needed, Gains& distribution) const = 0;
    // The largest number of consecutive roundings in that value.
    [[nodiscard]] virtual size_t roundings(size_t indices) const = 0;
    // Whether everything banked may be lost.
    [[nodiscard]] virtual bool loses() const = 0;
};

// Hog: one roll of a chosen number of dice. A player who needs `start` units, who has nothing banked, has the
// distributions `first`.
class DiceChoices : public TurnChoices {
  public:
    DiceChoices(std::vector<Gains> distributions, std::vector<Gains> first, size_t start);
    double best(std::span<const double> worth, size_t needed, Gains& distribution) const override;
    [[nodiscard]] size_t roundings(size_t indices) const override { return 2 * indices; }
    [[nodiscard]] bool loses() const override {
        return std::ranges::any_of(distributions_, [](const Gains& distribution) { return distribution[1] > 0; });
    }

  private:
    std::vector<Gains> distributions_, first_;
    size_t start_;
};

// The least that can be banked: `first` by a player who needs `start` units, who has nothing banked, else `later`.
struct LeastBank {
    size_t later, first, start;

    [[nodiscard]] size_t at(size_t needed) const { return needed == start ? first : later; }
};

// Pig: roll any number of times, then bank. `roll` is the distribution of one roll; if a bust `keeps` the turn total,
// it is a gain of that total.
//
// From some total on all gains are worth the same, w. There a player who never banks gets what one of the rolls that
// end the turn is worth, sum_e p_e w_e / sum_e p_e, whatever the total: where that is more than w, rolling on for ever
// is best, until a roll wins or busts.
class RollOrBank : public TurnChoices {
  public:
    RollOrBank(Gains roll, LeastBank least, bool keeps);
    double best(std::span<const double> worth, size_t needed, Gains& distribution) const override;
    [[nodiscard]] size_t roundings(size_t indices) const override {
        return (std::max({indices, furthest_, least_.first}) + 3) *
               (roll_.size() + 2);  // each roll gains at least a unit; the last steps are those of rolling on for ever
    }
    [[nodiscard]] bool loses() const override { return roll_[1] > 0; }

  private:
    Gains roll_;
    LeastBank least_;
    bool keeps_;
    // Where a bust keeps the total: the total that hardly any turn reaches that never banks; else 0.
    size_t furthest_ = 0;
};

// The expected value of a turn, if index i is worth worth[i].
[[nodiscard]] double expected(const Gains& distribution, std::span<const double> worth);

// Where players stand between turns, and where a bust and the loss of everything banked lead them. A *standing* is the
// units needed and the busts in a row: with `lowest` units from the lowest score, standing k (from 1) needs
// (k - 1) % lowest + 1 units after (k - 1) / lowest busts. A gain leads to a standing without busts.
struct Setbacks {
    std::vector<size_t> busted, lost;  // by standing
    size_t lowest;

    [[nodiscard]] size_t standings() const { return busted.size(); }
    [[nodiscard]] size_t units(size_t standing) const { return (standing - 1) % lowest + 1; }
};

// The values of a turn against a distribution of the other player, given the values of the states.
class ValueTable {
  public:
    ValueTable(std::span<const double> values, const Setbacks& setbacks)
        : values_(values), setbacks_(setbacks), n_(setbacks.standings()) {}

    [[nodiscard]] double at(size_t a, size_t b) const { return values_[(a - 1) * n_ + b - 1]; }

    // Whether the state repeats when both bust.
    [[nodiscard]] bool stays(size_t a, size_t b) const {
        return setbacks_.busted[a - 1] == a && setbacks_.busted[b - 1] == b;
    }

    // The value of each index to a player with this standing, against a distribution of the other player. Where both
    // bust and nothing changes, the state is worth `again`, and a win `goal`.
    [[nodiscard]] std::vector<double> worths(size_t own, size_t other, const Gains& distribution, double again,
                                             const double goal = 1) const {
        const size_t mine = setbacks_.units(own), theirs = setbacks_.units(other);
        const size_t gains = distribution.size() - 1 - gain_offset;
        const size_t over = gains > theirs ? gains - theirs : 0;
        std::vector<double> worth(gain_offset + mine + over + 2);
        const size_t short_of = std::min(gains, theirs - 1);  // gains below the goal
        const auto row = [&](size_t standing) {
            const double* const from = &values_[(standing - 1) * n_];
            double sum = distribution[0] * from[setbacks_.busted[other - 1] - 1] +
                         distribution[1] * from[setbacks_.lost[other - 1] - 1];
            for (size_t g = 1; g <= short_of; ++g) sum += distribution[gain_offset + g] * from[theirs - g - 1];
            return sum;
        };
        worth[0] = row(setbacks_.busted[own - 1]);
        if (stays(own, other)) worth[0] += distribution[0] * (again - at(own, other));
        worth[1] = row(setbacks_.lost[own - 1]);
        for (size_t g = 1; g < mine; ++g) worth[gain_offset + g] = row(mine - g);
        // A player who reaches the goal wins, unless the other gets further or a roll of theirs wins at once.
        double behind = distribution[0] + distribution[1];
        for (size_t g = 1; g <= short_of; ++g) behind += distribution[gain_offset + g];
        for (size_t beyond = 0; beyond <= over + 1; ++beyond) {
            const size_t same = gain_offset + theirs + beyond;
            const double equal = same < distribution.size() ? distribution[same] : 0;
            worth[gain_offset + mine + beyond] = goal * (behind + equal / 2);
            behind += equal;
        }
        worth[won_index] = goal * (behind + distribution[won_index] / 2);
        return worth;
    }

  private:
    std::span<const double> values_;
    const Setbacks& setbacks_;
    size_t n_;
};

}  // namespace jeopardice
