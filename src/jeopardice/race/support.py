"""Which question is not supported for which rule: refusals that name the key."""

from __future__ import annotations

from jeopardice.common.errors import JeopardiceError
from jeopardice.race.model import RaceModel, has_streak_penalty, race_model
from jeopardice.rulebook import Rules

MOST_PLAYERS = 8


def duel(rules: Rules) -> RaceModel:
    """The race of a game for two players, with any carryover."""
    only_two(rules)
    return race_model(rules)


def only_two(rules: Rules) -> None:
    """Refuse games of more players, or of one, and simultaneous games."""
    in_turn_only(rules)
    if rules.players != 2:
        raise JeopardiceError(f"players: {rules.players}: this is for games of two players")


def in_turn_only(rules: Rules) -> None:
    """Refuse simultaneous games."""
    if rules.simultaneous:
        reason = "this is for players who take turns; at the same moment best play is a chance for each action"
        raise JeopardiceError(f"{rules.where}: simultaneous: true: {reason}")


def refuse_keys(rules: Rules, keys: list[str], what: str) -> None:
    """Raise an error that names the first of these keys, if there is one."""
    if keys:
        raise JeopardiceError(f"{rules.where}: {keys[0]}: not supported for {what}")


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


def refuse_multiplayer(rules: Rules) -> None:
    """Refuse more players than a race is solved for."""
    if rules.players > MOST_PLAYERS:
        raise JeopardiceError(f"players: {rules.players}: races are solved for up to {MOST_PLAYERS} players")
