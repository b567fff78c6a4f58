"""The loops of readers against the same in numpy, over more points than they take at once."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.kernels.point_kernels import judge, vote
from perceptron_gui.core.paths.results import Vote
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.warm_up import use_every_kernel
from perceptron_gui.document.sources import load_data


@pytest.fixture(autouse=True)
def _compiled() -> None:
    if not compiler.load():
        pytest.skip("numba is not there, or switched off")
    use_every_kernel()
    assert judge.is_ready
    assert vote.is_ready


@pytest.mark.parametrize("d", [1, 2, 3, 5])
@pytest.mark.parametrize("n", [1, 1023, 1024, 1025, 5000])
def test_mistakes_and_losses_are_added_up_over_all_pieces(n: int, d: int) -> None:
    random = np.random.default_rng(n)
    raw, z = random.integers(-99, 99, (4, d)), random.integers(-99, 99, (d, n))
    limits = random.choice([-1, 0], n)
    counts, sums = np.full(4, -7), np.full(4, -7.0)
    judge(raw.astype(float), z.astype(float), limits.astype(float), counts, sums)
    found = raw @ z
    assert counts.tolist() == (found <= limits).sum(axis=1).tolist()
    assert sums.tolist() == np.maximum(0, -found).sum(axis=1).tolist()


@pytest.mark.parametrize("options", [{}, {"tie": "minus"}, {"arithmetic": "float64"}])
@pytest.mark.parametrize("source", ["xor", "blobs:n=1100,noise=1"])
def test_votes_are_counted_alike_compiled_and_not(
    options: dict[str, str], source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over more points than are taken at once, and where points lie on lines."""
    rule = Rule.of({"rule": "voted", "order": "shuffled", "epochs": 6, **options})
    found = Run(load_data(source).dataset, rule).finish()
    wanted = Run(load_data(source).dataset, rule).finish()
    assert isinstance(found.result, Vote)
    votes = found.result.votes(found.visits)
    monkeypatch.setattr(vote, "compiled", None)
    assert isinstance(wanted.result, Vote)
    assert votes.tolist() == wanted.result.votes(wanted.visits).tolist()
    assert np.abs(votes).max() > 1


def test_votes_that_floats_cannot_hold_are_counted_exactly() -> None:
    run = Run(load_data("and").dataset, Rule.of({}))
    weights, counts = np.array([[0, 0, 1], [0, 0, 2]]), np.array([2**53, 1])
    votes = run.path.arithmetic.votes(weights, counts, np.ones(4, dtype=np.int64))
    assert votes.tolist() == [y * (2**53 + 1) for y in run.dataset.labels.tolist()]
