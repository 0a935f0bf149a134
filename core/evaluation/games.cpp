#include "evaluation/games.hpp"

#include <cmath>
#include <stdexcept>
#include <unordered_map>

namespace jeopardice {

namespace {

constexpr size_t outside_block = ~size_t{0};
constexpr size_t chunk = 512;              // blocks that are followed together
constexpr double returns_no_more = 1e-17;  // arrivals by penalties that are ignored
constexpr double hardly_ends = 1e-12;      // the least chance not to repeat a ring
constexpr int most_sweeps = 100'000;

[[noreturn]] void never_ends() {
    throw std::runtime_error("games: the strategies always bust, so that a game may never end");
}

template <class Mass>
class GameFollower {
  public:
    GameFollower(const Table& table, std::span<Seat* const> seats, size_t rounds, size_t threads)
        : table_(table),
          seats_(seats),
          players_(table.players()),
          rounds_(rounds),
          layout_(table),
          phases_(outcome_layout(table)),
          steals_(table.carryover().steal != Steal::never),
          shares_work_(!steals_ && std::ranges::all_of(table.carryover().states,
                                                       [](const auto& state) { return state.last_turns == 0; })),
          team_(std::max<size_t>(1, threads)),
          arrivals_(players_, std::vector<Mass>(layout_.size())),
          offers_(players_),
          last_(players_),
          all_(players_),
          part_(players_) {
        if (seats.size() != players_) throw std::invalid_argument("games: wrong number of players");
    }

    void begin(const GameStart& start, size_t game) { arrive(start.at, start.mover, Mass::of(game), 1.0, false); }

    FollowedGames follow(const Progress& progress) {
        const size_t top = players_ * table_.race().lowest;
        double reported = 0, to_come = 0;
        for (int sweep = 0;; ++sweep) {
            if (sweep == most_sweeps) never_ends();
            returned_ = 0;
            for (size_t level = top; level >= players_; --level) {
                follow_level(level);
                const double part = 1 - std::pow(fraction(level, top), static_cast<double>(players_));
                reported = std::max(reported, (sweep + part) / (sweep + 1 + to_come));
                if (progress) progress(reported);
            }
            if (returned_ <= returns_no_more) break;
            to_come = returned_ < 1 ? std::log(returns_no_more / returned_) / std::log(std::min(0.9, returned_)) : 10;
        }
        for (size_t turns = players_ - 1; turns > 0; --turns) follow_last_round(turns);
        FollowedGames found;
        for (size_t p = 0; p < players_; ++p) {
            found.wins.push_back(all_.wins[p].numbers());
            found.ended.push_back(all_.ended[p].numbers());
        }
        found.turns = all_.turns.numbers();
        return found;
    }

  private:
    struct Node {
        Position at;
        size_t mover, place, next;  // `next`: the node after a bust, in the same block, or outside
        bool active = false;
        double stays = 0;  // the chance of that bust
        Mass mass{};
        const TurnOutcomes* outcomes = nullptr;
        double won = 0, returned = 0;  // the chance to win in this turn, and arrivals at earlier levels
    };
    struct Block {
        size_t begin, end;  // of its nodes
    };
    using Offer = std::pair<OfferedTurn, Mass>;

    void follow_level(size_t level) {
        level_ = level;
        nodes_.clear();
        blocks_.clear();
        layout_.each_state(level, [&](const Position& first) {
            add_block(first);
            if (blocks_.size() == chunk) follow_blocks();
        });
        follow_blocks();
    }

    // The states of one score vector and of all movers and carries, if any of them has arrivals.
    void add_block(const Position& first) {
        const size_t base = nodes_.size(), carries = table_.carryover().states.size();
        Position at = first;
        bool active = false;
        for (size_t mover = 0; mover < players_; ++mover) {
            for (at.carry = 0; at.carry < carries; ++at.carry) {
                const size_t place = layout_.place(at);
                const size_t left = table_.carryover().after_bust(table_.race(), at.mine(), at.carry);
                const size_t then = ((mover + 1) % players_) * carries + table_.carryover().states[at.carry].busted;
                nodes_.push_back({at, mover, place, left == at.mine() ? base + then : outside_block});
                active = active || has_arrivals(nodes_.back());
            }
            at.carry = 0;
            std::rotate(at.needs.begin(), at.needs.begin() + 1,
                        at.needs.begin() + static_cast<std::ptrdiff_t>(players_));
        }
        if (!active) return nodes_.resize(base);
        blocks_.push_back({base, nodes_.size()});
    }

