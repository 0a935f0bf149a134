"""A card to memorise as a player of `oracles.game`, by the letter of docs/strategies.md; no code of the package.

`carried` has lines (when, number, more): the table is read at the turn total plus `more` of the first that applies.
With `lead`, a bank that reaches the goal must be so far ahead, if the other player then has a last turn; all dice are
rolled again, and for rolls from the goal on the table is read as in a last turn. A roll at a total of the goal and the
lead together or more is the last: whatever it scores is banked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from oracles.game import Choice, Hand, State
from oracles.game.model import Faces

Line = tuple[str, int, int]


@dataclass(frozen=True)
class CardPlayer:
    """The numbers of a card for one kind of dice, and the goal."""

    goal: int
    rows: Mapping[int, Mapping[int, int]]
    own: Mapping[int, int]
    other: Mapping[int, int]
    carried: Sequence[Line] = ()
    first_bank: int = 0
    minimum_bank: int = 0
    lead: int = 0
    equal_turns: bool = False

    def __call__(self, state: State, total: int, hand: Hand, roll: Faces | None, choices: Sequence[Choice]) -> int:
        """The choice that the card takes."""
        wins = state.theirs + 1 - state.mine if state.last else self.goal - state.mine
        leads = self.lead > 0 and not state.last and (state.begins or not self.equal_turns)
        at_goal = leads and state.mine + total >= self.goal
        if leads:
            wins = max(wins, state.theirs + self.lead - state.mine)
        banks = [choice for choice in choices if choice.then == "bank" and choice.total >= wins]
        most = max(banks, key=lambda choice: choice.total, default=None)
        is_hot = most is not None and bool(most.hand) and sum(most.hand) not in self.rows
        if most and not (leads and is_hot and total < self.goal + self.lead):
            return choices.index(most)
        kept = max({choice.keep for choice in choices}, key=lambda keep: self.rank(state, keep, choices, at_goal))
        options = {choice.then: choice for choice in choices if choice.keep == kept}
        after = next(iter(options.values()))
        wants = not at_goal and self.worth(state, after) == 0 and not self.goes(state, sum(after.hand))
        loses = state.last and state.mine + after.total <= state.theirs
        waits = leads and self.goal - state.mine <= after.total
        banks_now = "bank" in options and (len(options) == 1 or (wants and not loses and not waits))
        return choices.index(options["bank"] if banks_now else options.get("roll", after))

    def goes(self, state: State, dice: int) -> bool:
        """Whether it rolls for the goal with this number of dice left."""
        far = 10**9
        return state.mine >= self.own.get(dice, far) or state.theirs >= self.other.get(dice, far)

    def more(self, state: State, total: int, at_goal: bool) -> int:
        """What a turn total counts more."""
        lines = (line for line in self.carried if not at_goal or line[0] in ("last_turn", "first_bank"))
        return next((more for when, number, more in lines if self.holds(state, total, when, number, at_goal)), 0)

    def holds(self, state: State, total: int, when: str, number: int, at_goal: bool) -> bool:
        """Whether a line applies."""
        if at_goal and when == "last_turn":
            return True
        if when == "no_bank":
            return total < max(self.minimum_bank, self.first_bank if state.mine == 0 else 0)
        if when == "first_bank":
            return state.mine == 0 and self.first_bank > 0
        if state.last or when == "last_turn":
            return state.last and when == "last_turn"
        if when == "busts":
            return state.my_busts == number
        return state.to_beat > 0 if when == "to_beat" else not state.begins

    def worth(self, state: State, choice: Choice, at_goal: bool = False) -> float:
        """What rolling on is worth after a choice."""
        row = self.rows.get(sum(choice.hand))
        if row is None:
            return float("inf") if choice.hand else 0.0  # all dice again are never banked
        at = choice.total + self.more(state, choice.total, at_goal)
        return min((worth for worth, start in row.items() if start <= at), default=max(row))

    def rank(self, state: State, keep: Faces, choices: Sequence[Choice], at_goal: bool) -> tuple[float, bool, int, int]:
        """By turn total + worth, then a bank that is allowed, then more dice left."""
        choice = next(choice for choice in choices if choice.keep == keep)
        worth = self.worth(state, choice, at_goal)
        banks = not at_goal and worth == 0 and any(choice.keep == keep and choice.then == "bank" for choice in choices)
        return choice.total + worth, banks, sum(choice.hand), choice.total
