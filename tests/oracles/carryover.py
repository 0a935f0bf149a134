"""The slow, literal version of everything that is carried over between turns; it shares no code with the package.

Between two turns of a game of two the state is, as the player sees it who is to move (the mover),

    mine, theirs          the banked scores
    my_busts, their_busts the busts in a row so far (0 unless the rules have a streak with a penalty)
    to_beat               what the turn before banked (0 unless beat_previous)
    offer                 what can be stolen: dice, turn total, single-die bonuses had; or None
    starts                whether the mover moves first in each round (True unless the end is equal-turns)
    last                  whether the other player has reached the goal, so that this turn is the last

and the mover's chance to win is

    W(state) = max over starting afresh and stealing of the best turn, where it is worth
        1                      to roll a win
        1 - W(state after it)  to end the turn so that the game goes on
        1, 1/2 or 0            to end the turn so that the game is over

W is found by doing all turns over and over, each new value used at once, until nothing changes any more; it begins with
1/2 everywhere, so a game that never ends counts half. A solo player has the state (score, busts in a row), and it is
worth -E(state after it) to end a turn for the fewest expected turns E, P(m - 1, state after it) for the chance P within
m turns. Rolls, legal sets and events are those of `oracles.turn.Game`.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from math import inf
from typing import NamedTuple

from oracles.turn import Dice, Game, Rules, Step

Offer = tuple[Dice, int, int]  # dice to roll, turn total, single-die bonuses had
Roll = tuple[float, float, float, list[tuple[float, list[Step]]]]  # chances of win, bust, lose_banked, and of options
Solo = tuple[int, int]  # the score and the busts in a row of a solo player

TOLERANCE = 1e-13
MOST_SWEEPS = 1_000_000


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

    def may_bank(self, score: int, to_beat: int, total: int) -> bool:
        """Whether a bank is legal."""
        return (
            self.game.may_bank(total)
            and (score != 0 or total >= self.first_bank)
            and (not self.beat_previous or total > to_beat)
        )

    def bank(self, left: Dice, total: int, singles: int) -> End:
        """The end of a turn that is banked with these dice left."""
        return End("bank", total, (left, total, singles) if self.steal == "after-bank" and left else None)

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
        win, _, _, others = self.table.rolls(dice, total == 0)
        value = win * self.best
        for chance, end in self.busts(dice, total, singles):
            value += chance * self.worth(end)
        for chance, steps in others:
            value += chance * max([self.position(*self.after(total, singles, step)) for step in steps])
        return value

    def most_of_roll(self, left: Dice, total: int, singles: int) -> float:
        """What it would be worth to roll if all but busts were to win; a bank that is worth this is best."""
        busts = [self.busts(dice, total, singles) for dice in self.table.game.choices(left)]
        return self.best - min(
            [sum([chance * (self.best - self.worth(end)) for chance, end in some]) for some in busts]
        )

    def busts(self, dice: Dice, total: int, singles: int) -> list[tuple[float, End]]:
        """How a roll of these dice can bust, with its chances."""
        _, bust, lost, _ = self.table.rolls(dice, total == 0)
        hows = [(bust, "bust"), (lost, "lose_banked")]
        return [(chance, self.table.bust(how, dice, total, singles)) for chance, how in hows if chance]

    def after(self, total: int, singles: int, step: Step) -> Offer:
        """The position after setting dice aside like this."""
        points, left, single = step
        return (left, *self.table.game.add(total, singles, points, single))

    def best_step(self, total: int, singles: int, steps: Iterable[Step]) -> Offer:
        return max([self.after(total, singles, step) for step in steps], key=lambda position: self.position(*position))

    def best_start(self) -> Offer:
        return max(self.starts, key=lambda start: self.rolling(*start))

    def best_dice(self, left: Dice, total: int, singles: int) -> Dice:
        return max(self.table.game.choices(left), key=lambda dice: self.rolling_these(dice, total, singles))

    def ends(self) -> dict[End | None, float]:
        """With which chance the turn ends in each way; None is a roll that wins."""
        ends: dict[End | None, float] = {}
        rolled = {self.best_start(): 1.0}  # where the player rolls, with the chance to get there
        while rolled:
            position = min(rolled, key=lambda position: position[1])  # the total grows with each roll
            reached, (left, total, singles) = rolled.pop(position), position
            dice = self.best_dice(left, total, singles)
            win, _, _, others = self.table.rolls(dice, total == 0)
            found: list[tuple[float, End | None]] = [(win, None), *self.busts(dice, total, singles)]
            for chance, steps in others:
                after = self.best_step(total, singles, steps)
                decision = self.decision(*after)
                if decision is None:
                    rolled[after] = rolled.get(after, 0.0) + reached * chance
                else:
                    found.append((chance, decision))
            for chance, end in found:
                ends[end] = ends.get(end, 0.0) + reached * chance
        return ends


class TwoPlayers:
    """The game of two; `known` has the mover's chance in each state that was looked at."""

    def __init__(self, table: Table, most_total: float, also: Iterable[State]) -> None:
        self.table, self.most_total = table, most_total
        self.known: dict[State, float] = {}
        self.last_turns: dict[State, Turn] = {}
        self.open: list[State] = []  # the states that are not last turns, as they are found
        for state in [State(0, 0), *also]:
            self.chance(state)
        self.solve()

    def turn(self, state: State) -> Turn:
        turn = Turn(self.table, state.mine, lambda end: self.worth(state, end), 1.0)
        turn.to_beat = state.to_beat
        turn.starts += [state.offer] if state.offer else []
        turn.forced = inf if state.last else self.most_total  # in a last turn, to exceed the other's score wins
        return turn

    def after(self, state: State, end: End) -> State | float:
        """What comes after a turn: the next state, for the other player, or what the mover has of the win."""
        score, busts = self.table.after(state.mine, state.my_busts, end)
        if state.last:
            tie = 0.5 if self.table.tie == "split" else 0.0  # the other one was first to reach the goal
            return 1.0 if score > state.theirs else tie if score == state.theirs else 0.0
        rounds = self.table.end_rule == "equal-turns"
        reached = score >= self.table.goal
        if reached and (self.table.end_rule == "sudden" or (rounds and not state.starts)):
            return 1.0
        to_beat = end.points if self.table.beat_previous and end.how == "bank" else 0
        starts = not state.starts if rounds else True
        return State(state.theirs, score, state.their_busts, busts, to_beat, end.offer, starts, last=reached)

    def worth(self, state: State, end: End) -> float:
        after = self.after(state, end)
        return 1 - self.chance(after) if isinstance(after, State) else after

    def chance(self, state: State) -> float:
        if state not in self.known:
            if state.last:
                same = state._replace(offer=None, their_busts=0, starts=True)  # an offer only adds a start
                turn = self.last_turns.setdefault(same, self.turn(same))
                starts = turn.starts + ([state.offer] if state.offer else [])
                self.known[state] = max(turn.rolling(*start) for start in starts)
            else:
                self.known[state] = 0.5
                self.open.append(state)
        return self.known[state]

    def solve(self) -> None:
        """All turns over and over; in between, to be faster, what comes of it if all go on to play like this."""
        for sweep in range(MOST_SWEEPS):
            change = 0.0
            plans: list[tuple[State, float, list[tuple[float, State]]]] = []
            for state in self.open:  # more may be found, and done, on the way
                turn = self.turn(state)
                value = turn.value()
                change = max(change, abs(value - self.known[state]))
                self.known[state] = value
                fixed, nexts = 0.0, []
                for end, chance in turn.ends().items():
                    after = 1.0 if end is None else self.after(state, end)
                    if isinstance(after, State):
                        fixed += chance
                        nexts.append((chance, after))
                    else:
                        fixed += chance * after
                plans.append((state, fixed, nexts))
            if change < TOLERANCE:
                return
            for _ in range(1000 if sweep < 100 else 0):  # not for ever, lest it should turn in a circle
                change = 0.0
                for state, fixed, nexts in plans:
                    value = fixed - sum([chance * self.known[after] for chance, after in nexts])
                    change = max(change, abs(value - self.known[state]))
                    self.known[state] = value
                if change < TOLERANCE / 100:
                    break
            self.open.sort(key=lambda state: state.mine + state.theirs, reverse=True)
        raise RuntimeError("the chances do not settle")


