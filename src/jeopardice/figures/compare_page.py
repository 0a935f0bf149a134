"""A comparison of games as one page for a browser, which fetches nothing: the table, plots, and what is new."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from jeopardice.analysis.compare import Profile
from jeopardice.analysis.compare_text import rows, sentences
from jeopardice.analysis.disagreements import Disagreement, thresholds
from jeopardice.common.pages import render
from jeopardice.figures.page import EDGE, GRID, INK, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#1f5aa6", "#c8553d", "#2e7d5b", "#b7791f", "#6a4c93", "#4a5568")
RARE = 5e-4
"""Turns and lead changes that are rarer are not drawn."""
MOST_PHASES = 14


def page(profiles: Sequence[Profile], found: Sequence[Disagreement]) -> str:
    """The page as text."""
    names = [profile.name for profile in profiles]
    heading = "What a variant changes" if len(names) > 1 else "What the game is like"
    return render(
        "comparison",
        title=f"{heading}: {', '.join(names)}",
        heading=heading,
        names=names,
        colours=COLOURS,
        games=f"{min(profile.played.games for profile in profiles):,}",
        rows=rows(profiles),
        plots=_plots(profiles),
        disagreements=[(entry, sentences(entry)) for entry in found],
    )


def _plots(profiles: Sequence[Profile]) -> list[dict[str, str]]:
    plots: list[tuple[str, str, Callable[[Axes, Sequence[Profile]], None]]] = [
        ("Skill", "how often the better player wins, averaged over who starts", _draw_skill),
        ("Length", "rounds of a game, in which each player has a turn", _draw_lengths),
        ("Lead changes", "in a game", _draw_changes),
    ]
    of_two = [profile for profile in profiles if profile.rules.players == 2]
    if len(of_two) < len(profiles):
        plots.insert(2, ("Seats", "how often each seat wins in best play", _draw_seats))
    if of_two:
        plots.insert(2, ("Fairness", "the first player's chance, by the head start of the second", _draw_komi))
    if any(0 < len(thresholds(profile)) <= MOST_PHASES for profile in profiles):
        what = "bank from this turn total on, by the dice left, all players half way to the goal"
        plots.insert(-1, ("When to bank", what, _draw_thresholds))
    return [{"title": title, "what": what, "svg": _svg(title, draw, profiles)} for title, what, draw in plots]


def _svg(title: str, draw: Callable[[Axes, Sequence[Profile]], None], profiles: Sequence[Profile]) -> str:
    """A plot to embed in a page: without a size, with ids that no other plot has."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    inks = dict.fromkeys(("text.color", "xtick.color", "ytick.color", "axes.labelcolor"), INK)
    settings: dict[Any, Any] = {"svg.fonttype": "path", "font.size": 10, "axes.edgecolor": EDGE, **inks}
    with rc_context(settings):
        figure = Figure(figsize=(5.4, 3.1), facecolor="none", layout="constrained")
        axes = figure.add_subplot()
        axes.set_facecolor("none")
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", color=GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        draw(axes, profiles)
        text = picture(figure, "svg").decode()
    text = text[text.index("<svg") :]
    for size in ("width", "height"):
        text = re.sub(rf'(<svg[^>]*?) {size}="[^"]*"', r"\1", text, count=1)
    own = title.lower().replace(" ", "-")
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{own}-", text)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    return text.replace("<svg", f'<svg role="img" aria-label="{title}"', 1)


def _bars(axes: Axes, groups: Sequence[str], heights: Sequence[Sequence[float]]) -> list[list[float]]:
    """Bars side by side, in groups; and where they stand."""
    width = min(0.3, 0.8 / len(heights))
    places = [[x + (k - (len(heights) - 1) / 2) * width for x in range(len(groups))] for k in range(len(heights))]
    for k, (xs, ys) in enumerate(zip(places, heights, strict=True)):
        axes.bar(xs, ys, 0.92 * width, color=COLOURS[k % len(COLOURS)])
    axes.set_xticks(range(len(groups)), groups)
    axes.set_xlim(-0.6, len(groups) - 0.4)
    axes.tick_params(axis="x", length=0)
    return places


def _draw_skill(axes: Axes, profiles: Sequence[Profile]) -> None:
    groups = [
        "best play beats\nmaximum scoring",
        "best play beats\nthe beginner",
        "maximum scoring\nbeats the beginner",
    ]
    skills = [(p.skill.against_max, p.skill.against_beginner, p.skill.max_against_beginner) for p in profiles]
    heights = [[None if figure is None else 100 * figure.value for figure in row] for row in skills]
    low = min(50.0, *(value for row in heights for value in row if value is not None))
    places = _bars(axes, groups, [[low if value is None else value for value in row] for row in heights])
    axes.set_ylim(low if low == 50 else max(0.0, low - 5), 100)
    axes.set_ylabel("% of games")
    for xs, row in zip(places, heights, strict=True):
        for x, value in zip(xs, row, strict=True):
            text = "without end" if value is None else f"{value:.1f}"
            axes.text(x, (low if value is None else value) + 0.8, text, ha="center", va="bottom", fontsize=8)


