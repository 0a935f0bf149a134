"""Proofs about a solution."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Certificate:
    """What a sweep with outward rounding has proved (core/race/certify.hpp)."""

    error_bound: float
    """No value of the model has a larger error. (It has a lowest score: see `RaceSolution.floor_error`.)"""
    proven: int
    """Decisions whose best action is certainly better than all others."""
    tied: int
    """Decisions whose best actions are worth exactly the same, such as two ways to win immediately."""
    close: int
    """Decisions that the bounds do not settle."""


@dataclass(frozen=True)
class Equilibrium:
    """How far values of three or more players may be from an equilibrium."""

    gain: float | None
    """No player can gain more by deviating, anywhere and as often as they like.

    None where scores can decrease and the solution is not certified, and where turns can be stolen and scores can
    decrease or turns be stolen after a bust.
    """
    one_turn: float
    """The most that one turn was found to gain for the mover, or to change another player's value."""
    mixed: int
    """States in which the mover mixes two ways to play."""
    elsewhere: int | None = None
    """States for which another start leads to another equilibrium; None if that was not tried."""
    difference: float | None = None
    """The largest difference of values there."""

    @property
    def is_checked(self) -> bool:
        """Whether other starts were tried, as certifying does."""
        return self.elsewhere is not None
