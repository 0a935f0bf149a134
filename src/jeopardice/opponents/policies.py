"""The strategies of the library at the table: their policies in a position of a game.

They play as in `match` and `simulate`: a bank that is not legal, or that would lose in a last turn, is not made, and
the player rolls on; they never steal. Against several others the highest score counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from jeopardice.play.game import Game
from jeopardice.play.moves import Move
from jeopardice.play.players import bank_loses, bank_or_other, best_other, others_have_a_turn, winning_bank
from jeopardice.play.table import AN_OPTION, model_bytes
from jeopardice.race.carryover import CarryoverState
from jeopardice.race.model import RaceModel, race_model
from jeopardice.rulebook import Rules
from jeopardice.strategies.base import PolicyStrategy
from jeopardice.strategies.policy import Policy, outcomes_in_core
from jeopardice.turn import Option, Place, TurnModel
from jeopardice.turn.build import fewer_can_be_better

MOST_POLICY_BYTES = 8 * 2**20
"""Bytes of policies that a player remembers; one is recomputed in milliseconds."""
Options = frozenset[tuple[int, Place]]
"""What a roll offers: points, and the place in the turn then."""


@dataclass(frozen=True)
class _PolicyLookup:
    """Finds the decision of a policy by what a roll offers."""

    policy: Policy
    places: dict[tuple[Place, int | None], int]
    outcomes: dict[tuple[int, Options], int]
    """By phase and what a roll offers: the outcome's place in the core."""

    @classmethod
    def of(cls, policy: Policy) -> _PolicyLookup:
        model = policy.model
        places = {(phase.place, phase.rolls_left): q for q, phase in enumerate(model.phases)}
        outcomes: dict[tuple[int, Options], int] = {}
        number = 0
        for q, phase in enumerate(model.phases):
            for outcome in (one for roll in phase.rolls for one in roll.going_on if not one.event):
                # In Hog several rolls offer the same; what is kept is the same then, too.
                outcomes.setdefault((q, _offered(model, outcome.options)), number)
                number += 1
        assert number == len(outcomes_in_core(model))
        return cls(policy, places, outcomes)

    @property
    def bytes(self) -> int:
        """The bytes that it takes, roughly."""
        return self.policy.choices.nbytes + AN_OPTION * (1 + len(self.outcomes))

    def choice(
        self, place: Place, rolls: int, total: int, options: Options, *, at_goal: bool
    ) -> tuple[Option, bool] | None:
        """The option to take at a turn total, after this number of earlier rolls, and whether to bank then.

        `at_goal`: the total reaches the goal, and others then have a last turn.
        """
        model = self.policy.model
        counted = model.phases[0].rolls_left
        phase = self.places[place, None if counted is None else max(0, counted - rolls)]
        row, waiting = total // model.unit, self.policy.waiting
        choices = waiting.choices if at_goal and waiting else self.policy.choices
        if row >= len(choices):
            return None
        number = self.outcomes[phase, options]
        choice = int(choices[row, number])
        return outcomes_in_core(model)[number].options[choice // 2], bool(choice % 2)


def _carried_to(game: Game) -> CarryoverState | None:
    """What is carried over to the turn of the seat to move; None: a last turn."""
    if game.last_turn:
        return None
    table, rules = game.table, game.table.rules
    busts = tuple(game.busts[(game.mover + k) % table.seats] for k in range(table.seats))
    in_rounds = rules.end.rule == "equal-turns" and not rules.simultaneous
    return CarryoverState(busts, game.to_beat, table.moved_before(game.mover) if in_rounds else 0)


def _offered(model: TurnModel, options: Iterable[Option]) -> Options:
    return frozenset((option.points, model.phases[option.phase].place) for option in options)


@dataclass
class PolicyPlayer:
    """Plays a strategy of the library."""

    rules: Rules
    strategy: PolicyStrategy
    _known: dict[Any, _PolicyLookup] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._race: RaceModel = race_model(self.rules)
        self._policy(0, 0, None)  # refuses a strategy that does not fit this game

    def _policy(self, own: int, other: int, carried: CarryoverState | None) -> _PolicyLookup:
        situation = self.strategy.carrying(carried).situation(self._race, own, other)
        found = self._known.get(situation)
        if found is None:
            found = _PolicyLookup.of(self.strategy.policy(self._race, situation))
            self._known = {**self._known, situation: found}
            while self._policy_bytes > MOST_POLICY_BYTES and len(self._known) > 1:
                self._known = dict(list(self._known.items())[1:])  # a new dict: another thread may read the old one
        return found

    @property
    def _policy_bytes(self) -> int:
        return sum(lookup.bytes for lookup in self._known.values())

    @property
    def bytes(self) -> int:
        """The bytes that it takes by now, roughly."""
        return model_bytes(self._race.turn) + self._policy_bytes

    def choose(self, game: Game) -> Move:
        """What the policy says, as far as it is legal."""
        low, high = self._race.lowest_score, self.rules.goal - 1
        own, other = (min(max(low, score), high) for score in (game.scores[game.mover], best_other(game)))
        lookup = self._policy(own, other, _carried_to(game))
        if self.strategy.takes_wins and (won := winning_bank(game)) and not self._waits(game, won, lookup.policy):
            return won
        legal = [move for move in game.legal if move.then != "steal"]
        if len(legal) == 1:
            return legal[0]
        if game.at_start:
            name = game.table.model.hand_name(lookup.policy.model.phases[0].rolls[lookup.policy.first_roll].dice)
            return next(move for move in legal if move.dice == name)
        keep, banks = ("", self._banks(game, lookup)) if game.turn.roll is None else self._kept(game, lookup)
        moves = [move for move in legal if move.keep == keep]

        def is_enough(bank: Move) -> bool:
            return not bank_loses(game, bank.total) and not self._waits(game, bank, lookup.policy)

        return bank_or_other(moves, lambda bank: banks and is_enough(bank))

    def _waits(self, game: Game, bank: Move, policy: Policy) -> bool:
        """Whether a bank reaches the goal, and the policy waits there for a larger lead."""
        waiting = policy.waiting
        if waiting is None or not others_have_a_turn(game, bank.total):
            return False
        places = [phase.place for phase in policy.model.phases]
        rolls_on = waiting.rolls_on[places.index(game.table.model.phases[bank.phase].place)]
        ahead = game.scores[game.mover] + bank.total - best_other(game)
        return rolls_on or ahead < waiting.lead * policy.model.unit

    def _banks(self, game: Game, lookup: _PolicyLookup) -> bool:
        """Pig: whether to bank after the roll just made."""
        turn, model = game.turn, game.table.model
        points = turn.kept[-1][1]
        place = model.phases[turn.phase].place
        before = turn.total - points
        at_goal = others_have_a_turn(game, before)
        found = lookup.choice(place, turn.rolls - 1, before, frozenset([(points, place)]), at_goal=at_goal)
        return found is None or found[1]

    def _kept(self, game: Game, lookup: _PolicyLookup) -> tuple[str, bool]:
        """Farkle: the dice to set aside, and whether to bank then."""
        turn, model = game.turn, game.table.model
        assert turn.roll is not None
        sets = game.table.choices(turn.phase, turn.roll).sets
        offers = {keep: (kept.points, model.phases[kept.phase].place) for keep, kept in sets.items()}
        worth_a_look = set(offers.values())
        if not fewer_can_be_better(self.rules):
            worth_a_look = {(max(p for p, other in worth_a_look if other == place), place) for _, place in worth_a_look}
        place = model.phases[turn.phase].place
        at_goal = others_have_a_turn(game, turn.total)
        found = lookup.choice(place, turn.rolls - 1, turn.total, frozenset(worth_a_look), at_goal=at_goal)
        if found is None:  # beyond the totals of the policy: the most points
            return max(sets, key=lambda keep: sets[keep].points), True
        option, banks = found
        taken = (option.points, lookup.policy.model.phases[option.phase].place)
        return next(keep for keep, offer in offers.items() if offer == taken), banks
