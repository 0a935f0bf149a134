// Turns by a policy, followed from their start. Distributions for several totals that win are found side by side, in
// lanes: at a total, all of them decide alike until a roll can reach the win, where those that need less are banked.
#include <algorithm>
#include <stdexcept>

#include "evaluation/turn_outcomes.hpp"

namespace jeopardice {

namespace {

// A row of numbers for each place, one for each lane.
class LaneRows {
  public:
    explicit LaneRows(size_t lanes) : lanes_(lanes) {}
    [[nodiscard]] size_t size() const { return places_; }
    [[nodiscard]] double* at(size_t place) {
        if (places_ <= place) {
            places_ = place + 1;
            numbers_.resize(places_ * lanes_);
        }
        return &numbers_[place * lanes_];
    }
    // Adds to the lanes from `begin` to `end`.
    void add(const Kernel& kernel, size_t place, std::span<const double> weights, double chance, size_t begin,
             size_t end) {
        if (chance == 0 || begin >= end) return;
        kernel.add(at(place) + begin, &weights[begin], end - begin, chance);
    }
    // Adds a number to all lanes of a place, from rows of one lane.
    void spread(const LaneRows& one) {
        for (size_t place = 0; place < one.size(); ++place)
            if (const double weight = one.numbers_[place]; weight != 0)
                for (double& number : std::span(at(place), lanes_)) number += weight;
    }
    // One lane, as far as it has numbers.
    [[nodiscard]] std::vector<double> lane(size_t lane) const {
        size_t count = size();
        while (count > 0 && numbers_[(count - 1) * lanes_ + lane] == 0) --count;
        std::vector<double> found(count);
        for (size_t place = 0; place < count; ++place) found[place] = numbers_[place * lanes_ + lane];
        return found;
    }

  private:
    const size_t lanes_;
    size_t places_ = 0;
    std::vector<double> numbers_;
};

// What is followed: the weights of states, of those from which the player rolls on, and of ends.
struct Followed {
    explicit Followed(size_t lanes) : weights(lanes), rolling(lanes), banks(lanes), busts(lanes), sums(lanes) {}
    LaneRows weights, rolling, banks, busts, sums;
};

class PolicyFollower {
  public:
    PolicyFollower(const Table& table, const OwnTurn& own, const Policy& policy, const PolicyLimits& limits,
                   std::span<const size_t> wins_from)
        : table_(table),
          own_(own),
          policy_(policy),
          limits_(limits),
          wins_from_(wins_from),
          kernel_(kernels().front()),
          layout_(outcome_layout(table)),
          one_(1),
          all_(wins_from.size()),
          chances_((own.turn.reach() + 1) * own.turn.phases() * ways) {}

    std::vector<TurnOutcomes> follow() {
        follow_policy();
        roll_on();
        std::vector<TurnOutcomes> found(lanes_);
        for (size_t lane = 0; lane < lanes_; ++lane)
            found[lane] = {all_.banks.lane(lane), all_.busts.lane(lane), all_.sums.at(lost)[lane],
                           all_.sums.at(won)[lane]};
        return found;
    }

  private:
    enum Sum : size_t { lost, won };
    enum Then : size_t { ends, goes_on, decides, ways };

    // The number of lanes that win with a total; they are the first ones.
    [[nodiscard]] size_t lanes_up_to(size_t total) const {
        return static_cast<size_t>(std::ranges::upper_bound(wins_from_, total) - wins_from_.begin());
    }
    [[nodiscard]] bool never_banks_at_goal(size_t phase) const {
        return !policy_.rolls_on.empty() && policy_.rolls_on[phase];
    }

    // Takes the weights of a state, if it has any.
    [[nodiscard]] bool take(LaneRows& weights, size_t place) {
        const double* const row = weights.at(place);
        here_.assign(row, row + lanes_);
        return std::ranges::any_of(here_, [](double weight) { return weight != 0; });
    }

