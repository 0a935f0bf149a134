"""The command line: `jeopardice COMMAND RULES …`. Errors are one line: exit status 2 for bad input, 1 for the rest."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from importlib import import_module
from io import TextIOWrapper
from itertools import pairwise
from typing import cast

import typer

from jeopardice.cli.terminal import wrap_words
from jeopardice.common.errors import InputError, JeopardiceError, one_line, shown

app = typer.Typer(
    name="jeopardice",
    help="""Finds the best strategy of any jeopardy dice game: Pig, Hog, Farkle, Ten Thousand and their house rules.

\b
  jeopardice rules                                    the included games
  jeopardice solve farkle                             the first player's chance to win
  jeopardice advise farkle --scores 3500,4200 --turn 650 --roll 115346    should I bank?
  jeopardice solve farkle --objective score           what a turn is worth, and when to bank
  jeopardice play farkle                              against best play, with a coach
  jeopardice fairness farkle                          the advantage of the first move, the length of a game
  jeopardice match farkle max-score optimal           strategies against each other, exactly
  jeopardice solve pig --players 3                    what each of three seats is worth
  jeopardice compare farkle farkle+turn.minimum_bank=500    what a variant changes
  jeopardice serve                                    play, coach and explore in the browser
  jeopardice reproduce tijms                          a paper's numbers, recomputed
  jeopardice solve my-rules.toml --set turn.minimum_bank=300 --json
""",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
COMMANDS = (
    "rules solve advise table turn fairness compare match simulate tournament best-response solo play review card plot "
    "explain export race-report reproduce sweep dice-set serve cache"
)
"""In the order of the help."""
ELSEWHERE = {"tournament": "simulate", "best-response": "match", "solo": "match"}
"""Commands that share a module with another."""


def _command(name: str) -> Callable[..., None]:
    word = name.replace("-", "_")
    module = import_module(f"jeopardice.cli.{ELSEWHERE.get(name, word)}")
    return cast("Callable[..., None]", getattr(module, f"{word}_command"))


for _name in COMMANDS.split():
    app.command(_name)(_command(_name))
app.command("alone", hidden=True)(_command("solo"))  # its name in earlier versions


def _version(wanted: bool) -> None:
    if wanted:
        from jeopardice import __version__

        print(f"jeopardice {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    del version


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    # An exact value may have thousands of digits; a terminal may lack a character.
    sys.set_int_max_str_digits(0)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    wrap_words()
    words = sys.argv[1:] if arguments is None else arguments
    try:
        status = app(arguments, standalone_mode=False)
        sys.stdout.flush()
        if status == 130:
            print("jeopardice: stopped", file=sys.stderr)
        return status if isinstance(status, int) else 0
    except InputError as error:
        return _fail(_with_option(str(error), words), 2)
    except JeopardiceError as error:
        return _fail(_with_option(str(error), words), 1)
    except BrokenPipeError:
        # The reader has gone (`jeopardice … | head`): nothing more can be printed, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        # The output cannot be written (a full disk, for instance), nor the rest of the buffer at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _fail(f"cannot write the result: {error.strerror or error}", 1)
    except MemoryError:
        return _fail("not enough memory", 1)
    except KeyboardInterrupt:
        return _fail("stopped", 130)
    except Exception as error:
        # A wrong option or a missing argument; no arguments at all print the help.
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            print(message())
            return 2
        line = _wrong_option(error, words)
        return _fail(line or " ".join(str(message()).split()), getattr(error, "exit_code", 2))


def _with_option(message: str, arguments: list[str]) -> str:
    """An error of the library, which names an argument of Python, with the option that the user gave for it."""
    given = {word.partition("=")[0] for word in arguments}
    if "--players" in given:
        message = message.removeprefix("--set: ") if message.startswith("--set: players:") else message
    place, _, reason = message.partition(":")
    option = f"--{re.sub('[ _]', '-', place)}"
    return f"{option}:{reason}" if option in given else message


def _wrong_option(error: Exception, arguments: list[str]) -> str | None:
    """An option whose value has the wrong type: the option, the value and what is allowed; None for other errors."""
    options = [name for name in getattr(getattr(error, "param", None), "opts", ()) if name.startswith("--")]
    why = str(getattr(error, "message", ""))
    values = [value for word, value in pairwise(arguments) if word in options]
    values += [word.partition("=")[2] for word in arguments if word.partition("=")[0] in options and "=" in word]
    if not values or not why:
        return None
    _, choice, allowed = why.partition("is not one of ")
    if choice:
        why = "it must be one of " + allowed.rstrip(".").replace("'", "")
    elif "integer" in why:
        why = "it must be a whole number"
    return f"{options[0]}: {shown(values[-1])}: {why}"


def _fail(message: str, status: int) -> int:
    print(f"jeopardice: {one_line(message)}", file=sys.stderr)
    return status
