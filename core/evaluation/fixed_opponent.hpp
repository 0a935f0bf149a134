// Players against the same opponent, in races of two.
//
// With a and b the units that the player and the opponent have banked, c what is carried over, P the player's chance to
// win when to move and Q when the opponent is, p and p' their turn outcome distributions:
//
//     P(a, b, c) = win + sum_t p(t) Q(a + t, b, c_t) + bust Q(a', b, c_b)
//     Q(a, b, c) =       sum_t p'(t) P(a, b + t, c_t) + bust' P(a, b', c_b)
//
// where a' = a and b' = b but for penalties. A last turn has the chance that it succeeds instead.
//
// These are the games that `follow_games` (evaluation/games.hpp) follows forwards. Here they are solved backwards, from
// the most banked units on: the opponent's distributions are found once, and then a state is two dot products. The
// states of the same scores, which busts lead around, are solved in closed form. Where scores can decrease, states are
// solved again until nothing changes.
#pragma once

#include "evaluation/policy_seats.hpp"
#include "evaluation/turn_values.hpp"
#include "race/rings.hpp"

namespace jeopardice {

// The states of the same scores: those in which the player moves, by the carry, then those of the opponent. Busts lead
// from each to another one, unless they cost points.
struct BustOrder {
    explicit BustOrder(const Carryover& carryover);
    // From what the states are worth, or have as arrivals, without busts of these chances, to that with them.
    void solve(std::span<double> worth, std::span<const double> stay) const;
    void circulate(std::span<double> arrivals, std::span<const double> stay) const;

    std::vector<size_t> next;  // the state after a bust
    std::vector<Ring> rings;
    std::vector<size_t> leading;  // the states outside rings: the one after a bust is in a ring, or comes before
};

class FixedOpponent {
  public:
    // What a player's states are worth to that player.
    struct Values {
        std::vector<double> moves;   // P, by the carry, a, and b
        std::vector<double> awaits;  // Q, by the carry, b, and a
        std::vector<double> last;    // of the player's last turn, by a and the units that the opponent is past the goal
        double first = 0, second = 0;
    };

    // Whether a game is such a race, and small enough for the memory that distributions take.
    [[nodiscard]] static bool fits(const Table& table);

    FixedOpponent(const Table& table, Seat& opponent, const Kernel& kernel, const Progress& progress);

    // The values of players. Several players share the work of reading the opponent's distributions. Where scores can
    // decrease, `near` has values to start with, and the result is a little less precise. For use by several threads,
    // with different seats; `progress`, which may be empty, is called now and then.
    [[nodiscard]] std::vector<Values> values(std::span<PolicySeat* const> players, const Values* near,
                                             const Progress& progress) const;

    // Each player's chance to win, moving first and second.
    [[nodiscard]] std::vector<std::array<double, 2>> against(std::span<PolicySeat* const> players, const Values* near,
                                                             const Progress& progress) const;

  private:
    friend class NearbyPlayers;

    // Where a turn leads to.
    struct Leads {
        size_t banked, busted;    // carries
        size_t bust_to, lost_to;  // units banked after a bust, and after losing everything
        bool last_turns;
    };

    [[nodiscard]] size_t carries() const { return table_.carryover().states.size(); }
    [[nodiscard]] const Leads& leads(size_t carry, size_t banked) const { return leads_[carry * n_ + banked]; }
    [[nodiscard]] Position position(size_t mine, size_t theirs, size_t carry) const;
    [[nodiscard]] TurnChances chances(const TurnOutcomes& turn, size_t banked) const {
        return {turn, n_ - banked, table_.carryover().loses, table_.race().keep_on_bust};
    }
    // The same for players, of whom totals far past the goal count as a win.
    [[nodiscard]] TurnChances player_chances(const TurnOutcomes& turn, size_t banked) const;
    // The opponent's turn with b banked and the player a.
    [[nodiscard]] const TurnChances& opponent_at(size_t carry, size_t b, size_t a) const {
        return turns_[place(carry, b, a)];
    }
    // How a player with a banked and the opponent b plays, and the turn.
    [[nodiscard]] PolicySeat::Play play_at(const PolicySeat& player, size_t carry, size_t a, size_t b) const {
        return player.play(carry, n_ - a, n_ - b);
    }
    [[nodiscard]] TurnChances player_at(PolicySeat& player, size_t carry, size_t a, size_t b) const {
        const Position at = position(a, b, carry);
        return player_chances(*player.outcomes({&at, 1}).front(), a);
    }
    // The place of a state in `moves` by a, then b, or in `awaits` by b, then a.
    [[nodiscard]] size_t place(size_t carry, size_t row, size_t column) const {
        return (carry * n_ + row) * n_ + column;
    }
    // The ends of the player's turn, and of the opponent's, busts that keep the scores included.
    [[nodiscard]] EndsAhead player_ahead(const Values& values, size_t carry, size_t a, size_t b) const;
    [[nodiscard]] EndsAhead opponent_ahead(const Values& values, size_t carry, size_t b, size_t a) const;
    // The chance that the turn of a mover with so much banked leads to the same scores again.
    [[nodiscard]] double stays(const Leads& leads, const TurnChances& turn, size_t banked) const {
        return (leads.bust_to == banked ? turn.bust : 0) + (leads.lost_to == banked ? turn.lost : 0);
    }
    // Solves all states once. Returns the largest change.
    double sweep(std::span<PolicySeat* const> players, std::span<Values> all, const Progress& progress) const;

    const Table& table_;
    const Kernel kernel_;
    const size_t n_, start_;          // scores; units banked at the start, more than none where scores may be negative
    const bool falls_;                // scores can decrease
    size_t past_ = 0, ahead_ = 0;     // the units of the opponent, and of players, past the goal before last turns
    std::vector<TurnChances> turns_;  // of the opponent, by the carry, b and a
    std::vector<Leads> leads_;        // by the carry and the units banked
    std::vector<double> banks_;
    std::vector<double> replies_;  // the chance that the opponent's last turn fails, by b and the units past the goal
    const BustOrder busts_;
};

}  // namespace jeopardice
