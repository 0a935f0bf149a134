#include "evaluation/duels.hpp"

#include <numeric>

#include "evaluation/bust_rings.hpp"
#include "evaluation/turn_values.hpp"

namespace jeopardice {

namespace {

constexpr size_t most_duel_bytes = size_t{1} << 30;
constexpr size_t duel_tile = 4;             // units of both that are solved together, while caches have their numbers
constexpr double hardly_any_turns = 1e-18;  // the chance of longer games, which are left out

class GrowingDuel {
  public:
    GrowingDuel(const Table& table, std::span<Seat* const> seats, size_t units, size_t rounds)
        : table_(table),
          seats_(seats),
          alike_(seats[0] == seats[1]),
          units_(units),
          lengths_(2 * rounds),
          each_(counts + lengths_),
          kernel_(kernels().front()),
          same_(each_) {
        for (size_t seat = 0; seat < (alike_ ? 1 : 2); ++seat) {
            numbers_[seat].resize(units * units * each_);
            ends_[seat].resize(units * units);
        }
    }

    void solve(const Progress& progress) {
        for (size_t begin = 1; begin <= units_; begin += duel_tile) {
            const size_t end = std::min(begin + duel_tile, units_ + 1);
            find_turns(begin, end);
            for (size_t left = 1; left <= others(end - 1); left += duel_tile)
                for (size_t i = begin; i < end; ++i)
                    for (size_t j = left; j < std::min(left + duel_tile, others(i) + 1); ++j) solve_pair(i, j);
            // Turns of those who need more are longer.
            if (progress) progress(fraction(end * end * end, units_ * units_ * units_));
        }
    }

    enum Count : size_t { wins, turns, points, busts, counts };
    // The numbers of the mover of a position: by Count, then the chances that the game ends with each turn.
    [[nodiscard]] std::span<const double> at(size_t mover, const Position& at) {
        const size_t first = place(at.mine(), static_cast<size_t>(at.needs[1])) * each_;
        return std::span(numbers(mover)).subspan(first, each_);
    }

  private:
    struct Turn {
        TurnChances chances;
        double points = 0, busts = 0;
    };

    [[nodiscard]] size_t place(size_t i, size_t j) const { return (i - 1) * units_ + j - 1; }
    // Seats that are the same have the same numbers: those of one seat, each pair of states once.
    [[nodiscard]] size_t others(size_t i) const { return alike_ ? i : units_; }
    [[nodiscard]] std::vector<double>& numbers(size_t seat) { return numbers_[alike_ ? 0 : seat]; }
    [[nodiscard]] std::vector<size_t>& ends(size_t seat) { return ends_[alike_ ? 0 : seat]; }

    // The turns of the pairs with i from `begin` on: of the first seat against j, then of the second one, who needs j.
    void find_turns(size_t begin, size_t end) {
        std::vector<Position> mine, theirs;
        for (size_t i = begin; i < end; ++i) {
            pairs_[i % duel_tile] = mine.size();
            for (size_t j = 1; j <= others(i); ++j) {
                mine.push_back(position(i, j));
                theirs.push_back(position(j, i));
            }
        }
        second_ = mine.size();
        turns_.clear();
        if (alike_) {
            mine.insert(mine.end(), theirs.begin(), theirs.end());
            return add_turns(0, mine);
        }
        add_turns(0, mine);
        add_turns(1, theirs);
    }

    [[nodiscard]] static Position position(size_t i, size_t j) {
        Position at;
        at.needs[0] = static_cast<std::ptrdiff_t>(i);
        at.needs[1] = static_cast<std::ptrdiff_t>(j);
        return at;
    }

    void add_turns(size_t seat, const std::vector<Position>& at) {
        const bool keeps = table_.race().keep_on_bust;
        const auto found = seats_[seat]->outcomes(at);
        for (size_t k = 0; k < at.size(); ++k) {
            Turn& turn = turns_.emplace_back();
            const TurnOutcomes& by = *found[k];
            turn.chances = {by, at[k].mine(), false, keeps};
            turn.busts = std::accumulate(by.busts.begin(), by.busts.end(), by.lost);
            turn.points = points_of(by.banks) + (keeps ? points_of(by.busts) : 0);
        }
    }

    [[nodiscard]] double points_of(const std::vector<double>& chances) {
        while (totals_.size() < chances.size()) totals_.push_back(static_cast<double>(totals_.size()));
        return kernel_.dot(chances.data(), totals_.data(), chances.size());
    }

