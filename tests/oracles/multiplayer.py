"""The slow, literal version of a race of any number of players; it shares no code with the package.

Between two turns the state is, as the player sees it who is to move (the mover),

    scores   the banked scores of all players in playing order, the mover's first
    busts    the busts in a row so far, in the same order (0 unless the rules have a streak with a penalty)
    to_beat  what the turn before banked (0 unless beat_previous)
    offer    what can be stolen: dice, turn total, single-die bonuses had; or None
    seat     how many have moved in this round (0 unless the end is equal-turns)
    leader   who was first to reach the goal: how many turns after the mover; 0 if nobody has

(of players who move no more, only the highest keep their scores: nothing else of them matters, 0 stands for it), and
what is looked for is a vector W for each state: the chances to win of all players in the same order. The mover decides
so that the own chance W[0] is greatest at each decision of the turn, and the others have what comes of it:

    W(state) = sum over the ends of that turn of chance * (W(state after it), turned so that the mover is first)

W is found by doing the turns of all states over and over, each new vector used at once, until nothing changes any more.
It begins with equal chances, or with any guess: more than two players may have several equilibria, and an answer is one
of them. Best turns may also answer each other in a circle, where there may be no equilibrium without chance in the
decisions; then `UnsettledError` is raised. States in which somebody has reached the goal need no guess, as only other
such states follow from them.

Of decisions that are equally good for the mover (within MARGIN: what is computed is never quite exact) one that banks
is taken, so that the others' chances are not left to rounding. One turn is as in `oracles.table.Turn`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from oracles.roll import Dice, Rules
from oracles.table import End, Offer, Table, Turn

Vector = tuple[float, ...]  # the chances to win of all players, the mover's first
Vectors = Mapping["State", Vector]
Key = TypeVar("Key")
Choice = TypeVar("Choice")
Plan = tuple[list[float], list[tuple[float, Key]]]  # shares of a win at once; what else may be next, with its chance

TOLERANCE = 1e-12
MARGIN = 1e-12
MOST_SWEEPS = 400


class State(NamedTuple):
    """What there is between two turns, see above."""

    scores: tuple[int, ...]
    busts: tuple[int, ...]
    to_beat: int = 0
    offer: Offer | None = None
    seat: int = 0
    leader: int = 0


def start(players: int) -> State:
    """The state at the start of a game."""
    return State((0,) * players, (0,) * players)


class UnsettledError(RuntimeError):
    """Turns that go round in circles: `changes` says where, and by how much, `vectors` what was left of it."""

    def __init__(self, changes: dict[State, float], vectors: dict[State, Vector]) -> None:
        worst = max(changes, key=lambda state: changes[state])
        super().__init__(f"{len(changes)} states do not settle, {worst} still changes by {changes[worst]:.1e}")
        self.changes, self.vectors = changes, vectors


class BestTurn(Turn):
    """The mover's turn in a state; `worth` is what it is worth to the mover to end it in each way."""

    def __init__(self, race: "Race", state: State, worth: Callable[[End], float]) -> None:
        super().__init__(race.table, state.scores[0], worth, 1.0)
        self.race, self.most_total = race, inf
        self.to_beat = state.to_beat
        self.starts += [state.offer] if state.offer else []
        if race.table.end_rule != "sudden":  # else a bank that reaches the goal wins, and ends the turn
            self.most_total = max(race.table.goal, *state.scores) - self.score + race.past_goal

    def most_of_roll(self, left: Dice, total: int, singles: int) -> float:
        """Below the goal every way to end a turn is looked at; past it, not what is hopeless or without end."""
        if not left:
            return -inf
        if self.score + total < self.table.goal:
            return inf
        most = super().most_of_roll(left, total, singles)
        if total >= self.most_total and self.worth(self.table.bank(left, total, singles)) < most:
            self.race.was_stopped = True
            return -inf
        return most

    def decision(self, left: Dice, total: int, singles: int) -> End | None:
        if self.may_bank(total):
            bank = self.table.bank(left, total, singles)
            return bank if self.worth(bank) >= self.position(left, total, singles) - MARGIN else None
        return super().decision(left, total, singles)

    def best_position(self, positions: list[Offer]) -> Offer:
        positions = sorted(positions)
        positions = first_best(positions, [self.position(*position) for position in positions])
        return min(positions, key=lambda position: self.decision(*position) is None)

    def best_start(self) -> Offer:
        return first_best(self.starts, [self.rolling(*start) for start in self.starts])[0]

    def best_dice(self, left: Dice, total: int, singles: int) -> Dice:
        choices = self.table.game.choices(left)
        return first_best(choices, [self.rolling_these(dice, total, singles) for dice in choices])[0]


