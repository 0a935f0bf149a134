"""The slow, literal version of one turn, against which the package is checked; it shares no code with it.

Every ordered roll and every subset of its dice (as positions) is looked at; all numbers are fractions. A player is at

    left     the dice still to be rolled: indices from 0, sorted; of alike dice always the lowest indices
    total    the turn total
    singles  how many single-die bonuses this turn has had, at most len(single_die_bonus)
    first    whether the next roll is the first of the turn

and V(left, total, ...) = max(total, sum over rolls of p(roll) * max over legal sets of V(after setting it aside)).

Farkle's 55,986 rolls are 173 outcomes with 576 options, as `outcome_table` shows. The busts are among the 173, one for
each number of dice: 6 outcomes without options, and 167 with 576 options in all.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from oracles.roll import Dice, Faces, Game, LegalSets, Rules

Strategy = Callable[[Dice, int, int, bool], str]  # (left, total, singles, first) -> "bank", "roll" or "best"
Decide = Callable[[Dice, int, int, bool, Faces | None], Any]  # see simulate_turn

sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))  # a turn of many small rolls is a deep recursion


class Player:
    """Expected points of a player who sets dice aside as well as possible, and banks when `wish` says so.

    `wish(left, total, singles, rolls made)` is "bank" (if legal), "roll" or "best"; rolls are counted up to `count_to`.
    With `most_points`, of all sets that leave the same dice only those with the most points are considered.
    """

    def __init__(self, game: Game, wish: Callable[[Dice, int, int, int], str], count_to: int, most_points: bool):
        self.game, self.wish, self.count_to, self.most_points = game, wish, count_to, most_points
        self.known: dict[tuple[Dice, int, int, int], Fraction] = {}

    def value(self, left: Dice, total: int, singles: int, rolls: int) -> Fraction:
        """The value of a position before the decision to bank or roll."""
        can_bank = self.game.may_bank(total)
        if not left:
            return Fraction(total if can_bank else self.game.after_bust(total))
        wish = self.wish(left, total, singles, rolls)
        if can_bank and wish == "bank":
            return Fraction(total)
        rolling = self.rolling(left, total, singles, rolls)
        return max(Fraction(total), rolling) if can_bank and wish == "best" else rolling

    def rolling(self, left: Dice, total: int, singles: int, rolls: int) -> Fraction:
        """The value of rolling, in Hog with the best choice of dice."""
        if not left:
            raise ValueError("there are no dice left to roll")
        key = (left, total, singles, rolls)
        if key not in self.known:
            self.known[key] = max([self.rolling_these(dice, *key[1:]) for dice in self.game.choices(left)])
        return self.known[key]

    def rolling_these(self, dice: Dice, total: int, singles: int, rolls: int) -> Fraction:
        """The value of rolling exactly these dice."""
        expected = Fraction(0)
        for outcome, probability in self.game.outcomes(dice, rolls == 0, self.most_points).items():
            if outcome == "bust":
                expected += probability * self.game.after_bust(total)
            elif not isinstance(outcome, str):  # lose_banked adds 0
                values = []
                for points, left, single in outcome:
                    new_total, new_singles = self.game.add(total, singles, points, single)
                    values.append(self.value(left, new_total, new_singles, min(rolls + 1, self.count_to)))
                expected += probability * max(values)
        return expected


_games: dict[str, Game] = {}  # the last few, so that their rolls are enumerated once
_players: dict[tuple[Game, int, bool], Player] = {}


def _game(rules: Rules) -> Game:
    key = repr(rules)
    if key not in _games:
        if len(_games) >= 8:
            _games.clear()
            _players.clear()
        _games[key] = Game(rules)
    return _games[key]


def _limited(rules: Rules, bank_limit: int, strategy: Strategy | None = None, most_points: bool = False) -> Player:
    """The player who must bank from `bank_limit` on, and below it does as `strategy` says, or what is best."""

    def wish(left: Dice, total: int, singles: int, rolls: int) -> str:
        if total >= bank_limit:
            return "bank"
        return strategy(left, total, singles, rolls == 0) if strategy else "best"

    game = _game(rules)
    player = Player(game, wish, 1, most_points)
    return player if strategy else _players.setdefault((game, bank_limit, most_points), player)


def _left(rules: Rules, left: Iterable[int]) -> Dice:
    """The dice left in canonical form; none left means all, where the rules let them be rolled again."""
    game = _game(rules)
    return game.canonical(left) or game.left_after((), frozenset())


def legal_sets(rules: Rules, faces: Sequence[int], n_rolled_is_all: bool, first: bool) -> LegalSets:
    """Every set of positions that may be set aside from a roll, with its most points; events and bonuses apart.

    An empty list is a bust. In Pig and Hog the whole roll is the only set.
    """
    return list(_game(rules).legal_sets(tuple(faces), n_rolled_is_all, first))


def event(rules: Rules, faces: Sequence[int]) -> str | None:
    """The event that a roll shows: "win", "lose_banked", "bust" or None."""
    return _game(rules).event(tuple(faces))


def outcome_table(rules: Rules) -> dict[int, dict[frozenset[tuple[int, int]], int]]:
    """Family farkle, alike dice: for each number of dice, how many ordered rolls have which options.

    An option is (dice left, most points), without bonuses, for a roll that is not the first of its turn. Rolls that
    bust or lose all have no options. Rolls of probability 0 are not counted.
    """
    game = _game(rules)
    if game.family != "farkle" or not game.alike:
        raise ValueError("outcome_table is for family farkle with alike dice")
    possible = [face for face in range(1, game.sides + 1) if game.chances[0][face - 1]]
    table = {}
    for n in range(1, game.count + 1):
        groups: Counter[frozenset[tuple[int, int]]] = Counter()
        for faces, times in Counter(tuple(sorted(faces)) for faces in product(possible, repeat=n)).items():
            shown = game.shown(game.all_dice[:n], faces)
            outcome = game.outcome(game.all_dice[:n], shown, first=False, most_points=True)
            steps = [] if isinstance(outcome, str) else outcome
            groups[frozenset((len(left), points) for points, left, _ in steps)] += times
        table[n] = dict(groups)
    return table


def turn_value(rules: Rules, bank_limit: int, strategy: Strategy | None = None, most_points: bool = False) -> Fraction:
    """The most expected points of a turn for a player who must bank, if it is legal, from `bank_limit` on.

    Below the limit `strategy` may decide when to bank; dice are always set aside for the most expected points. A player
    who is made to bank may gain by setting *fewer* points aside; `most_points` rules that out: of all sets that leave
    the same dice only those with the most points are considered. With a high limit and no strategy both are the same.
    """
    game, player = _game(rules), _limited(rules, bank_limit, strategy, most_points)
    if bank_limit <= 2000:  # games of small points: from above, so that the recursion stays shallow
        for total in range(bank_limit, 0, -10):
            player.value(game.all_dice, total, 0, 1)
    return player.value(game.all_dice, 0, 0, 0)


def state_value(rules: Rules, left: Sequence[int], total: int, singles: int, first: bool, bank_limit: int) -> Fraction:
    """The same from any position before the decision to bank or roll."""
    return _limited(rules, bank_limit).value(_left(rules, left), total, singles, 0 if first else 1)


def roll_value(rules: Rules, left: Sequence[int], total: int, singles: int, first: bool, bank_limit: int) -> Fraction:
    """The value of rolling in a position (in Hog the best choice of dice)."""
    return _limited(rules, bank_limit).rolling(_left(rules, left), total, singles, 0 if first else 1)


def hold_at(rules: Rules, k: int, most_points: bool = False) -> Fraction:
    """Expected points of a turn that goes on below k, as long as there are dice to roll, and banks at k or more."""
    return turn_value(rules, k, lambda left, total, singles, first: "roll", most_points)


def exactly(rules: Rules, rolls: int, most_points: bool = False) -> Fraction:
    """Expected points of a turn that banks after a number of rolls, or as soon afterwards as it may."""

    def wish(left: Dice, total: int, singles: int, made: int) -> str:
        return "bank" if made >= rolls else "roll"

    game = _game(rules)
    return Player(game, wish, max(rolls, 1), most_points).value(game.all_dice, 0, 0, 0)


def pig_distribution(rules: Rules, k: int) -> dict[tuple[int, int], Fraction]:
    """Family pig, hold at k: the probability of each (points of the turn, number of rolls)."""
    game = _game(rules)
    if game.family != "pig":
        raise ValueError("pig_distribution is for family pig")
    ended: dict[tuple[int, int], Fraction] = {}
    going_on: dict[int, Fraction] = {0: Fraction(1)}  # the probability of each turn total before the next roll
    rolls = 0
    while going_on:
        rolls += 1
        after_roll: dict[int, Fraction] = {}
        for before, reached in going_on.items():
            for outcome, probability in game.outcomes(game.all_dice, rolls == 1, False).items():
                if isinstance(outcome, str):
                    total, over = (game.after_bust(before) if outcome == "bust" else 0), True
                else:
                    ((points, _, _),) = outcome
                    total = before + points
                    over = total >= k and game.may_bank(total)
                if over:
                    ended[total, rolls] = ended.get((total, rolls), Fraction(0)) + reached * probability
                else:
                    after_roll[total] = after_roll.get(total, Fraction(0)) + reached * probability
        going_on = after_roll
    return ended


def simulate_turn(rules: Rules, decide: Decide, rng: Random) -> tuple[int, int, bool]:
    """Simulate one turn: its points, its rolls and whether it busted.

    `decide(left, total, singles, first, None)` says "bank" or "roll". In Hog it says how many dice, or which: a sorted
    tuple, the lowest indices if all are alike. In family farkle `decide(left, total, singles, first, faces)` then says
    which positions to set aside, `faces[i]` being what die `left[i]` shows. It is not asked about a bust, nor when no
    dice are left: the turn is then banked, or lost if it may not be.
    """
    game = _game(rules)
    left, total, singles, rolls = game.all_dice, 0, 0, 0
    while left:
        first = rolls == 0
        decision = decide(left, total, singles, first, None)
        if decision == "bank" and game.may_bank(total):
            return total, rolls, False
        dice = left
        if game.family == "hog":
            dice = tuple(range(decision)) if isinstance(decision, int) and game.alike else decision
        if dice not in game.choices(left) or (game.family != "hog" and decision != "roll"):
            raise ValueError(f"illegal decision {decision!r} with turn total {total}")
        faces = tuple(rng.choices(range(1, game.sides + 1), game.chances[die % game.count])[0] for die in dice)
        faces = game.shown(dice, faces)
        rolls += 1
        shown = game.event(faces)
        if shown == "lose_banked":
            return 0, rolls, True
        legal = {} if shown == "bust" else dict(game.legal_sets(faces, len(dice) == game.count, first))
        if not legal:
            return game.after_bust(total), rolls, True
        aside = frozenset(range(len(dice)))
        if game.family == "farkle":
            aside = frozenset(decide(left, total, singles, first, faces))
            if aside not in legal:
                raise ValueError(f"illegal decision: positions {sorted(aside)} of {faces} cannot be set aside")
        total, singles = game.add(total, singles, legal[aside], game.single_scored(faces))
        left = game.left_after(dice, aside)
    return (total, rolls, False) if game.may_bank(total) else (game.after_bust(total), rolls, True)
