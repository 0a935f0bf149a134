"""A card in words: its table, and how it is used."""

from __future__ import annotations

from jeopardice.rulebook import Rules
from jeopardice.strategies.card import Card, DiceCard
from jeopardice.strategies.card_turn import kinds_to_leave
from jeopardice.turn import turn_model
from jeopardice.turn.dice import kinds_of
from jeopardice.turn.model import kind_name


def worth_table(card: Card | DiceCard) -> tuple[list[str], list[list[str]]]:
    """The header and the lines of the card: a row for each number of dice, a column for each worth."""
    if isinstance(card, DiceCard):
        lines = [[f"you have {start:,} or more", str(dice)] for start, dice in card.own]
        lines += [[f"they have {start:,} or more", str(dice)] for start, dice in card.other]
        return ["if", "roll"], [*lines, ["else", str(card.dice)]]
    # With a single row there is nothing to compare.
    worths = sorted({worth for row in card.rows.values() for worth in row}) if len(card.rows) > 1 else [0]
    going = bool(card.own or card.other)
    header = ["dice left", *(f"+{worth}" if worth else "bank" for worth in worths)]
    header += ["go if you have", "or they have"] if going else []
    lines = []
    for n, row in card.rows.items():
        line = [str(n), *(f"{row[worth]:,}" if worth in row else "" if worth else "never" for worth in worths)]
        if going:
            line += [f"{side[n]:,}" if n in side else "" for side in (card.own, card.other)]
        lines.append(line)
    return header, lines


def how_to_use(card: Card | DiceCard, rules: Rules) -> list[str]:
    """What a player must know besides the numbers."""
    if isinstance(card, DiceCard):
        return ["Go through the lines from the top; the first that holds says how many dice to roll."]
    sentences = _one_rule(card, rules) if rules.family != "farkle" else _table_rules(card, rules)
    return [*sentences, *_least_banks(rules)] if _banks(card) else sentences


def _table_rules(card: Card, rules: Rules) -> list[str]:
    """How a table is read."""
    equal = "if two are equal, rather bank, and else leave more dice."
    if len(kinds_of(rules.dice)[0]) > 1:
        names = " than ".join(kind_name(kind) for kind in kinds_to_leave(turn_model(rules)))
        equal = f"if two are equal, rather bank, else leave more dice, and of as many rather {names}."
    sentences = [
        "Find the row with the dice that would be left. In it, from the left, find the first number that your turn "
        'total has reached: the head of its column says how many points rolling on is worth ("bank": none).',
        f"Of all dice that you may keep, keep those for which turn total + worth is largest; {equal}",
    ]
    if rules.turn.hot_dice and rules.dice.count not in card.rows:
        sentences.append("If all dice score, always take them and roll all again.")
    if not _banks(card):
        return [*sentences, "Do not bank before it wins the game."]
    sentences.append('Bank if the column says "bank", and whenever it wins the game.')
    if card.own or card.other:
        sentences.append('But if the scores say "go", do not bank with so few dice: roll until you win or bust.')
    return sentences


def _one_rule(card: Card, rules: Rules) -> list[str]:
    """A card with a single row, as that of Pig, in words."""
    if not _banks(card):
        lose = ": there is nothing to lose" if rules.turn.keep_on_bust else ""
        return [f"Do not bank before it wins the game{lose}."]
    [(n, row)] = card.rows.items()
    total = max(row[0], rules.turn.minimum_bank)
    when = f"with a turn total of {total:,} or more" if total else "as soon as a roll has scored"
    sentences = [f"Bank {when}, and whenever it wins the game."]
    cases = [f"you have {card.own[n]:,} points or more"] if n in card.own else []
    cases += [f"the other player has {card.other[n]:,} or more"] if n in card.other else []
    if cases:
        sentences.append(f"But if {' or '.join(cases)}, do not bank: roll until you win or bust.")
    return sentences


def _least_banks(rules: Rules) -> list[str]:
    """What the rules do not let a player bank."""
    least, first = rules.turn.minimum_bank, rules.turn.first_bank
    sentences = [f"Less than {least:,} cannot be banked: roll on."] if least > 1 else []
    if first > max(1, least):
        sentences.append(f"As long as you have no points, less than {first:,} cannot be banked: roll on.")
    return sentences


def _banks(card: Card) -> bool:
    return any(0 in row for row in card.rows.values())


def counted(number: int, one: str, many: str) -> str:
    """1 die, 2 dice."""
    return f"{number} {one if number == 1 else many}"
