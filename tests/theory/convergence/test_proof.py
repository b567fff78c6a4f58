"""The proofs with numbers: every line is true, and is what fractions on paper give."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from perceptron_gui import train
from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.convergence.proof import (
    BY_DATA,
    BY_MARGIN,
    BY_SEPARATOR,
    DISTANCE,
    PROOFS,
    SQUEEZE,
    Proof,
    proof_of,
)
from perceptron_gui.theory.convergence.statement import (
    HIGHLIGHTS,
    POINT,
    STATE,
    numbered,
    numbers_of,
)
from perceptron_gui.theory.inseparable.certificate_lines import certificate_lines
from perceptron_gui.theory.inseparable.cycle import cycle_lines
from tests.conftest import GOLDEN, Approve
from tests.core.runs.test_golden import run_of as golden_run
from tests.core.textbook import dot
from tests.figures.timelines import AND, RUNS, run_of

FAR: dict[str, Any] = {"init": "-10,7,20"}
SEPARABLE = [case for case in GOLDEN["pla"] if case["result"]["status"] == "converged"]


def proof(run: Run, visit: int | None = None, which: str = SQUEEZE, notation: str = "000") -> Proof:
    return proof_of(run, run.visits if visit is None else visit, NOTATIONS[notation], which)


def said(found: Proof, key: str) -> str:
    return to_plain(found.line(key).text)


def values(found: Proof, key: str) -> list[Fraction]:
    """Return the exact number that each side of an inequality ends in, roundings left out."""
    sides = re.split(r"\\[lg]e ", found.line(key).text)
    ends = [re.findall(r"= (-?[\d.]+(?:/\d+)?)(?= |\\|$)", side) for side in sides]
    return [Fraction(numbers[-1]) for numbers in ends if numbers]


# Runs whose proofs are told to the end, and the visits after which they are.
BOARDS: tuple[tuple[str, Any, dict[str, Any], tuple[int, ...]], ...] = (
    ("and", AND, {"tie": "minus"}, (12,)),
    ("and, before and after a visit without a mistake", AND, {"tie": "minus"}, (0, 13)),
    ("and from far away, by small steps", AND, {"eta": "0.1", **FAR}, (30,)),
    ("and with a margin", AND, {"margin": "0.3", "eta": "0.1"}, (3,)),
    ("one point", ([[1, 2]], [1]), {"offset": False}, (1,)),
)


def test_proofs_read_as_approved(approve: Approve) -> None:
    told: list[str] = []
    for name, data, options, visits in BOARDS:
        run = train(*data, **options)
        for notation, which, visit in product(NOTATIONS, PROOFS, visits):
            if name != "and" and notation not in ("000", "002"):
                continue
            found = proof(run, visit, which, notation)
            lines = [f"# {name}, visit {visit}: {which} of {notation}"]
            for section in found.sections:
                lines += [section.title, *(f"  {to_plain(line.text)}" for line in section.lines)]
            told.append("\n".join([*lines, found.why]).rstrip())
    approve("proofs", "\n\n".join(told))


def given(text: str) -> list[Fraction]:
    return list(map(Fraction, text.split(",")))


def test_slide_27_would_allow_fewer_updates_than_and_needs() -> None:
    """LECTURES 4: for w* = 0.1·(1, 1, −1.5) the slide gives 2.55, and AND needs 11."""
    run = train(*AND, tie="plus")
    assert run.outcome.updates == 11
    small = given("0.1,0.1,-0.15")
    found = proof_of(run, run.visits, NOTATIONS["000"], SQUEEZE, small)
    squared, least = (
        dot(small, small),
        min(y * dot(small, [*map(Fraction, x), Fraction(1)]) for x, y in zip(*AND, strict=True)),
    )
    assert (squared, least) == (Fraction(17, 400), Fraction(1, 20))
    assert 3 * squared / least == Fraction(255, 100)
    assert 3 * squared / least**2 == 51
    assert "which would allow 2.55 updates, and this run has made 11" in said(found, "misprint")
    assert said(found, "bound").endswith("k* = R²‖w*‖²/γ² = 51")
    assert found.most_updates == 51 and found.holds


@pytest.mark.parametrize("times", ["1/100", "1/2", "1", "7"])
@pytest.mark.parametrize("notation", NOTATIONS)
def test_the_bound_is_that_of_the_line_whatever_the_length_of_its_weights(
    times: str, notation: str
) -> None:
    run = train(*AND)
    for line, most in (("1,1,-3/2", 51), ("3,2,-4", 87)):
        scaled = tuple(Fraction(times) * v for v in given(line))
        for which in PROOFS:
            for visit in (0, 5, run.visits):
                found = proof_of(run, visit, NOTATIONS[notation], which, scaled)
                assert (found.most_updates, found.holds) == (most, True)


def test_weights_that_do_not_separate_are_no_separator() -> None:
    run = train(*AND)
    found = proof_of(run, 3, NOTATIONS["000"], SQUEEZE, given("1,1,0"))
    assert (found.obstacle, found.lines) == (BY_SEPARATOR, ())
    assert "for point 2" in found.why
    short = proof_of(run, 3, NOTATIONS["000"], SQUEEZE, given("1,1"))
    assert short.why == "w* has 2 numbers, but 3 are needed, the offset's last."


def test_page_11_of_003_forgets_alpha_and_page_13_that_ties_are_possible() -> None:
    """MATH E3.2 and E3.3, with the numbers of runs."""
    run = train(*AND)
    found = proof(run, run.visits, DISTANCE, "003")
    weights = [run.exact_weights_at(visit) for visit in (0, *run.history.visits.tolist())]
    away = [sum((a - b) ** 2 for a, b in zip(w, (2, 2, -3), strict=True)) for w in weights]
    risen = sum(later > earlier for earlier, later in pairwise(away))
    assert f"has risen at {risen} of these 18 updates" in said(found, "misprint")
    tie = next(
        visit
        for visit in run.history.visits.tolist()
        if "tie" in [line.key for line in proof(run, visit, DISTANCE, "003").lines]
    )
    assert "falls by β² = 3, not by more" in said(proof(run, tie, DISTANCE, "003"), "tie")
    lines = [line.key for line in proof(run, run.visits, DISTANCE, "000").lines]
    assert "misprint" not in lines


@pytest.mark.parametrize(
    ("eta", "squeezed", "by_distance"), [("1", 207, 366), ("0.1", 1669, 19671)]
)
def test_both_proofs_know_a_start_that_is_not_nought(
    eta: str, squeezed: int, by_distance: int
) -> None:
    """MATH B2: AND from (−10, 7, 20)."""
    run = train(*AND, eta=eta, **FAR)
    assert proof(run).most_updates == squeezed
    assert proof(run, which=DISTANCE).most_updates == by_distance
    assert said(proof(run), "start").startswith("‖w⁽⁰⁾‖² = 549, ⟨w⁽⁰⁾, w*⟩ = −66")
    # So far along the wrong way, ⟨w, u⟩ says nothing of ‖w‖² yet.
    assert said(proof(run, 2), "squeeze").startswith("by Cauchy-Schwarz: 0 ≤ ‖w⁽ᵏ⁾‖²")


@pytest.mark.parametrize("case", SEPARABLE, ids=lambda case: case["id"])
def test_every_line_holds_at_every_update_of_every_golden_run(case: dict[str, Any]) -> None:
    run = golden_run(case)
    if run.bounds is None:
        assert proof(run).obstacle == BY_DATA
        return
    visits = [0, *run.history.visits.tolist()]
    for visit in visits if len(visits) < 60 else visits[:: len(visits) // 30]:
        for which in PROOFS:
            found = proof(run, visit, which)
            if found.why:
                assert found.obstacle == BY_MARGIN and run.bounds.mistakes_up_to
                continue
            assert found.holds
            checked = [line.key for line in found.lines if line.holds is not None]
            assert "margin" in checked and "progress" in checked
            assert ("mistake" in checked) == (visit > 0)


@pytest.mark.parametrize("case", SEPARABLE[::5], ids=lambda case: case["id"])
def test_the_numbers_are_those_of_naive_fractions(case: dict[str, Any]) -> None:
    run = golden_run(case)
    if run.bounds is None or case["config"]["margin"] != "0":
        return
    config, data = case["config"], GOLDEN["datasets"][case["dataset"]]
    eta, bias = Fraction(config["eta"]), Fraction(config["bias_scale"])
    best = list(run.verdict.separator)
    gamma2, start = dot(best, best), [Fraction(v) for v in config["w0"]]
    before = start
    for k, (_, _, visit, i, _, after) in enumerate(case["result"]["updates"][:12], start=1):
        x = [Fraction(v) for v in data["X"][i]] + ([bias] if config["offset"] else [])
        z, w = [data["y"][i] * v for v in x], [Fraction(v) for v in after]
        found = proof(run, visit, notation="001")
        assert values(found, "along-gain")[0] == eta * dot(z, best)
        assert values(found, "cross-term")[0] == 2 * eta * dot(before, z)
        gained = dot(w, w) - dot(before, before)
        assert values(found, "norm-gain")[0] == gained
        assert values(found, "along-sum") == [dot(w, best), dot(start, best) + k * eta * gamma2]
        alpha = eta * run.verdict.radius_squared / gamma2
        away = [[a - alpha * b for a, b in zip(v, best, strict=True)] for v in (before, w)]
        drop = dot(away[0], away[0]) - dot(away[1], away[1])
        assert values(proof(run, visit, DISTANCE, "001"), "drop")[0] == drop
        before = w


def test_a_run_in_floating_point_shows_decimals_and_allows_for_rounding() -> None:
    points, labels = [[1 / 3, 0.1], [-2 / 7, -0.9], [0.21, -1 / 9]], [1, -1, 1]
    run = train(points, labels, init="random", seed=3)
    assert run.arithmetic == "float64"
    for visit in range(run.visits + 1):
        for which in PROOFS:
            found = proof(run, visit, which)
            assert found.holds
            assert not any("/3" in line.text for line in found.lines)


@pytest.mark.parametrize(
    ("options", "bound"),
    [
        # (½ + 2k)² = ¼ + 4.6k for k = 0 and for k = 0.65, until which both can be.
        ({"margin": "0.3", "init": "0.5"}, "only while k ≤ k* ≈ 0.65"),
        ({"init": "1"}, "k* = 0"),  # (1 + 2k)² = 1 + 4k for k = 0 alone
    ],
)
def test_a_start_along_the_separator_has_its_own_bound(options: dict[str, Any], bound: str) -> None:
    run = train([[-2]], [-1], offset=False, **options)
    assert said(proof(run, 0), "bound").endswith(bound)


def test_what_rounding_breaks_is_stated() -> None:
    far = train([[2.8], [-9.3e15]], [-1, 1], offset=False, lift="quadratic", epochs=20)
    assert far.arithmetic == "float64"
    found = proof(far)
    assert not found.holds
    assert "rounded to float64" in to_plain(found.sections[2].lines[-1].text)
    exact = proof(train(*AND), 9)
    assert "rounding" not in [line.key for line in exact.lines]


def spoken_of(run: Run) -> set[str]:
    """Return what all lines about a run speak of, with N for every number."""
    visits = range(min(run.visits, 4) + 1)
    proofs = [proof(run, visit, which) for visit in visits for which in PROOFS]
    spoken = [line.highlights for line in (*certificate_lines(run), *cycle_lines(run))]
    spoken += [line.highlights for proof in proofs for line in proof.lines]
    return {re.sub(r" \d+$", " N", name) for highlights in spoken for name in highlights}


def test_lines_speak_of_known_things_and_of_all_of_them() -> None:
    assert set().union(*(spoken_of(run_of(name)) for name in RUNS)) == set(HIGHLIGHTS)


def test_points_and_states_are_told_apart_by_their_numbers() -> None:
    names = (*numbered(POINT, [12, 0]), *numbered(STATE, [3]), "point N", "hulls", "points 4")
    assert names[:3] == ("point 12", "point 0", "state 3")
    assert numbers_of(POINT, names) == [0, 12]
    assert numbers_of(STATE, names) == [3]
    assert numbers_of(POINT, ()) == []
