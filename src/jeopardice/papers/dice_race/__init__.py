"""The dice race: one player who wants to reach a target in few turns, with certified digits.

Louchard's *On the dice race problem*, for every game of the family pig. Exact fractions and balls (numbers with a
rigorous error, python-flint's `arb`) take the place of floating point, because the answers depend on
differences that shrink with every turn: at 20,000 points to go they are smaller than 10^-58.

    turns       what one turn banks, and how likely: thresholds, exact numbers of rolls, Haigh & Roters' going on
    best        the best way to play each turn of a race, proven, with its lead over the second best
    optimum     the same over all ways to play a turn
    strategies  the strategies 1 to 7 of the paper by name, with expected turns and their variance
    counts      the distribution of the number of turns
    limits      what the numbers tend to: means, variances, the periodic part
    settling    whether the best threshold can settle into a pattern, by the roots of its characteristic equation
    long_runs   the same question by computation, for a million points to go and more
    report      all of it for one game
"""
