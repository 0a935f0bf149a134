#include "evaluation/fixed_opponent.hpp"

#include <cmath>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "evaluation/bust_rings.hpp"

namespace jeopardice {

namespace {

constexpr size_t most_bytes = size_t{1} << 30;
constexpr double hardly_any = 1e-18;  // the chance of totals so far past the goal that they count as a certain win
constexpr double settled = 1e-15, settled_near = 1e-11;  // the change of a value with which states are solved
constexpr int most_repeats = 10'000;
constexpr size_t most_ahead = 20;  // times the goal: leads up to that are distinguished
constexpr size_t tile = 16;        // scores of both whose states are solved together, while caches have their values

// Rows of numbers, each stored once: most turns are played like others.
class SharedRows {
  public:
    explicit SharedRows(std::vector<double>& numbers) : numbers_(numbers) {}
    [[nodiscard]] size_t add(const double* row, size_t count) {
        const std::string_view bytes(reinterpret_cast<const char*>(row), count * sizeof(double));
        const auto [first, last] = known_.equal_range(std::hash<std::string_view>{}(bytes));
        for (auto known = first; known != last; ++known)
            if (known->second.second == count &&
                std::equal(row, row + count, numbers_.begin() + static_cast<std::ptrdiff_t>(known->second.first)))
                return known->second.first;
        const size_t begin = numbers_.size();
        numbers_.insert(numbers_.end(), row, row + count);
        known_.emplace(std::hash<std::string_view>{}(bytes), std::pair(begin, count));
        return begin;
    }

