"""How large the figures of files are if nobody says so."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from perceptron_gui.export.formats.formats import sized, write_file
from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.labs.registry import VIEWS
from tests.export.pages.test_pages import job_of


def sides(page: dict[str, Any], ending: str) -> tuple[float, float]:
    """Return the width and the height of a written file, in millimetres."""
    data = write_file(job_of("boundary", "and", page), ending)
    if ending == "pdf":
        (box,) = re.findall(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]", data)
        return float(box[0]) / 72 * 25.4, float(box[1]) / 72 * 25.4
    with Image.open(BytesIO(data)) as picture:
        return picture.width / 200 * 25.4, picture.height / 200 * 25.4


@pytest.mark.parametrize(
    ("page", "ending", "wanted"),
    [
        ({}, "pdf", (84, 70)),
        ({}, "png", (170, 110)),
        ({"theme": "dark"}, "pdf", (84, 70)),
        ({"size": "page"}, "pdf", (170, 110)),
        ({"size": "120x80mm"}, "pdf", (120, 80)),
    ],
)
def test_a_pdf_is_a_column_and_a_picture_a_page_unless_a_size_is_asked_for(
    page: dict[str, Any], ending: str, wanted: tuple[float, float]
) -> None:
    assert sides(page, ending) == pytest.approx(wanted, abs=0.2)


def test_a_plane_in_a_column_is_square_and_elsewhere_as_wide_as_its_place() -> None:
    for ending, is_square in (("tex", True), ("svg", False)):
        drawn = sized(job_of("boundary", "and"), ending).drawing()
        assert isinstance(drawn, Figure)
        assert drawn.x.range is not None and drawn.y.range is not None
        (left, right), (bottom, top) = drawn.x.range, drawn.y.range
        assert ((right - left) == pytest.approx(top - bottom)) == is_square


@pytest.mark.parametrize("view", VIEWS)
def test_sheets_of_several_figures_are_too_wide_for_a_column(view: str) -> None:
    job = job_of(view, "xor")
    drawn = job.drawing()
    assert job.view.is_sheet == (isinstance(drawn, Sheet) and len(drawn.panels) > 1)
    assert sized(job, "pdf").page.is_column == (not job.view.is_sheet)


def test_tex_makes_a_column_fit_into_narrower_ones() -> None:
    fits = r"\resizebox{\columnwidth}"
    assert fits in write_file(job_of("norms", "and"), "tex").decode()
    assert fits not in write_file(job_of("norms", "and", {"size": "page"}), "tex").decode()


def test_the_very_last_visit_is_ringed_only_if_that_is_asked_for() -> None:
    def rings(**options: Any) -> bool:
        drawn = job_of("boundary", "and", options).drawing()
        assert isinstance(drawn, Figure)
        return drawn.has("visited")

    assert not rings()
    assert rings(visited=True)
    job = job_of("boundary", "and")
    for earlier in (job.frame(35), job.frame(36)):  # an animation shows every visit alike
        assert isinstance(earlier, Figure)
        assert earlier.has("visited")
