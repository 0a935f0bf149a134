#include "evaluation/fixed_opponent.hpp"

#include <stdexcept>

namespace jeopardice {

namespace {

constexpr double least_end = 1e-12;  // the least chance that one of two turns is not a bust
constexpr size_t most_bytes = size_t{1} << 29;

// What a distribution leads to: totals that are banked short of the goal, a win, a bust.
struct Ends {
    const TurnOutcomes* turn = nullptr;
    size_t least = 0, count = 0;
    double win = 0, bust = 0;

    Ends() = default;
    Ends(const TurnOutcomes& outcomes, size_t needs) : turn(&outcomes), least(1), win(outcomes.won) {
        const auto& banks = outcomes.banks;
        size_t end = std::max<size_t>(1, std::min(needs, banks.size()));
        for (size_t t = end; t < banks.size(); ++t) win += banks[t];
        while (end > least && banks[end - 1] == 0) --end;
        while (least < end && banks[least] == 0) ++least;
        count = end - least;
        bust = (outcomes.busts.empty() ? 0 : outcomes.busts[0]) + outcomes.lost;
    }
    [[nodiscard]] const double* banks() const { return turn->banks.data() + least; }
};

}  // namespace

bool FixedOpponent::fits(const Table& table) {
    const Carryover& carryover = table.carryover();
    const CarryoverState& only = carryover.states[0];
    const size_t n = table.race().lowest;
    return table.players() == 2 && n == table.race().needed && carryover.states.size() == 1 && !only.penalized &&
           only.last_turns == 0 && !carryover.loses && !carryover.beat_previous && carryover.steal == Steal::never &&
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

FixedOpponent::FixedOpponent(const Table& table, Seat& opponent, const Kernel& kernel, const Progress& progress)
    : kernel_(kernel), n_(table.race().lowest), turns_(n_ * n_) {
    if (!fits(table)) throw std::invalid_argument("fixed opponent: more than scores carries over");
    // In the order in which they are read.
    for (size_t b = n_; b-- > 0;) {
        const auto found = opponent.outcomes(positions(b, true));
        for (size_t a = n_; a-- > 0;) {
            const Ends ends(*found[a], n_ - b);
            turns_[b * n_ + a] = {ends.least, banks_.size(), ends.count, ends.bust};
            banks_.insert(banks_.end(), ends.banks(), ends.banks() + ends.count);
        }
        if (progress) progress(fraction((n_ - b) * (n_ - b), n_ * n_));
    }
}

std::vector<std::array<double, 2>> FixedOpponent::against(std::span<PolicySeat* const> players) const {
    struct Values {
        std::vector<double> moves;   // P, by the player's score, then the opponent's
        std::vector<double> awaits;  // Q, of the opponent's present score, by the player's
        std::vector<Ends> ends;      // of the player's turns, likewise
    };
    std::vector<Values> all(players.size(), {std::vector<double>(n_ * n_), std::vector<double>(n_), {n_, Ends()}});
    for (size_t b = n_; b-- > 0;) {
        const auto at = positions(b, false);
        for (size_t k = 0; k < players.size(); ++k) {
            const auto found = players[k]->outcomes(at);
            for (size_t a = 0; a < n_; ++a)
                if (all[k].ends[a].turn != found[a]) all[k].ends[a] = Ends(*found[a], n_ - a);
        }
        for (size_t a = n_; a-- > 0;) {
            const Turn& other = turns_[b * n_ + a];
            for (auto& [moves, awaits, ends] : all) {
                const Ends& own = ends[a];
                const double move = own.win + kernel_.dot(own.banks(), awaits.data() + a + own.least, own.count);
                const double wait =
                    kernel_.dot(banks_.data() + other.begin, moves.data() + a * n_ + b + other.least, other.count);
                // Two equations, for the busts of both.
                const double once = 1 - own.bust * other.bust;
                if (!(once > least_end)) throw std::runtime_error("games: both players bust again and again");
                moves[a * n_ + b] = (move + own.bust * wait) / once;
                awaits[a] = (wait + other.bust * move) / once;
            }
        }
    }
    std::vector<std::array<double, 2>> found;
    for (const Values& values : all) found.push_back({values.moves.front(), values.awaits.front()});
    return found;
}

}  // namespace jeopardice
