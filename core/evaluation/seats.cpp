#include "evaluation/seats.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace jeopardice {

std::vector<StolenTurns> Seat::steal(std::span<const Position> at, std::span<const std::vector<OfferedTurn>> offers) {
    std::vector<StolenTurns> found(at.size());
    for (size_t k = 0; k < at.size(); ++k) {
        found[k].declined.assign(offers[k].front().weights.size(), 0.0);
        for (const OfferedTurn& turn : offers[k])
            std::ranges::transform(turn.weights, found[k].declined, found[k].declined.begin(), std::plus());
    }
    return found;
}

TurnProblem BoardProblems::problem(const Position& at, double beside, ProblemParts&) const {
    const size_t i = at.mine(), j = board_.objective().two_players ? static_cast<size_t>(at.needs[1]) : 1;
    const double stays = board_.bust_value(values_.data(), i, j, at.carry) + beside;
    return board_.problem(values_.data(), i, j, at.carry, stays, offers_);
}

size_t BoardProblems::place(const Position& at) const {
    const size_t j = board_.objective().two_players ? static_cast<size_t>(at.needs[1]) : 1;
    return board_.place(at.mine(), j, at.carry);
}

double BoardProblems::last_share(const Position& at) const {
    const LastTurns& last = board_.last_turns();
    const size_t standing = last.standing(at.mine(), board_.carryover().states[at.carry].penalized);
    const auto to_gain = static_cast<size_t>(at.needs[0] + 1 - at.needs[1]);
    const double begins = last.turn(standing).value(to_gain - 1, 0, at.banked);
    const std::vector<double>& offers = last.offers(standing);
    if (at.offered == 0 || offers.empty() || to_gain > last.most_to_gain()) return begins;
    const size_t each = offers.size() / last.most_to_gain(), phases = each / last.totals();
    const size_t total = std::min(at.offered, last.totals() - 1);
    return std::max(begins, offers[(to_gain - 1) * each + total * phases + at.phase]);
}

double BoardProblems::worth(const Position& at) const {
    if (at.last()) return last_share(at);
    const double begins = values_[place(at)];
    if (!offers_ || at.offered == 0) return begins;
    const size_t first = board_.offers_place(at.mine(), static_cast<size_t>(at.needs[1]), at.carry);
    const size_t phases = board_.offers_each() / board_.totals(), total = std::min(at.offered, board_.totals() - 1);
    return std::max(begins, offers_[first + total * phases + at.phase]);
}

namespace {

// The ends of a turn of one of two players, given what the next position is worth to the other.
class PositionEnds final : public EndValues {
  public:
    PositionEnds(const Table& table, const Position& at, std::function<double(const Position&)> worth)
        : table_(table), at_(at), worth_(std::move(worth)) {}
    bool write(Ended how, size_t total, size_t phase, std::span<double> worth) const override {
        const AfterTurn then = table_.after(at_, {static_cast<Ending>(how), phase, total});
        worth[0] = then.over ? then.shares[0] : 1 - worth_(then.next);
        return true;
    }

  private:
    const Table& table_;
    const Position at_;
    const std::function<double(const Position&)> worth_;
};

// The ends of a turn, valued by its mover and by another player.
class SharedEnds final : public EndValues {
  public:
    SharedEnds(const EndValues& own, std::function<double(const TurnEnd&)> other)
        : own_(own), other_(std::move(other)) {}
    bool write(Ended how, size_t total, size_t phase, std::span<double> worth) const override {
        worth[1] = other_({static_cast<Ending>(how), phase, total});
        return own_.write(how, total, phase, worth.first(1));
    }

  private:
    const EndValues& own_;
    const std::function<double(const TurnEnd&)> other_;
};

}  // namespace

const EndValues& BoardProblems::ends(const Table& table, const Position& at, ProblemParts& parts) const {
    parts.ends.push_back(
        std::make_unique<PositionEnds>(table, at, [this](const Position& then) { return worth(then); }));
    return *parts.ends.back();
}

namespace {

Units units_of(const Position& at, size_t players) {
    Units units{};
    for (size_t p = 0; p < players; ++p) units[p] = static_cast<std::uint16_t>(at.needs[p]);
    return units;
}

}  // namespace

