"""Letters of an SVG: shapes that are held once, or text that brings its fonts; words for all."""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from fontTools.ttLib import TTFont

from perceptron_gui.export.layout.page import PRESETS, Page
from perceptron_gui.export.mpl.pen import PICTURES
from perceptron_gui.export.mpl.svg import FontFace, letters_used
from perceptron_gui.figures.model import marks
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.role import Role
from tests.cases import slow_but
from tests.export.sample_drawings import DRAWINGS, plane

COLUMN, SLIDE = Page(*PRESETS["column"]), Page(*PRESETS["slide"])
SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
draw_svg = PICTURES["svg"]
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


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_shape_of_a_letter_is_held_once_and_every_use_finds_its_shape(name: str) -> None:
    root = ET.fromstring(draw_svg(DRAWINGS[name](), COLUMN))
    held = Counter(each.get("id") for each in root.iter() if each.get("id"))
    assert max(held.values()) == 1
    used = [each.get(LINK, "").removeprefix("#") for each in root.iter(f"{SVG}use")]
    assert used
    assert set(used) <= set(held)
    held_shapes = root.findall(f".//{SVG}defs/{SVG}path")
    letters = [each for each in held_shapes if each.get("id", "").startswith(("STIX", "DejaVu"))]
    outlines = Counter(each.get("d") for each in letters if each.get("d"))
    assert max(outlines.values()) == 1


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
