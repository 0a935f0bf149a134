"""`python -m jeopardice` is the command line."""

from jeopardice.cli import main

main()