def first_best(choices: Sequence[Choice], values: Sequence[float]) -> list[Choice]:
    """Those that are as good as the best, in their order."""
    good = max(values) - MARGIN
    return [choice for choice, value in zip(choices, values, strict=True) if value >= good]


class Race:
    """The rules of a game for any number of players."""

    one: Any = 1.0  # of the type of numbers

    def __init__(self, rules: Rules, players: int, past_goal: int | None = None) -> None:
        if players < 2 or rules.get("simultaneous", False):
            raise ValueError("the oracle plays games of two players or more, who move in turn")
        self.table, self.players = Table(rules, None), players
        span = self.table.goal - min(self.table.floor, 0)
        self.past_goal = span + self.table.most_points() if past_goal is None else past_goal
        self.was_stopped = False  # whether somebody would have rolled on past that

    def after(self, state: State, end: End | None) -> State | Vector:
        """What comes after a turn (None: a roll that wins): the next state, or the shares of the win, mover first."""
        table, n = self.table, self.players
        if end is None:
            return (1,) + (0,) * (n - 1)
        score, busts = table.after(state.scores[0], state.busts[0], end)
        first = state.leader  # who reached the goal first
        reached = bool(first) or score >= table.goal
        turns_left = {"sudden": 0, "last-turn": (first or n) - 1, "equal-turns": n - 1 - state.seat}[table.end_rule]
        if reached and not turns_left:
            return self.shares([score, *state.scores[1:]], first)
        scores, all_busts = (*state.scores[1:], score), (*state.busts[1:], busts)
        if reached:
            highest = max(scores[turns_left:])
            scores = (*scores[:turns_left], *[one if one == highest else 0 for one in scores[turns_left:]])
            all_busts = (*all_busts[:turns_left], *[0] * (n - turns_left))
        return State(
            scores,
            all_busts,
            end.points if table.beat_previous and end.how == "bank" else 0,
            end.offer,
            (state.seat + 1) % n if table.end_rule == "equal-turns" else 0,
            (first or n) - 1 if reached else 0,
        )

    def shares(self, scores: list[int], first: int) -> Vector:
        """Who has won at the end; the players reached the goal in playing order, from `first` on."""
        order = [player % self.players for player in range(first, first + self.players)]
        highest = [player for player in order if scores[player] == max(scores)]
        winners = highest if self.table.tie == "split" else highest[:1]
        return tuple([self.one / len(winners) if player in winners else 0 for player in range(self.players)])

    def turn(self, state: State, chance: Callable[[State], float]) -> BestTurn:
        """The turn of a mover to whom it is worth `chance` to leave the game in each state."""

        def worth(end: End) -> float:
            after = self.after(state, end)
            return chance(after) if isinstance(after, State) else after[0]

        turn = BestTurn(self, state, worth)
        turn.best = self.one
        return turn

    def plan(self, state: State, turn: BestTurn) -> Plan[State]:
        """What comes of the turn that is best for the mover."""
        now: list[float] = [0] * self.players
        later = []
        for end, chance in turn.ends().items():
            after = self.after(state, end)
            if isinstance(after, State):
                later.append((chance, after))
            else:
                now = [sum_ + chance * share for sum_, share in zip(now, after, strict=True)]
        return now, later


