#include "simultaneous/simultaneous_game.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "common/team.hpp"
#include "simultaneous/matrix_game.hpp"

namespace jeopardice {

namespace {

constexpr int most_answers = 1000, most_newton = 100;
// Answers that are better by no more than this are but rounding.
constexpr double better = 1e-14;
constexpr double unit_roundoff = 0x1p-53;

double worth_at(const std::span<const double> worth, const std::size_t index) {
    return worth[std::min(index, worth.size() - 1)];
}

double expected(const Law& law, const std::span<const double> worth) {
    double sum = 0;
    for (std::size_t i = 0; i < law.size(); ++i) sum += law[i] * worth_at(worth, i);
    return sum;
}

// Several laws played with some chances, as one.
Law mixed(const std::vector<Law>& laws, const std::span<const double> chances) {
    Law all;
    for (std::size_t k = 0; k < laws.size(); ++k) {
        if (chances[k] == 0) continue;
        all.resize(std::max(all.size(), laws[k].size()));
        for (std::size_t i = 0; i < laws[k].size(); ++i) all[i] += chances[k] * laws[k][i];
    }
    return all;
}

// Calls work(a, b) for all pairs of units needed with a <= b, in order of their sum; those of one sum at the same time.
void for_all_states(const std::size_t n, const std::size_t threads, const Progress& progress,
                    const std::function<void(std::size_t, std::size_t)>& work) {
    Team team(threads);
    for (std::size_t level = 2; level <= 2 * n; ++level) {
        const std::size_t first = level > n ? level - n : 1;
        team.run(level / 2 - first + 1, [&](const std::size_t k, std::size_t) { work(first + k, level - first - k); });
        const double part = static_cast<double>(level) / static_cast<double>(2 * n);
        if (progress) progress(part * part);
    }
}

}  // namespace

DiceWays::DiceWays(std::vector<Law> laws) : laws_(std::move(laws)) {
    if (laws_.empty()) throw std::invalid_argument("ways: there are none");
}

double DiceWays::best(const std::span<const double> worth, std::size_t, Law& law) const {
    double most = -1;
    for (const Law& way : laws_) {
        const double value = expected(way, worth);
        if (value > most) {
            most = value;
            law = way;
        }
    }
    return most;
}

std::size_t DiceWays::roundings(const std::size_t indices) const {
    return 2 * indices;
}

bool DiceWays::loses() const {
    return std::any_of(laws_.begin(), laws_.end(), [](const Law& law) { return law[1] > 0; });
}

RollingWays::RollingWays(Law roll, const std::size_t bank_from) : roll_(std::move(roll)), bank_from_(bank_from) {
    if (roll_.size() <= law_of_gain + 1) throw std::invalid_argument("ways: a roll must gain something");
}

double RollingWays::best(const std::span<const double> worth, const std::size_t needed, Law& law) const {
    const std::size_t most = roll_.size() - 1 - law_of_gain;
    // From here on banking is right: more units change nothing.
    const std::size_t last = std::max({needed, bank_from_, worth.size() - 1 - law_of_gain, std::size_t{1}});
    std::vector<double> value(last + most + 1);
    std::vector<std::uint8_t> rolls(last + most + 1);
    for (std::size_t total = last + most; total >= last; --total) value[total] = worth_at(worth, law_of_gain + total);
    for (std::size_t total = last; total-- > 0;) {
        double roll = roll_[0] * worth[0] + roll_[1] * worth[1];
        for (std::size_t g = 1; g <= most; ++g) roll += roll_[law_of_gain + g] * value[total + g];
        const bool may_bank = total > 0 && total >= bank_from_;
        const double bank = may_bank ? worth_at(worth, law_of_gain + total) : -1;
        rolls[total] = roll > bank;
        value[total] = std::max(roll, bank);
    }
    law.assign(law_of_gain + last + most + 1, 0);
    std::vector<double> stands(last + most + 1);
    stands[0] = 1;
    std::size_t furthest = 0;
    for (std::size_t total = 0; total < last + most; ++total) {
        if (stands[total] == 0) continue;
        if (!rolls[total]) {
            law[law_of_gain + total] = stands[total];
            furthest = total;
            continue;
        }
        law[0] += stands[total] * roll_[0];
        law[1] += stands[total] * roll_[1];
        for (std::size_t g = 1; g <= most; ++g) stands[total + g] += stands[total] * roll_[law_of_gain + g];
    }
    law.resize(law_of_gain + furthest + 1);
    return value[0];
}

std::size_t RollingWays::roundings(const std::size_t indices) const {
    return (indices + 1) * (roll_.size() + 2);  // each roll gains a unit at least
}

bool RollingWays::loses() const {
    return roll_[1] > 0;
}

// The values of all states while some are known: what a turn is worth against a law of the other player.
class AtOnce::Table {
  public:
    Table(const std::span<const double> values, const Falls& falls)
        : values_(values), falls_(falls), n_(falls.busted.size()) {}

