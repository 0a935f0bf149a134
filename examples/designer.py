"""What a rule changes, for game designers and house rules: `marimo run examples/designer.py`."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="What does this rule change?")

with app.setup:
    import marimo as mo

    import jeopardice as jd
    from jeopardice.analysis.compare_text import head_start, number, percent, sentences
    from jeopardice.analysis.disagreements import disagreements
    from jeopardice.figures.page import BLUE, RED, Curve, chart

    # Goals are at most this many point units at first, so that an answer takes seconds.
    LONGEST = 100


@app.cell(hide_code=True)
def _():
    mo.md("""
    # What does this rule change?

    This app is for game designers and for arguments about house rules: pick a game, change its rules, and see what
    happens to fairness, length and decisions when both players play optimally. Every variant is solved; numbers with ±
    are simulated.
    """)
    return


@app.cell(hide_code=True)
def _():
    # Left out: simultaneous games, and those without a floor, which take minutes.
    _games = {name: jd.rules(name) for name in jd.presets()}
    game = mo.ui.dropdown(
        {
            rules.title: name
            for name, rules in _games.items()
            if rules.players == 2 and not rules.simultaneous and rules.bust.floor != "none"
        },
        value="Farkle",
        label="Game",
    )
    mo.vstack([mo.md("## 1. Pick a game"), game])
    return (game,)


@app.cell(hide_code=True)
def _(game):
    preset = jd.rules(game.value)
    unit = jd.turn_model(preset).unit
    base = preset.replace(goal=min(preset.goal, LONGEST * unit))
    most = (40 if base.family == "pig" else 20) * unit  # the end of the sliders; few turns make more
    original = jd.solve(base)

    mo.md(
        f"**{preset.title}**, {base.dice.count} {'die' if base.dice.count == 1 else 'dice'}, played to {base.goal:,}. "
        + (f"(Its own goal is {preset.goal:,}; a shorter game is solved faster.) " if base != preset else "")
        + (f"Rules: {preset.source}." if preset.source else "")
    )
    return base, most, original, unit


@app.cell(hide_code=True)
def _(base, most, unit):
    def _points(value, label):
        return mo.ui.slider(
            0, max(most, value), unit, value=value, label=label, show_value=True, debounce=True, full_width=True
        )

    _points_controls = {
        "goal": mo.ui.number(5 * unit, 2 * LONGEST * unit, unit, value=base.goal, label="Goal"),
        "turn.minimum_bank": _points(base.turn.minimum_bank, "Minimum bank"),
        "turn.first_bank": _points(base.turn.first_bank, "Minimum of the first bank"),
    }
    _other_controls = {
        "bust.penalty": _points(base.bust.penalty, "Points lost for busts …"),
        "bust.streak": mo.ui.slider(1, 3, value=max(1, base.bust.streak), label="… in a row", show_value=True),
        "turn.keep_on_bust": mo.ui.switch(base.turn.keep_on_bust, label="A bust keeps the turn total"),
        "end.rule": mo.ui.dropdown(["sudden", "last-turn", "equal-turns"], value=base.end.rule, label="The game ends"),
    }
    if base.family == "farkle":
        _label = "Points if all dice are rolled and none scores"
        _points_controls["turn.full_bust"] = _points(base.turn.full_bust, _label)
        if isinstance(base.turn.hot_dice, bool):
            _other_controls["turn.hot_dice"] = mo.ui.switch(base.turn.hot_dice, label="Hot dice may be rolled again")
    variant = mo.ui.dictionary(_points_controls | _other_controls)

    def _column(controls):
        return mo.vstack([variant[key] for key in controls])

    mo.vstack(
        [
            mo.md("## 2. Change the rules"),
            mo.hstack([_column(_points_controls), _column(_other_controls)], widths="equal", gap=4, align="start"),
        ]
    )
    return (variant,)


@app.cell(hide_code=True)
def _(base, original, variant):
    _keys = dict(variant.value)
    if not _keys["bust.penalty"]:
        _keys["bust.streak"] = base.bust.streak  # busts in a row matter only if they cost something
    try:
        house = base.replace(_keys)
        house = house.replace(title=f"{base.title}, house rules") if house != base else base
        solution, problem = original if house == base else jd.solve(house), ""
    except jd.JeopardiceError as error:
        house, solution, problem = base, original, str(error)
    return house, problem, solution


@app.cell(hide_code=True)
def _(original, problem, solution):
    mo.stop(bool(problem), mo.callout(f"This game cannot be solved: {problem}.", kind="warn"))
    before, after = jd.compare([("the original", original), ("your game", solution)], games=4_000)
    changed = disagreements([before, after])[0]
    return after, before, changed


@app.cell(hide_code=True)
def _(after, base, before, changed, house):
    def _stat(label, text, value):
        was = value(before)
        return mo.stat(value(after), label, f"{text} · was {was}" if house != base else text, bordered=True)

    if changed.reason:
        _decisions = mo.stat("–", "Decisions that change", f"cannot be compared: {changed.reason}", bordered=True)
    else:
        _decisions = mo.stat(
            f"{100 * changed.share:.1f}%",
            "Decisions that change",
            "bank or roll, in games of the original",
            bordered=True,
        )

    mo.vstack(
        [
            mo.md("## 3. What it changes"),
            mo.hstack(
                [
                    _stat("The first player wins", "both play best", lambda p: f"{100 * p.first_player:.2f}%"),
                    _stat("Fair head start", f"for the second player; then {100 * after.komi[1]:.2f}%", head_start),
                    _stat("A game takes", "turns of both players", lambda p: number(p.turns, 2)),
                ],
                widths="equal",
            ),
            mo.hstack(
                [
                    _stat("A turn makes", "points", lambda p: number(p.points, 1)),
                    _stat("A turn busts", "in games of best play", lambda p: percent(p.bust)),
                    _decisions,
                ],
                widths="equal",
            ),
            mo.hstack(
                [
                    _stat(
                        "Best play beats a beginner",
                        "averaged over who starts",
                        lambda p: percent(p.skill.against_beginner),
                    ),
                    _stat(
                        "Not the obvious",
                        "decisions that playing for points gets wrong",
                        lambda p: percent(p.not_obvious),
                    ),
                    _stat("The lead changes", "times in a game", lambda p: number(p.lead_changes, 2)),
                ],
                widths="equal",
            ),
            mo.md("Nothing has changed yet: move a control above.")
            if house == base
            else mo.accordion({"What players have to relearn": "\n".join(f"- {line}" for line in sentences(changed))}),
        ]
    )
    return


@app.cell(hide_code=True)
def _():
    ranged = mo.ui.dropdown(
        {
            "minimum bank": "turn.minimum_bank",
            "minimum of the first bank": "turn.first_bank",
            "goal": "goal",
            "points lost for busts": "bust.penalty",
        },
        value="minimum bank",
        label="All values of",
    )
    mo.vstack(
        [
            mo.md("""
            ## 4. Which value is best?

            One rule over its whole range, the others as above. Look for the value that makes the game as fair and as
            long as you want it.
            """),
            ranged,
        ]
    )
    return (ranged,)


@app.cell(hide_code=True)
def _(house, most, ranged, unit):
    short = house.replace(goal=min(house.goal, LONGEST * unit // 2))
    if ranged.value == "goal":
        _step = max(1, short.goal // unit // 10) * unit
        _values = range(2 * _step, short.goal + 1, _step)
    else:
        _values = range(0, most + 1, most // 10)

    advantage, lengths = {}, {}
    for _value in _values:
        _keys = {ranged.value: _value}
        if ranged.value == "bust.penalty":
            _keys["bust.streak"] = max(1, short.bust.streak) if _value else 0
        try:
            _game = short.replace(_keys)
            advantage[_value] = 2 * jd.solve(_game).value - 1
            lengths[_value] = jd.solve(_game, "turns").value
        except jd.JeopardiceError:
            break  # with a minimum that few turns reach, games may never end
    return advantage, lengths, short


@app.cell(hide_code=True)
def _(advantage, house, lengths, ranged, short):
    mo.stop(not lengths, mo.callout(f"No game to {short.goal:,} with these rules can be solved.", kind="warn"))

    def _by_value(title, label, values, colour):
        low, high = min(values.values()), max(values.values())
        spare = max((high - low) / 20, 0.05)  # draw a constant as a line, not as rounding errors
        curve = Curve([*values], [*values.values()], colour)
        return chart(
            title, ranged.selected_key, label, [curve], (min(values), max(values)), (low - spare, high + spare)
        )

    mo.vstack(
        [
            mo.hstack(
                [
                    _by_value(
                        "The first player's advantage",
                        "per cent more wins",
                        {value: 100 * found for value, found in advantage.items()},
                        BLUE,
                    ),
                    _by_value("Turns that a solo player needs", "expected turns", lengths, RED),
                ],
                widths="equal",
            ),
            mo.md(
                f"To {short.goal:,} points"
                + (f" instead of {house.goal:,}, to save time" if short != house else "")
                + ". The advantage is the first player's win probability minus the second's."
            ),
        ]
    )
    return


@app.cell(hide_code=True)
def _(game, house):
    toml = house.to_toml()
    mo.vstack(
        [
            mo.md(f"""
            ## 5. Take it with you

            Save the rules as a file and continue with `jeopardice solve mine.toml`,
            `jeopardice compare {game.value} mine.toml`, `jeopardice card mine.toml` or the Design page of
            `jeopardice serve`.
            """),
            mo.hstack(
                [mo.download(toml.encode(), filename="mine.toml", mimetype="application/toml", label="Save mine.toml")],
                justify="start",
            ),
            mo.accordion({"Show the file": mo.md(f"```toml\n{toml}```")}),
        ]
    )
    return (toml,)


if __name__ == "__main__":
    app.run()
