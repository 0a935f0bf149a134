// The limit of an iteration that settles slowly, from a few of its steps: reduced rank extrapolation.
//
// Where the errors of iterates u_0, u_1, ... are sums of a few geometric series, as they are once best play no longer
// changes, weights with sum 1 exist for which the differences u_(k+1) - u_k add up to nothing; the iterates with these
// weights then add up to the limit. Weights that make that sum as short as possible are good for a first few of many
// series. (Sidi, Vector Extrapolation Methods, SIAM 2017.)
//
// That limit is of the policies of the moment. Where they change on the way there, it may be too far, and lead back and
// forth for ever: a step to it is halved until it makes the iteration settle.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace jeopardice {

class Extrapolation {
  public:
    // Adds an iterate, and how much it differs from the one before. After a few of them returns numbers with which the
    // iteration should go on.
    [[nodiscard]] std::optional<std::vector<double>> add(const std::vector<double>& iterate, double change);

  private:
    static constexpr size_t most_steps = 10;
    static constexpr int tried = 3;  // iterates after a step, until only what settles slowly is left
    static constexpr double least_share = 1.0 / 64, better = 0.8;

    [[nodiscard]] std::vector<double> limit() const;
    [[nodiscard]] std::vector<double> step_to_limit(double share);

    std::vector<double> base_, limit_;  // of the last step
    double base_change_ = 0, share_ = 1;
    int trying_ = 0;
    std::vector<double> first_, last_;
    std::vector<std::vector<double>> steps_;
};

// Weights with sum 1 for which these steps, or the first of them, add up to as little as possible; none if there is no
// such sum.
[[nodiscard]] std::vector<double> settling_weights(std::span<const std::vector<double>> steps);

}  // namespace jeopardice