    void follow_policy() {
        const TurnTables& turn = own_.turn;
        const std::vector<size_t> richest = turn.richest_options();
        const size_t totals = turn.totals_of(policy_.choices.size()), phases = turn.phases();
        // Up to this total no roll wins, and all lanes are one.
        const bool waits = limits_.waits > 0;
        const size_t past_goal = waits ? limits_.waits - 1 : 0;
        const size_t alike = wins_from_.front() - std::min(wins_from_.front(), turn.reach() + past_goal);
        *one_.weights.at(0) = 1;
        for (size_t total = 0; total < totals; ++total) {
            if (total == alike) part();
            for (size_t q = 0; q < phases; ++q) {
                if (!take(now_->weights, total * phases + q)) continue;
                const size_t r = turn.first_roll(q) + (q == 0 && total == 0 ? policy_.first_roll : 0);
                if (r >= turn.first_roll(q + 1)) throw std::invalid_argument("policy: no such roll");
                make_roll(turn, r, total, static_cast<size_t>(own_.places[q]));
                // The first lanes have reached the goal.
                const size_t reached = waits && !policy_.at_goal.empty() ? lanes_up_to(total + past_goal) : 0;
                for (const size_t o : turn.outcomes_of(r)) {
                    const double chance = turn.outcome_chance[o];
                    // The first lanes win with the most points.
                    const size_t most = total + turn.points(richest[o]);
                    const bool rolls_on = waits && never_banks_at_goal(turn.phase_after(richest[o]));
                    const size_t winning = rolls_on || (waits && most < limits_.least) ? 0 : lanes_up_to(most);
                    if (winning > 0) {
                        const size_t place = place_after(richest[o]);
                        if (turn.no_dice(turn.phase_after(richest[o])) || most >= limits_.enough)
                            end(most, place, chance, 0, winning);
                        else
                            go_on(most, place, chance, 0, winning);
                    }
                    if (winning == lanes_) continue;
                    if (reached > winning) {
                        const std::uint16_t choice = policy_.at_goal[total * turn.outcomes() + o];
                        const size_t option = turn.first_option(o) + choice / 2;
                        const size_t after = total + turn.points(option), phase = turn.phase_after(option);
                        const Then then = turn.no_dice(phase) ? ends : after >= totals ? goes_on : decides;
                        move(then, after, phase, chance, winning, reached);
                        if (reached == lanes_) continue;
                    }
                    const std::uint16_t choice = policy_.choices[total * turn.outcomes() + o];
                    const size_t option = turn.first_option(o) + choice / 2;
                    if (option >= turn.first_option(o + 1)) throw std::invalid_argument("policy: no such option");
                    const size_t after = total + turn.points(option), phase = turn.phase_after(option);
                    const bool wants = choice % 2 == 1 || (after >= limits_.reaches_from && after < limits_.enough);
                    const Then then = turn.no_dice(phase) || (wants && after >= limits_.enough) ? ends
                                      : wants || after >= totals                                ? goes_on
                                                                                                : decides;
                    const size_t others = std::max(winning, reached);
                    // The next lanes reach the goal and do not bank.
                    const bool wants_more = waits && then == ends && !turn.no_dice(phase);
                    const size_t waiting = wants_more ? std::max(others, lanes_up_to(after + past_goal)) : others;
                    if (waiting > 0) {
                        if (waiting > others)
                            move(after < totals ? decides : goes_on, after, phase, chance, others, waiting);
                        move(then, after, phase, chance, waiting, lanes_);
                        continue;
                    }
                    // Outcomes that lead to the same state count as one.
                    const size_t way = (turn.points(option) * phases + phase) * ways + then;
                    if (chances_[way] == 0) ways_.push_back(way);
                    chances_[way] += chance;
                }
                for (const size_t way : ways_)
                    move(static_cast<Then>(way % ways), total + way / ways / phases, way / ways % phases,
                         std::exchange(chances_[way], 0.0), 0, lanes_);
                ways_.clear();
            }
        }
        if (now_ == &one_) part();
    }

