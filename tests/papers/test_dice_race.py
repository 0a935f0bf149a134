"""The race of one player alone, against a slow version in fractions that shares no code with it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import erf, sqrt

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.flint_numbers import float_of
from jeopardice.papers.dice_race.best import BestRace, best_race, goings_on, thresholds
from jeopardice.papers.dice_race.counts import count_turns, shape
from jeopardice.papers.dice_race.digits import digits
from jeopardice.papers.dice_race.limits import ThresholdPattern, far_chance, free_thresholds, pattern
from jeopardice.papers.dice_race.long_runs import long_run
from jeopardice.papers.dice_race.optimum import optimum
from jeopardice.papers.dice_race.settling import dominating_roots, settling
from jeopardice.papers.dice_race.strategies import best_rolls, fixed_threshold, follow, going_on, hold, of_the_paper
from jeopardice.papers.dice_race.turns import PigTurn, pig_turn
from jeopardice.solvers.race import solve_race
from oracles import dice_race as naive

GAMES: dict[str, tuple[str, dict[str, object], int]] = {
    "pig": ("pig", {}, 60),
    "four sides": ("pig", {"dice.sides": 4}, 40),
    "two dice": ("pig", {"dice.count": 2}, 34),
    "loaded": ("pig", {"dice.weights": [2, 1, 1, 1, 1, 1]}, 40),
    "three sides": ("pig", {"dice.sides": 3}, 30),
    "in twos": ("pig", {"dice.sides": 4, "dice.weights": [1, 1, 0, 1]}, 24),
    "one gain": ("pig", {"dice.weights": [3, 0, 0, 0, 0, 1]}, 12),
    "coin": ("piglet", {}, 20),
    "big pig": ("big-pig", {}, 44),
}


@cache
def game(name: str) -> tuple[PigTurn, dict[int, Fraction], int]:
    """The turn of a game, the same for the slow version, and how far that is followed."""
    preset, changes, to = GAMES[name]
    turn = pig_turn(jd.rules(preset).replace(changes))
    return turn, {g: fraction(p) for g, p in turn.gains}, to


def fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def holds(ball: arb | None, value: Fraction | None, digits: int = 60) -> bool:
    """Whether a ball holds a number, and is so narrow that this says something."""
    if ball is None or value is None:
        return False
    with ctx.workprec(2048):
        apart = ball - arb(fmpq(value.numerator, value.denominator))
        return bool(apart.contains(0)) and bool(ball.rad() < arb(10) ** -digits)


@pytest.fixture(scope="module")
def pig() -> BestRace:
    return best_race(pig_turn(jd.rules("pig")), 2000)


@pytest.mark.parametrize("name", GAMES)
def test_laws_of_a_turn_are_those_of_playing_it_roll_by_roll(name: str) -> None:
    turn, gains, _ = game(name)
    for k in (1, 2, 3, 7, 20):
        slow = naive.landing(gains, k)
        outcomes = turn.threshold(k)
        assert {j: fraction(p) for j, p in outcomes.banks} == {j: p for j, p in slow.items() if j and p}
        assert (fraction(outcomes.bust), fraction(outcomes.mean)) == (slow[0], naive.mean(slow))
        assert fraction(outcomes.variance) == naive.spread(slow)
        for more in (1, 4):
            slow = naive.go_on(gains, k, more)
            assert {j: fraction(p) for j, p in turn.go_on(k, more).banks} == {j: p for j, p in slow.items() if j and p}
    slow = naive.exact_rolls(gains, 3)
    assert {j: fraction(p) for j, p in turn.exactly(3).banks} == {j: p for j, p in slow.items() if j}


@pytest.mark.parametrize("name", GAMES)
def test_best_thresholds_their_lead_and_the_expected_turns_are_those_of_trying_all(name: str) -> None:
    turn, gains, to = game(name)
    best, slow = best_race(turn, to), naive.best_thresholds(gains, to)
    for n in range(1, to + 1):
        choice = best.choices[n - 1]
        names = {way.k for way in (choice.way, *choice.tied)}
        assert {turn.plan_of(k) for k in slow[n].best} == names
        assert choice.proven
        assert holds(best.expected(n), slow[n].turns)
        if choice.tied:
            assert slow[n].lead == 0
        else:
            assert (choice.lead is None and slow[n].lead is None) or holds(choice.lead, slow[n].lead)
    for k in (1, 5, 12):
        slow_with_k = naive.expected_turns(gains, k, 30 if to >= 30 else to)
        for n in range(k, len(slow_with_k)):
            assert holds(best.holding(n, k), slow_with_k[n])


@pytest.mark.parametrize("name", GAMES)
def test_the_optimum_is_that_of_policy_iteration_over_all_ways_to_bank(name: str) -> None:
    turn, gains, to = game(name)
    found, slow = optimum(turn, to), naive.optimum(gains, to)
    for n in range(1, to + 1):
        assert holds(found.expected(n), slow[n].turns, 50)
    assert not found.undecided
    rest = [entry.turns for entry in slow]
    at_best = [min(naive.turns(naive.landing(gains, k), n, rest) for k in range(1, n + 1)) for n in range(1, to + 1)]
    assert [d.n for d in found.departures] == [n for n in range(1, to + 1) if at_best[n - 1] > slow[n].turns]
    for d in found.departures:
        assert set(d.banks_at) == set(slow[d.n].banks_met)
        assert holds(d.gain, at_best[d.n - 1] - slow[d.n].turns, 50)


@pytest.mark.parametrize("name", GAMES)
def test_variance_and_distribution_are_those_of_following_the_points_to_go(name: str) -> None:
    turn, gains, to = game(name)
    best = best_race(turn, to)
    course = follow(turn, best.outcomes, to)
    played = [0, *(best.way(n).k for n in range(1, to + 1))]
    slow = naive.variance(gains, played)
    assert all(holds(course.variances[n], slow[n]) for n in range(to + 1))
    counts = count_turns(best.outcomes, to, {to})
    chances = naive.distribution(gains, played, to, 25)
    assert counts.chances[to][:26] == pytest.approx([float(p) for p in chances], rel=counts.relative_error)
    assert counts.chances[to].sum() == pytest.approx(1, abs=1e-12)
    assert counts.first_player[12] == pytest.approx(float(naive.duel(gains, played, 12)), rel=1e-12)


def test_going_on_is_best_where_haigh_and_roters_say(pig: BestRace) -> None:
    turn, gains, _ = game("four sides")
    slow = naive.strategy_6(gains, 30)
    _, best = going_on(turn, 30)
    for n in range(1, 31):
        assert holds(best.expected(n), slow[n].turns)
        way = best.way(n)
        assert way.more is None or any(turn.plan_of(c) == way.more and k == way.k for k, c in slow[n].best)
    _, best = going_on(pig.turn, 400)
    assert [(n, str(best.way(n))) for n in range(1, 401) if best.way(n).more] == [(53, "17+4"), (75, "18+1")]


def test_only_two_numbers_of_points_have_no_best_threshold_however_many_there_are(pig: BestRace) -> None:
    found = optimum(pig.turn, 1500)
    assert [d.n for d in found.departures] == [53, 75]
    assert [d.goes_on_from for d in found.departures] == [(22, 24, 25), (21, 22, 23)]
    assert found.decided_from == 510


@pytest.mark.parametrize("name", GAMES)
def test_a_proof_that_only_ways_without_excess_are_best_holds_for_all_that_follows(name: str) -> None:
    turn, _, _ = game(name)
    best = best_race(turn, 1500)
    assert best.decided_from is not None
    assert best.settled_from is not None
    free = {way.k for way in thresholds(turn) if not way.excess}
    assert free == set(free_thresholds(turn))
    assert all(best.way(n).k in free for n in range(best.settled_from, 1501))
    assert best.settled_from == 1 or best.way(best.settled_from - 1).k not in free


def test_the_limit_holds_all_later_excesses_and_shrinks(pig: BestRace) -> None:
    near, far = pig.limits(1000), pig.limits(2000)
    assert near.contains(far)
    assert far.rad() < near.rad() / 100
    with ctx.workprec(pig.bits):
        assert all(near.contains(e) for e in pig.excesses[1000:])
    with pytest.raises(InputError, match="followed further"):
        pig.limits(300)


def test_fifty_digits_of_k1_are_certain() -> None:
    best = best_race(pig_turn(jd.rules("pig")), 18_500)
    assert best.limits().rad() < arb(10) ** -51
    assert digits(best.limits(), 50) == "0.22276253262616821824277902974608327164152186174152"


def test_precision_that_does_not_suffice_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.papers.dice_race.best.EXACT_BITS", 50)
    low = best_race(pig_turn(jd.rules("pig")), 3000, bits=24)
    assert low.bits > 24
    high = best_race(pig_turn(jd.rules("pig")), 3000, bits=512)
    assert [c.way.k for c in low.choices] == [c.way.k for c in high.choices]


def test_exact_ties_are_found_in_fractions() -> None:
    turn, _, _ = game("coin")
    best = best_race(turn, 500)
    assert all(c.tied and c.proven for c in best.choices[1:])
    assert best.bits == 256


def test_strategies_of_the_paper_are_no_better_than_the_best(pig: BestRace) -> None:
    courses = [strategy.course(300) for strategy in of_the_paper(pig, 300)]
    assert [s.number for s in of_the_paper(pig, 300)] == [1, 2, 3, 4, 6, 7]
    best = optimum(pig.turn, 300)
    for n in range(1, 301):
        assert all(not course.expected(n) < best.expected(n) for course in courses)
    assert best_rolls(pig.turn) == (5, 6)
    assert fixed_threshold(pig, 250, 20).course(300).expected(250).overlaps(pig.expected(250))


@pytest.mark.parametrize("minimum", [0, 10, 40])
def test_a_race_is_that_of_the_general_solver(minimum: int) -> None:
    rules = jd.rules("pig").replace({"goal": 200, "turn.minimum_bank": minimum})
    fewest = solve_race(rules, "turns").value
    assert float(optimum(pig_turn(rules), 200).expected(200)) == pytest.approx(fewest, rel=1e-13)


def test_pattern_solves_its_markov_chain_and_agrees_with_the_periodic_system(pig: BestRace) -> None:
    found = pattern(pig.turn, (21, 10), (20, 12))
    assert sum(found.visits, fmpq(0)) == 1
    parts, variance = found.periodic_part
    assert variance == found.variance
    assert sum(parts, fmpq(0)) == 0
    # Played for a long time the pattern has that variance: V(n) - n s^2 is periodic.
    course = follow(pig.turn, found.outcomes, 3000)
    grown = (course.variances[3000] - course.variances[3000 - 22 * 60]) / (22 * 60)
    assert float(grown) == pytest.approx(float_of(variance), abs=1e-6)
    swing = [float(course.variances[n]) - n * float_of(variance) for n in range(2979, 3001)]
    expected = [float_of(parts[(n - 1) % 22]) for n in range(2979, 3001)]
    assert np.array(swing) - np.mean(swing) == pytest.approx(np.array(expected), abs=1e-3)


def test_twelve_and_ten_cannot_go_on_forever(pig: BestRace) -> None:
    found = settling(pattern(pig.turn, (20, 12), (21, 10)))
    assert found.impossible
    assert {e.finding for e in found.eigenvalues} == {"turns", "alternates", "wrong signs"}
    # The largest eigenvalue is that of the race over a period: x'' - 2 Re(l) x' + |l|^2 x = 0 for what is left of e.
    root, course = found.eigenvalues[0].value, follow(pig.turn, found.pattern.outcomes, 6000)
    for n in range(1400, 1422):
        x, then, last = (float(course.excesses[n + 22 * t] - course.excesses[6000]) for t in range(3))
        size = abs(x) + abs(then) + abs(last)
        assert abs(last - 2 * float(root.real) * then + float(abs(root)) ** 2 * x) < 1e-4 * size


@pytest.mark.parametrize(("weights", "period"), [([1, 1, 0, 1], 4), ([1, 1, 0, 2], 6), ([1, 1, 0, 3], 8)])
def test_a_pattern_that_does_go_on_is_not_ruled_out(weights: list[int], period: int) -> None:
    turn = pig_turn(jd.rules("pig").replace({"dice.sides": 4, "dice.weights": weights}))
    best = best_race(turn, 3000)
    played = [best.way(n).k for n in range(1000, 3001)]
    assert len(set(played)) == 2
    assert played[period:] == played[:-period]
    found = settling(ThresholdPattern(turn, tuple(played[:period])))
    assert not found.impossible
    assert "fits" in {e.finding for e in found.eigenvalues}


def test_no_threshold_alone_oscillates_without_turning(pig: BestRace) -> None:
    for k in (20, 21):
        (size, period), *more = dominating_roots(pig.turn.threshold(k))
        course = hold(pig.turn, k).course(2200)
        crossings = [
            n
            for n in range(1000, 2200)
            if (course.excesses[n] - course.excesses[2200]) < 0 <= course.excesses[n + 1] - course.excesses[2200]
        ]
        assert np.mean([b - a for a, b in pairwise(crossings)]) == pytest.approx(float(period), abs=0.1)
        assert all(other[0] < size for other in more)


def test_long_runs_are_those_of_the_race(pig: BestRace) -> None:
    found = long_run(pig.turn, 2000)
    chosen = [k for k, length in found.runs for _ in range(length)]
    assert chosen == [pig.way(n).k for n in range(found.first, 2001)]
    assert found.to == 2000
    assert set(found.lengths[20]) == {11, 12}
    assert set(found.lengths[21]) == {10, 11}


def test_what_a_long_race_is_not_normal_by_is_its_skewness(pig: BestRace) -> None:
    found = shape(count_turns(pig.outcomes, 1000, {1000}).chances[1000])
    course = follow(pig.turn, pig.outcomes, 1000)
    assert found.mean == pytest.approx(float(course.expected(1000)), rel=1e-12)
    assert found.variance == pytest.approx(float(course.variances[1000]), rel=1e-11)
    assert found.from_skewed < found.from_normal / 8
    assert found.from_edgeworth < found.from_skewed / 4


def test_far_from_the_goal_the_chance_to_win_is_a_normal_one() -> None:
    rules = jd.rules("pig").replace({"goal": 400})
    solution = solve_race(rules, "win")
    turn = pig_turn(rules)
    for own, other in ((0, 0), (0, 40), (40, 0), (100, 60)):
        chance = solution.advise(scores=(own, other), turn=0).value
        assert far_chance(turn, 400 - own, 400 - other) == pytest.approx(chance, abs=3e-3)
    spread = sum(float_of(turn.threshold(k).variance) for k in (20, 21))
    lead, rounds = float_of(turn.mean) / 2, 400 / float_of(turn.mean)
    assert far_chance(turn, 400, 400) == pytest.approx(0.5 * (1 + erf(lead / sqrt(2 * rounds * spread))), rel=1e-14)


@settings(max_examples=25)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=5), st.integers(1, 3), st.integers(0, 6))
def test_any_small_die_and_minimum_bank(weights: list[int], bust: int, minimum: int) -> None:
    if not any(weights):
        return
    changes = {
        "dice.sides": len(weights) + 1,
        "dice.weights": [bust, *weights],
        "turn.minimum_bank": minimum,
    }
    turn = pig_turn(jd.rules("pig").replace(changes))
    gains = {g: fraction(p) for g, p in turn.gains}
    rest = [Fraction(0)]
    best = best_race(turn, 12)
    for n in range(1, 13):
        least = max(1, turn.bank_from)
        fewest = min(naive.turns(naive.landing(gains, k), n, rest) for k in range(least, max(n, least) + 1))
        assert holds(best.expected(n), fewest)
        rest.append(fewest)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"turn.keep_on_bust": True}, "turn.keep_on_bust"),
        ({"events.lose_banked": ["2"]}, "events.lose_banked"),
        ({"events.win": ["6"]}, "events.win"),
        ({"turn.first_bank": 10}, "turn.first_bank"),
        ({"bust.streak": 3, "bust.penalty": 10}, "bust.streak"),
    ],
)
def test_rules_that_a_race_alone_cannot_honour_are_named(changes: dict[str, object], word: str) -> None:
    with pytest.raises(InputError, match=word):
        pig_turn(jd.rules("pig").replace(changes))


def test_dice_with_very_many_sides_are_refused() -> None:
    with pytest.raises(JeopardiceError, match="turns continue to 5,049 points: too far for exact fractions"):
        pig_turn(jd.rules("pig").replace({"dice.sides": 100}))


def test_other_families_are_refused() -> None:
    with pytest.raises(InputError, match='family: "farkle"'):
        pig_turn(jd.rules("farkle"))


@given(st.integers(1, 10**40), st.integers(1, 10**30), st.integers(1, 200))
def test_digits_are_those_that_all_numbers_of_a_ball_share(numerator: int, denominator: int, bits: int) -> None:
    with ctx.workprec(bits + 8):
        ball = arb(fmpq(numerator, denominator))
    reported = digits(ball, 30)
    if "±" not in reported:
        mantissa, _, power = reported.partition("e")
        unit = Fraction(10) ** (int(power or 0) - len(mantissa.partition(".")[2]))
        assert 0 <= Fraction(numerator, denominator) - Fraction(reported) < unit


def test_a_ball_that_holds_zero_has_no_digits() -> None:
    assert digits(arb(0), 10) == "0"
    assert digits(arb(0, 1e-9), 10).startswith("0 ± 1.0e-09")
    assert digits(arb("-2.5"), 10) == "-2.500000000"


def test_goings_on_are_what_they_say(pig: BestRace) -> None:
    for way in goings_on(pig.turn, 4):
        assert way.outcomes == pig.turn.go_on(way.k, way.more or 0)
        assert way.fits_from == way.k + 6


def test_a_report_is_for_a_name_a_file_or_rules() -> None:
    found = [jd.race_report(game, to=20, target=20, far=20) for game in ("pig", jd.rules("pig"))]
    assert found[0].turn == found[1].turn
    with pytest.raises(InputError, match=r"^rules: 5: it must be the name of a preset, a file, a dictionary or Rules$"):
        jd.race_report(5)  # type: ignore[arg-type]
