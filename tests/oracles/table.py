"""The slow, literal version of the rules between turns, and of one turn in a state; it shares no code with the package.

Between two turns of a game of two the state is, as the player sees it who is to move (the mover),

    mine, theirs          the banked scores
    my_busts, their_busts the busts in a row so far (0 unless the rules have a streak with a penalty)
    to_beat               what the turn before banked (0 unless beat_previous)
    offer                 what can be stolen: dice, turn total, single-die bonuses had; or None
    starts                whether the mover moves first in each round (True unless the end is equal-turns)
    last                  whether the other player has reached the goal, so that this turn is the last

Rolls, legal sets and events are those of `oracles.roll.Game`.
"""

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import NamedTuple

from oracles.roll import Dice, Game, Rules, Step

Offer = tuple[Dice, int, int]  # dice to roll, turn total, single-die bonuses had
Solo = tuple[int, int]  # the score and the busts in a row of a solo player
Roll = tuple[float, float, float, list[tuple[float, list[Step]]]]  # chances of win, bust, lose_banked, and of options
RollAt = tuple[float, list[tuple[float, "End"]], list[tuple[float, list[Offer]]]]  # chance of a win, busts, positions


class State(NamedTuple):
    """What there is between two turns, see above."""

    mine: int
    theirs: int
    my_busts: int = 0
    their_busts: int = 0
    to_beat: int = 0
    offer: Offer | None = None
    starts: bool = True
    last: bool = False


class End(NamedTuple):
    """How a turn ended."""

    how: str  # "bank", "bust" or "lose_banked"; "win" is apart
    points: int  # that the score gains
    offer: Offer | None  # what the next player may go on with


class Table:
    """A rules file with its defaults filled in, less what needs another player if `solo`."""

    def __init__(self, rules: Rules, lowest: int | None, solo: bool = False) -> None:
        turn, bust, end = rules.get("turn", {}), rules.get("bust", {}), rules.get("end", {})
        self.game = Game(rules)
        self.goal: int = rules.get("goal", 10000)
        self.first_bank: int = turn.get("first_bank", 0)
        self.beat_previous: bool = turn.get("beat_previous", False) and not solo
        self.steal: str = "never" if solo else turn.get("steal", "never")
        self.penalty: int = bust.get("penalty", 0)
        self.streak: int = bust.get("streak", 0) if self.penalty else 0
        floor = bust.get("floor", 0)
        if floor == "none" and self.streak and lowest is None:
            raise ValueError('bust.floor is "none": say which score is to stand in as the lowest')
        self.floor = floor if floor != "none" else lowest or 0
        self.end_rule: str = end.get("rule", "sudden")
        self.tie: str = end.get("tie", "first-to-reach")
        self.known_rolls: dict[tuple[Dice, bool], Roll] = {}
        self.known_rolls_at: dict[Offer, RollAt] = {}
        self.known_banks: dict[Offer, End] = {}

    def rolls(self, dice: Dice, first: bool) -> Roll:
        """All rolls of these dice, grouped by what they lead to."""
        first = first and self.game.full_bust_first_only  # nothing else makes a first roll different
        if (dice, first) not in self.known_rolls:
            ends = dict.fromkeys(("win", "bust", "lose_banked"), Fraction(0))
            options: dict[frozenset[Step], Fraction] = {}
            for faces, chance in self.game.distinct_rolls(dice):
                won = self.game.event(faces) == "win"
                outcome = "win" if won else self.game.outcome(dice, faces, first, most_points=False)
                if isinstance(outcome, str):
                    ends[outcome] += chance
                else:
                    options[outcome] = options.get(outcome, Fraction(0)) + chance
            others = [(float(chance), list(steps)) for steps, chance in options.items()]
            win, bust, lost = (float(chance) for chance in ends.values())
            self.known_rolls[dice, first] = (win, bust, lost, others)
        return self.known_rolls[dice, first]

    def roll_at(self, dice: Dice, total: int, singles: int) -> RollAt:
        """What a roll of these dice leads to at a turn total: a win, ways to bust, or positions to choose from."""
        key = (dice, total, singles)
        if key not in self.known_rolls_at:
            win, bust, lost, others = self.rolls(dice, total == 0)
            hows = [(bust, "bust"), (lost, "lose_banked")]
            busts = [(chance, self.bust(how, dice, total, singles)) for chance, how in hows if chance]
            positions = [
                (chance, [self.position_after(total, singles, step) for step in steps]) for chance, steps in others
            ]
            self.known_rolls_at[key] = (win, busts, positions)
        return self.known_rolls_at[key]

    def position_after(self, total: int, singles: int, step: Step) -> Offer:
        """The position after setting dice aside like this."""
        points, left, single = step
        return (left, *self.game.add(total, singles, points, single))

    def may_bank(self, score: int, to_beat: int, total: int) -> bool:
        """Whether a bank is legal."""
        return (
            self.game.may_bank(total)
            and (score != 0 or total >= self.first_bank)
            and (not self.beat_previous or total > to_beat)
        )

    def bank(self, left: Dice, total: int, singles: int) -> End:
        """The end of a turn that is banked with these dice left."""
        key = (left, total, singles)
        if key not in self.known_banks:
            self.known_banks[key] = End("bank", total, key if self.steal == "after-bank" and left else None)
        return self.known_banks[key]

    def bust(self, how: str, dice: Dice, total: int, singles: int) -> End:
        """The end of a turn by a bust: `dice` are those of the roll that bust, `total` is that before the roll.

        A turn that can neither bank nor roll is a bust without a roll: there are no dice to go on with. With total 0
        there is nothing to go on with either: it is the same as to start afresh.
        """
        points = self.game.after_bust(total) if how == "bust" else 0
        return End(how, points, (dice, total, singles) if self.steal == "after-bust" and dice and total else None)

    def after(self, score: int, busts: int, end: End) -> Solo:
        """A player's score and busts in a row after a turn that ended like this."""
        score += end.points
        if end.how == "lose_banked":
            score = 0
        if end.how == "bank" or not self.streak:
            return score, 0
        if busts + 1 < self.streak:
            return score, busts + 1
        return (score if score <= self.floor else max(score - self.penalty, self.floor)), 0

    def most_points(self) -> int:
        """The most points of a roll of all dice, with all bonuses."""
        rolls = [self.rolls(dice, True) for dice in self.game.choices(self.game.all_dice)]
        points = [step[0] for roll in rolls for _, steps in roll[3] for step in steps]
        return max(points, default=0) + sum(self.game.single_die_bonus)


