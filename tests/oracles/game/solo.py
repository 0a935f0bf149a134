"""One player without an opponent: the fewest expected turns to the goal, and the best chance to reach it in time."""

from math import inf

import numpy as np

from .model import Bounds, TooLarge
from .solve import ROUNDING, settle
from .turn import Array, Moves, Payoffs, Swept, Turn

GOAL, UNKNOWN, NOTHING, ILLEGAL = range(4)
NEVER = -1e12


class Solo:
    """The game of one player; what the other player does, and how the game ends, has no part in it."""

    def __init__(self, moves: Moves, most_nodes: int, deadline: float) -> None:
        self.moves, self.rules = moves, moves.rules
        self.most_nodes, self.deadline = most_nodes, deadline
        self.penal = self.rules.penalty > 0 and self.rules.streak > 0

    def explore(self, depth: int) -> None:
        """Finds every score and count of busts that can come up, and what each end of a turn leads to."""
        rules, moves = self.rules, self.moves
        lowest = 0
        if self.penal:
            lowest = -depth if rules.floor is None else min(0, rules.floor)
        need = max(rules.goal - lowest, rules.minimum_bank, rules.first_bank, 1)
        need += rules.penalty if rules.keep_on_bust else 0
        self.turn = Turn(moves, -(-need // moves.unit) + 1, 1)
        lines = self.turn.rows + 1
        self.contexts: dict[tuple[int, int], int] = {(0, 0): 0}
        waiting = [(0, 0)]
        shape = {
            "bank": (lines, 1),
            "bust": (lines, 1) if rules.keep_on_bust else (1, 1),
            "lose": (1, 1),
            "end": (lines, 1) if rules.keep_on_bust else (1, 1),
        }
        columns: list[dict[str, list[int]]] = []
        banks = np.asarray(self.turn.seen.any(axis=1))
        nodes = moves.nodes
        busts_at = np.asarray((self.turn.rolled & (moves.regular.bust > 0)).any(axis=1))
        busts_at[0] |= bool(moves.fresh.bust.any())
        loses = bool(moves.fresh.lose.any() or (self.turn.rolled & (moves.regular.lose > 0)).any())
        ends_at = np.asarray(self.turn.seen[:, nodes:].any(axis=1))

        def code(score: int, busts: int) -> int:
            if score >= rules.goal:
                return -1 - GOAL
            if score < lowest:
                return -1 - UNKNOWN
            if (score, busts) not in self.contexts:
                self.contexts[score, busts] = len(self.contexts)
                waiting.append((score, busts))
            return self.contexts[score, busts]

        while waiting:
            mine, busts = waiting.pop(0)
            least = rules.threshold(mine, 0)
            found: dict[str, list[int]] = {name: [-1 - NOTHING] * size[0] for name, size in shape.items()}
            for row in range(lines):
                total = row * moves.unit
                if total < least:
                    found["bank"][row] = -1 - ILLEGAL
                elif banks[row]:
                    found["bank"][row] = code(mine + total, 0)
                kept = total if rules.keep_on_bust else 0
                at = row if rules.keep_on_bust else 0
                if row < self.turn.rows and busts_at[row]:
                    found["bust"][at] = code(*rules.after_bust(mine + kept, busts))
                if ends_at[row] and total < least:
                    found["end"][at] = code(*rules.after_bust(mine + kept, busts))
            if loses:
                found["lose"][0] = code(*rules.after_bust(0, busts))
            columns.append(found)
            if len(columns) * lines * moves.places > self.most_nodes:
                raise TooLarge(f"more than {self.most_nodes} nodes")
        self.slots: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.int64]]] = {}
        for name in shape:
            coded = np.array([found[name] for found in columns], dtype=np.int64).T
            self.slots[name] = np.where(coded < 0, len(columns) - 1 - coded, coded)

    def sweep(self, values: Array, goal: float, unknown: float) -> Swept:
        """One turn from every score, from the values of all scores."""
        vector = np.concatenate([values, [goal, unknown, 0.0, -np.inf]])
        found = {name: vector[slots] for name, slots in self.slots.items()}
        top = np.full((1, 1, len(values)), goal)
        return self.turn.sweep(
            Payoffs(found["bank"][:, None], found["bust"][:, None], found["lose"][:, None], found["end"], goal, top)
        )

    def value(self, values: Array, goal: float, unknown: float) -> Array:
        """The value of every score after one turn of best play."""
        best: Array = self.sweep(values, goal, unknown).fresh.max(axis=0)
        return best

    def within(self, turns: int) -> float:
        """The highest chance to reach the goal from 0 within a number of turns."""
        self.explore(turns * self.rules.penalty)
        values = np.zeros(len(self.contexts))
        for _ in range(turns):
            values = self.value(values, 1.0, 0.0)
        return float(values[0])

    def sure(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Which scores allow to reach the goal with certainty; unknown scores count as the goal."""
        inside = np.ones(len(self.contexts), dtype=bool)
        while True:
            reached = np.zeros(len(self.contexts), dtype=bool)
            while True:
                values = np.where(inside, np.where(reached, 1.0, 0.0), NEVER)
                more = inside & (self.value(values, 1.0, 1.0) > 0)
                if (more == reached).all():
                    break
                reached = more
            if (reached == inside).all():
                return inside
            inside = reached

    def turns(self, tolerance: float) -> Bounds:
        """Bounds of the fewest expected turns from 0 to the goal.

        Let T be the fewest expected turns after one more turn. If |T(v) - v| <= r < 1 for some v >= 1, then (1 - r) v
        and v / (1 - r) are bounds. Below the depth to which scores are followed nothing is added to the lower bound,
        and there is no upper bound.
        """
        self.explore(4 * self.rules.goal + 8 * self.rules.penalty)
        sure = self.sure()
        if not sure[0]:
            return inf, inf

        def step(values: Array) -> Array:
            after = 1 - self.value(np.where(sure, -values, NEVER), 0.0, 0.0)
            return np.where(sure, after, 1.0)

        values = np.maximum(settle(step, np.ones(len(sure)), tolerance * 1e-3, self.deadline), 1.0)
        values = step(values)
        error = float(np.abs(step(values) - values).max()) + 1e-15
        open_below = any((slots == len(sure) + UNKNOWN).any() for slots in self.slots.values())
        low = float(values[0]) * (1 - min(error, 1.0)) * (1 - ROUNDING)
        if error >= 1 or open_below:
            return low, inf
        return low, float(values[0]) / (1 - error) * (1 + ROUNDING)
