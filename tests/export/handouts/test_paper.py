"""Handouts on paper: tagged pages of A4 with all words, fonts and figures, whatever they hold."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zlib
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import typst

from perceptron_gui.base import latex
from perceptron_gui.base.latex import DEEPEST
from perceptron_gui.export.handouts.content import Handout, HandoutSection, handout_of
from perceptron_gui.export.handouts.paper import write_pdf
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.lessons.lesson import Lesson
from perceptron_gui.lessons.reader import lesson_named
from perceptron_gui.lessons.source import LessonError
from tests.lessons.examples import lesson

LIGHT = THEMES["light"]
NAME = "001-follow-theta"
HOSTILE = "#panic() [x] @a < l> // /+ ] } #{1} https://a.b ~ -- = $ {"
PIECES = (
    *"abxw0129.,;:+-=()[]<>|!/*'#%&@\"? _^_^{}{}$~`",
    *(r"\alpha ", r"\le ", r"\cdot ", r"\sum ", r"\hat{y}", r"\hat{a, (}", r"\bar x", r"\cos "),
    *(r"\text{is a 'w\" }", r"\|", r"\{", r"\}", r"\left(", r"\langle ", r"\quad ", r"\,"),
    *(r"\sqrt ", r"\frac "),
)


@pytest.fixture(scope="module")
def handout() -> Handout:
    return handout_of(lesson_named(NAME), "script")


@pytest.fixture(scope="module")
def pdf(handout: Handout) -> bytes:
    return write_pdf(handout, LIGHT)


with_poppler = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="pdftotext is not installed (poppler-utils)"
)
_OBJECT = re.compile(rb"\n\d+ 0 obj\n(.*?)\nendobj", re.DOTALL)


def content_of(pdf: bytes) -> list[bytes]:
    """Return all objects, their streams unpacked."""
    found = []
    for content in _OBJECT.findall(pdf):
        head, mark, stream = content.partition(b"stream\n")
        if mark and b"/FlateDecode" in head:
            stream = zlib.decompress(stream.removesuffix(b"\nendstream"))
        found.append(head + mark + stream)
    return found


def page_texts(pdf: bytes) -> list[str]:
    """Return the words of every page, as another program finds them."""
    command = ["pdftotext", "-raw", "-", "-"]
    done = subprocess.run(command, input=pdf, capture_output=True, check=True, timeout=60)
    return done.stdout.decode().split("\f")[:-1]


def squeezed(text: str) -> str:
    """Return letters and digits alone: lines and words are broken anywhere."""
    return re.sub(r"[^A-Za-z0-9]", "", text)


def written(found: Lesson) -> list[str]:
    """Return the pages of a lesson."""
    return page_texts(write_pdf(handout_of(found, "script"), LIGHT))


@with_poppler
def test_pages_are_a4_and_numbered(pdf: bytes) -> None:
    sizes = re.findall(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)", b"\n".join(content_of(pdf)))
    assert len(sizes) >= 3
    for size in sizes:
        assert [round(float(side) / 72 * 25.4, 2) for side in size] == [210.0, 297.0]
    for number, text in enumerate(page_texts(pdf), 1):
        assert f"{number}/{len(sizes)}" in re.sub(r"\s", "", text)


@with_poppler
def test_all_that_is_said_is_on_the_pages(pdf: bytes, handout: Handout) -> None:
    pages = squeezed("".join(page_texts(pdf)))
    found = handout.lesson
    for words in (*found.goals, found.source[1:], f"about {found.minutes} minutes", "Solutions"):
        assert squeezed(words) in pages
    for step in found.steps:
        assert squeezed(step.title) in pages
    exercises = sum(bool(step.prediction) + bool(step.task) for step in found.steps)
    for number in range(1, exercises + 1):
        assert f"Exercise{number}" in pages
    assert pages.count("Exercise") == 2 * exercises  # where they are asked, and their solutions


@with_poppler
def test_a_worksheet_has_a_line_for_the_name_and_no_solutions() -> None:
    sheet = write_pdf(handout_of(lesson_named(NAME), "worksheet"), LIGHT)
    pages = squeezed("".join(page_texts(sheet)))
    assert "Name" in pages and "Exercise1" in pages and "Hints" in pages
    assert "Solutions" not in pages and "oneofitssolutions" not in pages


def test_a_pdf_is_tagged_for_screen_readers(pdf: bytes, handout: Handout) -> None:
    content = b"\n".join(content_of(pdf))
    assert b"<pdfuaid:part>1</pdfuaid:part>" in content
    assert b"/Marked true" in content and b"/Lang(en)" in content
    figures = sum(1 for each in handout.pictures if not each.view.is_table)
    assert content.count(b"/S/Figure") >= figures
    assert content.count(b"/S/Figure") <= content.count(b"/Alt")
    headings = len(handout.sections) + 1 + len(handout.ends)
    assert len(re.findall(rb"/S/H\d", content)) == headings


def test_a_pdf_has_its_fonts_no_bitmap_no_date_and_always_the_same_bytes(
    pdf: bytes, handout: Handout
) -> None:
    content = b"\n".join(content_of(pdf))
    for font in (b"LibertinusSerif-Regular", b"NewCMMath", b"STIXGeneral-Regular"):
        assert b"+" + font in content
    assert not re.search(rb"/Subtype\s*/(Image|Type3)", content)
    assert b"CreationDate" not in content
    assert write_pdf(handout, LIGHT) == pdf


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

    assert write_pdf(handout_of(deep(DEEPEST), "script"), LIGHT).startswith(b"%PDF")
    with pytest.raises(LessonError, match=f"step 1, prose: more than {DEEPEST} braces"):
        deep(DEEPEST + 1)


@with_poppler
def test_words_that_mean_something_to_typst_are_only_words() -> None:
    found = lesson(f"prose = '''Yes {HOSTILE.replace('$', chr(92) + '$')}, `{HOSTILE}` end.'''")
    page = re.sub(r"\s", "", written(found)[0])
    assert page.count(re.sub(r"\s", "", HOSTILE)) == 2


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (r"w_1^{(k)} \le -0.5 xy'", r"w_(1)^(\(k\))≤\−0.5 x y'"),
        (r"\frac{a, b}{2}", r"frac(a\,b,2)"),
        (r"\sum \Sigma \hat{\theta}", "∑Σ hat(θ)"),
        (r'\text{is "} + \sqrt x', r'"is\u{20}\""\+sqrt(x)'),
    ],
)
def test_a_formula_as_typst(formula: str, expected: str) -> None:
    assert latex.to_typst(formula) == expected


def test_whatever_is_read_as_a_formula_can_be_set() -> None:
    random = Random(1)
    found: list[str] = []
    while len(found) < 1000:
        formula = "".join(random.choices(PIECES, k=random.randint(1, 14)))
        with suppress(ValueError):
            found.append(latex.to_typst(formula))
    template = b'#for each in json(bytes(sys.inputs.all)) [$#eval(each, mode: "math")$ ]'
    assert typst.compile(template, sys_inputs={"all": json.dumps(found)}, ignore_system_fonts=True)


@with_poppler
def test_letters_that_no_font_has_are_replaced() -> None:
    words = "\U0001f389 \u4e2d\ufeff"
    found = lesson(f"prose = 'Yes {words}, **bold {words}**, *so {words}*, `code {words}`'")
    pages = "".join(written(found))
    for said in ("Yes", "bold", "so", "code"):
        assert said in pages
    assert pages.count("\ufffd") == 8


@with_poppler
def test_a_word_that_is_wider_than_a_line_is_broken() -> None:
    pages = written(lesson(f"prose = '{'m' * 200} `{'x' * 200}`'"))
    lines = "".join(pages).replace("\u200b", "").split("\n")
    for letter in "mx":
        assert "".join(lines).count(letter * 20)
        assert 0 < max(line.count(letter) for line in lines) < 200


@with_poppler
def test_cells_hold_formulas_or_are_words() -> None:
    table = Table("t", ("$x_1$", "b"), (("5 $ a", "$ü$"), ("$2x$", "c")), notes=("So $k$.",))
    found = handout_of(lesson("prose = 'Yes.'"), "script")
    section = HandoutSection(found.sections[0].title, (table,))
    (page,) = page_texts(write_pdf(replace(found, sections=(section,)), LIGHT))
    for words in ("5 $ a", "$ü$", "So"):
        assert words in page
    assert "$2x$" not in page


@pytest.mark.parametrize("theme", ["print", "dark"])
def test_paper_has_the_colours_of_the_theme(theme: str, handout: Handout) -> None:
    page = next(each for each in content_of(write_pdf(handout, THEMES[theme])) if b"BDC" in each)
    background = [int(THEMES[theme].background[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    painted = re.search(rb"([\d.]+) ([\d.]+) ([\d.]+) scn", page)
    assert painted
    assert [float(each) for each in painted.groups()] == pytest.approx(background, abs=0.01)


def test_progress_counts_sections_and_may_cancel(handout: Handout) -> None:
    seen: list[Any] = []
    write_pdf(handout, LIGHT, lambda done, total: seen.append((done, total)))
    total = len(handout.sections) + len(handout.ends)
    assert seen == [(done, total) for done in range(total + 1)]