TurnProblem MultiplayerProblems::problem(const Position& at, double beside, ProblemParts& parts) const {
    const auto with_ends = [&](auto ends, const auto& make) {
        parts.ends.push_back(std::make_unique<decltype(ends)>(std::move(ends)));
        return make(*parts.ends.back());
    };
    const auto find = [&] {
        if (at.last() && board_.last_states().past() == 0) {
            const auto [gains, firsts] = this->gains(at);
            return board_.last_round().problem(gains, firsts, parts.followers.emplace_back());
        }
        if (at.last()) {
            const LastState state = last_state(at);
            return with_ends(LastStates::Ends(board_.last_states(), state),
                             [&](const EndValues& ends) { return board_.last_states().problem(state, ends); });
        }
        const Units units = units_of(at, board_.players());
        const double* const own = values_.data() + (board_.planes() - 1) * board_.plane();
        const double stays = own[board_.bust_place(units, at.carry)] + beside;
        if (!board_.has_ends()) return board_.problem(values_.data(), units, at.carry, stays);
        const bool knows_busts = board_.carryover().steal == Steal::after_bust;
        return with_ends(StateEnds(board_, values_.data(), offers_, units, at.carry, knows_busts, true),
                         [&](const EndValues& ends) { return board_.problem(ends, units, at.carry, stays); });
    };
    TurnProblem found = find();
    found.others = {};
    return found;
}

std::ptrdiff_t MultiplayerProblems::lead(const Position& at) const {
    return *std::min_element(at.needs.begin() + static_cast<std::ptrdiff_t>(at.turns),
                             at.needs.begin() + static_cast<std::ptrdiff_t>(board_.players()));
}

const EndValues& MultiplayerProblems::ends(const Table&, const Position& at, ProblemParts& parts) const {
    const Units units = units_of(at, board_.players());
    parts.ends.push_back(std::make_unique<StateEnds>(board_, values_.data(), offers_, units, at.carry, true, true));
    return *parts.ends.back();
}

MultiplayerProblems::Gains MultiplayerProblems::gains(const Position& at) const {
    Gains found;
    for (size_t p = 0; p < at.turns; ++p) {
        found.gains.push_back(static_cast<size_t>(at.needs[p] + 1 - lead(at)));
        if (at.needs[p] == static_cast<std::ptrdiff_t>(board_.race().needed)) found.firsts |= size_t{1} << p;
    }
    return found;
}

LastState MultiplayerProblems::last_state(const Position& at) const {
    const auto& carries = board_.carryover().states;
    const std::ptrdiff_t lead = this->lead(at);
    LastState state{.to_beat = at.banked, .lead = static_cast<size_t>(-lead), .units = {}};
    size_t carry = at.carry;
    for (size_t p = 0; p < at.turns; ++p, carry = carries[carry].busted) {
        state.units.push_back(static_cast<size_t>(at.needs[p]));
        if (carries[carry].penalized) state.penalized |= size_t{1} << p;
    }
    state.leaders = 0;
    for (size_t p = at.turns; p < board_.players(); ++p) state.leaders += at.needs[p] == lead;
    return state;
}

double MultiplayerProblems::last_share(const Position& at) const {
    if (board_.last_states().past() == 0) {
        const auto [gains, firsts] = this->gains(at);
        return board_.last_round().share(gains[0], firsts);
    }
    LastState state = last_state(at);
    std::array<double, 2> worth{};
    board_.last_states().write(state, at.offered > 0 ? Offer{at.phase, at.offered} : Offer{}, worth);
    return worth[1];
}

size_t MultiplayerProblems::place(const Position& at) const {
    return board_.place(units_of(at, board_.players()), at.carry);
}

std::optional<double> MultiplayerProblems::share(const Position& at) const {
    if (at.last()) return std::nullopt;
    const auto mixed = mixed_.find(place(at));
    return mixed == mixed_.end() ? std::nullopt : std::optional(mixed->second);
}

namespace {

bool has_choice_of_rolls(const TurnTables& turn) {
    for (size_t q = 0; q < turn.phases(); ++q)
        if (turn.rolls_of(q).size() > 1) return true;
    return false;
}

}  // namespace

const TurnOutcomes* KeptOutcomes::find(size_t place) const {
    const std::shared_lock lock(lock_);
    const auto known = found_.find(place);
    return known == found_.end() ? nullptr : &known->second;
}

void KeptOutcomes::keep(size_t place, const TurnOutcomes& found) {
    const size_t bytes = sizeof(TurnOutcomes) + sizeof(double) * (found.banks.size() + found.busts.size()) + 64;
    const std::unique_lock lock(lock_);
    if (bytes_ + bytes > most_bytes_ || !found_.emplace(place, found).second) return;
    bytes_ += bytes;
}

BestSeat::BestSeat(const Table& table, const BestTurnProblems& problems, KeptOutcomes& kept, const Kernel& kernel,
                   size_t threads)
    : table_(table),
      problems_(problems),
      kept_(kept),
      kernel_(kernel),
      rolls_wanted_(table.carryover().steal != Steal::never || has_choice_of_rolls(table.turn())),
      solver_(table.turn(), table.race(), kernel, threads) {}

