"""The slow, literal version of everything that is carried over between turns; it shares no code with the package.

The states are those of `oracles.table`, and the mover's chance to win is

    W(state) = max over starting afresh and stealing of the best turn, where it is worth
        1                      to roll a win
        1 - W(state after it)  to end the turn so that the game goes on
        1, 1/2 or 0            to end the turn so that the game is over

W is found by doing all turns over and over, each new value used at once, until nothing changes any more; it begins with
1/2 everywhere, so a game that never ends counts half. A solo player has the state (score, busts in a row), and it is
worth -E(state after it) to end a turn for the fewest expected turns E, P(m - 1, state after it) for the chance P within
m turns.
"""

from collections.abc import Callable, Iterable
from functools import partial
from math import inf

from oracles.roll import Rules
from oracles.table import End, Solo, State, Table, Turn

TOLERANCE = 1e-13
MOST_SWEEPS = 1_000_000


class TwoPlayers:
    """The game of two; `known` has the mover's chance in each state that was looked at."""

    def __init__(self, table: Table, most_total: float, also: Iterable[State]) -> None:
        self.table, self.most_total = table, most_total
        self.known: dict[State, float] = {}
        self.last_turns: dict[State, Turn] = {}
        self.open: list[State] = []  # the states that are not last turns, as they are found
        for state in [State(0, 0), *also]:
            self.chance(state)
        self.solve()

    def turn(self, state: State) -> Turn:
        turn = Turn(self.table, state.mine, lambda end: self.worth(state, end), 1.0)
        turn.to_beat = state.to_beat
        turn.starts += [state.offer] if state.offer else []
        turn.forced = inf if state.last else self.most_total  # in a last turn, to exceed the other's score wins
        return turn

    def after(self, state: State, end: End) -> State | float:
        """What comes after a turn: the next state, for the other player, or what the mover has of the win."""
        score, busts = self.table.after(state.mine, state.my_busts, end)
        if state.last:
            tie = 0.5 if self.table.tie == "split" else 0.0  # the other one was first to reach the goal
            return 1.0 if score > state.theirs else tie if score == state.theirs else 0.0
        rounds = self.table.end_rule == "equal-turns"
        reached = score >= self.table.goal
        if reached and (self.table.end_rule == "sudden" or (rounds and not state.starts)):
            return 1.0
        to_beat = end.points if self.table.beat_previous and end.how == "bank" else 0
        starts = not state.starts if rounds else True
        return State(state.theirs, score, state.their_busts, busts, to_beat, end.offer, starts, last=reached)

    def worth(self, state: State, end: End) -> float:
        after = self.after(state, end)
        return 1 - self.chance(after) if isinstance(after, State) else after

    def chance(self, state: State) -> float:
        if state not in self.known:
            if state.last:
                same = state._replace(offer=None, their_busts=0, starts=True)  # an offer only adds a start
                turn = self.last_turns.setdefault(same, self.turn(same))
                starts = turn.starts + ([state.offer] if state.offer else [])
                self.known[state] = max(turn.rolling(*start) for start in starts)
            else:
                self.known[state] = 0.5
                self.open.append(state)
        return self.known[state]

    def solve(self) -> None:
        """All turns over and over; in between, to be faster, what comes of it if all go on to play like this."""
        for sweep in range(MOST_SWEEPS):
            change = 0.0
            plans: list[tuple[State, float, list[tuple[float, State]]]] = []
            for state in self.open:  # more may be found, and done, on the way
                turn = self.turn(state)
                value = turn.value()
                change = max(change, abs(value - self.known[state]))
                self.known[state] = value
                fixed, nexts = 0.0, []
                for end, chance in turn.ends().items():
                    after = 1.0 if end is None else self.after(state, end)
                    if not isinstance(after, State):
                        fixed += chance * after
                    elif after.last:
                        fixed += chance * (1 - self.chance(after))
                    else:
                        fixed += chance
                        nexts.append((chance, after))
                plans.append((state, fixed, nexts))
            if change < TOLERANCE:
                return
            place = {state: i for i, (state, _, _) in enumerate(plans)}
            values = [self.known[state] for state in place]
            rows = [(fixed, [(chance, place[after]) for chance, after in nexts]) for _, fixed, nexts in plans]
            for _ in range(1000 if sweep < 100 else 0):  # not forever, lest it should turn in a circle
                change = 0.0
                for i, (fixed, nexts_at) in enumerate(rows):
                    value = fixed - sum([chance * values[j] for chance, j in nexts_at])
                    change = max(change, abs(value - values[i]))
                    values[i] = value
                if change < TOLERANCE / 100:
                    break
            self.known.update(zip(place, values, strict=True))
            self.open.sort(key=lambda state: state.mine + state.theirs, reverse=True)
        raise RuntimeError("the chances do not settle")


