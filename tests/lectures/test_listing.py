"""The algorithm in every lecture's symbols: what is lit is what happened, with its numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.base import latex
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.lectures.listings.visit import PHASES, ListedVisit
from perceptron_gui.lectures.notation import NOTATIONS
from tests.conftest import Approve

POINTS: list[list[float]] = [[2, 1], [0, 2], [-0.5, -2]]
LABELS = [1, -1, 1]
LOSSES = "perceptron", "hinge", "logistic", "squared"
SOLVERS = "closed", "gd", "newton", "sgd"
SGD: dict[str, Any] = {"rule": "sgd", "eta": "0.1"}
SQUARES: dict[str, Any] = {"rule": "least-squares", "eta": "0.1"}
# Every algorithm that has a listing of its own.
LISTED: tuple[dict[str, Any], ...] = (
    *({"rule": name} for name in RULES if name not in ("sgd", "least-squares")),
    {"rule": "pla", "offset": False, "tie": "minus"},
    {"rule": "pla", "order": "first-mistake", "tie": "plus"},
    {"rule": "pla", "margin": 1, "eta": "0.5"},
    *({"rule": "pocket", "pocket": mode} for mode in ("gallant", "ratchet")),
    *({**SGD, "loss": loss} for loss in LOSSES),
    {**SGD, "loss": "logistic", "batch_size": 2, "schedule": "inverse-sqrt", "l2": "0.1"},
    *({**SQUARES, "solver": solver} for solver in SOLVERS),
    {**SQUARES, "l2": 1},
    {**SQUARES, "l1": 1},
)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:/\d+)?")


def trained(options: dict[str, Any]) -> Run:
    return train(POINTS, LABELS, epochs=3, **options)


def visits(options: dict[str, Any], notation: str) -> Iterator[tuple[int, ListedVisit]]:
    run = trained(options)
    for visit in range(1, run.visits + 1):
        yield visit, ListedVisit(run, visit, NOTATIONS[notation])


def values(row: str) -> list[float]:
    """Return the numbers that a row ends in, or those of all partial derivatives in it."""
    plain = latex.to_plain(row).replace("−", "-")
    parts = plain.split(", ∂") if "∂" in plain else [plain]
    ends = [re.split("[=≈]", part)[-1] for part in parts]
    return [float(Fraction(each)) for end in ends for each in _NUMBER.findall(end)]


def beside(listed: ListedVisit, part: str, kind: str) -> list[float]:
    """Return the numbers that all rows of one kind end in, from top to bottom."""
    numbers, found = listed.numbers("next"), list[float]()
    for n in sorted(numbers):
        line = listed.lines[n]
        if line.part == part and kind in line.kinds:
            rows = numbers[n]
            if len(line.kinds) > 1:
                rows = (rows[line.kinds.index(kind)],)
            found += [value for row in rows for value in values(row)]
    return found


@pytest.mark.parametrize(("options", "notation"), [*product(LISTED, NOTATIONS)], ids=str)
def test_what_is_lit_is_what_the_visit_did(options: dict[str, Any], notation: str) -> None:
    run = trained(options)
    lines = ListedVisit(run, 0, NOTATIONS[notation]).lines
    assert 6 <= len(lines) <= 12
    assert [line.part for line in lines if line.part in ("start", "return")][-1] == "return"
    for visit, listed in visits(options, notation):
        lit = {phase: {listed.lines[n].part for n in listed.lit(phase)} for phase in PHASES}
        is_update = run.updates_at(visit) > run.updates_at(visit - 1)
        assert lit["test"] == {"test"}
        assert (lit["update"] == {"update"}) == is_update
        assert lit["update"] <= {"update"} if is_update else lit["update"] <= {"keep", "test"}
        assert ("return" in lit["next"]) == (visit == run.visits and run.cycle is None)
        assert lit["next"] <= {"point", "next", "fill", "return"}
        for phase in PHASES:  # all that is beside a line has room there
            rows = listed.numbers(phase)
            assert all(len(each) <= listed.lines[n].rows for n, each in rows.items())
            shown = {listed.lines[n].part for n in rows}
            assert "update" not in shown or (is_update and phase != "test")


def perceptron(tie: str, offset: bool, eta: float, margin: float) -> Iterator[dict[str, Any]]:
    """Visit the points in turn, as anybody would write it down."""
    weights = [0.0] * (2 + offset)
    total, votes, since, longest = list(weights), 0, 0, 0
    for x, y in zip(POINTS * 3, LABELS * 3, strict=True):
        z = [*x, 1.0] if offset else list(x)
        score = sum(w * v for w, v in zip(weights, z, strict=True))
        is_tie = {"always": True, "minus": y > 0, "plus": y < 0}[tie] or margin > 0
        is_wrong = y * score < margin or (y * score == margin and is_tie)
        if is_wrong:
            weights = [w + eta * y * v for w, v in zip(weights, z, strict=True)]
        longest = max(longest, since)
        votes, since = (1, 0) if is_wrong else (votes + 1, since + 1)
        total = [t + w for t, w in zip(total, weights, strict=True)]
        yield {"score": score, "is_wrong": is_wrong, "weights": list(weights), "y": y,
               "sum": list(total), "votes": votes, "runs": (since, longest)}  # fmt: skip


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("tie", ["always", "minus", "plus"])
@pytest.mark.parametrize(("offset", "eta", "margin"), [(True, 1, 0), (False, 1, 0), (True, 0.5, 2)])
def test_numbers_of_a_visit_are_those_of_a_plain_loop(
    notation: str, tie: str, offset: bool, eta: float, margin: float
) -> None:
    options = {"tie": tie, "offset": offset, "eta": str(eta), "margin": margin}
    by_hand = list(perceptron(tie, offset, eta, margin))
    for rule in ("pla", "averaged", "voted", "pocket"):
        more = {"pocket": "gallant"} if rule == "pocket" else {}
        for visit, listed in visits({"rule": rule, **options, **more}, notation):
            expected = by_hand[visit - 1]
            score = expected["score"] * (expected["y"] if notation == "003" else 1)
            assert beside(listed, "test", "score") == [score]
            weights = written(expected["weights"], notation, offset)
            updates = beside(listed, "update", "update")
            if notation == "002" and updates:
                assert updates.pop(0) == eta * expected["y"]
            assert updates == (weights if expected["is_wrong"] else [])
            if rule == "averaged":
                assert beside(listed, "next", "sum") == written(expected["sum"], notation, offset)
            elif rule == "voted":
                part = "update" if expected["is_wrong"] else "keep"
                assert beside(listed, part, "votes") == [expected["votes"]]
            elif rule == "pocket":
                since, longest = expected["runs"]
                (row,) = (row for rows in listed.numbers("next").values() for row in rows
                          if row.startswith("r = "))  # fmt: skip
                side = ">" if since > longest else r"\le"
                assert row == rf"r = {since} {side} r_{{\text{{p}}}} = {longest}"


def written(weights: list[float], notation: str, offset: bool) -> list[float]:
    """Return weights in the order of a lecture."""
    return [weights[-1], *weights[:-1]] if notation == "004" and offset else weights


def slope_of(loss: str, score: float, y: int) -> float:
    """Return dL/ds."""
    return {
        "perceptron": -y if y * score <= 0 else 0,
        "hinge": -y if y * score < 1 else 0,
        "logistic": -y / (1 + math.exp(y * score)),
        "squared": 2 * (score - y),
    }[loss]


def stochastic(loss: str) -> Callable[[int, np.ndarray], np.ndarray]:
    def step(visit: int, weights: np.ndarray) -> np.ndarray:
        i = (visit - 1) % len(POINTS)
        row = np.array([*POINTS[i], 1.0])
        return np.asarray(0.1 * slope_of(loss, float(row @ weights), LABELS[i]) * row)

    return step


DESIGN, TARGETS = np.column_stack([POINTS, np.ones(3)]), np.array(LABELS, dtype=float)


def of_all(solver: str) -> Callable[[int, np.ndarray], np.ndarray]:
    def step(_visit: int, weights: np.ndarray) -> np.ndarray:
        gradient = 2 * DESIGN.T @ (DESIGN @ weights - TARGETS)
        if solver == "gd":
            return np.asarray(0.1 * gradient)
        share = 0.1 if solver == "newton" else 1.0
        return np.asarray(share * np.linalg.solve(2 * DESIGN.T @ DESIGN, gradient))

    return step


def of_batch(_visit: int, weights: np.ndarray) -> np.ndarray:
    wrong = TARGETS * (DESIGN @ weights) <= 0
    return np.asarray(-(TARGETS[wrong, None] * DESIGN[wrong]).sum(axis=0))


STEPS: list[tuple[dict[str, Any], Callable[[int, np.ndarray], np.ndarray]]] = [
    *(({**SGD, "loss": loss}, stochastic(loss)) for loss in LOSSES),
    *(({**SQUARES, "solver": solver}, of_all(solver)) for solver in SOLVERS[:3]),
    ({**SQUARES, "solver": "sgd"}, stochastic("squared")),
    ({"rule": "batch"}, of_batch),
]


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize(("options", "step"), STEPS, ids=[str(options) for options, _ in STEPS])
def test_numbers_of_a_descent_are_those_of_a_plain_loop(
    options: dict[str, Any], step: Callable[[int, np.ndarray], np.ndarray], notation: str
) -> None:
    weights = np.zeros(3)
    for visit, listed in visits(options, notation):
        change = step(visit, weights)
        weights = weights - change
        expected = written(weights.tolist(), notation, True) if change.any() else []
        assert beside(listed, "update", "update") == pytest.approx(expected, rel=1e-4, abs=1e-6)
        if options["rule"] != "batch" and options.get("solver") not in ("closed", "newton"):
            slope = written((change / 0.1).tolist(), notation, True)
            found = beside(listed, "test", "gradient") if change.any() else slope
            assert found == pytest.approx(slope, rel=1e-4, abs=1e-6)


def test_a_kernel_run_counts_its_mistakes() -> None:
    counts = [0, 0, 0]
    for visit, listed in visits({"rule": "kernel"}, "000"):
        i = (visit - 1) % 3
        kernel = [(1 + float(np.dot(POINTS[i], other))) ** 2 for other in POINTS]
        score = sum(a * y * k for a, y, k in zip(counts, LABELS, kernel, strict=True))
        assert beside(listed, "test", "score") == [score]
        if LABELS[i] * score <= 0:
            counts[i] += 1
            assert beside(listed, "update", "update") == [counts[i]]
        else:
            assert beside(listed, "update", "update") == []


@pytest.mark.parametrize("solver", ["closed", "newton"])
def test_a_run_that_starts_at_its_minimum_updates_nothing(solver: str) -> None:
    run = train([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1], **{**SQUARES, "solver": solver})
    listed = ListedVisit(run, 1, NOTATIONS["003"])
    assert {listed.lines[n].part for n in listed.lit("update")} == {"test"}
    assert beside(listed, "update", "update") == []


def test_the_average_is_returned_at_the_end() -> None:
    run = train(POINTS, LABELS, rule="averaged", offset=False, tie="minus", epochs=1)
    listed = ListedVisit(run, 3, NOTATIONS["001"])
    last = max(listed.numbers("next"))
    assert listed.lines[last].part == "return"
    assert values(listed.numbers("next")[last][0]) == pytest.approx([2, -1 / 3])


def test_listings_read_as_approved(approve: Approve) -> None:
    told = []
    for options, notation in product(LISTED, NOTATIONS):
        run = trained(options)
        visit = min(2, run.visits)
        listed = ListedVisit(run, visit, NOTATIONS[notation])
        told.append(f"# {options} {notation}, visit {visit}")
        lit, numbers = listed.lit("update"), listed.numbers("next") | listed.numbers("update")
        for n, line in enumerate(listed.lines):
            mark = ">" if n in lit else " "
            words = f"{mark} {line.step:2} {'  ' * line.indent}{to_plain(line.text)}"
            rows = "; ".join(map(latex.to_plain, numbers.get(n, ())))
            told.append(f"{words:48} | {rows}".rstrip(" |"))
        told.append("")
    approve("listings", "\n".join(told))
