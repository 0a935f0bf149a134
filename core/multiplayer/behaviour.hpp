// A block of a multiplayer race whose movers mix decisions: see docs/theory/multiplayer.md, "Mixed decisions".
//
// An equilibrium of a block is a fixed point of everybody's values under best decisions. Where best decisions jump,
// the values that follow from them need not meet. So decisions are made smooth first: of actions whose values differ by
// less than a width, the mover takes each with a chance that grows with its value. These values have a fixed point,
// which is followed, by Newton's method, to smaller and smaller widths. It says which decisions stay mixed; then their
// chances are found, by Newton's method too, so that all actions that are mixed have the same value to the mover.
#pragma once

#include <optional>
#include <unordered_map>

#include "multiplayer/board.hpp"
#include "multiplayer/state_ends.hpp"

namespace jeopardice {

struct BlockMember {
    Units units;
    size_t carry;
};

class BehaviourBlock {
  public:
    // All states of a block. `values` and `offers` (null where no turn can be stolen) hold what states outside of it
    // are worth, and `mixed` what is mixed there. All arguments must outlive it.
    BehaviourBlock(const MultiplayerBoard& board, std::vector<BlockMember> members, const double* values,
                   const double* offers, const Shares& mixed, bool with_penalties = true);
    // The same for the states of the block of these units.
    BehaviourBlock(const MultiplayerBoard& board, const Units& units, const double* values, const double* offers,
                   const Shares& mixed)
        : BehaviourBlock(board, members_of(board, units), values, offers, mixed) {}

    // Finds an equilibrium and writes its values; returns what is mixed, or nothing if none was found.
    [[nodiscard]] std::optional<Shares> solve(double* values, double* offers);

    // The rest is for values that were solved: decisions are mixed as the shares say, and otherwise best.
    // How much a mover could gain in one turn, and how far off values are.
    struct Check {
        double gain, off;
    };
    [[nodiscard]] Check check();
    // Where the turn of a state ends, with the chance of each end. With a total, a stolen turn, which begins with a
    // roll.
    struct EndChance {
        Ended how;
        size_t phase, total;
        double chance;
    };
    [[nodiscard]] std::vector<EndChance> ends_of(const Units& units, size_t carry, size_t phase, size_t total);
    // How often the mover of a state steals a turn.
    [[nodiscard]] double steals(const Units& units, size_t carry, Offer offer) const;

  private:
    static constexpr size_t none = ~size_t{0};
    using Numbers = std::vector<double>;
    // What follows an end of a turn: known values, or a state of the block.
    struct End {
        Components known{};
        size_t inside = none;  // its number in the block
        size_t theft = none;   // the number of the decision to steal
    };
    struct Position {  // of a turn: a total and a phase
        std::optional<End> bank;
        std::optional<End> settled[settles];
    };
    struct Turn {
        size_t totals = 0, least = 0;
        std::vector<Position> positions;  // by total, then by phase
    };
    // A decision at the beginning of a turn: whether to go on with the one before.
    struct Theft {
        size_t state, offer;  // the number of the state, and where the stolen turn is among the numbers
        MixedAction where;
        Components then{};  // what it is worth
    };
    struct Choice {
        size_t first, count;  // of its actions
        MixedAction where;    // its first action
    };
    enum class Mode { smooth, chances, shares };

    [[nodiscard]] static std::vector<BlockMember> members_of(const MultiplayerBoard& board, const Units& units);
    void make_turn(const BlockMember& member, bool with_penalties);
    [[nodiscard]] size_t index_of(const Units& units, size_t carry) const;
    [[nodiscard]] Components read(const Numbers& all, size_t at) const;
    void put(Numbers& all, size_t at, const Components& worth) const;
    // Everybody's values after decisions for the values `before`.
    void respond(const Numbers& before, Numbers& after);
    [[nodiscard]] Components after_end(const Numbers& before, const End& end) const;
    [[nodiscard]] Components choose(std::span<const Components> actions, const MixedAction& where);
    void set_chances(std::span<const Components> actions, const MixedAction& where, std::span<double> chances) const;
    // Newton's method for respond(x) = x from x on; returns whether it got there.
    bool settle(Numbers& x, double close_enough);
    [[nodiscard]] Numbers newton_step(const Numbers& x, const Numbers& response, const Numbers& off);
    bool polish(Numbers& x);
    bool polish_chances(Numbers& x);
    [[nodiscard]] Numbers stored() const;

    const MultiplayerBoard& board_;
    const std::vector<BlockMember> members_;
    const double* const values_;
    const double* const offers_;
    const Shares& mixed_;
    const size_t players_, each_;   // the numbers of a position: all players but the mover
    std::vector<size_t> offer_of_;  // of each state: where its turns that may be stolen are among the numbers, or none
    size_t size_ = 0, far_from_ = 0;
    std::vector<Turn> turns_;
    std::vector<Theft> thefts_;
    std::vector<Components> rows_;
    Mode mode_ = Mode::smooth;
    double width_ = 0;
    // The actions of all decisions, in the order in which `respond` comes to them.
    bool records_ = false;
    size_t decision_ = 0;
    Numbers chances_, worth_, now_;
    std::vector<Choice> choices_;
    std::unordered_map<size_t, size_t> choice_at_;  // by the key of its first action
};

}  // namespace jeopardice
