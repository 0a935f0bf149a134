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
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

Rules = dict[str, Any]  # what tomllib.loads makes of a rules file
Dice = tuple[int, ...]  # which dice, by index
Faces = tuple[int, ...]  # what the rolled dice show, in the order of the dice; a wild face is WILD
LegalSets = list[tuple[frozenset[int], int]]  # positions to set aside, and the most points for them
Step = tuple[int, Dice, bool]  # points without bonus, dice left afterwards, whether a single die was rolled and scored
Outcome = str | frozenset[Step]  # "bust", "lose_banked" or what the player can choose from
Strategy = Callable[[Dice, int, int, bool], str]  # (left, total, singles, first) -> "bank", "roll" or "best"
Decide = Callable[[Dice, int, int, bool, Faces | None], Any]  # see simulate_turn

WILD = 0

sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))  # a turn of many small rolls is a deep recursion


class Pattern:
    """A pattern: digits are faces, letters any faces; "10,10" with commas (a lone face of two digits is "10,")."""

    def __init__(self, text: str) -> None:
        parts = [part.strip() for part in (text.split(",") if "," in text else text) if part.strip()]
        self.letters = parts[0].isalpha()
        self.size = len(parts)
        self.wanted = sorted(Counter(parts).values()) if self.letters else sorted(int(part) for part in parts)

    def fits(self, faces: Sequence[int]) -> bool:
        """Whether these dice, all of them, are the pattern."""
        return self.wanted == (sorted(Counter(faces).values()) if self.letters else sorted(faces))

    def is_in(self, faces: Sequence[int]) -> bool:
        """Whether some of these dice are the pattern."""
        return any(self.fits(some) for some in combinations(faces, self.size))


@cache
def subsets(n: int) -> list[frozenset[int]]:
    """Every subset of 0, 1, ..., n - 1 that is not empty."""
    return [frozenset(chosen) for size in range(1, n + 1) for chosen in combinations(range(n), size)]


