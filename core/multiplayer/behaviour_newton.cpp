// How an equilibrium of a block in mixed decisions is found: see multiplayer/behaviour.hpp.
#include <algorithm>
#include <cmath>
#include <utility>

#include "common/linear.hpp"
#include "multiplayer/behaviour.hpp"

namespace jeopardice {

namespace {

constexpr double first_width = 0.25, wide = 1e-3, last_width = 1e-8, narrower = 0.4;
constexpr double hardly_ever_chosen = 1e-5;
constexpr int newton_steps = 30;
constexpr size_t most_chances = 40;
constexpr double no_gain = 2e-14;

double largest(const std::vector<double>& all) {
    double most = 0;
    for (const double each : all) most = std::max(most, std::abs(each));
    return most;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

}  // namespace

// Solves (1 - T') step = off by the method of minimal residuals; products with T' are differences of responses.
BehaviourBlock::Numbers BehaviourBlock::newton_step(const Numbers& x, const Numbers& response, const Numbers& off) {
    constexpr size_t most = 60;
    constexpr double close_enough = 1e-9;
    const double beside = mode_ == Mode::chances ? 1.0 : 1e-3 * width_;
    std::vector<Numbers> basis, columns;  // orthonormal; and the triangle of the factorisation
    std::vector<std::array<double, 2>> turns;
    double length = std::sqrt(dot(off, off));
    Numbers right{length}, moved(size_), there;
    basis.push_back(off);
    for (double& number : basis[0]) number /= length;
    while (basis.size() <= most && std::abs(right.back()) > close_enough * length) {
        const Numbers& last = basis.back();
        const double scale = beside / largest(last);
        for (size_t i = 0; i < size_; ++i) moved[i] = x[i] + scale * last[i];
        respond(moved, there);
        Numbers next(size_);
        for (size_t i = 0; i < size_; ++i) next[i] = last[i] - (there[i] - response[i]) / scale;
        Numbers column;
        for (const Numbers& each : basis) {
            column.push_back(dot(each, next));
            for (size_t i = 0; i < size_; ++i) next[i] -= column.back() * each[i];
        }
        const double rest = std::sqrt(dot(next, next));
        for (size_t r = 0; r < turns.size(); ++r) {
            const auto [c, s] = turns[r];
            const double upper = column[r], lower = column[r + 1];
            column[r] = c * upper + s * lower;
            column[r + 1] = c * lower - s * upper;
        }
        const double diagonal = std::hypot(column.back(), rest);
        if (!(diagonal > 0)) break;
        const double c = column.back() / diagonal, s = rest / diagonal;
        turns.push_back({c, s});
        column.back() = diagonal;
        columns.push_back(std::move(column));
        right.push_back(-s * right.back());
        right[right.size() - 2] *= c;
        if (!(rest > 0)) break;
        for (double& number : next) number /= rest;
        basis.push_back(std::move(next));
    }
    Numbers step(size_);
    for (size_t c = columns.size(); c-- > 0;) {
        const double weight = right[c] /= columns[c][c];
        for (size_t r = 0; r < c; ++r) right[r] -= weight * columns[c][r];
        for (size_t i = 0; i < size_; ++i) step[i] += weight * basis[c][i];
    }
    return step;
}

bool BehaviourBlock::settle(Numbers& x, double close_enough) {
    Numbers response, off(size_), there, moved(size_);
    const auto off_by = [&](const Numbers& at, Numbers& responds) {
        respond(at, responds);
        double most = 0;
        for (size_t i = 0; i < size_; ++i) most = std::max(most, std::abs(responds[i] - at[i]));
        return most;
    };
    double now = off_by(x, response);
    for (int step = 0; step < newton_steps && now > close_enough; ++step) {
        for (size_t i = 0; i < size_; ++i) off[i] = response[i] - x[i];
        const Numbers change = newton_step(x, response, off);
        bool better = false;
        for (double part = 1; part > 1e-3 && !better; part /= 2) {
            for (size_t i = 0; i < size_; ++i) moved[i] = x[i] + part * change[i];
            const double then = off_by(moved, there);
            if (!(better = then < now)) continue;
            x.swap(moved);
            response.swap(there);
            now = then;
        }
        if (!better) break;
    }
    return now <= close_enough;
}

// From values of smooth decisions to those of an equilibrium; returns whether that is found.
bool BehaviourBlock::polish(Numbers& x) {
    Numbers response;
    records_ = true;
    respond(x, response);
    mode_ = Mode::chances;
    const bool found = polish_chances(x);
    mode_ = Mode::smooth;
    records_ = false;
    return found;
}

// Finds the chances with which all actions that are mixed have the same value to the mover.
bool BehaviourBlock::polish_chances(Numbers& x) {
    constexpr double settled = 5e-16, hardly_off = 1e-13, step = 1e-6;
    struct Unknown {
        size_t action, instead;
    };
    std::vector<Unknown> unknown;
    for (const auto& [first, count, where] : choices_) {
        const auto chance = std::span(chances_).subspan(first, count);
        const size_t likeliest = first + static_cast<size_t>(std::ranges::max_element(chance) - chance.begin());
        for (size_t a = first; a < first + count; ++a) {
            if (a == likeliest) continue;
            if (chances_[a] > hardly_ever_chosen)
                unknown.push_back({a, likeliest});
            else
                chances_[likeliest] += std::exchange(chances_[a], 0.0);
        }
    }
    const size_t count = unknown.size();
    if (count > most_chances) return false;
    Numbers response;
    const auto gaps = [&](Numbers& at) {
        if (!settle(at, settled) && !settle(at, hardly_off)) return Numbers{};
        respond(at, response);
        Numbers found;
        for (const auto& [action, instead] : unknown) found.push_back(worth_[action] - worth_[instead]);
        return found;
    };
    const auto move = [&](size_t u, double by) {
        chances_[unknown[u].action] += by;
        chances_[unknown[u].instead] -= by;
    };
    Numbers off = gaps(x);
    for (int round = 0; round < newton_steps && count > 0 && off.size() == count && largest(off) > 2e-16; ++round) {
        std::vector<Numbers> slopes(count, Numbers(count));
        for (size_t u = 0; u < count; ++u) {
            Numbers there = x;
            move(u, step);
            const Numbers other = gaps(there);
            move(u, -step);
            if (other.size() != count) return false;
            for (size_t r = 0; r < count; ++r) slopes[r][u] = (other[r] - off[r]) / step;
        }
        Numbers change = off;
        if (!solve_least_squares(slopes, change)) return false;
        const double longest = largest(change);
        if (!(longest < 1e6)) return false;
        for (size_t u = 0; u < count; ++u) move(u, -change[u] / std::max(1.0, 2 * longest));
        off = gaps(x);
        if (longest < 1e-12) break;
    }
    if (off.size() != count) return false;
    for (double& chance : chances_) {
        if (!(chance > -hardly_off && chance < 1 + hardly_off)) return false;
        chance = std::clamp(chance, 0.0, 1.0);
    }
    // No action may be better than those that are taken.
    for (const auto& [first, actions, where] : choices_) {
        double takes = 0, best = -1;
        for (size_t a = first; a < first + actions; ++a) {
            takes += chances_[a] * worth_[a];
            best = std::max(best, worth_[a]);
        }
        if (best > takes + no_gain) return false;
    }
    return true;
}

std::optional<Shares> BehaviourBlock::solve(double* values, double* offers) {
    Numbers x(size_, 1.0 / static_cast<double>(players_)), now, polished;
    double before = 1;
    mode_ = Mode::smooth;
    for (width_ = first_width;;) {
        now = x;
        if (!settle(now, 1e-3 * width_)) {
            width_ = std::sqrt(width_ * before);
            if (width_ > 0.98 * before) return std::nullopt;
            continue;
        }
        x = now;
        if (width_ < wide) {
            polished = x;
            if (polish(polished)) break;
        }
        if (width_ < last_width) return std::nullopt;
        before = width_;
        width_ *= narrower;
    }
    for (size_t k = 0; k < members_.size(); ++k) {
        const auto& [units, carry] = members_[k];
        const auto at = [&](size_t i) { return std::clamp(polished[i], 0.0, 1.0); };
        for (size_t p = 0; p < each_; ++p) values[p * board_.plane() + board_.place(units, carry)] = at(k * each_ + p);
        if (offer_of_[k] == none) continue;
        double* const stolen = offers + board_.offers_place(units, carry);
        for (size_t i = 0; i < board_.offers_each(); ++i) stolen[i] = at(offer_of_[k] + i);
    }
    Shares mixed;
    for (const auto& [first, count, where] : choices_)
        for (size_t a = 0; a < count; ++a)
            if (const double chance = chances_[first + a]; chance > 0 && chance < 1) {
                MixedAction action = where;
                action.action += a;
                mixed[board_.key_of(action)] = chance;
            }
    return mixed;
}

}  // namespace jeopardice
