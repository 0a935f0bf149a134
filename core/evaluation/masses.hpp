// What is followed through a game: the expected number of arrivals at a state. Either for several games that begin
// differently, or of one game by the round in which it arrives.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "turn/turn.hpp"

namespace jeopardice {

// Smaller arrivals are ignored.
inline constexpr double negligible_arrivals = 1e-21;

// The arrivals in `games` games. Rounds do not matter.
template <size_t games>
class GameMass {
  public:
    [[nodiscard]] static GameMass of(size_t game) {
        GameMass mass;
        mass.each_[game] = 1;
        return mass;
    }
    [[nodiscard]] double most() const { return *std::ranges::max_element(each_); }
    [[nodiscard]] std::vector<double> numbers() const { return {each_.begin(), each_.end()}; }
    void add(const GameMass& from, double share, bool) {
        for (size_t g = 0; g < games; ++g) each_[g] += share * from.each_[g];
    }
    void add_number(size_t game, double more) { each_[game] += more; }
    void cut(size_t) {}

    // Arrivals that return to where they came from with chance `stays`, again and again.
    void repeat(double stays) {
        for (double& number : each_) number /= 1 - stays;
    }
    static constexpr bool repeats = true;

  private:
    std::array<double, games> each_{};
};

// The arrivals in each round, from round `first` on.
class RoundMass {
  public:
    [[nodiscard]] static RoundMass of(size_t) {
        RoundMass mass;
        mass.each_ = {1.0};
        return mass;
    }
    [[nodiscard]] double most() const { return each_.empty() ? 0 : *std::ranges::max_element(each_); }
    // From round 0 on.
    [[nodiscard]] std::vector<double> numbers() const {
        std::vector<double> all(first_, 0.0);
        all.insert(all.end(), each_.begin(), each_.end());
        return all;
    }
    // `later`: in the next round.
    void add(const RoundMass& from, double share, bool later) {
        if (from.each_.empty() || share == 0) return;
        const size_t begin = from.first_ + (later ? 1 : 0);
        widen(begin, begin + from.each_.size());
        add_row(&each_[begin - first_], from.each_.data(), from.each_.size(), share);
    }
    [[nodiscard]] double number(size_t round) const {
        return round >= first_ && round < end() ? each_[round - first_] : 0.0;
    }
    // The rounds in which something arrives.
    [[nodiscard]] size_t begin() const { return first_; }
    [[nodiscard]] size_t end() const { return first_ + each_.size(); }
    void add_number(size_t round, double more) {
        if (more == 0) return;
        widen(round, round + 1);
        each_[round - first_] += more;
    }
    // Forgets arrivals after this number of rounds, and negligible ones at the end.
    void cut(size_t rounds) {
        while (!each_.empty() && (end() > rounds || each_.back() < negligible_arrivals)) each_.pop_back();
        const auto some = std::ranges::find_if(each_, [](double number) { return number >= negligible_arrivals; });
        first_ += static_cast<size_t>(some - each_.begin());
        each_.erase(each_.begin(), some);
    }
    static constexpr bool repeats = false;

  private:
    static void add_row(double* to, const double* row, size_t count, double share) {
        static const auto add = kernels().front().add;
        add(to, row, count, share);
    }
    void widen(size_t begin, size_t end) {
        if (each_.empty()) first_ = begin;
        if (begin < first_) {
            each_.insert(each_.begin(), first_ - begin, 0.0);
            first_ = begin;
        }
        if (end > first_ + each_.size()) each_.resize(end - first_, 0.0);
    }

    size_t first_ = 0;
    std::vector<double> each_;
};

}  // namespace jeopardice
