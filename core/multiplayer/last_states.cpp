#include "multiplayer/last_states.hpp"

#include <algorithm>
#include <stdexcept>

namespace jeopardice {

namespace {

constexpr size_t most_values = 250'000'000;  // 2 GB
constexpr double most_work = 4e10;           // in options of one lane: about a minute

}  // namespace

bool LastStates::are_needed(const TurnTables& turn, const RaceRules& race, const Carryover& carryover) {
    return carryover.steal != Steal::never || carryover.ties_split || carryover.beat_previous ||
           (race.keep_on_bust && race.penalty > 0 && carryover.has_penalized_busts()) || turn.can_win_at_once();
}

LastStates::LastStates(const TurnTables& turn, const RaceRules& race, const Carryover& carryover, const Kernel& kernel,
                       size_t players, size_t most_turns, size_t threads, const Progress& progress)
    : race_(race),
      beats_(carryover.beat_previous),
      ties_split_(carryover.ties_split),
      penalties_(race.keep_on_bust && race.penalty > 0 && carryover.has_penalized_busts()),
      steal_(carryover.steal),
      players_(players),
      most_turns_(most_turns),
      phases_(turn.phases()) {
    for (size_t q = 0; q < phases_; ++q) no_dice_.push_back(turn.no_dice(q));
    find_past(turn, kernel);
    double numbers = 0, work = 0;
    for (size_t turns = 0; turns <= most_turns; ++turns) {
        Layer layer;
        layer.most_leaders = ties_split_ ? players_ - turns : 1;
        layer.penalties = penalties_ ? size_t{1} << turns : 1;
        layer.banks = beats_ ? totals_ : 1;
        double count = 1;
        for (const size_t size : {layer.most_leaders, layer.penalties, past_ + 1, layer.banks})
            count *= static_cast<double>(size);
        for (size_t p = 0; p < turns; ++p) count *= static_cast<double>(race_.lowest);
        const double offers = steal_ == Steal::never ? 0 : static_cast<double>(phases_ * totals_);
        numbers += count * static_cast<double>(1 + turns) * (1 + offers / static_cast<double>(layer.banks));
        if (turns > 0)
            work += turns_to_solve(turns, count) *
                    static_cast<double>((race_.lowest + past_) * (turn.options() + 20) * turns);
        if (numbers > static_cast<double>(most_values) || work > most_work)
            throw std::runtime_error(
                "race: goal, players, end.rule: the last round of this game has too many states to be solved");
        layer.count = static_cast<size_t>(count);
        layers_.push_back(std::move(layer));
    }
    TurnSolver solver(turn, race_, kernel, threads);
    for (size_t turns = 0; turns <= most_turns; ++turns) fill(turn, solver, turns, progress);
}

size_t LastStates::place(const LastState& state) const {
    const Layer& layer = layers_[state.units.size()];
    size_t at = std::min(state.leaders, layer.most_leaders) - 1;
    at = at * layer.penalties + (penalties_ ? state.penalized : 0);
    at = at * layer.banks + std::min(state.to_beat, layer.banks - 1);
    at = at * (past_ + 1) + state.lead;
    for (const size_t units : state.units) at = at * race_.lowest + units - 1;
    return at;
}

size_t LastStates::offer_place(const LastState& state, size_t phase, size_t total) const {
    const Layer& layer = layers_[state.units.size()];
    size_t inner = past_ + 1;  // the leads and units of one bank to beat
    for (size_t p = 0; p < state.units.size(); ++p) inner *= race_.lowest;
    const size_t at = place(state), without_bank = at / (inner * layer.banks) * inner + at % inner;
    return (without_bank * phases_ + phase) * totals_ + total;
}

LastState LastStates::state_at(size_t turns, size_t place) const {
    const Layer& layer = layers_[turns];
    LastState state;
    state.units.resize(turns);
    const auto take = [&](size_t size) {
        const size_t digit = place % size;
        place /= size;
        return digit;
    };
    for (size_t p = turns; p-- > 0;) state.units[p] = take(race_.lowest) + 1;
    state.lead = take(past_ + 1);
    state.to_beat = take(layer.banks);
    state.penalized = take(layer.penalties);
    state.leaders = take(layer.most_leaders) + 1;
    return state;
}

// A lead that is too large to matter is reduced, and with it the total of the turn that may be stolen, which the next
// player would have to continue from.
void LastStates::write(LastState& state, Offer offer, std::span<double> worth) const {
    const size_t turns = state.units.size(), each = turns + 1;
    const Layer& layer = layers_[turns];
    if (state.lead > past_) {
        offer.total -= std::min(offer.total, state.lead - past_);
        state.lead = past_;
    }
    const double* from = &layer.worth[place(state) * each];
    if (turns > 0 && steal_ != Steal::never && offer.there() && offer.total > 0 && !no_dice_[offer.phase]) {
        const double* const stolen =
            &layer.offers[offer_place(state, offer.phase, std::min(offer.total, totals_ - 1)) * each];
        if (stolen[1] > from[1] + worth_stealing) from = stolen;
    }
    std::copy_n(from, each, worth.begin());
}

bool LastStates::Ends::write(Ended how, size_t total, size_t phase, std::span<double> worth) const {
    const LastStates& all = states_;
    if (how == Ended::win) {
        std::fill(worth.begin(), worth.end(), 0.0);
        worth[0] = 1;
        return true;
    }
    const RaceRules& race = all.race_;
    const size_t turns = state_.units.size();
    auto left = static_cast<std::ptrdiff_t>(state_.units[0]);
    const bool keeps = how == Ended::bust && race.keep_on_bust;
    if (how == Ended::bank || keeps) left -= static_cast<std::ptrdiff_t>(total);
    if (keeps && all.penalties_ && (state_.penalized & 1)) left = race.after_penalty(left);
    const bool counts = how == Ended::bank || keeps;
    const auto lead = static_cast<std::ptrdiff_t>(state_.lead);
    LastState then{.leaders = state_.leaders,
                   .penalized = state_.penalized >> 1,
                   .to_beat = all.beats_ && how == Ended::bank ? total : 0,
                   .lead = state_.lead,
                   .units = {state_.units.begin() + 1, state_.units.end()}};
    const bool leads = counts && -left > lead, ties = counts && -left == lead && all.ties_split_;
    if (leads) {
        then.leaders = 1;
        then.lead = static_cast<size_t>(-left);
    }
    if (ties) ++then.leaders;
    const bool offers = all.steal_ == (how == Ended::bank ? Steal::after_bank : Steal::after_bust);
    double found[8 + 1];
    all.write(then, offers ? Offer{phase, total} : Offer{}, {found, turns});
    worth[0] = leads || ties ? found[0] : 0;
    for (size_t p = 1; p < std::min(turns, worth.size()); ++p) worth[p] = found[p];
    return true;
}

TurnProblem LastStates::problem(const LastState& state, const EndValues& ends) const {
    const size_t turns = state.units.size(), needed = state.units[0], least = this->least(state);
    // Past the goal and the lead, and where turns can be stolen all totals that may be.
    const size_t further = state.lead - std::min(state.lead, past_);
    const size_t past = further + std::max({past_ + 1, least + 1 - std::min(least + 1, needed),
                                            steal_ == Steal::never ? 0 : totals_ - std::min(totals_, needed)});
    return {.needed = needed,
            .after = nullptr,
            .least = least,
            .past = past,
            .others = {.count = turns - 1},
            .ends = &ends};
}

bool LastStates::occurs(const LastState& state) const {
    if (!beats_ || state.units.size() < most_turns_ || state.to_beat == 0) return true;
    return state.to_beat > state.lead && (state.lead == past_ || state.to_beat - state.lead <= race_.lowest);
}

// The leaders, the bank to beat, and for each player the gain that is needed to lead and whether a first bank is due.
// Before the last turn a bank that is large enough to lead is often legal, or the other way round.
std::vector<size_t> LastStates::what_matters(const LastState& state) const {
    const bool has_first_bank = race_.least_bank(race_.needed) > race_.least_bank(race_.needed + 1);
    std::vector<size_t> found{state.leaders, state.to_beat};
    for (const size_t units : state.units) {
        found.push_back(units + state.lead + 1);
        found.push_back(has_first_bank && units == race_.needed ? 1 : 0);
    }
    if (state.units.size() > 1) return found;
    size_t &to_beat = found[1], &gain = found[2];
    if (to_beat + 1 <= gain - (ties_split_ ? 1 : 0)) {
        to_beat = 0;
    } else if (!race_.keep_on_bust && to_beat + 1 >= gain) {
        gain = to_beat + 1;
        to_beat = ties_split_ ? 1 : 0;  // a tie is then not possible
    }
    return found;
}

}  // namespace jeopardice
