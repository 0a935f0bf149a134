"""The slow, literal version of a race to a goal, against which the package is checked; it shares no code with it.

One turn is as in `oracles.turn`: every ordered roll, every subset of its dice. A turn begun with the banked score b is
written out as a list of positions (dice left, turn total, single-die bonuses); the first roll of a turn is the one with
turn total 0. What a turn is worth then depends only on what it is worth to end it with each score:

    two players     1 - W(other's score, score)     a win is 1
    fewest turns    -E(score)                       a win is 0
    within m turns  P(m - 1, score)                 a win is 1

W and E are found by doing all turns over and over until nothing changes any more. Scores are points, from 0 to
goal - 1, and only those that can come up in play from 0; the goal itself stands for every score from there on.

Understood are the keys that act within a turn, and goal, first_bank, keep_on_bust and events.win, for at most two
players and a sudden end. Rules with other carryover are refused.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf
from random import Random
from typing import Any, Generic, TypeVar

from oracles.roll import Dice, Faces, Game, Outcome, Rules

Number = TypeVar("Number", float, Fraction)
Key = tuple[Dice, int, int]  # left, total, singles
Pair = tuple[int, int]  # the banked scores of the mover and of the other player
Roll = tuple[Number, Number, list[tuple[Number, list[int]]]]  # chance to win, to bust, and to have which positions next
Position = tuple[int | None, int, list[Roll[Number]]]  # score if the turn ends here (if it can), after a bust, rolls
Sums = dict[Pair, Fraction]  # the coefficient of each pair's value
Decide = Callable[[Pair, Dice, int, int, bool, Faces | None], Any]  # see simulate_game

MOST_SWEEPS = 1_000_000

_known_rolls: dict[str, dict[tuple[Dice, bool], dict[Outcome, Fraction]]] = {}  # of the last few games, whatever goal


class Race(Generic[Number]):
    """A rules file with its goal; `number` is float or Fraction, and all chances are given as that."""

    def __init__(self, rules: Rules, number: Callable[[Fraction], Number], solo: bool = False) -> None:
        turn, penalties = rules.get("turn", {}), rules.get("bust", {})
        self.game = Game(rules)
        self.number: Callable[[Fraction], Number] = number
        self.goal: int = rules.get("goal", 10000)
        self.first_bank: int = turn.get("first_bank", 0)
        refused = {
            "events.lose_banked": self.game.events["lose_banked"],
            "turn.beat_previous": turn.get("beat_previous", False),
            "turn.steal": turn.get("steal", "never") != "never",
            "bust.streak": penalties.get("streak", 0) and penalties.get("penalty", 0),
            "simultaneous": rules.get("simultaneous", False) and not solo,
            "players": rules.get("players", 2) != 2 and not solo,
            "end.rule": rules.get("end", {}).get("rule", "sudden") != "sudden" and not solo,
        }
        if any(refused.values()):
            raise ValueError(f"the oracle does not know {', '.join(key for key in refused if refused[key])}")

        key = repr([value for name, value in rules.items() if name != "goal"])
        if key not in _known_rolls and len(_known_rolls) >= 8:
            _known_rolls.clear()
        self.known_rolls = _known_rolls.setdefault(key, {})
        self.turns: dict[int, list[Position[Number]]] = {}  # by the banked score; the last position is the start
        to_do = [0]
        while to_do:
            banked = to_do.pop()
            if banked < self.goal and banked not in self.turns:
                self.turns[banked] = self.positions(banked, (self.game.all_dice, 0, 0))
                for end, bust, rolls in self.turns[banked]:
                    to_do += [] if end is None else [end]
                    to_do += [bust for _, bust_chance, _ in rolls if bust_chance]
        self.scores = sorted(self.turns, reverse=True)

    def may_bank(self, banked: int, total: int) -> bool:
        """Whether a bank is legal, also one that reaches the goal."""
        return self.game.may_bank(total) and (banked > 0 or total >= self.first_bank)

    def rolls(self, dice: Dice, first: bool) -> dict[Outcome, Fraction]:
        """All rolls of these dice, grouped by what they lead to: "win", "bust" or what can be chosen from."""
        first = first and self.game.full_bust_first_only  # nothing else makes a first roll different
        if (dice, first) not in self.known_rolls:
            table: dict[Outcome, Fraction] = {}
            for faces, chance in self.game.distinct_rolls(dice):
                won = self.game.event(faces) == "win"
                outcome = "win" if won else self.game.outcome(dice, faces, first, most_points=False)
                table[outcome] = table.get(outcome, Fraction(0)) + chance
            self.known_rolls[dice, first] = table
        return self.known_rolls[dice, first]

    def positions(self, banked: int, start: Key) -> list[Position[Number]]:
        """All positions of a turn that can follow from `start`: first what comes later, `start` last.

        At the goal a player who may bank does so: that wins. This makes the list finite.
        """
        found: list[Position[Number]] = []
        index: dict[Key, int] = {}

        def visit(key: Key) -> int:
            if key not in index:
                left, total, singles = key
                can_bank = self.may_bank(banked, total)
                end = min(banked + total, self.goal)
                bust = min(banked + self.game.after_bust(total), self.goal)
                at_goal = can_bank and end == self.goal
                rolls = [roll(dice, total, singles) for dice in self.game.choices(left) if left and not at_goal]
                index[key] = len(found)
                found.append((end if can_bank else None if left else bust, bust, rolls))
            return index[key]

        def roll(dice: Dice, total: int, singles: int) -> Roll[Number]:
            table = self.rolls(dice, total == 0)
            others = []
            for outcome, chance in table.items():
                if not isinstance(outcome, str):
                    options = []
                    for points, left, single in outcome:
                        new_total, new_singles = self.game.add(total, singles, points, single)
                        options.append(visit((left, new_total, new_singles)))
                    others.append((self.number(chance), options))
            return self.number(table.get("win", Fraction(0))), self.number(table.get("bust", Fraction(0))), others

        visit(start)
        return found


def roll_value(roll: Roll[Number], bust: int, ending: dict[int, Number], goal: int, values: list[Number]) -> Number:
    """What a roll is worth, by what it is worth to end the turn with each score, and what the positions are worth."""
    win_chance, bust_chance, others = roll
    value = win_chance * ending[goal]
    if bust_chance:  # else that score need not be one that can come up
        value += bust_chance * ending[bust]
    for chance, options in others:
        value += chance * max([values[i] for i in options])
    return value


def play(positions: list[Position[Number]], ending: dict[int, Number], goal: int) -> list[Number]:
    """What each position is worth, by what it is worth to end the turn with each score."""
    values: list[Number] = []
    for end, bust, rolls in positions:
        choices = [roll_value(roll, bust, ending, goal, values) for roll in rolls]
        if end is not None:
            choices.append(ending[end])
        values.append(max(choices))
    return values


def best_ends(positions: list[Position[Fraction]], ending: dict[int, Fraction], goal: int) -> dict[int, Fraction]:
    """With which chance a turn that is played best ends with each score."""
    values = play(positions, ending, goal)
    reached = [Fraction(0)] * len(positions)
    reached[-1] = Fraction(1)
    ends: dict[int, Fraction] = {}
    for i in reversed(range(len(positions))):  # a position comes after all that follow from it
        end, bust, rolls = positions[i]
        if not reached[i]:
            continue
        if end is not None and ending[end] == values[i]:
            ends[end] = ends.get(end, Fraction(0)) + reached[i]
            continue
        win_chance, bust_chance, others = next(
            roll for roll in rolls if roll_value(roll, bust, ending, goal, values) == values[i]
        )
        ends[goal] = ends.get(goal, Fraction(0)) + reached[i] * win_chance
        ends[bust] = ends.get(bust, Fraction(0)) + reached[i] * bust_chance
        for chance, options in others:
            reached[max(options, key=lambda option: values[option])] += reached[i] * chance
    return ends


def _two_players(race: Race[Number], other: int, known: dict[Pair, Number]) -> dict[int, Number]:
    """What it is worth to the mover to end the turn with each score."""
    one = race.number(Fraction(1))
    return {score: one - known[other, score] for score in race.scores} | {race.goal: one}


def _pairs(race: Race[Number]) -> list[Pair]:
    """All pairs of scores, those near the end first."""
    return sorted(((mine, other) for mine in race.scores for other in race.scores), key=sum, reverse=True)


def win_probability(rules: Rules, tolerance: float = 1e-13) -> dict[Pair, float]:
    """The mover's chance to win for each (mover's score, other's score) when both play best.

    All turns are done over and over, each new value used at once, until none changes by as much as the tolerance. In a
    game that nobody can win all stays at 0.5.
    """
    race = Race(rules, float)
    known = dict.fromkeys(_pairs(race), 0.5)
    for _ in range(MOST_SWEEPS):
        change = 0.0
        for mine, other in known:
            value = play(race.turns[mine], _two_players(race, other, known), race.goal)[-1]
            change = max(change, abs(value - known[mine, other]))
            known[mine, other] = value
        if change < tolerance:
            return known
    raise RuntimeError("the chances do not settle")


def _solved(equations: dict[Pair, tuple[Fraction, Sums]]) -> dict[Pair, Fraction]:
    """Solves equations of the form: value of a pair = number + sum over pairs of factor * value of that pair."""
    done: dict[Pair, tuple[Fraction, Sums]] = {}
    for pair, equation in equations.items():
        number, sums = equation
        for earlier, (its_number, its_sums) in done.items():  # put in what is done, which is free of what is done
            factor = sums.get(earlier, Fraction(0))
            if factor:
                number += factor * its_number
                sums = _added({key: value for key, value in sums.items() if key != earlier}, factor, its_sums)
        rest = 1 - sums.get(pair, Fraction(0))
        if not rest:
            raise RuntimeError("the equations have no single solution")
        number, sums = number / rest, {key: value / rest for key, value in sums.items() if key != pair}
        done[pair] = (number, sums)
        for earlier, (its_number, its_sums) in done.items():
            factor = its_sums.get(pair, Fraction(0))
            if factor:
                its_sums = _added({key: value for key, value in its_sums.items() if key != pair}, factor, sums)
                done[earlier] = (its_number + factor * number, its_sums)
    return {pair: number for pair, (number, _) in done.items()}


def _added(sums: Sums, factor: Fraction, others: Sums) -> Sums:
    keys = sums.keys() | others.keys()
    return {key: sums.get(key, Fraction(0)) + factor * others.get(key, Fraction(0)) for key in keys}


def win_probability_exactly(rules: Rules) -> dict[Pair, Fraction]:
    """The same as exact fractions, for tiny goals.

    The best play against given values leads to linear equations for the true values of that play, and these are the
    next given values; at first they are the floats. It is over when they stay the same: then they are exactly what the
    best play against themselves is worth.
    """
    race = Race(rules, Fraction)
    known = {pair: Fraction(value) for pair, value in win_probability(rules).items()}
    for _ in range(100):
        equations: dict[Pair, tuple[Fraction, Sums]] = {}
        for mine, other in known:
            ends = best_ends(race.turns[mine], _two_players(race, other, known), race.goal)
            sums = {(other, score): -chance for score, chance in ends.items() if score < race.goal and chance}
            equations[mine, other] = (sum(ends.values(), Fraction(0)), sums)  # the sum of chance * (1 - value)
        before, known = known, _solved(equations)
        if known == before:
            break
    for mine, other in known:
        if play(race.turns[mine], _two_players(race, other, known), race.goal)[-1] != known[mine, other]:
            raise RuntimeError(f"no exact solution found at {mine}:{other}")
    return known


def expected_turns(rules: Rules, tolerance: float = 1e-12) -> dict[int, float]:
    """The least expected number of turns to reach the goal from each score; infinite if it cannot be reached."""
    race = Race(rules, float, solo=True)
    for score in race.scores:
        others_only = {other: float(other != score) for other in [*race.scores, race.goal]}
        if play(race.turns[score], others_only, race.goal)[-1] == 0:  # then 0 is the only score
            return dict.fromkeys(race.scores, inf)
    known = dict.fromkeys(race.scores, 0.0)
    for _ in range(MOST_SWEEPS):
        change = 0.0
        for score in race.scores:
            ending = {after: -turns for after, turns in known.items()} | {race.goal: 0.0}
            value = 1 - play(race.turns[score], ending, race.goal)[-1]
            change = max(change, abs(value - known[score]))
            known[score] = value
        if change < tolerance:
            return known
    raise RuntimeError("the expected numbers of turns do not settle")


def within(rules: Rules, turns: int) -> list[dict[int, Fraction]]:
    """Entry m, from 0 to `turns`: the best chance to reach the goal in at most m turns from each score."""
    race = Race(rules, Fraction, solo=True)
    chances = [dict.fromkeys(race.scores, Fraction(0))]
    for _ in range(turns):
        ending = chances[-1] | {race.goal: Fraction(1)}
        chances.append({score: play(race.turns[score], ending, race.goal)[-1] for score in race.scores})
    return chances


def position_value(
    rules: Rules, scores: Pair, left: Sequence[int], total: int, singles: int, values: dict[Pair, float]
) -> float:
    """The mover's chance to win before the decision to bank or roll; `values` is what `win_probability` gave.

    The position must be one that can come up, so that the scores it leads to are among the values.
    """
    race, (mine, other) = _float_race(rules), scores
    dice = race.game.canonical(left) or race.game.left_after((), frozenset())
    return play(race.positions(mine, (dice, total, singles)), _two_players(race, other, values), race.goal)[-1]


_races: dict[str, Race[float]] = {}  # the last few, so that their rolls are enumerated once


def _float_race(rules: Rules) -> Race[float]:
    key = repr(rules)
    if key not in _races:
        if len(_races) >= 8:
            _races.clear()
        _races[key] = Race(rules, float)
    return _races[key]


def simulate_game(rules: Rules, decide_first: Decide, decide_second: Decide, rng: Random) -> int:
    """Simulate a game: 0 if the first player wins, else 1.

    `decide(scores, left, total, singles, first, None or faces)` is as in `oracles.turn.simulate_turn`, with the
    banked scores, the mover's first, in front. It is asked at the goal too: only a bank, a kept bust or a winning roll
    ends the game.
    """
    race = _float_race(rules)
    scores, mover = [0, 0], 0
    while True:
        pair = (scores[mover], scores[1 - mover])
        scores[mover] = _simulate_turn(race, pair, (decide_first, decide_second)[mover], rng)
        if scores[mover] >= race.goal:
            return mover
        mover = 1 - mover


def _simulate_turn(race: Race[float], scores: Pair, decide: Decide, rng: Random) -> int:
    """The mover's score after a turn; a winning roll makes it the goal."""
    game, banked = race.game, scores[0]
    left, total, singles, first = game.all_dice, 0, 0, True
    while left:
        decision = decide(scores, left, total, singles, first, None)
        if decision == "bank" and race.may_bank(banked, total):
            return banked + total
        dice = left
        if game.family == "hog":
            dice = tuple(range(decision)) if isinstance(decision, int) and game.alike else decision
        if dice not in game.choices(left) or (game.family != "hog" and decision != "roll"):
            raise ValueError(f"illegal decision {decision!r} with banked score {banked} and turn total {total}")
        faces = tuple(rng.choices(range(1, game.sides + 1), game.chances[die % game.count])[0] for die in dice)
        faces = game.shown(dice, faces)
        shown = game.event(faces)
        if shown == "win":
            return race.goal
        legal = {} if shown == "bust" else dict(game.legal_sets(faces, len(dice) == game.count, first))
        if not legal:
            return banked + game.after_bust(total)
        aside = frozenset(range(len(dice)))
        if game.family == "farkle":
            aside = frozenset(decide(scores, left, total, singles, first, faces))
            if aside not in legal:
                raise ValueError(f"illegal decision: positions {sorted(aside)} of {faces} cannot be set aside")
        total, singles = game.add(total, singles, legal[aside], game.single_scored(faces))
        left, first = game.left_after(dice, aside), False
    return banked + (total if race.may_bank(banked, total) else game.after_bust(total))
