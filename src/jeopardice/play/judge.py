"""What positions of a game are worth."""

from __future__ import annotations

from jeopardice.play.game import Game


class Judge:
    """Everyone's chance to win, from a solved game."""

    def chances(self, game: Game) -> tuple[float, ...] | None:
        """Everyone's chance to win, by seat; None where it cannot be told."""
        raise NotImplementedError
