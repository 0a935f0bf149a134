"""How long a race takes, the slow and literal way: turns of both players together, or of a solo player.

Once every player's strategy is fixed a race is a chain, one step a turn: for each state the chance that this turn ends
the game, and the chances of the next states. A state is the pair of scores, the mover's first, or the score of a solo
player. As scores never fall, a state leads to later ones, to itself, or (two players) to the pair with the roles
exchanged; so first steps give the moments of the length T, by at most two unknowns at a time:

    E[T] = 1 + sum over next states of chance * E[T there]
    E[T^2] = 2 E[T] - 1 + sum over next states of chance * E[T^2 there]

`two_players` and `fewest_turns` play best; of actions that are equally good the one is chosen that

    banks; then: has the smallest chance to bust with its next roll; then: has the most points; then: rolls fewer dice.

This matters for the length only. `hold_at`, `exactly` and `always` are strategies of a solo player, for families pig
and hog; they bank at the goal as soon as they may. What `oracles.race` refuses is refused here too.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from oracles.race import Number, Pair, Position, Race, win_probability, win_probability_exactly
from oracles.roll import Game, Rules

State = TypeVar("State", int, Pair)
Chain = dict[State, tuple[Number, dict[State, Number]]]  # states near the end first
NEAR = 1e-11  # floats that differ by less are equal


def turn_ends(
    positions: list[Position[Number]], ending: dict[int, Number], goal: int, near: float = 0
) -> dict[int, Number]:
    """With which chance the best turn ends with each score, by what each is worth; see above for equal actions."""
    zero = ending[goal] * 0
    values: list[Number] = []
    picks: list[list[tuple[Number, int]] | None] = []  # which positions are picked after the roll; None: the turn ends
    chosen: list[tuple[Number, Number]] = []  # the chances to win and to bust with that roll
    ranks: list[tuple[bool, Number, int]] = []  # of equally good positions the one with the lowest is chosen
    for end, bust, rolls in positions:
        found = []
        for win_chance, bust_chance, others in rolls:
            value = win_chance * ending[goal] + (bust_chance * ending[bust] if bust_chance else 0)
            picked = []
            for chance, options in others:
                most = max([values[i] for i in options])
                picked.append((chance, min([i for i in options if values[i] >= most - near], key=ranks.__getitem__)))
                value += chance * most
            found.append((value, win_chance, bust_chance, picked))
        best = max([value for value, *_ in found] + ([] if end is None else [ending[end]]))
        values.append(best)
        if end is not None and ending[end] >= best - near:
            picks.append(None)
            chosen.append((zero, zero))
            ranks.append((False, zero, -end))
        else:
            good = [roll for roll in found if roll[0] >= best - near]
            _, win_chance, bust_chance, picked = min(good, key=lambda roll: roll[2])
            picks.append(picked)
            chosen.append((win_chance, bust_chance))
            ranks.append((True, bust_chance, -(end or 0)))

    ends: dict[int, Number] = {}
    reached = [zero] * len(positions)
    reached[-1] = zero + 1
    for i in reversed(range(len(positions))):  # a position comes after all that follow from it
        end, bust, _ = positions[i]
        now = picks[i]
        if not reached[i]:
            continue
        if now is None:
            assert end is not None
            ends[end] = ends.get(end, zero) + reached[i]
            continue
        for score, chance in zip((goal, bust), chosen[i], strict=True):
            if chance:
                ends[score] = ends.get(score, zero) + reached[i] * chance
        for chance, after in now:
            reached[after] += reached[i] * chance
    return ends


def two_players(rules: Rules, number: Callable[[Fraction], Number]) -> Chain[Pair, Number]:
    """Both play best for the win; `number` is float, or Fraction for tiny goals."""
    race = Race(rules, number)
    values = {pair: number(Fraction(value)) for pair, value in _values(rules, number).items()}
    chain: Chain[Pair, Number] = {}
    for mine, other in sorted(values, key=sum, reverse=True):
        ending = {score: 1 - values[other, score] for score in race.scores} | {race.goal: number(Fraction(1))}
        ends = turn_ends(race.turns[mine], ending, race.goal, _near(number))
        over = ends.pop(race.goal, 0 * ending[race.goal])
        chain[mine, other] = (over, {(other, score): chance for score, chance in ends.items()})
    return chain


def _values(rules: Rules, number: Callable[[Fraction], Number]) -> dict[Pair, float] | dict[Pair, Fraction]:
    return win_probability_exactly(rules) if isinstance(number(Fraction(0)), Fraction) else win_probability(rules)


def _near(number: Callable[[Fraction], Number]) -> float:
    return 0 if isinstance(number(Fraction(0)), Fraction) else NEAR


def fewest_turns(rules: Rules, number: Callable[[Fraction], Number]) -> Chain[int, Number]:
    """A solo player who plays for the fewest expected turns.

    From each score on, the goal being nearest first, only E[T] of the score itself is unknown. It is at first a number
    far too large, and then over and over what the best turn against it takes, until it falls no more.
    """
    race = Race(rules, number, solo=True)
    expected: dict[int, Number] = {race.goal: number(Fraction(0))}
    chain: Chain[int, Number] = {}
    for score in race.scores:
        guess = number(Fraction(10**9))
        while True:
            ending = {after: -turns for after, turns in expected.items()} | {score: -guess}
            ends = turn_ends(race.turns[score], ending, race.goal)
            again = ends.pop(score, 0 * guess)
            better = (1 + sum([chance * expected[after] for after, chance in ends.items()])) / _rest(again)
            if better >= guess:
                break
            guess = better
        expected[score] = guess
        ending = {after: -turns for after, turns in expected.items()}
        ends = turn_ends(race.turns[score], ending, race.goal, _near(number))
        chain[score] = (ends.pop(race.goal, 0 * guess), ends)
    return chain


def _rest(chance: Number) -> Number:
    if chance == 1:
        raise ValueError("the race never ends")
    return 1 - chance


def hold_at(rules: Rules, k: int) -> Chain[int, Fraction]:
    """Family pig: bank as soon as the turn total is at least k or reaches the goal."""
    return _fixed(rules, "pig", Game(rules).count, lambda rolls, total: total >= k)


def exactly(rules: Rules, rolls: int) -> Chain[int, Fraction]:
    """Family pig: bank after a number of rolls, or as soon as the goal is reached."""
    return _fixed(rules, "pig", Game(rules).count, lambda made, total: made >= rolls)


def always(rules: Rules, dice: int) -> Chain[int, Fraction]:
    """Family hog: the same number of dice every turn, whatever choose_dice says."""
    return _fixed(rules, "hog", dice, lambda rolls, total: True)


def _fixed(rules: Rules, family: str, dice: int, enough: Callable[[int, int], bool]) -> Chain[int, Fraction]:
    """The chain of a player who banks when `enough(rolls made, turn total)`, or at the goal, and may bank."""
    game, goal, first_bank = Game(rules), rules.get("goal", 10000), rules.get("turn", {}).get("first_bank", 0)
    penalties = rules.get("bust", {})
    if game.events["lose_banked"] or (penalties.get("streak", 0) and penalties.get("penalty", 0)):
        raise ValueError("scores must not fall")
    if game.family != family:
        raise ValueError(f"this strategy is for family {family}")
    rolled: dict[int | str, Fraction] = {}  # the points of a roll, or "win" or "bust"
    for faces, chance in game.rolls(tuple(range(dice))):
        result = game.event(faces) or game.legal_sets(faces, all_rolled=True, first=False)[0][1]
        rolled[result] = rolled.get(result, Fraction(0)) + chance

    def turn(banked: int) -> tuple[Fraction, dict[int, Fraction]]:
        ends: dict[int, Fraction] = {}
        going_on, rolls = {0: Fraction(1)}, 0
        while going_on:
            rolls += 1
            after_roll: dict[int, Fraction] = {}
            for before, reached in going_on.items():
                for result, chance in rolled.items():
                    end: int | None = None
                    if isinstance(result, str):
                        end = goal if result == "win" else banked + game.after_bust(before)
                    else:
                        total = before + result
                        may_bank = game.may_bank(total) and (banked > 0 or total >= first_bank)
                        if may_bank and (banked + total >= goal or enough(rolls, total)):
                            end = banked + total
                        elif family == "hog":
                            end = banked + game.after_bust(total)
                    if end is None:
                        after_roll[total] = after_roll.get(total, Fraction(0)) + reached * chance
                    else:
                        ends[end] = ends.get(end, Fraction(0)) + reached * chance
            going_on = {total: chance for total, chance in after_roll.items() if chance}
        over = sum([chance for score, chance in ends.items() if score >= goal], Fraction(0))
        return over, {score: chance for score, chance in ends.items() if score < goal and chance}

    return {banked: turn(banked) for banked in reversed(range(goal))}


def _first_steps(chain: Chain[State, Number], step: dict[State, Number]) -> dict[State, Number]:
    """Solves x[state] = step[state] + sum over next states of chance * x[next]."""
    known: dict[State, Number] = {}

    def row(state: State, unknown: State) -> tuple[Number, Number]:
        """x[state] is the first number, plus the second times x[unknown]."""
        others = [chance * known[after] for after, chance in chain[state][1].items() if after != unknown]
        return step[state] + sum(others), chain[state][1].get(unknown, 0 * step[state])

    for state in chain:
        if state in known:
            continue
        partner = next((after for after in chain[state][1] if after not in known), state)
        number, factor = row(state, partner)
        if partner == state:
            known[state] = number / _rest(factor)
        else:
            its_number, its_factor = row(partner, state)
            known[state] = (number + factor * its_number) / _rest(factor * its_factor)
            known[partner] = its_number + its_factor * known[state]
    return known


def expected(chain: Chain[State, Number]) -> dict[State, Number]:
    """The expected number of turns from each state."""
    return _first_steps(chain, {state: 0 * over + 1 for state, (over, _) in chain.items()})


def variance(chain: Chain[State, Number]) -> dict[State, Number]:
    """The variance of the number of turns from each state."""
    mean = expected(chain)
    squares = _first_steps(chain, {state: 2 * mean[state] - 1 for state in chain})
    return {state: squares[state] - mean[state] ** 2 for state in chain}


def distribution(chain: Chain[State, Number], turns: int, start: State) -> list[Number]:
    """Entry n, from 0 to `turns`: the chance that the game ends on turn n."""
    zero = 0 * chain[start][0]
    chances, reached = [zero], {start: zero + 1}
    for _ in range(turns):
        before, reached = reached, {}
        chances.append(sum([chance * chain[state][0] for state, chance in before.items()], zero))
        for state, chance in before.items():
            for after, its_chance in chain[state][1].items():
                reached[after] = reached.get(after, zero) + chance * its_chance
    return chances


def within(chain: Chain[State, Number], turns: int, start: State) -> Number:
    """The chance that the game takes at most a number of turns."""
    return sum(distribution(chain, turns, start), 0 * chain[start][0])