    [[nodiscard]] double at(const std::size_t a, const std::size_t b) const { return values_[(a - 1) * n_ + b - 1]; }

    // Whether a state is as before when both bust.
    [[nodiscard]] bool stays(const std::size_t a, const std::size_t b) const {
        return falls_.busted[a - 1] == a && falls_.busted[b - 1] == b;
    }

    // What ending a turn with each index is worth to a player who needs `own`, against the other's law. The state
    // itself, where both bust, is worth `again`, and a win `goal`.
    [[nodiscard]] std::vector<double> worths(const std::size_t own, const std::size_t other, const Law& law,
                                             const double again, const double goal = 1) const {
        const std::size_t gains = law.size() - 1 - law_of_gain;
        const std::size_t over = gains > other ? gains - other : 0;
        std::vector<double> worth(law_of_gain + own + over + 2);
        const std::size_t short_of = std::min(gains, other - 1);  // the gains that do not reach the goal
        const auto row = [&](const std::size_t needs) {
            const double* const from = &values_[(needs - 1) * n_];
            double sum = law[0] * from[falls_.busted[other - 1] - 1] + law[1] * from[falls_.lost - 1];
            for (std::size_t g = 1; g <= short_of; ++g) sum += law[law_of_gain + g] * from[other - g - 1];
            return sum;
        };
        worth[0] = row(falls_.busted[own - 1]);
        if (stays(own, other)) worth[0] += law[0] * (again - at(own, other));
        worth[1] = row(falls_.lost);
        for (std::size_t g = 1; g < own; ++g) worth[law_of_gain + g] = row(own - g);
        // Who reaches the goal wins, unless the other does, too, and is further.
        double behind = law[0] + law[1];
        for (std::size_t g = 1; g <= short_of; ++g) behind += law[law_of_gain + g];
        for (std::size_t beyond = 0; beyond <= over + 1; ++beyond) {
            const std::size_t same = law_of_gain + other + beyond;
            const double equal = same < law.size() ? law[same] : 0;
            worth[law_of_gain + own + beyond] = goal * (behind + equal / 2);
            behind += equal;
        }
        return worth;
    }

