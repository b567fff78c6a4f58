"""Pages of experiments: what all have, and the arena with its contestants and results."""

from __future__ import annotations

import gc
import weakref
from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.window.pages import load_class
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Sheet, Table
from perceptron_gui.figures.model.marks import Dots
from perceptron_gui.figures.model.theme import DEFAULT, THEMES
from perceptron_gui.labs.registry import LABORATORIES
from perceptron_gui.views.labs.arena import ArenaPage
from perceptron_gui.views.labs.page import LabPage
from perceptron_gui.views.widgets.editors import ChoiceEditor
from tests.views.counting_page import CountingPage
from tests.views.desk import type_into, typed_field
from tests.views.lab_desk import (
    OpenLab,
    choose,
    choose_from,
    click_heading,
    let_compete,
    lines,
    open_row,
    pick,
    texts,
)
from tests.views.pixels import on_screen
from tests.views.pointer import double_click

AND = make(LIBRARY["and"])


@pytest.fixture
def page(qtbot: QtBot) -> CountingPage:
    return on_screen(qtbot, CountingPage(), 700, 520)


def click_stop(page: CountingPage) -> None:
    QTest.mouseClick(page.stop, Qt.MouseButton.LeftButton)


def test_before_anything_is_known_there_is_a_frame_and_a_sentence(page: CountingPage) -> None:
    page.show_preparing()
    assert page.view.isVisible() and page.view.drawing is not None
    assert page.view.drawing.notes == (f"{page.work} …",)
    assert (page.doing.text(), page.stop.text()) == ("Preparing …", "Stop")
    click_stop(page)
    assert page.view.drawing.notes == ("Stopped before anything was known.",)
    page.show_preparing()
    page.show_progress(300, 1000)
    assert (page.doing.isVisible(), page.doing.text()) == (True, f"{page.work} …")
    page.show_drawing("effects", Table("t", ("n",), (("1",),)))
    page.show_preparing()  # the last result stays until there is another one
    assert page.view.table.copied() == "n\n1"
    page.show_progress(1000, 1000)
    assert not page.doing.isVisible()


def test_a_new_size_is_drawn_for(page: CountingPage, qtbot: QtBot) -> None:
    page.show_result(7)
    page.resize(300, 900)
    qtbot.waitUntil(lambda: page.aspects[-1] < 1)


def test_a_page_that_is_not_seen_is_drawn_when_it_is(page: CountingPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(page.aspects) > 0 and not page.is_due)
    page.hide()
    drawn = len(page.aspects)
    page.redraw_soon()
    assert not page.is_due
    page.show()
    qtbot.waitUntil(lambda: len(page.aspects) > drawn)


def test_with_other_points_the_run_of_the_old_ones_is_let_go(page: CountingPage) -> None:
    page.show_data(AND, (Rule(),), 0)
    run = Run(AND, Rule()).finish()
    page.show_run(run, run.visits)
    assert page.subject is not None and page.subject.run is run
    held, run = weakref.ref(run), Run(make(LIBRARY["xor"]), Rule())
    page.show_data(run.dataset, (Rule(),), 0)
    gc.collect()
    assert held() is None


LEFT = Qt.MouseButton.LeftButton
STATUS, UPDATES, VISITS, ERRORS, ANGLE = 1, 2, 3, 5, 7


def results(page: ArenaPage) -> dict[str, list[str]]:
    """Return the rows of the table by the name of their rule."""
    return {row[0]: row for row in texts(page.table)}


def sheet(page: ArenaPage) -> Sheet:
    assert isinstance(page.view.drawing, Sheet)
    return page.view.drawing


def test_rules_of_the_session_are_the_contestants(open_lab: OpenLab) -> None:
    rules = Rule(), Rule(rule="averaged"), Rule(tie="minus")
    page, desk = open_lab(ArenaPage(), "and", *rules)
    assert list(results(page)) == ["Perceptron", "Averaged", "Perceptron, on the line: −1"]
    desk.editing.set_rules(rules, 2, "Show another rule")
    desk.wait()
    assert page.text == "pla tie=always; averaged tie=always"
    assert lines(page.contestants) == [
        "Perceptron, on the line: mistake",
        "Averaged, on the line: mistake",
    ]


def test_the_timeline_moves_all_contestants(qtbot: QtBot, open_lab: OpenLab) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    run = Run(desk.editing.session.dataset, Rule()).finish()
    page.show_run(run, 3)
    desk.wait()
    assert results(page)["Perceptron"][VISITS] == "3"
    visits = {name: int(row[VISITS]) for name, row in results(page).items()}
    assert visits.pop("Least squares") == 1
    assert set(visits.values()) == {3}
    dots = [panel.figure.mark("end-0") for panel in sheet(page).panels[-2:]]
    assert [each.x.tolist() for each in dots if isinstance(each, Dots)] == [[3.0], [3.0]]
    page.show_run(run, run.visits)
    qtbot.waitUntil(lambda: results(page)["Perceptron"][STATUS] == "converged")
    assert results(page)["Perceptron, lift product"][VISITS] == "20"


