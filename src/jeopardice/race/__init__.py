"""Turns until a goal, for any number of players."""
