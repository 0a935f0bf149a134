"""Figures: what is drawn is what was computed, in the paper's ranges and colours, and nothing is cut off."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

import jeopardice as jd
from jeopardice.analysis.boundaries import boundaries
from jeopardice.analysis.reach import reach
from jeopardice.common.errors import InputError
from jeopardice.figures import DRAWINGS, GENERAL, LOUCHARD, RaceData, drawing, save
from jeopardice.figures.page import BLUE, RED
from jeopardice.figures.races import variance_excess
from jeopardice.papers.dice_race.best import best_race
from jeopardice.papers.dice_race.optimum import optimum
from jeopardice.papers.dice_race.turns import pig_turn
from support.paths import DOCS

PIG = jd.rules("pig")
WHOLE, TAIL = (0, 1000), (975, 1000)


@pytest.fixture(scope="module")
def pig() -> RaceData:
    return RaceData(PIG)


def lines(figure: Figure) -> list[Line2D]:
    return list(figure.axes[0].get_lines())


def numbers(line: Line2D) -> dict[int, float]:
    """What a line shows, by the whole numbers of its first axis."""
    xs, ys = (np.asarray(values, dtype=float) for values in line.get_data())
    return {int(x): float(y) for x, y in zip(xs, ys, strict=True)}


@cache
def naive_pig(to: int) -> tuple[list[int], list[float], list[float]]:
    """Louchard's equations (1) and (2) as they stand, in floating point: thresholds, means and variances."""
    laws: dict[int, dict[int, float]] = {}
    for k in range(1, 41):
        stands = [1.0] + [0.0] * (k + 5)
        for total in range(k):
            for face in range(2, 7):
                stands[total + face] += stands[total] / 6
        laws[k] = {0: 1 - sum(stands[k:]), **{j: stands[j] for j in range(k, k + 6)}}
    thresholds, means, squares = [0], [0.0], [0.0]
    for n in range(1, to + 1):
        found = []
        for k in range(1, min(n, 40) + 1):
            goes_on = sum(p * means[max(0, n - j)] for j, p in laws[k].items() if j)
            found.append((round((1 + goes_on) / (1 - laws[k][0]), 12), k))
        mean, k = min(found)
        bust = laws[k][0]
        rest = sum(p * (1 + 2 * means[max(0, n - j)] + squares[max(0, n - j)]) for j, p in laws[k].items() if j)
        thresholds.append(k)
        means.append(mean)
        squares.append((rest + bust * (1 + 2 * mean)) / (1 - bust))
    return thresholds, means, [d - e * e for d, e in zip(squares, means, strict=True)]


def test_names_are_unique_and_say_what_they_show() -> None:
    assert len(DRAWINGS) == len(GENERAL) + len(LOUCHARD) == 11 + 15
    assert [found.name for found in LOUCHARD] == [f"louchard-{i}" for i in range(1, 16)]
    for found in DRAWINGS.values():
        assert found.title
        assert found.shows.endswith(".")


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_figure_is_drawn_and_nothing_is_cut_off(name: str, pig: RaceData) -> None:
    small_hog = jd.rules("television-hog").replace({"goal": 20})
    figure = drawing(name).figure(RaceData(small_hog) if name == "mixtures" else pig)
    axes, *bar = figure.axes
    assert len(bar) == (name == "mixtures")
    assert axes.get_xlabel()
    assert axes.get_ylabel()
    assert (axes.get_legend() is not None) == (len(axes.get_lines()) > 1 or name == "section")
    canvas = FigureCanvasAgg(figure)
    canvas.draw()  # type: ignore[no-untyped-call]
    pixels = np.asarray(canvas.buffer_rgba())  # type: ignore[no-untyped-call]
    assert (pixels[5:-5, 5:-5] < 255).any()
    for edge in (pixels[:2], pixels[-2:], pixels[:, :2], pixels[:, -2:]):
        assert (edge == 255).all(), "something reaches beyond the edge of the figure"


