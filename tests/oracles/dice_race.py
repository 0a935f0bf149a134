"""One player's race to n points in as few turns as possible, the slow and literal way: Louchard's "dice race".

A turn is a walk: from turn total t a roll leads to t + g with chance gains[g], for every g in `gains` (all positive),
and with the rest of the chance it is a bust, which ends the turn with nothing. The player may bank after any roll. All
numbers are fractions. A *landing* is the distribution of what one turn gains: {points: chance}, where 0 is the bust;
it is found by playing the turn roll by roll. A player who busts at i to go is at i again and does the same again, so
that a plan for i with landing P, and with rest[j] expected turns from j < i to go, takes the E that solves

    E = 1 + P[0] E + sum over j > 0 of P[j] rest[max(i - j, 0)].

Lists by points to go have an entry 0: no turns, and no threshold (0). A player always banks who has reached the target.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Gains = Mapping[int, Fraction]
Landing = dict[int, Fraction]
Plan = tuple[int, int]  # (k, c) of strategy 6; c = 0: just the threshold k

ZERO, ONE = Fraction(0), Fraction(1)


def bust(gains: Gains) -> Fraction:
    """The chance that a roll is a bust."""
    assert min(gains) > 0
    assert sum(gains.values()) < 1
    assert min(gains.values()) > 0
    return ONE - sum(gains.values(), ZERO)


def one_more_roll(gains: Gains, alive: Landing) -> Landing:
    """The turn totals after a roll from these; the mass that is missing has busted."""
    after: Landing = {}
    for total, chance in alive.items():
        for gain, p in gains.items():
            after[total + gain] = after.get(total + gain, ZERO) + chance * p
    return after


def play(gains: Gains, banks: Callable[[int], bool]) -> Landing:
    """The landing of a turn that rolls at least once and banks at the totals that `banks` says."""
    alive, landing = {0: ONE}, {0: ZERO}
    while alive:
        landing[0] += bust(gains) * sum(alive.values(), ZERO)
        rolled = one_more_roll(gains, alive)
        alive = {total: chance for total, chance in rolled.items() if not banks(total)}
        for total in rolled.keys() - alive.keys():
            landing[total] = landing.get(total, ZERO) + rolled[total]
    assert sum(landing.values()) == 1
    return dict(sorted(landing.items()))


def capped(landing: Landing, n: int | None) -> Landing:
    """The same landing with n to go, where more than n points are worth no more than n."""
    if n is None:
        return landing
    result: Landing = {}
    for points, chance in landing.items():
        result[min(points, n)] = result.get(min(points, n), ZERO) + chance
    return result


def landing(gains: Gains, k: int, n: int | None = None) -> Landing:
    """Louchard's P(k, j): bank at k or more. With n to go the player banks at n too, and gains at most n."""
    stop = k if n is None else min(k, n)
    return capped(play(gains, lambda total: total >= stop), n)


def go_on(gains: Gains, k: int, c: int, n: int | None = None) -> Landing:
    """Strategy 6: bank at k or more, but at just k + (largest gain) - 1 go on until at least c more; n as above.

    A total above k + (largest gain) - 1 can only come from there, so that the total alone decides.
    """
    top = k + max(gains) - 1
    done = n if n is not None else top + c
    return capped(play(gains, lambda total: total >= done or k <= total < top or total >= top + c), n)


def exact_rolls(gains: Gains, l: int) -> Landing:  # noqa: E741
    """The landing of a turn of just l rolls, or fewer if it busts."""
    alive = {0: ONE}
    for _ in range(l):
        alive = one_more_roll(gains, alive)
    if l == 0:
        return alive
    return {0: ONE - sum(alive.values(), ZERO)} | dict(sorted(alive.items()))


def mean(landing: Landing) -> Fraction:
    """Expected points."""
    return sum((points * chance for points, chance in landing.items()), ZERO)


def spread(landing: Landing) -> Fraction:
    """The variance of the points."""
    return sum((points**2 * chance for points, chance in landing.items()), ZERO) - mean(landing) ** 2


def turns(landing: Landing, i: int, rest: Sequence[Fraction]) -> Fraction:
    """Expected turns from i to go, if every turn at i has this landing, and rest[j] turns remain at j < i to go."""
    later = sum((chance * rest[max(i - points, 0)] for points, chance in landing.items() if points > 0), ZERO)
    return (1 + later) / (1 - landing[0])