def solve_two(rules: Rules, lowest: int | None, most_total: int | None, also: Iterable[State] = ()) -> TwoPlayers:
    """The game of two, solved; see `win_values`."""
    table, also = Table(rules, lowest), list(also)
    if table.end_rule == "sudden":  # then a bank that reaches the goal wins, and totals are finite
        return TwoPlayers(table, inf, also)
    if most_total is not None:
        return TwoPlayers(table, most_total, also)
    span = table.goal - min(table.floor, 0)
    solved = TwoPlayers(table, 2 * span + 2 * table.most_points(), also)
    while True:
        more = TwoPlayers(table, solved.most_total * 1.5 + 2 * table.most_points(), also)
        same = [state for state in solved.open if state in more.known and (not state.offer or state.offer[1] <= span)]
        if max(abs(more.known[state] - solved.known[state]) for state in same) < 5 * TOLERANCE:
            return more
        solved = more


def win_values(
    rules: Rules, lowest: int | None = None, most_total: int | None = None, also: Iterable[State] = ()
) -> dict[State, float]:
    """The mover's chance to win in each state between turns when both play best.

    The states are those that can come up, less some that nobody would go for, and those that follow from `also`.
    `lowest` stands in for the floor "none". Under last-turn and equal-turns a player who is not in the last turn must
    bank from the turn total `most_total` on; if it is not given, it is raised until that makes no difference.
    """
    return solve_two(rules, lowest, most_total, also).known


def win_probability(rules: Rules, lowest: int | None = None, most_total: int | None = None) -> float:
    """The first player's chance to win from the start when both play best."""
    return win_values(rules, lowest, most_total)[State(0, 0)]


def chance_within(rules: Rules, turns: int, lowest: int | None = None) -> float:
    """The greatest chance of a solo player to have reached the goal after a number of turns."""
    return _chances_within(Table(rules, lowest, solo=True))(turns, (0, 0))


def _chances_within(table: Table) -> Callable[[int, Solo], float]:
    known: dict[tuple[int, Solo], float] = {}

    def chance(turns: int, state: Solo) -> float:
        if state[0] >= table.goal or turns == 0:
            return float(state[0] >= table.goal)
        if (turns, state) not in known:
            turn = Turn(table, state[0], lambda end: chance(turns - 1, table.after(*state, end)), 1.0)
            known[turns, state] = turn.value()
        return known[turns, state]

    return chance


def turns_values(rules: Rules, lowest: int | None = None) -> dict[Solo, float]:
    """The fewest expected turns to the goal from each (score, busts in a row) of a solo player."""
    table = Table(rules, lowest, solo=True)
    known: dict[Solo, float] = {(0, 0): 0.0}

    def worth(state: Solo, end: End) -> float:
        after = table.after(*state, end)
        return 0.0 if after[0] >= table.goal else -known.setdefault(after, 0.0)

    chances, shortest = _chances_within(table), 0
    for sweep in range(MOST_SWEEPS):
        change, before = 0.0, len(known)
        plans: list[tuple[Solo, list[tuple[float, Solo]]]] = []
        for state in sorted(known, reverse=True):
            turn = Turn(table, state[0], partial(worth, state), 0.0)
            value = 1 - turn.value()
            change = max(change, abs(value - known[state]) / value)
            known[state] = value
            nexts = [(chance, table.after(*state, end)) for end, chance in turn.ends().items() if end is not None]
            plans.append((state, [(chance, after) for chance, after in nexts if after[0] < table.goal]))
        if len(known) > before:
            continue
        while not chances(shortest, (0, 0)):  # the fewest turns in which it can be done
            shortest += 1
            if shortest > len(known):
                return dict.fromkeys(known, inf)
        if change < 1e-15:
            return known
        for _ in range(1000 if sweep < 100 else 0):  # as in `TwoPlayers.solve`
            faster = 0.0
            for state, nexts in plans:
                value = 1 + sum([chance * known[after] for chance, after in nexts])
                faster = max(faster, abs(value - known[state]) / value)
                known[state] = value
            if faster < 1e-15:
                break
    raise RuntimeError("the expected numbers of turns do not settle")


def expected_turns(rules: Rules, lowest: int | None = None) -> float:
    """The fewest expected turns of a solo player to reach the goal; infinite if it cannot be reached."""
    return turns_values(rules, lowest)[0, 0]
