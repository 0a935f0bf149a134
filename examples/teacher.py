"""From one die to the full race, for a class that learns dynamic programming: `marimo run examples/teacher.py`."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="From one die to the full race")

with app.setup:
    import inspect
    from collections.abc import Iterator
    from itertools import pairwise

    import marimo as mo
    import numpy as np

    import jeopardice as jd
    from jeopardice.figures import RaceData, drawing
    from jeopardice.figures.page import BLUE, RED, Curve, chart, page

    pig = jd.rules("pig")


@app.cell(hide_code=True)
def _():
    mo.md("""
    # From one die to the full race

    This app is for a class that meets dynamic programming for the first time. It goes from a single roll to the game
    of two players in small steps, and every number in it is computed while you watch.

    **Pig.** Roll a die as often as you like. Every face but the 1 adds to your turn total; a 1 ends your turn and loses
    the total. Bank at any time to keep it. The first to 100 points wins.
    """)
    return


@app.cell(hide_code=True)
def _():
    sides = mo.ui.slider(4, 12, value=6, label="Sides of the die", show_value=True)
    mo.vstack([mo.md("## 1. One roll"), sides])
    return (sides,)


@app.cell(hide_code=True)
def _(sides):
    die = pig.replace({"dice.sides": sides.value})
    one_roll = jd.turn_distribution(jd.solve(die, "score", "rolls:1", exact=True))
    _gain = one_roll.mean / (1 - one_roll.bust)

    mo.md(f"""
    | a roll | |
    | :--- | ---: |
    | busts | {one_roll.bust} |
    | gains if it does not bust | {_gain} points on average |
    | gains overall | {one_roll.mean} = {float(one_roll.mean):.4f} points |

    With a turn total of *t* at stake, one more roll gains {one_roll.mean} points on average and loses *t* with
    probability {one_roll.bust}. Is it worth it? Only while {one_roll.mean} > *t* · {one_roll.bust}, that is
    **below t = {one_roll.mean / one_roll.bust}**.
    """)
    return die, one_roll


@app.cell(hide_code=True)
def _():
    hold = mo.ui.slider(2, 60, value=20, label="Hold at N =", show_value=True, full_width=True)
    mo.vstack(
        [
            mo.md("""
            ## 2. Hold at N

            The simplest plan: roll until the turn total is at least N, then bank. Which N is best? Guess first, then
            move the slider.
            """),
            hold,
        ]
    )
    return (hold,)


@app.cell(hide_code=True)
def _(die):
    holds = range(2, 61)
    points = {n: jd.solve(die, "score", f"hold-at:{n}", exact=True).value for n in holds}
    most_points = [n for n in holds if points[n] == max(points.values())]
    _best_play = jd.solve(die).strategy()
    wins = {n: jd.match(die, f"hold-at:{n}", _best_play).overall for n in holds}
    most_wins = max(wins, key=wins.__getitem__)
    return holds, most_points, most_wins, points, wins


@app.cell(hide_code=True)
def _(hold, holds, most_points, most_wins, points, wins):
    def _by_hold(title, label, values, best):
        figure = chart(title, "hold at N", label, [Curve([*values], [*values.values()], BLUE)], (0, holds[-1] + 1))
        axes = figure.axes[0]
        axes.plot(best, [values[n] for n in best], "o", color=RED, label="best", zorder=4)
        axes.axvline(hold.value, color="#9aa5b1", linewidth=1, label="your N")
        axes.legend(frameon=False)
        return figure

    mo.vstack(
        [
            mo.hstack(
                [
                    _by_hold(
                        "Points of one turn",
                        "expected points",
                        {n: float(value) for n, value in points.items()},
                        most_points,
                    ),
                    _by_hold(
                        f"Games to {pig.goal} won against best play",
                        "per cent of games",
                        {n: 100 * won for n, won in wins.items()},
                        [most_wins],
                    ),
                ],
                widths="equal",
            ),
            mo.md(f"""
            Holding at {hold.value} makes **{float(points[hold.value]):.4f}** points per turn and wins
            **{100 * wins[hold.value]:.2f} %** of games against best play, averaged over who starts.

            - A single turn is best held at **{" or ".join(map(str, most_points))}**: it makes exactly
              {points[most_points[0]]} points. (Two numbers if the next roll gains exactly what it risks.)
            - Of all these plans **hold at {most_wins}** wins most games, {100 * wins[most_wins]:.2f} %. What is best
              for the points of one turn need not be best for the race, and no N is as good as best play, which
              section 3 finds.
            """),
        ]
    )
    return


@app.cell(hide_code=True)
def _(die, hold):
    turn = jd.turn_distribution(jd.solve(die, "score", f"hold-at:{hold.value}", exact=True))
    _scored = {points: float(chance) for points, chance in turn.points.items() if points}
    _figure, _axes = page(f"A turn that holds at {hold.value}: how many points it makes")
    _axes.bar([0], [float(turn.bust)], width=0.8, color=RED, label="bust")
    _axes.bar([*_scored], [*_scored.values()], width=0.8, color=BLUE, label="banked")
    _axes.set_xlabel("points")
    _axes.set_ylabel("probability")
    _axes.legend(frameon=False)

    mo.vstack(
        [
            mo.md("### The turn behind the average"),
            mo.hstack(
                [
                    _figure,
                    mo.md(f"""
                    | a turn that holds at {hold.value} | |
                    | :--- | ---: |
                    | busts | {100 * float(turn.bust):.2f} % |
                    | makes, on average | {float(turn.mean):.4f} points |
                    | standard deviation | {float(turn.variance) ** 0.5:.4f} points |
                    | takes, on average | {float(turn.mean_rolls):.4f} rolls |

                    Hardly any turn makes the average: a turn ends with nothing, or with {hold.value} and a little more.
                    """),
                ],
                widths=[3, 2],
                align="center",
            ),
        ]
    )
    return (turn,)


@app.cell(hide_code=True)
def _():
    mo.md(r"""
    ## 3. The race of two players

    Winning counts, not points. Let $W(b, d)$ be the win probability of the player to move, with $b$ points banked
    against $d$. In the turn, with a total of $t$ at stake,

    $$V(t) = \max\Big(\underbrace{1 - W(d,\, b + t)}_{\text{bank: the opponent moves}},\;
    \underbrace{\tfrac16\big(1 - W(d,\, b)\big) + \tfrac16\sum_{g=2}^{6} V(t + g)}_{\text{roll}}\Big),
    \qquad W(b, d) = V(0),$$

    and $V = 1$ once $b + t$ is 100. $W$ is on both sides: it is an equation, not a recipe. **Value iteration** turns it
    into a recipe: put any guess on the right, use the result on the left as the next guess, and repeat until nothing
    changes. These lines do it for all scores together:
    """)
    return


@app.function(hide_code=True)
def sweeps(goal: int) -> Iterator[np.ndarray]:
    """Yield better and better guesses of w[b, d], the win probability of the player to move."""
    w = np.full((goal, goal), 0.5)
    while True:
        yield w
        other = 1 - w.T  # if the other player moves now, [b, d]
        ahead = [np.ones((goal, goal))] * 6  # V(t + 1) to V(t + 6): at the goal the game is won
        for t in range(goal - 1, -1, -1):
            roll = (other + sum(ahead[1:])) / 6  # a 1 loses the turn total, 2 to 6 continue
            bank = np.ones((goal, goal))
            bank[: goal - t] = other[t:]  # b becomes b + t
            value = np.maximum(roll, bank) if t else roll
            ahead = [value, *ahead[:-1]]
        w = value


@app.function(hide_code=True)
def solve_pig(goal: int, tolerance: float = 1e-13) -> list[np.ndarray]:
    """Return all guesses until a sweep changes nothing."""
    guesses: list[np.ndarray] = []
    for w in sweeps(goal):
        guesses.append(w)
        if len(guesses) > 1 and np.abs(w - guesses[-2]).max() < tolerance:
            return guesses
    raise AssertionError("unreachable")


@app.cell(hide_code=True)
def _():
    goal = mo.ui.slider(steps=[10, 20, 30, 50, 75, 100], value=100, label="Play to", show_value=True, debounce=True)
    mo.vstack([mo.md(f"```python\n{inspect.getsource(sweeps)}```"), goal])
    return (goal,)


@app.cell(hide_code=True)
def _(goal):
    race = jd.solve(pig.replace(goal=goal.value))
    guesses = solve_pig(goal.value)
    ours, theirs_from_the_core = guesses[-1], race.values[::-1, ::-1]
    return guesses, ours, race, theirs_from_the_core


@app.cell(hide_code=True)
def _(goal, guesses, ours, race, theirs_from_the_core):
    _changes = [np.abs(b - a).max() for a, b in pairwise(guesses)]
    _distances = [np.abs(w - theirs_from_the_core).max() for w in guesses[1:]]
    _numbers = np.arange(1, len(guesses))
    _figure = chart(
        "How fast the guesses settle",
        "sweep",
        "largest over all scores",
        [
            Curve(_numbers, _changes, BLUE, "change of a guess"),
            Curve(_numbers, _distances, RED, "distance from Jeopardice's values"),
        ],
        (0, len(guesses)),
    )
    _figure.axes[0].set_yscale("log")

    mo.hstack(
        [
            _figure,
            mo.md(f"""
            | the first player wins | to {goal.value} |
            | :--- | :--- |
            | these lines, {len(guesses) - 1} sweeps | {ours[0, 0]:.13f} |
            | Jeopardice | {race.value:.13f} |
            | largest difference at any scores | {np.abs(ours - theirs_from_the_core).max():.1e} |

            On the logarithmic scale the change decreases along a line: in the end every sweep gains as much as the one
            before. Newton's method, which Jeopardice uses, needs two or three steps at each pair of scores.
            """),
        ],
        widths=[3, 2],
        align="center",
    )
    return


@app.cell(hide_code=True)
def _():
    mine = mo.ui.slider(0, pig.goal - 1, value=30, label="Your score", show_value=True, full_width=True)
    theirs = mo.ui.slider(1, pig.goal - 1, value=50, label="Their score", show_value=True, full_width=True)
    mo.vstack(
        [
            mo.md("""
            ## 4. What the solution says

            The scores change when to bank. Move them, and see at which turn total banking becomes better than rolling.
            """),
            mo.hstack([mine, theirs], widths="equal", gap=2),
        ]
    )
    return mine, theirs


@app.cell(hide_code=True)
def _():
    best = RaceData(pig)
    return (best,)


@app.cell(hide_code=True)
def _(best, mine, theirs):
    _scores, _needed = (mine.value, theirs.value), pig.goal - mine.value
    hold_at = int(best.boundaries.hold_at[0][_scores])
    _totals = range(2, min(40, _needed))
    _worth = {total: {a.then: a.value for a in best.solution.advise(_scores, turn=total).actions} for total in _totals}
    _section = drawing("section").figure(best, last=theirs.value)
    _section.axes[0].axvline(mine.value + 0.5, color=RED, linewidth=1)

    if _totals:
        _figure = chart(
            f"At {mine.value} against {theirs.value}: bank or roll?",
            "turn total",
            "win probability",
            [
                Curve([*_totals], [w["bank"] for w in _worth.values()], RED, "bank", "steps"),
                Curve([*_totals], [w["roll"] for w in _worth.values()], BLUE, "roll", "steps"),
            ],
            (0, _totals[-1] + 1),
        )
        if hold_at < _needed:
            _figure.axes[0].axvline(hold_at - 0.5, color="#9aa5b1", linewidth=1)
    else:
        _figure = mo.md("You need one point: any roll but a 1 wins.")

    mo.vstack(
        [
            mo.md(
                f"With **{mine.value}** points against **{theirs.value}** you win "
                f"**{100 * best.solution.value_at(_scores):.2f} %** of games. "
                + (
                    f"Bank from a turn total of **{hold_at}** on."
                    if hold_at < _needed
                    else f"Roll until you win: all {_needed} points that you need."
                )
            ),
            mo.hstack([_figure, _section], widths="equal"),
        ]
    )
    return (hold_at,)


@app.cell(hide_code=True)
def _(best):
    _heights = best.boundaries.hold_at[0]
    _surface = drawing("surface").figure(best)

    mo.vstack(
        [
            mo.md(f"""
            ## 5. The whole strategy in one picture

            Every pair of scores has its total to hold at: together they are the surface of Pig, found by Neller and
            Presser in 2004. Roll below it, bank on it and above. It ranges from {_heights.min()} to
            {_heights.max()}, is {_heights[0, 0]} at the start of the game, and follows no simple rule.
            (`jeopardice plot surface pig --out surface.html` makes one that you can turn.)
            """),
            mo.center(_surface),
        ]
    )
    return


@app.cell(hide_code=True)
def _():
    eight = jd.solve(pig.replace({"dice.sides": 8}), "score", exact=True)
    kept = jd.solve(pig.replace({"turn.keep_on_bust": True}), "score", exact=True)
    piglet = jd.solve(jd.rules("piglet").replace(goal=2), exact=True)
    price = jd.match(pig, "optimal", "hold-at:20")
    habits = jd.match(pig, "hold-at:25", "hold-at:20")
    three = jd.solve(pig.replace(goal=50), players=3)
    return eight, habits, kept, piglet, price, three


@app.cell(hide_code=True)
def _(eight, habits, kept, piglet, price, three):
    mo.vstack(
        [
            mo.md("## 6. Exercises\n\nThink first; click to open the answers."),
            mo.accordion(
                {
                    "1. The die has eight sides. From which turn total on should a turn be banked?": f"""
    A roll gains (2 + 3 + … + 8) / 8 points and loses the total with probability 1/8: bank from
    **{eight.bank_totals()["1"]}** on. The turn is then worth {float(eight.value):.4f} points. (Section 1 has a slider.)
    """,
                    "2. A 1 ends the turn, but you keep the turn total. When do you bank?": f"""
    **{"Never" if kept.bank_totals()["1"] is None else kept.bank_totals()["1"]}**: a roll cannot cost anything. The turn
    continues until the first 1 and makes {kept.value} points on average, 5 rolls of 4 points before it.
    """,
                    "3. Piglet: toss a coin; heads adds 1, tails loses the turn; the first to 2 wins. By hand!": f"""
    Four equations, for W(0,0), W(0,1), W(1,0) and W(1,1). The first player wins **{piglet.value}** of games:

    | with | W |
    | :--- | :--- |
    | 1 against 1 | {piglet.value_at((1, 1))} |
    | 1 against 0 | {piglet.value_at((1, 0))} |
    | 0 against 1 | {piglet.value_at((0, 1))} |
    | 0 against 0 | {piglet.value_at((0, 0))} |
    """,
                    "4. You hold at 20 whatever the scores. How much do you lose against best play?": f"""
    Best play wins **{100 * price.overall:.2f} %** of games, averaged over who starts: you keep
    {100 * (1 - price.overall):.2f} %.
    """,
                    "5. One plays hold at 25, the other hold at 20. Who wins more?": f"""
    Hold at 25 wins **{100 * habits.overall:.2f} %** against hold at 20. The points of a turn and the games won are
    different aims (section 2).
    """,
                    "6. Three play, to 50. Is the first seat still the best?": f"""
    The seats win {", ".join(f"**{100 * chance:.2f} %**" for chance in three.seats)}. With three players no
    player cares who else wins: the game is no longer zero-sum, and a solution is an equilibrium.
    """,
                },
                multiple=True,
            ),
        ]
    )
    return


if __name__ == "__main__":
    app.run()
