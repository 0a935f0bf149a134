"""Expected turns and their variance, when it is given how each turn is played.

With x(j) = E(n - j) - E(n) = e(n - j) - e(n) - j/m, what a turn that banks j changes,

    V(n) (1 - P(0)) = sum_j P(j) (V(n - j) + x(j)^2) - 1,

which is Louchard's equation (2) for D(n) = V(n) + E(n)^2 without its cancellation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, ctx

from jeopardice.common.progress import Progress
from jeopardice.papers.dice_race.best import FEWEST_BITS, Excesses, over
from jeopardice.papers.dice_race.turns import Law, PigTurn

Play = Callable[[int], Law]
"""What a turn banks, by the units to go."""


@dataclass(frozen=True)
class RaceCourse(Excesses):
    """A race as it is played."""

    variances: tuple[arb, ...]
    """V(n) for n = 0, 1, …"""

    @property
    def growth(self) -> arb:
        """How V grows a unit in the second half of the race.

        The difference of the means of two quarters, because V swings around its growth for ever.
        """
        last = len(self.variances) - 1
        quarter = max(1, last // 4)
        with ctx.workprec(self.bits):
            later, before = (sum(self.variances[last + 1 - q * quarter :][:quarter], arb(0)) for q in (1, 2))
            return (later - before) / quarter**2


def follow(turn: PigTurn, play: Play, to: int, progress: Progress | None = None, bits: int = FEWEST_BITS) -> RaceCourse:
    """The race for 1 to `to` units to go."""
    with ctx.workprec(bits):
        per_unit = 1 / arb(turn.mean)
        balls: dict[int, tuple[Law, list[tuple[int, arb, arb]], arb, arb]] = {}
        reach = 0
        e, v = over(turn, reach), [arb(0)]
        for n in range(1, to + 1):
            if progress and n % 256 == 0:
                progress(n / to)
            law = play(n)
            if id(law) not in balls:
                shares = [(j, arb(p / law.banked), -j * per_unit) for j, p in law.banks]
                balls[id(law)] = law, shares, arb(turn.excess(law)), 1 / arb(law.banked)
                if law.furthest > reach:
                    e, v = over(turn, law.furthest) + e[reach + 1 :], [arb(0)] * (law.furthest - reach) + v
                    reach = law.furthest
            _, shares, excess, tries = balls[id(law)]
            end = n + reach
            here = sum((p * e[end - j] for j, p, _ in shares), excess)
            spread = sum((p * (v[end - j] + (e[end - j] - here + step) ** 2) for j, p, step in shares), -tries)
            e.append(here)
            v.append(spread)
        return RaceCourse(turn, bits, tuple(e[reach:]), tuple(v[reach:]))
