"""Questions that people ask of a solution: one module each."""
