"""What several tests use: random games, comparisons with the oracles."""