class Turn:
    """One turn, played as well as possible, by what it is worth to end it in each way.

    A roll that wins is worth `best`, and nothing is worth more. From the total `forced` on a legal bank must be made.
    """

    def __init__(self, table: Table, score: int, worth: Callable[[End], float], best: float) -> None:
        self.table, self.score, self.find_worth, self.best = table, score, worth, best
        self.starts: list[Offer] = [(table.game.all_dice, 0, 0)]
        self.to_beat, self.forced = 0, inf
        self.known_worth: dict[End, float] = {}
        self.known: dict[Offer, float] = {}
        self.known_rolling: dict[Offer, float] = {}

    def value(self) -> float:
        """What the turn is worth: started afresh or stolen, a roll comes first."""
        return max([self.rolling(*start) for start in self.starts])

    def worth(self, end: End) -> float:
        if end not in self.known_worth:
            self.known_worth[end] = self.find_worth(end)
        return self.known_worth[end]

    def may_bank(self, total: int) -> bool:
        return self.table.may_bank(self.score, self.to_beat, total)

    def position(self, left: Dice, total: int, singles: int) -> float:
        """What a position is worth before the decision to bank or roll."""
        key = (left, total, singles)
        if key not in self.known:
            choices = []
            if self.may_bank(total):
                choices.append(self.worth(self.table.bank(*key)))
            elif not left:
                choices.append(self.worth(self.table.bust("bust", *key)))
            ended = choices and (
                total >= self.forced or choices[0] == self.best or choices[0] >= self.most_of_roll(*key)
            )
            if left and not ended:
                choices.append(self.rolling(*key))
            self.known[key] = max(choices)
        return self.known[key]

    def decision(self, left: Dice, total: int, singles: int) -> End | None:
        """How the turn ends in a position; None if the player rolls."""
        if self.may_bank(total):
            bank = self.table.bank(left, total, singles)
            return bank if self.worth(bank) >= self.position(left, total, singles) else None
        return None if left else self.table.bust("bust", left, total, singles)

    def rolling(self, left: Dice, total: int, singles: int) -> float:
        """What it is worth to roll; in Hog, the best choice of dice."""
        return max([self.rolling_these(dice, total, singles) for dice in self.table.game.choices(left)])

    def rolling_these(self, dice: Dice, total: int, singles: int) -> float:
        key = (dice, total, singles)
        if key not in self.known_rolling:
            win, busts, others = self.table.roll_at(dice, total, singles)
            value = win * self.best
            for chance, end in busts:
                value += chance * self.worth(end)
            for chance, positions in others:
                value += chance * max([self.position(*position) for position in positions])
            self.known_rolling[key] = value
        return self.known_rolling[key]

    def most_of_roll(self, left: Dice, total: int, singles: int) -> float:
        """What it would be worth to roll if all but busts were to win; a bank that is worth this is best."""
        busts = [self.busts(dice, total, singles) for dice in self.table.game.choices(left)]
        return self.best - min(
            [sum([chance * (self.best - self.worth(end)) for chance, end in some]) for some in busts]
        )

    def busts(self, dice: Dice, total: int, singles: int) -> list[tuple[float, End]]:
        """How a roll of these dice can bust, with its chances."""
        return self.table.roll_at(dice, total, singles)[1]

    def best_position(self, positions: list[Offer]) -> Offer:
        return max(positions, key=lambda position: self.position(*position))

    def best_start(self) -> Offer:
        return max(self.starts, key=lambda start: self.rolling(*start))

    def best_dice(self, left: Dice, total: int, singles: int) -> Dice:
        return max(self.table.game.choices(left), key=lambda dice: self.rolling_these(dice, total, singles))

    def ends(self) -> dict[End | None, float]:
        """With which chance the turn ends in each way; None is a roll that wins."""
        ends: dict[End | None, float] = {}
        rolled: dict[Offer, float] = {self.best_start(): 1}  # where the player rolls, with the chance to get there
        while rolled:
            position = min(rolled, key=lambda position: position[1])  # the total grows with each roll
            reached, (left, total, singles) = rolled.pop(position), position
            dice = self.best_dice(left, total, singles)
            win, busts, others = self.table.roll_at(dice, total, singles)
            found: list[tuple[float, End | None]] = [(win, None), *busts]
            for chance, positions in others:
                after = self.best_position(positions)
                decision = self.decision(*after)
                if decision is None:
                    rolled[after] = rolled.get(after, 0) + reached * chance
                else:
                    found.append((chance, decision))
            for chance, end in found:
                ends[end] = ends.get(end, 0) + reached * chance
        return ends
