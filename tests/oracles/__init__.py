"""Slow, independent solvers that the package is compared with."""
