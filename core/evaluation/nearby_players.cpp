#include "evaluation/nearby_players.hpp"

#include <cmath>

namespace jeopardice {

namespace {

constexpr double negligible_rest = 1e-7;  // arrivals that are not followed: estimates are of first order
constexpr int most_passes = 200;

}  // namespace

NearbyPlayers::NearbyPlayers(const FixedOpponent& opponent, PolicySeat& player, const NearbyPlayers* near,
                             const Progress& progress)
    : opponent_(opponent) {
    PolicySeat* const one = &player;
    values_ = std::move(opponent.values({&one, 1}, near ? &near->values_ : nullptr, progress).front());
    const size_t n = opponent.n_, carries = opponent.carries(), size = carries * n * n;
    plays_.resize(size);
    for (size_t carry = 0; carry < carries; ++carry)
        for (size_t a = 0; a < n; ++a)
            for (size_t b = 0; b < n; ++b) plays_[opponent.place(carry, a, b)] = opponent.play_at(player, carry, a, b);
    for (size_t a = 0; a < n && !opponent.replies_.empty(); ++a) last_policies_.push_back(player.last_policy(n - a));
    falls_ = near ? near->falls_ : std::vector<double>(size);
    other_falls_ = near ? near->other_falls_ : std::vector<double>(size);
    for (int pass = 0; pass < most_passes; ++pass)
        if (follow(player, progress) <= negligible_rest) break;
    groups_.resize(carries * n);
    for (size_t carry = 0; carry < carries; ++carry)
        for (size_t a = 0; a < n; ++a) add_groups(carry, a);
}

double NearbyPlayers::follow(PolicySeat& player, const Progress& progress) {
    const FixedOpponent& by = opponent_;
    const size_t n = by.n_, carries = by.carries();
    turns_ = falls_;
    waits_ = other_falls_;
    turns_[by.place(0, by.start_, by.start_)] += 0.5;
    waits_[by.place(0, by.start_, by.start_)] += 0.5;
    last_turns_.assign(values_.last.size(), 0.0);
    std::vector<double> fell(falls_.size()), other_fell(falls_.size());
    std::vector<double> mass(2 * carries), stay(2 * carries);
    std::vector<TurnChances> own(carries);
    std::vector<PolicySeat::Play> known(carries);
    for (size_t a = 0; a < n; ++a) {
        if (progress) progress(0);
        std::ranges::fill(known, PolicySeat::Play{});
        for (size_t b = 0; b < n; ++b) {
            for (size_t carry = 0; carry < carries; ++carry) {
                mass[carry] = turns_[by.place(carry, a, b)];
                mass[carries + carry] = waits_[by.place(carry, b, a)];
            }
            if (std::ranges::none_of(mass, [](double arrivals) { return arrivals > 0; })) continue;
            for (size_t carry = 0; carry < carries; ++carry) {
                const PolicySeat::Play play = plays_[by.place(carry, a, b)];
                if (std::exchange(known[carry], play) != play) own[carry] = by.player_at(player, carry, a, b);
                stay[carry] = by.stays(by.leads(carry, a), own[carry], a);
                stay[carries + carry] = by.stays(by.leads(carry, b), by.opponent_at(carry, b, a), b);
            }
            by.busts_.circulate(mass, stay);
            for (size_t carry = 0; carry < carries; ++carry) {
                const double mine = turns_[by.place(carry, a, b)] = mass[carry];
                const double theirs = waits_[by.place(carry, b, a)] = mass[carries + carry];
                const auto &my = by.leads(carry, a), &their = by.leads(carry, b);
                const TurnChances &turn = own[carry], &reply = by.opponent_at(carry, b, a);
                by.kernel_.add(&waits_[by.place(my.banked, b, a)] + turn.least, turn.banks, turn.below, mine);
                by.kernel_.add(&turns_[by.place(their.banked, a, b)] + reply.least, reply.banks, reply.below, theirs);
                if (turn.kept) by.kernel_.add(&waits_[by.place(my.busted, b, a)] + 1, turn.kept, turn.kept_below, mine);
                if (reply.kept)
                    by.kernel_.add(&turns_[by.place(their.busted, a, b)] + 1, reply.kept, reply.kept_below, theirs);
                if (their.last_turns) {
                    by.kernel_.add(&last_turns_[a * by.past_], reply.banks + reply.below, reply.beyond, theirs);
                    if (reply.kept)
                        by.kernel_.add(&last_turns_[a * by.past_], reply.kept + reply.kept_below, reply.kept_beyond,
                                       theirs);
                }
                if (my.bust_to != a) other_fell[by.place(my.busted, b, my.bust_to)] += mine * turn.bust;
                if (my.lost_to != a) other_fell[by.place(my.busted, b, my.lost_to)] += mine * turn.lost;
                if (their.bust_to != b) fell[by.place(their.busted, a, their.bust_to)] += theirs * reply.bust;
                if (their.lost_to != b) fell[by.place(their.busted, a, their.lost_to)] += theirs * reply.lost;
            }
        }
    }
    double change = 0;
    for (size_t k = 0; k < fell.size(); ++k)
        change += std::abs(fell[k] - falls_[k]) + std::abs(other_fell[k] - other_falls_[k]);
    falls_ = std::move(fell);
    other_falls_ = std::move(other_fell);
    return change;
}

void NearbyPlayers::add_groups(size_t carry, size_t a) {
    const FixedOpponent& by = opponent_;
    const size_t n = by.n_, place = by.place(carry, a, 0);
    std::vector<Group>& groups = groups_[carry * n + a];
    for (size_t b = 0; b < n; ++b) {
        const double weight = turns_[place + b];
        auto group = std::ranges::find(groups, plays_[place + b], &Group::play);
        const EndsAhead ahead = by.player_ahead(values_, carry, a, b);
        if (group == groups.end()) {
            Group empty;
            empty.play = plays_[place + b];
            empty.banked.resize(n - a);
            if (by.table_.race().keep_on_bust) empty.kept.resize(n - a);
            if (ahead.past) empty.past.resize(by.ahead_);
            group = groups.insert(group, std::move(empty));
        }
        group->turns += weight;
        group->value += weight * values_.moves[place + b];
        by.kernel_.add(group->banked.data(), ahead.banked, group->banked.size(), weight);
        by.kernel_.add(group->kept.data(), ahead.kept, group->kept.size(), weight);
        if (ahead.past) by.kernel_.add(group->past.data(), ahead.past, by.ahead_, weight);
        group->bust += weight * ahead.bust;
        group->lost += weight * ahead.lost;
    }
}

double NearbyPlayers::estimate(PolicySeat& player) const {
    const FixedOpponent& by = opponent_;
    const size_t n = by.n_;
    double sum = (values_.first + values_.second) / 2;
    for (size_t a = 0; a < last_policies_.size(); ++a) {
        if (player.last_policy(n - a) == last_policies_[a]) continue;
        const auto& shares = player.last_shares(n - a, by.past_);
        for (size_t k = 0; k < by.past_; ++k)
            sum += last_turns_[a * by.past_ + k] * (shares[k] - values_.last[a * by.past_ + k]);
    }
    std::vector<PolicySeat::Play> plays(n);
    for (size_t carry = 0; carry < by.carries(); ++carry)
        for (size_t a = 0; a < n; ++a) {
            const size_t place = by.place(carry, a, 0);
            bool alike = true;
            for (size_t b = 0; b < n; ++b) {
                plays[b] = by.play_at(player, carry, a, b);
                alike = alike && plays[b] == plays_[place + b];
            }
            if (alike) continue;
            for (const Group& group : groups_[carry * n + a]) {
                // Whether the other player has one policy, too, where the known player follows that of the group.
                size_t first = n;
                bool one = true, same = true;
                for (size_t b = 0; b < n; ++b) {
                    if (plays_[place + b] != group.play) continue;
                    if (first == n) first = b;
                    one = one && plays[b] == plays[first];
                    same = same && plays[b] == group.play;
                }
                if (same || group.turns <= 0) continue;
                if (one) {
                    sum += group.ahead().value(by.kernel_, by.player_at(player, carry, a, first)) - group.value;
                    continue;
                }
                for (size_t b = first; b < n; ++b) {
                    if (plays_[place + b] != group.play || plays[b] == group.play) continue;
                    const double then =
                        by.player_ahead(values_, carry, a, b).value(by.kernel_, by.player_at(player, carry, a, b));
                    sum += turns_[place + b] * (then - values_.moves[place + b]);
                }
            }
        }
    return sum;
}

}  // namespace jeopardice
