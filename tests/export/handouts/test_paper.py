"""Handouts on paper: pages of A4, all words, fonts, no bitmaps, nothing outside the margins."""

from __future__ import annotations

import re

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as MplFigure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from perceptron_gui.base.latex import DEEPEST
from perceptron_gui.export.handouts.content import Handout, handout_of
from perceptron_gui.export.handouts.lines import label_parts, measured, set_lines
from perceptron_gui.export.handouts.paper import paper_pages, write_pdf
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.mpl.pen import matplotlib_settings
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.lessons.catalog import lesson_named
from perceptron_gui.lessons.lesson import Lesson
from perceptron_gui.lessons.prose import ProsePart, line_parts
from perceptron_gui.lessons.source import LessonError
from tests.lessons.examples import lesson

from .pdf_text import objects, page_sizes, page_texts

LIGHT = THEMES["light"]
NAME = "001-follow-theta"
PARAGRAPHS = [f"Paragraph {n}. {'Some words. ' * 45}" for n in range(13)]


@pytest.fixture(scope="module")
def handout() -> Handout:
    return handout_of(lesson_named(NAME), True)


@pytest.fixture(scope="module")
def pdf(handout: Handout) -> bytes:
    return write_pdf(handout, LIGHT)


def squeezed(text: str) -> str:
    """Return letters alone, but for those of ligatures; fonts change inside words, too."""
    return re.sub(r"[^A-Za-z0-9]|f[fil]*", "", text)


def test_pages_are_a4_and_numbered(pdf: bytes) -> None:
    sizes = page_sizes(pdf)
    assert len(sizes) >= 3
    for width, height in sizes:
        assert (round(width / 72 * 25.4, 2), round(height / 72 * 25.4, 2)) == (210.0, 297.0)
    for number, text in enumerate(page_texts(pdf), 1):
        assert f"{number}/{len(sizes)}" in text.replace(" ", "")


def test_all_that_is_said_is_on_the_pages(pdf: bytes, handout: Handout) -> None:
    written = squeezed("".join(page_texts(pdf)))
    found = handout.lesson
    for words in (*found.goals, found.source[1:], "about 10 minutes", "Solutions"):
        assert squeezed(words) in written
    for step in found.steps:
        assert squeezed(step.title.replace("θ", "")) in written
    exercises = sum(bool(step.prediction) + bool(step.task) for step in found.steps)
    for number in range(1, exercises + 1):
        assert f"Exercise{number}" in written
    assert written.count("Exercise") == 2 * exercises  # where they are asked, and their solutions


def test_without_solutions_nothing_is_given_away() -> None:
    written = squeezed("".join(page_texts(write_pdf(handout_of(lesson_named(NAME), False), LIGHT))))
    assert "Exercise1" in written
    assert "Solutions" not in written
    assert "oneoitssolutions" not in written


def test_a_pdf_has_its_fonts_no_bitmap_no_date_and_always_the_same_bytes(
    pdf: bytes, handout: Handout
) -> None:
    content = b"\n".join(objects(pdf).values())
    assert b"/FontFile2" in content
    assert b"STIXGeneral" in content
    assert not re.search(rb"/Subtype\s*/(Image|Type3)", content)
    assert b"CreationDate" not in content
    assert write_pdf(handout, LIGHT) == pdf


def test_long_prose_flows_over_pages_in_order() -> None:
    prose = "\n\n".join(PARAGRAPHS)
    found = lesson(f"prose = '''{prose}'''")
    texts = page_texts(write_pdf(handout_of(found, False), LIGHT))
    assert len(texts) > 1
    said = re.findall(r"Paragraph(\d+)", squeezed("".join(texts)).replace("Somewords", " "))
    assert said == [str(n) for n in range(13)]


