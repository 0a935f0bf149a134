"""A card in words: its table, how it is used, and a worked example."""

from __future__ import annotations

from jeopardice.race import race_model
from jeopardice.rulebook import Rules
from jeopardice.strategies.card import Card, worth_at
from jeopardice.strategies.dice_card import DiceCard
from jeopardice.strategies.own import full_turn
from jeopardice.strategies.policy import outcomes_in_core


def worth_table(card: Card | DiceCard) -> tuple[list[str], list[list[str]]]:
    """The header and the lines of the card: a row for each number of dice, a column for each worth."""
    if isinstance(card, DiceCard):
        lines = [[f"you have {start:,} or more", str(dice)] for start, dice in card.own]
        lines += [[f"they have {start:,} or more", str(dice)] for start, dice in card.other]
        return ["if", "roll"], [*lines, ["else", str(card.dice)]]
    worths = sorted({worth for row in card.rows.values() for worth in row})
    going = bool(card.own or card.other)
    header = ["dice left", *(f"+{worth}" if worth else "bank" for worth in worths)]
    header += ["go if you have", "or they have"] if going else []
    lines = []
    for n, row in card.rows.items():
        line = [str(n), *(f"{row[worth]:,}" if worth in row else "" for worth in worths)]
        if going:
            line += [f"{side[n]:,}" if n in side else "" for side in (card.own, card.other)]
        lines.append(line)
    return header, lines


def how_to_use(card: Card | DiceCard, rules: Rules) -> list[str]:
    """What a player must know besides the numbers."""
    if isinstance(card, DiceCard):
        return ["Go through the lines from the top; the first that holds says how many dice to roll."]
    banks = any(0 in row for row in card.rows.values())
    if rules.family != "farkle":
        return _one_rule(card) if banks else ["Do not bank before it wins the game: there is nothing to lose."]
    sentences = [
        "Look along the row of the dice left for the first total that you have reached: its column is what going on is "
        "worth to you.",
        "Of all dice that you may keep, keep those for which turn total + worth is largest; if two are equal, rather "
        "bank, and else leave more dice.",
    ]
    if rules.turn.hot_dice and rules.dice.count not in card.rows:
        sentences.append("If all dice score, always take them and roll all again.")
    column = 'Bank if the column says "bank", and whenever it wins the game.'
    sentences.append(column if banks else "Do not bank before it wins the game.")
    if card.own or card.other:
        sentences.append('But if the scores say "go", do not bank with so few dice: roll until you win or bust.')
    return sentences


def _one_rule(card: Card) -> list[str]:
    """A card with a single row, as that of Pig, in words."""
    [(n, row)] = card.rows.items()
    sentences = [f"Bank with a turn total of {row[0]:,} or more, and whenever it wins the game."]
    cases = [f"you have {card.own[n]:,} points or more"] if n in card.own else []
    cases += [f"the other player has {card.other[n]:,} or more"] if n in card.other else []
    if cases:
        sentences.append(f"But if {' or '.join(cases)}, do not bank: roll until you win or bust.")
    return sentences


Sum = tuple[str, int, int, int]
"""The dice kept, the turn total afterwards, the dice left, and what going on is worth."""


def worked_example(card: Card | DiceCard, rules: Rules) -> list[str]:
    """One decision by the card, step by step."""
    if isinstance(card, DiceCard):
        own, other = rules.goal // 2, max([start for start, _ in card.other], default=rules.goal // 2)
        dice = card.dice_at(own, other)
        many = "1 die" if dice == 1 else f"{dice} dice"
        return [f"You have {own:,} points and the other player {other:,}: roll {many}."]
    if not any(0 in row for row in card.rows.values()):
        return []
    if rules.family != "farkle":
        row = next(iter(card.rows.values()))
        return [
            f"Your turn total is {max(1, row[0] - 6):,}. Below {row[0]:,} going on is worth more: roll.",
            f"You roll well and stand at {row[0] + 1:,}: the column says bank. Bank.",
        ]
    total, roll, sums = _instructive(card, rules)
    if not sums:
        return []
    lines = [f"Your turn total is {total:,}, and you roll {roll}. You may keep:"]
    for keep, after, n, worth in sums:
        left = f"{n} {'die' if n == 1 else 'dice'} left"
        lines.append(f"  {keep}: total {after:,}, {left}: {after:,} + {worth:,} = {after + worth:,}")
    keep, _, n, worth = sums[0]
    lines.append(f"Keep {keep} and {f'roll {n} dice' if worth else 'bank'}.")
    return lines


def _instructive(card: Card, rules: Rules) -> tuple[int, str, list[Sum]]:
    """A turn total and a roll with several dice to keep, where the most points are not the best; the best first."""
    model = race_model(rules).turn
    full = full_turn(model)
    dice = [sum(phase.place.dice) for phase in model.phases]
    found: list[tuple[tuple[bool, int], int, str, list[Sum]]] = []
    for place, outcome in enumerate(outcomes_in_core(full.model)):
        roll = full.rolls[place]
        if roll is None or len(roll.replace(",", "")) < rules.dice.count:
            continue
        for total in (0, 6 * model.unit, 12 * model.unit):
            sums: list[Sum] = []
            for option, keep in zip(outcome.options, full.keeps[place], strict=True):
                n, after = dice[option.phase], total + option.points
                if n in card.rows:
                    sums.append((keep, after, n, worth_at(card.rows[n], after)))
            if len(sums) < max(2, len(outcome.options)):
                continue
            sums.sort(key=lambda entry: (-(entry[1] + entry[3]), entry[3] != 0, -entry[2]))
            surprising = sums[0][1] < max(after for _, after, _, _ in sums)
            found.append(((surprising, -abs(len(sums) - 4)), total, roll, sums))
    if not found:
        return 0, "", []
    _, total, roll, sums = max(found, key=lambda entry: entry[0])
    return total, roll, sums