  private:
    std::span<const double> values_;
    const Falls& falls_;
    std::size_t n_;
};

AtOnce::AtOnce(std::shared_ptr<const Ways> ways, Falls falls) : ways_(std::move(ways)), falls_(std::move(falls)) {
    const std::size_t n = falls_.busted.size();
    if (n == 0 || falls_.lost < 1 || falls_.lost > n) throw std::invalid_argument("at once: no such units to go");
    for (std::size_t a = 1; a <= n; ++a)
        if (falls_.busted[a - 1] < a || falls_.busted[a - 1] > n)
            throw std::invalid_argument("at once: a bust must not bring a player nearer to the goal");
}

Moment AtOnce::moment(const std::span<const double> values, const std::size_t a, const std::size_t b) const {
    const Table table(values, falls_);
    const bool stays = table.stays(a, b);
    double v = table.at(a, b);
    Moment found;
    MatrixGame game, again;  // without the chance that both bust, and that chance
    const auto add_row = [&](Law law) {
        std::vector<double> entries, chances;
        for (const Law& column : found.columns) {
            entries.push_back(expected(law, table.worths(a, b, column, 0)));
            chances.push_back(stays ? law[0] * column[0] : 0);
        }
        game.payoff.push_back(std::move(entries));
        again.payoff.push_back(std::move(chances));
        found.rows.push_back(std::move(law));
    };
    const auto add_column = [&](Law law) {
        const std::vector<double> worth = table.worths(a, b, law, 0);
        for (std::size_t k = 0; k < found.rows.size(); ++k) {
            game.payoff[k].push_back(expected(found.rows[k], worth));
            again.payoff[k].push_back(stays ? found.rows[k][0] * law[0] : 0);
        }
        found.columns.push_back(std::move(law));
    };
    // To begin with, both play for points.
    for (const bool first : {true, false}) {
        const std::size_t own = first ? a : b;
        std::vector<double> points(law_of_gain + own + 1);
        for (std::size_t g = 1; g <= own; ++g) points[law_of_gain + g] = static_cast<double>(g);
        Law law;
        ways_->best(points, own, law);
        if (first)
            add_row(std::move(law));
        else
            add_column(std::move(law));
    }
    // The mixtures for a guess of what the state itself is worth, and a Newton step of that guess; its length.
    double low = 0, high = 1;
    const auto play = [&](const bool finely) {
        MatrixGame now = game;
        for (std::size_t k = 0; k < now.rows(); ++k)
            for (std::size_t l = 0; l < now.columns(); ++l) now.payoff[k][l] += again.payoff[k][l] * v;
        Mixture mixture = solve_game(now, finely);
        found.row_chances = std::move(mixture.rows);
        found.column_chances = std::move(mixture.columns);
        double won = 0, back = 0;
        for (std::size_t k = 0; k < now.rows(); ++k)
            for (std::size_t l = 0; l < now.columns(); ++l) {
                const double chance = found.row_chances[k] * found.column_chances[l];
                won += chance * game.payoff[k][l];
                back += chance * again.payoff[k][l];
            }
        double next = won / (1 - back);
        if (finely) {  // the matrix does not change any more: steps that go round in circles are cut short
            (mixture.value >= v ? low : high) = v;
            if (!(next >= low && next <= high)) next = (low + high) / 2;
        }
        return std::abs(std::exchange(v, next) - next);
    };
    const auto is_new = [](const std::vector<Law>& laws, const Law& law) {
        return std::find(laws.begin(), laws.end(), law) == laws.end();
    };
    for (int answers = 0; answers < most_answers; ++answers) {
        play(false);
        for (const bool finely : {false, true}) {
            if (finely) {
                low = 0;
                high = 1;
                for (int step = 0; step < most_newton && play(true) > 4e-16;) ++step;
            }
            Law row, column;
            const Law rows = mixed(found.rows, found.row_chances), columns = mixed(found.columns, found.column_chances);
            const double more = ways_->best(table.worths(a, b, columns, v), a, row);
            const double less = 1 - ways_->best(table.worths(b, a, rows, 1 - v), b, column);
            const bool new_row = more > v + better && is_new(found.rows, row);
            const bool new_column = less < v - better && is_new(found.columns, column);
            if (new_row) add_row(std::move(row));
            if (new_column) add_column(std::move(column));
            if (new_row || new_column) break;
            if (finely) {
                found.value = a == b ? 0.5 : v;
                return found;
            }
        }
    }
    throw std::runtime_error("at once: the best answers do not settle");
}

Values AtOnce::sweep(const Values& before, const std::size_t threads, const Progress& progress) const {
    const std::size_t n = needed();
    if (before.size() != n * n) throw std::invalid_argument("at once: values of another size");
    Values values = before;
    for_all_states(n, threads, progress, [&](const std::size_t a, const std::size_t b) {
        const double value = moment(values, a, b).value;
        values[(a - 1) * n + b - 1] = value;
        values[(b - 1) * n + a - 1] = 1 - value;
    });
    return values;
}

std::vector<double> AtOnce::worths(const std::span<const double> values, const std::size_t own, const std::size_t other,
                                   const Law& law, const double again) const {
    return Table(values, falls_).worths(own, other, law, again);
}

bool AtOnce::has_falls() const {
    if (ways_->loses()) return true;
    for (std::size_t a = 1; a <= needed(); ++a)
        if (falls_.busted[a - 1] != a) return true;
    return false;
}

Values AtOnce::guarantees(const Values& values, const std::size_t threads, const Progress& progress) const {
    if (has_falls()) throw std::invalid_argument("at once: no guarantees where scores fall");
    const std::size_t n = needed();
    Values low(values), high(values);  // high: what the other player cannot exceed, from that player's side
    const auto at = [n](const std::size_t a, const std::size_t b) { return (a - 1) * n + b - 1; };
    // What a player keeps with a law, against any answer: the largest guess that is kept when it is also what the state
    // itself is worth after two busts. Newton steps down from the value.
    const auto kept = [&](const std::size_t own, const std::size_t other, const Law& law, const double value) {
        double guess = value;
        Law answer;
        for (int step = 0; step < most_newton; ++step) {
            const std::vector<double> left = Table(high, falls_).worths(other, own, law, 1 - guess);
            const double now = 1 - ways_->best(left, other, answer);
            const std::size_t roundings = 2 * law.size() + ways_->roundings(left.size()) + 200;
            const double off = guess - now + 1.01 * unit_roundoff * static_cast<double>(roundings);
            if (off <= 0) return guess;
            guess -= (off + 8 * unit_roundoff) / (1 - law[0] * answer[0]);
            if (guess <= 0) return 0.0;
        }
        throw std::runtime_error("at once: what a mixture guarantees does not settle");
    };
    for_all_states(n, threads, progress, [&](const std::size_t a, const std::size_t b) {
        const Moment found = moment(values, a, b);
        const Law rows = mixed(found.rows, found.row_chances), columns = mixed(found.columns, found.column_chances);
        const double mine = kept(a, b, rows, values[at(a, b)]), theirs = kept(b, a, columns, values[at(b, a)]);
        low[at(a, b)] = a == b ? std::min(mine, theirs) : mine;
        if (a != b) low[at(b, a)] = theirs;
        high[at(a, b)] = 1 - low[at(b, a)];
        high[at(b, a)] = 1 - low[at(a, b)];
    });
    return low;
}

std::vector<Law> AtOnce::played(const Values& values, const std::size_t threads, const Progress& progress) const {
    const std::size_t n = needed();
    std::vector<Law> laws(n * n);
    for_all_states(n, threads, progress, [&](const std::size_t a, const std::size_t b) {
        const Moment found = moment(values, a, b);
        laws[(a - 1) * n + b - 1] = mixed(found.rows, found.row_chances);
        if (a != b) laws[(b - 1) * n + a - 1] = mixed(found.columns, found.column_chances);
    });
    return laws;
}

Values AtOnce::answered(const Values& worth_to_other, const std::span<const Law> laws, const double goal,
                        const std::size_t threads) const {
    const std::size_t n = needed();
    if (worth_to_other.size() != n * n || laws.size() != n * n)
        throw std::invalid_argument("at once: values of another size");
    const Table table(worth_to_other, falls_);
    Values found(n * n);
    Team team(threads);
    team.run(n * n, [&](const std::size_t state, std::size_t) {
        const std::size_t own = state / n + 1, other = state % n + 1;
        Law answer;
        const auto worth = table.worths(other, own, laws[state], table.at(other, own), goal);
        found[state] = ways_->best(worth, other, answer);
    });
    return found;
}

Values AtOnce::kept(const Values& values, const std::span<const Law> laws, const std::size_t threads) const {
    const std::size_t n = needed();
    Values theirs(values.size());
    for (std::size_t state = 0; state < values.size(); ++state) theirs[state] = 1 - values[state % n * n + state / n];
    Values found = answered(theirs, laws, 1, threads);
    for (double& chance : found) chance = 1 - chance;
    return found;
}

Values AtOnce::lasting(const Values& rounds, const std::span<const Law> laws, const std::size_t threads) const {
    const std::size_t n = needed();
    Values turned(rounds.size());
    for (std::size_t state = 0; state < rounds.size(); ++state) turned[state] = rounds[state % n * n + state / n];
    Values found = answered(turned, laws, 0, threads);
    for (double& longest : found) longest += 1;
    return found;
}

double AtOnce::rounding(const std::span<const Law> laws) const {
    std::size_t longest = 0;
    for (const Law& law : laws) longest = std::max(longest, law.size());
    const std::size_t indices = law_of_gain + needed() + longest + 2;
    return 1.01 * unit_roundoff * static_cast<double>(2 * longest + ways_->roundings(indices) + 200);
}

}  // namespace jeopardice