// Follows new turns; problems are sorted by the units needed.
void BestSeat::follow(std::span<const TurnProblem> problems, std::span<TurnOutcomes* const> found) {
    solver_.for_each_batch(
        problems, {.slopes = false, .rolls = rolls_wanted_}, [&](size_t first, const TurnBatch& batch) {
            std::unique_ptr<TurnFollower> follower;
            {
                const std::lock_guard lock(followers_lock_);
                if (!followers_.empty()) {
                    follower = std::move(followers_.back());
                    followers_.pop_back();
                }
            }
            if (!follower) follower = std::make_unique<TurnFollower>(table_, kernel_);
            const auto solved = problems.subspan(first, std::min(batch.width(), problems.size() - first));
            std::vector<TurnFollower::Start> starts;
            for (size_t lane = 0; lane < solved.size(); ++lane) starts.push_back({lane, 0, 0, 1.0});
            follower->follow(batch, solved, starts);
            for (size_t lane = 0; lane < solved.size(); ++lane)
                follower->add_outcomes(batch, solved[lane], lane, *found[first + lane]);
            const std::lock_guard lock(followers_lock_);
            followers_.push_back(std::move(follower));
        });
}

std::vector<const TurnOutcomes*> BestSeat::outcomes(std::span<const Position> at) {
    if (found_.size() < at.size()) found_.resize(at.size());
    std::vector<const TurnOutcomes*> pointers(at.size());
    std::vector<std::pair<size_t, TurnProblem>> missing;
    ProblemParts parts;
    for (size_t k = 0; k < at.size(); ++k) {
        pointers[k] = at[k].last() ? nullptr : kept_.find(problems_.place(at[k]));
        if (!pointers[k]) missing.emplace_back(k, problems_.problem(at[k], 0, parts));
    }
    std::ranges::stable_sort(missing, {}, [](const auto& entry) { return entry.second.needed; });
    std::vector<TurnProblem> problems;
    std::vector<TurnOutcomes*> found;
    for (const auto& [k, problem] : missing) {
        found_[k].clear();
        problems.push_back(problem);
        found.push_back(&found_[k]);
    }
    follow(problems, found);
    for (const auto& [k, problem] : missing) {
        if (const std::optional<double> share = problems_.share(at[k])) {
            const TurnProblem low = problems_.problem(at[k], -beside_a_tie, parts),
                              high = problems_.problem(at[k], beside_a_tie, parts);
            TurnOutcomes careful, bold;
            TurnOutcomes *const careful_at = &careful, *const bold_at = &bold;
            follow({&low, 1}, {&careful_at, 1});
            follow({&high, 1}, {&bold_at, 1});
            found_[k].clear();
            found_[k].add(careful, 1 - *share);
            found_[k].add(bold, *share);
        }
        pointers[k] = &found_[k];
        if (!at[k].last()) kept_.keep(problems_.place(at[k]), found_[k]);
    }
    return pointers;
}

std::vector<StolenTurns> BestSeat::steal(std::span<const Position> at,
                                         std::span<const std::vector<OfferedTurn>> offers) {
    std::vector<StolenTurns> found(at.size());
    std::vector<size_t> order(at.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {}, [&](size_t k) { return at[k].needs[0]; });
    std::vector<TurnProblem> problems;
    ProblemParts parts;
    for (const size_t k : order) problems.push_back(problems_.problem(at[k], 0, parts));
    solver_.for_each_batch(
        problems, {.slopes = false, .rolls = true, .all_rows = true}, [&](size_t first, const TurnBatch& batch) {
            TurnFollower follower(table_, kernel_);
            const size_t count = std::min(batch.width(), problems.size() - first);
            const auto solved = std::span(problems).subspan(first, count);
            const size_t weights = offers[order[first]].front().weights.size();
            std::vector<std::vector<TurnFollower::Start>> starts(weights);
            for (size_t lane = 0; lane < count; ++lane) {
                const size_t k = order[first + lane];
                found[k].declined.assign(weights, 0.0);
                found[k].outcomes.resize(weights);
                const size_t start = batch.start(solved[lane]);
                const double begins = batch.found(solved[lane], lane).value + problems_.least_worth_stealing();
                for (const auto& [phase, total, weight] : offers[k]) {
                    const bool takes = total <= start &&
                                       batch.roll_value(start - total, table_.turn().first_roll(phase), lane) > begins;
                    for (size_t w = 0; w < weights; ++w)
                        if (takes)
                            starts[w].push_back({lane, phase, total, weight[w]});
                        else
                            found[k].declined[w] += weight[w];
                }
            }
            for (size_t w = 0; w < weights; ++w) {
                if (starts[w].empty()) continue;
                follower.follow(batch, solved, starts[w]);
                for (size_t lane = 0; lane < count; ++lane)
                    follower.add_outcomes(batch, solved[lane], lane, found[order[first + lane]].outcomes[w]);
            }
        });
    return found;
}

