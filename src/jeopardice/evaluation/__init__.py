"""Strategies against each other: matches, best responses, tournaments, simulations."""
