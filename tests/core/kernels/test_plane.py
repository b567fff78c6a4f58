"""The loop of points in the plane makes the runs of the general loop, bit by bit."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels import compiler, plane_kernels, point_kernels
from perceptron_gui.core.paths.history import PointHistory
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data


@pytest.fixture(autouse=True)
def _compiled() -> None:
    if not compiler.load():
        pytest.skip("the loop of the plane is never chosen without numba")


def crowded(n: int) -> Dataset:
    """Return points of which many stay mistakes."""
    return load_data(f"blobs:n={n},noise=2,seed=3").dataset


def sparse(n: int) -> Dataset:
    """Return points of which few stay mistakes, so that the loop looks at many at a time."""
    return load_data(f"blobs:n={n},noise=0.9,seed=5").dataset


def sliced(dataset: Dataset, options: dict[str, Any], slices: list[int]) -> Run:
    """Return a run that was advanced in slices, and then to its end."""
    run = Run(dataset, Rule.of(options))
    for visits in slices:
        run.advance(visits)
    return run.finish()


def assert_same(found: Run, wanted: Run) -> None:
    """Check that two runs end alike and record the same updates."""
    assert (found.status, found.visits) == (wanted.status, wanted.visits)
    assert np.array_equal(found.history.visits, wanted.history.visits)
    ks = np.arange(len(wanted.history) + 1)
    if isinstance(found.history, PointHistory) and isinstance(wanted.history, PointHistory):
        assert np.array_equal(found.history.points_of(ks[:-1]), wanted.history.points_of(ks[:-1]))
    assert np.array_equal(found.history.weights_after(ks), wanted.history.weights_after(ks))


CASES = [
    {"order": order, "arithmetic": arithmetic, "offset": offset, "tie": tie, "eta": eta}
    for order, arithmetic, (offset, tie, eta) in itertools.product(
        ("cyclic", "shuffled", "random"),
        ("exact", "float64"),
        ((True, "always", "1"), (False, "minus", "0.1")),
    )
]


@pytest.mark.parametrize("options", CASES, ids=lambda case: "-".join(map(str, case.values())))
def test_both_loops_make_the_same_run(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short epochs are drawn several at a time, so that slices end anywhere among them."""
    for n, limits in itertools.product(
        (2, 4, 15, 16, 300), ({"epochs": 70}, {"epochs": 70, "max_updates": 401})
    ):
        asked = {**options, **limits, "keep_going": True, "seed": 2**35 + 1}
        found = sliced(crowded(n), asked, [1, 3, 70, 1000])
        with monkeypatch.context() as without:
            without.setattr(plane_kernels, "visit_plane_kernel", lambda *_: None)
            wanted = sliced(crowded(n), asked, [5, 2000])
        assert_same(found, wanted)


@pytest.mark.parametrize("options", CASES, ids=lambda case: "-".join(map(str, case.values())))
@pytest.mark.parametrize("n", [31, 32, 33, 200, 600])
def test_both_loops_make_the_same_run_where_mistakes_are_few(
    options: dict[str, Any], n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slices and the most updates end among points that are looked at together."""
    for limits in ({"epochs": 40}, {"epochs": 40, "max_updates": 29}, {"margin": 1, "epochs": 30}):
        asked = {**options, **limits, "keep_going": True, "seed": 9}
        found = sliced(sparse(n), asked, [1, 40, 6, 32, 700])
        with monkeypatch.context() as without:
            without.setattr(plane_kernels, "visit_plane_kernel", lambda *_: None)
            wanted = sliced(sparse(n), asked, [5, 2000])
        assert len(wanted.history) > 0
        assert_same(found, wanted)


@pytest.mark.parametrize("order", ["shuffled", "random"])
def test_points_that_are_gathered_are_those_drawn(
    order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of more points than stay near the processor, in both kinds of numbers."""
    dataset = crowded(40_000)
    for arithmetic in ("exact", "float64"):
        asked = {"order": order, "arithmetic": arithmetic, "epochs": 2}
        found = sliced(dataset, asked, [100, 1000, 39_000])
        with monkeypatch.context() as without:
            without.setattr(plane_kernels, "visit_plane_kernel", lambda *_: None)
            wanted = sliced(dataset, asked, [])
        assert_same(found, wanted)


def test_a_run_may_change_its_loop_within_an_epoch(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it does when the compiler comes: what is drawn of an epoch is handed on."""
    rule = Rule.of({"order": "shuffled", "epochs": 50})
    wanted = Run(crowded(11), rule).finish()
    run, chosen = Run(crowded(11), rule), plane_kernels.visit_plane_kernel
    for turn in range(100):
        with monkeypatch.context() as other:
            if turn % 2:
                other.setattr(plane_kernels, "visit_plane_kernel", lambda *_: None)
            assert (plane_kernels.visit_plane_kernel is chosen) == (turn % 2 == 0)
            run.advance(3 + turn % 5)
    assert_same(run.finish(), wanted)


@pytest.mark.parametrize("how", [point_kernels.SHUFFLED, point_kernels.RANDOM])
@pytest.mark.parametrize("n", range(1, 16))
def test_epochs_drawn_together_are_those_drawn_alone(how: int, n: int) -> None:
    seed, epoch = 2**40 + 7, 2**33 - 2
    together = np.empty(6 * n, dtype=np.int32)
    plane_kernels.fill_epochs(together, n, how, seed, epoch)
    for e, order in enumerate(together.reshape(6, n)):
        alone = np.empty(n, dtype=np.int32)
        point_kernels.fill_order(alone, how, seed, epoch + e)
        assert order.tolist() == alone.tolist()
