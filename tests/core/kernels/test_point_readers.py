"""The loops of readers against the same in numpy, over more points than they take at once."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.kernels.point_readers import compile_readers, judge, mark_first
from perceptron_gui.figures.plane import points
from perceptron_gui.figures.plane.box import PlaneBox


@pytest.fixture(autouse=True)
def _compiled() -> None:
    if not compiler.load():
        pytest.skip("numba is not there, or switched off")
    compile_readers()
    assert judge.is_ready
    assert mark_first.is_ready


@pytest.mark.parametrize("n", [1, 1023, 1024, 1025, 5000])
def test_mistakes_and_losses_are_added_up_over_all_pieces(n: int) -> None:
    random = np.random.default_rng(n)
    raw, z = random.integers(-99, 99, (4, 3)), random.integers(-99, 99, (3, n))
    limits = random.choice([-1, 0], n)
    counts, sums = np.full(4, -7), np.full(4, -7.0)
    judge(raw.astype(float), z.astype(float), limits.astype(float), counts, sums)
    found = raw @ z
    assert counts.tolist() == (found <= limits).sum(axis=1).tolist()
    assert sums.tolist() == np.maximum(0, -found).sum(axis=1).tolist()


def test_the_same_points_of_a_crowd_are_seen_compiled_and_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = np.random.default_rng(3)
    at = np.round(random.normal(size=(20_000, 2)), 2)  # many of them on the edge of a cell
    labels, predicted = (random.choice(kinds, 20_000).astype(np.int8) for kinds in ([-1, 1], 3))
    box = PlaneBox(-1.5, 2.0, -1.0, 1.0)  # beyond which there are points on all sides
    compiled = points.unhidden(at, labels, predicted - 1, box, [7, 19_999])
    monkeypatch.setattr(mark_first, "compiled", None)
    assert not mark_first.is_ready
    plain = points.unhidden(at, labels, predicted - 1, box, [7, 19_999])
    assert 1000 < len(plain) < 20_000
    assert compiled.tolist() == plain.tolist()
    kind = 10 * labels + predicted
    cells = np.clip(np.floor((at - [box.x0, box.y0]) * (500 / box.size)), -1, 500)
    seen = np.column_stack([cells, kind])[plain]
    assert {*map(tuple, np.column_stack([cells, kind]).tolist())} == {*map(tuple, seen.tolist())}