    // Where busts can be stolen, turns of a block lead to offers and new turns in the same block: it is followed again
    // until nothing is left of them.
    void follow_blocks() {
        const bool again = table_.carryover().steal == Steal::after_bust;
        bool found = false;
        for (int round = 0; !nodes_.empty(); ++round) {
            if (round == most_sweeps) never_ends();
            if (steals_) take_offers();
            for (const Block& block : blocks_) activate(block, again);
            if (!std::exchange(found, true)) find_outcomes();
            for (Node& node : nodes_)
                if (node.active) {
                    node.mass = std::exchange(arrivals_[node.mover][node.place], Mass{});
                    node.mass.cut(rounds_);
                }
            const auto work = [&](size_t b, size_t) {
                circulate(blocks_[b]);
                for (size_t k = blocks_[b].begin; k < blocks_[b].end; ++k)
                    if (nodes_[k].active) spread(nodes_[k], *nodes_[k].outcomes, nodes_[k].next != outside_block);
            };
            team_.run(blocks_.size(), work, !shares_work_);
            for (Node& node : nodes_)
                if (node.active) count(node);
            if (!again || std::ranges::none_of(nodes_, [&](const Node& node) { return has_arrivals(node); })) break;
        }
        nodes_.clear();
        blocks_.clear();
        add_part();
    }

    // Adds the sums of these states to all others.
    void add_part() {
        for (size_t p = 0; p < players_; ++p) {
            all_.wins[p].add(std::exchange(part_.wins[p], Mass{}), 1, false);
            all_.ended[p].add(std::exchange(part_.ended[p], Mass{}), 1, false);
        }
        all_.turns.add(std::exchange(part_.turns, Mass{}), 1, false);
    }

    // Which states of a block have arrivals, or may get some by busts.
    void activate(const Block& block, bool all) {
        for (size_t k = block.begin; k < block.end; ++k) {
            Node* node = &nodes_[k];
            node->active = node->active || all || has_arrivals(*node);
            while (node->active && node->next != outside_block && !nodes_[node->next].active) {
                node = &nodes_[node->next];
                node->active = true;
            }
        }
    }

    [[nodiscard]] bool has_arrivals(const Node& node) const {
        return arrivals_[node.mover][node.place].most() > negligible_arrivals ||
               (steals_ && offers_[node.mover].contains(node.place));
    }

    // The arrivals that were spread.
    void count(Node& node) {
        part_.wins[node.mover].add(node.mass, node.won, false);
        part_.ended[node.mover].add(node.mass, node.won, false);
        part_.turns.add(node.mass, 1, false);
        returned_ += node.returned;
        node.won = node.returned = 0;
    }

    void find_outcomes() {
        std::vector<std::pair<Seat*, std::vector<Node*>>> groups;
        for (Node& node : nodes_) {
            if (!node.active) continue;
            Seat* const seat = seats_[node.mover];
            auto group = std::ranges::find(groups, seat, [](const auto& entry) { return entry.first; });
            if (group == groups.end()) group = groups.insert(group, {seat, {}});
            group->second.push_back(&node);
        }
        for (auto& [seat, nodes] : groups) {
            // Movers with the same seat and state share a distribution.
            std::unordered_map<size_t, size_t> number;
            std::vector<Position> at;
            for (const Node* const node : nodes)
                if (number.try_emplace(node->place, at.size()).second) at.push_back(node->at);
            const auto found = seat->outcomes(at);
            for (Node* const node : nodes) {
                node->outcomes = found[number.at(node->place)];
                for (size_t q = 0; q < std::min(phases_.bust_phases, node->outcomes->busts.size()); ++q)
                    node->stays += node->outcomes->busts[q];
                if (lost_stays(*node)) node->stays += node->outcomes->lost;
            }
        }
    }

