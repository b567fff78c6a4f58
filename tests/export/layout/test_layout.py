"""Nothing is cut off or covers anything else, axes are aligned, and words find their place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.layout.boxes import Box, share_out
from perceptron_gui.export.layout.decorations import as_sheet, decorations_of, merged
from perceptron_gui.export.layout.layout import Layout, arrange
from perceptron_gui.export.layout.page import PRESETS, Page, plot_aspect
from perceptron_gui.export.layout.text import PageFont
from perceptron_gui.figures.model.figure import Axis, Drawing, Figure, Panel, Sheet
from perceptron_gui.figures.model.legend import entries
from perceptron_gui.figures.model.marks import Line
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.view import ViewOptions, draw, nothing_to_show
from perceptron_gui.labs.registry import VIEWS
from tests.export.page_check import axes_boxes, faults, words_on
from tests.export.sample_drawings import DRAWINGS, curves, filmstrip, plane, three_panels

PAGES = {name: Page(*preset) for name, preset in PRESETS.items()}
PAGES["tiny"] = Page(60, 45, 8, "serif")
COLUMN, SLIDE = PAGES["column"], PAGES["slide"]
LONG = "A sentence that goes on for so long that it must be broken, wherever it is written. "


def layout_of(drawing: Drawing, page: Page) -> Layout:
    return arrange(decorations_of(as_sheet(drawing)), page)


@pytest.mark.parametrize("page", ["column", "slide", "poster", "tiny"])
@pytest.mark.parametrize("drawing", DRAWINGS)
def test_all_words_are_on_the_page_and_none_covers_others(drawing: str, page: str) -> None:
    assert faults(DRAWINGS[drawing](), PAGES[page]) == []


@pytest.mark.parametrize("name", [name for name, view in VIEWS.items() if not view.is_table])
def test_all_words_of_every_view_find_their_place(name: str) -> None:
    view = VIEWS[name]
    run = Run(make(LIBRARY["xor"]), Rule()).finish()
    options = view.options(aspect=plot_aspect(COLUMN), title="A title of somebody")
    assert faults(draw(view, run.dataset, run, run.visits, options), COLUMN) == []


@pytest.mark.parametrize("page", ["column", "slide", "poster"])
def test_long_titles_labels_legends_and_notes_are_broken_into_lines(page: str) -> None:
    lines = tuple(
        Line(
            f"line {i}",
            role,
            np.arange(2.0),
            np.arange(i, i + 2.0),
            f"{role.value}, as it is called",
        )
        for i, role in enumerate([Role.LOSS, Role.ERRORS, Role.RESULT, Role.BOUNDARY])
    )
    axes = Axis("what is shown across, " * 3), Axis("what is shown upwards, " * 3)
    figure = Figure("long", *axes, lines, title=LONG, notes=(LONG * 2, "Short."))
    assert faults(figure, PAGES[page]) == []
    assert len(words_on(figure, PAGES[page])) > 20


def test_the_checker_finds_words_that_leave_the_page_or_cover_others() -> None:
    found = " ".join(faults(three_panels(), Page(30, 20, 16)))
    assert "leaves the page" in found
    assert "covers" in found


def test_units_are_as_long_on_both_axes_of_a_plane() -> None:
    (box,) = axes_boxes(plane(), SLIDE)
    assert box.width / 6 == pytest.approx(box.height / 5.2)


def test_curves_fill_the_room_that_words_leave() -> None:
    (box,) = axes_boxes(curves(), SLIDE)
    assert box.width > 0.85 * 720
    assert box.height > 0.6 * 405


def test_axes_in_a_row_or_column_of_a_sheet_are_aligned() -> None:
    left, upper, lower = axes_boxes(three_panels(), SLIDE)
    assert (upper.left, upper.right) == (lower.left, lower.right)
    assert upper.height == pytest.approx(lower.height)
    assert left.right < upper.left
    boxes = axes_boxes(filmstrip(), SLIDE)
    assert len({round(box.width, 3) for box in boxes}) == 1
    assert len({round(box.bottom, 3) for box in boxes}) == 1


def test_panels_share_a_legend_where_they_show_the_same_view() -> None:
    film, mixed = layout_of(filmstrip(), SLIDE), layout_of(three_panels(), SLIDE)
    assert len(film.entries.placed) == len(entries(plane()))
    assert not any(panel.legend.placed for panel in film.panels)
    assert not mixed.entries.placed
    assert [len(panel.legend.placed) for panel in mixed.panels] == [12, 4, 2]


def test_a_shared_legend_has_every_entry_once_in_the_order_of_roles() -> None:
    def frame(*kinds: tuple[str, Role]) -> Figure:
        ends = np.array([0.0, 1.0])
        marks = tuple(Line(label, role, ends, ends, label) for label, role in kinds)
        return Figure("frame", Axis(), Axis(), marks)

    line, ghost, error = ("l", Role.BOUNDARY), ("g", Role.GHOST), ("e", Role.MISTAKE)
    plus, minus = ("+1", Role.POSITIVE_SERIES), ("−1", Role.NEGATIVE_SERIES)
    frames = frame(plus, error, minus), frame(minus, line), frame(ghost, plus)
    sheet = Sheet("film", tuple(Panel(f, 0, i) for i, f in enumerate(frames)), 1, (1.0,) * 3)
    layout = layout_of(sheet, SLIDE)
    labels = [placed.entry.label for placed in layout.entries.placed]
    assert labels == ["−1", "+1", "l", "g", "e"]
    assert not any(panel.legend.placed for panel in layout.panels)
    assert [entry.label for entry in entries(frames[0])] == ["−1", "+1", "e"]


def test_neighbours_that_show_the_same_axis_do_not_repeat_its_numbers() -> None:
    words = [text for text, _ in words_on(filmstrip(3), SLIDE)]
    assert words.count("$x_2$") == 1
    assert words.count("$x_1$ (cm)") == 3
    stacked = [Panel(replace(plane(), name=str(row)), row, 0) for row in range(2)]
    words = [text for text, _ in words_on(Sheet("two", tuple(stacked), 2, (1.0,)), SLIDE)]
    assert words.count("$x_1$ (cm)") == 1
    assert words.count("$x_2$") == 2


def test_notes_of_panels_are_gathered_below_them_each_once() -> None:
    page = Page(400, 150, 10)
    words = words_on(filmstrip(), page)
    (note,) = [place for text, place in words if text == "Every update of the run."]
    assert all(note.y1 < box.bottom for box in axes_boxes(filmstrip(), page))


def test_the_title_stands_above_the_legend_and_the_legend_above_the_axes() -> None:
    words = dict(words_on(plane(), COLUMN))
    (box,) = axes_boxes(plane(), COLUMN)
    assert words["A run of the perceptron"].y0 > words["visited"].y1 > words["visited"].y0 > box.top


def test_letters_shrink_only_where_words_would_leave_too_little_for_the_axes() -> None:
    crowded = replace(curves(), notes=tuple(f"{i}. {LONG}" for i in range(6)))
    assert layout_of(curves(), COLUMN).letters.em == 8
    assert layout_of(crowded, COLUMN).letters.em < 8
    assert faults(crowded, COLUMN) == []


def test_frames_share_a_layout_that_holds_the_most_words_of_any() -> None:
    quiet, wordy = replace(curves(), notes=()), replace(curves(), title=LONG, marks=())
    decorations = [decorations_of(as_sheet(each)) for each in (quiet, wordy)]
    both = merged(decorations, len)
    assert both.title == LONG
    assert both.notes == wordy.notes
    assert both.panels[0].legend == entries(quiet)
    assert decorations[0].grid == decorations[1].grid != decorations_of(filmstrip()).grid


def test_a_drawing_of_nothing_is_still_a_page() -> None:
    empty = Figure("empty", Axis(), Axis(), notes=("There are no points yet.",))
    assert faults(empty, COLUMN) == []
    assert faults(Sheet("none", (), 1, (1.0,), "A title", ("A note.",)), COLUMN) == []


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


def test_many_words_alone_shrink_until_they_fit() -> None:
    empty = nothing_to_show("cosine", ViewOptions(), LONG * 12)
    assert layout_of(empty, COLUMN).letters.em < COLUMN.font
    assert faults(empty, COLUMN) == []


def test_tracks_of_a_grid_share_what_margins_and_gaps_leave() -> None:
    first, second = share_out(100, [10, 5], [3, 2], [2, 1], gap=5)
    assert (first.axes_start, first.axes_stop, first.stop) == (10, 60, 63)
    assert (second.start, second.axes_start, second.axes_stop, second.stop) == (68, 73, 98, 100)
    assert share_out(1, [10], [10], [1], gap=0)[0].axes_stop == 11


def test_a_block_begins_where_it_is_wanted_unless_it_would_leave_the_box() -> None:
    box = Box(10, 0, 110, 50)
    assert box.beside(30, 50) == 30
    assert box.beside(90, 50) == 60
    assert box.beside(90, 500) == 10


def test_words_are_broken_at_spaces_outside_of_mathematics() -> None:
    letters = PageFont("serif", 10)
    words = letters.lines("one $a + b + c$ two three Donaudampfschifffahrtsgesellschaft", 60)
    assert [line.label for line in words.lines][:2] == ["one $a + b + c$", "two three"]
    assert "".join(line.label for line in words.lines[2:]) == "Donaudampfschifffahrtsgesellschaft"
    assert words.width <= 60
