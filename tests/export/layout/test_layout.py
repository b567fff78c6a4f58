"""Nothing is cut off or covers anything else, axes are aligned, and words find their place.

Labels are read by matplotlib as they are meant, whatever a user has typed.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.base import latex
from perceptron_gui.export.layout.axes import as_sheet, decorations_of
from perceptron_gui.export.layout.layout import Layout, arrange
from perceptron_gui.export.layout.page import PRESETS, Page, plot_aspect
from perceptron_gui.export.layout.text import PageFont, extent, typeset
from perceptron_gui.figures.model.figure import Axis, Drawing, Figure, Panel, Sheet
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.marks import Line
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import ViewOptions, nothing_to_show
from perceptron_gui.labs.registry import VIEWS
from tests.cases import slow_but
from tests.export.page_check import axes_boxes, faults, words_on
from tests.export.programs import drawing, trained
from tests.export.sample_drawings import DRAWINGS, curves, of_and, plane

PAGES = {name: Page(*preset) for name, preset in PRESETS.items()}
PAGES["tiny"] = Page(60, 45, 8, "serif")
COLUMN, SLIDE = PAGES["column"], PAGES["slide"]
ENDS = np.array([0.0, 1.0])
LONG = "A sentence that goes on for so long that it must be broken, wherever it is written. "


def layout_of(drawing: Drawing, page: Page) -> Layout:
    return arrange(decorations_of(as_sheet(drawing)), page)


@pytest.mark.parametrize("page", slow_but(["column"], ["column", "slide", "poster", "tiny"]))
@pytest.mark.parametrize("drawing", DRAWINGS)
def test_all_words_are_on_the_page_and_none_covers_others(drawing: str, page: str) -> None:
    assert faults(DRAWINGS[drawing](), PAGES[page]) == []


@pytest.mark.parametrize(
    "name", slow_but(["boundary", "norms"], [n for n, view in VIEWS.items() if not view.is_table])
)
def test_all_words_of_every_view_find_their_place(name: str) -> None:
    aspect, title = plot_aspect(COLUMN), "A title of somebody"
    assert faults(drawing(trained("xor"), name, aspect=aspect, title=title), COLUMN) == []


@pytest.mark.parametrize("page", ["column", "slide", "poster"])
def test_long_titles_labels_legends_and_notes_are_broken_into_lines(page: str) -> None:
    lines = tuple(
        Line(f"line {i}", role, ENDS, ENDS + i, f"{role.value}, as it is called")
        for i, role in enumerate([Role.LOSS, Role.ERRORS, Role.RESULT, Role.BOUNDARY])
    )
    axes = Axis("what is shown across, " * 3), Axis("what is shown upwards, " * 3)
    figure = Figure("long", *axes, lines, title=LONG, notes=(LONG * 2, "Short."))
    assert faults(figure, PAGES[page]) == []
    assert len(words_on(figure, PAGES[page])) > 20


def test_units_are_as_long_on_both_axes_of_a_plane() -> None:
    (box,) = axes_boxes(plane(), SLIDE)
    across, up = (axis.range[1] - axis.range[0] for axis in (plane().x, plane().y))
    assert box.width / across == pytest.approx(box.height / up)


def test_axes_in_a_row_or_column_of_a_sheet_are_aligned() -> None:
    left, upper, lower = axes_boxes(of_and("sheet"), SLIDE)
    assert (upper.left, upper.right) == (lower.left, lower.right)
    assert upper.height == pytest.approx(lower.height)
    assert left.right < upper.left
    boxes = axes_boxes(of_and("filmstrip", aspect=5), SLIDE)
    assert len({round(box.width, 3) for box in boxes}) == 1
    assert len({round(box.bottom, 3) for box in boxes}) == 1


def test_neighbours_that_show_the_same_axis_do_not_repeat_its_numbers() -> None:
    strip = of_and("filmstrip", updates="0,1,2", aspect=5)
    words = [text for text, _ in words_on(strip, SLIDE)]
    assert words.count("$x_2$") == 1
    assert words.count("$x_1$") == 3
    stacked = [Panel(replace(plane(), name=str(row)), row, 0) for row in range(2)]
    words = [text for text, _ in words_on(Sheet("two", tuple(stacked), 2, (1.0,)), SLIDE)]
    assert words.count("$x_1$") == 1
    assert words.count("$x_2$") == 2


def test_letters_shrink_only_where_words_would_leave_too_little_for_the_axes() -> None:
    crowded = replace(curves(), notes=tuple(f"{i}. {LONG}" for i in range(9)))
    assert layout_of(curves(), COLUMN).letters.em == 8
    assert layout_of(crowded, COLUMN).letters.em < 8
    assert faults(crowded, COLUMN) == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_with_words_alone_shows_them_large_in_its_middle(page: str) -> None:
    empty = nothing_to_show("cosine", ViewOptions(title="Nothing"), LONG)
    assert faults(empty, PAGES[page]) == []
    layout = layout_of(empty, PAGES[page])
    note = layout.note(LONG)
    assert note.size > PAGES[page].font
    width, height = (72 * inches for inches in PAGES[page].inches)
    assert abs(layout.notes[0] + note.width / 2 - width / 2) < 0.01 * width
    assert 0.3 * height < layout.notes[1] - note.height / 2 < 0.55 * height
    assert len(words_on(empty, PAGES[page])) == 1 + len(note.lines)


def test_words_are_broken_at_spaces_outside_of_mathematics() -> None:
    letters = PageFont("serif", 10)
    words = letters.lines("one $a + b + c$ two three Donaudampfschifffahrtsgesellschaft", 60)
    assert [line.label for line in words.lines][:2] == ["one $a + b + c$", "two three"]
    assert "".join(line.label for line in words.lines[2:]) == "Donaudampfschifffahrtsgesellschaft"
    assert words.width <= 60


FAMILIES = ("sans", "serif")
COMMANDS = [*latex._GREEK, *latex._RELATIONS, *latex._SIGNS]
FORMULAS = [
    *(rf"a \{name} b" for name in COMMANDS),
    *(r"\text{if } x_1 > 0", r"\hat{y}", r"\hat{\theta}", r"\hat y", r"\sqrt k", r"\sqrt{2k}"),
    *(r"\sqrt \eta", "w^{(k+1)}_i", "x'", "w^*", r"w^\top x", "50% of #3"),
]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("formula", FORMULAS)
def test_every_command_of_the_small_latex_is_set_as_mathematics(
    formula: str, family: str, caplog: pytest.LogCaptureFixture
) -> None:
    latex.to_plain(formula)
    assert typeset(f"so ${formula}$", family)[1]
    assert extent(f"so ${formula}$", family, 10)[0] > extent("so ", family, 10)[0]
    assert [record.message for record in caplog.records] == []


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("$x^2^3$", "x²³"),  # which only our own reader takes for mathematics
        (from_user(r"5$ & a_b^c {d} \e 50%"), r"5$ & a_b^c {d} \e 50%"),
        ("only $5", "only $5"),
        ("日本 Ж א ✓", "�� Ж א ✓"),
        ("a\tb\nc\x00", "a b c "),
        ("\ufeffa\ud800b\udcff", "a�b�"),
        ("\ufeff", ""),
    ],
)
def test_labels_without_mathematics_are_plain_text(label: str, text: str, family: str) -> None:
    assert typeset(label, family) == (text, False)


@given(st.text(max_size=30), st.sampled_from(FAMILIES))
def test_no_text_whatever_can_break_the_letters(words: str, family: str) -> None:
    width, _, _ = extent(words, family, 10)
    beside, _, _ = extent(f"{from_user(words)} $x_1$", family, 10)
    assert width >= 0
    assert beside > 0


def test_a_formula_that_is_too_long_is_broken_at_its_signs() -> None:
    formula = r"w = \sum y_i x_i = -5(1, -0.4) + 16(1, -0.44) - (1, -0.6) + \frac{1 + 2}{3}(1, 2)"
    letters = PageFont("serif", 8.0)
    whole = letters.lines(f"The sum: ${formula}$.", 1000.0)
    assert [line.label for line in whole.lines] == [f"The sum: ${formula}$."]
    broken = letters.lines(f"The sum: ${formula}$.", 120.0)
    assert len(broken.lines) > 2
    assert broken.width <= 120.0
    joined = " ".join(line.label for line in broken.lines).replace("$ ${}", " ")
    assert joined == f"The sum: ${formula}$."
