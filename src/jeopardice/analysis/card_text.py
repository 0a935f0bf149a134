"""A card in words: its table, how it is used and an example, as text, Markdown or a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jeopardice.analysis.card_price import PricedCard
from jeopardice.common.pages import render
from jeopardice.race.model import RaceModel, race_model
from jeopardice.rulebook import Rules
from jeopardice.strategies.card import Card, CarriedLine, DiceCard
from jeopardice.strategies.card_turn import kinds_to_leave, shifted, worth_at
from jeopardice.strategies.custom import full_turn
from jeopardice.turn import Outcome, turn_model
from jeopardice.turn.dice import kinds_of
from jeopardice.turn.model import kind_name
from jeopardice.turn.reach import reachable_states

Sum = tuple[str, int, int, int]
"""The dice kept, the turn total afterwards, the dice left, and what rolling on is worth."""


def card_text(found: PricedCard[Any], rules: Rules, *, markdown: bool = False) -> str:
    """The card, how it is used, and its price."""
    header, lines = worth_table(found.card)
    if markdown:
        text = [f"## {_title(rules)}", "", f"| {' | '.join(header)} |", f"|{' ---: |' * len(header)}"]
        text += [f"| {' | '.join(line)} |" for line in lines]
    else:
        widths = [max(len(line[i]) for line in [header, *lines]) for i in range(len(header))]
        text = [_title(rules)]
        for line in [header, *lines]:
            cells = (f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True))
            text.append(f"  {'  '.join(cells).rstrip()}")
    text.append("")
    text += [f"{'- ' if markdown else '  '}{sentence}" for sentence in how_to_use(found.card, rules)]
    return "\n".join([*text, "", *_foot(found)])


def card_page(found: PricedCard[Any], rules: Rules) -> str:
    """The same as a page to print, with an example."""
    header, lines = worth_table(found.card)
    return render(
        "card",
        title=_title(rules),
        header=header,
        lines=lines,
        sentences=how_to_use(found.card, rules),
        example=worked_example(found.card, rules),
        foot=_foot(found),
    )


def _title(rules: Rules) -> str:
    return f"{rules.title or 'The game'} to {rules.goal:,}: a card to memorise"


def _foot(found: PricedCard[Any]) -> list[str]:
    numbers = found.card.integers
    different = f", {len(set(numbers))} of them different" if len(set(numbers)) < len(numbers) else ""
    return [
        f"{counted(len(numbers), 'number', 'numbers')} to memorise{different}.",
        f"Against {best_players(found)} it wins {found.overall:.4%} of games: best play keeps an advantage of "
        f"{found.price:.4%}.",
    ]


def best_players(found: PricedCard[Any]) -> str:
    """Against whom a card plays, in words."""
    return "best play" if found.players == 2 else f"{found.players - 1} who play best"


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
        return ["Read the lines from the top; the first that applies says how many dice to roll."]
    sentences = _one_rule(card, rules) if rules.family != "farkle" else _table_rules(card, rules)
    sentences += carried_lines(card, rules)
    if card.lead:
        sentences.append(_at_goal(card, rules))
    return [*sentences, *_least_banks(rules)] if _banks(card) else sentences


def _at_goal(card: Card, rules: Rules) -> str:
    """When a bank that reaches the goal is made."""
    others = "the other player" if rules.players <= 2 else "all others"
    hot = rules.family == "farkle" and rules.turn.hot_dice and rules.dice.count not in card.rows
    but = ", and not with all dice to roll" if hot else ""
    how = ", reading the table as in a last turn" if any(line.when == "last_turn" for line in card.carried) else ""
    return f"At the goal bank only if you are then {card.lead:,} or more ahead of {others}{but}; else roll on{how}."


def carried_lines(card: Card | DiceCard, rules: Rules) -> list[str]:
    """The lines of a card for what is carried over to a turn."""
    if isinstance(card, DiceCard) or not card.carried:
        return []
    lines = [f"{_when(line, rules)}, {_then(line, card, rules)}." for line in card.carried]
    return [*lines, "Of these lines only the first that applies counts."] if len(lines) > 1 else lines


def _when(line: CarriedLine, rules: Rules) -> str:
    if line.when == "busts":
        return "After a bust" if line.number == 1 else f"After {line.number} busts in a row"
    if line.when == "seat":
        place = {2: "second", 3: "third"}.get(line.number, f"number {line.number}")
        return f"If you are the {place} in the round" if line.number < 4 else f"If you are {place} in the round"
    words = {
        "last_turn": "In a last turn",
        "no_bank": "For a total that may not be banked yet",
        "to_beat": "If there is a bank to beat",
        "first_bank": "As long as you have no points",
    }
    return words[line.when]


def _then(line: CarriedLine, card: Card, rules: Rules) -> str:
    """The instruction of a line: the total to bank at, if there is only one."""
    if rules.family != "farkle" and _banks(card):
        [row] = shifted(card.rows, line.more).values()
        return _bank_when(max(row[0], rules.turn.minimum_bank))
    starts = [total for row in card.rows.values() for total in row.values() if total]
    if starts and rules.goal + line.more <= min(starts):
        return "read the table as if your turn total were 0"
    much = f"{abs(line.more):,} {'more' if line.more > 0 else 'less'}"
    return f"read the table as if your turn total were {much}"


def _bank_when(total: int) -> str:
    return f"bank {f'with a turn total of {total:,} or more' if total else 'as soon as a roll has scored'}"


def _table_rules(card: Card, rules: Rules) -> list[str]:
    """How to read a table."""
    equal = "if two are equal, prefer to bank, then to leave more dice."
    if len(kinds_of(rules.dice)[0]) > 1:
        names = " than ".join(kind_name(kind) for kind in kinds_to_leave(turn_model(rules)))
        equal = f"if two are equal, prefer to bank, then to leave more dice, then {names}."
    sentences = [
        "Find the row of the dice that would be left. In it, from the left, find the first number that your turn "
        'total has reached: the head of its column says how many points rolling on is worth ("bank": none).',
        f"Of all dice that you may keep, keep those for which turn total + worth is largest; {equal}",
    ]
    if rules.turn.hot_dice and rules.dice.count not in card.rows:
        sentences.append("If all dice score, always take them and roll all again.")
    if not _banks(card):
        return [*sentences, "Bank only to win the game."]
    sentences.append('Bank if the column says "bank", and whenever it wins the game.')
    if card.own or card.other:
        sentences.append('But if the scores say "go" for the dice left, do not bank: roll until you win or bust.')
    return sentences


def _one_rule(card: Card, rules: Rules) -> list[str]:
    """A card with a single row, such as Pig's, in words."""
    if not _banks(card):
        lose = ": there is nothing to lose" if rules.turn.keep_on_bust else ""
        return [f"Bank only to win the game{lose}."]
    [(n, row)] = card.rows.items()
    when = _bank_when(max(row[0], rules.turn.minimum_bank)).capitalize()
    sentences = [f"{when}, and whenever it wins the game."]
    cases = [f"you have {card.own[n]:,} points or more"] if n in card.own else []
    who = "the other player" if rules.players <= 2 else "another player"
    cases += [f"{who} has {card.other[n]:,} or more"] if n in card.other else []
    if cases:
        sentences.append(f"But if {' or '.join(cases)}, do not bank: roll until you win or bust.")
    return sentences