def test_thresholds_means_and_variances_agree_with_the_equations_of_the_paper(pig: RaceData) -> None:
    thresholds, means, variances = naive_pig(150)
    per_turn = np.arange(151) / 8.141794894
    (drawn,) = lines(drawing("thresholds").figure(pig, last=150))
    assert numbers(drawn) == dict(enumerate(thresholds[1:], 1))
    mean, line = (numbers(one) for one in lines(drawing("expected").figure(pig, last=150)))
    assert mean == pytest.approx(dict(enumerate(means)))
    assert line == pytest.approx(dict(enumerate(per_turn)))
    (excess,) = lines(drawing("excess").figure(pig, first=50, last=150))
    assert numbers(excess) == pytest.approx({n: means[n] - per_turn[n] for n in range(50, 151)}, abs=1e-8)
    variance, _ = (numbers(one) for one in lines(drawing("variance").figure(pig, last=150)))
    assert variance == pytest.approx(dict(enumerate(variances)), abs=1e-9)


def test_figures_3_and_4_have_the_values_of_the_best_race(pig: RaceData) -> None:
    best = best_race(pig_turn(PIG), 1000)
    for name, first in (("louchard-3", 1), ("louchard-4", 975)):
        (line,) = lines(drawing(name).figure(pig))
        assert numbers(line) == {n: float(best.excesses[n]) for n in range(first, 1001)}
    assert min(numbers(line).values()) == pytest.approx(0.22275, abs=5e-6)
    assert max(numbers(line).values()) == pytest.approx(0.22295, abs=1e-5)


@pytest.mark.parametrize(
    ("figure", "x_range", "colours"),
    [
        (1, WHOLE, None),
        (2, (0, 100), [RED, BLUE]),
        (3, WHOLE, None),
        (4, TAIL, None),
        (5, TAIL, None),
        (6, WHOLE, [BLUE, RED]),
        (7, WHOLE, None),
        (8, WHOLE, [BLUE, RED]),
        (9, TAIL, None),
        (10, TAIL, None),
        (11, WHOLE, None),
        (12, TAIL, None),
        (13, TAIL, [RED, BLUE]),
        (15, (0, 100), None),
    ],
)
def test_ranges_and_colours_are_those_of_the_paper(
    figure: int, x_range: tuple[int, int], colours: list[str] | None, pig: RaceData
) -> None:
    found = drawing(f"louchard-{figure}").figure(pig)
    assert found.axes[0].get_xlim() == x_range
    if colours:
        assert [line.get_color() for line in lines(found)] == colours


@pytest.mark.parametrize(
    ("figure", "low", "high"), [(4, 0.22275, 0.22295), (9, -1.32, 2.53), (10, 0.2290, 0.2301), (13, -1.68, 2.17)]
)
def test_values_lie_where_the_axes_of_the_paper_are(figure: int, low: float, high: float, pig: RaceData) -> None:
    values = np.asarray(lines(drawing(f"louchard-{figure}").figure(pig))[0].get_ydata())
    assert low <= values.min() + 1e-5
    assert values.max() - 1e-5 <= high
    assert values.max() - values.min() > 0.85 * (high - low)


def test_the_periodic_part_is_in_phase_with_the_thresholds_before_1000(pig: RaceData) -> None:
    settled = pig.settled(1000)
    best = best_race(pig_turn(PIG), 1000)
    assert (settled.start, settled.pattern.period) == (975, 22)
    assert all(settled.threshold(n) == best.way(n).k for n in range(975, 1001))
    beyond, periodic = (np.asarray(line.get_ydata()) for line in lines(drawing("louchard-13").figure(pig)))
    assert np.corrcoef(beyond, periodic)[0, 1] > 0.97
    assert sum(settled.periodic) == pytest.approx(0)


def test_the_variance_of_two_thresholds_has_a_periodic_part_and_that_of_one_has_none(pig: RaceData) -> None:
    beyond, periodic = (numbers(line) for line in lines(variance_excess.draw(pig, drawing("excess").span(PIG))))
    assert periodic.keys() < beyond.keys()
    assert max(abs(beyond[n] - periodic[n]) for n in range(978, 1001)) < 0.6
    assert len(lines(drawing("variance-excess").figure(jd.rules("big-pig")))) == 1
    assert len(lines(drawing("variance-excess").figure(pig, last=60))) == 1


