"""Words beside arrows and points: on no line and on no other word; the legend keeps its room."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.export.layout.page import PRESETS, Page, plot_aspect
from perceptron_gui.export.layout.text import flow
from perceptron_gui.figures.model.figure import Figure, entries
from tests.cases import slow_but
from tests.core.strategies import noisy
from tests.export.page_check import covered
from tests.export.programs import drawing, trained
from tests.figures.drawing import path_of, view_size

SLIDES: dict[str, Any] = {"tie": "plus", "eta": "0.1", "init": "0.2,0,-0.1"}
# How far one ring around a visited point reaches, and two, as shares of the shorter side.
RING, RINGS = 0.037, 0.057
PAGES = {name: Page(*PRESETS[name]) for name in ("column", "page", "slide")}


def figure(data: str, visit: int, page: Page, show: str, rule: dict[str, Any]) -> Figure:
    options: dict[str, Any] = {show: True, "aspect": plot_aspect(page)}
    found: Figure = drawing(trained(data, **rule), "boundary", visit, **options)
    return found


@pytest.mark.parametrize("page", slow_but(["column"], PAGES))
@pytest.mark.parametrize(
    ("data", "visit", "rule"),
    [("slides", 1, SLIDES), ("slides", 2, {}), ("slides", 5, {}), ("xor", 3, {}), ("or", 3, {})],
)
def test_names_of_an_update_cover_nothing(
    data: str, visit: int, rule: dict[str, Any], page: str
) -> None:
    drawn = figure(data, visit, PAGES[page], "update", rule)
    assert covered(drawn, PAGES[page], ("sum", "angle")) == []


@pytest.mark.parametrize("page", slow_but(["column"], PAGES))
@pytest.mark.parametrize("data", ["and", "slides", "li-hang", "three-points"])
def test_counts_of_mistakes_lie_on_no_line(data: str, page: str) -> None:
    for visit in range(1, 6):
        drawn = figure(data, visit, PAGES[page], "tally", {})
        assert covered(drawn, PAGES[page], ("tally",)) == []


NAME_CASES: list[tuple[str, dict[str, Any], int, float]] = [
    ("three-points", {"init": "-2,1,0.5"}, 1, 0.9),
    ("li-hang", {"init": "-2,1,0.5"}, 1, 2.2),
    ("li-hang", {}, 3, 2.2),
    ("and", {"init": "1,1,-1"}, 4, 4 / 3),
]


@pytest.mark.parametrize(("data", "rule", "visit", "aspect"), NAME_CASES)
def test_the_name_of_w_is_on_no_line(
    data: str, rule: dict[str, Any], visit: int, aspect: float
) -> None:
    drawn: Figure = drawing(trained(data, **rule), "boundary", visit, aspect=aspect)
    assert covered(drawn, Page(60 * aspect, 60, 8, "serif"), ("weights",)) == []


@pytest.mark.parametrize("visit", range(1, 7))
@pytest.mark.parametrize("data", ["and", "or", "slides"])
def test_the_number_of_a_visited_point_is_outside_of_its_rings(data: str, visit: int) -> None:
    run = trained(data)
    drawn: Figure = drawing(run, "boundary", visit, numbers=True)
    shorter = min(view_size(drawn))
    ((x,), (y,)) = path_of(drawn, "visited")
    i = int(run.path.visiting.points_of(visit)[0])
    number: Any = drawn.mark(f"number {i}")
    reach = RINGS if drawn.has("visited ring") else RING
    assert np.hypot(number.x - x, number.y - y) > reach * shorter
    other: Any = drawn.mark(f"number {(i + 1) % len(run.dataset)}")
    at = run.dataset.points[(i + 1) % len(run.dataset)]
    assert np.hypot(other.x - at[0], other.y - at[1]) < 0.02 * shorter


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
            kept = entries(drawn.reserve.marks)
            for width in range(100, 500, 11):
                needed = flow(entries(drawn.marks), "sans", 10, width).height
                assert needed <= flow(kept, "sans", 10, width).height, (visit, is_asked, width)