def _least_banks(rules: Rules) -> list[str]:
    """The least banks that the rules allow."""
    least, first = rules.turn.minimum_bank, rules.turn.first_bank
    sentences = [f"Less than {least:,} cannot be banked: roll on."] if least > 1 else []
    if first > max(1, least):
        sentences.append(f"As long as you have no points, less than {first:,} cannot be banked: roll on.")
    return sentences


def _banks(card: Card) -> bool:
    return any(0 in row for row in card.rows.values())


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun: "1 die", "2 dice"."""
    return f"{number} {one if number == 1 else many}"


def worked_example(card: Card | DiceCard, rules: Rules) -> list[str]:
    """One decision by the card, step by step; empty if there is none to show."""
    race = race_model(rules)
    if isinstance(card, DiceCard):
        own = race.needed // 2 * race.turn.unit
        other = max([start for start, _ in card.other], default=own)
        dice = counted(card.dice_at(own, other), "die", "dice")
        who = "the other player" if rules.players <= 2 else "the best of the others"
        return [f"You have {own:,} points and {who} {other:,}: roll {dice}."]
    if not any(0 in row for row in card.rows.values()):
        return []
    return _table_example(card, race) if rules.family == "farkle" else _hold_example(card, race)


def _hold_example(card: Card, race: RaceModel) -> list[str]:
    """A total at which to roll and one at which to bank, well before the goal."""
    bank = max(next(iter(card.rows.values()))[0], race.least_bank(first=True) * race.turn.unit)
    totals = sorted({total for _, total in reachable_states(race.turn, race.rules.goal - 1) if total})
    below = [total for total in totals if total < bank]
    above = [total for total in totals if total >= bank]
    lines = []
    if below:
        total = max((total for total in below if total <= bank - 6), default=below[0])
        lines.append(f"Your turn total is {total:,}, less than {bank:,}: roll.")
    if above:
        lines.append(f"{'You roll well and reach' if below else 'You reach'} {above[min(1, len(above) - 1)]:,}: bank.")
    return lines


def _table_example(card: Card, race: RaceModel) -> list[str]:
    total, roll, sums = _instructive(card, race)
    if not sums:
        return []
    lines = [f"Your turn total is {total:,}, and you roll {roll}. You may keep:"]
    for keep, after, n, worth in sums:
        left = f"{counted(n, 'die', 'dice')} left"
        lines.append(f"  {keep}: total {after:,}, {left}: {after:,} + {worth:,} = {after + worth:,}")
    keep, _, n, worth = sums[0]
    then = f"roll {'the last die' if n == 1 else f'{n} dice'}" if worth else "bank"
    return [*lines, f"Keep {keep} and {then}."]


def _instructive(card: Card, race: RaceModel) -> tuple[int, str, list[Sum]]:
    """A turn total and a roll with several dice to keep, where the most points are not the best; the best first."""
    model, least = race.turn, race.least_bank(first=True) * race.turn.unit
    totals = (0, 6 * model.unit, 12 * model.unit)
    reached = reachable_states(model, totals[-1])
    found: list[tuple[tuple[bool, int], int, str, list[Sum]]] = []
    for q, roll, outcome, keeps in _rolls_of_all_dice(race):
        for total in totals:
            sums: list[Sum] = []
            for option, keep in zip(outcome.options, keeps, strict=True):
                n, after = sum(model.phases[option.phase].place.dice), total + option.points
                if n in card.rows and after < race.rules.goal:
                    sums.append((keep, after, n, worth_at(card.rows[n], after)))
            if (q, total) not in reached or len(sums) < max(2, len(outcome.options)):
                continue
            sums.sort(key=lambda entry: (-(entry[1] + entry[3]), entry[3] != 0, -entry[2]))
            _, after, _, worth = sums[0]
            if worth == 0 and after < least:
                continue
            surprising = after < max(total for _, total, _, _ in sums)
            found.append(((surprising, -abs(len(sums) - 4)), total, roll, sums))
    if not found:
        return 0, "", []
    _, total, roll, sums = max(found, key=lambda entry: entry[0])
    return total, roll, sums


def _rolls_of_all_dice(race: RaceModel) -> Iterator[tuple[int, str, Outcome, tuple[str, ...]]]:
    """Every roll of all dice after which something may be kept: its phase, the dice, the options, and their dice."""
    full = full_turn(race.turn)
    names = zip(full.rolls, full.keeps, strict=True)
    for q, phase in enumerate(full.model.phases):
        for roll in phase.rolls:
            for outcome in roll.going_on:
                if outcome.event:
                    continue
                dice, keeps = next(names)
                if phase.place.dice == full.model.all_dice and dice is not None:
                    yield q, dice, outcome, keeps
