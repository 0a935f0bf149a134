// How the states of a last round are solved: see multiplayer/last_states.hpp.
#include <algorithm>
#include <map>

#include "multiplayer/last_states.hpp"
#include "race/tolerances.hpp"

namespace jeopardice {

namespace {

constexpr double improbable = 1e-7;
constexpr size_t longest_turn = 20'000;

// A turn that is worth 1 from a gain on.
class GainEnds : public EndValues {
  public:
    GainEnds(size_t gain, bool keeps) : gain_(gain), keeps_(keeps) {}
    bool write(Ended how, size_t total, size_t, std::span<double> worth) const override {
        const bool counts = how == Ended::bank || (how == Ended::bust && keeps_);
        worth[0] = counts && total >= gain_ ? 1 : 0;
        return true;
    }

  private:
    const size_t gain_;
    const bool keeps_;
};

}  // namespace

// Totals further past the goal count as `past_`, where a gain of as much is so improbable that both to get there and to
// be overtaken from there is negligible.
void LastStates::find_past(const TurnTables& turn, const Kernel& kernel) {
    TurnBatch batch(turn, race_, kernel);
    const size_t usual = race_.least_bank(race_.needed + 1), least = std::max(usual, race_.least_bank(race_.needed));
    const auto chance = [&](size_t gain) {
        const GainEnds ends(gain, race_.keep_on_bust);
        const TurnProblem problem{.needed = gain, .after = nullptr, .least = usual, .past = least, .ends = &ends};
        batch.run({&problem, 1}, {.slopes = false});
        return batch.found(problem, 0).value;
    };
    past_ = least_improbable(chance, improbable, 32, longest_turn) + least + turn.reach() + (beats_ ? race_.lowest : 0);
    totals_ = past_ + race_.lowest + 1;
}

double LastStates::turns_to_solve(size_t turns, double count) const {
    const auto banks = static_cast<double>(beats_ ? totals_ : 1);
    const bool first = turns == most_turns_, last = turns == 1;
    const double occur = first && beats_ ? count / banks * static_cast<double>(race_.lowest) : count;
    if (penalties_) return occur;
    double different =
        static_cast<double>(ties_split_ ? players_ - turns : 1) * (last && !race_.keep_on_bust ? 1 : banks);
    for (size_t p = 0; p < turns; ++p) different *= static_cast<double>(totals_);
    return std::min(occur, different);
}

void LastStates::fill(const TurnTables& turn, TurnSolver& solver, size_t turns, const Progress& progress) {
    constexpr size_t part = 4096;
    Layer& layer = layers_[turns];
    const size_t each = turns + 1, offers_each = phases_ * totals_ * each;
    const bool steals = steal_ != Steal::never;
    layer.worth.resize(layer.count * each);
    if (steals && turns > 0) layer.offers.resize(layer.count / layer.banks * offers_each);
    std::map<std::vector<size_t>, size_t> solved;
    std::vector<std::pair<size_t, size_t>> copies;
    std::vector<size_t> places;
    for (size_t at = 0; at < layer.count; ++at) {
        const LastState state = state_at(turns, at);
        if (turns == 0) layer.worth[at] = 1 / static_cast<double>(state.leaders);
        if (turns == 0 || !occurs(state)) continue;
        if (!penalties_) {
            const auto [same, is_new] = solved.try_emplace(what_matters(state), at);
            if (!is_new) {
                copies.emplace_back(at, same->second);
                continue;
            }
        }
        places.push_back(at);
    }
    for (size_t from = 0; from < places.size(); from += part) {
        solve(turn, solver, layer, std::span(places).subspan(from, std::min(part, places.size() - from)), turns);
        if (progress) progress(fraction(from, places.size()));
    }
    for (const auto& [at, from] : copies) {
        std::copy_n(&layer.worth[from * each], each, &layer.worth[at * each]);
        if (const LastState state = state_at(turns, at); steals && state.to_beat == 0)
            std::copy_n(&layer.offers[offer_place(state_at(turns, from), 0, 0) * each], offers_each,
                        &layer.offers[offer_place(state, 0, 0) * each]);
    }
}

void LastStates::solve(const TurnTables& turn, TurnSolver& solver, Layer& layer, std::span<const size_t> places,
                       size_t turns) {
    const bool steals = steal_ != Steal::never;
    const size_t each = turns + 1;
    std::vector<std::pair<LastState, size_t>> states;
    for (const size_t at : places) states.emplace_back(state_at(turns, at), at);
    std::stable_sort(states.begin(), states.end(),
                     [](const auto& a, const auto& b) { return a.first.units[0] < b.first.units[0]; });
    std::vector<Ends> ends;
    std::vector<TurnProblem> problems;
    ends.reserve(states.size());
    for (const auto& [state, at] : states) {
        ends.emplace_back(*this, state);
        problems.push_back(problem(state, ends.back()));
    }
    solver.for_each_batch(problems, {.rolls = steals, .all_rows = steals}, [&](size_t first, const TurnBatch& batch) {
        for (size_t v = first; v < std::min(first + batch.width(), problems.size()); ++v) {
            const auto& [state, at] = states[v];
            const size_t lane = v - first, start = batch.start(problems[v]);
            // A leader has what the others leave.
            const auto store = [&, leaders = static_cast<double>(state.leaders)](double* worth, double own,
                                                                                 const auto& other) {
                double rest = 1 - own;
                worth[1] = own;
                for (size_t r = 0; r + 1 < turns; ++r) rest -= worth[2 + r] = other(r);
                worth[0] = std::max(0.0, rest) / leaders;
            };
            store(&layer.worth[at * each], batch.found(problems[v], lane).value,
                  [&](size_t r) { return batch.other_value(problems[v], r, lane); });
            for (size_t q = 0; steals && state.to_beat == 0 && q < phases_; ++q)
                for (size_t total = 1; total < totals_ && !no_dice_[q]; ++total) {
                    const size_t roll = turn.first_roll(q), row = start - std::min(start, total);
                    store(&layer.offers[offer_place(state, q, total) * each], batch.roll_value(row, roll, lane),
                          [&](size_t r) { return batch.other_roll_value(row, roll, r, lane); });
                }
        }
    });
}

}  // namespace jeopardice
