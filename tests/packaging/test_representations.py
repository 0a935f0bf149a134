"""What Python users see of a result: one line in the interpreter, and wrong types named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import jeopardice as jd
from jeopardice.native.calls import cores

ONE_LINE = 120
PIG = jd.rules("pig", goal=20)
RESULTS: dict[str, Callable[[], object]] = {
    "rules": lambda: PIG,
    "turn model": lambda: jd.turn_model(PIG),
    "turn": lambda: jd.solve(PIG, "score"),
    "average": lambda: jd.solve("pig", "average"),
    "race": lambda: jd.solve(PIG),
    "fractions": lambda: jd.solve(PIG, exact=True),
    "three players": lambda: jd.solve(PIG, players=3),
    "simultaneous": lambda: jd.solve("television-hog", goal=10),
    "nothing seen": lambda: jd.solve("television-hog", goal=10, sees="nothing"),
    "advice": lambda: jd.solve(PIG).advise((3, 4)),
    "fairness": lambda: jd.fairness(PIG),
    "fairness of three": lambda: jd.fairness(jd.solve(PIG, players=3)),
    "match": lambda: jd.match(PIG, "hold-at:5", "optimal"),
    "match of three": lambda: jd.match(PIG, "hold-at:5", "optimal", "max-score"),
    "tournament": lambda: jd.tournament(PIG, ["hold-at:5", "optimal"]),
    "response": lambda: jd.best_response(PIG, "hold-at:5"),
    "solo": lambda: jd.solo(PIG, "hold-at:5"),
    "comparison": lambda: jd.compare(PIG, "piglet", games=2),
    "profile": lambda: jd.compare(PIG, games=2)[0],
    "simulation": lambda: jd.simulate(PIG, "hold-at:5", "max-score", games=2),
    "simulation of three": lambda: jd.simulate(PIG, "hold-at:5", "max-score", "rolls:2", games=3),
    "turn distribution": lambda: jd.turn_distribution(PIG),
    "race report": lambda: jd.race_report(PIG),
    "game": lambda: jd.Game.start(jd.Record.new({"preset": "pig"}, ["human", "optimal"])),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_one_line(name: str) -> None:
    shown = repr(RESULTS[name]())
    assert len(shown) <= ONE_LINE
    assert "\n" not in shown
    assert " object at " not in shown


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: jd.solve(3), "rules: 3: it must be the name of a preset"),  # type: ignore[call-overload]
        (lambda: jd.solve(PIG, 5), "objective: 5: it must be one of win, score"),  # type: ignore[call-overload]
        (lambda: jd.solve(PIG, threads="two"), 'threads: "two": it must be a whole number'),
        (lambda: jd.solve(PIG).advise("3,4"), 'scores: "3,4": it must be a tuple or a list'),  # type: ignore[arg-type]
        (lambda: jd.solve(PIG).advise((3, 4), roll=5), "roll: 5: it must be a text"),  # type: ignore[arg-type]
        (lambda: jd.certify("pig"), 'solution: "pig": it must be the solution of a race'),  # type: ignore[call-overload]
        (lambda: jd.simulate(PIG, "optimal", "optimal", games="x"), 'games: "x": it must be'),  # type: ignore[arg-type]
        (lambda: jd.load(5), "path: 5: it must be the path of a file"),  # type: ignore[arg-type]
        (lambda: jd.match(PIG, 3, "optimal"), "strategy: .*it has no method choose"),  # type: ignore[arg-type]
        (lambda: jd.turn_distribution(3), "rules: 3: it must be the name of a preset"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_type_is_named(call: Callable[[], object], error: str) -> None:
    with pytest.raises(jd.InputError, match=error):
        call()


def test_the_environment_says_how_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JEOPARDICE_THREADS", "3")
    assert (cores(), cores(2)) == (3, 2)
    monkeypatch.setenv("JEOPARDICE_THREADS", "0")
    with pytest.raises(jd.InputError, match=r'^JEOPARDICE_THREADS: "0": it must be a whole number from 1 on$'):
        cores()
