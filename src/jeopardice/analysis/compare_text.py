"""A comparison of games as text and JSON: the rows of its table, and where best play disagrees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any

from jeopardice.analysis.compare import Figure, Profile
from jeopardice.analysis.disagreements import Disagreement, Example, thresholds

MOST_DECIMALS = 4


@dataclass(frozen=True)
class ComparisonRow:
    """One line of the table."""

    label: str
    cells: tuple[str, ...]
    detail: bool = False
    """Whether it is a detail of the line above."""


def rows(profiles: Sequence[Profile]) -> list[ComparisonRow]:
    """The table: a column for each game."""
    found: list[ComparisonRow] = []

    def add(label: str, cell: Callable[[Profile], str], *, detail: bool = False) -> None:
        found.append(ComparisonRow(label, tuple(map(cell, profiles)), detail))

    beginners = {profile.beginner.name for profile in profiles}
    beginner = f"a beginner ({', '.join(sorted(beginners))})"
    several = max(profile.rules.players for profile in profiles) > 2
    add("The first player wins", lambda p: percent(Figure(p.seats[0])))
    if several:
        add("the others win", lambda p: ", ".join(percent(Figure(seat)) for seat in p.seats[1:]), detail=True)
    add("advantage of the first move", lambda p: percent(Figure(p.advantage)), detail=True)
    add(f"fairest head start for {'the others' if several else 'the second'}", head_start, detail=True)
    add("with it the first player wins", lambda p: percent(Figure(p.with_head_starts[0])), detail=True)
    add(f"Turns of {'all' if several else 'both'} players in a game", lambda p: number(p.turns, 2))
    add("standard deviation", lambda p: number(p.turns_deviation, 2), detail=True)
    add("Points in a turn", lambda p: number(p.points, 1))
    add("it busts", lambda p: percent(p.bust), detail=True)
    add("a single turn, played for points", lambda p: number(Figure(p.turn_points), 1), detail=True)
    add("it busts", lambda p: percent(Figure(p.turn_bust)), detail=True)
    add("Decisions in a game", lambda p: number(p.decisions, 1))
    add("best action is not the obvious one", lambda p: percent(p.not_obvious), detail=True)
    add("obvious play would cost per game", lambda p: percent(p.obvious_cost), detail=True)
    add("Best play beats maximum scoring", lambda p: percent(p.skill.against_max))
    add(f"beats {beginner}", lambda p: percent(p.skill.against_beginner), detail=True)
    if several:
        add("equal players would each win", lambda p: percent(Figure(1 / p.rules.players)), detail=True)
    add("Maximum scoring beats the beginner", lambda p: percent(p.skill.max_against_beginner))
    add("Lead changes in a game", lambda p: number(p.lead_changes, 2))
    add("Luck: best play and the beginner", lambda p: percent(p.luck, 1))
    add(
        "games to be ahead (95%)",
        lambda p: "very many" if p.games_ahead is None else f"{p.games_ahead:,}",
        detail=True,
    )
    return found


def head_start(profile: Profile) -> str:
    """The fairest head start: of all seats but the first, or of the first, where it is better to be second."""
    first, *others = profile.head_starts
    return f"{', '.join(f'{points:,}' for points in others)} points" if not first else f"{first:,}, to the first"


def number(figure: Figure, decimals: int) -> str:
    """A number, with its standard error where it was simulated."""
    if figure.stderr is None:
        return f"{figure.value:,.{decimals}f}"
    shown = _decimals(figure.stderr, decimals)
    return f"{figure.value:,.{shown}f} ±{figure.stderr:.{shown}f}"


def percent(figure: Figure | None, decimals: int = 2) -> str:
    """A chance, in percent; None where games need not end."""
    if figure is None:
        return "without end"
    error = None if figure.stderr is None else 100 * figure.stderr
    return f"{number(Figure(100 * figure.value, error), decimals)}%"


def _decimals(error: float, decimals: int) -> int:
    """As many decimals as an error justifies, and enough to show it."""
    if error <= 0:
        return decimals
    return min(MOST_DECIMALS, max(0, -floor(log10(error))))


def sentences(found: Disagreement) -> list[str]:
    """Where two best strategies disagree."""
    if found.reason is not None:
        return [f"Not compared with {found.first}: {found.reason}."]
    lines = [
        f"Best play of {found.first} faced {found.decisions:,} decisions to bank or to roll that both games allow; "
        f"{found.share:.1%} of them have a different best action here."
    ]
    if found.not_allowed > 0.0005:
        lines.append(f"In {found.not_allowed:.1%} of all these positions {found.name} does not allow a bank.")
    lines += [example_text(example) for example in found.examples]
    return lines


def example_text(example: Example) -> str:
    """One position, as a rule that changes: "with 3 dice left at 3,500:4,200 bank from 350 instead of 300"."""
    number_of_dice, _, rest = example.dice.partition(" ")
    dice = (
        number_of_dice
        if not number_of_dice.isdecimal()
        else f"{number_of_dice} {'die' if number_of_dice == '1' else 'dice'}"
    )
    here, there = (":".join(f"{score:,}" for score in each) for each in (example.scores, example.other_scores))
    place = f"with {dice}{' ' + rest if rest else ''} left at {here}{f' ({there})' if here != there else ''}"
    before, now = example.bank_from, example.other_bank_from
    if before == now:
        habits = ("roll", "bank") if example.banks else ("bank", "roll")
        rule = f"{habits[1]} {example.total:,} instead of {'rolling on' if habits[0] == 'roll' else 'banking'}"
    elif now is None:
        rule = f"roll for the goal instead of banking from {before:,}"
    elif before is None:
        rule = f"bank from {now:,} instead of rolling for the goal"
    else:
        rule = f"bank from {now:,} instead of {before:,}"
    return f"{place}: {rule} (the old habit costs up to {example.cost:.2%})"


def comparison(
    profiles: tuple[Profile, ...], found: tuple[Disagreement, ...], number: int, seed: int
) -> dict[str, object]:
    """Profiles of games, and where their best players disagree."""
    return {
        "games": [_profile_as_json(profile) for profile in profiles],
        "disagreements": [_disagreement_as_json(entry) for entry in found],
        "games_played": number,
        "seed": seed,
    }


def _figure(figure: Figure) -> dict[str, float | None]:
    return {"value": figure.value, "stderr": figure.stderr}


def _profile_as_json(profile: Profile) -> dict[str, Any]:
    exact = {"stderr": None}
    two = profile.rules.players == 2
    fixed = profile.skill.max_against_beginner
    return {
        "name": profile.name,
        "rules": profile.rules.title,
        "goal": profile.rules.goal,
        "players": profile.rules.players,
        "first_player": {"value": profile.first_player, **exact},
        "values": profile.seats,
        "advantage": {"value": profile.advantage, **exact},
        "komi": profile.komi[0] if two else profile.head_starts,
        "komi_value": {"value": profile.with_head_starts[0], **exact},
        "komi_values": profile.with_head_starts,
        "komi_table": [{"komi": start, "first_player": chance} for start, chance in profile.komi_table],
        "expected_turns": _figure(profile.turns),
        "turns_deviation": _figure(profile.turns_deviation),
        "turns": [{"turns": m, "probability": chance} for m, chance in enumerate(profile.lengths, 1)],
        "points_per_turn": _figure(profile.points),
        "bust_probability": _figure(profile.bust),
        "lone_turn_points": {"value": profile.turn_points, **exact},
        "lone_turn_bust_probability": {"value": profile.turn_bust, **exact},
        "decisions": _figure(profile.decisions),
        "not_obvious": _figure(profile.not_obvious),
        "obvious_cost": _figure(profile.obvious_cost),
        "beginner": profile.beginner.name,
        "optimal_against_max_score": _figure(profile.skill.against_max),
        "optimal_against_beginner": _figure(profile.skill.against_beginner),
        "max_score_against_beginner": fixed and _figure(fixed),
        "lead_changes": _figure(profile.lead_changes),
        "lead_changes_distribution": list(profile.changes),
        "luck": _figure(profile.luck),
        "games_to_be_ahead": profile.games_ahead,
        "bank_from": [{"dice_left": dice, "total": total} for dice, total in thresholds(profile)],
    }


def _disagreement_as_json(entry: Disagreement) -> dict[str, Any]:
    return {
        "game": entry.name,
        "with": entry.first,
        "comparable": entry.reason is None,
        "reason": entry.reason,
        "decisions": entry.decisions,
        "share": entry.share,
        "bank_not_allowed": entry.not_allowed,
        "by_dice_left": [{"dice_left": dice, "part": part, "share": share} for dice, part, share in entry.by_dice],
        "examples": [
            {
                "dice_left": example.dice,
                "scores": example.scores,
                "other_scores": example.other_scores,
                "turn": example.total,
                "bank_from": example.bank_from,
                "other_bank_from": example.other_bank_from,
                "then": "bank" if example.banks else "roll",
                "cost": example.cost,
            }
            for example in entry.examples
        ],
    }
