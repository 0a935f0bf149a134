#include "race/extrapolation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace jeopardice {

namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void add_to(std::vector<double>& sum, double share, const std::vector<double>& more) {
    for (size_t k = 0; k < sum.size(); ++k) sum[k] += share * more[k];
}

}  // namespace

std::optional<std::vector<double>> Extrapolation::add(const std::vector<double>& iterate, double change) {
    if (trying_ > 0 && --trying_ > 0) return std::nullopt;
    if (!limit_.empty() && change > better * base_change_ && share_ > least_share) return step_to_limit(share_ / 2);
    limit_.clear();
    if (first_.empty()) {
        first_ = last_ = iterate;
        return std::nullopt;
    }
    steps_.push_back(iterate);
    std::ranges::transform(iterate, last_, steps_.back().begin(), std::minus());
    last_ = iterate;
    if (steps_.size() < most_steps) return std::nullopt;
    limit_ = limit();
    base_ = std::move(last_);
    base_change_ = change;
    first_.clear();
    steps_.clear();
    return step_to_limit(1);
}

std::vector<double> Extrapolation::step_to_limit(double share) {
    share_ = share;
    trying_ = tried;
    std::vector<double> found = base_;
    for (size_t k = 0; k < found.size(); ++k) found[k] += share * (limit_[k] - base_[k]);
    return found;
}

// Least squares by an orthogonal basis of the steps, up to the first step that hardly depends on more than those
// before.
std::vector<double> settling_weights(std::span<const std::vector<double>> steps) {
    constexpr double dependent = 1e-12;
    std::vector<std::vector<double>> basis, parts;  // steps[j] = sum of parts[j][i] basis[i]
    for (const std::vector<double>& step : steps) {
        std::vector<double> rest = step, part;
        for (const std::vector<double>& one : basis) {
            part.push_back(dot(one, rest));
            add_to(rest, -part.back(), one);
        }
        const double least = dependent * std::sqrt(dot(step, step)),
                     length = std::max(least, std::sqrt(dot(rest, rest)));
        if (length == 0) break;
        part.push_back(length);
        for (double& number : rest) number /= length;
        basis.push_back(std::move(rest));
        parts.push_back(std::move(part));
        if (length == least) break;
    }
    // Weights w with (parts^T parts) w = (1, ..., 1), up to a factor.
    const size_t count = parts.size();
    std::vector<double> weights(count, 1.0);
    for (size_t j = 0; j < count; ++j) {
        for (size_t i = 0; i < j; ++i) weights[j] -= parts[j][i] * weights[i];
        weights[j] /= parts[j][j];
    }
    for (size_t j = count; j-- > 0;) {
        for (size_t i = j + 1; i < count; ++i) weights[j] -= parts[i][j] * weights[i];
        weights[j] /= parts[j][j];
    }
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (!(std::abs(all) > 0)) return {};
    for (double& weight : weights) weight /= all;
    return weights;
}

std::vector<double> Extrapolation::limit() const {
    const std::vector<double> weights = settling_weights(steps_);
    if (weights.empty()) return last_;
    std::vector<double> found = first_;
    double later = 1;
    for (size_t j = 0; j + 1 < weights.size(); ++j) {
        later -= weights[j];
        add_to(found, later, steps_[j]);
    }
    return found;
}

}  // namespace jeopardice
