#include "evaluation/fixed_opponent.hpp"

#include <stdexcept>

namespace jeopardice {

namespace {

constexpr double hardly_ends = 1e-12;  // the least chance that one of two turns is not a bust
constexpr size_t most_bytes = size_t{1} << 29;

struct Range {
    size_t begin, end;
};

// The totals that are banked short of the goal.
Range banked(const TurnOutcomes& turn, size_t needs) {
    Range range{1, std::max<size_t>(1, std::min(needs, turn.banks.size()))};
    while (range.end > range.begin && turn.banks[range.end - 1] == 0) --range.end;
    while (range.begin < range.end && turn.banks[range.begin] == 0) ++range.begin;
    return range;
}

double bust_of(const TurnOutcomes& turn) {
    return (turn.busts.empty() ? 0 : turn.busts[0]) + turn.lost;
}

double win_of(const TurnOutcomes& turn, size_t needs) {
    double won = turn.won;
    for (size_t t = needs; t < turn.banks.size(); ++t) won += turn.banks[t];
    return won;
}

}  // namespace

bool FixedOpponent::fits(const Table& table) {
    const Carryover& carryover = table.carryover();
    const CarryoverState& only = carryover.states[0];
    const size_t n = table.race().lowest;
    return table.players() == 2 && n == table.race().needed && carryover.states.size() == 1 && !only.penalized && only.last_turns == 0 &&
           !carryover.loses && !carryover.beat_previous && carryover.steal == Steal::never &&
           !table.race().keep_on_bust && n * n * n / 2 * sizeof(double) <= most_bytes;
}

std::vector<Position> FixedOpponent::positions(size_t b, bool opponent_moves) const {
    std::vector<Position> found(n_);
    for (size_t a = 0; a < n_; ++a) {
        found[a].needs[opponent_moves ? 1 : 0] = static_cast<std::ptrdiff_t>(n_ - a);
        found[a].needs[opponent_moves ? 0 : 1] = static_cast<std::ptrdiff_t>(n_ - b);
    }
    return found;
}

FixedOpponent::FixedOpponent(const Table& table, Seat& opponent, const Kernel& kernel)
    : kernel_(kernel), n_(table.race().lowest), turns_(n_ * n_) {
    if (!fits(table)) throw std::invalid_argument("fixed opponent: more than scores carries over");
    // In the order in which they are read.
    for (size_t b = n_; b-- > 0;) {
        const auto found = opponent.outcomes(positions(b, true));
        for (size_t a = n_; a-- > 0;) {
            const auto& banks = found[a]->banks;
            const Range range = banked(*found[a], n_ - b);
            turns_[b * n_ + a] = {range.begin, banks_.size(), range.end - range.begin, bust_of(*found[a])};
            banks_.insert(banks_.end(), banks.begin() + static_cast<std::ptrdiff_t>(range.begin),
                          banks.begin() + static_cast<std::ptrdiff_t>(range.end));
        }
    }
}

std::vector<std::array<double, 2>> FixedOpponent::against(std::span<Seat* const> players) const {
    struct Values {
        std::vector<double> moves;   // P, by the player's score, then the opponent's
        std::vector<double> awaits;  // Q, of the opponent's present score, by the player's
        std::vector<const TurnOutcomes*> turns;
    };
    std::vector<Values> all(players.size(), {std::vector<double>(n_ * n_), std::vector<double>(n_), {}});
    for (size_t b = n_; b-- > 0;) {
        const auto at = positions(b, false);
        for (size_t k = 0; k < players.size(); ++k) all[k].turns = players[k]->outcomes(at);
        for (size_t a = n_; a-- > 0;) {
            const Turn& other = turns_[b * n_ + a];
            for (auto& [moves, awaits, turns] : all) {
                const TurnOutcomes& own = *turns[a];
                const Range range = banked(own, n_ - a);
                const double move = win_of(own, n_ - a) + kernel_.dot(own.banks.data() + range.begin,
                                                                      awaits.data() + a + range.begin,
                                                                      range.end - range.begin);
                const double wait = kernel_.dot(banks_.data() + other.begin, moves.data() + a * n_ + b + other.least,
                                                other.count);
                // Two equations, for the busts of both.
                const double bust = bust_of(own), once = 1 - bust * other.bust;
                if (!(once > hardly_ends)) throw std::runtime_error("games: both players bust again and again");
                moves[a * n_ + b] = (move + bust * wait) / once;
                awaits[a] = (wait + other.bust * move) / once;
            }
        }
    }
    std::vector<std::array<double, 2>> found;
    for (const Values& values : all) found.push_back({values.moves.front(), values.awaits.front()});
    return found;
}

}  // namespace jeopardice
