"""Programs of runs on scaled points and of least squares compute what the run has computed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from perceptron_gui import train
from perceptron_gui.core.runs.run import Run
from tests.export.programs import printed, program

pytestmark = pytest.mark.program

AND = ([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1])
LINE = ([[0], [1], [2.5]], [1, 2, 2.5])
REAL = {"rule": "least-squares", "targets": "real"}
RUNS = {
    "centred": lambda: train(*AND, scale="centre"),
    "range without offset": lambda: train(*AND, scale="range", offset=False, lift="product"),
    "standard": lambda: train([[1, 5], [2, 3], [4, 4]], [1, -1, 1], scale="standard"),
    "closed": lambda: train(*LINE, **REAL),
    "l1": lambda: train(*LINE, **REAL, l1="1/2"),
    "l1 of one point": lambda: train([[16, 13]], [-49], **REAL, l1="1/10"),
    "l1 and l2": lambda: train([[16, 13], [2, 3]], [-49, 0.5], **REAL, l1="1/10", l2="1/3"),
    "l1 of nothing": lambda: train(*LINE, **REAL, l1=100, offset=False, init="5"),
    "l1 of long decimals": lambda: train(
        [[0.1234567890123456], [2.1], [5.0]], [1, 2, 3], **REAL, l1="1/10", l2="1/3"
    ),
    "l1 of nothing in floats": lambda: train(
        [[0.1234567890123456]], [1], **REAL, l1=100, offset=False, init="5"
    ),
    "l1 by steps": lambda: train(*LINE, **REAL, l1="1/2", solver="gd", eta="0.05", epochs=20),
    "sgd": lambda: train(*LINE, **REAL, solver="sgd", eta="0.05", epochs=4, order="shuffled"),
}


def last_weights(run: Run, tmp_path: Path) -> list[float]:
    outcome, *_ = printed({"": program(run, "trace")}, [], tmp_path)[""].splitlines()
    return [float(Fraction(number)) for number in outcome.split()[-run.space.dimension :]]


@pytest.mark.parametrize("name", RUNS)
def test_a_program_ends_with_the_weights_of_its_run(name: str, tmp_path: Path) -> None:
    run = RUNS[name]()
    expected = [float(v) for v in run.exact_weights_at(run.visits)]
    assert last_weights(run, tmp_path) == pytest.approx(expected, rel=1e-9, abs=1e-12)