@pytest.mark.parametrize(
    ("opened", "closed"),
    [
        ("{", "}"),
        ("x_{", "}"),
        ("x_a^{", "}"),
        (r"\sqrt{", "}"),
        (r"\sqrt ", ""),
        (r"\frac{", "}{y}"),
        (r"\frac{y}{", "}"),
        (r"\frac{\left(", r"\right)}{\hat{y}}"),
    ],
)
def test_formulas_are_set_as_deep_as_they_may_be(opened: str, closed: str) -> None:
    def deep(levels: int) -> Lesson:
        formula = opened * levels + "x" + closed * levels
        return lesson(f"prose = '''So ${formula}$.\n\n$${formula}$$'''")

    assert write_pdf(handout_of(deep(DEEPEST), False), LIGHT).startswith(b"%PDF")
    with pytest.raises(LessonError, match=f"step 1, prose: more than {DEEPEST} braces"):
        deep(DEEPEST + 1)


def test_letters_that_no_font_has_are_replaced_without_a_warning() -> None:
    words = "\U0001f389 \u4e2d\ufeff"
    found = lesson(f"prose = 'Yes {words}, **bold {words}**, *so {words}*, `code {words}`'")
    written = squeezed("".join(page_texts(write_pdf(handout_of(found, False), LIGHT))))
    for said in ("Yes", "bold", "so", "code"):
        assert said in written


def words_of(page: MplFigure) -> list[tuple[str, Bbox]]:
    canvas = FigureCanvasAgg(page)
    with matplotlib_settings(Page()):
        renderer = canvas.get_renderer()  # type: ignore[no-untyped-call]
        return [
            (each.get_text(), each.get_window_extent(renderer))
            for each in page.findobj(Text)
            if isinstance(each, Text) and each.get_text()
        ]


@pytest.mark.parametrize("theme", ["light", "print", "dark"])
def test_nothing_is_outside_the_margins(theme: str) -> None:
    for page in paper_pages(handout_of(lesson_named("follow-theta"), True), THEMES[theme]):
        found = words_of(page)
        assert found
        for text, box in found:
            assert box.x0 >= 55, text
            assert box.x1 <= 595 - 55, text
            assert box.y0 >= 25, text
            assert box.y1 <= 842 - 50, text


def test_lines_are_as_wide_as_they_may_be_and_hold_every_word() -> None:
    text = "The **bold** and *slanted* `code` with $s = w \\cdot x$, again. " * 12
    lines = set_lines(line_parts(text), 11, 300)
    assert len(lines) > 3
    assert all(line.width <= 300.5 for line in lines)
    assert all(line.width > 180 for line in lines[:-1])
    words = " ".join(" ".join(each.part.text for each in line.fragments) for line in lines)
    assert words.split() == (" ".join(part.text for part in line_parts(text))).split()


def test_parts_of_a_line_do_not_overlap() -> None:
    (line,) = set_lines(line_parts("A **bold** word, $x^2$, *x* and `y`."), 11, 900)
    for one, other in zip(line.fragments, line.fragments[1:], strict=False):
        assert one.x + one.width <= other.x + 0.01


def test_a_long_formula_is_broken_before_a_sign_and_is_whole_on_one_line() -> None:
    parts = line_parts("$w = (0.2, 0, -0.1) - 0.1 \\cdot (1, 1, 1) = (0.1, -0.1, -0.2)$")
    (line,) = set_lines(parts, 11, 900)
    assert [each.part.text for each in line.fragments] == [parts[0].text]
    broken = set_lines(parts, 11, 150)
    assert len(broken) > 1
    assert all(line.width <= 150 for line in broken)


def test_a_word_that_is_wider_than_a_line_is_broken() -> None:
    lines = set_lines((ProsePart("code", "x" * 200),), 11, 100)
    assert "".join(each.part.text for line in lines for each in line.fragments) == "x" * 200
    assert all(line.width <= 100 for line in lines)


def test_letters_that_no_font_of_the_page_has_are_measured_too() -> None:
    assert measured(ProsePart("text", "□ θ ≥ −1"), 11)[0] > 30
    assert label_parts("a $x$ b") == (
        ProsePart("text", "a "),
        ProsePart("math", "x"),
        ProsePart("text", " b"),
    )
    assert label_parts("5 $ a") == (ProsePart("text", "5 $ a"),)
