"""What every state of a solved game is worth, and everything that can be done in a turn from it."""

from collections.abc import Collection, Iterable
from functools import cached_property

import numpy as np

from .model import Bounds, Choice, Faces, Hand, State
from .solve import ROUNDING, Solver
from .space import FREE, Space
from .turn import Payoffs, Swept, Turn

Options = list[tuple[Choice, Bounds]]


class TurnValues:
    """One turn from a state, with best play afterwards: bounds of everything that can be done."""

    def __init__(
        self,
        space: Space,
        state: State,
        column: int,
        turn: Turn,
        pays: tuple[Payoffs, Payoffs],
        swept: tuple[Swept, Swept],
    ) -> None:
        self.space, self.state, self.column, self.turn = space, state, column, turn
        self.pays, self.swept = pays, swept
        self.moves, self.rules = space.moves, space.rules
        self.least = self.rules.threshold(state.mine, state.to_beat)
        self.saturated = space.sudden or state.last

    def widened(self, low: float, high: float) -> Bounds:
        """Bounds that allow for rounding."""
        return max(0.0, float(low) - ROUNDING), min(1.0, float(high) + ROUNDING)

    def starts(self) -> list[tuple[str, Hand, Bounds]]:
        """Every way to begin the turn."""
        low, high = (swept.fresh[:, self.column] for swept in self.swept)
        found = [("roll", hand, self.widened(low[at], high[at])) for at, hand in enumerate(self.moves.starts)]
        offer = self.state.offer
        if offer is not None:
            found.append(("steal", offer.hand, self.roll(offer.hand, offer.total, offer.singles)))
        return found

    def positions(self) -> Iterable[tuple[Hand, int, int]]:
        """Every hand to roll, total and count of bonuses at which the player can decide within the turn."""
        for row, place in np.argwhere(self.turn.seen[: self.turn.rows, : self.moves.nodes]).tolist():
            hand, singles = divmod(place, self.moves.singles)
            yield self.moves.hands[hand], row * self.moves.unit, singles

    def roll(self, hand: Hand, total: int, singles: int) -> Bounds:
        """The value of rolling a hand, not as the first roll of the turn."""
        row, place = total // self.moves.unit, self.moves.place(hand, singles)
        if row >= self.turn.rows:
            if not self.saturated:
                return 0.0, 1.0
            row = self.turn.rows - 1
        return self.widened(*(float(swept.roll[row, place, self.column]) for swept in self.swept))

    def bank(self, hand: Hand, total: int, singles: int) -> Bounds:
        """The value of banking with a hand left to roll."""
        row, place = total // self.moves.unit, self.moves.place(hand, singles)
        lines = self.turn.rows + self.turn.tops
        if row >= lines:
            if not self.saturated:
                return 0.0, 1.0
            row = lines - 1
        pair = [pay.bank[row, place if pay.bank.shape[1] > 1 else 0, self.column] for pay in self.pays]
        return self.widened(*(0.0 if np.isneginf(value) else float(value) for value in pair))

    def end(self, total: int) -> Bounds:
        """The value of a turn that ends with no dice left and too little to bank."""
        row = min(total // self.moves.unit, self.turn.rows + self.turn.tops - 1)
        return self.widened(*(float(pay.end[row if pay.end.shape[0] > 1 else 0, self.column]) for pay in self.pays))

    def event(self, name: str, hand: Hand, total: int, singles: int) -> Bounds:
        """The value of a roll that shows an event."""
        if name == "win":
            return 1.0, 1.0
        row = min(total // self.moves.unit, self.turn.rows - 1)
        pair: list[float] = []
        for pay in self.pays:
            values = pay.bust if name == "bust" else pay.lose
            node = self.moves.place(hand, singles) if values.shape[1] > 1 else 0
            pair.append(float(values[row if values.shape[0] > 1 else 0, node, self.column]))
        return self.widened(*pair)

    def decide(self, hand: Hand, total: int, singles: int) -> dict[str, Bounds]:
        """The values of what is legal: "bank", "roll", both, or "end" with no dice left and too little to bank."""
        found: dict[str, Bounds] = {}
        if total >= self.least:
            found["bank"] = self.bank(hand, total, singles)
        if any(hand):
            found["roll"] = self.roll(hand, total, singles)
        return found or {"end": self.end(total)}

    def rolls(
        self, hand: Hand, total: int, singles: int, first: bool
    ) -> list[tuple[Faces, float, str | Options, Bounds]]:
        """Every distinct roll of a hand: its chance, its event or its choices, and its value."""
        found: list[tuple[Faces, float, str | Options, Bounds]] = []
        for roll in self.moves.rolls.of(hand, first):
            if roll.event:
                value = self.event(roll.event, hand, total, singles)
                found.append((roll.faces, float(roll.chance), roll.event, value))
                continue
            options: Options = []
            for kept in roll.kept:
                points, after = self.moves.gain(hand, singles, kept.points, roll.scores)
                for then, value in self.decide(kept.hand, total + points, after).items():
                    options.append((Choice(kept.keep, points, total + points, then, kept.hand, after), value))
            best = max(value[0] for _, value in options), max(value[1] for _, value in options)
            found.append((roll.faces, float(roll.chance), options, best))
        return found


class WinValues:
    """Bounds of the chance to win of the player who is to move, with best play by both."""

    def __init__(self, space: Space, solver: Solver) -> None:
        self.space, self.solver = space, solver
        self.rules = space.rules
        self.pays = (
            space.payoffs(solver.vector(solver.high, False), False),
            space.payoffs(solver.vector(solver.low, True), True),
        )

    @cached_property
    def states(self) -> Collection[State]:
        """Every state that can come up, up to where turn totals and scores are cut off."""
        found = set(self.space.states())
        if self.space.columns:
            found.update(self.last_states())
        return found

    def last_states(self) -> Iterable[State]:
        """Every state before a last turn."""
        space, rules, moves = self.space, self.rules, self.space.moves
        equal = rules.end == "equal-turns"
        lines, nodes = space.turn.rows + space.turn.tops, moves.nodes
        places = [
            (
                row * moves.unit,
                [
                    space.offer(row * nodes + place + 1) if space.offers_bank and place < nodes else None
                    for place in np.flatnonzero(space.turn.seen[row]).tolist()
                ],
            )
            for row in range(lines)
        ]
        bust = moves.regular.bust > 0
        kept = [
            (
                row * moves.unit,
                [
                    space.offer(row * nodes + node + 1) if space.offers_bust else None
                    for node in np.flatnonzero(space.turn.rolled[row] & bust).tolist()
                ],
            )
            for row in range(space.turn.rows)
        ]
        for mine, theirs, busts, other, beat, begins in space.contexts.T.tolist():
            if equal and not begins:
                continue
            least = rules.threshold(mine, beat)
            for total, offers in places:
                if total >= max(least, rules.goal - mine):
                    for offer in set(offers):
                        yield State(
                            theirs, mine + total, other, 0, total if rules.beat_previous else 0, offer, not equal, True
                        )
                elif rules.keep_on_bust and any(row_offer is None for row_offer in offers) and total < least:
                    score, count = rules.after_bust(mine + total, busts)
                    if score >= rules.goal and space.turn.seen[total // moves.unit, nodes:].any():
                        yield State(theirs, score, other, count, 0, None, not equal, True)
            if rules.keep_on_bust:
                for total, offers in kept:
                    score, count = rules.after_bust(mine + total, busts)
                    if score >= rules.goal:
                        for offer in set(offers):
                            yield State(theirs, score, other, count, 0, offer, not equal, True)

    def normal(self, state: State) -> State:
        """The state without what has no effect under these rules."""
        rules = self.rules
        if rules.counted == 1:
            state = state._replace(my_busts=0, their_busts=0)
        if not rules.beat_previous:
            state = state._replace(to_beat=0)
        if rules.steal == "never":
            state = state._replace(offer=None)
        if rules.end != "equal-turns":
            state = state._replace(begins=True)
        return state

    def turn(self, state: State) -> TurnValues:
        """Everything that can be done in a turn; KeyError for a state that cannot come up."""
        state = self.normal(state)
        space = self.space
        if state.last:
            key = self.column(state)
            if key not in space.columns:
                raise KeyError(state)
            return TurnValues(
                space,
                state,
                space.columns[key],
                space.last_turn,
                (space.last_pay, space.last_pay),
                (space.last_swept, space.last_swept),
            )
        parts = [state.mine, state.theirs, state.my_busts, state.their_busts, state.to_beat, int(state.begins)]
        if not all(
            0 <= part - shift < size
            for part, size, shift in zip(parts, space.radix, (space.lowest, space.lowest, 0, 0, 0, 0), strict=True)
        ):
            raise KeyError(state)
        number = space.numbers.get(int(space.number(list(parts))))
        if number is None:
            raise KeyError(state)
        return TurnValues(space, state, number, space.turn, self.pays, (self.solver.swept_low, self.solver.swept_high))

    def column(self, state: State) -> tuple[int, int, int]:
        """What matters of a state before a last turn."""
        rules = self.rules
        gap = state.theirs - state.mine
        least = max(rules.threshold(state.mine, state.to_beat), gap if rules.split else gap + 1)
        due = rules.keep_on_bust and self.space.penal and state.my_busts + 1 >= rules.streak
        return gap, least, state.mine if due else FREE

    def bounds(self, state: State) -> Bounds:
        """Bounds of the mover's chance to win; KeyError for a state that cannot come up."""
        values = [value for _, _, value in self.turn(state).starts()]
        return max(low for low, _ in values), max(high for _, high in values)
