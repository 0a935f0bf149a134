"""The command line: one thin module per command, no mathematics."""

import sys


def main() -> None:
    """Run the command line and end the process; Ctrl-C prints one line, even during imports."""
    try:
        from jeopardice.cli.main import run

        sys.exit(run())
    except KeyboardInterrupt:
        print("jeopardice: stopped", file=sys.stderr)
        sys.exit(130)