    // Whether it makes no difference to lose everything or just the turn.
    [[nodiscard]] bool lost_stays(const Node& node) const {
        const Carryover& carryover = table_.carryover();
        const size_t all = table_.race().needed;
        return node.next != outside_block &&
               (!carryover.loses || carryover.after_bust(table_.race(), all, node.at.carry) == node.at.mine());
    }

    // Busts around the rings of a block.
    void circulate(const Block& block) {
        std::vector<size_t> into(block.end - block.begin, 0), ready;
        for (size_t k = block.begin; k < block.end; ++k)
            if (nodes_[k].active && nodes_[k].next != outside_block) ++into[nodes_[k].next - block.begin];
        for (size_t k = block.begin; k < block.end; ++k)
            if (nodes_[k].active && into[k - block.begin] == 0) ready.push_back(k);
        std::vector<bool> done(into.size());
        const auto bust = [&](Node& node, Mass& mass) {
            Mass moved;
            moved.add(mass, node.stays, node.mover + 1 == players_);
            moved.cut(rounds_);
            return moved;
        };
        while (!ready.empty()) {
            Node& node = nodes_[ready.back()];
            done[ready.back() - block.begin] = true;
            ready.pop_back();
            if (node.next == outside_block) continue;
            nodes_[node.next].mass.add(bust(node, node.mass), 1, false);
            if (--into[node.next - block.begin] == 0) ready.push_back(node.next);
        }
        for (size_t first = block.begin; first < block.end; ++first) {
            if (!nodes_[first].active || done[first - block.begin]) continue;
            // What comes around to the first state: from the others, and then again and again.
            Mass around;
            double stays = nodes_[first].stays;
            for (size_t k = nodes_[first].next; k != first; k = nodes_[k].next) {
                around.add(nodes_[k].mass, 1, false);
                around = bust(nodes_[k], around);
                stays *= nodes_[k].stays;
            }
            Mass& start = nodes_[first].mass;
            start.add(around, 1, false);
            if constexpr (Mass::repeats) {
                if (!(1 - stays > hardly_ends)) never_ends();
                start.repeat(stays);
            } else {
                for (Mass more = start; more.most() > negligible_arrivals;) {
                    size_t k = first;
                    do {
                        more = bust(nodes_[k], more);
                        k = nodes_[k].next;
                    } while (k != first);
                    start.add(more, 1, false);
                }
            }
            for (size_t k = first; !done[k - block.begin]; k = nodes_[k].next) {
                done[k - block.begin] = true;
                if (nodes_[k].next != first) nodes_[nodes_[k].next].mass.add(bust(nodes_[k], nodes_[k].mass), 1, false);
            }
        }
    }

    // Where turns of a state lead, except (`in_ring`) for the busts around the ring.
    void spread(Node& node, const TurnOutcomes& turn, bool in_ring) {
        node.won += turn.won;
        if (!in_ring || !lost_stays(node)) move(node, {Ending::lost, 0, 0}, turn.lost);
        const size_t phases = phases_.bust_phases;
        size_t at = in_ring ? phases : 0;
        if (table_.carryover().steal != Steal::after_bust && table_.race().keep_on_bust && !node.at.last())
            at = spread_kept(node, turn, at);
        for (; at < turn.busts.size(); ++at) move(node, {Ending::bust, at % phases, at / phases}, turn.busts[at]);
        spread_banks(node, turn);
    }

    // The arrivals of the next player, by the units that the mover has left.
    [[nodiscard]] Mass* after(const Node& node, size_t carry) {
        Position then;
        for (size_t p = 1; p < players_; ++p) then.needs[p - 1] = node.at.needs[p];
        then.needs[players_ - 1] = 1;
        then.carry = carry;
        return arrivals_[(node.mover + 1) % players_].data() + layout_.place(then) - 1;
    }

    // Busts that keep a total below the goal. Returns the first total that they do not.
    size_t spread_kept(Node& node, const TurnOutcomes& turn, size_t total) {
        const CarryoverState& from = table_.carryover().states[node.at.carry];
        Mass* const then = after(node, from.busted);
        const std::ptrdiff_t needs = node.at.needs[0];
        const bool later = node.mover + 1 == players_;
        for (; total < std::min(node.at.mine(), turn.busts.size()); ++total) {
            std::ptrdiff_t left = needs - static_cast<std::ptrdiff_t>(total);
            if (from.penalized) left = table_.race().after_penalty(left);
            if (left <= 0) break;
            if (turn.busts[total] == 0) continue;
            if (left >= needs) node.returned += turn.busts[total] * node.mass.most();
            then[left].add(node.mass, turn.busts[total], later);
        }
        return total;
    }

