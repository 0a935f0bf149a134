#include "evaluation/games.hpp"

#include <cmath>
#include <stdexcept>
#include <unordered_map>

#include "evaluation/bust_rings.hpp"
#include "evaluation/duels.hpp"
#include "evaluation/returns.hpp"
#include "evaluation/spreading.hpp"

namespace jeopardice {

namespace {

constexpr size_t chunk = 512, small_chunk = 64;  // blocks that are followed together; with what is stolen in each
constexpr double returns_no_more = 1e-17;        // arrivals by penalties that are ignored
constexpr int most_rounds = 100'000;

template <class Mass>
class GameFollower {
  public:
    GameFollower(const Table& table, std::span<Seat* const> seats, size_t rounds, size_t threads)
        : table_(table),
          seats_(seats),
          players_(table.players()),
          rounds_(rounds),
          arrivals_(table, seats),
          layout_(arrivals_.layout()),
          spreader_(table, arrivals_),
          steals_(table.carryover().steal != Steal::never),
          shares_work_(!steals_ && std::ranges::all_of(table.carryover().states,
                                                       [](const auto& state) { return state.last_turns == 0; })),
          team_(std::max<size_t>(1, threads)),
          rings_(std::max<size_t>(1, threads), {players_, rounds_}),
          all_(players_),
          part_(players_) {
        if (seats.size() != players_) throw std::invalid_argument("games: wrong number of players");
    }

    void begin(const GameStart& start, size_t game) {
        arrivals_.add(start.at, start.mover, Mass::of(game), 1.0, false);
    }

    FollowedGames follow(const Progress& progress) {
        const size_t top = players_ * table_.race().lowest;
        double reported = 0, to_come = 0;
        Returns<Mass> returns(table_, arrivals_, all_);
        for (int sweep = 0;; ++sweep) {
            if (sweep == most_rounds) games_never_end();
            returned_ = 0;
            for (size_t level = top; level >= players_; --level) {
                follow_level(level);
                const double part = 1 - std::pow(fraction(level, top), static_cast<double>(players_));
                reported = std::max(reported, (sweep + part) / (sweep + 1 + to_come));
                if (progress) progress(reported);
            }
            if (returned_ <= returns_no_more || !returns.add()) break;
            to_come = returned_ < 1 ? std::log(returns_no_more / returned_) / std::log(std::min(0.9, returned_)) : 10;
        }
        returns.finish();
        for (size_t turns = players_ - 1; turns > 0; --turns) follow_last_round(turns);
        FollowedGames found;
        for (size_t p = 0; p < players_; ++p) {
            found.wins.push_back(all_.wins[p].numbers());
            found.ended.push_back(all_.ended[p].numbers());
        }
        found.turns = all_.turns.numbers();
        found.points = all_.points.numbers();
        found.busts = all_.busts.numbers();
        return found;
    }

  private:
    using State = FollowedState<Mass>;
    struct Block {
        size_t begin, end;  // of its states
    };

    void follow_level(size_t level) {
        states_.clear();
        blocks_.clear();
        layout_.each_state(level, [&](const Position& first) {
            add_block(first);
            if (blocks_.size() == (steals_ ? small_chunk : chunk)) follow_blocks();
        });
        follow_blocks();
    }

    // The states of one score vector and of all movers and carries, if any of them has arrivals.
    void add_block(const Position& first) {
        const size_t base = states_.size(), carries = table_.carryover().states.size();
        Position at = first;
        bool active = false;
        for (size_t mover = 0; mover < players_; ++mover) {
            for (at.carry = 0; at.carry < carries; ++at.carry) {
                const size_t left = table_.carryover().after_bust(table_.race(), at.mine(), at.carry);
                const size_t then = ((mover + 1) % players_) * carries + table_.carryover().states[at.carry].busted;
                states_.push_back({at, mover, layout_.place(at), left == at.mine() ? base + then : outside});
                active = active || has_arrivals(states_.back());
            }
            at.carry = 0;
            std::rotate(at.needs.begin(), at.needs.begin() + 1,
                        at.needs.begin() + static_cast<std::ptrdiff_t>(players_));
        }
        if (!active) return states_.resize(base);
        blocks_.push_back({base, states_.size()});
    }

    [[nodiscard]] bool has_arrivals(const State& state) const { return arrivals_.any(state.mover, state.place); }

