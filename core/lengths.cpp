#include "lengths.hpp"

#include <algorithm>

namespace jeopardice {

void Follower::follow(const VisitBatch& batch, const Visit& visit, const std::size_t lane,
                      std::vector<double>& landing) {
    const std::size_t phases = turn_.phases(), lanes = batch.width(), start = batch.start(visit);
    const std::size_t known = batch.reach() * phases;
    const TurnLanes& solved = batch.lanes();
    landing.assign(visit.needed + 1, 0.0);
    weight_.assign((start + 1) * phases, 0.0);
    weight_[start * phases] = 1;
    // The lane's own values side by side, as there are many to look at.
    value_.resize(known + weight_.size());
    for (std::size_t i = 0; i < value_.size(); ++i) value_[i] = solved.rows[i * lanes + lane];
    for (std::size_t row = start + 1; row-- > 0;) {
        const std::size_t left = row + 1 > batch.beyond() ? row + 1 - batch.beyond() : 0;
        double &kept = landing[left], &lost = landing[visit.needed];
        double& busted = race_.keep_on_bust && row < start ? kept : lost;
        const bool legal = start - row >= batch.least_bank(visit);
        const double bank = solved.bank[row * lanes + lane];
        const double* const values = &value_[known + row * phases];
        for (std::size_t q = 0; q < phases; ++q) {
            const double weight = weight_[row * phases + q];
            if (weight == 0) continue;
            const auto first = static_cast<std::size_t>(turn_.phase_rolls[q]),
                       end = static_cast<std::size_t>(turn_.phase_rolls[q + 1]);
            if (first == end) {
                (legal ? kept : busted) += weight;
                continue;
            }
            if (turn_.banking[q] != never_banks && bank > VisitBatch::illegal && bank >= values[q]) {
                kept += weight;
                continue;
            }
            std::size_t r = first;
            while (r + 1 < end && solved.roll_values[(row * turn_.rolls() + r) * lanes + lane] != values[q]) ++r;
            busted += weight * turn_.roll_events[r * events];
            lost += weight * turn_.roll_events[r * events + 1];
            landing[0] += weight * turn_.roll_events[r * events + 2];
            for (auto o = static_cast<std::size_t>(turn_.roll_outcomes[r]);
                 o < static_cast<std::size_t>(turn_.roll_outcomes[r + 1]); ++o) {
                const std::int32_t* const options = batch.option_offsets().data();
                const std::int32_t *option = options + turn_.outcome_options[o], *const last =
                                                                                     options +
                                                                                     turn_.outcome_options[o + 1];
                std::int32_t best = *option;
                while (++option < last)
                    if (values[*option] > values[best]) best = *option;
                const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(row * phases) + best;
                (to < 0 ? landing[0] : weight_[static_cast<std::size_t>(to)]) += weight * turn_.outcome_chance[o];
            }
        }
    }
}

namespace {

// Chances to come to a state with each turn, from turn `first` on; what is less likely than this is forgotten.
struct Arrivals {
    static constexpr double forgotten = 1e-22;
    std::size_t first = 0;
    std::vector<double> chance;

    [[nodiscard]] std::size_t end() const { return first + chance.size(); }
    [[nodiscard]] double at(const std::size_t turn) const {
        return turn < first || turn >= end() ? 0 : chance[turn - first];
    }

    // Adds `share` of what comes to another state, one turn later.
    void add(const Arrivals& from, const double share, const std::size_t most) {
        if (from.chance.empty() || share == 0) return;
        widen(from.first + 1, std::min(most, from.end() + 1));
        for (std::size_t m = from.first; m < from.end() && m + 1 < most; ++m)
            chance[m + 1 - first] += share * from.chance[m - from.first];
    }

