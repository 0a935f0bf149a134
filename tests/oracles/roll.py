"""The slow, literal version of a rules file and of one roll; it shares no code with the package.

Every subset of the rolled dice (as positions) is looked at, and all numbers are fractions.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

Rules = dict[str, Any]  # what tomllib.loads makes of a rules file
Dice = tuple[int, ...]  # which dice, by index
Faces = tuple[int, ...]  # what the rolled dice show, in the order of the dice; a wild face is WILD
LegalSets = list[tuple[frozenset[int], int]]  # positions to set aside, and the most points for them
Step = tuple[int, Dice, bool]  # points without bonus, dice left afterwards, whether a single die was rolled and scored
Outcome = str | frozenset[Step]  # "bust", "lose_banked" or what the player can choose from

WILD = 0


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
