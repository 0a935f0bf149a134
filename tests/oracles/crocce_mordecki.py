"""The solitaire Ten Thousand as Crocce & Mordecki solve it, in their notation and in exact fractions.

A state x = (tau, i, n) is the accumulated chips tau (50 points each), the configuration i = [f, o, t] just rolled (f
5s, o 1s, three of t = 2, 3, 4 or 6), all of whose scoring dice are in tau, and the n dice left. With

    V_r(tau, n) = sum_k f(n, k) / 6^n  V(tau + s(k), k, n - d(k) + 5 [n = d(k)])                              (3.8)

the value is the largest of tau (stop), V_r(tau, n) (roll) and the values of the smaller states (resign some dice; only
where n < 5), equation (3.9). The general solver has to agree with it at every state.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial, prod

Configuration = tuple[int, int, int]
State = tuple[int, Configuration, int]
NOTHING: Configuration = (0, 0, 0)


def score(i: Configuration) -> int:
    """s(i) = f + 2 o + 14 [o >= 3] + 7 [f >= 3] + 2 t, in chips."""
    f, o, t = i
    return f + 2 * o + 14 * (o >= 3) + 7 * (f >= 3) + 2 * t


def scoring_dice(i: Configuration) -> int:
    """d(i) = f + o + 3 [t != 0]."""
    f, o, t = i
    return f + o + 3 * (t != 0)


def frequencies(n: int) -> dict[Configuration, int]:
    """f(n, i): how many of the 6^n rolls of n dice give each configuration (Table 2)."""
    count: dict[Configuration, int] = {}
    for faces in product(range(n + 1), repeat=6):
        if sum(faces) == n:
            three = next((face for face in (2, 3, 4, 6) if faces[face - 1] >= 3), 0)
            i = (faces[4], faces[0], three)
            count[i] = count.get(i, 0) + factorial(n) // prod(map(factorial, faces))
    return count


FREQUENCIES = {n: frequencies(n) for n in range(1, 6)}
CONFIGURATIONS = tuple(i for i in FREQUENCIES[5] if i != NOTHING)
"""The set I of configurations that score."""


def smaller(j: Configuration, i: Configuration) -> bool:
    """J < i: the combinations of j are some, but not all, of those of i (Definition 2.1)."""
    return j not in (i, NOTHING) and j[0] <= i[0] and j[1] <= i[1] and j[2] in (0, i[2])


def critical_threshold() -> int:
    """tau*(5) = min { tau : tau >= sum_k f(5, k) s(k) / f(5, 0) }, at which stopping is optimal for all n: 56."""
    gain = sum(count * score(k) for k, count in FREQUENCIES[5].items())
    return -(-gain // FREQUENCIES[5][NOTHING])


def algorithm_4_1() -> tuple[dict[State, Fraction], dict[State, str], Fraction]:
    """Algorithm 4.1 (4.2 of the preprint): values and actions of all states below the threshold, and the game's value.

    An action is "s", "r", or "m" with the dice resigned, such as "m51".
    """
    threshold = critical_threshold()
    value: dict[State, Fraction] = {}
    action: dict[State, str] = {}

    def roll_value(tau: int, n: int) -> Fraction:
        total = Fraction(0)
        for k, count in FREQUENCIES[n].items():
            if k != NOTHING:
                y = (tau + score(k), k, n - scoring_dice(k) or 5)
                total += count * (value[y] if y[0] < threshold else y[0])
        return Fraction(total, 6**n)

    for tau in range(threshold - 1, 0, -1):
        with_all_dice = roll_value(tau, 5)
        for i in CONFIGURATIONS:
            value[tau, i, 5], action[tau, i, 5] = with_all_dice, "r"
        for n in (4, 3, 2, 1):
            rolled = roll_value(tau, n)
            for i in (i for i in CONFIGURATIONS if scoring_dice(i) <= 5 - n):
                x = (tau, i, n)
                value[x], action[x] = (Fraction(tau), "s") if rolled <= tau else (rolled, "r")
                for j in (j for j in CONFIGURATIONS if smaller(i, j)):
                    y = (tau - score(i) + score(j), j, n + scoring_dice(i) - scoring_dice(j))
                    if y[2] >= 1 and y[0] < threshold and value[y] < value[x]:
                        value[y], action[y] = value[x], resigning(j, i)
    return value, action, roll_value(0, 5)


def resigning(j: Configuration, i: Configuration) -> str:
    """The move from configuration j to the smaller i, by the dice resigned."""
    three = str(j[2]) * 3 if j[2] != i[2] else ""
    return "m" + "5" * (j[0] - i[0]) + "1" * (j[1] - i[1]) + three


LABELS: dict[Configuration, str] = {(2, 0, 0): "5", (1, 1, 0): "5", (0, 2, 0): "1", (2, 1, 0): "55", (1, 2, 0): "51"}
"""Configurations from which dice may be worth resigning, gathered by what; all others have label "0"."""
RESIGNING_LABELS = ("5", "1", "55", "51")


def gathered_algorithm() -> tuple[dict[tuple[str, int, int], Fraction], dict[tuple[str, int, int], str], Fraction]:
    """The preprint's appendix: states gathered by label, V_l(tau, n), equations (E0), (E'5), (E'1), (E'55), (E'51).

    Returns the values and actions by (label, tau, n), and the game's value.
    Lines 15 and 19 of the printed algorithm call the move of one 5 from a state of label 55 or 51 "m55" or "m51"; it is
    m5, as here.
    """
    threshold = critical_threshold()
    value: dict[tuple[str, int, int], Fraction] = {}
    action: dict[tuple[str, int, int], str] = {}

    def roll_value(tau: int, n: int) -> Fraction:
        total = Fraction(0)
        for k, count in FREQUENCIES[n].items():
            if k != NOTHING:
                then, left = tau + score(k), n - scoring_dice(k)
                state = (LABELS.get(k, "0"), then, left) if left else ("0", then, 5)
                total += count * (value[state] if then < threshold else then)
        return Fraction(total, 6**n)

    def improve(label: str, tau: int, n: int, rolled: Fraction, move: str) -> None:
        if n >= 1 and tau < threshold and value[label, tau, n] < rolled:
            value[label, tau, n], action[label, tau, n] = rolled, move

    for tau in range(threshold - 1, -1, -1):
        value["0", tau, 5], action["0", tau, 5] = roll_value(tau, 5), "r"
        for n in (4, 3, 2, 1):
            rolled = roll_value(tau, n)
            for label in ("0", *RESIGNING_LABELS):
                state = (label, tau, n)
                value[state], action[state] = (Fraction(tau), "s") if rolled <= tau else (rolled, "r")
            improve("5", tau + 1, n - 1, rolled, "m5")
            improve("1", tau + 2, n - 1, rolled, "m1")
            if n <= 3:
                improve("55", tau + 1, n - 1, rolled, "m5")
                improve("51", tau + 1, n - 1, rolled, "m5")
            if n >= 3:
                improve("55", tau + 2, n - 2, rolled, "m55")
                improve("51", tau + 3, n - 2, rolled, "m51")
    return value, action, value["0", 0, 5]