    // Where busts can be stolen, turns of a block lead to offers and new turns in the same block: it is followed again
    // until nothing is left of them.
    void follow_blocks() {
        const bool again = table_.carryover().steal == Steal::after_bust;
        bool found = false;
        for (int round = 0; !states_.empty(); ++round) {
            if (round == most_rounds) games_never_end();
            if (steals_) take_offers();
            for (const Block& block : blocks_) activate(block, again);
            if (!std::exchange(found, true)) find_outcomes();
            for (State& state : states_)
                if (state.active) {
                    state.mass = std::exchange(arrivals_.at(state.mover, state.place), Mass{});
                    state.mass.cut(rounds_);
                }
            const auto work = [&](size_t b, size_t thread) {
                const auto [first, end] = blocks_[b];
                rings_[thread].circulate(states_, first, end);
                for (size_t k = first; k < end; ++k) {
                    if (states_[k].active) spreader_.spread(states_[k], *states_[k].outcomes);
                    if (steals_) spreader_.offer(states_[k]);
                }
            };
            team_.run(blocks_.size(), work, !shares_work_);
            for (State& state : states_)
                if (state.active || state.returned > 0) count(state);
            if (!again || std::ranges::none_of(states_, [&](const State& state) { return has_arrivals(state); })) break;
        }
        states_.clear();
        blocks_.clear();
        all_.take(part_);
    }

    // Which states of a block have arrivals, or may get some by busts.
    void activate(const Block& block, bool all) {
        for (size_t k = block.begin; k < block.end; ++k) {
            State* state = &states_[k];
            state->active = state->active || all || has_arrivals(*state);
            while (state->active && state->next != outside && !states_[state->next].active) {
                state = &states_[state->next];
                state->active = true;
            }
        }
    }

    void count(State& state) {
        part_.count(state);
        returned_ += std::exchange(state.returned, 0);
    }

    void find_outcomes() {
        std::vector<std::pair<Seat*, std::vector<State*>>> groups;
        for (State& state : states_) {
            if (!state.active) continue;
            Seat* const seat = seats_[state.mover];
            auto group = std::ranges::find(groups, seat, [](const auto& entry) { return entry.first; });
            if (group == groups.end()) group = groups.insert(group, {seat, {}});
            group->second.push_back(&state);
        }
        for (auto& [seat, states] : groups) {
            // Movers with the same seat and state share a distribution.
            std::unordered_map<size_t, size_t> number;
            std::vector<Position> at;
            const bool shares = std::ranges::count(seats_, seat) > 1;
            for (const State* const state : states)
                if (!shares || number.try_emplace(state->place, at.size()).second) at.push_back(state->at);
            const auto found = seat->outcomes(at);
            for (size_t k = 0; k < states.size(); ++k) {
                states[k]->outcomes = found[shares ? number.at(states[k]->place) : k];
                states[k]->stays = spreader_.stays(*states[k]);
            }
        }
    }

    // Turns of these blocks that are stolen; what is declined becomes new turns.
    void take_offers() {
        for (size_t mover = 0; mover < players_; ++mover) {
            if (!arrivals_.steals(mover)) continue;
            std::vector<State*> states;
            std::vector<Position> at;
            std::vector<typename Arrivals<Mass>::Offers> taken;
            size_t each = 1;
            for (State& state : states_) {
                if (state.mover != mover) continue;
                auto turns = arrivals_.take_offers(mover, state.place);
                if (turns.empty()) continue;
                states.push_back(&state);
                at.push_back(state.at);
                each = std::max(each, turns.most_numbers());
                taken.push_back(std::move(turns));
            }
            std::vector<OfferedTurns> offers;
            for (const auto& turns : taken) offers.push_back(turns.weighted(each));
            auto stolen = seats_[mover]->steal(at, offers);
            for (size_t k = 0; k < states.size(); ++k)
                take(*states[k], offers[k], stolen[k], arrivals_.at(mover, states[k]->place));
        }
    }

    // Stolen turns of a state; the rest is added to `declined`.
    void take(State& state, const OfferedTurns& offers, StolenTurns& stolen, Mass& declined) {
        std::vector<double> taken(offers.each, 0.0);
        for (size_t w = 0; w < offers.weights.size(); ++w) taken[w % offers.each] += offers.weights[w];
        for (size_t w = 0; w < offers.each; ++w) {
            declined.add_number(w, stolen.declined[w]);
            taken[w] -= stolen.declined[w];
            if (stolen.outcomes.empty() || taken[w] <= negligible_arrivals) continue;
            State turn{state.at, state.mover, state.place, outside};
            turn.mass.add_number(w, 1);
            spreader_.spread(turn, stolen.outcomes[w]);
            part_.turns.add(turn.mass, taken[w] - 1, false);
            count(turn);
        }
        state.stolen = std::move(stolen.outcomes);
    }

