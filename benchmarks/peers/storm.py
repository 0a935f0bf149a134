"""The model checker Storm on solitaire Pig to 100, pig.prism (package stormpy, version 2 or later).

Its floating-point methods are asked for a relative precision: the usual 1e-6, and 1e-12. Only those called sound
promise it. The exact method works in fractions.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.peers.measure import Contender, timed

PROPERTY = 'R{"turns"}min=? [F score=goal]'
USUAL, CLOSE = "1/1000000", "1/1000000000000"


def missing() -> str | None:
    """Why it cannot take part, if it cannot."""
    try:
        importlib.import_module("stormpy.environments")
    except ImportError as error:
        return str(error)
    return None


def fewest_turns() -> list[Contender]:
    """The least expected turns to the goal by each method; the time to build the model is reported beside it."""
    stormpy = importlib.import_module("stormpy")
    environments = importlib.import_module("stormpy.environments")
    program = stormpy.parse_prism_program(str(Path(__file__).with_name("pig.prism")))
    properties = stormpy.parse_properties(PROPERTY, program)

    def contender(name: str, number: type, environment: Any, within: float) -> Contender:
        model: Any = None

        def build() -> float:
            nonlocal model
            model = stormpy.build_model[number](program, properties)
            return float(model.nr_states)

        def check() -> float:
            result = stormpy.model_checking(model, properties[0], environment=environment)
            # A fraction by way of its text: Storm's own conversion to a float is off in the last digit.
            return float(Fraction(str(result.get_value(model.initial_states[0]))))

        built = timed(build)
        note = f"and {built.seconds:.3f} s to build {built.value:,.0f} states"
        return Contender(f"Storm, {name}", lambda: timed(check, note), within)

    def precise(make: Callable[[], Any], precision: str, method: str | None = None) -> Any:
        environment = make()
        settings = environment.solver().min_max()
        settings.precision = stormpy.Rational(precision)
        if method:
            settings.method = getattr(environments.MinMaxMethod, method)
        return environment

    unsound, sound = environments.Environment, environments.sound
    return [
        contender("default, 1e-6", float, precise(unsound, USUAL), 1e-3),
        contender("default, 1e-12", float, precise(unsound, CLOSE), 1e-9),
        contender("sound, 1e-6", float, precise(sound, USUAL), 2e-5),
        contender("sound, 1e-12", float, precise(sound, CLOSE), 2e-11),
        contender("sound value iteration, 1e-12", float, precise(sound, CLOSE, "SOUND_VALUE_ITERATION"), 2e-11),
        contender("exact fractions", stormpy.Rational, environments.exact(), 1e-12),
    ]