    void spread_banks(Node& node, const TurnOutcomes& turn) {
        const CarryoverState& from = table_.carryover().states[node.at.carry];
        const size_t needs = node.at.mine();
        size_t at = phases_.bank_phases;
        if (table_.carryover().steal != Steal::after_bank && !node.at.last()) {
            Mass* const then = after(node, from.banked);
            const size_t step = from.step * layout_.stride();
            for (; at < std::min(needs, turn.banks.size()); ++at)
                if (turn.banks[at] != 0)
                    then[needs - at + (at - 1) * step].add(node.mass, turn.banks[at], node.mover + 1 == players_);
            if (from.last_turns == 0)
                for (; at < turn.banks.size(); ++at) node.won += turn.banks[at];
        }
        for (; at < turn.banks.size(); ++at)
            move(node, {Ending::bank, at % phases_.bank_phases, at / phases_.bank_phases}, turn.banks[at]);
    }

    void move(Node& node, const TurnEnd& end, double chance) {
        if (chance == 0 || chance * node.mass.most() < negligible_arrivals) return;
        const AfterTurn after = table_.after(node.at, end);
        if (after.over) {
            node.won += chance;
            return;
        }
        if (!after.next.last() && layout_.level(after.next) >= level_) node.returned += chance * node.mass.most();
        arrive(after.next, (node.mover + 1) % players_, node.mass, chance, node.mover + 1 == players_);
    }

    void arrive(const Position& at, size_t mover, const Mass& mass, double share, bool later) {
        if (at.last()) return last_[mover][at].add(mass, share, later);
        if (at.offered == 0) return arrivals_[mover][layout_.place(at)].add(mass, share, later);
        auto& offers = offers_[mover][layout_.place(at)];
        const auto known = std::ranges::find_if(offers, [&](const Offer& offer) {
            return offer.first.phase == at.phase && offer.first.total == at.offered;
        });
        Offer& offer =
            known != offers.end() ? *known : offers.emplace_back(OfferedTurn{at.phase, at.offered, {}}, Mass{});
        offer.second.add(mass, share, later);
    }

    // Turns of these blocks that are stolen; what is declined becomes new turns.
    void take_offers() {
        for (size_t mover = 0; mover < players_; ++mover) {
            std::vector<Node*> nodes;
            std::vector<Position> at;
            std::vector<std::vector<OfferedTurn>> offers;
            size_t numbers = 0;
            for (Node& node : nodes_) {
                if (node.mover != mover) continue;
                const auto entry = offers_[mover].find(node.place);
                if (entry == offers_[mover].end()) continue;
                nodes.push_back(&node);
                at.push_back(node.at);
                auto& turns = offers.emplace_back();
                for (auto& [turn, mass] : entry->second) {
                    turns.push_back({turn.phase, turn.total, mass.numbers()});
                    numbers = std::max(numbers, turns.back().weights.size());
                }
                offers_[mover].erase(entry);
            }
            for (auto& turns : offers)
                for (OfferedTurn& turn : turns) turn.weights.resize(numbers);
            const auto stolen = seats_[mover]->steal(at, offers);
            for (size_t k = 0; k < nodes.size(); ++k)
                take(*nodes[k], offers[k], stolen[k], arrivals_[mover][nodes[k]->place]);
        }
    }

    // Stolen turns of a node; the rest is added to `declined`.
    void take(const Node& node, std::span<const OfferedTurn> offers, const StolenTurns& stolen, Mass& declined) {
        for (size_t w = 0; w < stolen.declined.size(); ++w) {
            declined.add_number(w, stolen.declined[w]);
            if (stolen.outcomes.empty()) continue;
            double taken = -stolen.declined[w];
            for (const OfferedTurn& turn : offers) taken += turn.weights[w];
            if (taken <= negligible_arrivals) continue;
            Node turn{node.at, node.mover, node.place, outside_block};
            turn.mass.add_number(w, 1);
            spread(turn, stolen.outcomes[w], false);
            part_.turns.add(turn.mass, taken - 1, false);
            count(turn);
        }
    }

