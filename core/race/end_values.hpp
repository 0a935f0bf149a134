// The ends of one turn, where pointers to the values that follow (race/turn_problem.hpp) cannot say what they are
// worth: of several players, who share the lead, have a bank to beat, or may steal the turn.
#pragma once

#include <cstdint>
#include <span>

namespace jeopardice {

enum class Ended : std::uint8_t { bank, bust, lost, win };

class EndValues {
  public:
    virtual ~EndValues() = default;
    // Writes what an end in a phase is worth to the mover and then to the other players of the problem. Returns false,
    // and writes nothing, if it has the value of a bust that the problem guesses. The phase of a turn that ends because
    // no dice are left has none.
    virtual bool write(Ended how, size_t total, size_t phase, std::span<double> worth) const = 0;
};

}  // namespace jeopardice
