#include "evaluation/best_problems.hpp"

#include <algorithm>
#include <functional>

namespace jeopardice {

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
        return with_ends(StateEnds(board_, values_.data(), offers_, &mixed_, units, at.carry, knows_busts, true),
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
    parts.ends.push_back(
        std::make_unique<StateEnds>(board_, values_.data(), offers_, &mixed_, units, at.carry, true, true));
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

std::optional<MixedTurn> MultiplayerProblems::mixed_turn(const Position& at) const {
    if (at.last() || mixed_turns_.empty()) return std::nullopt;
    const Units units = units_of(at, board_.players());
    const auto found = mixed_turns_.find(board_.block_of(units));
    if (found == mixed_turns_.end() || !board_.exists(units, at.carry)) return std::nullopt;
    const std::lock_guard lock(lock_);
    if (!found->second)
        found->second = std::make_unique<MixedTurns>(BehaviourBlock(board_, units, values_.data(), offers_, mixed_));
    return MixedTurn(*found->second, units, at.carry);
}

const std::vector<MixedTurns::End>& MixedTurns::ends(const Units& units, size_t carry, size_t phase, size_t total) {
    const std::lock_guard lock(lock_);
    const auto [found, is_new] = found_.try_emplace({units, carry, phase, total});
    if (is_new)
        for (const auto& [how, q, t, chance] : block_.ends_of(units, carry, phase, total))
            found->second.push_back({{static_cast<Ending>(how), q, t}, chance});
    return found->second;
}

}  // namespace jeopardice