class Sweeps(Generic[Key]):
    """Vectors found by doing all plans over and over; a vector is seen by a player one place before the next one's."""

    def __init__(self, plan: Callable[[Key], Plan[Key]], state: Callable[[Key], State], guess: Callable[[Key], Vector]):
        self.plan, self.state, self.guess = plan, state, guess
        self.known: dict[Key, Vector] = {}
        self.open: list[Key] = []  # where nobody has reached the goal, as they are found

    def vector(self, key: Key) -> Vector:
        if key not in self.known:
            if self.state(key).leader:
                self.known[key] = self.total(self.plan(key))
            else:
                self.known[key] = self.guess(key)
                self.open.append(key)
        return self.known[key]

    def total(self, plan: Plan[Key]) -> Vector:
        now, later = plan
        after = [(chance, self.vector(key)) for chance, key in later]
        return tuple([share + sum([chance * vector[i - 1] for chance, vector in after]) for i, share in enumerate(now)])

    def put(self, key: Key, vector: Vector) -> float:
        """The largest change."""
        change = max([abs(new - old) for new, old in zip(vector, self.known[key], strict=True)])
        self.known[key] = vector
        return change

    def settle(self, tolerance: float) -> dict[Key, float]:
        """What does not settle, with its largest change in a circle of sweeps; nothing if all is well.

        After each sweep comes, to be faster, what comes of it if all go on to play like this; no longer so once that
        has led in a circle.
        """
        hasten, history = True, [dict.fromkeys(self.open, 1.0)]
        seen: dict[tuple[float, ...], int] = {}
        for sweep in range(1, MOST_SWEEPS + 1):
            before, changes, plans = len(self.open), {}, []
            for key in self.open:  # more may be found, and done, on the way
                plans.append((key, self.plan(key)))
                changes[key] = self.put(key, self.total(plans[-1][1]))
            history.append({key: change for key, change in changes.items() if change >= tolerance})
            if len(self.open) == before and not history[-1]:
                return {}
            for _ in range(1000 if hasten else 0):
                if max([self.put(key, self.total(plan)) for key, plan in plans]) < tolerance / 1000:
                    break
            self.open.sort(key=lambda key: sum(self.state(key).scores), reverse=True)
            now = tuple([round(chance, 9) for key in self.open for chance in self.known[key]])
            if now in seen and max(changes.values()) > 1e-7:
                if not hasten:
                    return _largest(history[seen[now] + 1 :])
                hasten, seen = False, {}
            seen[now] = sweep
        return _largest(history[-10:])


def _largest(history: list[dict[Key, float]]) -> dict[Key, float]:
    return {key: max([changes.get(key, 0.0) for changes in history]) for changes in history for key in changes}


def _sweeps(race: Race, vectors: Vectors, unknown: Callable[[State], Vector]) -> Sweeps[State]:
    """The vectors given, and those of states in which somebody has reached the goal; `unknown` gives the others."""

    def plan(state: State) -> Plan[State]:
        return race.plan(state, race.turn(state, lambda after: sweeps.vector(after)[-1]))

    sweeps = Sweeps(plan, lambda state: state, unknown)
    sweeps.known.update(vectors)
    return sweeps


def _missing(state: State) -> Vector:
    raise KeyError(f"there is no vector for {state}")


def _solved(
    race: Race, tolerance: float, guess: Callable[[State], Vector] | None, also: Iterable[State]
) -> dict[State, Vector]:
    sweeps = _sweeps(race, {}, guess or (lambda _: (1 / race.players,) * race.players))
    for state in [start(race.players), *also]:
        sweeps.vector(state)
    changes = sweeps.settle(tolerance)
    if changes:
        raise UnsettledError(changes, sweeps.known)
    return sweeps.known


