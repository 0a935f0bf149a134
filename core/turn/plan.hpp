// The order in which the kernel reads the options of a turn.
//
// The largest value of an outcome's options is often part of another's: a roll of 1 1 5 offers all that 1 5 does. The
// outcomes of a roll are put in chains, each with all options of the one before it, so that a running maximum has to
// look only at those that are new. For Farkle these are 343 of 576.
#pragma once

#include "turn/turn.hpp"

namespace jeopardice {

class TurnPlan {
  public:
    // Without `shared`, every outcome is a chain of its own, and options keep their order: of equal options the first
    // is chosen, which matters to other players.
    TurnPlan(const TurnTables& turn, bool shared);

    // An outcome: `more` options in addition to the first of a chain, or to those of the outcome before it.
    struct Link {
        double chance;
        std::int32_t more;
        bool starts;  // a chain
    };
    // The outcomes of a roll: first those with one option that no other continues, then the rest.
    [[nodiscard]] std::span<const Link> single_of(size_t roll) const {
        return std::span(links_).subspan(roll_links_[roll], roll_single_[roll]);
    }
    [[nodiscard]] std::span<const Link> links_of(size_t roll) const {
        const size_t first = roll_links_[roll] + roll_single_[roll];
        return std::span(links_).subspan(first, roll_links_[roll + 1] - first);
    }
    // The places of the values of a roll's options relative to the row, in the order of its outcomes.
    [[nodiscard]] const std::int32_t* offsets_of(size_t roll) const { return offsets_.data() + roll_offsets_[roll]; }

  private:
    std::vector<Link> links_;
    std::vector<std::int32_t> offsets_;
    std::vector<size_t> roll_links_{0}, roll_offsets_{0}, roll_single_;
};

}  // namespace jeopardice
