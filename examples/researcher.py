"""Can the digits be trusted? Proofs, fractions, papers, data and simulation: `marimo run examples/researcher.py`."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Can the digits be trusted?")

with app.setup:
    import tempfile
    from collections import Counter
    from fractions import Fraction
    from math import floor, log10
    from pathlib import Path

    import marimo as mo
    import numpy as np
    import pyarrow.parquet as pq
    import xarray as xr

    import jeopardice as jd
    from jeopardice.export import to_xarray, write_policy
    from jeopardice.figures.page import BLUE, RED, Curve, chart, page
    from jeopardice.papers import paper_names, read_papers, reproduce

    pig = jd.rules("pig")


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Can the digits be trusted?

    This app is for researchers who want to cite a number or to use the data behind it. It shows five kinds of evidence,
    each computed while it loads: proven error bounds, exact fractions, the numbers that papers print, a strategy as
    labelled arrays, and simulated games.
    """)
    return


@app.cell(hide_code=True)
def _():
    certified = {
        rules.title: jd.solve(rules, certify=True)
        for rules in (pig, jd.rules("big-pig"), jd.rules("hog"), jd.rules("farkle").replace(goal=2000))
    }
    return (certified,)


@app.function(hide_code=True)
def certain(value: float, bound: float) -> str:
    """Format a number with the decimals that its error bound leaves certain, up to one unit of the last."""
    return f"{value:.{floor(-log10(bound))}f}"


@app.cell(hide_code=True)
def _(certified):
    _rows = "\n".join(
        f"| {title} to {found.rules.goal:,} | {found.states:,} | {certain(found.value, found.error_bound)} "
        f"| {found.error_bound:.1e} | {found.certificate.proven:,} | {found.certificate.tied:,} "
        f"| {found.certificate.close:,} |"
        for title, found in certified.items()
    )
    mo.md(f"""
## 1. Certified digits

A table L is below the true win probabilities and a table U above them if in every state a turn computed from them with
outward rounding, the opponent's values taken from the other table, is worth no less than L and no more than U
(docs/theory/certificates.md). One more sweep checks that. A decision whose lead exceeds the bounds is proven, too;
*tied* actions have exactly the same value, and *close* decisions are left open.

| game | states | the first player wins | within | decisions proven | tied | close |
| :--- | ---: | :--- | ---: | ---: | ---: | ---: |
{_rows}
""")
    return


@app.cell(hide_code=True)
def _():
    small = mo.ui.slider(2, 24, value=20, label="Pig to", show_value=True, debounce=True)
    mo.vstack(
        [
            mo.md("""
            ## 2. An exact fraction

            A short race can be solved in fractions, without floating point.
            """),
            small,
        ]
    )
    return (small,)


@app.cell(hide_code=True)
def _(small):
    exact = jd.solve(pig.replace(goal=small.value), exact=True)
    floating = jd.solve(pig.replace(goal=small.value), certify=True)
    # A float is a fraction, too, so this difference is exact.
    error = abs(Fraction(floating.value) - exact.value)
    mo.md(f"""
    | Pig to {small.value} | |
    | :--- | :--- |
    | the first player wins | **{exact.value}** |
    | in floating point | {floating.value!r} |
    | its error | {float(error):.1e} |
    | its proven bound | {floating.error_bound:.1e}: {"holds" if error <= floating.error_bound else "violated"} |
    """)
    return error, exact, floating


@app.cell(hide_code=True)
def _():
    paper = mo.ui.dropdown(paper_names(), value="crocce-mordecki", label="Paper")
    mo.vstack(
        [
            mo.md("""
            ## 3. Published numbers, recomputed

            The published numbers are data that come with the package. Each is recomputed; where a printed number is
            wrong, a note says what is right.
            """),
            paper,
        ]
    )
    return (paper,)


@app.cell(hide_code=True)
def _(paper):
    papers = read_papers(paper.value)
    rows = reproduce(papers)
    states = Counter(row.state for row in rows)
    return papers, rows, states


