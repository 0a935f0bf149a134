// The ends of a turn of a multiplayer race where turns can be stolen, or where last turns need
// multiplayer/last_states.hpp.
#pragma once

#include "multiplayer/board.hpp"

namespace jeopardice {

class StateEnds : public EndValues {
  public:
    // The value of a bust that keeps nothing is a guess of the problem unless `knows_busts`. Without offers (null) no
    // turn is stolen; `mixed` says how often where that is mixed (null: nowhere).
    StateEnds(const MultiplayerBoard& board, const double* values, const double* offers, const Shares* mixed,
              const Units& units, size_t carry, bool knows_busts, bool with_penalties)
        : board_(board),
          values_(values),
          offers_(offers),
          mixed_(mixed),
          units_(units),
          carry_(carry),
          knows_busts_(knows_busts),
          with_penalties_(with_penalties) {}

    bool write(Ended how, size_t total, size_t phase, std::span<double> worth) const override;

  protected:
    // The next player's turn follows, when the mover has `left` units left.
    virtual void write_next(size_t left, size_t carry, Offer offer, std::span<double> worth) const;
    // The mover has reached the goal with `lead` units more.
    virtual void write_reached(size_t lead, size_t total, size_t carry, Offer offer, std::span<double> worth) const;
    // What a roll that wins is worth, to the mover first.
    [[nodiscard]] virtual double win(size_t which) const { return which == 0 ? 1 : 0; }
    [[nodiscard]] size_t needed() const { return units_[0]; }
    [[nodiscard]] size_t next_place(size_t left, size_t carry) const {
        return board_.place(board_.next(units_, left), carry);
    }

  private:
    const MultiplayerBoard& board_;
    const double* const values_;
    const double* const offers_;
    const Shares* const mixed_;
    const Units units_;
    const size_t carry_;
    const bool knows_busts_, with_penalties_;
};

}  // namespace jeopardice