    void widen(const std::size_t from, const std::size_t to) {
        if (chance.empty()) first = from;
        if (from < first) {
            chance.insert(chance.begin(), first - from, 0.0);
            first = from;
        }
        if (to > end()) chance.resize(to - first, 0.0);
    }
};

// Busts lead from a state to its mirror image and back: with each turn what came to one comes to the other.
void bounce(Arrivals& one, const double one_stays, Arrivals& other, const double other_stays, const std::size_t most) {
    std::size_t last = std::max(one.end(), other.end());
    for (std::size_t m = std::min(one.chance.empty() ? most : one.first, other.chance.empty() ? most : other.first);
         m + 1 < most; ++m) {
        const double to_other = one_stays * one.at(m), to_one = other_stays * other.at(m);
        if (m >= last && to_other < Arrivals::forgotten && to_one < Arrivals::forgotten) return;
        if (to_other > 0) {
            other.widen(m + 1, m + 2);
            other.chance[m + 1 - other.first] += to_other;
        }
        if (to_one > 0) {
            one.widen(m + 1, m + 2);
            one.chance[m + 1 - one.first] += to_one;
        }
    }
}

// A state that is its own mirror image.
void bounce(Arrivals& state, const double stays, const std::size_t most) {
    const std::size_t last = state.end();
    for (std::size_t m = state.first; m + 1 < most; ++m) {
        const double again = stays * state.at(m);
        if (m >= last && again < Arrivals::forgotten) return;
        state.widen(m + 1, m + 2);
        state.chance[m + 1 - state.first] += again;
    }
}

}  // namespace

std::vector<double> game_lengths(const TurnTables& turn, const RaceRules& race, const Kernel& kernel,
                                 const std::size_t threads, const std::span<const double> win, const std::size_t most,
                                 const Progress& progress) {
    const std::size_t n = race.needed;
    Visitor visitor(turn, race, kernel, threads);
    std::vector<Arrivals> arrivals(n * n);
    const auto come_to = [&](const std::size_t i, const std::size_t j) -> Arrivals& {
        return arrivals[(i - 1) * n + j - 1];
    };
    come_to(n, n).chance = {1.0};
    Arrivals ends;
    std::vector<Visit> visits;
    std::vector<std::vector<double>> landings(n + 1);  // by what the mover needs
    for (std::size_t level = 2 * n; level >= 2; --level) {
        const std::size_t low = level > n ? level - n : 1, high = std::min(n, level - 1);
        visits.clear();
        for (std::size_t i = low; i <= high; ++i) {
            const std::size_t j = level - i;
            if (come_to(i, j).chance.empty() && come_to(j, i).chance.empty()) continue;
            visits.push_back({i, &win[(j - 1) * n], 1, -1, 1, win[(j - 1) * n + i - 1]});
        }
        visitor.each(visits, {.slopes = false, .rolls = true}, [&](const std::size_t first, const VisitBatch& batch) {
            Follower follower(turn, race);
            for (std::size_t v = first; v < std::min(first + batch.width(), visits.size()); ++v)
                follower.follow(batch, visits[v], v - first, landings[visits[v].needed]);
        });
        for (const Visit& visit : visits) {
            const std::size_t i = visit.needed, j = level - i;
            if (i < j) bounce(come_to(i, j), landings[i][i], come_to(j, i), landings[j][j], most);
            if (i == j) bounce(come_to(i, i), landings[i][i], most);
        }
        for (const Visit& visit : visits) {
            const std::size_t i = visit.needed, j = level - i;
            Arrivals& here = come_to(i, j);
            ends.add(here, landings[i][0], most + 1);
            for (std::size_t s = 1; s < i; ++s) come_to(j, s).add(here, landings[i][s], most);
            here = {};
        }
        if (progress) {
            const double left = static_cast<double>(level) / static_cast<double>(2 * n);
            progress(1 - left * left);
        }
    }
    std::vector<double> lengths(most, 0.0);
    for (std::size_t m = 1; m <= most; ++m) lengths[m - 1] = ends.at(m);
    return lengths;
}

}  // namespace jeopardice
