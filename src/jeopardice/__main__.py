"""`python -m jeopardice` is the command line."""

from jeopardice.cli.main import main

main()