@app.cell(hide_code=True)
def _(papers, rows, states):
    _widths = {"item": 230, "published": 150, "computed": 200, "note": 420}

    def _table(shown, columns):
        return mo.ui.table(
            [{name: getattr(row, column) for name, column in columns.items()} for row in shown],
            selection=None,
            page_size=8,
            wrapped_columns=[*columns],
            column_widths={name: width for name, width in _widths.items() if name in columns},
            show_column_summaries=False,
            show_data_types=False,
            show_download=False,
        )

    _columns = {"item": "item", "published": "published", "computed": "decimal"}
    _misprints = [row for row in rows if row.state == "misprint"]
    mo.vstack(
        [
            mo.md(f"*{papers[0].title}*"),
            mo.hstack(
                [
                    mo.stat(states["agrees"], "agree", "to every printed digit", bordered=True),
                    mo.stat(states["misprint"], "misprints", "each with what is right", bordered=True),
                    mo.stat(states["unexplained"], "unexplained", "differ without an explanation", bordered=True),
                ],
                widths="equal",
            ),
            _table(_misprints, _columns | {"note": "note"}) if _misprints else mo.md("No misprints."),
            mo.accordion({f"All {len(rows)} numbers": _table(rows, _columns | {"state": "state"})}),
        ]
    )
    return


@app.cell(hide_code=True)
def _():
    goals = [*range(20, 100, 10), *range(100, 401, 25)]
    advantages = [2 * jd.solve(pig.replace(goal=goal)).value - 1 for goal in goals]
    _far = [(np.log(goal), np.log(advantage)) for goal, advantage in zip(goals, advantages, strict=True) if goal >= 100]
    slope, intercept = np.polyfit(*np.transpose(_far), 1)

    _line = np.linspace(goals[0], goals[-1], 200)
    _figure = chart(
        "The first player's advantage at Pig, by the goal",
        "goal",
        "advantage",
        [
            Curve(goals, advantages, BLUE, "computed", "circles"),
            Curve(_line, np.exp(intercept) * _line**slope, RED, f"{np.exp(intercept):.3f} · goal^{slope:.3f}"),
        ],
        (goals[0] - 2, goals[-1] + 20),
    )
    _axes = _figure.axes[0]
    _axes.set_xscale("log")
    _axes.set_yscale("log")
    _axes.set_xticks([20, 50, 100, 200, 400], ["20", "50", "100", "200", "400"])
    _axes.set_yticks([0.03, 0.05, 0.1, 0.2], ["3%", "5%", "10%", "20%"])
    _axes.minorticks_off()

    mo.vstack(
        [
            mo.md("## 4. What the first move is worth, by the length of the race"),
            mo.hstack(
                [
                    _figure,
                    mo.md(f"""
                    The first player's advantage is the difference of the win probabilities. To {goals[0]} points it is
                    {100 * advantages[0]:.2f} %, to {goals[-1]} it is {100 * advantages[-1]:.2f} %.

                    Being a turn ahead is worth the same points whatever the goal, while the luck of a race grows like
                    the square root of its length, so an exponent near −1/2 is expected. The line through the goals from
                    100 on has **{slope:.3f}**.

                    `jeopardice sweep` varies many keys, on all processors.
                    """),
                ],
                widths=[3, 2],
                align="center",
            ),
        ]
    )
    return advantages, goals, intercept, slope


@app.cell(hide_code=True)
def _(certified):
    solution = certified[pig.title]
    with tempfile.TemporaryDirectory() as _folder:
        _file = Path(_folder) / "pig.parquet"
        write_policy(solution, _file)
        _decisions = pq.read_table(_file).to_pandas()
    # 1: roll, 0: bank, NaN: this turn total cannot occur here.
    _policy = _decisions.assign(rolls=(_decisions["action"] == "roll").astype(float)).set_index(
        ["mover_score", "other_score", "turn_total"]
    )
    _values = to_xarray(solution).sortby(["mover_score", "other_score"])
    data = xr.merge([_values, _policy[["rolls", "lead"]].to_xarray()], join="exact")
    return data, solution


