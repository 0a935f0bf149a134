"""Best play as a strategy, and the best response of one player to the strategies of the others; no code of the package.

Best play is that of `oracles.multiplayer`. A best response is found as there: all turns are done over and over, the
player's own as well as possible by the chances so far, until nothing changes any more.
"""

from collections.abc import Callable, Iterator, Sequence
from math import inf

from oracles.fixed import Fixed, Play, least_bank
from oracles.multiplayer import Plan, Race, State, Sweeps, Vectors, start, win_vectors
from oracles.played import Key, Named, Seats, Strategy, TooLargeError, has_no_floor
from oracles.points import Place
from oracles.roll import Dice, Rules
from oracles.table import Offer

TIED = 1e-9  # chances that may be equal
MOST_PAST_GOAL = 64  # turns are not followed past the goal further than so many times as far as most need


class BestPlay:
    """Best play by known vectors, see `oracles.multiplayer`; called with a state it says how it plays its turn."""

    def __init__(self, race: Race, vectors: Vectors) -> None:
        self.race, self.vectors, self.known = race, dict(vectors), dict[State, BestPlayTurn]()
        self.tied = False

    def __call__(self, state: State) -> "BestPlayTurn":
        if state not in self.known:
            self.known[state] = BestPlayTurn(self, state)
        return self.known[state]

    def chance(self, state: State) -> float:
        """What it is worth to leave the game in a state; where the goal is reached it may have to be worked out."""
        if state not in self.vectors:
            if not state.leader:
                raise KeyError(f"there is no vector for {state}")
            now, later = self.race.plan(state, self.race.turn(state, self.chance))
            rest = [(chance, after, self.chance(after)) for chance, after in later]
            self.vectors[state] = tuple(
                [
                    share + sum([chance * self.vectors[after][i - 1] for chance, after, _ in rest])
                    for i, share in enumerate(now)
                ]
            )
        return self.vectors[state][-1]


class BestPlayTurn(Play):
    """A turn played as well as possible."""

    def __init__(self, strategy: BestPlay, state: State) -> None:
        race = strategy.race
        super().__init__(race.table, least_bank(race.table, state))
        self.strategy, self.turn = strategy, race.turn(state, strategy.chance)

    def begin(self) -> Place:
        values = sorted([self.turn.rolling(*one) for one in self.turn.starts])
        self.strategy.tied |= len(values) > 1 and values[-2] >= values[-1] - TIED
        return Place(*self.turn.best_start())

    def dice(self, place: Place) -> Dice:
        return self.turn.best_dice(*place.offer)

    def settle(self, place: Place, positions: list[Offer]) -> tuple[Place, bool]:
        best = self.turn.best_position(positions)
        decision = self.turn.decision(*best)
        # One who would roll on forever is stopped far beyond the goal, which may matter.
        self.strategy.tied |= self.strategy.race.was_stopped or self.is_tied(best, positions)
        return Place(*best), decision is not None

    def is_tied(self, best: Offer, positions: list[Offer]) -> bool:
        """Whether something else is as good, below a certain win."""
        turn = self.turn
        value = turn.position(*best)
        if value >= 1 - TIED:
            return False
        if any(turn.position(*one) >= value - TIED for one in positions if one != best):
            return True
        both = bool(best[0]) and turn.may_bank(best[1])
        if both and value <= TIED:  # one who cannot win may do anything, also what is not looked at
            return True
        return both and abs(turn.rolling(*best) - turn.worth(turn.table.bank(*best))) <= TIED


def best_play(rules: Rules, players: int) -> Callable[[Race], BestPlay]:
    """Best play of two players and more, in a game with a floor."""
    if has_no_floor(rules):
        raise TooLargeError("best play has no end where scores fall without end")
    vectors = win_vectors(rules, players)
    return lambda race: BestPlay(race, vectors)


def depth(state: State) -> int:
    """How far all players together are below 0, as a negative number."""
    return sum([min(score, 0) for score in state.scores])


def lowest_depths(rules: Rules, state: State) -> Iterator[int | None]:
    """Where to leave off scores that fall without end, lower and lower; None once if there is a floor."""
    if not has_no_floor(rules):
        yield None
        return
    step = 12 * int(rules["bust"]["penalty"])
    lowest = depth(state) - step
    while True:
        yield lowest
        step *= 2
        lowest -= step


def best_response(
    rules: Rules,
    names: Sequence[Named],
    seat: int,
    state: State | None = None,
    mover: int = 0,
    lowest: int | None = None,
) -> float:
    """The greatest chance to win of the player in a seat against the strategies of the others.

    The name in that seat is not used. All chances begin with 0, so a game that never ends counts nothing. Where scores
    fall without end the game stops (and counts nothing) at a lowest score, which is lowered until that does not matter.
    """
    state = state or start(len(names))
    before = -1.0
    for floor in lowest_depths(rules, state):
        found = _followed_far_enough(rules, floor, names, seat, state, mover)
        if floor is None or abs(found - before) < 1e-11:
            return found
        before = found
    raise AssertionError


def _followed_far_enough(
    rules: Rules, floor: int | None, names: Sequence[Named], seat: int, state: State, mover: int
) -> float:
    """The best response if turns go on past the goal as long as that makes a difference."""
    race, before = Seats(rules, len(names), floor), -1.0
    nearest = race.past_goal
    while True:
        found = _best_response(race, names, seat, state, mover)
        if not race.was_stopped or abs(found - before) < 1e-12:
            return found
        before, further = found, race.past_goal * 2
        if further > MOST_PAST_GOAL * nearest:
            raise TooLargeError("the best turn goes on further than this program follows it")
        race = Seats(rules, len(names), floor)
        race.past_goal = further


def _best_response(race: Seats, names: Sequence[Named], seat: int, state: State, mover: int) -> float:
    others: list[Strategy | None] = [
        None if i == seat else Fixed(race, name) if isinstance(name, str) else name(race)
        for i, name in enumerate(names)
    ]
    known: dict[Key, Plan[Key]] = {}
    lowest = -inf if race.lowest is None else race.lowest

    def chance(key: Key) -> float:
        return 0.0 if depth(key[0]) <= lowest else sweeps.vector(key)[0]

    def plan(key: Key) -> Plan[Key]:
        here, who = key
        following = (who + 1) % race.players
        strategy = others[who]
        if strategy is None:
            now, later = race.plan(here, race.turn(here, lambda after: chance((after, following))))
            return [now[0]], [(part, (after, following)) for part, after in later if depth(after) > lowest]
        if key not in known:
            at = (seat - who) % race.players
            won, then = 0.0, []
            for end, part in strategy(here).ends.items():
                after = race.after(here, end)
                if not isinstance(after, State):
                    won += part * after[at]
                elif depth(after) > lowest:
                    then.append((part, (after, following)))
            known[key] = [won], then
        return known[key]

    sweeps = Sweeps(plan, lambda key: key[0], lambda _: (0.0,))
    sweeps.vector((state, mover))
    changes = sweeps.settle(1e-12)
    if changes:
        raise RuntimeError(f"the chances of seat {seat} do not settle")
    return sweeps.known[state, mover][0]
