"""The command line: one thin module a command, no mathematics."""

import sys


def main() -> None:
    """Runs the command line and ends the process; Ctrl-C is answered in one line also while modules are read."""
    try:
        from jeopardice.cli.main import run

        sys.exit(run())
    except KeyboardInterrupt:
        print("jeopardice: stopped", file=sys.stderr)
        sys.exit(130)
