// Visits in lanes and threads: see race.hpp.
#include <algorithm>
#include <atomic>
#include <barrier>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>
#include <utility>

#include "race.hpp"

namespace jeopardice {

namespace {
constexpr double illegal = -std::numeric_limits<double>::infinity();
}

// Memory that begins with a cache line, so that no vector of a row lies across two of them.
template <class T>
struct CacheAligned {
    using value_type = T;
    static constexpr std::align_val_t line{64};
    static T* allocate(const std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
    static void deallocate(T* const p, std::size_t) { ::operator delete(p, line); }
    bool operator==(const CacheAligned&) const = default;
};

// The arrays of one thread.
struct Visitor::Lanes {
    std::vector<double, CacheAligned<double>> bank, settled, settled_slopes, rows;
};

// Threads that wait for work and share it batch by batch; the caller works along.
struct Visitor::Team {
    explicit Team(const std::size_t size)
        : lanes(size), start(static_cast<std::ptrdiff_t>(size)), done(static_cast<std::ptrdiff_t>(size)) {
        for (std::size_t i = 1; i < size; ++i)
            threads.emplace_back([this, i] {
                for (;;) {
                    start.arrive_and_wait();
                    if (closing) return;
                    share(i);
                    done.arrive_and_wait();
                }
            });
    }

    ~Team() {
        closing = true;
        if (!threads.empty()) start.arrive_and_wait();
    }

    void run(const std::size_t count, const std::function<void(std::size_t, Lanes&)>& batch) {
        work = &batch;
        batches = count;
        next = 0;
        if (threads.empty() || count < 2) {
            share(0);
        } else {
            start.arrive_and_wait();
            share(0);
            done.arrive_and_wait();
        }
        if (const std::exception_ptr failed = std::exchange(error, nullptr)) std::rethrow_exception(failed);
    }

    void share(const std::size_t thread) {
        try {
            for (std::size_t b = next++; b < batches; b = next++) (*work)(b, lanes[thread]);
        } catch (...) {  // such as no memory
            const std::lock_guard lock(failing);
            error = std::current_exception();
        }
    }

    std::vector<Lanes> lanes;
    std::barrier<> start, done;
    std::atomic<bool> closing{false};
    std::atomic<std::size_t> next{0};
    std::size_t batches = 0;
    std::mutex failing;
    std::exception_ptr error;
    const std::function<void(std::size_t, Lanes&)>* work = nullptr;
    std::vector<std::jthread> threads;
};

Visitor::Visitor(const TurnTables& turn, const RaceRules& race, const Kernel& kernel, const std::size_t threads)
    : turn_(turn),
      race_(race),
      kernel_(kernel),
      reach_(turn.reach()),
      settled_varies_(race.keep_on_bust),
      option_offset_(turn.option_offsets()),
      team_(std::make_unique<Team>(std::max<std::size_t>(1, threads))) {
    for (std::size_t q = 0; q < turn.phases(); ++q)
        if (turn.phase_rolls[q] == turn.phase_rolls[q + 1]) settled_varies_ = true;
}

Visitor::~Visitor() = default;

void Visitor::visit(const std::span<const Visit> visits, const std::span<Visited> found) {
    const std::size_t lanes = kernel_.lanes, count = (visits.size() + lanes - 1) / lanes;
    team_->run(count, [&](const std::size_t b, Lanes& own) {
        const std::size_t first = b * lanes, size = std::min(lanes, visits.size() - first);
        run_batch(visits.subspan(first, size), found.subspan(first, size), own);
    });
}

VisitRows Visitor::rows(const Visit& visit) {
    Lanes& own = team_->lanes.front();
    Visited found{};
    const std::size_t beyond = run_batch({&visit, 1}, {&found, 1}, own), lanes = kernel_.lanes;
    const std::size_t size = own.rows.size() / 2, known = reach_ * turn_.phases() * lanes;
    VisitRows result{beyond, {}, {}};
    for (std::size_t at = known; at < size; at += lanes) {
        result.values.push_back(own.rows[at]);
        result.busts.push_back(own.rows[size + at]);
    }
    return result;
}

// Returns how many rows lie beyond the goal.
std::size_t Visitor::run_batch(const std::span<const Visit> visits, const std::span<Visited> found, Lanes& own) const {
    const std::size_t lanes = kernel_.lanes, phases = turn_.phases();
    const auto least = [&](const Visit& v) {
        return std::max<std::size_t>(1, v.needed == race_.needed ? race_.first_bank_from : race_.bank_from);
    };
    // Row r is for a player who still needs s = r + 1 - beyond units. Beyond the goal, too, a bank may be too small.
    std::size_t longest = 0, beyond = 0;
    for (const Visit& v : visits) {
        longest = std::max(longest, v.needed);
        beyond = std::max(beyond, least(v) - std::min(least(v), v.needed));
    }
    const std::size_t steps = beyond + longest, varying = settled_varies_ ? steps : 1;
    const std::size_t size = (reach_ + steps) * phases * lanes;
    own.bank.resize(steps * lanes);
    own.settled.resize(varying * settles * lanes);
    own.settled_slopes.resize(varying * settles * lanes);
    own.rows.resize(2 * size);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Visit& v = visits[std::min(lane, visits.size() - 1)];
        for (std::size_t i = 0; i < reach_ * phases; ++i) {
            own.rows[i * lanes + lane] = v.goal;
            own.rows[size + i * lanes + lane] = 0;
        }
        const auto settle = [&](const std::size_t row, const std::size_t way, const double value, const double slope) {
            own.settled[(row * settles + way) * lanes + lane] = value;
            own.settled_slopes[(row * settles + way) * lanes + lane] = slope;
        };
        const auto need = static_cast<std::ptrdiff_t>(v.needed), smallest = static_cast<std::ptrdiff_t>(least(v));
        for (std::size_t row = 0; row < steps; ++row) {
            const auto s = static_cast<std::ptrdiff_t>(row + 1) - static_cast<std::ptrdiff_t>(beyond);
            const double kept = s <= 0 ? v.goal : s < need ? v.shift + v.scale * v.after[s - 1] : v.bust;
            const bool legal = need - s >= smallest;
            own.bank[row * lanes + lane] = legal ? kept : illegal;
            if (row >= varying) continue;
            const bool keeps = race_.keep_on_bust && s < need;
            settle(row, 0, keeps ? kept : v.bust, keeps ? 0 : 1);
            settle(row, 1, v.bust, 1);  // nobody's bank is lost in these races: the Python side refuses such rules
            settle(row, 2, v.goal, 0);
            settle(row, 3, legal || keeps ? kept : v.bust, legal || keeps ? 0 : 1);
        }
    }
    kernel_.solve(turn_, option_offset_.data(), reach_,
                  {steps, own.bank.data(), own.settled.data(), settled_varies_ ? settles * lanes : 0, own.rows.data(),
                   own.settled_slopes.data(), own.rows.data() + size});
    for (std::size_t lane = 0; lane < visits.size(); ++lane) {
        const std::size_t at = (reach_ + beyond + visits[lane].needed - 1) * phases * lanes + lane;
        found[lane] = {own.rows[at], own.rows[size + at]};
    }
    return beyond;
}

}  // namespace jeopardice