@pytest.mark.parametrize("column", [UPDATES, ANGLE])
def test_a_click_sorts_by_numbers_and_rows_stay_what_they_are(
    open_lab: OpenLab, column: int
) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    table = page.table
    table.scrollTo(table.model().index(0, column))
    click_heading(table, column)
    values = [float(row[column].removesuffix("°")) for row in texts(table)]
    assert len(set(values)) > 2
    assert values in (sorted(values), sorted(values, reverse=True))
    last = texts(table)[-1][0]
    open_row(table, len(values) - 1)
    assert desk.names == [f"Learn with {last}"]


def test_contestants_are_chosen_from_a_list(open_lab: OpenLab) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    assert not page.contestants.isVisible()
    QTest.mouseClick(page.choosing, LEFT)
    assert page.contestants.isVisible()
    let_compete(page, "Voted perceptron", "Stochastic gradient descent")
    desk.wait()
    assert list(results(page)) == ["Perceptron", "Voted", "SGD"]
    assert desk.editing.session.views["arena"] == {"contestants": "voted; sgd"}
    QTest.mouseClick(page.contestants.remove, LEFT)
    desk.wait()
    assert list(results(page)) == ["Perceptron", "Voted"]
    desk.editing.undo()
    desk.wait()
    assert lines(page.contestants) == ["Voted", "SGD"]


def test_options_of_the_chosen_contestant_are_edited_and_its_row_replays_them(
    open_lab: OpenLab,
) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    QTest.mouseClick(page.choosing, LEFT)
    listed = page.contestants
    let_compete(page, "Stochastic gradient descent")
    assert listed.options.isVisible()
    type_into(typed_field(listed.controls.fields["eta"]), "1/10")
    loss = listed.controls.fields["loss"].editor
    assert isinstance(loss, ChoiceEditor)
    choose_from(loss, "hinge")
    desk.wait()
    assert page.text == "sgd eta=0.1 loss=hinge"
    open_row(page.table, 1)
    assert desk.editing.rule == Rule(rule="sgd", loss="hinge", eta=Fraction(1, 10))


def test_a_contest_that_is_suggested_takes_the_place_of_the_last_one(open_lab: OpenLab) -> None:
    page, desk = open_lab(ArenaPage(), "xor")
    pick(page.contestants.contests, "Ties")
    desk.wait()
    assert list(results(page)) == [
        "Perceptron",
        "Perceptron, on the line: −1",
        "Perceptron, on the line: +1",
    ]
    pick(page.contestants.add, "Batch perceptron")
    desk.wait()
    assert list(results(page))[-1] == "Batch"


def test_a_plane_is_enlarged_by_a_double_click_and_goes_back(
    qtbot: QtBot, open_lab: OpenLab
) -> None:
    page, desk = open_lab(ArenaPage(), "xor")
    page.resize(760, 560)
    desk.wait()
    planes = page.view.figures[:5]
    assert all(plane.plot.seen.width >= 140 for plane in planes)
    assert len({plane.x() for plane in planes}) < 5  # fewer columns, where five were too small
    surface = planes[1].plot.surface
    double_click(planes[1], surface.rect().center())
    desk.wait()
    assert [figure.isVisible() for figure in page.view.figures] == [n == 1 for n in range(7)]
    assert planes[1].width() > 0.9 * page.view.width()
    assert not planes[1].figure.bare  # there is room for axes
    QTest.keyClick(page.view, Qt.Key.Key_Escape)
    desk.wait()
    assert all(figure.isVisible() for figure in page.view.figures[:7])
    assert planes[1].figure.bare


def test_lines_are_laid_over_each_other(open_lab: OpenLab) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    choose(page, "layout", "overlaid")
    desk.wait()
    assert len(sheet(page).panels) == 1 + 2
    assert sheet(page).panels[0].figure.has("least-squares")
    choose(page, "measure", "errors")
    desk.wait()
    assert sheet(page).panels[1].figure.title == "errors of the answer"


@pytest.mark.parametrize("name", [*LABORATORIES])
def test_with_large_letters_a_plot_keeps_200_pixels_and_the_page_scrolls(
    open_lab: OpenLab, name: str
) -> None:
    row = LABORATORIES[name]
    page = load_class(row.page)() if row.page else LabPage(row.load())
    font = page.font()
    font.setPixelSize(30)  # as in a theme for projectors, made larger
    page.setFont(font)
    page.show_theme(THEMES[DEFAULT], 2.2)
    page, desk = open_lab(page, "and")
    desk.editing.store.update(run=Run(desk.editing.session.dataset, Rule()).finish())
    page.resize(1200, 480)
    desk.wait()
    heights = [view.plot.seen.height for view in page.view.figures if view.isVisible()]
    assert heights == [] or max(heights) >= 200
