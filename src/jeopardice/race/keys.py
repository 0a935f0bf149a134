"""Which keys of a game make a carryover, and which an objective ignores."""

from __future__ import annotations

from jeopardice.race.model import has_streak_penalty
from jeopardice.rulebook import Rules


def carryover_keys(rules: Rules, players: int = 2) -> list[str]:
    """The keys of a game that make a carryover for this number of players, or let scores decrease."""
    used = {
        "turn.beat_previous": rules.turn.beat_previous and players > 1,
        "turn.steal": rules.turn.steal != "never" and players > 1,
        "bust.streak": has_streak_penalty(rules),
        "events.lose_banked": rules.events.lose_banked,
        "end.rule": rules.end.rule != "sudden" and players > 1,
    }
    return [key for key, value in used.items() if value]


def ignored_keys(rules: Rules, objective: str = "score") -> tuple[str, ...]:
    """The keys of a game that an objective ignores: they act between turns, at the end, or on another player.

    Objective `average` considers busts in a row, but no floor; `turns` and `within` consider all but other players.
    """
    turn, bust = rules.turn, rules.bust
    among_players: dict[str, object] = {
        "turn.beat_previous": turn.beat_previous,
        "turn.steal": turn.steal != "never",
        "end.rule": rules.end.rule != "sudden",
        "end.tie": rules.end.tie != "first-to-reach",
        "simultaneous": rules.simultaneous,
        "sees": rules.sees != "scores",
    }
    between_turns: dict[str, object] = {
        "turn.first_bank": turn.first_bank,
        "bust.streak": bust.streak and objective == "score",
        "bust.penalty": bust.penalty and objective == "score",
        "bust.floor": bust.floor,
        "events.win": rules.events.win,
    }
    used = {} if objective == "win" else among_players
    if objective in ("score", "average"):
        used = {**between_turns, **used}
    return tuple(key for key, value in used.items() if value)