    void solve_pair(size_t i, size_t j) {
        const size_t pair = pairs_[i % duel_tile] + j - 1;
        const Turn &first = turns_[pair], &second = turns_[second_ + pair];
        // Where both are the same state, its numbers are found twice.
        const bool same = alike_ && i == j;
        size_t& one_end = ends(0)[place(i, j)];
        size_t same_end = 0;
        size_t& other_end = same ? same_end : ends(1)[place(j, i)];
        double* const one = &numbers(0)[place(i, j) * each_];
        double* const other = same ? same_.data() : &numbers(1)[place(j, i) * each_];
        begin(0, first, i, j, one, one_end);
        begin(1, second, j, i, other, other_end);
        const double stays = first.chances.bust, other_stays = second.chances.bust;
        const double leaves = 1 - stays * other_stays;
        if (!(leaves > hardly_ends)) games_never_end();
        one[wins] = (one[wins] + stays * (1 - other[wins] - other_stays)) / leaves;
        other[wins] += other_stays * (1 - one[wins]);
        for (size_t c = turns; c < counts; ++c) {
            one[c] = (one[c] + stays * other[c]) / leaves;
            other[c] += other_stays * one[c];
        }
        size_t end = std::max(one_end, other_end);
        for (size_t k = 1; k < lengths_; ++k) {
            const double mine = stays * other[counts + k - 1], theirs = other_stays * one[counts + k - 1];
            if (k >= end && std::max(mine, theirs) < hardly_any_turns) break;
            one[counts + k] += mine;
            other[counts + k] += theirs;
            end = std::max(end, k + 1);
        }
        one_end = other_end = end;
    }

    // Everything but the bust that leads to the pair's other state.
    void begin(size_t seat, const Turn& turn, size_t i, size_t j, double* to, size_t& end) {
        const TurnChances& chances = turn.chances;
        const auto& numbers = this->numbers(1 - seat);
        const auto& ends = this->ends(1 - seat);
        const double ended = chances.won + chances.reached;
        std::fill(to, to + each_, 0.0);
        if (lengths_ > 0) to[counts] = ended;
        end = 1;
        std::array<double, counts> sums{};
        double other_loses = 0;
        const auto add = [&](size_t left, double chance) {
            const size_t from = place(j, left);
            const double* const then = &numbers[from * each_];
            other_loses += chance * (1 - then[wins]);
            for (size_t c = turns; c < counts; ++c) sums[c] += chance * then[c];
            if (lengths_ == 0 || chance == 0) return;
            const size_t count = std::min(lengths_ - 1, ends[from]);
            kernel_.add(to + counts + 1, then + counts, count, chance);
            end = std::max(end, count + 1);
        };
        for (size_t k = 0; k < chances.below; ++k) add(i - chances.least - k, chances.banks[k]);
        for (size_t k = 0; k < chances.kept_below; ++k) add(i - 1 - k, chances.kept[k]);
        to[wins] = ended + other_loses;
        to[turns] = 1 + sums[turns];
        to[points] = turn.points + sums[points];
        to[busts] = turn.busts + sums[busts];
    }

    const Table& table_;
    const std::span<Seat* const> seats_;
    const bool alike_;
    const size_t units_, lengths_, each_;
    const Kernel kernel_;
    std::array<std::vector<double>, 2> numbers_;
    std::array<std::vector<size_t>, 2> ends_;  // after the last turn with which a game practically ends
    std::vector<double> same_;
    std::vector<Turn> turns_;
    std::array<size_t, duel_tile> pairs_{};  // the first pair with each i
    size_t second_ = 0;                      // the first turn of the second seat
    std::vector<double> totals_;
};

}  // namespace

bool is_growing_duel(const Table& table, size_t rounds) {
    const Carryover& carryover = table.carryover();
    const size_t n = table.race().lowest;
    return table.players() == 2 && carryover.states.size() == 1 && carryover.states[0].last_turns == 0 &&
           carryover.steal == Steal::never && !carryover.scores_can_decrease(table.race()) &&
           n * n * (2 * rounds + GrowingDuel::counts) * 2 * sizeof(double) <= most_duel_bytes;
}

FollowedGames follow_duel(const Table& table, std::span<Seat* const> seats, std::span<const GameStart> starts,
                          size_t rounds, const Progress& progress) {
    std::ptrdiff_t units = 0;
    for (const GameStart& start : starts) units = std::max({units, start.at.needs[0], start.at.needs[1]});
    GrowingDuel games(table, seats, static_cast<size_t>(units), rounds);
    games.solve(progress);
    FollowedGames found;
    found.wins.resize(2);
    found.ended.resize(2);
    for (const auto& [at, mover] : starts) {
        const auto numbers = games.at(mover, at);
        found.turns.push_back(numbers[GrowingDuel::turns]);
        found.points.push_back(numbers[GrowingDuel::points]);
        found.busts.push_back(numbers[GrowingDuel::busts]);
        for (size_t k = GrowingDuel::counts; k < numbers.size(); ++k)
            found.ended[(mover + k - GrowingDuel::counts) % 2].push_back(numbers[k]);
        if (rounds > 0) continue;
        found.wins[mover].push_back(numbers[GrowingDuel::wins]);
        found.wins[1 - mover].push_back(1 - numbers[GrowingDuel::wins]);
    }
    found.wins = rounds > 0 ? found.ended : found.wins;
    return found;
}

}  // namespace jeopardice