@dataclass(frozen=True)
class Thresholds:
    """The best thresholds at some points to go."""

    best: tuple[int, ...]  # every best k among 1, ..., i
    turns: Fraction  # Louchard's E-bar
    lead: Fraction | None  # over the second of the plans that differ: 0 if two differ and are best; None if all are one


def best_thresholds(gains: Gains, n: int) -> list[Thresholds]:
    """For 0, 1, ..., n to go; two thresholds are the same plan if they have the same landing."""
    landings = [landing(gains, k) for k in range(n + 1)]  # entry 0 is not used
    result, rest = [Thresholds((0,), ZERO, None)], [ZERO]
    for i in range(1, n + 1):
        value = {k: turns(landings[k], i, rest) for k in range(1, i + 1)}
        fewest = min(value.values())
        different = [k for k in range(1, i + 1) if all(landings[k] != landings[smaller] for smaller in range(1, k))]
        ordered = sorted(value[k] for k in different)
        lead = ordered[1] - ordered[0] if len(ordered) > 1 else None
        result.append(Thresholds(tuple(k for k in value if value[k] == fewest), fewest, lead))
        rest.append(fewest)
    return result


def expected_turns(gains: Gains, k: int, n: int) -> list[Fraction]:
    """Louchard's E(i, k) for i = 0, ..., n: threshold k (or i, if less) while at i to go, best thresholds after it."""
    rest = [entry.turns for entry in best_thresholds(gains, n)]
    return [ZERO] + [turns(landing(gains, min(k, i)), i, rest) for i in range(1, n + 1)]


def variance(gains: Gains, thresholds: Sequence[int]) -> list[Fraction]:
    """V(i) of the number of turns, for each i to go with a threshold.

    By conditioning on the turn at i: V(i) = E[V after it] + Var[E after it], where after a bust is at i again.
    """
    expected, result = [ZERO], [ZERO]
    for i in range(1, len(thresholds)):
        turn = landing(gains, thresholds[i], i)
        expected.append(turns(turn, i, expected))
        within = sum((chance * result[i - points] for points, chance in turn.items() if points > 0), ZERO)
        between = sum((chance * (expected[i - points] - expected[i] + 1) ** 2 for points, chance in turn.items()), ZERO)
        result.append((within + between) / (1 - turn[0]))
    return result


def distribution(gains: Gains, thresholds: Sequence[int], n: int, rounds: int) -> list[Fraction]:
    """Louchard's Pi(n, j) for j = 0, ..., rounds: from turn to turn the chances of the points to go are carried on."""
    landings = [landing(gains, thresholds[i], i) for i in range(1, n + 1)]
    to_go, result = {n: ONE}, []
    for _ in range(rounds + 1):
        result.append(to_go.pop(0, ZERO))
        after: dict[int, Fraction] = {}
        for i, chance in to_go.items():
            for points, p in landings[i - 1].items():
                after[i - points] = after.get(i - points, ZERO) + chance * p
        to_go = after
    return result


def first_player(distribution: Sequence[Fraction]) -> Fraction:
    """The chance that the first of two players who do not look at each other wins, in no more turns than listed.

    It is the sum over j of P(she takes j turns) P(the other takes j or more), Louchard's (3). If mass r is missing at
    the end of the list, the chance that she wins later is at most r^2.
    """
    return sum((p * (1 - sum(distribution[:j], ZERO)) for j, p in enumerate(distribution)), ZERO)


def duel(gains: Gains, thresholds: Sequence[int], n: int) -> Fraction:
    """The same, exactly: both with n to go, as a chain of pairs (mover's points to go, other's points to go)."""
    landings = [landing(gains, thresholds[i], max(i, 1)) for i in range(n + 1)]
    win = {(i, 0): ZERO for i in range(1, n + 1)}  # the other has just reached the target

    def first_step(i: int, j: int) -> Fraction:
        """Busts apart: the chance that the mover, at i, wins by a turn that gains."""
        return sum((p * (1 - win[j, i - points]) for points, p in landings[i].items() if points > 0), ZERO)

    for i in range(1, n + 1):
        for j in range(1, i + 1):  # win[i, j] = x + a (1 - win[j, i]), win[j, i] = y + b (1 - win[i, j])
            x, y, a, b = first_step(i, j), first_step(j, i), landings[i][0], landings[j][0]
            win[i, j] = (x + a * (1 - y - b)) / (1 - a * b)
            win[j, i] = y + b * (1 - win[i, j])
    return win[n, n]