def test_circles_are_chances(pig: RaceData) -> None:
    normal, circles = lines(drawing("louchard-14").figure(pig))
    assert (circles.get_marker(), circles.get_linestyle()) == ("o", "None")
    chances = numbers(circles)
    assert sum(chances.values()) == pytest.approx(1, abs=1e-4)
    assert sum(j * chance for j, chance in chances.items()) == pytest.approx(1000 / 8.141794894 + 0.2228, abs=0.02)
    xs, ys = (np.asarray(values, dtype=float) for values in normal.get_data())
    assert xs[ys.argmax()] == pytest.approx(1000 / 8.141794894, abs=0.2)
    assert np.trapezoid(ys, xs) == pytest.approx(1, abs=1e-3)


def test_departures_are_those_of_haigh_and_roters(pig: RaceData) -> None:
    figure = drawing("departures").figure(pig)
    (points,) = lines(figure)
    gains = {d.n: float(d.gain) for d in optimum(pig_turn(PIG), 200).departures}
    assert numbers(points) == gains
    assert list(gains) == [53, 75]
    assert "53 to go: bank from 17 on, but roll at 22, 24, 25" in figure.axes[0].texts[0].get_text()


def test_the_surface_is_the_least_total_that_best_play_holds_at(pig: RaceData) -> None:
    (hold_at,) = pig.boundaries.hold_at
    solution = jd.solve(PIG)
    assert hold_at.shape == (100, 100)
    assert hold_at[0, 0] == 21
    for mine, theirs in ((0, 0), (30, 70), (55, 20), (72, 30), (0, 99), (99, 0)):
        least = int(hold_at[mine, theirs])
        for total in range(2, min(least + 1, 100 - mine)):
            best = solution.advise((mine, theirs), turn=total).actions[0]
            assert best.then == ("roll" if total < least else "bank"), (mine, theirs, total)
    assert (hold_at[:, 99] == 100 - np.arange(100)).all()


def test_a_long_game_has_a_surface_of_fewer_scores() -> None:
    solution = jd.solve(PIG.replace(goal=50))
    few, every = boundaries(solution, most=20), boundaries(solution)
    assert few.scores.tolist() == list(range(0, 50, 3))
    assert (few.hold_at == every.hold_at[:, ::3, ::3]).all()


def test_farkle_has_a_surface_for_each_number_of_dice() -> None:
    figure = drawing("surface").figure(jd.rules("farkle").replace(goal=1000))
    assert [axes.get_title() for axes in figure.axes] == [f"{n} dice" for n in (6, 5, 4, 3, 2)] + ["1 die"]


def test_what_is_reached_is_what_simulated_games_come_to() -> None:
    goal = 20
    solution = jd.solve(PIG.replace(goal=goal))
    found = reach(solution)
    dice, came_up = random.Random(5), set()
    for _ in range(600):
        scores, total = [0, 0], 0
        while max(scores) + total < goal:
            came_up.add((scores[0], scores[1], total))
            best = solution.advise((scores[0], scores[1]), turn=total).actions[0].then
            assert found.rolls[scores[0], scores[1], total] == (best == "roll")
            face = dice.randint(1, 6) if best == "roll" else 0
            if face > 1:
                total += face
            else:
                scores, total = [scores[1], scores[0] + (0 if face else total)], 0
    reached = set(zip(*(map(int, axis) for axis in np.nonzero(found.reached)), strict=True))
    assert came_up <= reached
    # Nearly everything that can come up does in so many games, and most states cannot.
    assert len(came_up) > 0.8 * len(reached)
    assert len(reached) < 0.5 * goal * goal * (goal + 1) / 2


def test_a_page_shows_what_the_figure_does(pig: RaceData, tmp_path: Path) -> None:
    for name in ("thresholds", "section", "reachable"):
        file = tmp_path / f"{name}.html"
        figure = drawing(name).figure(pig, last={"thresholds": 60, "section": 30}.get(name))
        save(figure, file)
        page = file.read_text(encoding="utf-8")
        data = json.loads(re.findall(r'Plotly.newPlot\("figure", (\[.*\]), (?=\{)', page)[-1])
        assert 'src="http' not in page
        if name == "thresholds":
            (line,) = lines(figure)
            assert data[0]["y"] == np.asarray(line.get_ydata(), dtype=float).tolist()
        elif name == "section":
            assert data[0]["type"] == "heatmap"
            assert np.array_equal(data[0]["z"], np.asarray(figure.axes[0].images[0].get_array()))
        else:
            assert data[0]["type"] == "surface"
            totals = pig.reach.reached[20, 0].nonzero()[0]
            assert data[0]["z"][0][20] == (totals.max() + 1 if len(totals) else 0)


