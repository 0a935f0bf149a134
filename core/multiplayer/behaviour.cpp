#include "multiplayer/behaviour.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace jeopardice {

namespace {

// The ends of the turns of a block; notes those that lead to a state with the same units.
class BlockEnds : public StateEnds {
  public:
    struct Inside {
        bool there = false;
        size_t carry = 0;
        Offer offer{};
    };
    using StateEnds::StateEnds;
    [[nodiscard]] Inside take() const { return std::exchange(inside_, {}); }

  protected:
    void write_next(size_t left, size_t carry, Offer offer, std::span<double> worth) const override {
        if (left == needed()) inside_ = {true, carry, offer};
        StateEnds::write_next(left, carry, offer, worth);
    }

  private:
    mutable Inside inside_{};
};

}  // namespace

BehaviourBlock::BehaviourBlock(const MultiplayerBoard& board, std::vector<BlockMember> members, const double* values,
                               const double* offers, const Shares& mixed, bool with_penalties)
    : board_(board),
      members_(std::move(members)),
      values_(values),
      offers_(offers),
      mixed_(mixed),
      players_(board.players()),
      each_(board.planes()),
      offer_of_(members_.size(), none),
      size_(members_.size() * each_) {
    const size_t phases = board.turn().phases();
    for (size_t k = 0; k < members_.size() && board.stealing(); ++k)
        if (board.has_offers(members_[k].carry)) offer_of_[k] = std::exchange(size_, size_ + board.offers_each());
    far_from_ = size_;
    size_ += members_.size() * phases * each_;
    for (const BlockMember& member : members_) make_turn(member, with_penalties);
}

std::vector<BlockMember> BehaviourBlock::members_of(const MultiplayerBoard& board, const Units& units) {
    std::vector<BlockMember> found;
    Units rotated = units;
    for (size_t r = 0; r < board.rotations(units); ++r, rotated = board.next(rotated, rotated[0]))
        for (size_t carry = 0; carry < board.carries(); ++carry)
            if (board.exists(rotated, carry)) found.push_back({rotated, carry});
    return found;
}

size_t BehaviourBlock::index_of(const Units& units, size_t carry) const {
    for (size_t k = 0; k < members_.size(); ++k)
        if (members_[k].carry == carry && members_[k].units == units) return k;
    return none;
}

void BehaviourBlock::make_turn(const BlockMember& member, bool with_penalties) {
    const TurnTables& tables = board_.turn();
    const BlockEnds ends(board_, values_, offers_, &mixed_, member.units, member.carry, true, with_penalties);
    const TurnProblem problem = board_.problem(ends, member.units, member.carry, 0);
    const Units next = board_.next(member.units, member.units[0]);
    std::vector<double> worth(players_ - 1);
    const auto end = [&](Ended how, size_t total, size_t phase) {
        ends.write(how, total, phase, worth);
        End found;
        found.known[0] = worth[0];
        found.known[1] = 1 - worth[0];
        for (size_t p = 2; p < players_; ++p) found.known[1] -= found.known[p] = worth[p - 1];
        const auto inside = ends.take();
        if (!inside.there) return found;
        const auto& states = board_.carryover().states;
        const size_t carry = with_penalties ? inside.carry : states[inside.carry].equivalent;
        found.inside = index_of(next, carry);
        if (!inside.offer.there() || inside.offer.total == 0 || tables.no_dice(inside.offer.phase)) return found;
        const size_t total_at = std::min(inside.offer.total, board_.totals() - 1), phase_at = inside.offer.phase;
        const size_t from = offer_of_[index_of(next, states[carry].offers)];
        const size_t offer = from + (phase_at * board_.totals() + total_at) * each_;
        found.theft = static_cast<size_t>(
            std::ranges::find_if(thefts_, [&](const Theft& t) { return t.state == found.inside && t.offer == offer; }) -
            thefts_.begin());
        if (found.theft == thefts_.size())
            thefts_.push_back({found.inside,
                               offer,
                               {.place = board_.place(next, carry),
                                .kind = MixedAction::Kind::steal,
                                .phase = phase_at,
                                .total = total_at}});
        return found;
    };
    Turn turn;
    turn.totals = problem.needed + problem.past;
    turn.least = problem.least;
    for (size_t total = 0; total < turn.totals; ++total)
        for (size_t q = 0; q < tables.phases(); ++q) {
            Position at;
            const bool legal = total > 0 && total >= problem.least;
            if (tables.no_dice(q)) {
                at.settled[events] = end(legal ? Ended::bank : Ended::bust, total, q);
            } else {
                if (legal && tables.banking[q] != never_banks) at.bank = end(Ended::bank, total, q);
                constexpr Ended ways[events] = {Ended::bust, Ended::lost, Ended::win};
                for (size_t e = 0; e < events; ++e)
                    for (const size_t r : tables.rolls_of(q))
                        if (tables.roll_events[r * events + e] > 0 && !at.settled[e])
                            at.settled[e] = end(ways[e], total, q);
            }
            turn.positions.push_back(std::move(at));
        }
    turns_.push_back(std::move(turn));
}

Components BehaviourBlock::read(const Numbers& all, size_t at) const {
    Components found{1};
    for (size_t p = 1; p < players_; ++p) found[0] -= found[p] = all[at + p - 1];
    return found;
}

void BehaviourBlock::put(Numbers& all, size_t at, const Components& worth) const {
    for (size_t p = 1; p < players_; ++p) all[at + p - 1] = worth[p];
}