def win_vectors(
    rules: Rules,
    players: int,
    tolerance: float = TOLERANCE,
    guess: Callable[[State], Vector] | None = None,
    also: Iterable[State] = (),
    past_goal: int | None = None,
) -> dict[State, Vector]:
    """Each player's chance to win in each state, the mover's first, when all make the most of their own chances.

    The states are all that can come up, and all that follow from `also`; but where the goal is reached and the game
    goes on, not those that nobody would go for. There a player must bank who is `past_goal` points past the goal and
    past all others; if it is not given, it is raised until that makes no difference.
    """
    race, also = Race(rules, players, past_goal), list(also)
    solved = _solved(race, tolerance, guess, also)
    while past_goal is None and race.was_stopped:
        before, race = solved, Race(rules, players, race.past_goal * 3 // 2)
        solved = _solved(race, tolerance, guess, also)
        pairs = [zip(before[state], solved[state], strict=True) for state in before if not state.leader]
        if all(abs(chance - other) < 10 * tolerance for pair in pairs for chance, other in pair):
            break
    return solved


def deviation_gain(rules: Rules, players: int, vectors: Vectors, past_goal: int | None = None) -> float:
    """The most that the mover gains in any state by playing this turn otherwise: best own chance less the given one.

    Below 0 if all the given chances are too good to be true. Vectors of states in which somebody has reached the goal
    may be missing; they are worked out.
    """
    race = Race(rules, players, past_goal)
    sweeps = _sweeps(race, vectors, _missing)
    turns = {state: race.turn(state, lambda after: sweeps.vector(after)[-1]) for state in vectors}
    return max([turn.value() - vectors[state][0] for state, turn in turns.items()])


def largest_change(rules: Rules, players: int, vectors: Vectors, past_goal: int | None = None) -> float:
    """The most by which a given chance of any player differs from what comes of the movers' best turns.

    Where a mover has two equally good decisions, the others' chances may well differ although nobody errs.
    """
    sweeps = _sweeps(Race(rules, players, past_goal), vectors, _missing)
    return max([sweeps.put(state, sweeps.total(sweeps.plan(state))) for state in vectors])


def best_responses(
    rules: Rules, players: int, policy_vectors: Vectors, seat: int, past_goal: int | None = None
) -> dict[tuple[State, int], float]:
    """The greatest chance to win of one player whose opponents play what is best for them by the given vectors.

    It is given for each state and the number of turns until that player moves, as far as they follow from the start
    with that player in the given seat, counted from 0. The others do not mind what that player does: they go on to
    play by the vectors. All chances begin with 0, so a game that never ends counts nothing.
    """
    race = Race(rules, players, past_goal)
    policy = _sweeps(race, policy_vectors, _missing)
    plans: dict[State, Plan[State]] = {}

    def plan(key: tuple[State, int]) -> Plan[tuple[State, int]]:
        state, wait = key
        if wait == 0:
            turn = race.turn(state, lambda after: sweeps.vector((after, players - 1))[0])
            now, later = race.plan(state, turn)
        else:
            if state not in plans:
                plans[state] = policy.plan(state)
            now, later = plans[state]
        return [now[wait]], [(chance, (after, (wait - 1) % players)) for chance, after in later]

    sweeps = Sweeps(plan, lambda key: key[0], lambda _: (0.0,))
    sweeps.vector((start(players), seat))
    changes = sweeps.settle(TOLERANCE)
    if changes:
        raise RuntimeError(f"the chances of seat {seat} do not settle")
    return {key: vector[0] for key, vector in sweeps.known.items()}


def best_response_value(
    rules: Rules, players: int, policy_vectors: Vectors, seat: int, past_goal: int | None = None
) -> float:
    """The greatest chance to win from the start of the player in a seat, see `best_responses`."""
    return best_responses(rules, players, policy_vectors, seat, past_goal)[start(players), seat]