    // The turns of a last round after which `turns` - 1 players still have one.
    void follow_last_round(size_t turns) {
        for (size_t mover = 0; mover < players_; ++mover) {
            std::vector<Position> at;
            std::vector<Mass> masses;
            for (const auto& [position, mass] : arrivals_.last(mover))
                if (position.turns == turns && mass.most() > negligible_arrivals) {
                    at.push_back(position);
                    masses.push_back(mass);
                }
            for (size_t k = 0; turns == 1 && k < at.size(); ++k) end_games(at[k], mover, masses[k]);
            for (size_t first = 0; turns > 1 && first < at.size(); first += chunk) {
                const size_t size = std::min(chunk, at.size() - first);
                follow_last_turns(std::span(at).subspan(first, size), mover, std::span(masses).subspan(first, size));
            }
            all_.take(part_);
        }
    }

    // Last turns that others follow.
    void follow_last_turns(std::span<const Position> at, size_t mover, std::span<Mass> masses) {
        const auto state_at = [&](size_t k) { return State{at[k], mover, 0, outside}; };
        for (size_t k = 0; k < at.size(); ++k) {
            if (at[k].offered == 0) continue;
            typename Arrivals<Mass>::Offers offer;
            offer.add({at[k].phase, at[k].offered}, masses[k], 1, false);
            const OfferedTurns offers = offer.weighted(offer.most_numbers());
            auto stolen = seats_[mover]->steal(at.subspan(k, 1), {&offers, 1});
            masses[k] = {};
            State state = state_at(k);
            take(state, offers, stolen.front(), masses[k]);
        }
        const auto found = seats_[mover]->outcomes(at);
        for (size_t k = 0; k < at.size(); ++k) {
            State state = state_at(k);
            state.mass = masses[k];
            spreader_.spread(state, *found[k]);
            count(state);
        }
    }

    // The very last turn: what the mover does not win is shared by those who lead.
    void end_games(const Position& at, size_t mover, const Mass& mass) {
        const std::ptrdiff_t lead = table_.lead(at);
        std::vector<size_t> leaders;
        for (size_t p = 1; p < players_; ++p)
            if (at.needs[p] == lead) leaders.push_back((mover + p) % players_);
        part_.finish(mover, mass, seats_[mover]->last_share(at), leaders);
    }

    const Table& table_;
    const std::span<Seat* const> seats_;
    const size_t players_, rounds_;
    Arrivals<Mass> arrivals_;
    const StateLayout& layout_;
    TurnSpreader<Mass> spreader_;
    const bool steals_, shares_work_;
    ThreadTeam team_;
    std::vector<BustRings<Mass>> rings_;  // one for each thread
    FollowedSums<Mass> all_, part_;       // of all states, and of those that are being followed
    double returned_ = 0;
    std::vector<State> states_;
    std::vector<Block> blocks_;
};

template <class Mass>
FollowedGames followed(const Table& table, std::span<Seat* const> seats, std::span<const GameStart> starts,
                       size_t rounds, size_t threads, const Progress& progress) {
    GameFollower<Mass> games(table, seats, rounds, threads);
    for (size_t game = 0; game < starts.size(); ++game) games.begin(starts[game], game);
    return games.follow(progress);
}

}  // namespace

FollowedGames follow_games(const Table& table, std::span<Seat* const> seats, std::span<const GameStart> starts,
                           size_t threads, const Progress& progress) {
    const size_t games = starts.size();
    if (games == 0 || games > most_players) throw std::invalid_argument("games: wrong number of starts");
    if (is_growing_duel(table, 0)) return follow_duel(table, seats, starts, 0, progress);
    const auto with = [&]<size_t most>() {
        return followed<GameMass<most>>(table, seats, starts, 1, threads, progress);
    };
    // Few sizes, because each is compiled separately; what is not used stays 0.
    FollowedGames found = games <= 2   ? with.template operator()<2>()
                          : games <= 4 ? with.template operator()<4>()
                                       : with.template operator()<most_players>();
    for (auto* const seats_numbers : {&found.wins, &found.ended})
        for (auto& numbers : *seats_numbers) numbers.resize(games);
    for (auto* const numbers : {&found.turns, &found.points, &found.busts}) numbers->resize(games);
    return found;
}

FollowedGames follow_rounds(const Table& table, std::span<Seat* const> seats, const GameStart& start, size_t rounds,
                            size_t threads, const Progress& progress) {
    if (start.mover == 0 && is_growing_duel(table, rounds))
        return follow_duel(table, seats, {&start, 1}, rounds, progress);
    return followed<RoundMass>(table, seats, {&start, 1}, rounds, threads, progress);
}

}  // namespace jeopardice
