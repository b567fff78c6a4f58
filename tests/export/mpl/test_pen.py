"""PNG, SVG and PDF are parsed: sizes, words, fonts, no bitmaps, the same bytes every time."""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
import zlib
from dataclasses import replace

import matplotlib
import numpy as np
import pytest
from fontTools.ttLib import TTFont
from numpy.typing import NDArray
from PIL import Image

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.limits import LimitError
from perceptron_gui.export.layout.page import INCH, PRESETS, Page
from perceptron_gui.export.mpl.pen import PICTURES, PixelPen
from perceptron_gui.export.mpl.svg import FontFace, letters_used
from perceptron_gui.figures.model import marks
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.role import Role
from tests.cases import slow_but
from tests.export.page_check import axes_boxes, words_on
from tests.export.sample_drawings import DRAWINGS, curves, plane

COLUMN, SLIDE = Page(*PRESETS["column"]), Page(*PRESETS["slide"])
SMALL = Page(40, 30, 6, dpi=100)
draw_png, draw_svg, draw_pdf = (PICTURES[kind] for kind in ("png", "svg", "pdf"))
SVG = "{http://www.w3.org/2000/svg}"


def square(*drawn: marks.Mark) -> Figure:
    """Return marks without axes around; the page is as large as the plane from 0 to 1."""
    return Figure("square", Axis(range=(0, 1)), Axis(range=(0, 1)), drawn, bare=True)


def pixels(figure: Figure, page: Page) -> NDArray[np.int_]:
    return np.asarray(PixelPen(page).draw(figure)).astype(int)