class Game:
    """A rules file with its defaults filled in, and what follows from it for one roll."""

    def __init__(self, rules: Rules) -> None:
        dice, turn, events = rules.get("dice", {}), rules.get("turn", {}), rules.get("events", {})
        self.family: str = rules.get("family", "farkle")
        self.scoring = [(Pattern(text), int(points)) for text, points in rules.get("scoring", {}).items()]
        self.count: int = dice.get("count", 6)
        self.sides: int = dice.get("sides", 6)
        self.set_aside: str = turn.get("set_aside", "any")
        self.leave = [Pattern(text) for text in turn.get("leave", [])]
        self.hot_dice: bool | str = turn.get("hot_dice", True)
        self.minimum_bank: int = turn.get("minimum_bank", 0)
        self.full_bust: int = turn.get("full_bust", 0)
        self.full_bust_first_only = turn.get("full_bust_rolls", "any") == "first"
        self.single_die_bonus: list[int] = turn.get("single_die_bonus", [])
        self.keep_on_bust: bool = turn.get("keep_on_bust", False)
        self.fewest, self.most = turn.get("choose_dice", []) or [1, self.count]
        bust = events.get("bust", [] if self.family == "farkle" else ["1"])
        lists = {"win": events.get("win", []), "lose_banked": events.get("lose_banked", []), "bust": bust}
        self.events = {name: [Pattern(text) for text in texts] for name, texts in lists.items()}

        weights = dice.get("weights", [1] * self.sides)
        each = weights if isinstance(weights[0], list | tuple) else [weights] * self.count
        if len(each) != self.count or any(len(die) != self.sides for die in each):
            raise ValueError(f"dice.weights: {weights!r} does not suit {self.count} dice with {self.sides} sides")
        exact = [[Fraction(str(weight)) for weight in die] for die in each]  # str: 0.1 is one tenth
        self.chances = [tuple(weight / sum(die) for weight in die) for die in exact]
        wild = dice.get("wild", [])
        each_wild = wild if wild and isinstance(wild[0], list | tuple) else [wild] * self.count
        self.wild = [frozenset(faces) for faces in each_wild]
        looks = list(zip(self.chances, self.wild, strict=True))
        self.kinds = [looks.index(look) for look in looks]
        self.alike = set(self.kinds) == {0}
        self.all_dice: Dice = tuple(range(self.count))

        self.known_points: dict[Faces, int | None] = {(): 0}
        self.known_outcomes: dict[tuple[Dice, bool, bool], dict[Outcome, Fraction]] = {}
        self.known_players: dict[tuple[int, bool], Player] = {}

    def shown(self, dice: Dice, faces: Faces) -> Faces:
        """What dice show on which these faces lie on top."""
        looks = zip(dice, faces, strict=True)
        return tuple(WILD if face in self.wild[die % self.count] else face for die, face in looks)

    def rolls(self, dice: Dice) -> Iterator[tuple[Faces, Fraction]]:
        """Every ordered roll of some dice that can happen, with its probability."""
        if not dice:
            yield (), Fraction(1)
            return
        *others, last = dice
        for shown, probability in self.rolls(tuple(others)):
            for face, chance in enumerate(self.chances[last % self.count], 1):
                if chance:
                    wild = face in self.wild[last % self.count]
                    yield (*shown, WILD if wild else face), probability * chance

    def distinct_rolls(self, dice: Dice) -> Iterator[tuple[Faces, Fraction]]:
        """One roll for all that are equal up to an exchange of dice of one kind, with their probability together."""
        kinds = [self.kinds[die % self.count] for die in dice]
        found: dict[tuple[tuple[int, int], ...], tuple[Faces, Fraction]] = {}
        for faces, probability in self.rolls(dice):
            key = tuple(sorted(zip(kinds, faces, strict=True)))
            one, sum_ = found.get(key, (faces, Fraction(0)))
            found[key] = one, sum_ + probability
        yield from found.values()

    def fits(self, pattern: Pattern, faces: Sequence[int]) -> bool:
        """Whether these dice are a scoring pattern, wild ones standing for any faces beside one that is not wild."""
        wild = [i for i, face in enumerate(faces) if face == WILD]
        if len(wild) == len(faces):
            return False
        for standing_for in product(range(1, self.sides + 1), repeat=len(wild)):
            instead = dict(zip(wild, standing_for, strict=True))
            if pattern.fits([instead.get(i, face) for i, face in enumerate(faces)]):
                return True
        return False

    def points(self, faces: Iterable[int]) -> int | None:
        """Family farkle: the most points of dice that split completely into patterns, or None."""
        faces = tuple(sorted(faces))
        if faces not in self.known_points:
            found = []
            for together in subsets(len(faces)):
                if 0 in together:  # the dice in one pattern with the first die
                    part = [faces[i] for i in together]
                    rest = self.points(face for i, face in enumerate(faces) if i not in together)
                    if rest is not None:
                        found += [points + rest for pattern, points in self.scoring if self.fits(pattern, part)]
            self.known_points[faces] = max(found, default=None)
        return self.known_points[faces]

    def event(self, faces: Faces) -> str | None:
        """The event that a roll shows; if there are several, the one that comes first. Wild faces match nothing."""
        faces = tuple(face for face in faces if face != WILD)
        for name, patterns in self.events.items():  # in the order win, lose_banked, bust
            if any(pattern.is_in(faces) for pattern in patterns):
                return name
        return None

    def legal_sets(self, faces: Faces, all_rolled: bool, first: bool) -> LegalSets:
        """What may be set aside from a roll, events apart; nothing if the roll is a bust."""
        whole = frozenset(range(len(faces)))
        if self.family != "farkle":
            patterns = [points for pattern, points in self.scoring if pattern.fits(faces)]
            return [(whole, max(patterns, default=sum(faces)))]
        scoring = {}
        for positions in subsets(len(faces)):
            points = self.points(faces[i] for i in positions)
            if points is not None:
                scoring[positions] = points
        if not scoring and self.full_bust and all_rolled and (first or not self.full_bust_first_only):
            return [(whole, self.full_bust)]
        if self.hot_dice == "forced" and whole in scoring:
            return [(whole, scoring[whole])]
        if self.set_aside == "any":
            return list(scoring.items())
        legal = {}
        for largest, points in scoring.items():
            if any(largest < other for other in scoring):
                continue  # it can be enlarged
            legal[largest] = points
            for remaining, fewer in scoring.items():
                left_out = [faces[i] for i in largest - remaining]
                if remaining < largest and WILD not in left_out and any(entry.fits(left_out) for entry in self.leave):
                    legal[remaining] = fewer
        return list(legal.items())

    def canonical(self, left: Iterable[int]) -> Dice:
        """The same dice, written with the lowest indices of each kind."""
        wanted = Counter(self.kinds[die] for die in left)
        return tuple(die for die in self.all_dice if self.kinds[:die].count(self.kinds[die]) < wanted[self.kinds[die]])

    def left_after(self, dice: Dice, aside: frozenset[int]) -> Dice:
        """The dice left when these positions of the rolled dice are set aside."""
        if self.family != "farkle":
            return self.all_dice if self.family == "pig" else ()
        left = self.canonical(die for position, die in enumerate(dice) if position not in aside)
        return left if left or self.hot_dice is False else self.all_dice

    def single_scored(self, faces: Faces) -> bool:
        """Whether exactly one die was rolled and scores (a full bust does not score)."""
        return self.family == "farkle" and len(faces) == 1 and self.points(faces) is not None

    def add(self, total: int, singles: int, points: int, single: bool) -> tuple[int, int]:
        """The turn total and the number of single-die bonuses after a roll."""
        if single and singles < len(self.single_die_bonus):
            return total + points + self.single_die_bonus[singles], singles + 1
        return total + points, singles

    def may_bank(self, total: int) -> bool:
        """Whether a bank is legal."""
        return total > 0 and total >= self.minimum_bank

    def after_bust(self, total: int) -> int:
        """The points of a turn that busts, or that can neither bank nor roll."""
        return total if self.keep_on_bust else 0

    def choices(self, left: Dice) -> list[Dice]:
        """The dice that may be rolled together: all that are left, but Hog's player chooses."""
        if self.family != "hog":
            return [left]
        sizes = range(self.fewest, self.most + 1)
        if self.alike:  # only the number counts, and it may exceed dice.count
            return [tuple(range(size)) for size in sizes]
        return [dice for size in sizes for dice in combinations(self.all_dice, size)]

    def outcomes(self, dice: Dice, first: bool, most_points: bool) -> dict[Outcome, Fraction]:
        """All rolls of these dice, grouped by what they lead to, with their probabilities."""
        first = first and self.full_bust_first_only  # nothing else makes a first roll different
        key = (dice, first, most_points)
        if key not in self.known_outcomes:
            table: dict[Outcome, Fraction] = {}
            for faces, probability in self.distinct_rolls(dice):
                outcome = self.outcome(dice, faces, first, most_points)
                table[outcome] = table.get(outcome, Fraction(0)) + probability
            self.known_outcomes[key] = table
        return self.known_outcomes[key]

    def outcome(self, dice: Dice, faces: Faces, first: bool, most_points: bool) -> Outcome:
        """What one roll leads to under objective score; a roll whose event is "win" scores as it is."""
        shown = self.event(faces)
        if shown is not None and shown != "win":
            return shown
        single = self.single_scored(faces)
        legal = self.legal_sets(faces, len(dice) == self.count, first)
        steps = {(points, self.left_after(dice, aside), single) for aside, points in legal}
        if most_points:
            steps = {step for step in steps if not any(step[1] == other[1] and step[0] < other[0] for other in steps)}
        return frozenset(steps) or "bust"


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


def _game(rules: Rules) -> Game:
    key = repr(rules)
    if key not in _games:
        if len(_games) >= 8:
            _games.clear()
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
    return player if strategy else game.known_players.setdefault((bank_limit, most_points), player)


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
    """Plays one turn by chance: its points, its rolls and whether it busted.

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
