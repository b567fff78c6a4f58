"""The legend: entries side by side, in rows, and never one over another."""

from __future__ import annotations

from itertools import combinations

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.figures.model.legend import LegendEntry
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.views.figure.strips import LegendRow, ShownEntry
from perceptron_gui.views.paint.ink import Ink
from perceptron_gui.views.widgets.theme import FAMILY, load_fonts
from tests.views.pixels import shows

LIGHT = THEMES["light"]
INK = Ink(LIGHT, FAMILY, 4 / 3)
ENTRIES = (
    LegendEntry("decision line", "line", Role.BOUNDARY),
    LegendEntry("class $+1$", "dots", Role.POSITIVE),
    LegendEntry("impossible", "area", Role.IMPOSSIBLE),
    LegendEntry(r"weights $\theta$", "arrow", Role.WEIGHTS),
    LegendEntry("at most $R^2k$", "line", Role.UPPER_BOUND),
)


@pytest.fixture
def legend(qtbot: QtBot) -> LegendRow:
    load_fonts()
    row = LegendRow()
    qtbot.addWidget(row)
    row.show_entries(ENTRIES, INK)
    return row


def overlap(one: ShownEntry, other: ShownEntry) -> bool:
    beside = one.right <= other.left or other.right <= one.left
    return not (beside or one.bottom <= other.top or other.bottom <= one.top)


@pytest.mark.parametrize("width", [1000, 400, 200, 100])
def test_entries_stand_beside_each_other_or_in_rows(legend: LegendRow, width: int) -> None:
    legend.needed(width, 1000)
    assert [each.entry for each in legend.placed] == list(ENTRIES)
    assert not any(overlap(*pair) for pair in combinations(legend.placed, 2))
    assert all(each.right <= width + 1 for each in legend.placed)


def test_less_width_needs_more_height(legend: LegendRow) -> None:
    heights = [legend.needed(width, 1000) for width in (1000, 400, 200)]
    assert heights == sorted(heights)
    assert heights[0] < heights[2]


def test_entries_without_room_are_counted_and_told_as_a_tip(legend: LegendRow) -> None:
    height = legend.needed(250, 20)
    assert height <= 20
    assert legend.placed[-1].entry is None
    assert len(legend.placed) - 1 < len(ENTRIES)
    assert "impossible" in legend.toolTip()
    legend.needed(1000, 1000)
    assert legend.toolTip() == ""


def test_pictures_have_the_colours_of_their_roles(legend: LegendRow) -> None:
    legend.show_entries(ENTRIES, INK.smaller(3.0))
    legend.resize(2000, round(legend.needed(2000, 1000)))
    for entry in ENTRIES:
        style = LIGHT.style(entry.role)
        assert shows(legend, style.fill if entry.shape == "area" else style.color)


def test_no_entries_need_no_room(legend: LegendRow) -> None:
    legend.show_entries((), INK)
    assert legend.needed(300, 1000) == 0