def inflated(pdf: bytes) -> bytes:
    """Return the objects of a PDF, unpacked."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    unpacked = []
    for stream in streams:
        try:
            unpacked.append(zlib.decompress(stream))
        except zlib.error:
            continue
    return b"\n".join([pdf, *unpacked])


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def close(colour: NDArray[np.int_], expected: str) -> bool:
    """Tell whether a pixel has a colour, but for a smooth edge."""
    return bool(np.abs(colour - rgb(expected)).max() < 40)


@pytest.mark.parametrize("page", [COLUMN, replace(SLIDE, dpi=96), Page(33.3, 22.7, 6, dpi=131)])
def test_a_png_has_the_pixels_of_its_page_and_knows_how_dense_they_are(page: Page) -> None:
    with Image.open(io.BytesIO(draw_png(curves(), page))) as picture:
        assert picture.size == (
            round(page.width / INCH * page.dpi),
            round(page.height / INCH * page.dpi),
        )
        assert picture.info["dpi"] == pytest.approx((page.dpi, page.dpi), rel=1e-3)
        assert picture.mode == "RGB"


@pytest.mark.parametrize("name", DRAWINGS)
def test_an_svg_is_well_formed_and_holds_words_as_shapes_but_no_bitmap(name: str) -> None:
    root = ET.fromstring(draw_svg(DRAWINGS[name](), COLUMN))
    names = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert {"use", "title", "desc"} <= names
    assert not {"text", "image", "script", "foreignObject"} & names
    assert root.get("width") == f"{COLUMN.inches[0] * 72:.6f}".rstrip("0") + "pt"


@pytest.mark.parametrize(("page", "font"), [(COLUMN, b"STIXGeneral"), (SLIDE, b"DejaVuSans")])
@pytest.mark.parametrize("name", ["boundary", "sheet"])
def test_a_pdf_embeds_its_fonts_and_holds_no_bitmap(name: str, page: Page, font: bytes) -> None:
    content = inflated(draw_pdf(DRAWINGS[name](), page))
    assert b"/FontFile2" in content
    assert font in content
    assert not re.search(rb"/Subtype\s*/Type3", content)
    assert not re.search(rb"/Subtype\s*/Image", content)


def test_a_picture_of_too_many_pixels_is_refused_before_it_takes_memory() -> None:
    with pytest.raises(UsageError, match="400 million pixels are the most"):
        draw_png(curves(), Page(2000, 2000, dpi=1200))
    said = "15748 x 15748 pixels would take about 2.73 GB of memory, over the limit of 1 GB; give"
    with pytest.raises(LimitError, match=said):
        draw_png(curves(), Page(2000, 2000, dpi=200))


def test_settings_of_the_user_are_neither_used_nor_changed() -> None:
    expected = draw_png(plane(), SMALL)
    with matplotlib.rc_context({"lines.linewidth": 20, "mathtext.fontset": "cm", "font.size": 40}):
        before = dict(matplotlib.rcParams)
        assert draw_png(plane(), SMALL) == expected
        assert dict(matplotlib.rcParams) == before


def test_points_are_filled_by_the_predicted_class_and_outlined_by_the_true_one() -> None:
    page = Page(60, 60, 30, dpi=144)
    x, y = np.array([1, 5, 1, 5, 1, 5]) / 6, np.array([1, 1, 3, 3, 5, 5]) / 6
    truth, predicted = np.array([1, -1, 1, -1, 1, -1]), np.array([1, -1, -1, 1, 0, 0])
    figure = square(marks.Points("p", x, y, truth, predicted, np.arange(6)))
    drawn = pixels(figure, page)
    (box,) = axes_boxes(figure, page)
    classes = Role.NEGATIVE, Role.UNDECIDED, Role.POSITIVE
    for across, up, true, shown in zip(x, y, truth, predicted, strict=True):
        column = round(2 * (box.left + across * box.width))
        row = len(drawn) - round(2 * (box.bottom + up * box.height))
        assert close(drawn[row, column], page.theme.style(classes[shown + 1]).fill)
        outline = drawn[row : row + 40, column]
        assert any(close(each, page.theme.style(classes[true + 1]).color) for each in outline)


def test_a_ring_inside_a_ring_is_a_hole_whichever_way_it_turns() -> None:
    outer, inner = np.array([0.1, 0.9, 0.9, 0.1]), np.array([0.3, 0.7, 0.7, 0.3])
    up, inner_up = np.array([0.1, 0.1, 0.9, 0.9]), np.array([0.3, 0.3, 0.7, 0.7])
    for turn in (1, -1):
        x = np.concatenate([outer, [np.nan], inner[::turn]])
        y = np.concatenate([up, [np.nan], inner_up[::turn]])
        drawn = pixels(square(marks.Region("ring", Role.POSITIVE_SIDE, x, y)), SMALL)
        height, width, _ = drawn.shape
        assert tuple(drawn[height // 2, width // 2]) == (255, 255, 255)
        assert tuple(drawn[height // 2, width // 5]) == rgb(
            SMALL.theme.style(Role.POSITIVE_SIDE).fill
        )


def test_texts_that_would_leave_the_axes_are_moved_into_them() -> None:
    texts = [
        marks.Text(f"{anchor}{x}{y}", Role.NOTE, x, y, f"{anchor} {x} {y}", anchor)
        for anchor in marks.ANCHORS
        for x, y in ((0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0.5))
    ]
    figure = square(*texts)
    (box,) = axes_boxes(figure, COLUMN)
    for words, place in words_on(figure, COLUMN):
        assert box.left - 1 < place.x0 < place.x1 < box.right + 1, words
        assert box.bottom - 2 < place.y0 < place.y1 < box.top + 2, words


@pytest.mark.parametrize("log", [False, True])
def test_values_beyond_all_axes_are_drawn_without_complaint(log: bool) -> None:
    x = np.array([1, 2, 3, 4, 5.0])
    wild = np.array([1, np.nan, 1e300, -1e300, np.inf])
    wild_marks = (
        marks.Line("line", Role.LOSS, x, wild, "a line"),
        marks.Dots("dots", Role.MISTAKE, x, wild),
        marks.Band("band", Role.IMPOSSIBLE, x, np.zeros(5), wild),
        marks.Region("region", Role.CONE, x, np.array([1, 2, np.inf, 1, 1])),
        marks.Arrow("none", Role.WEIGHTS, 1, 1, 1, 1),
        marks.Arrow("far", Role.WEIGHTS, 1, 1, np.inf, 1),
        marks.RuleLine("outside", Role.LIMIT, 99),
        marks.Text("outside too", Role.NOTE, 99, 1, "nowhere"),
    )
    axis = Axis(range=(0.5, 9), log=log)
    figure = Figure("wild", axis, axis, wild_marks)
    for draw in (draw_png, draw_svg, draw_pdf):
        assert len(draw(figure, COLUMN)) > 1000
    assert b"nowhere" not in draw_svg(figure, COLUMN)


_FACE = re.compile(
    r"@font-face \{font-family: '([^']+)'; font-style: (\w+); font-weight: (\d+); "
    r"unicode-range: ([^;]+); src: url\(data:font/woff;base64,([A-Za-z0-9+/=]+)\)"
)


def faces(svg: bytes) -> dict[FontFace, tuple[set[int], TTFont]]:
    """Return the fonts in an SVG, with the codes that their rules promise."""
    found = {}
    for family, style, weight, ranges, data in _FACE.findall(svg.decode()):
        ends = [part.split("-") for part in ranges.replace("U+", "").split(", ")]
        codes = {c for end in ends for c in range(int(end[0], 16), int(end[-1], 16) + 1)}
        font = TTFont(io.BytesIO(base64.b64decode(data)))
        found[FontFace(family, style, weight)] = codes, font
    return found


@pytest.mark.parametrize("page", slow_but([COLUMN], [COLUMN, SLIDE]))
@pytest.mark.parametrize("name", DRAWINGS)
def test_text_brings_every_letter_it_needs_and_few_others(name: str, page: Page) -> None:
    svg = draw_svg(DRAWINGS[name](), replace(page, letters="text"))
    held = faces(svg)
    used = letters_used(svg)
    assert set(held) == set(used)
    for face, letters in used.items():
        codes, font = held[face]
        assert codes == set(map(ord, letters))
        assert codes <= set(font.getBestCmap())
        assert len(font.getGlyphOrder()) < 3 * len(letters) + 12
    words = {c for text in ET.fromstring(svg).iter() if is_text(text) for c in text.text or ""}
    assert words - {"\n", " "} <= {chr(code) for codes, _ in held.values() for code in codes}
    assert len(svg) < len(draw_svg(DRAWINGS[name](), page)) + 60_000


def is_text(element: ET.Element) -> bool:
    return element.tag in (f"{SVG}text", f"{SVG}tspan")


def test_the_description_has_all_words_of_a_figure_and_none_that_are_not_drawn() -> None:
    shown = marks.Text("shown", Role.NOTE, 0.5, 0.5, r"here is $w^\top x$ & <more>")
    corner = marks.Text("corner", Role.NOTE, 0.0, 1.0, "in a corner", in_axes=True)
    away = marks.Text("away", Role.NOTE, 9.0, 0.5, "nowhere")
    line = marks.Line("line", Role.LOSS, np.zeros(2), np.ones(2), r"$\gamma$ of it")
    axis = Axis("time", "s", (0.0, 1.0))
    figure = Figure("toy-view", axis, Axis("$x_2$", range=(0, 1)), (shown, corner, away, line))
    root = ET.fromstring(draw_svg(replace(figure, notes=("A note.",)), COLUMN))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Toy view"
    described = (root.findtext(f"{SVG}desc") or "").splitlines()
    assert described[0] == "Plot of x₂ over time (s)."
    assert described[1:] == [
        "Legend: γ of it.",
        "Labels: here is wᵀx & <more>, in a corner.",
        "A note.",
    ]


def test_a_title_with_letters_that_xml_cannot_hold_is_written() -> None:
    figure = replace(plane(), title=from_user("a\x00b\x1b <c> & $"))
    root = ET.fromstring(draw_svg(figure, COLUMN))
    assert root.findtext(f"{SVG}title") == "a b <c> & $"
