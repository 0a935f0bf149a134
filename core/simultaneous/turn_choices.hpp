// The ways to play a turn of a simultaneous game, and their values: see simultaneous/simultaneous_game.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace jeopardice {

// The distribution of a turn's gain: index 0 is a bust, 1 the loss of everything banked, 2 a roll that wins
// immediately, and 2 + g a gain of g units. Where busts in a row count and keep the total, 1 + 2 g is a bust that keeps
// g units, and 2 + 2 g a gain of them.
using Gains = std::vector<double>;
inline constexpr size_t won_index = 2, gain_offset = 2;

// The indices of the turn totals, in units from 1.
struct TotalIndices {
    bool apart = false;  // whether busts that keep the total have indices of their own

    [[nodiscard]] size_t banked(size_t total) const { return gain_offset + (apart ? 2 * total : total); }
    [[nodiscard]] size_t kept(size_t total) const { return apart ? banked(total) - 1 : banked(total); }
    // Of an index above gain_offset.
    [[nodiscard]] size_t total(size_t index) const {
        return apart ? (index - gain_offset + 1) / 2 : index - gain_offset;
    }
    [[nodiscard]] bool is_kept(size_t index) const { return apart && (index - gain_offset) % 2 == 1; }
};

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
    // About the length of the longest distribution of a player who needs this many units or fewer.
    [[nodiscard]] virtual size_t longest(size_t needed) const = 0;
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
    [[nodiscard]] size_t longest(size_t /*needed*/) const override {
        return std::ranges::max(distributions_, {}, &Gains::size).size();
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

// Pig: roll any number of times, then bank. `roll` is the distribution of one roll, with the indices of a game
// whose busts keep nothing; a bust may keep the turn total, with an index of its own or that of the gain.
//
// From some total on all gains are worth the same, w. There a player who never banks gets what one of the rolls that
// end the turn is worth, sum_e p_e w_e / sum_e p_e, whatever the total: where that is more than w, rolling on forever
// is best, until a roll wins or busts.
class RollOrBank : public TurnChoices {
  public:
    RollOrBank(Gains roll, LeastBank least, bool keeps, TotalIndices indices = {});
    double best(std::span<const double> worth, size_t needed, Gains& distribution) const override;
    [[nodiscard]] size_t roundings(size_t indices) const override {
        return (std::max({indices, furthest_, least_.first}) + 3) *
               (roll_.size() + 2);  // each roll gains at least a unit; the last steps are those of rolling on forever
    }
    [[nodiscard]] bool loses() const override { return roll_[1] > 0; }
    [[nodiscard]] size_t longest(size_t needed) const override {
        return indices_.banked(std::max({needed, furthest_, least_.first}) + roll_.size() - gain_offset);
    }

  private:
    Gains roll_;
    LeastBank least_;
    bool keeps_;
    TotalIndices indices_;
    // Where a bust keeps the total: the total that hardly any turn reaches that never banks; else 0.
    size_t furthest_ = 0;
};

// The expected value of a turn, if index i is worth worth[i].
[[nodiscard]] double expected(const Gains& distribution, std::span<const double> worth);

// Where players stand between turns, and where turns lead them. A *standing* is the units needed and the busts in a
// row: with `lowest` units from the lowest score, standing k (from 1) needs (k - 1) % lowest + 1 units after
// (k - 1) / lowest busts. A bank leads to a standing without busts; a bust, also one that keeps the total, to one more
// bust, and the `streak`-th in a row to `penalty` more units needed, but no more than `floor`. Where scores have no
// lowest one, `floor` is the model's, and guarantees depend on who would drop below it.
struct Setbacks {
    size_t lowest, start;  // units from the lowest score, and from a score of 0
    size_t streak = 0, penalty = 0;
    std::ptrdiff_t floor = 0;                              // below 0: beyond the goal
    bool keeps = false;                                    // whether busts keep the turn total
    bool bottomless = false, lower_may_be_better = false;  // what guarantees assume of those who drop below it

    [[nodiscard]] size_t standings() const { return lowest * std::max(streak, size_t{1}); }
    [[nodiscard]] size_t units(size_t standing) const { return (standing - 1) % lowest + 1; }
    [[nodiscard]] size_t busts(size_t standing) const { return (standing - 1) / lowest; }
    [[nodiscard]] TotalIndices indices() const { return {keeps && streak > 0}; }
    // The standing after a bust, and after the loss of everything banked.
    [[nodiscard]] size_t busted(size_t standing) const { return after_bust(units(standing), busts(standing)); }
    [[nodiscard]] size_t lost(size_t standing) const { return after_bust(start, busts(standing)); }
    // The standing after an outcome that does not win immediately; at most 0 where the goal is reached: minus the units
    // beyond it.
    [[nodiscard]] std::ptrdiff_t after(size_t units, size_t busts, size_t index) const {
        if (index < gain_offset) return after_bust(index == 0 ? units : start, busts);
        const TotalIndices at = indices();
        const auto needs = static_cast<std::ptrdiff_t>(units) - static_cast<std::ptrdiff_t>(at.total(index));
        return at.is_kept(index) ? after_bust(needs, busts) : needs;
    }
    [[nodiscard]] bool drops_below(size_t units, size_t busts, size_t index) const {
        const TotalIndices at = indices();
        if (!bottomless || busts + 1 < streak || index == won_index || (index > won_index && !at.is_kept(index)))
            return false;
        const size_t needs = index == 1 ? start : units;
        const size_t kept = index > won_index ? at.total(index) : 0;
        return static_cast<std::ptrdiff_t>(needs + penalty) > floor + static_cast<std::ptrdiff_t>(kept);
    }

  private:
    [[nodiscard]] std::ptrdiff_t after_bust(std::ptrdiff_t needs, size_t busts) const {
        if (busts + 1 < streak) return needs > 0 ? needs + static_cast<std::ptrdiff_t>((busts + 1) * lowest) : needs;
        if (streak == 0) return needs;
        return std::max(needs, std::min(needs + static_cast<std::ptrdiff_t>(penalty), floor));
    }
};

// The values of a turn against a distribution of the other player, given the values of the states.
class ValueTable {
  public:
    ValueTable(std::span<const double> values, const Setbacks& setbacks)
        : values_(values), setbacks_(setbacks), n_(setbacks.standings()) {}

    [[nodiscard]] double at(size_t a, size_t b) const { return values_[(a - 1) * n_ + b - 1]; }

    // Whether the state repeats when both bust.
    [[nodiscard]] bool stays(size_t a, size_t b) const { return setbacks_.busted(a) == a && setbacks_.busted(b) == b; }

    // The value of each index to a player with this standing, against a distribution of the other player. Where both
    // bust and nothing changes, the state is worth `again`, and a win `goal`. `bounded`: the other loses by dropping
    // below it, and the player stops at the lowest score or, where a lower one may be better, wins.
    [[nodiscard]] std::vector<double> worths(size_t own, size_t other, const Gains& distribution, double again,
                                             const double goal = 1, const bool bounded = false) const {
        const TotalIndices indices = setbacks_.indices();
        const size_t mine = setbacks_.units(own), theirs = setbacks_.units(other);
        const size_t my_busts = setbacks_.busts(own), their_busts = setbacks_.busts(other);
        const size_t totals = indices.total(distribution.size() - 1);
        const size_t over = totals > theirs ? totals - theirs : 0;
        std::vector<std::pair<size_t, double>> going;  // where the other may stand, short of the goal
        std::vector<double> passed(over + 2);          // the chances of the units by which the other passes the goal
        double behind = 0, dropped = 0;
        for (size_t i = 0; i < distribution.size(); ++i) {
            if (distribution[i] == 0 || i == won_index) continue;
            if (bounded && setbacks_.drops_below(theirs, their_busts, i)) {
                dropped += distribution[i];
                continue;
            }
            const std::ptrdiff_t then = setbacks_.after(theirs, their_busts, i);
            if (then <= 0) {
                passed[-then] += distribution[i];
            } else {
                going.emplace_back(then - 1, distribution[i]);
                behind += distribution[i];
            }
        }
        // A player who reaches the goal wins, unless the other gets further or a roll of theirs wins immediately.
        std::vector<double> ahead(over + 2);  // by the units beyond the goal
        for (size_t beyond = 0; beyond <= over + 1; ++beyond) {
            ahead[beyond] = goal * (behind + passed[beyond] / 2);
            behind += passed[beyond];
        }
        const auto after = [&](size_t index) {
            const std::ptrdiff_t then = setbacks_.after(mine, my_busts, index);
            if (then <= 0) return ahead[std::min(static_cast<size_t>(-then), over + 1)];
            const double* const from = &values_[(then - 1) * n_];
            double sum = 0;
            for (const auto& [standing, chance] : going) sum += chance * from[standing];
            return sum;
        };
        // From the last total on, all are worth the same, also after a penalty.
        const size_t last = mine + over + 1 + (indices.apart ? setbacks_.penalty : 0);
        std::vector<double> worth(indices.banked(last) + 1);
        for (size_t i = 0; i < worth.size(); ++i)
            if (i != won_index) worth[i] = after(i);
        if (stays(own, other)) worth[0] += distribution[0] * (again - at(own, other));
        worth[won_index] = goal * (behind + distribution[won_index] / 2);
        if (!bounded) return worth;
        for (size_t i = 0; i < worth.size(); ++i) {
            const bool wins = setbacks_.lower_may_be_better && setbacks_.drops_below(mine, my_busts, i);
            worth[i] = wins ? goal : worth[i] + goal * dropped;
        }
        return worth;
    }

  private:
    std::span<const double> values_;
    const Setbacks& setbacks_;
    size_t n_;
};

}  // namespace jeopardice
