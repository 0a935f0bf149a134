#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace jeopardice {

// The distribution of a turn's gain: index 0 is a bust, 1 the loss of everything banked, and 1 + g a gain of g units.
using Gains = std::vector<double>;
inline constexpr size_t gain_offset = 1;

// The strategies for one turn.
class TurnChoices {
  public:
    TurnChoices() = default;
    TurnChoices(const TurnChoices&) = delete;
    TurnChoices& operator=(const TurnChoices&) = delete;
    virtual ~TurnChoices() = default;
    // Returns the value of a best turn, if index i is worth worth[i] (past the end as much as at the end), and sets its
    // distribution. A gain of `needed` units reaches the goal.
    virtual double best(std::span<const double> worth, size_t needed, Gains& distribution) const = 0;
    // The largest number of consecutive roundings in that value.
    [[nodiscard]] virtual size_t roundings(size_t indices) const = 0;
    // Whether everything banked may be lost.
    [[nodiscard]] virtual bool loses() const = 0;
};

// Hog: one roll of a chosen number of dice.
class DiceChoices : public TurnChoices {
  public:
    explicit DiceChoices(std::vector<Gains> distributions);
    double best(std::span<const double> worth, size_t needed, Gains& distribution) const override;
    [[nodiscard]] size_t roundings(size_t indices) const override;
    [[nodiscard]] bool loses() const override;

  private:
    std::vector<Gains> distributions_;
};

// Pig: roll any number of times, then bank. `roll` is the distribution of one roll.
class RollOrBank : public TurnChoices {
  public:
    RollOrBank(Gains roll, size_t bank_from);
    double best(std::span<const double> worth, size_t needed, Gains& distribution) const override;
    [[nodiscard]] size_t roundings(size_t indices) const override;
    [[nodiscard]] bool loses() const override;

  private:
    Gains roll_;
    size_t bank_from_;
};

// The expected value of a turn, if index i is worth worth[i].
[[nodiscard]] double expected(const Gains& distribution, std::span<const double> worth);

}  // namespace jeopardice
