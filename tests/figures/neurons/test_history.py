"""The time line: fourteen dates in order, none above another, each tied to its year."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from perceptron_gui.figures.model.marks import Text
from perceptron_gui.figures.neurons.history import DATES, TURNS, VIEW
from tests.core.strategies import trained
from tests.figures.drawing import built, path_of


@pytest.mark.parametrize("aspect", [0.7, 85 / 60, 16 / 9])
def test_dates_are_in_order_and_within_the_frame(aspect: float) -> None:
    drawn = built(VIEW, trained("and"), aspect=aspect)
    assert len(DATES) == 14 and list(DATES) == sorted(DATES)
    assert drawn.x.range is not None and drawn.y.range is not None
    rows = [mark for mark in drawn.marks if isinstance(mark, Text) and mark.key.startswith("what")]
    assert len(rows) == len(DATES)
    gaps = -np.diff([row.y for row in rows])
    assert (gaps > max(row.letter for row in rows)).all()
    for row, (_, words) in zip(rows, DATES, strict=True):
        assert row.text == words and row.x + 0.45 * row.letter * len(words) < drawn.x.range[1]


def test_every_date_is_tied_to_its_year_on_the_scale() -> None:
    drawn = built(VIEW, trained("and"))
    ys = [path_of(drawn, f"date {number}")[1][0] for number in range(len(DATES))]
    slope, level = np.polyfit([year for year, _ in DATES], ys, 1)
    assert slope < 0
    for (year, _), y in zip(DATES, ys, strict=True):
        assert y == pytest.approx(slope * year + level)
    for first, last in pairwise(TURNS):
        _, edges = path_of(drawn, f"turn {first}")
        assert edges.max() == pytest.approx(slope * first + level)
        assert edges.min() == pytest.approx(slope * last + level)
