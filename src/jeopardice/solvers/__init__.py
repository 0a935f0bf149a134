"""Solvers: one module for each way to solve; `solve` chooses."""
