"""Large arrays of the same points exist once, however many rules are tried on them."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data

COUNT = 2000


def test_rules_on_the_same_points_share_what_is_large() -> None:
    dataset = load_data(f"blobs:n={COUNT}").dataset
    moved = dataset.with_points(-dataset.points, dataset.labels)
    alike: list[dict[str, Any]] = [
        {}, {"rule": "averaged", "tie": "minus", "eta": 2, "order": "shuffled"},
    ]  # fmt: skip
    unlike: list[dict[str, Any]] = [
        {"offset": False}, {"lift": "quadratic"}, {"bias_scale": 3}, {"scale": "standard"},
    ]  # fmt: skip
    runs = [Run(dataset, Rule.of({**options, "epochs": 2})).finish() for options in alike]
    others = [Run(dataset, Rule.of({**options, "epochs": 2})).finish() for options in unlike]
    others.append(Run(moved, Rule.of({"epochs": 2})).finish())
    one, other = (run.space.signed for run in runs)
    assert one is other
    assert all(run.space.signed is not one for run in others)
    raw, limits = np.array([[1, 2, 3]]), np.zeros(COUNT)
    wrong = [run.path.arithmetic.count_mistakes(raw, limits).tolist() for run in runs]
    agreements = one @ np.array([1.0, 2.0, 3.0])
    assert wrong == [[int((agreements <= 0).sum())]] * 2
    names = [name for name, _ in dataset.shared]
    assert names.count("signed") == 1 + len(unlike) and names.count("columns") <= 1


def test_what_nobody_needs_any_more_is_not_kept() -> None:
    dataset = load_data(f"blobs:n={COUNT}").dataset
    run = Run(dataset, Rule(epochs=2)).finish()
    assert run.space.signed.shape == (COUNT, 3) and len(dataset.shared)
    del run
    gc.collect()
    assert not dataset.shared
