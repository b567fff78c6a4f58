"""Tests of what every page of the laboratory has: progress, stopping, problems, its drawing."""

from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from tests.views.counting_page import CountingPage
from tests.views.pixels import heard, on_screen

AND = make(LIBRARY["and"])


@pytest.fixture
def page(qtbot: QtBot) -> CountingPage:
    return on_screen(qtbot, CountingPage(), 700, 520)


def click_stop(page: CountingPage) -> None:
    QTest.mouseClick(page.stop, Qt.MouseButton.LeftButton)


def test_while_it_is_busy_the_button_stops_it(page: CountingPage, qtbot: QtBot) -> None:
    page.show_progress(30, 100)
    assert page.bar.isVisible()
    assert page.bar.value() / page.bar.maximum() == 0.3
    assert page.stop.text() == "Stop"
    with qtbot.waitSignal(page.stop_requested), qtbot.assertNotEmitted(page.settings_changed):
        click_stop(page)


def test_afterwards_it_asks_for_the_same_again(page: CountingPage, qtbot: QtBot) -> None:
    page.show_progress(100, 100)
    assert not page.bar.isVisible()
    assert page.stop.text() == "Again"
    with qtbot.waitSignal(page.experiment_requested), qtbot.assertNotEmitted(page.stop_requested):
        click_stop(page)


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


def test_a_result_is_to_be_drawn_by_somebody_and_then_shown(page: CountingPage) -> None:
    asked = heard(page.drawing_requested)
    page.show_result(7)
    (name, draw) = asked[-1]
    page.show_drawing(name, draw())
    assert page.view.table.copied() == "n\n7"


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
