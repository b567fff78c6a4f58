"""What a user is told of a rule on data: options without effect, points that are passed over."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui.core.rules.rule import Rule, remarks_on


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, []),
        ({"loss": "hinge", "eta": 2}, ["--loss has no effect on pla"]),
        ({"seed": 3}, ["--seed has no effect where nothing is random"]),
        ({"seed": 3, "order": "shuffled"}, []),
        ({"order": (2, 0, 2)}, ["--order never visits 2 of the points"]),
        ({"order": (2, 0, 3, 1)}, []),
    ],
)
def test_options_and_points_without_effect_are_named(
    options: dict[str, Any], told: list[str]
) -> None:
    assert [str(remark) for remark in remarks_on(Rule.of(options), points=4)] == told
