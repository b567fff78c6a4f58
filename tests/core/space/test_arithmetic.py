"""Sums over all points: exact where whole numbers allow it, compiled or not."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from tests.core.strategies import noisy


def test_losses_are_the_same_compiled_and_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both add whole numbers and round once: a curve must not change when kernels are there."""
    run = Run(noisy(300), Rule.of({"epochs": 5})).finish()
    arithmetic, raw = run.path.arithmetic, run.history.weights_after(np.arange(40))
    found = []
    for is_compiled in (True, False):
        monkeypatch.setattr(type(arithmetic), "_is_worth", lambda *_, known=is_compiled: known)
        found.append(arithmetic.shortfalls(raw).tolist())
    assert found[0] == found[1] and max(found[0]) > 0
