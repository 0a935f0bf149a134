#include "race/level_bounds.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "race/ending.hpp"

namespace jeopardice {

namespace {

constexpr int most_rounds = 40;
constexpr double least_slack = 1e-18;
// Chances to gain that are smaller are not distinguished from rounding errors.
constexpr double least_gain = 1e-9;

[[noreturn]] void cannot_certify() {
    throw std::runtime_error("race: the values of a state are too uncertain to be certified");
}

[[noreturn]] void may_not_end() {
    throw std::runtime_error(
        "race: best play may gain nothing in a turn, so that the game is not proven to end and cannot be certified");
}

}  // namespace

LevelBounds::LevelBounds(const BoundingTurns& turns, const Board& board, const Kernel& kernel, size_t threads,
                         std::span<const double> values, std::span<const double> offers)
    : turn_(turns.less),
      board_(board),
      boards_(turns, board, kernel),
      objective_(board.objective()),
      two_(objective_.two_players),
      gains_(!two_ || every_turn_may_gain(turns.more, board)),
      n_(board.race().lowest),
      each_(offers.empty() ? 0 : board.offers_each()),
      values_(values),
      offers_(offers),
      bounds_{.low = {values.begin(), values.end()},
              .high = {values.begin(), values.end()},
              .offers_low = {offers.begin(), offers.end()},
              .offers_high = {offers.begin(), offers.end()}},
      slack_(values.size()),
      below_{TurnSolver(turns.below(objective_), boards_.below.race(), kernel, threads, Rounding::down), boards_.below},
      above_{TurnSolver(turns.above(objective_), boards_.above.race(), kernel, threads, Rounding::up), boards_.above} {}

void LevelBounds::find_states(size_t level) {
    const auto [low, high] = two_ ? level_range(n_, level) : LevelRange{level, level};
    const size_t carries = board_.carries();
    states_.clear();
    for (size_t i = low; i <= high; ++i)
        for (size_t carry = 0; carry < carries; ++carry) {
            const size_t j = two_ ? level - i : 1;
            const bool offered = each_ > 0 && carry < board_.carryover().offered;
            states_.push_back({i, j, carry, board_.place(i, j, carry),
                               offered ? board_.offers_place(i, j, carry) : none, states_.size()});
        }
    const auto part_of = [&](size_t k) {
        while (states_[k].part != k) k = states_[k].part = states_[states_[k].part].part;
        return k;
    };
    for (size_t k = 0; k < states_.size(); ++k) {
        const auto& [i, j, carry, place, offers, part] = states_[k];
        if (board_.after_bust(i, carry) != i) continue;
        const size_t next = ((two_ ? j : i) - low) * carries + board_.carryover().states[carry].busted;
        states_[part_of(k)].part = part_of(next);
    }
    for (size_t k = 0; k < states_.size(); ++k) states_[k].part = part_of(k);
    std::erase_if(states_, [&](const State& state) { return two_ && !board_.exists(state.j, state.carry); });
}

double LevelBounds::slack_below(const State& state) const {
    double slack = two_ ? least_slack : 0;
    if (state.i > 1) slack = std::max(slack, slack_[board_.place(state.i - 1, state.j, state.carry)]);
    if (state.j > 1) slack = std::max(slack, slack_[board_.place(state.i, state.j - 1, state.carry)]);
    return slack;
}

void LevelBounds::set_guess(const State& state, double slack) {
    const double value = values_[state.place];
    slack_[state.place] = slack;
    // A race takes at least one turn.
    bounds_.low[state.place] = std::max(two_ ? 0.0 : 1.0, value - slack);
    bounds_.high[state.place] = two_ ? std::min(1.0, value + slack) : value + slack;
    if (state.offers == none) return;
    for (size_t k = state.offers; k < state.offers + each_; ++k) {
        bounds_.offers_low[k] = std::max(0.0, offers_[k] - slack);
        bounds_.offers_high[k] = std::min(1.0, offers_[k] + slack);
    }
}

// Turns with the values that follow them bounded, so that they are bounded from below or above.
void LevelBounds::solve(bool below, const std::vector<size_t>& which, bool slopes) {
    auto& [solver, board, found, offers] = below ? below_ : above_;
    const bool from_high = below == (objective_.scale < 0);
    const double* const values = (from_high ? bounds_.high : bounds_.low).data();
    const double* const offered = each_ > 0 ? (from_high ? bounds_.offers_high : bounds_.offers_low).data() : nullptr;
    problems_.clear();
    for (const size_t k : which) {
        const State& state = states_[k];
        const double stays = board.bust_value(values, state.i, state.j, state.carry);
        problems_.push_back(board.problem(values, state.i, state.j, state.carry, stays, offered));
    }
    found.resize(which.size());
    if (each_ == 0) {
        solver.solve(problems_, found, {.slopes = slopes});
        return;
    }
    offers.resize(which.size() * each_);
    solver.for_each_batch(
        problems_, {.slopes = false, .rolls = true, .all_rows = true}, [&](size_t first, const TurnBatch& batch) {
            for (size_t v = first; v < std::min(first + batch.width(), which.size()); ++v) {
                found[v] = batch.found(problems_[v], v - first);
                copy_offers(turn_, batch, problems_[v], v - first, board.totals(), &offers[v * each_]);
            }
        });
}

double LevelBounds::value_found(bool low, size_t which) const {
    const bool same = objective_.sign > 0;
    const double found = objective_.sign * (low == same ? below_ : above_).found[which].value;
    return two_ ? std::clamp(found, 0.0, 1.0) : std::max(1.0, found);
}

void LevelBounds::set_high(const std::vector<size_t>& which) {
    for (size_t v = 0; v < which.size(); ++v) {
        const State& state = states_[which[v]];
        bounds_.high[state.place] = value_found(false, v);
        if (state.offers == none) continue;
        for (size_t k = 0; k < each_; ++k)
            bounds_.offers_high[state.offers + k] = std::clamp(above_.offers[v * each_ + k], 0.0, 1.0);
    }
}

// By how much the guess of a state is too narrow.
double LevelBounds::missing(const State& state, size_t which) const {
    double most = bounds_.low[state.place] - value_found(true, which);
    if (!two_) most = std::max(most, value_found(false, which) - bounds_.high[state.place]);
    if (state.offers == none) return most;
    for (size_t k = 0; k < each_; ++k)
        most = std::max(most, bounds_.offers_low[state.offers + k] - std::max(0.0, below_.offers[which * each_ + k]));
    return most;
}

void LevelBounds::prove(size_t level) {
    find_states(level);
    std::vector<size_t> open(states_.size());
    std::iota(open.begin(), open.end(), size_t{0});
    // A part's name is a number below that of all states of the level, those that cannot occur included.
    std::vector<double> slack(board_.carries() * (two_ ? level : 1) + 1), most(slack.size());
    for (const State& state : states_) slack[state.part] = std::max(slack[state.part], slack_below(state));
    for (const State& state : states_) set_guess(state, slack[state.part]);
    for (int round = 0; !open.empty(); ++round) {
        if (round == most_rounds) cannot_certify();
        solve(false, open);
        if (two_) set_high(open);
        solve(true, open);
        std::fill(most.begin(), most.end(), 0.0);
        for (size_t v = 0; v < open.size(); ++v) {
            const State& state = states_[open[v]];
            most[state.part] = std::max(most[state.part], missing(state, v));
        }
        std::erase_if(open, [&](size_t k) { return most[states_[k].part] <= 0; });
        for (const size_t k : open) {
            const size_t part = states_[k].part;
            set_guess(states_[k], slack[part] + most[part] * static_cast<double>(std::int64_t{2} << round));
        }
        for (size_t part = 0; part < slack.size(); ++part)
            if (most[part] > 0) slack[part] += most[part] * static_cast<double>(std::int64_t{2} << round);
    }
}

// An upper bound of the value of a turn that gains nothing: a bust, or everything banked is lost.
double LevelBounds::value_of_nothing(const State& state) const {
    const size_t lost = board_.after_bust(board_.race().needed, state.carry);
    const double* const after = bounds_.high.data();
    const double most = 1 - board_.bust_value(after, state.i, state.j, state.carry);
    if (!board_.carryover().loses || lost == state.i) return most;
    return std::max(most, 1 - after[board_.place(state.j, lost, board_.carryover().states[state.carry].busted)]);
}

// Where turns can be played so that they gain nothing, those that attain the lower bounds must not be: they are worth
// more than nothing gained, or bust with probability below 1. Where scores only grow, a total to beat may be out of
// reach: then the other player has just gained it. With a lower bound of 0 there is nothing to prove.
void LevelBounds::check_ending(size_t level) {
    if (gains_) return;
    find_states(level);
    const Carryover& carryover = board_.carryover();
    std::vector<size_t> doubtful;
    for (size_t k = 0; k < states_.size(); ++k) {
        const State& state = states_[k];
        const CarryoverState& from = carryover.states[state.carry];
        const double low = bounds_.low[state.place];
        const bool to_beat = carryover.beat_previous && from.least > 1 && !board_.scores_can_decrease();
        if (low <= 0 || to_beat) continue;
        // A total that a bust keeps may be less than the penalty.
        if (board_.race().keep_on_bust && from.penalized && board_.race().penalty > 0) may_not_end();
        if (low > value_of_nothing(state)) continue;
        if (carryover.loses || each_ > 0) may_not_end();
        doubtful.push_back(k);
    }
    if (doubtful.empty()) return;
    solve(true, doubtful, true);
    for (const TurnValue& found : below_.found)
        if (1 - found.slope < least_gain) may_not_end();
}

void LevelBounds::guess(std::span<const double> slack) {
    for (size_t carry = 0; carry < board_.carries(); ++carry)
        for (size_t i = 1; i <= n_; ++i)
            for (size_t j = 1; j <= (two_ ? n_ : 1); ++j) {
                const size_t place = board_.place(i, j, carry);
                const bool offered = each_ > 0 && carry < board_.carryover().offered;
                set_guess({i, j, carry, place, offered ? board_.offers_place(i, j, carry) : none, 0}, slack[place]);
            }
}

// The largest distance of a bound from the value.
double LevelBounds::width(const State& state) const {
    const auto apart = [](double low, double value, double high) { return std::max(value - low, high - value); };
    double most = apart(bounds_.low[state.place], values_[state.place], bounds_.high[state.place]);
    if (state.offers == none) return most;
    for (size_t k = state.offers; k < state.offers + each_; ++k)
        most = std::max(most, apart(bounds_.offers_low[k], offers_[k], bounds_.offers_high[k]));
    return most;
}

bool LevelBounds::replace(size_t level, std::span<double> needed) {
    find_states(level);
    std::vector<size_t> all(states_.size());
    std::iota(all.begin(), all.end(), size_t{0});
    bool contained = true;
    const auto set = [&](double& bound, double found, bool low) {
        contained = contained && (low ? found >= bound : found <= bound);
        bound = found;
    };
    for (const bool below : {false, true}) {
        solve(below, all);
        const bool low = below == (objective_.sign > 0);
        for (size_t v = 0; v < all.size(); ++v) {
            const State& state = states_[v];
            set((low ? bounds_.low : bounds_.high)[state.place], value_found(low, v), low);
            if (state.offers == none) continue;
            std::vector<double>& offers = low ? bounds_.offers_low : bounds_.offers_high;
            for (size_t k = 0; k < each_; ++k)
                set(offers[state.offers + k], std::clamp((below ? below_ : above_).offers[v * each_ + k], 0.0, 1.0),
                    low);
        }
    }
    for (const State& state : states_) needed[state.place] = width(state);
    return contained;
}

}  // namespace jeopardice
