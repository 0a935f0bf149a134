// Arrivals that penalties lead back to more units, sweep after sweep: see evaluation/games.hpp.
//
// Let a_k be what returns after sweep k, and o_k what that sweep counts; both are linear in what returned before. For
// weights c_0 … c_m with sum 1 and the rest r = sum c_k a_k, all sweeps together count
//
//     o_0 + sum over k of (c_(k+1) + … + c_m) o_(k+1)  +  what sweeps count that begin with r.
//
// Weights that make r small (race/extrapolation.hpp) replace dozens of sweeps by a few.
#pragma once

#include <cmath>
#include <numeric>

#include "evaluation/arrivals.hpp"
#include "race/extrapolation.hpp"

namespace jeopardice {

template <class Mass>
class Returns {
  public:
    Returns(const Table& table, Arrivals<Mass>& arrivals, FollowedSums<Mass>& sums)
        : players_(table.players()),
          arrivals_(arrivals),
          sums_(sums),
          all_(players_),
          all_last_(players_),
          fits_(Mass::repeats && table.carryover().steal == Steal::never &&
                arrivals.layout().size() * players_ * sizeof(Mass) * most_sweeps <= most_bytes) {}

    // After a sweep. Returns whether something is still to be followed.
    bool add() {
        if (!fits_) return true;
        returned_.push_back(numbers());
        counted_.push_back({std::exchange(sums_, FollowedSums<Mass>(players_)),
                            std::exchange(arrivals_.last_turns(), LastTurns(players_))});
        if (returned_.size() < 3) return true;
        const std::vector<double> weights = settling_weights(returned_);
        if (weights.empty()) return true;
        std::vector<double> rest(returned_.front().size());
        for (size_t k = 0; k < weights.size(); ++k)
            for (size_t i = 0; i < rest.size(); ++i) rest[i] += weights[k] * returned_[k][i];
        const double left =
            std::accumulate(rest.begin(), rest.end(), 0.0, [](double sum, double x) { return sum + std::abs(x); });
        if (left > settled && returned_.size() < most_sweeps) return true;
        double share = 1;
        for (size_t k = 0; k < weights.size(); ++k) {
            count(counted_[k], share);
            share -= weights[k];
        }
        returned_.clear();
        counted_.clear();
        const double* number = rest.data();
        for (auto& masses : arrivals_.new_turns())
            for (Mass& mass : masses) {
                mass = {};
                for (size_t w = 0; w < Mass{}.size(); ++w) mass.add_number(w, *number++);
            }
        return left > settled;
    }

    // After the last sweep: puts together what all have counted.
    void finish() {
        for (const Counted& counted : counted_) count(counted, 1);
        sums_.add(all_, 1);
        for (size_t mover = 0; mover < players_; ++mover)
            for (const auto& [at, mass] : all_last_[mover]) arrivals_.last_turns()[mover][at].add(mass, 1, false);
    }

  private:
    using LastTurns = std::vector<typename Arrivals<Mass>::LastTurns>;
    struct Counted {
        FollowedSums<Mass> sums;
        LastTurns last;
    };
    static constexpr size_t most_sweeps = 10, most_bytes = size_t{1} << 28;
    static constexpr double settled = 1e-15;

    [[nodiscard]] std::vector<double> numbers() const {
        std::vector<double> found;
        for (const auto& masses : arrivals_.new_turns())
            for (const Mass& mass : masses)
                for (size_t w = 0; w < mass.size(); ++w) found.push_back(mass[w]);
        return found;
    }
    void count(const Counted& counted, double share) {
        all_.add(counted.sums, share);
        for (size_t mover = 0; mover < players_; ++mover)
            for (const auto& [at, mass] : counted.last[mover]) all_last_[mover][at].add(mass, share, false);
    }

    const size_t players_;
    Arrivals<Mass>& arrivals_;
    FollowedSums<Mass>& sums_;
    FollowedSums<Mass> all_;
    LastTurns all_last_;
    const bool fits_;
    std::vector<std::vector<double>> returned_;
    std::vector<Counted> counted_;
};

}  // namespace jeopardice