def solve_two(rules: Rules, lowest: int | None, most_total: int | None, also: Iterable[State] = ()) -> TwoPlayers:
    """The game of two, solved; see `win_values`."""
    table, also = Table(rules, lowest), list(also)
    if table.end_rule == "sudden":  # then a bank that reaches the goal wins, and totals are finite
        return TwoPlayers(table, inf, also)
    if most_total is not None:
        return TwoPlayers(table, most_total, also)
    span = table.goal - min(table.floor, 0)
    solved = TwoPlayers(table, 2 * span + 2 * table.most_points(), also)
    while True:
        more = TwoPlayers(table, solved.most_total * 1.5 + 2 * table.most_points(), also)
        same = [state for state in solved.open if state in more.known and (not state.offer or state.offer[1] <= span)]
        if max(abs(more.known[state] - solved.known[state]) for state in same) < 5 * TOLERANCE:
            return more
        solved = more


def win_values(
    rules: Rules, lowest: int | None = None, most_total: int | None = None, also: Iterable[State] = ()
) -> dict[State, float]:
    """The mover's chance to win in each state between turns when both play best.

    The states are those that can come up, less some that nobody would go for, and those that follow from `also`.
    `lowest` stands in for the floor "none". Under last-turn and equal-turns a player who is not in the last turn must
    bank from the turn total `most_total` on; if it is not given, it is raised until that makes no difference.
    """
    return solve_two(rules, lowest, most_total, also).known


