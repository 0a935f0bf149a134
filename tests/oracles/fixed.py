"""The fixed strategies, by the letter of docs/strategies.md and of `jeopardice match --help`; no code of the package.

    max-score   the most expected points of a turn by itself, see `oracles.points`
    hold-at:K   banks at a turn total of K or more
    rolls:K     banks after K rolls
    dice:K      family hog: rolls K dice

The dice that are kept (and in Hog, of dice that are not alike, the K to roll) make the most expected points of a turn
by itself that banks by this rule. In a game:

- A total wins that reaches the goal (also where others then have a last turn) or, in a last turn, exceeds the highest
  score. If a roll can be kept for a total that wins and may be banked, it is kept for the highest, and banked.
- In a last turn a total loses that is below the highest score, or level with it unless ties are split. It is not
  banked but for want of dice; at a level total that does not lose the strategy does as it always does.
- Once the strategy has wanted a bank that it may not make or that loses, it banks as soon as neither is so, and until
  then keeps the dice of max-score. All want a legal total that reaches the goal but loses, and hold at the goal.
- Minimum banks, the first bank at score 0 too, belong to the turn by itself; totals to beat do not.
- Nothing is stolen.

Of decisions that are equally good the one is taken that banks; then: has the smallest chance to bust with its next
roll; then: has the most points; then: rolls fewer dice. `tied` says whether there was such a decision in a turn that
was looked at, and it makes a difference to the game.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from weakref import WeakKeyDictionary

from oracles.multiplayer import Race, State
from oracles.points import NEAR, Place, Points
from oracles.roll import Dice
from oracles.table import End, Offer, Table


def least_bank(table: Table, state: State) -> int:
    """The least turn total that may be banked."""
    least = max(1, table.game.minimum_bank, table.first_bank if state.scores[0] == 0 else 0)
    return max(least, state.to_beat + 1) if table.beat_previous else least


class Play(ABC):
    """How one turn is played in which totals from `least` on may be banked."""

    def __init__(self, table: Table, least: int) -> None:
        self.table, self.least = table, least

    @abstractmethod
    def begin(self) -> Place:
        """Where the turn begins: afresh, or where the turn before has ended."""

    @abstractmethod
    def dice(self, place: Place) -> Dice:
        """The dice to roll: all that are left but in Hog."""

    @abstractmethod
    def settle(self, place: Place, positions: list[Offer]) -> tuple[Place, bool]:
        """The position that is chosen after a roll, and whether the turn ends there."""

    @cached_property
    def ends(self) -> dict[End | None, float]:
        """With which chance the turn ends in each way; None is a roll that wins."""
        found: dict[End | None, float] = {}
        rolled = {self.begin(): 1.0}
        while rolled:
            place = min(rolled, key=lambda place: place.total)  # the total grows with each roll
            reached = rolled.pop(place)
            win, busts, others = self.table.roll_at(self.dice(place), place.total, place.singles)
            ended: list[tuple[float, End | None]] = [(win, None), *busts]
            for chance, positions in others:
                after, ending = self.settle(place, positions)
                if ending:
                    ended.append((chance, self.end(after)))
                else:
                    rolled[after] = rolled.get(after, 0.0) + reached * chance
            for chance, end in ended:
                if chance:
                    found[end] = found.get(end, 0.0) + reached * chance
        return found

    def end(self, place: Place) -> End:
        """The end of a turn in a place: a bank if it is legal, else a bust for want of dice."""
        if place.total >= self.least:
            return self.table.bank(*place.offer)
        assert not place.left
        return self.table.bust("bust", *place.offer)


_maxima: WeakKeyDictionary[Table, dict[int, Points]] = WeakKeyDictionary()


def maximum(table: Table, least: int) -> Points:
    """The points of maximum scoring where banks are legal from a total on."""
    known = _maxima.setdefault(table, {})
    if least not in known:
        known[least] = Points(table.game, least)
    return known[least]


class Fixed:
    """A fixed strategy by its name; called with a state it says how it plays its turn."""

    def __init__(self, race: Race, name: str) -> None:
        kind, _, number = name.partition(":")
        wanted = int(number or 0)
        self.table, self.name, self.tied = race.table, name, False
        rules: dict[str, Callable[[int, int], bool] | None] = {
            "max-score": None,
            "hold-at": lambda total, rolls: total >= min(wanted, race.table.goal),
            "rolls": lambda total, rolls: rolls >= wanted,
            "dice": None,
        }
        game = race.table.game
        if kind not in rules or (kind in ("hold-at", "rolls", "dice") and (kind == "dice") != (game.family == "hog")):
            raise ValueError(f"{name} does not play family {game.family}")
        self.rule = rules[kind]
        self.counts = max(wanted, 1) if kind == "rolls" else 0
        self.dice = wanted if kind == "dice" else 0
        self.known: dict[int, Points] = {}
        self.turns: dict[tuple[int, int, int, int, int], FixedTurn] = {}

    def points(self, least: int) -> Points:
        """The points by which dice are kept where banks are legal from a total on."""
        if not self.rule and not self.dice:
            return maximum(self.table, least)
        if least not in self.known:
            self.known[least] = Points(self.table.game, least, self.rule, self.counts, self.dice)
        return self.known[least]

    def __call__(self, state: State) -> "FixedTurn":
        goal = wins = self.table.goal - state.scores[0]
        enough = 0
        if state.leader:
            level = max(state.scores[1:]) - state.scores[0]
            wins, enough = level + 1, level if self.table.tie == "split" else level + 1
        alone = least_bank(self.table, state._replace(to_beat=0))
        key = (alone, least_bank(self.table, state), goal, wins, enough)
        if key not in self.turns:
            self.turns[key] = FixedTurn(self, *key)
        return self.turns[key]


class FixedTurn(Play):
    """A turn in which totals from `goal` on reach the goal, from `wins` on win, and below `enough` lose.

    By itself it allows banks from `alone` on, in the game (a total to beat) from `least` on.
    """

    def __init__(self, strategy: Fixed, alone: int, least: int, goal: int, wins: int, enough: int) -> None:
        super().__init__(strategy.table, least)
        self.alone, self.points = alone, strategy.points(alone)
        self.strategy, self.goal, self.wins, self.enough = strategy, goal, max(wins, least), enough

    def begin(self) -> Place:
        return Place(self.table.game.all_dice, 0, 0)

    def dice(self, place: Place) -> Dice:
        points = self.points
        choices = points.choices(place.left)
        values = [points.rolling_these(dice, place) for dice in choices] if len(choices) > 1 else [0.0]
        good = [dice for dice, value in zip(choices, values, strict=True) if is_near(value, max(values))]
        self.strategy.tied |= len(good) > 1
        return min(good, key=lambda dice: (points.bust(dice, place.total), len(dice)))

    def settle(self, place: Place, positions: list[Offer]) -> tuple[Place, bool]:
        strategy = self.strategy
        rolls = min(place.rolls + 1, strategy.counts)
        places = [Place(*one, rolls, place.wanted) for one in positions]
        most = max(one.total for one in places)
        if most >= self.wins or (place.wanted and most >= max(self.enough, self.least)):
            return self.pick([one for one in places if one.total == most], lambda _: True), True
        points = maximum(self.table, self.alone) if place.wanted else self.points
        values = [points.value(one._replace(wanted=False)) for one in places]
        good = [one for one, value in zip(places, values, strict=True) if is_near(value, max(values))]
        after = self.pick(good, self.wants)
        wants = self.wants(after) or max(self.goal, self.least) <= after.total < self.enough
        return after._replace(wanted=wants), (wants and after.total >= max(self.enough, self.least)) or not after.left

    def wants(self, place: Place) -> bool:
        """Whether the strategy would bank if it might, and if that were enough."""
        strategy = self.strategy
        if place.wanted or not place.left:
            return True
        if strategy.rule:
            return place.total >= self.alone and strategy.rule(place.total, place.rolls)
        lead = self.points.lead(place)
        strategy.tied |= abs(lead) <= NEAR * place.total
        return lead >= -NEAR * place.total

    def pick(self, places: list[Place], banks: Callable[[Place], bool]) -> Place:
        """One of equally good places; see above."""
        if len(places) == 1:
            return places[0]
        banked = [one for one in places if banks(one)]
        same = (
            len(banked) == len(places)
            and len({one.total for one in places}) == 1
            and places[0].total >= max(self.enough, self.least)
        )
        self.strategy.tied |= not same or self.table.steal == "after-bank"
        bust = self.points.bust_of_next
        return min(banked or places, key=lambda one: (bust(one.left, one.total), -one.total, len(one.left), one.left))


def is_near(one: float, two: float) -> bool:
    """Whether two numbers are equal up to rounding."""
    return abs(one - two) <= NEAR * max(1.0, abs(one), abs(two))
