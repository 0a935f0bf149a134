// How long a game can be made to last by one player who deviates: see BlockSolver::find_longest.
#include <algorithm>

#include "multiplayer/blocks.hpp"

namespace jeopardice {

namespace {

// The longest expected number of turns to come for each deviating player, by how many turns after the mover that player
// moves, then by the place of the state.
struct Lengths {
    const double* first;
    size_t plane, players;
    [[nodiscard]] double at(size_t player, size_t place) const { return first[player * plane + place]; }
};

// The turn of a player who follows the solution: besides the mover's value, the lengths for each other player.
class FollowedEnds : public StateEnds {
  public:
    FollowedEnds(const StateEnds& ends, const Lengths& lengths) : StateEnds(ends), lengths_(lengths) {}

  protected:
    void write_next(size_t left, size_t carry, Offer offer, std::span<double> worth) const override {
        StateEnds::write_next(left, carry, offer, worth.first(1));
        const size_t place = next_place(left, carry);
        for (size_t r = 0; r + 1 < worth.size(); ++r) worth[1 + r] = lengths_.at(r, place);
    }
    void write_reached(size_t lead, size_t total, size_t carry, Offer offer, std::span<double> worth) const override {
        std::fill(worth.begin(), worth.end(), 0.0);
        StateEnds::write_reached(lead, total, carry, offer, worth.first(1));
    }

  private:
    const Lengths lengths_;
};

// The turn of the player who deviates so that the game lasts as long as possible.
class StallingEnds : public StateEnds {
  public:
    StallingEnds(const StateEnds& ends, const Lengths& lengths) : StateEnds(ends), lengths_(lengths) {}

  protected:
    void write_next(size_t left, size_t carry, Offer, std::span<double> worth) const override {
        worth[0] = lengths_.at(lengths_.players - 1, next_place(left, carry));
    }
    void write_reached(size_t, size_t, size_t, Offer, std::span<double> worth) const override { worth[0] = 0; }
    [[nodiscard]] double win(size_t) const override { return 0; }

  private:
    const Lengths lengths_;
};

}  // namespace

// One step for all states of some blocks: a turn, and the expected turns after it. The last round is left out.
void BlockSolver::find_longest(double* values, double* longest, std::span<const Units> blocks, const Shares& shares,
                               LevelCheck& checked) {
    LevelResult found;
    start(values, blocks, shares, found, false);
    const size_t players = board_.players(), plane = board_.plane();
    const Lengths lengths{longest, plane, players};
    std::vector<FollowedEnds> followed;
    std::vector<StallingEnds> stalling;
    std::vector<double> now(players);
    const auto ends_of = [&](const BlockState& state, bool knows_busts) {
        return StateEnds(board_, values_, offers_, &shares, state.units, state.carry, knows_busts, true);
    };
    const auto run_one = [&](const TurnProblem& problem) {
        batch_.run({&problem, 1});
        return batch_.found(problem, 0);
    };
    // The lengths for the players other than the mover, whose play is best for this value of a bust.
    const auto follow = [&](const BlockState& state, double guess, double share) {
        TurnProblem problem;
        followed.clear();
        if (board_.has_ends()) {
            followed.emplace_back(ends_of(state, false), lengths);
            problem = board_.problem(followed.back(), state.units, state.carry, guess);
        } else {
            problem = board_.problem(values_, state.units, state.carry, guess);
            const CarryoverState& from = board_.carryover().states[state.carry];
            const auto row = [&](size_t carry) { return longest + board_.place(board_.next(state.units, 1), carry); };
            const double* const kept = row(from.busted);
            const size_t lost = board_.after_bust(board_.race().needed, state.carry);
            problem.others = {.plane = plane,
                              .after = row(from.banked),
                              .kept = kept,
                              .lost = problem.loses ? kept + lost - 1 : nullptr};
        }
        problem.others.count = players - 1;
        const double bust = run_one(problem).slope;
        for (size_t p = 1; p < players; ++p)
            now[p] += share * (1 + batch_.other_value(problem, p - 1, 0) + bust * lengths.at(p - 1, after_bust(state)));
    };
    for (BlockState& state : states_) {
        if (state.status == Status::missing) continue;
        std::fill(now.begin(), now.end(), 0.0);
        const double guess = board_.components(values_, after_bust(state))[players - 1];
        if (const auto mixed = shares.find(state.place); mixed != shares.end()) {
            follow(state, guess - beside_a_tie, 1 - mixed->second);
            follow(state, guess + beside_a_tie, mixed->second);
        } else {
            follow(state, guess, 1);
        }
        stalling.clear();
        stalling.emplace_back(ends_of(state, true), lengths);
        TurnProblem problem = board_.problem(stalling.back(), state.units, state.carry, 0);
        problem.others = {};
        now[0] = 1 + run_one(problem).value;
        for (size_t p = 0; p < players; ++p) {
            double& stored = longest[p * plane + state.place];
            checked.longer = std::max(checked.longer, now[p] - stored);
            stored = std::max(stored, now[p]);
            checked.longest = std::max(checked.longest, stored);
        }
    }
}

}  // namespace jeopardice
