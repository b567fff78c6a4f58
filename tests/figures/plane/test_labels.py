"""Words beside arrows and points: on no line and on no other word; the legend keeps its room."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui.export.layout.page import PRESETS, Page, plot_aspect
from perceptron_gui.export.layout.text import flow
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.legend import entries, entries_of
from perceptron_gui.figures.plane.points import ON_LINE
from tests.core.strategies import noisy
from tests.export.page_check import covered
from tests.export.programs import drawing, trained

SLIDES: dict[str, Any] = {"tie": "plus", "eta": "0.1", "init": "0.2,0,-0.1"}
PAGES = {name: Page(*PRESETS[name]) for name in ("column", "page", "slide")}


def figure(data: str, visit: int, page: Page, show: str, rule: dict[str, Any]) -> Figure:
    options: dict[str, Any] = {show: True, "aspect": plot_aspect(page)}
    found: Figure = drawing(trained(data, **rule), "boundary", visit, **options)
    return found


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    ("data", "visit", "rule"),
    [("slides", 1, SLIDES), ("slides", 2, {}), ("slides", 5, {}), ("xor", 3, {}), ("or", 3, {})],
)
def test_names_of_an_update_cover_nothing(
    data: str, visit: int, rule: dict[str, Any], page: str
) -> None:
    drawn = figure(data, visit, PAGES[page], "update", rule)
    assert covered(drawn, PAGES[page], ("sum", "angle")) == []


@pytest.mark.parametrize("page", PAGES)
def test_arrows_of_an_update_in_a_corner_are_whole(page: str) -> None:
    """The new line passes a corner that has no room for them."""
    drawn = figure("slides", 1, PAGES[page], "update", SLIDES)
    assert drawn.x.range is not None and drawn.y.range is not None
    for key in ("sum before", "sum step", "sum after"):
        arrow: Any = drawn.mark(key)
        for x, y in ((arrow.x0, arrow.y0), (arrow.x1, arrow.y1)):
            assert drawn.x.range[0] < x < drawn.x.range[1]
            assert drawn.y.range[0] < y < drawn.y.range[1]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("data", ["and", "slides", "li-hang", "three-points"])
def test_counts_of_mistakes_lie_on_no_line(data: str, page: str) -> None:
    for visit in range(1, 6):
        drawn = figure(data, visit, PAGES[page], "tally", {})
        assert covered(drawn, PAGES[page], ("tally",)) == []


def test_points_on_the_line_are_explained_where_they_are_hollow() -> None:
    def said(**rule: Any) -> list[bool]:
        drawn = (drawing(trained("and", **rule), "boundary", visit) for visit in range(12))
        return [ON_LINE in {entry.label for entry in entries(each)} for each in drawn]

    run = trained("and")
    ties = [bool((run.result.agreements(visit) == 0).any()) for visit in range(12)]
    assert said() == [False, *ties[1:]]  # before the first visit there is no line
    assert len({*ties}) == 2
    assert not any(said(tie="minus"))  # which has a class for them


@pytest.mark.parametrize(
    "rule", [{}, {"margin": "1"}, {"rule": "sgd"}, {"rule": "batch"}, {"rule": "averaged"}]
)
def test_the_legend_keeps_room_for_what_other_moments_show(rule: dict[str, Any]) -> None:
    """Whether a class is asked or the answer is told, the axes stay where they are."""
    run = trained(noisy(30), **{"epochs": 4, **rule})
    for visit in range(min(run.visits, 12)):
        for is_asked in (False, True):
            drawn: Figure = drawing(run, "boundary", visit, asked=is_asked)
            assert drawn.reserve is not None
            kept = entries_of(drawn.reserve.marks)
            for width in range(100, 500, 11):
                needed = flow(entries(drawn), "sans", 10, width).height
                assert needed <= flow(kept, "sans", 10, width).height, (visit, is_asked, width)
