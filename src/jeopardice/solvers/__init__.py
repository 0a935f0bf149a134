"""Solvers: exact fractions (reference), the native core (native), and the papers' own algorithms."""
