"""All contexts of a two-player game that can come up, and where each end of a turn leads from each of them.

A *context* is what a state says apart from the offer: both scores, both counts of busts, the total to beat, and who
begins. An *entry* is a context with an offer or without one: what the player finds who is to move. Last turns have
contexts of their own, called *columns*, in which only the gap between the scores and the least bank matter.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .model import Offer, State, TooLarge
from .turn import Array, Index, Mask, Moves, Payoffs, Swept, Turn

NEXT, LAST, WIN, UNKNOWN, NOTHING, ILLEGAL = range(6)
KINDS = 6
Column = tuple[int, int, int]
FREE = -(10**9)


class Space:
    """The contexts of a game, up to a depth below zero and up to a number of rows of turn totals."""

    def __init__(self, moves: Moves, depth: int, extra: int, most_nodes: int) -> None:
        self.moves = moves
        rules = self.rules = moves.rules
        self.penal = rules.penalty > 0 and rules.streak > 0
        self.lowest = 0
        if self.penal:
            self.lowest = -depth if rules.floor is None else min(0, rules.floor)
        need = max(rules.goal - self.lowest, rules.minimum_bank, rules.first_bank, 1)
        if rules.keep_on_bust and self.penal:
            need += rules.penalty
        rows = -(-need // moves.unit) + 1
        self.sudden = rules.end == "sudden"
        self.turn = Turn(moves, rows, 1) if self.sudden else Turn(moves, rows + extra, moves.most)
        self.lines = self.turn.rows + self.turn.tops
        self.stride = self.lines * max(moves.nodes, 1) + 1
        self.offers_bank, self.offers_bust = rules.steal == "after-bank", rules.steal == "after-bust"
        self.totals = moves.unit * np.arange(self.lines, dtype=np.int64)
        self.columns: dict[Column, int] = {}
        self.numbers: dict[int, int] = {}
        self.radix = (
            rules.goal - self.lowest,
            rules.goal - self.lowest,
            rules.counted,
            rules.counted,
            (rules.goal - self.lowest + 1) if rules.beat_previous else 1,
            2,
        )
        self.explore(most_nodes)
        self.index()

    def number(self, parts: list[Any]) -> Any:
        """One number for each context."""
        code: Any = 0
        for part, size, shift in zip(parts, self.radix, (self.lowest, self.lowest, 0, 0, 0, 0), strict=True):
            code = code * size + (part - shift)
        return code

    def explore(self, most_nodes: int) -> None:
        """Finds every context that can come up, and what each end of a turn leads to, as codes."""
        names = ("bank", "bust", "lose", "end")
        found: dict[str, list[Index]] = {name: [] for name in names}
        frontier = np.array([[0], [0], [0], [0], [0], [1]], dtype=np.int64)
        self.numbers[int(self.number(list(frontier[:, 0])))] = 0
        contexts = [frontier]
        cells = self.lines * self.moves.places
        while frontier.shape[1]:
            self.fresh_parts: list[Index] = []
            for name, codes in zip(names, self.codes(frontier), strict=True):
                found[name].append(codes)
            frontier = np.concatenate(self.fresh_parts, axis=1)
            contexts.append(frontier)
            if len(self.numbers) * cells > most_nodes or len(self.columns) * cells > 2 * most_nodes:
                raise TooLarge(f"more than {most_nodes} nodes")
        self.contexts = np.concatenate(contexts, axis=1)
        self.coded = {name: np.concatenate(found[name], axis=-1) for name in names}

    def least(self, mine: Index, beat: Index) -> Index:
        """The least turn total that may be banked."""
        rules = self.rules
        plain = np.maximum(1, rules.minimum_bank)
        least = np.where(mine == 0, np.maximum(plain, rules.first_bank), plain)
        return np.asarray(np.maximum(least, beat + 1) if rules.beat_previous else least, dtype=np.int64)

    def codes(self, frontier: Index) -> tuple[Index, Index, Index, Index]:
        """Codes of what a bank, a bust, a lost score and a turn without dice lead to."""
        rules, turn, nodes = self.rules, self.turn, self.moves.nodes
        mine, _, busts, _, beat, _ = frontier
        least = self.least(mine, beat)
        totals = self.totals[:, None, None]
        seen: Mask = turn.seen[:, :, None]
        node = np.zeros((self.lines, 1, 1), dtype=np.int64)
        every = np.arange(self.lines)[:, None, None] * nodes + np.arange(nodes)[None, :, None] + 1
        if self.offers_bank:
            node = np.concatenate([every, np.zeros((self.lines, self.moves.singles, 1), np.int64)], axis=1)
        else:
            seen = np.asarray(seen.any(axis=1, keepdims=True))
        bank = self.settle(frontier, mine + totals, 0, totals, node, (totals >= least) & seen)
        bank = np.where(totals >= least, bank, ILLEGAL)
        part, fresh = self.moves.regular, self.moves.fresh
        both: list[Index] = []
        for name, chance, first in (("bust", part.bust, fresh.bust), ("lose", part.lose, fresh.lose)):
            happens: Mask = turn.rolled & (chance > 0)
            if first.any():
                if nodes:
                    happens[0, self.moves.place(self.moves.rolls.full, 0)] = True
                else:
                    happens = np.arange(turn.rows)[:, None] == 0
            if not self.offers_bust:
                happens = np.asarray(happens.any(axis=1, keepdims=True))
            keeps = rules.keep_on_bust and name == "bust"
            if not keeps and not self.offers_bust:
                happens = np.asarray(happens.any(axis=0, keepdims=True))
            offer = np.zeros((1, 1, 1), np.int64)
            if self.offers_bust:
                offer = every[: turn.rows].copy()
                offer[0] = 0
            score = mine + (totals[: turn.rows] if keeps else 0) if name == "bust" else 0 * mine
            both.append(self.busted(frontier, score, busts, offer, happens[:, :, None]))
        ended = np.asarray(turn.seen[:, nodes:].any(axis=1))[:, None, None] & (totals < least)
        score = mine + (totals if rules.keep_on_bust else 0 * totals[:1])
        if not rules.keep_on_bust:
            ended = np.asarray(ended.any(axis=0, keepdims=True))
        end = self.busted(frontier, score, busts, np.zeros((1, 1, 1), np.int64), ended)
        return bank, both[0], both[1], end[:, 0]

    def busted(self, frontier: Index, score: Index, busts: Index, node: Index, happens: Mask) -> Index:
        """Codes of what a bust leads to, from the score before any penalty."""
        rules = self.rules
        count = 0 * busts
        if self.penal:
            due = busts + 1 >= rules.streak
            less = score - rules.penalty
            if rules.floor is not None:
                less = np.where(score <= rules.floor, score, np.maximum(less, rules.floor))
            score, count = np.where(due, less, score), np.where(due, 0, busts + 1)
        return self.settle(frontier, score, count, 0, node, happens)

    def settle(self, frontier: Index, score: Index, count: Any, total: Any, node: Index, happens: Mask) -> Index:
        """Codes of what a turn leads to that ends with these scores, where it can happen."""
        rules = self.rules
        _, theirs, _, their_busts, _, begins = frontier
        total = total if rules.beat_previous else 0
        shape = np.broadcast_shapes(np.shape(score), np.shape(node), np.shape(happens), theirs.shape)
        own, other, mine_busts, other_busts, beat, first, offer, real = (
            np.broadcast_to(part, shape) for part in (theirs, score, their_busts, count, total, begins, node, happens)
        )
        code = np.full(shape, NOTHING, dtype=np.int64)
        reached = real & (other >= rules.goal)
        wins = reached if self.sudden else reached & (first == 0) if rules.end == "equal-turns" else reached & False
        code[wins] = WIN
        code[real & (other < self.lowest)] = UNKNOWN
        goes_on = real & ~reached & (other >= self.lowest)
        then = 1 - first if rules.end == "equal-turns" else first
        parts = [part[goes_on] for part in (own, other, mine_busts, other_busts, beat, then)]
        keys, where, back = np.unique(self.number(parts), return_index=True, return_inverse=True)
        names = np.empty(len(keys), np.int64)
        new: list[int] = []
        for place, key in enumerate(keys.tolist()):
            if key not in self.numbers:
                self.numbers[key] = len(self.numbers)
                new.append(int(where[place]))
            names[place] = self.numbers[key]
        code[goes_on] = (names[back.reshape(-1)] * self.stride + offer[goes_on]) * KINDS + NEXT
        self.fresh_parts.append(np.array([part[new] for part in parts], dtype=np.int64).reshape(6, len(new)))
        last = reached & ~wins
        if last.any():
            columns = self.column(own[last], other[last], mine_busts[last], beat[last])
            code[last] = (columns * self.stride + offer[last]) * KINDS + LAST
        return code

    def column(self, mine: Index, theirs: Index, busts: Index, beat: Index) -> Index:
        """The columns of last turns: of the player with the first score, whose opponent has reached the goal."""
        rules = self.rules
        gap = theirs - mine
        least = np.maximum(self.least(mine, beat), gap if rules.split else gap + 1)
        exact = np.full(len(gap), FREE)
        if rules.keep_on_bust and self.penal:
            exact = np.where(busts + 1 >= rules.streak, mine, FREE)
        triples, back = np.unique(np.stack([gap, least, exact]), axis=1, return_inverse=True)
        names = [self.columns.setdefault((g, m, e), len(self.columns)) for g, m, e in triples.T.tolist()]
        return np.array(names, dtype=np.int64)[np.asarray(back).reshape(-1)]

    def index(self) -> None:
        """Numbers the entries, and turns all codes into places in the vector of values."""
        codes = np.unique(np.concatenate([codes.ravel() for codes in self.coded.values()] + [np.array([NEXT])]))
        kinds = codes % KINDS
        self.entries, self.lasts = codes[kinds == NEXT] // KINDS, codes[kinds == LAST] // KINDS
        self.size = len(self.entries)
        offset = np.zeros(KINDS, dtype=np.int64)
        base = self.size + len(self.lasts)
        offset[[WIN, UNKNOWN, NOTHING, ILLEGAL]] = [base, base + 1, base + 2, base + 3]
        slots = offset[kinds]
        slots[kinds == NEXT] = np.arange(self.size)
        slots[kinds == LAST] = self.size + np.arange(len(self.lasts))
        self.slots = {name: slots[np.searchsorted(codes, coded)] for name, coded in self.coded.items()}
        self.guessed = bool((kinds == UNKNOWN).any())
        del self.coded
        self.owner, node = self.entries // self.stride, self.entries % self.stride
        self.offered = np.flatnonzero(node)
        self.offer_at = node[self.offered] - 1
        self.solve_lasts()

    def solve_lasts(self) -> None:
        """The values of all last turns: within them nothing is unknown."""
        rules, moves = self.rules, self.moves
        self.last_values = np.zeros(0)
        if not self.columns:
            return
        gap, least, exact = np.array(list(self.columns), dtype=np.int64).T
        need = int(max(gap.max() + 1, least.max()))
        if rules.keep_on_bust and self.penal:
            need += rules.penalty
        rows = -(-need // moves.unit) + 1
        self.last_turn = Turn(moves, rows, 1)
        totals = moves.unit * np.arange(rows + 1, dtype=np.int64)[:, None]
        tie = 0.5 if rules.split else 0.0

        def result(ahead: Index) -> Array:
            return np.where(ahead > 0, 1.0, np.where(ahead == 0, tie, 0.0))

        bank = np.where(totals >= least, result(totals - gap), -np.inf)
        bust = np.zeros((1, len(gap)))
        if rules.keep_on_bust:
            less = totals - gap
            if self.penal:
                score = exact + totals
                after = score - rules.penalty
                if rules.floor is not None:
                    after = np.where(score <= rules.floor, score, np.maximum(after, rules.floor))
                less = np.where(exact == FREE, less, after - exact - gap)
            bust = result(less)
        self.last_pay = Payoffs(
            bank[:, None], bust[:, None], np.zeros((1, 1, len(gap))), bust, 1.0, np.ones((1, 1, len(gap)))
        )
        self.last_swept = self.last_turn.sweep(self.last_pay)
        column, node = self.lasts // self.stride, self.lasts % self.stride
        best = self.last_swept.fresh.max(axis=0)
        self.last_values = best[column]
        offered = np.flatnonzero(node)
        if len(offered):
            row, place = np.divmod(node[offered] - 1, moves.nodes)
            stolen = self.last_swept.roll[np.minimum(row, rows - 1), place, column[offered]]
            self.last_values[offered] = np.maximum(self.last_values[offered], stolen)

    def payoffs(self, vector: Array, high: bool, win: float = 1.0) -> Payoffs:
        """What ends a turn is worth, from the values of entries, last turns, and the four constants."""
        found = {name: vector[slots] for name, slots in self.slots.items()}
        contexts = self.contexts.shape[1]
        if self.sudden or high:
            top = np.full((self.turn.tops, 1, contexts), win)
        else:
            top = np.maximum(found["bank"][self.turn.rows :, : self.moves.nodes or None], 0.0)
        return Payoffs(found["bank"], found["bust"], found["lose"], found["end"], win, top)

    def entered(self, swept: Swept) -> Array:
        """The value of every entry: the best fresh start, or the offer."""
        value: Array = swept.fresh.max(axis=0)[self.owner]
        if len(self.offered):
            stolen = swept.roll.reshape(-1, swept.roll.shape[2])[self.offer_at, self.owner[self.offered]]
            value[self.offered] = np.maximum(value[self.offered], stolen)
        return value

    def offer(self, node: int) -> Offer | None:
        """The offer that an entry names."""
        if node == 0:
            return None
        row, place = divmod(node - 1, self.moves.nodes)
        hand, singles = divmod(place, self.moves.singles)
        return Offer(self.moves.hands[hand], row * self.moves.unit, singles)

    def states(self) -> Iterator[State]:
        """Every state before the last turn that can come up."""
        for entry in self.entries.tolist():
            context, node = divmod(entry, self.stride)
            mine, theirs, busts, other, beat, begins = self.contexts[:, context].tolist()
            yield State(mine, theirs, busts, other, beat, self.offer(node), bool(begins), False)
