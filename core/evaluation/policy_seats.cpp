#include "evaluation/policy_seats.hpp"

#include <algorithm>
#include <bit>

namespace jeopardice {

namespace {

constexpr size_t together = 32;                      // units needed whose distributions are found together
constexpr size_t least_past = 64, most_past = 1024;  // units past the goal whose last turns are found together

}  // namespace

size_t PolicyBook::add(Policy policy) {
    const std::unique_lock lock(lock_);
    const size_t known = table_.race().lowest * (policy.lead > 0 ? 2 + policy.lead : 1);
    entries_.push_back({std::move(policy), std::vector<std::atomic<const TurnOutcomes*>>(known)});
    return entries_.size() - 1;
}

std::vector<PolicyBook::Entry*> PolicyBook::entries() {
    const std::shared_lock lock(lock_);
    std::vector<Entry*> all;
    for (Entry& entry : entries_) all.push_back(&entry);
    return all;
}

const TurnOutcomes& PolicyBook::found(Entry& entry, const PolicyLimits& limits) {
    const std::shared_lock lock(lock_);
    return found_.at({&entry, limits});
}

void PolicyBook::find(Entry& entry, std::span<const PolicyLimits> wanted) {
    std::vector<size_t> wins_from;
    for (const PolicyLimits& limits : wanted) wins_from.push_back(limits.wins_from);
    auto turns = policy_outcomes(table_, own_, entry.policy, wanted.front(), wins_from);
    const std::unique_lock lock(lock_);
    for (size_t k = 0; k < wanted.size(); ++k) found_.try_emplace({&entry, wanted[k]}, std::move(turns[k]));
}

const TurnOutcomes& PolicyBook::outcomes(Entry& entry, const Position& at) {
    // Between turns only a total to beat makes a difference besides the units needed.
    const bool is_usual = !at.last() && !table_.carryover().beat_previous;
    const size_t lead = entry.policy.lead;
    const size_t waits = is_usual && lead > 0 ? waits_at_goal(table_, at.carry, table_.rival(at), lead) : 0;
    const size_t usual = waits * table_.race().lowest;
    if (is_usual)
        if (const auto* const known = entry.usual[usual + at.mine() - 1].load(std::memory_order_acquire)) return *known;
    const PolicyLimits wanted = policy_limits(table_, own_, at, lead);
    {
        const std::shared_lock lock(lock_);
        if (const auto known = found_.find({&entry, wanted}); known != found_.end()) return known->second;
    }
    if (!is_usual) {
        find(entry, {&wanted, 1});
        return found(entry, wanted);
    }
    // Players who need a little more or less play alike, and are usually asked for, too.
    const size_t first = (at.mine() - 1) / together * together, end = std::min(first + together, table_.race().lowest);
    std::vector<PolicyLimits> near;
    std::vector<std::pair<size_t, PolicyLimits>> places;
    Position like = at;
    for (size_t i = first; i < end; ++i) {
        like.needs[0] = static_cast<std::ptrdiff_t>(i + 1);
        PolicyLimits one = policy_limits(table_, own_, like, lead);
        if (near.empty() || one.wins_from != near.back().wins_from)
            if (PolicyLimits same = one; (same.wins_from = wanted.wins_from, same == wanted)) near.push_back(one);
        if (!near.empty() && one == near.back()) places.emplace_back(i, one);
    }
    find(entry, near);
    for (const auto& [i, one] : places) entry.usual[usual + i].store(&found(entry, one), std::memory_order_release);
    return found(entry, wanted);
}

const std::vector<double>& PolicyBook::last_shares(size_t entry, size_t needs, size_t past) {
    const std::array key{entry, needs, past};
    const Policy* policy = nullptr;
    {
        const std::shared_lock lock(lock_);
        if (const auto known = shares_.find(key); known != shares_.end()) return known->second;
        policy = &entries_[entry].policy;
    }
    const LastShares* last = nullptr;
    {
        const std::unique_lock lock(lock_);
        last = &last_.try_emplace(past, table_, own_.max_score, past).first->second;
    }
    auto shares = last->find(own_, *policy, needs);
    const std::unique_lock lock(lock_);
    return shares_.try_emplace(key, std::move(shares)).first->second;
}

const TurnOutcomes& PolicySeat::outcomes(const Position& at) {
    return book_.outcomes(*entries_[choice_.at(at, book_.table())], at);
}

const std::vector<double>& PolicySeat::last_shares(size_t needs, size_t past) {
    return book_.last_shares(static_cast<size_t>(last_policy(needs)), needs, past);
}

std::vector<const TurnOutcomes*> PolicySeat::outcomes(std::span<const Position> at) {
    std::vector<const TurnOutcomes*> found;
    for (const Position& position : at) found.push_back(&outcomes(position));
    return found;
}

double PolicySeat::last_share(const Position& at) {
    const Table& table = book_.table();
    if (knows_last_shares_) {
        const auto lead = static_cast<size_t>(-at.needs[1]);
        const size_t past = std::bit_ceil(std::max(least_past, lead + 1));
        if (past <= most_past) return last_shares(at.mine(), past)[lead];
    }
    const TurnOutcomes& turn = outcomes(at);
    const OutcomeLayout layout = outcome_layout(table);
    double share = turn.won;
    const auto add = [&](Ending how, size_t total, double chance) {
        if (chance != 0) share += chance * table.after(at, {how, 0, total}).shares[0];
    };
    for (size_t k = 0; k < turn.banks.size(); ++k) add(Ending::bank, k / layout.bank_phases, turn.banks[k]);
    for (size_t k = 0; k < turn.busts.size(); ++k) add(Ending::bust, k / layout.bust_phases, turn.busts[k]);
    add(Ending::lost, 0, turn.lost);
    return share;
}

}  // namespace jeopardice