@dataclass(frozen=True)
class Turn:
    """The best of all ways to play the turns at some points to go i."""

    turns: Fraction
    banks: tuple[int, ...]  # all totals below i that are sums of gains, at which it is best to bank; so if it is equal
    ties: tuple[int, ...]  # those of them at which to roll is as good
    met: tuple[int, ...]  # all totals below i that this player meets, ...
    banks_met: tuple[int, ...]  # ... and those where she banks

    def is_threshold(self) -> bool:
        """Whether she banks at no total that she meets below one at which she rolls."""
        return all(total in self.banks_met for total in self.met if total >= min(self.banks_met, default=total + 1))


def sums(gains: Gains, below: int) -> list[int]:
    """The totals from 1 to below - 1 that some rolls add up to."""
    found = {0}
    for total in range(1, below):
        if any(total - gain in found for gain in gains):
            found.add(total)
    return sorted(found - {0})


def best_turn(gains: Gains, i: int, rest: Sequence[Fraction]) -> Turn:
    """Policy iteration over the sets of totals at which to bank, given what remains at fewer points to go."""
    totals = sums(gains, i)
    banks = set(totals)
    while True:
        turn = play(gains, (banks | set(range(i, i + max(gains)))).__contains__)
        value = turns(turn, i, rest)
        roll: dict[int, Fraction] = {}  # turns after this one, if she rolls at this total and then does as `banks` says
        after: dict[int, Fraction] = dict.fromkeys(range(i, i + max(gains)), ZERO)  # as `banks` says at once
        for total in reversed([0, *totals]):
            roll[total] = bust(gains) * value + sum((p * after[total + gain] for gain, p in gains.items()), ZERO)
            after[total] = rest[i - total] if total in banks else roll[total]
        assert value == 1 + roll[0]
        ties = {total for total in totals if rest[i - total] == roll[total]}
        better = {total for total in totals if rest[i - total] < roll[total]} | (banks & ties)
        if better == banks:
            break
        banks = better
    banks |= ties
    met, here = set[int](), {0: ONE}
    while here:
        here = {total: p for total, p in one_more_roll(gains, here).items() if total < i}
        met |= here.keys()
        here = {total: p for total, p in here.items() if total not in banks}
    return Turn(value, tuple(sorted(banks)), tuple(sorted(ties)), tuple(sorted(met)), tuple(sorted(met & banks)))


def optimum(gains: Gains, n: int) -> list[Turn]:
    """For 0, 1, ..., n to go the fewest expected turns over all ways to play, with the totals at which to bank."""
    result = [Turn(ZERO, (), (), (), ())]
    for i in range(1, n + 1):
        result.append(best_turn(gains, i, [entry.turns for entry in result]))
    return result


def plans_6(gains: Gains, i: int, most: int = 10) -> list[Plan]:
    """All (k, c) for i to go; c is 0, for a plain threshold, or 1, ..., 10 where k + (largest gain) - 1 is below i."""
    return [(k, c) for k in range(1, i + 1) for c in range(most + 1 if k + max(gains) - 1 < i else 1)]


@dataclass(frozen=True)
class Strategy6:
    """The best thresholds and plans of strategy 6 at some points to go."""

    turns: Fraction
    best: tuple[Plan, ...]  # all that are best, with the best of these at fewer points to go too
    deviation: Fraction  # the same, if best thresholds are used at fewer points to go
    best_deviation: tuple[Plan, ...]


def strategy_6(gains: Gains, n: int) -> list[Strategy6]:
    """For 0, 1, ..., n to go; after a bust the same (k, c) is used again."""
    thresholds = [entry.turns for entry in best_thresholds(gains, n)]
    result, rest = [Strategy6(ZERO, (), ZERO, ())], [ZERO]
    known: dict[Plan, Landing] = {}
    for i in range(1, n + 1):
        value: dict[Plan, Fraction] = {}
        deviation: dict[Plan, Fraction] = {}
        for k, c in plans_6(gains, i):
            most = min(c, i - (k + max(gains) - 1)) if c else 0  # she does not go on at the target
            if (k, most) not in known:
                known[k, most] = go_on(gains, k, most) if most else landing(gains, k)
            value[k, c] = turns(known[k, most], i, rest)
            deviation[k, c] = turns(known[k, most], i, thresholds)
        fewest, fewest_deviation = min(value.values()), min(deviation.values())
        best = tuple(plan for plan in value if value[plan] == fewest)
        best_deviation = tuple(plan for plan in deviation if deviation[plan] == fewest_deviation)
        result.append(Strategy6(fewest, best, fewest_deviation, best_deviation))
        rest.append(fewest)
    return result
