"""A comparison of games as JSON, for the command line and the web app."""

from __future__ import annotations

from typing import Any

from jeopardice.analysis.compare import Figure, Profile
from jeopardice.analysis.disagreements import Disagreement, thresholds


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
    komi, value = profile.komi
    fixed = profile.skill.max_against_beginner
    return {
        "name": profile.name,
        "rules": profile.rules.title,
        "goal": profile.rules.goal,
        "first_player": {"value": profile.first_player, **exact},
        "advantage": {"value": profile.advantage, **exact},
        "komi": komi,
        "komi_value": {"value": value, **exact},
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