// Of two actions whose values differ by d the second has the chance d / (2 width), from 0 to 1, and of several the
// nearest point of the simplex. Of actions of the same value the first is taken.
void BehaviourBlock::set_chances(std::span<const Components> actions, const MixedAction& where,
                                 std::span<double> chances) const {
    const size_t count = actions.size();
    std::ranges::fill(chances, 0.0);
    if (mode_ == Mode::shares) {
        bool mixes = false;
        for (size_t a = 0; a < count; ++a) {
            MixedAction action = where;
            action.action += a;
            const auto share = mixed_.find(board_.key_of(action));
            if (share != mixed_.end()) chances[a] = share->second;
            mixes = mixes || share != mixed_.end();
        }
        if (mixes) return;
        double best = actions[0][0];
        for (const Components& action : actions) best = std::max(best, action[0]);
        const auto as_good = [&](const Components& action) { return action[0] >= best - worth_stealing; };
        chances[static_cast<size_t>(std::ranges::find_if(actions, as_good) - actions.begin())] = 1;
        return;
    }
    std::vector<double> scaled(count);
    for (size_t a = 0; a < count; ++a) scaled[a] = (actions[a][0] - actions[0][0]) / width_ - static_cast<double>(a);
    std::vector<double> sorted = scaled;
    std::ranges::sort(sorted, std::greater());
    double sum = 0, level = 0;
    for (size_t a = 0; a < count; ++a) {
        sum += sorted[a];
        const double here = (sum - 1) / static_cast<double>(a + 1);
        if (sorted[a] > here) level = here;
    }
    for (size_t a = 0; a < count; ++a) chances[a] = std::max(0.0, scaled[a] - level);
}

Components BehaviourBlock::choose(std::span<const Components> actions, const MixedAction& where) {
    const size_t count = actions.size(), first = decision_;
    if (count == 1) return actions[0];
    decision_ += count;
    if (records_) {
        if (mode_ != Mode::chances) chances_.resize(decision_);
        worth_.resize(decision_);
        choices_.push_back({first, count, where});
        for (size_t a = 0; a < count; ++a) worth_[first + a] = actions[a][0];
    }
    now_.resize(count);
    if (mode_ == Mode::chances)
        std::copy_n(&chances_[first], count, now_.data());
    else
        set_chances(actions, where, now_);
    if (records_) std::ranges::copy(now_, &chances_[first]);
    Components found{};
    for (size_t a = 0; a < count; ++a)
        if (now_[a] != 0)
            for (size_t p = 0; p < players_; ++p) found[p] += now_[a] * actions[a][p];
    return found;
}

// The values of the players of a state, from the view of the mover of the state before.
Components BehaviourBlock::after_end(const Numbers& before, const End& end) const {
    if (end.inside == none) return end.known;
    const Components then = end.theft == none ? read(before, end.inside * each_) : thefts_[end.theft].then;
    Components found{};
    for (size_t p = 0; p < players_; ++p) found[p] = then[(p + players_ - 1) % players_];
    return found;
}

void BehaviourBlock::respond(const Numbers& before, Numbers& after) {
    const TurnTables& tables = board_.turn();
    const size_t phases = tables.phases();
    decision_ = 0;
    if (records_) choices_.clear();
    after.assign(size_, 0.0);
    std::vector<Components> actions, options;
    for (Theft& theft : thefts_) {
        const Components ways[] = {read(before, theft.state * each_), read(before, theft.offer)};
        theft.then = choose(ways, theft.where);
    }
    for (size_t k = 0; k < turns_.size(); ++k) {
        const Turn& turn = turns_[k];
        const size_t far = far_from_ + k * phases * each_;
        rows_.resize(turn.totals * phases);
        for (size_t total = turn.totals; total-- > 0;)
            for (size_t q = 0; q < phases; ++q) {
                const Position& at = turn.positions[total * phases + q];
                MixedAction where{
                    .place = board_.place(members_[k].units, members_[k].carry), .phase = q, .total = total};
                Components& found = rows_[total * phases + q];
                if (tables.no_dice(q)) {
                    found = after_end(before, *at.settled[events]);
                    continue;
                }
                actions.clear();
                Components ended[events];
                for (size_t e = 0; e < events; ++e)
                    if (at.settled[e]) ended[e] = after_end(before, *at.settled[e]);
                if (at.bank) actions.push_back(after_end(before, *at.bank));
                for (const size_t r : tables.rolls_of(q)) {
                    Components sum{};
                    const auto add = [&](double chance, const Components& worth) {
                        for (size_t p = 0; p < players_; ++p) sum[p] += chance * worth[p];
                    };
                    for (size_t e = 0; e < events; ++e)
                        if (tables.roll_events[r * events + e] > 0) add(tables.roll_events[r * events + e], ended[e]);
                    for (const size_t o : tables.outcomes_of(r)) {
                        options.clear();
                        for (const size_t option : tables.options_of(o)) {
                            const size_t then = total + tables.points(option), phase = tables.phase_after(option);
                            options.push_back(then < turn.totals ? rows_[then * phases + phase]
                                                                 : read(before, far + phase * each_));
                        }
                        where.kind = MixedAction::Kind::option;
                        where.action = tables.first_option(o);
                        add(tables.outcome_chance[o], choose(options, where));
                    }
                    if (r == tables.first_roll(q) && total > 0 && total < board_.totals() && offer_of_[k] != none)
                        put(after, offer_of_[k] + (q * board_.totals() + total) * each_, sum);
                    actions.push_back(sum);
                }
                where.kind = MixedAction::Kind::roll;
                where.action = at.bank ? 0 : 1;
                found = tables.banking[q] == must_bank && at.bank ? actions[0] : choose(actions, where);
            }
        put(after, k * each_, rows_[0]);
        for (size_t q = 0; q < phases; ++q) put(after, far + q * each_, rows_[(turn.totals - 1) * phases + q]);
    }
}

}  // namespace jeopardice
