"""What files say of their figures, and how large these are if nobody says so."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from perceptron_gui.export.formats.formats import sized, write_file
from perceptron_gui.figures.model.figure import Figure, Sheet
from perceptron_gui.figures.model.label import readable
from perceptron_gui.labs.registry import VIEWS
from tests.export.pages.test_pages import RECORDED, PageReader, job_of

SVG = "{http://www.w3.org/2000/svg}"
_STRING = re.compile(rb"/(Title|Subject) \(((?:\\.|[^\\)])*)\)", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def read_svg(data: bytes) -> tuple[str | None, str | None]:
    root = ElementTree.fromstring(data)
    return root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")


def read_png(data: bytes) -> tuple[str | None, str | None]:
    with Image.open(BytesIO(data)) as picture:
        picture.load()
        return str(picture.info["Title"]), str(picture.info["Description"])


def read_pdf(data: bytes) -> tuple[str | None, str | None]:
    """Read two strings of a PDF's dictionary of information: ASCII, or UTF-16 with its mark."""
    found = {}
    for name, text in _STRING.findall(data):
        plain = re.sub(rb"(?s)\\(.)", lambda escape: _ESCAPES.get(escape[1], escape[1]), text)
        is_wide = plain.startswith(b"\xfe\xff")
        found[name.decode()] = plain[2:].decode("utf-16-be") if is_wide else plain.decode("ascii")
    return found.get("Title"), found.get("Subject")


READERS = {"svg": read_svg, "png": read_png, "pdf": read_pdf}


@pytest.mark.parametrize("ending", READERS)
@pytest.mark.parametrize("view", ["boundary", "norms", "sheet"])
def test_a_picture_carries_its_title_and_its_description(view: str, ending: str) -> None:
    job = job_of(view, "xor")
    title, text = READERS[ending](write_file(job, ending))
    assert title == readable(job.title)
    assert "xor" in str(title)
    assert " ".join(str(text).split("\n")) == " ".join(job.described(job.drawing()))


def test_a_page_describes_its_figure_at_every_visit() -> None:
    page = PageReader(write_file(job_of("boundary", "xor", RECORDED), "html").decode())
    moments = page.scene["moments"]
    assert len(moments) > 4
    for moment in moments:
        visit, said = moment["visit"], moment["described"]
        assert (f"After visit {visit}, " in said) == (visit > 0)
        assert "4 points: (0, 0) and (1, 1) of class −1" in said
    assert page.texts["still-described"] == moments[page.scene["first"]]["described"]


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
