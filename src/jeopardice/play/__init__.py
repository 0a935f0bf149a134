"""A match as a pure state machine, the players at its table, and the coach."""
