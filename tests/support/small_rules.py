"""Random small games for hypothesis: documents of the shape of a rules file, small enough for brute force."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Document = dict[str, Any]


@st.composite
def patterns(draw: st.DrawFn, sides: int, most: int) -> str:
    """A pattern of at most `most` dice, of digits or of letters."""
    size = draw(st.integers(1, most))
    if draw(st.booleans()):
        return "".join(sorted(str(draw(st.integers(1, sides))) for _ in range(size)))
    letters = [draw(st.sampled_from("xyz"[:sides])) for _ in range(size)]
    return "".join(sorted(letters, key=lambda letter: (-letters.count(letter), letter)))


def _weights(draw: st.DrawFn, sides: int, count: int) -> Any:
    face = st.integers(0, 3)
    die = st.lists(face, min_size=sides, max_size=sides).filter(any)
    each = draw(st.booleans()) and count <= 3
    return draw(st.lists(die, min_size=count, max_size=count)) if each else draw(die)


def _wild(draw: st.DrawFn, sides: int, count: int) -> Any:
    die = st.lists(st.integers(1, sides), max_size=2, unique=True)
    each = draw(st.booleans()) and count <= 3
    return draw(st.lists(die, min_size=count, max_size=count)) if each else draw(die)


@st.composite
def farkle_rules(draw: st.DrawFn) -> Document:
    """Family farkle: up to four dice of up to four sides, any scoring and every key that acts within a turn."""
    sides, count = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    points = st.integers(1, 6)
    scoring = draw(st.dictionaries(patterns(sides, count), points, min_size=1, max_size=4))
    turn: Document = {}
    if draw(st.booleans()):
        turn["set_aside"] = "all"
        turn["leave"] = draw(st.lists(patterns(sides, count), max_size=2))
    turn["hot_dice"] = draw(st.sampled_from([True, False, "forced"]))
    if draw(st.integers(0, 3)) == 0:
        turn["minimum_bank"] = draw(st.integers(0, 8))
    if draw(st.integers(0, 3)) == 0:
        turn["full_bust"] = draw(st.integers(1, 5))
        turn["full_bust_rolls"] = draw(st.sampled_from(["any", "first"]))
    if draw(st.integers(0, 3)) == 0:
        turn["single_die_bonus"] = draw(st.lists(st.integers(1, 9), max_size=2))
    if draw(st.integers(0, 3)) == 0:
        turn["keep_on_bust"] = True
    document: Document = {"dice": {"count": count, "sides": sides}, "scoring": scoring, "turn": turn}
    if draw(st.booleans()):
        document["dice"]["weights"] = _weights(draw, sides, count)
    if draw(st.integers(0, 2)) == 0:
        document["dice"]["wild"] = _wild(draw, sides, count)
    document["events"] = {
        name: draw(st.lists(patterns(sides, count), max_size=1))
        for name in ("bust", "lose_banked", "win")
        if draw(st.integers(0, 3)) == 0
    }
    return document


@st.composite
def whole_roll_rules(draw: st.DrawFn) -> Document:
    """Families pig and hog: up to three dice of up to four sides, with patterns for whole rolls and events."""
    sides, count = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    family = draw(st.sampled_from(["pig", "hog"]))
    whole = patterns(sides, count).filter(lambda text: len(text) == count)
    document: Document = {
        "family": family,
        "dice": {"count": count, "sides": sides},
        "scoring": draw(st.dictionaries(whole, st.integers(1, 9), max_size=2)),
        "turn": {"keep_on_bust": draw(st.booleans()), "minimum_bank": draw(st.integers(0, 6))},
        "events": {"bust": draw(st.lists(patterns(sides, count), min_size=1, max_size=2))},
    }
    if draw(st.booleans()):
        document["events"]["lose_banked"] = draw(st.lists(patterns(sides, count), max_size=1))
        document["events"]["win"] = draw(st.lists(patterns(sides, count), max_size=1))
    if draw(st.booleans()):
        document["dice"]["weights"] = _weights(draw, sides, count)
    return document


def small_rules() -> st.SearchStrategy[Document]:
    """Any small game."""
    return st.one_of(farkle_rules(), whole_roll_rules())


@st.composite
def carryover_rules(draw: st.DrawFn) -> Document:
    """Tiny games with any of the keys that act between turns; totals that can run far past the goal are left out."""
    sides, dice = draw(st.integers(3, 4)), draw(st.integers(1, 2))
    document: Document = {"family": "pig", "dice": {"count": dice, "sides": sides}, "events": {"bust": ["1"]}}
    if draw(st.booleans()):
        scoring = draw(st.dictionaries(patterns(sides, dice), st.integers(1, 4), min_size=1, max_size=3))
        document = {"dice": {"count": dice, "sides": sides}, "scoring": scoring}
    turn: Document = {"beat_previous": draw(st.booleans())}
    for key in ("minimum_bank", "first_bank"):
        if draw(st.integers(0, 3)) == 0:
            turn[key] = draw(st.integers(1, 4))
    end = draw(st.sampled_from(["sudden", "sudden", "last-turn", "equal-turns"]))
    document["end"] = {"rule": end, "tie": draw(st.sampled_from(["first-to-reach", "split"]))}
    if end == "sudden":
        turn["keep_on_bust"] = draw(st.booleans())
        turn["steal"] = draw(st.sampled_from(["never", "after-bank", "after-bust"]))
    if draw(st.booleans()):
        penalty = {"penalty": draw(st.integers(1, 3)), "floor": draw(st.integers(-2, 3))}
        document["bust"] = {"streak": draw(st.integers(1, 3)), **penalty}
    if draw(st.integers(0, 2)) == 0:
        document.setdefault("events", {})["lose_banked"] = [draw(patterns(sides, dice))]
    document["turn"] = turn
    document["goal"] = draw(st.integers(2, 6))
    return document