  private:
    std::vector<double>& numbers_;
    std::unordered_multimap<size_t, std::pair<size_t, size_t>> known_;
};

}  // namespace

BustOrder::BustOrder(const Carryover& carryover) : next(2 * carryover.states.size()) {
    struct State {
        Status status;
        size_t next;
    };
    const size_t carries = carryover.states.size();
    std::vector<State> states;
    for (size_t k = 0; k < next.size(); ++k) {
        next[k] = (k < carries ? carries : 0) + carryover.states[k % carries].busted;
        states.push_back({Status::open, next[k]});
    }
    rings = find_rings(states);
    for (const Ring& ring : rings)
        for (const size_t k : ring) states[k].status = Status::solved;
    for (auto ready = find_ready(states); !ready.empty(); ready = find_ready(states))
        for (const size_t k : ready) {
            leading.push_back(k);
            states[k].status = Status::solved;
        }
}

void BustOrder::solve(std::span<double> worth, std::span<const double> stay) const {
    for (const Ring& ring : rings) {
        double around = 0, all_stay = 1;
        for (size_t k = ring.size(); k-- > 0;) {
            around = worth[ring[k]] + stay[ring[k]] * around;
            all_stay *= stay[ring[k]];
        }
        if (!(1 - all_stay > hardly_ends)) games_never_end();
        worth[ring[0]] = around / (1 - all_stay);
        for (size_t k = ring.size(); k-- > 1;) worth[ring[k]] += stay[ring[k]] * worth[next[ring[k]]];
    }
    for (const size_t k : leading) worth[k] += stay[k] * worth[next[k]];
}

void BustOrder::circulate(std::span<double> arrivals, std::span<const double> stay) const {
    for (size_t k = leading.size(); k-- > 0;) arrivals[next[leading[k]]] += stay[leading[k]] * arrivals[leading[k]];
    for (const Ring& ring : rings) {
        double around = 0, all_stay = 1;
        for (size_t k = 1; k < ring.size(); ++k) around = stay[ring[k]] * (arrivals[ring[k]] + around);
        for (const size_t k : ring) all_stay *= stay[k];
        if (!(1 - all_stay > hardly_ends)) games_never_end();
        arrivals[ring[0]] = (arrivals[ring[0]] + around) / (1 - all_stay);
        for (size_t k = 1; k < ring.size(); ++k) arrivals[ring[k]] += stay[ring[k - 1]] * arrivals[ring[k - 1]];
    }
}

bool FixedOpponent::fits(const Table& table) {
    const Carryover& carryover = table.carryover();
    const size_t n = table.race().lowest, carries = carryover.states.size();
    const bool has_steps = std::ranges::any_of(carryover.states, [](const auto& state) { return state.step > 0; });
    return table.players() == 2 && !has_steps && !carryover.beat_previous && carryover.steal == Steal::never &&
           !(table.race().keep_on_bust && carryover.has_penalized_busts()) &&
           n * n * n / 2 * carries * sizeof(double) <= most_bytes;
}

FixedOpponent::FixedOpponent(const Table& table, Seat& opponent, const Kernel& kernel, const Progress& progress)
    : table_(table),
      kernel_(kernel),
      n_(table.race().lowest),
      start_(n_ - table.race().needed),
      falls_(table.carryover().scores_can_decrease(table.race())),
      turns_(carries() * n_ * n_),
      busts_(table.carryover()) {
    if (!fits(table)) throw std::invalid_argument("fixed opponent: more than this can follow carries over");
    const bool has_last =
        std::ranges::any_of(table.carryover().states, [](auto& state) { return state.last_turns > 0; });
    SharedRows rows(banks_);
    for (size_t carry = 0; carry < carries(); ++carry)
        for (size_t banked = 0; banked < n_; ++banked) {
            const CarryoverState& from = table.carryover().states[carry];
            const auto after = [&](size_t units) {
                return n_ - table.carryover().after_bust(table.race(), units, carry);
            };
            leads_.push_back(
                {from.banked, from.busted, after(n_ - banked), after(table.race().needed), from.last_turns > 0});
        }
    std::vector<std::array<size_t, 2>> begins(turns_.size());
    std::vector<Position> at(n_);
    for (size_t b = n_; b-- > 0;) {
        for (size_t carry = 0; carry < carries(); ++carry) {
            for (size_t a = 0; a < n_; ++a) at[a] = position(b, a, carry);
            const auto found = opponent.outcomes(at);
            for (size_t a = n_; a-- > 0;) {
                TurnChances& now = turns_[place(carry, b, a)];
                now = chances(*found[a], b);
                if (!has_last) now.beyond = now.kept_beyond = 0;
                for (double rest = 0; now.beyond > 0; --now.beyond)
                    if ((rest += now.banks[now.below + now.beyond - 1]) > hardly_any) break;
                past_ = std::max({past_, now.beyond, now.kept_beyond});
                begins[place(carry, b, a)] = {rows.add(now.banks, now.below + now.beyond),
                                              now.kept ? rows.add(now.kept, now.kept_below + now.kept_beyond) : 0};
            }
        }
        if (progress) progress(fraction((n_ - b) * (n_ - b), n_ * n_));
    }
    for (size_t k = 0; k < turns_.size(); ++k) {
        turns_[k].banks = banks_.data() + begins[k][0];
        if (turns_[k].kept) turns_[k].kept = banks_.data() + begins[k][1];
    }
    if (!has_last) return;
    past_ = std::max(past_, table.turn().reach());
    // Players may wait at the goal for a lead: until it is hardly ever caught up with.
    constexpr double hopeless = 1e-16;
    const auto reply = [&](size_t b, size_t k) {
        Position last = position(b, 0, 0);
        last.needs[1] = -static_cast<std::ptrdiff_t>(k);
        last.turns = 1;
        return opponent.last_share(last);
    };
    for (ahead_ = past_; ahead_ < past_ + most_ahead * n_ && reply(n_ - 1, ahead_) > hopeless;) ++ahead_;
    for (size_t b = 0; b < n_; ++b)
        for (size_t k = 0; k < ahead_; ++k) replies_.push_back(1 - reply(b, k));
}

Position FixedOpponent::position(size_t mine, size_t theirs, size_t carry) const {
    Position at{.carry = carry};
    at.needs[0] = static_cast<std::ptrdiff_t>(n_ - mine);
    at.needs[1] = static_cast<std::ptrdiff_t>(n_ - theirs);
    return at;
}

TurnChances FixedOpponent::player_chances(const TurnOutcomes& turn, size_t banked) const {
    TurnChances found = chances(turn, banked);
    for (; !replies_.empty() && found.beyond > ahead_; --found.beyond)
        found.won += found.banks[found.below + found.beyond - 1];
    for (; !replies_.empty() && found.kept_beyond > ahead_; --found.kept_beyond)
        found.won += found.kept[found.kept_below + found.kept_beyond - 1];
    return found;
}

EndsAhead FixedOpponent::player_ahead(const Values& values, size_t carry, size_t a, size_t b) const {
    const Leads& to = leads(carry, a);
    const double* const busted = &values.awaits[place(to.busted, b, 0)];
    return {.banked = &values.awaits[place(to.banked, b, a)],
            .kept = busted + a,
            .past = to.last_turns ? &replies_[b * ahead_] : nullptr,
            .win = 1,
            .bust = busted[to.bust_to],
            .lost = busted[to.lost_to]};
}

EndsAhead FixedOpponent::opponent_ahead(const Values& values, size_t carry, size_t b, size_t a) const {
    const Leads& to = leads(carry, b);
    const double* const busted = &values.moves[place(to.busted, a, 0)];
    return {.banked = &values.moves[place(to.banked, a, b)],
            .kept = busted + b,
            .past = to.last_turns ? &values.last[a * past_] : nullptr,
            .win = 0,
            .bust = busted[to.bust_to],
            .lost = busted[to.lost_to]};
}

double FixedOpponent::sweep(std::span<PolicySeat* const> players, std::span<Values> all,
                            const Progress& progress) const {
    const size_t count = carries();
    double change = 0;
    std::vector<TurnChances> own(players.size() * count * n_);  // by the player, the carry and a
    std::vector<PolicySeat::Play> known(own.size());
    std::vector<double> worth(2 * count), stay(2 * count);
    const auto set = [&](double& value, double now) {
        if (falls_) change = std::max(change, std::abs(now - value));
        value = now;
    };
    const auto solve_row = [&](size_t b, size_t begin, size_t end) {
        for (size_t p = 0; p < players.size(); ++p)
            for (size_t carry = 0; carry < count; ++carry)
                for (size_t a = begin, k = (p * count + carry) * n_ + a; a < end; ++a, ++k) {
                    const PolicySeat::Play play = play_at(*players[p], carry, a, b);
                    if (std::exchange(known[k], play) != play) own[k] = player_at(*players[p], carry, a, b);
                }
        for (size_t a = end; a-- > begin;)
            for (size_t p = 0; p < players.size(); ++p) {
                Values& values = all[p];
                for (size_t carry = 0; carry < count; ++carry) {
                    const TurnChances &mine = own[(p * count + carry) * n_ + a], &theirs = opponent_at(carry, b, a);
                    EndsAhead ahead = player_ahead(values, carry, a, b), other = opponent_ahead(values, carry, b, a);
                    const Leads &my = leads(carry, a), &their = leads(carry, b);
                    // Busts to the same scores follow below.
                    if (my.bust_to == a) ahead.bust = 0;
                    if (my.lost_to == a) ahead.lost = 0;
                    if (their.bust_to == b) other.bust = 0;
                    if (their.lost_to == b) other.lost = 0;
                    worth[carry] = ahead.value(kernel_, mine);
                    worth[count + carry] = other.value(kernel_, theirs);
                    stay[carry] = stays(my, mine, a);
                    stay[count + carry] = stays(their, theirs, b);
                }
                busts_.solve(worth, stay);
                for (size_t carry = 0; carry < count; ++carry) {
                    set(values.moves[place(carry, a, b)], worth[carry]);
                    set(values.awaits[place(carry, b, a)], worth[count + carry]);
                }
            }
    };
    const size_t tiles = (n_ + tile - 1) / tile;
    for (size_t row = tiles; row-- > 0;) {
        if (progress) progress(0);
        for (size_t column = tiles; column-- > 0;)
            for (size_t b = std::min(n_, (row + 1) * tile); b-- > row * tile;)
                solve_row(b, column * tile, std::min(n_, (column + 1) * tile));
    }
    return change;
}

std::vector<FixedOpponent::Values> FixedOpponent::values(std::span<PolicySeat* const> players, const Values* near,
                                                         const Progress& progress) const {
    std::vector<Values> all(players.size());
    for (size_t p = 0; p < players.size(); ++p) {
        const size_t size = carries() * n_ * n_;
        if (near)
            all[p] = *near;
        else
            all[p].moves = all[p].awaits = std::vector<double>(size, falls_ ? 0.5 : 0.0);
        all[p].last.clear();
        for (size_t a = 0; a < n_ && !replies_.empty(); ++a) {
            const auto& shares = players[p]->last_shares(n_ - a, past_);
            all[p].last.insert(all[p].last.end(), shares.begin(), shares.end());
        }
    }
    const double change = near ? settled_near : settled;
    for (int sweeps = 0; sweep(players, all, progress) > change; ++sweeps)
        if (sweeps == most_repeats) games_never_end();
    for (Values& values : all) {
        values.first = values.moves[place(0, start_, start_)];
        values.second = values.awaits[place(0, start_, start_)];
    }
    return all;
}

std::vector<std::array<double, 2>> FixedOpponent::against(std::span<PolicySeat* const> players, const Values* near,
                                                          const Progress& progress) const {
    std::vector<std::array<double, 2>> found;
    for (const Values& one : values(players, near, progress)) found.push_back({one.first, one.second});
    return found;
}

}  // namespace jeopardice