def test_a_section_is_a_cut_through_what_is_decided(pig: RaceData) -> None:
    figure = drawing("section").figure(pig, last=30)
    (image,) = figure.axes[0].images
    kinds = np.asarray(image.get_array())
    # At 0 against 30 best play rolls below the surface and holds from there on.
    hold_at = int(pig.boundaries.hold_at[0, 0, 30])
    assert (kinds[1:hold_at, 0] >= 2).all()
    assert kinds[hold_at + 6, 0] == 1
    assert kinds[99, 99] == 0
    with pytest.raises(InputError, match="to: 100"):
        drawing("section").figure(pig, last=100)


@pytest.mark.parametrize("game", ["piglet", "big-pig"])
@pytest.mark.parametrize("name", ["thresholds", "expected", "excess", "variance", "turns", "departures"])
def test_other_games_are_drawn(game: str, name: str) -> None:
    figure = drawing(name).figure(jd.rules(game), last=60)
    assert jd.rules(game).title in figure.axes[0].get_title("left")


def test_points_are_drawn_where_a_roll_gains_tens() -> None:
    tens = jd.rules("pig").replace({"scoring": {str(face): 10 * face for face in range(2, 7)}, "goal": 1000})
    (line,) = lines(drawing("thresholds").figure(tens, last=1500))
    (plain,) = lines(drawing("thresholds").figure(PIG, last=150))
    assert numbers(line) == {10 * n: 10 * k for n, k in numbers(plain).items()}


@pytest.mark.parametrize(
    ("name", "first", "last", "place"),
    [
        ("excess", 5, 5, "5 to 5"),
        ("excess", -1, None, "-1"),
        ("excess", None, 10**30, "from, to"),
        ("turns", 3, None, "from: 3"),
        ("surface", None, 3, "to: 3"),
        ("louchard-3", 1, None, "louchard-3"),
    ],
)
def test_a_range_that_cannot_be_drawn_is_refused(name: str, first: int | None, last: int | None, place: str) -> None:
    with pytest.raises(InputError, match=place):
        drawing(name).figure(PIG, first, last)


def test_figures_of_hog_show_the_dice_of_best_play() -> None:
    rules = jd.rules("hog").replace({"goal": 12, "turn.choose_dice": [1, 4]})
    solution = jd.solve(rules)
    surface, section = (drawing(name).figure(rules, None, last) for name, last in (("surface", None), ("section", 5)))
    dice = np.asarray(surface.axes[0].images[0].get_array())
    line = section.axes[0].lines[0]
    assert dict(zip(np.asarray(line.get_xdata()), np.asarray(line.get_ydata()), strict=True)) == dict(
        enumerate(dice[5])
    )
    for mine in range(12):
        for theirs in range(12):
            worths = {action.dice: action.value for action in solution.advise((mine, theirs)).actions}
            assert worths[str(dice[theirs, mine])] == pytest.approx(max(worths.values()), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "rules", "place"),
    [
        ("thresholds", jd.rules("farkle"), "family"),
        ("reachable", jd.rules("hog"), "family"),
        ("louchard-3", jd.rules("big-pig"), "Pig"),
        ("louchard-15", PIG.replace(goal=50), "100"),
        ("chess", PIG, "louchard-15"),
    ],
)
def test_a_game_that_cannot_be_drawn_is_refused(name: str, rules: jd.Rules, place: str) -> None:
    with pytest.raises(InputError, match=place):
        drawing(name).figure(rules)


def test_matplotlib_is_loaded_late_and_pyplot_never() -> None:
    program = """
import sys, jeopardice as jd
from jeopardice.figures import drawing
assert "matplotlib" not in sys.modules
drawing("surface").figure(jd.rules("pig").replace(goal=20))
assert "matplotlib.pyplot" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_small_figures_of_the_documents_are_all_there() -> None:
    folder = DOCS / "figures"
    sizes = {path.name: path.stat().st_size for path in folder.glob("louchard-*.png")}
    assert sorted(sizes) == [f"louchard-{i:02}.png" for i in range(1, 16)]
    assert max(sizes.values()) < 60_000