def win_probability(rules: Rules, lowest: int | None = None, most_total: int | None = None) -> float:
    """The first player's chance to win from the start when both play best."""
    return win_values(rules, lowest, most_total)[State(0, 0)]


def chance_within(rules: Rules, turns: int, lowest: int | None = None) -> float:
    """The greatest chance of a solo player to have reached the goal after a number of turns."""
    return _chances_within(Table(rules, lowest, solo=True))(turns, (0, 0))


def _chances_within(table: Table) -> Callable[[int, Solo], float]:
    known: dict[tuple[int, Solo], float] = {}

    def chance(turns: int, state: Solo) -> float:
        if state[0] >= table.goal or turns == 0:
            return float(state[0] >= table.goal)
        if (turns, state) not in known:
            turn = Turn(table, state[0], lambda end: chance(turns - 1, table.after(*state, end)), 1.0)
            known[turns, state] = turn.value()
        return known[turns, state]

    return chance


def turns_values(rules: Rules, lowest: int | None = None) -> dict[Solo, float]:
    """The fewest expected turns to the goal from each (score, busts in a row) of a solo player."""
    table = Table(rules, lowest, solo=True)
    known: dict[Solo, float] = {(0, 0): 0.0}

    def worth(state: Solo, end: End) -> float:
        after = table.after(*state, end)
        return 0.0 if after[0] >= table.goal else -known.setdefault(after, 0.0)

    chances, shortest = _chances_within(table), 0
    for _ in range(MOST_SWEEPS):
        change, before = 0.0, len(known)
        for state in sorted(known, reverse=True):
            value = 1 - Turn(table, state[0], partial(worth, state), 0.0).value()
            change = max(change, abs(value - known[state]) / value)
            known[state] = value
        if len(known) > before:
            continue
        while not chances(shortest, (0, 0)):  # the fewest turns in which it can be done
            shortest += 1
            if shortest > len(known):
                return dict.fromkeys(known, inf)
        if change < 1e-15:
            return known
    raise RuntimeError("the expected numbers of turns do not settle")


def expected_turns(rules: Rules, lowest: int | None = None) -> float:
    """The fewest expected turns of a solo player to reach the goal; infinite if it cannot be reached."""
    return turns_values(rules, lowest)[0, 0]