void BestSeat::roll_on(std::span<const Position> at, size_t totals, const EndWorth& worth, const StolenWorth& stolen) {
    const TurnTables& turn = table_.turn();
    ProblemParts parts;
    std::deque<SharedEnds> ends;
    std::vector<std::pair<size_t, TurnProblem>> entries;
    for (size_t k = 0; k < at.size(); ++k) {
        const TurnProblem problem = problems_.problem(at[k], 0, parts);
        ends.emplace_back(problems_.ends(table_, at[k], parts),
                          [&worth, k](const TurnEnd& end) { return worth(k, end); });
        entries.emplace_back(k, TurnProblem{.needed = problem.needed,
                                            .after = nullptr,
                                            .least = problem.least,
                                            .past = std::max(problem.past, totals - std::min(totals, problem.needed)),
                                            .others = {.count = 1},
                                            .ends = &ends.back()});
    }
    std::ranges::stable_sort(entries, {}, [](const auto& entry) { return entry.second.needed; });
    std::vector<TurnProblem> problems;
    for (const auto& [k, problem] : entries) problems.push_back(problem);
    solver_.for_each_batch(problems, {.rolls = true, .all_rows = true}, [&](size_t first, const TurnBatch& batch) {
        for (size_t v = first; v < std::min(first + batch.width(), problems.size()); ++v) {
            const size_t lane = v - first, start = batch.start(problems[v]);
            const double begins = batch.found(problems[v], lane).value + problems_.least_worth_stealing();
            for (size_t q = 0; q < turn.phases(); ++q)
                for (size_t total = 1; total < totals && !turn.no_dice(q); ++total) {
                    const size_t row = start - std::min(start, total), roll = turn.first_roll(q);
                    if (batch.roll_value(row, roll, lane) > begins)
                        stolen(entries[v].first, q, total, batch.other_roll_value(row, roll, 0, lane));
                }
        }
    });
}

namespace {

constexpr size_t never = ~size_t{0};
constexpr size_t together = 32;  // units needed whose distributions are found together

}  // namespace

size_t PolicyBook::add(Policy policy) {
    const std::unique_lock lock(lock_);
    entries_.push_back({std::move(policy), std::vector<std::atomic<const TurnOutcomes*>>(table_.race().lowest)});
    return entries_.size() - 1;
}

std::vector<PolicyBook::Entry*> PolicyBook::entries() {
    const std::shared_lock lock(lock_);
    std::vector<Entry*> all;
    for (Entry& entry : entries_) all.push_back(&entry);
    return all;
}

PolicyLimits PolicyBook::limits(const Position& at) const {
    return {own_.max_score.due(at), table_.least(at), table_.enough(at), own_.takes_wins ? table_.wins_from(at) : never,
            own_.takes_wins ? table_.reaches_from(at) : never};
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
    if (is_usual)
        if (const TurnOutcomes* const known = entry.usual[at.mine() - 1].load(std::memory_order_acquire)) return *known;
    const PolicyLimits wanted = limits(at);
    {
        const std::shared_lock lock(lock_);
        if (const auto known = found_.find({&entry, wanted}); known != found_.end()) return known->second;
    }
    if (!is_usual) {
        find(entry, {&wanted, 1});
        return found(entry, wanted);
    }
    // Players who need a little more or less play alike, and are usually asked for, too.
    const size_t first = (at.mine() - 1) / together * together, end = std::min(first + together, entry.usual.size());
    std::vector<PolicyLimits> near;
    std::vector<std::pair<size_t, PolicyLimits>> places;
    Position like = at;
    for (size_t i = first; i < end; ++i) {
        like.needs[0] = static_cast<std::ptrdiff_t>(i + 1);
        PolicyLimits one = limits(like);
        if (near.empty() || one.wins_from != near.back().wins_from)
            if (PolicyLimits same = one; (same.wins_from = wanted.wins_from, same == wanted)) near.push_back(one);
        if (!near.empty() && one == near.back()) places.emplace_back(i, one);
    }
    find(entry, near);
    for (const auto& [i, one] : places) entry.usual[i].store(&found(entry, one), std::memory_order_release);
    return found(entry, wanted);
}

const TurnOutcomes& PolicySeat::outcomes(const Position& at) {
    return book_.outcomes(*entries_[choice_.at(at.mine(), book_.table().rival(at))], at);
}

std::vector<const TurnOutcomes*> PolicySeat::outcomes(std::span<const Position> at) {
    std::vector<const TurnOutcomes*> found;
    for (const Position& position : at) found.push_back(&outcomes(position));
    return found;
}

double PolicySeat::last_share(const Position& at) {
    const Table& table = book_.table();
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
