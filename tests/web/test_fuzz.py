"""Whatever is sent: no answer of ours is our fault, and every answer is what the description promises."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
import schemathesis.specs.openapi.checks as openapi_checks
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from jeopardice.web.app import make_app
from jeopardice.web.settings import Settings
from support.web_app import Site, running

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "3"))
"""For each endpoint."""
SMALL = Settings(workers=1, waiting=2, job_seconds=0.5, look_seconds=1)
"""Hardly anything is solved, and everything is asked for."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(str(tmp_path_factory.mktemp("fuzzed")), SMALL) as found:
        yield found


PROMISES = [
    schemathesis.checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_schema_conformance,
]
schema = schemathesis.openapi.from_dict(make_app().openapi())


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(case: schemathesis.Case[Any], site: Site) -> None:
    answer = case.call(base_url=str(site.client.base_url), timeout=60)
    case.validate_response(answer, checks=PROMISES)


def changes() -> st.SearchStrategy[dict[str, Any]]:
    """Keys of rules with values that are often legal, and sometimes wild."""
    number = st.integers(0, 40) | st.integers(-(10**9), 10**10)
    word = st.sampled_from(["any", "all", "never", "after-bank", "after-bust", "sudden", "last-turn", "equal-turns"])
    value = number | word | st.booleans() | st.sampled_from(["split", "none", "forced", "first"]) | st.none()
    keys = ["goal", "players", "family", "simultaneous", "dice.count", "dice.sides", "turn.minimum_bank", "end.tie"]
    keys += ["turn.first_bank", "turn.steal", "turn.beat_previous", "turn.keep_on_bust", "turn.hot_dice", "end.rule"]
    keys += [
        "bust.streak",
        "bust.penalty",
        "bust.floor",
        "turn.full_bust",
        "dice.weights",
        "events.win",
        'scoring."111"',
    ]
    return st.dictionaries(st.sampled_from(keys), value | st.lists(value, max_size=6), max_size=3)


RULES = st.fixed_dictionaries(
    {"preset": st.sampled_from(["pig", "farkle", "hog", "television-hog", "two-dice-pig", "pass-the-pigs", "zilch"])},
    optional={"set": st.builds(lambda small, more: {"goal": small, **more}, st.integers(1, 60), changes())},
)
PLAYER = st.sampled_from(
    ["human", "optimal", "card", "beginner", "max-score", "hold-at:20", "dice:3", "rolls:2", "?", ""]
)
MOVE = st.sampled_from(
    ["roll", "bank", "steal", "1 roll", "5 bank", "15 roll", "roll 2", "111 end", "roll 99", "0", ""]
)
SCORES = st.lists(st.integers(-5, 70) | st.integers(-(10**9), 10**9), max_size=4) | st.none()
POSITION = {
    "scores": SCORES,
    "busts": st.lists(st.integers(0, 3), max_size=4) | st.none(),
    "to_beat": st.integers(0, 60),
    "seat": st.integers(1, 4),
}
ADVICE = {
    **POSITION,
    "turn": st.integers(0, 60) | st.integers(0, 10**9),
    "roll": st.text("123456*,A ", min_size=1, max_size=7) | st.none(),
    "dice_left": st.sampled_from(["1", "2", "6", "0", "AAB", "x", "99"]) | st.none(),
    "objective": st.sampled_from(["win", "score", "average", "turns", "within:3", "within:0", ""]),
    "offer": st.fixed_dictionaries({"dice": st.sampled_from(["1", "3", "?"]), "total": st.integers(0, 60)}) | st.none(),
}
RECORD = st.fixed_dictionaries(
    {"rules": RULES, "seats": st.lists(st.fixed_dictionaries({"player": PLAYER}), min_size=2, max_size=4)},
    optional={"moves": st.lists(MOVE, max_size=6), "first": st.integers(0, 3), "seed": st.text(max_size=5)},
)
LINES = """rules: pig|rules: farkle|set: goal = 20|player: Ann|player: Bob (optimal)|seed: 1|dice: given|
1. Ann: rolled 4|1. Ann 0: rolled 115346, kept 1, bank|1. Ann: banked 50|2. Bob: bust|
first: Bob|result: not finished|?"""
LINE = st.sampled_from([*(line.strip() for line in LINES.split("|")), "| goal = 3"])
TEXT = st.lists(LINE, max_size=8).map("\n".join)
NUMBER = st.floats(-1e9, 1e9) | st.integers(-(10**9), 10**9)
SEAT = {"name": st.just("Ann"), "player": st.just("human"), "decisions": st.integers(0, 9), "good": st.integers(0, 9)}
SEAT |= {"cost": NUMBER, "luck": NUMBER, "result": NUMBER | st.none(), "adjusted": NUMBER | st.none()}
WHERE = st.sampled_from([2, None]), st.sampled_from(["behind", "ahead", "last-turn"])
SEAT["places"] = st.lists(st.tuples(*WHERE, st.integers(0, 9)), max_size=4)
SEAT["mistakes"] = st.lists(
    st.tuples(st.sampled_from(["banked-too-early", "stole"]), *WHERE, st.integers(0, 9), NUMBER), max_size=4
)
PLAYED = st.fixed_dictionaries({"played": st.integers(0, 10**13), "seat": st.fixed_dictionaries(SEAT)})
QUESTIONS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "/api/rules": RULES,
    "/api/advice": st.fixed_dictionaries({"rules": RULES}, optional=ADVICE),
    "/api/slice": st.fixed_dictionaries({"rules": RULES}, optional=POSITION),
    "/api/surface": st.fixed_dictionaries(
        {"rules": RULES}, optional={"most": st.integers(2, 12), "dice": st.just("1")}
    ),
    "/api/games": st.fixed_dictionaries({"record": RECORD}, optional={"move": MOVE, "advance": st.booleans()}),
    "/api/games/coach": st.fixed_dictionaries({"record": RECORD}),
    "/api/games/review": st.fixed_dictionaries({"record": RECORD}),
    "/api/games/summary": st.fixed_dictionaries({"record": RECORD}, optional={"solve": st.booleans()}),
    "/api/games/text": st.fixed_dictionaries({"record": RECORD}, optional={"date": st.text("2026-:TZ ", max_size=9)}),
    "/api/games/read": st.fixed_dictionaries({"text": TEXT}),
    "/api/games/progress": st.fixed_dictionaries({"name": st.text(max_size=5), "games": st.lists(PLAYED, max_size=3)}),
}


@pytest.mark.parametrize("path", QUESTIONS)
@settings(
    max_examples=EXAMPLES,
    derandomize="FUZZ_EXAMPLES" not in os.environ,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_questions_that_are_nearly_right_have_an_answer(path: str, data: st.DataObject, site: Site) -> None:
    body = data.draw(QUESTIONS[path])
    answer = site.client.post(path, json=body)
    for _ in range(40):  # a short solve is waited for, so that what comes after it is tried, too
        waits = answer.status_code == 202 or (answer.status_code == 409 and "solve" in answer.json())
        if not waits:
            break
        time.sleep(0.05)
        answer = site.client.post(path, json=body)
    assert answer.status_code in (200, 202, 409, 422, 429), answer.text
    if answer.status_code >= 400:
        assert answer.json()["error"].isprintable()