    // What follows a roll, for the lanes from `begin` on: the turn ends, or the player rolls on, or decides again.
    void move(Then then, size_t after, size_t phase, double chance, size_t begin, size_t past) {
        if (then == decides)
            now_->weights.add(kernel_, after * own_.turn.phases() + phase, here_, chance, begin, past);
        else if (then == ends)
            end(after, static_cast<size_t>(own_.places[phase]), chance, begin, past);
        else
            go_on(after, static_cast<size_t>(own_.places[phase]), chance, begin, past);
    }

    // From here on lanes differ.
    void part() {
        all_.weights.spread(one_.weights);
        all_.rolling.spread(one_.rolling);
        all_.banks.spread(one_.banks);
        all_.busts.spread(one_.busts);
        all_.sums.spread(one_.sums);
        (void)all_.sums.at(won);
        now_ = &all_;
        lanes_ = wins_from_.size();
    }

    // What follows where the policy's choices end, or its bank is not enough.
    void roll_on() {
        const TurnTables& turn = table_.turn();
        for (size_t at = 0; at < all_.rolling.size(); ++at) {
            if (!take(all_.rolling, at)) continue;
            const size_t total = at / turn.phases(), q = at % turn.phases(), r = turn.first_roll(q);
            make_roll(turn, r, total, q);
            for (const size_t o : turn.outcomes_of(r)) {
                const auto [option, banks] = own_.max_score.choose_to_bank(limits_.due, limits_.enough, total, o);
                const size_t after = total + turn.points(option), phase = turn.phase_after(option);
                if (banks || turn.no_dice(phase))
                    end(after, phase, turn.outcome_chance[o], 0, lanes_);
                else
                    go_on(after, phase, turn.outcome_chance[o], 0, lanes_);
            }
        }
    }

    void make_roll(const TurnTables& turn, size_t r, size_t total, size_t place) {
        const double* const chances = &turn.roll_events[r * events];
        bust(total, place, chances[0], 0, lanes_);
        now_->sums.add(kernel_, lost, here_, chances[1], 0, lanes_);
        now_->sums.add(kernel_, won, here_, chances[2], 0, lanes_);
    }

    // A turn that ends: no dice left, or a bank.
    void end(size_t total, size_t place, double chance, size_t begin, size_t past) {
        if (total >= limits_.least)
            now_->banks.add(kernel_, total * layout_.bank_phases + place % layout_.bank_phases, here_, chance, begin,
                            past);
        else
            bust(table_.race().keep_on_bust ? total : 0, place, chance, begin, past);
    }
    void bust(size_t total, size_t place, double chance, size_t begin, size_t past) {
        const size_t row = layout_.busts_apart ? total : 0;
        now_->busts.add(kernel_, row * layout_.bust_phases + place % layout_.bust_phases, here_, chance, begin, past);
    }
    void go_on(size_t total, size_t place, double chance, size_t begin, size_t past) {
        now_->rolling.add(kernel_, total * table_.turn().phases() + place, here_, chance, begin, past);
    }
    [[nodiscard]] size_t place_after(size_t option) const {
        return static_cast<size_t>(own_.places[own_.turn.phase_after(option)]);
    }

    const Table& table_;
    const OwnTurn& own_;
    const Policy& policy_;
    const PolicyLimits& limits_;
    const std::span<const size_t> wins_from_;
    const Kernel kernel_;
    const OutcomeLayout layout_;
    size_t lanes_ = 1;
    std::vector<double> here_;  // the weights of the state that is followed
    Followed one_, all_;        // before and after lanes differ
    Followed* now_ = &one_;
    std::vector<double> chances_;  // of what follows a roll: by the points, the phase, and how it goes on
    std::vector<size_t> ways_;     // those with a chance
};

}  // namespace

std::vector<TurnOutcomes> policy_outcomes(const Table& table, const OwnTurn& own, const Policy& policy,
                                          const PolicyLimits& limits, std::span<const size_t> wins_from) {
    return PolicyFollower(table, own, policy, limits, wins_from).follow();
}

}  // namespace jeopardice