def _draw_lengths(axes: Axes, profiles: Sequence[Profile]) -> None:
    # By rounds: with equal turns almost no game has an odd number of turns.
    rounds = []
    for profile in profiles:
        turns, players = profile.lengths, profile.rules.players
        rounds.append([0.0, *(sum(turns[k : k + players]) for k in range(0, len(turns), players))])
    _draw_chances(axes, rounds)
    axes.set_xlabel("rounds")


def _draw_changes(axes: Axes, profiles: Sequence[Profile]) -> None:
    _draw_chances(axes, [list(profile.changes) for profile in profiles])
    axes.set_xlabel("lead changes")


def _draw_chances(axes: Axes, chances: Sequence[Sequence[float]]) -> None:
    """Chances of whole numbers."""
    from matplotlib.ticker import MaxNLocator

    common = [[m for m, chance in enumerate(row) if chance > RARE] or [0] for row in chances]
    marker = "o" if max(row[-1] - row[0] for row in common) < 30 else None
    for k, (row, (first, last)) in enumerate(zip(chances, ((r[0], r[-1]) for r in common), strict=True)):
        numbers = range(first, last + 1)
        heights = [100 * row[m] for m in numbers]
        axes.plot(numbers, heights, color=COLOURS[k % len(COLOURS)], linewidth=1.8, marker=marker, markersize=3.5)
        axes.fill_between(numbers, heights, color=COLOURS[k % len(COLOURS)], alpha=0.12, linewidth=0)
    axes.set_ylim(bottom=0)
    axes.set_ylabel("% of games")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _draw_komi(axes: Axes, profiles: Sequence[Profile]) -> None:
    goals = {profile.rules.goal for profile in profiles}
    axes.axhline(50, color="#9aa5b1", linewidth=1)
    for k, profile in enumerate(profiles):
        if profile.rules.players > 2:
            continue
        scale = 1.0 if len(goals) == 1 else 100 / profile.rules.goal
        # Only nearly fair head starts matter.
        points = [(scale * start, 100 * chance) for start, chance in profile.komi_table if 0.3 < chance < 0.7] or [
            (0.0, 100 * profile.first_player)
        ]
        colour = COLOURS[k % len(COLOURS)]
        axes.plot([x for x, _ in points], [y for _, y in points], color=colour, linewidth=1.8)
        start, chance = profile.komi
        axes.plot([scale * start], [100 * chance], "o", color=colour, markersize=6)
    axes.set(xlabel=f"head start, in {'points' if len(goals) == 1 else '% of the goal'}", ylabel="% of games")


def _draw_seats(axes: Axes, profiles: Sequence[Profile]) -> None:
    most = max(profile.rules.players for profile in profiles)
    heights = [[100 * seat for seat in profile.seats] for profile in profiles]
    groups = [f"seat {seat}" for seat in range(1, most + 1)]
    places = _bars(axes, groups, [[*row, *[0.0] * (most - len(row))] for row in heights])
    axes.set_ylabel("% of games")
    axes.set_ylim(0, 1.1 * max(map(max, heights)))
    for xs, row in zip(places, heights, strict=True):
        for x, value in zip(xs, row, strict=False):
            axes.text(x, value + 0.5, f"{value:.1f}", ha="center", va="bottom", fontsize=8)


def _draw_thresholds(axes: Axes, profiles: Sequence[Profile]) -> None:
    found = [dict(thresholds(profile)) for profile in profiles]
    names = list(dict.fromkeys(name for row in found if len(row) <= MOST_PHASES for name in row))[:MOST_PHASES]
    known = [total for row in found for total in row.values() if total is not None]
    top = 1.12 * max(known, default=1)
    places = _bars(axes, names, [[float(row.get(name) or 0) for name in names] for row in found])
    look: dict[str, Any] = {
        "ha": "center",
        "va": "bottom",
        "fontsize": 7.5,
        "rotation": 90 if len(profiles) * len(names) > 8 else 0,
    }
    for k, (xs, row) in enumerate(zip(places, found, strict=True)):
        for x, name in zip(xs, names, strict=True):
            if name in row:
                label, colour = "never" if row[name] is None else f"{row[name]:,}", COLOURS[k % len(COLOURS)]
                axes.text(x, (row[name] or 0) + 0.015 * top, label, **look, color=colour)
    axes.set(ylim=(0, 1.12 * top), xlabel="dice left", ylabel="points")