@app.cell(hide_code=True)
def _(data):
    mo.vstack(
        [
            mo.md("""
            ## 5. Values and decisions as labelled arrays

            `to_xarray` has the win probability by both scores; `write_policy` writes every decision with its lead over
            the next best. Here both are one data set: `win`, whether best play `rolls`, and by how much (`lead`).
            """),
            data,
        ]
    )
    return


@app.cell(hide_code=True)
def _(data, solution):
    hold = jd.solve(pig, "score").bank_totals()["1"]
    disagree = data.rolls.notnull() & (data.rolls != (data.turn_total < hold))
    totals = disagree.sum("turn_total")
    dearest = data.lead.where(disagree).max("turn_total").fillna(0)
    price = jd.match(pig, "max-score", solution.strategy())
    return dearest, disagree, hold, price, totals


@app.cell(hide_code=True)
def _(dearest, disagree, hold, price, totals):
    def _map(title, values, scale):
        figure, axes = page(title)
        image = axes.imshow(values.T, origin="lower", extent=(0, pig.goal, 0, pig.goal), cmap="YlGnBu", aspect="auto")
        axes.set_xlabel("your score")
        axes.set_ylabel("opponent's score")
        axes.grid(visible=False)
        figure.colorbar(image, label=scale)
        return figure

    mo.vstack(
        [
            mo.md(f"""
            ## 6. Where playing for points goes wrong

            Maximum scoring banks from {hold} on, whatever the scores, and wins a game as soon as it can. Best play
            differs in **{int(disagree.sum()):,}** of the decisions above.
            """),
            mo.hstack(
                [
                    _map("At how many turn totals they disagree", totals, "turn totals"),
                    _map("What the most expensive of them costs", 100 * dearest, "per cent of a win"),
                ],
                widths="equal",
            ),
            mo.md(f"""
            Together they cost {100 * (0.5 - price.overall):.2f} games in a hundred: maximum scoring wins
            {100 * price.overall:.3f} % against best play, averaged over who starts.
            """),
        ]
    )
    return


@app.cell(hide_code=True)
def _():
    games = mo.ui.slider(
        steps=[10_000, 50_000, 200_000, 1_000_000], value=200_000, label="Games", show_value=True, debounce=True
    )
    seed = mo.ui.number(0, 10**6, 1, value=1, label="Seed")
    mo.vstack(
        [
            mo.md("""
            ## 7. A check by simulation

            Games are played with random dice, and the wins are counted. The same seed gives the same games.
            """),
            mo.hstack([games, seed], justify="start", gap=3),
        ]
    )
    return games, seed


@app.cell(hide_code=True)
def _(games, price, seed):
    played = jd.simulate(pig, "max-score", "optimal", games=games.value, seed=seed.value)
    _second = jd.match(pig, "optimal", "max-score")
    checks = {
        "maximum scoring wins, moving first": (price.first, played.first),
        "… moving second": (price.second, played.second),
        "… averaged over who starts": (price.overall, played.overall),
        "turns in a game": ((price.turns.expected + _second.turns.expected) / 2, played.turns),
    }
    errors = {name: (sample.mean - value) / sample.stderr for name, (value, sample) in checks.items()}

    _rows = "\n".join(
        f"| {name} | {value:.6f} | {sample.mean:.6f} | {sample.stderr:.6f} | {errors[name]:+.2f} |"
        for name, (value, sample) in checks.items()
    )
    mo.md(f"""
| maximum scoring against best play | exact | simulated | standard error | off by, in standard errors |
| :--- | ---: | ---: | ---: | ---: |
{_rows}

{
        "All within three standard errors."
        if max(map(abs, errors.values())) < 3
        else "More than three standard errors off: that happens with about one seed in a hundred. Try another."
    }
""")
    return checks, errors


if __name__ == "__main__":
    app.run()
