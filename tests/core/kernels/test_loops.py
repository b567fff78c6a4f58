"""The loops of runs: slices and the compiler change no digit."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels import compiler, point_kernels
from perceptron_gui.core.paths.history import PointHistory
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.warm_up import use_every_kernel
from perceptron_gui.document.sources import load_data


@pytest.fixture(autouse=True)
def _compiled() -> None:
    if not compiler.load():
        pytest.skip("without numba there is nothing to compare with")
    use_every_kernel()


def crowded(n: int) -> Dataset:
    """Return points of which many stay mistakes."""
    return load_data(f"blobs:n={n},noise=2,seed=3").dataset


def in_turns(dataset: Dataset, options: dict[str, Any]) -> Run:
    """Return a run that was advanced in small slices, every other one in plain Python."""
    run = Run(dataset, Rule.of(options))
    for turn in range(30):
        with pytest.MonkeyPatch.context() as uncompiled:
            for kernel in compiler.kernels() if turn % 2 else ():
                uncompiled.setattr(kernel, "compiled", None)
            run.advance(1 + turn % 7)
    return run.finish()


def assert_same(found: Run, wanted: Run) -> None:
    """Check that two runs end alike and record the same updates."""
    assert (found.status, found.visits) == (wanted.status, wanted.visits)
    assert np.array_equal(found.history.visits, wanted.history.visits)
    ks = np.arange(len(wanted.history) + 1)
    if isinstance(found.history, PointHistory) and isinstance(wanted.history, PointHistory):
        assert np.array_equal(found.history.points_of(ks[:-1]), wanted.history.points_of(ks[:-1]))
    assert np.array_equal(found.history.weights_after(ks), wanted.history.weights_after(ks))


ORDERS = ("cyclic", "shuffled", "random", "3,0,3,1", "first-mistake", "random-mistake", "worst")
RULES: list[dict[str, Any]] = [
    {"order": order, **numbers}
    for order in ORDERS
    for numbers in ({"tie": "minus"}, {"arithmetic": "float64", "offset": False, "eta": "0.1"})
]
RULES += [{"rule": "kernel", "order": order} for order in ORDERS]
RULES += [
    {"rule": "sgd", "loss": loss, "order": order, "batch_size": size, **rates}
    for loss, order, size, rates in itertools.product(
        ("perceptron", "hinge", "logistic", "squared"),
        ("cyclic", "shuffled", "random"),
        (1, 5),
        ({"eta": "0.02"}, {"eta": "0.3", "schedule": "inverse-sqrt", "l2": "0.01"}),
    )
]
RULES += [{"rule": "batch"}, {"rule": "least-squares", "solver": "sgd", "eta": "0.01", "l1": "0.1"}]


@pytest.mark.parametrize("options", RULES, ids=lambda case: "-".join(map(str, case.values())))
def test_slices_and_the_compiler_change_no_digit(options: dict[str, Any]) -> None:
    dataset = crowded(13)
    for limits in ({"epochs": 15}, {"epochs": 40, "max_updates": 41}):
        asked = {**options, **limits, "keep_going": True, "seed": 2**35 + 1}
        assert_same(in_turns(dataset, asked), Run(dataset, Rule.of(asked)).finish())


@pytest.mark.parametrize("how", [point_kernels.SHUFFLED, point_kernels.RANDOM])
@pytest.mark.parametrize("n", [1, 2, 15, 1000])
def test_an_epoch_is_drawn_alike_compiled_and_not(how: int, n: int) -> None:
    found, wanted = np.empty((2, n), dtype=np.int32)
    drawing = how, 2**40 + 7, 2**33 - 2
    point_kernels.order_of_epoch(found, *drawing)
    point_kernels.order_of_epoch.python(wanted, *drawing)
    assert found.tolist() == wanted.tolist()
    assert how == point_kernels.RANDOM or sorted(found) == list(range(n))