    // The turns of a last round after which `turns` - 1 players still have one.
    void follow_last_round(size_t turns) {
        for (size_t mover = 0; mover < players_; ++mover) {
            std::vector<Position> at;
            std::vector<Mass> masses;
            for (const auto& [position, mass] : last_[mover])
                if (position.turns == turns && mass.most() > negligible_arrivals) {
                    at.push_back(position);
                    masses.push_back(mass);
                }
            for (size_t k = 0; turns == 1 && k < at.size(); ++k) end_games(at[k], mover, masses[k]);
            for (size_t first = 0; turns > 1 && first < at.size(); first += chunk) {
                const size_t size = std::min(chunk, at.size() - first);
                follow_last_turns(std::span(at).subspan(first, size), mover, std::span(masses).subspan(first, size));
            }
            add_part();
        }
    }

    // Last turns that others follow.
    void follow_last_turns(std::span<const Position> at, size_t mover, std::span<Mass> masses) {
        const auto node_at = [&](size_t k) { return Node{at[k], mover, 0, outside_block}; };
        for (size_t k = 0; k < at.size(); ++k) {
            if (at[k].offered == 0) continue;
            const std::vector<OfferedTurn> offer{{at[k].phase, at[k].offered, masses[k].numbers()}};
            const auto stolen = seats_[mover]->steal(at.subspan(k, 1), {&offer, 1});
            masses[k] = {};
            take(node_at(k), offer, stolen.front(), masses[k]);
        }
        const auto found = seats_[mover]->outcomes(at);
        for (size_t k = 0; k < at.size(); ++k) {
            Node node = node_at(k);
            node.mass = masses[k];
            spread(node, *found[k], false);
            count(node);
        }
    }

    // The very last turn: what the mover does not win is shared by those who lead.
    void end_games(const Position& at, size_t mover, const Mass& mass) {
        const double share = seats_[mover]->last_share(at);
        const std::ptrdiff_t lead = table_.lead(at);
        std::vector<size_t> leaders;
        for (size_t p = 1; p < players_; ++p)
            if (at.needs[p] == lead) leaders.push_back((mover + p) % players_);
        part_.wins[mover].add(mass, share, false);
        for (const size_t leader : leaders)
            part_.wins[leader].add(mass, (1 - share) / static_cast<double>(leaders.size()), false);
        part_.ended[mover].add(mass, 1, false);
        part_.turns.add(mass, 1, false);
    }

    const Table& table_;
    const std::span<Seat* const> seats_;
    const size_t players_, rounds_;
    const StateLayout layout_;
    const OutcomeLayout phases_;
    const bool steals_, shares_work_;
    ThreadTeam team_;
    std::vector<std::vector<Mass>> arrivals_;  // by mover
    std::vector<std::unordered_map<size_t, std::vector<Offer>>> offers_;
    std::vector<std::unordered_map<Position, Mass, PositionHash>> last_;
    // By seat, and the expected turns: of all states, and of those that are being followed. Sums of sums are more
    // precise.
    struct Sums {
        explicit Sums(size_t players) : wins(players), ended(players) {}
        std::vector<Mass> wins, ended;
        Mass turns{};
    };
    Sums all_, part_;
    size_t level_ = 0;
    double returned_ = 0;
    std::vector<Node> nodes_;
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
    const auto with = [&]<size_t games>() {
        return followed<GameMass<games>>(table, seats, starts, 1, threads, progress);
    };
    switch (starts.size()) {
        case 1:
            return with.template operator()<1>();
        case 2:
            return with.template operator()<2>();
        case 3:
            return with.template operator()<3>();
        case 4:
            return with.template operator()<4>();
        default:
            break;
    }
    if (starts.empty() || starts.size() > most_players) throw std::invalid_argument("games: too many at once");
    return with.template operator()<most_players>();
}

FollowedGames follow_rounds(const Table& table, std::span<Seat* const> seats, const GameStart& start, size_t rounds,
                            size_t threads, const Progress& progress) {
    return followed<RoundMass>(table, seats, {&start, 1}, rounds, threads, progress);
}

}  // namespace jeopardice
