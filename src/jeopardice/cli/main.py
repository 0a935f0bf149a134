"""The command line: `jeopardice COMMAND RULES …`. Errors are one line: exit status 2 for bad input, 1 for the rest."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from itertools import pairwise

import typer

from jeopardice.cli import (
    advise,
    cache,
    card,
    compare,
    dice_set,
    explain,
    export,
    fairness,
    match,
    play,
    plot,
    race_report,
    reproduce,
    rules,
    serve,
    solve,
    sweep,
    table,
    turn,
)
from jeopardice.common.errors import InputError, JeopardiceError, one_line, shown

app = typer.Typer(
    name="jeopardice",
    help="""Finds the best strategy of any jeopardy dice game: Pig, Hog, Farkle, Ten Thousand and their house rules.

\b
  jeopardice rules                                    the games that come with it
  jeopardice solve farkle                             the first player's chance to win
  jeopardice advise farkle --scores 3500,4200 --turn 650 --roll 115346    should I bank?
  jeopardice solve farkle --objective score           how good is a turn, and when to bank
  jeopardice play farkle                              against best play, with a coach
  jeopardice fairness farkle                          what the first move is worth, how long a game lasts
  jeopardice match farkle max-score optimal           strategy against strategy, exactly
  jeopardice solve pig --players 3                    what each of three seats is worth
  jeopardice compare farkle farkle+turn.minimum_bank=500    what a variant changes
  jeopardice serve                                    play, coach and explore in the browser
  jeopardice reproduce tijms                          what a paper prints, and what comes out here
  jeopardice solve my-rules.toml --set turn.minimum_bank=300 --json
""",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
app.command("rules")(rules.rules_command)
app.command("solve")(solve.solve_command)
app.command("advise")(advise.advise_command)
app.command("table")(table.table_command)
app.command("turn")(turn.turn_command)
app.command("fairness")(fairness.fairness_command)
app.command("compare")(compare.compare_command)
app.command("match")(match.match_command)
app.command("simulate")(match.simulate_command)
app.command("tournament")(match.tournament_command)
app.command("best-response")(match.best_response_command)
app.command("solo")(match.solo_command)
app.command("alone", hidden=True)(match.solo_command)  # its name in earlier versions
app.command("play")(play.play_command)
app.command("card")(card.card_command)
app.command("plot")(plot.plot_command)
app.command("explain")(explain.explain_command)
app.command("export")(export.export_command)
app.command("race-report")(race_report.race_report_command)
app.command("reproduce")(reproduce.reproduce_command)
app.command("sweep")(sweep.sweep_command)
app.command("dice-set")(dice_set.dice_set_command)
app.command("serve")(serve.serve_command)
app.command("cache")(cache.cache_command)


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
    """Runs the command line and returns its exit status."""
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    # An exact value may have thousands of digits; a terminal may lack a character.
    sys.set_int_max_str_digits(0)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = app(arguments, standalone_mode=False)
        sys.stdout.flush()
        if status == 130:
            print("jeopardice: stopped", file=sys.stderr)
        return status if isinstance(status, int) else 0
    except InputError as error:
        return _fail(str(error), 2)
    except JeopardiceError as error:
        return _fail(str(error), 1)
    except BrokenPipeError:
        # The reader has gone (`jeopardice … | head`): nothing more can be said, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        # The output cannot be written, on a full disk for instance; nor can what is still in the buffer, at exit.
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
        line = _wrong_option(error, sys.argv[1:] if arguments is None else arguments)
        return _fail(line or " ".join(str(message()).split()), getattr(error, "exit_code", 2))


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
