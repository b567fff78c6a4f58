"""The arena: who takes part, one timeline for all, results that can be sorted and tried."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import DeletePoints
from perceptron_gui.core.rules.contestants import read_contestants
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Sheet
from perceptron_gui.figures.model.marks import Dots
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.labs.arena.contest import USUAL, ContestResult
from perceptron_gui.labs.arena.lab import CONTESTS
from perceptron_gui.views.labs.arena import ArenaPage
from tests.views.lab_desk import OpenLab, choose, click_heading, open_row, suggest, texts, type_text

STATUS, UPDATES, VISITS, ERRORS, ANGLE = 1, 2, 3, 5, 7


def results(page: ArenaPage) -> dict[str, list[str]]:
    """Return the rows of the table by the name of their rule."""
    return {row[0]: row for row in texts(page.parts.table)}


def sheet(page: ArenaPage) -> Sheet:
    assert isinstance(page.view.drawing, Sheet)
    return page.view.drawing


def test_of_xor_only_the_lift_makes_no_errors(open_lab: OpenLab) -> None:
    page, _ = open_lab(ArenaPage(), "xor")
    assert page.contestants.field.text() == USUAL
    found = results(page)
    wrong = {name: int(row[ERRORS]) for name, row in found.items()}
    assert wrong.pop("PLA, lift product") == 0
    assert wrong == {"PLA": 4, "Averaged": 2, "Pocket": 2, "Least squares": 4}
    assert found["PLA"][STATUS] == "cycles, period 4"
    assert found["PLA, lift product"][UPDATES] == "29"
    planes = [panel.figure for panel in sheet(page).panels[:5]]
    assert [plane.title for plane in planes] == list(found)
    assert [plane.notes[0] for plane in planes][:2] == ["4\u00a0wrong", "2\u00a0wrong"]
    assert len(sheet(page).panels) == 5 + 2


def test_rules_of_the_session_are_the_contestants(open_lab: OpenLab) -> None:
    rules = Rule(), Rule(rule="averaged"), Rule(tie="minus")
    page, desk = open_lab(ArenaPage(), "and", *rules)
    assert list(results(page)) == ["PLA", "Averaged", "PLA, ties −1"]
    desk.editing.set_rules(rules, 2, "Show another rule")
    desk.wait()
    assert page.contestants.field.text() == "pla tie=always; averaged tie=always"


def test_the_timeline_moves_all_contestants(qtbot: QtBot, open_lab: OpenLab) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    run = Run(desk.editing.session.dataset, Rule()).finish()
    page.show_run(run, 3)
    desk.wait()
    assert results(page)["PLA"][VISITS] == "3"
    visits = {name: int(row[VISITS]) for name, row in results(page).items()}
    assert visits.pop("Least squares") == 1
    assert set(visits.values()) == {3}
    dots = [panel.figure.mark("end-0") for panel in sheet(page).panels[-2:]]
    assert [each.x.tolist() for each in dots if isinstance(each, Dots)] == [[3.0], [3.0]]
    page.show_run(run, run.visits)
    qtbot.waitUntil(lambda: results(page)["PLA"][STATUS] == "converged")
    assert results(page)["PLA, lift product"][VISITS] == "20"


def test_every_visit_of_a_quick_playback_ends_at_the_last_one(
    qtbot: QtBot, open_lab: OpenLab
) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    run = Run(desk.editing.session.dataset, Rule()).finish()
    for visit in range(run.visits):
        page.show_run(run, visit)
    qtbot.waitUntil(lambda: results(page)["PLA"][VISITS] == str(run.visits - 1))


@pytest.mark.parametrize("column", [UPDATES, ANGLE])
def test_a_click_sorts_by_numbers_and_rows_stay_what_they_are(
    open_lab: OpenLab, column: int
) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    table = page.parts.table
    table.scrollTo(table.model().index(0, column))
    click_heading(table, column)
    values = [float(row[column].removesuffix("°")) for row in texts(table)]
    assert len(set(values)) > 2
    assert values in (sorted(values), sorted(values, reverse=True))
    last = texts(table)[-1][0]
    open_row(table, len(values) - 1)
    assert desk.names == [f"Learn with {last}"]


def test_a_row_is_learnt_with_on_the_plane_as_it_was_typed(open_lab: OpenLab) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    type_text(page.contestants, "voted; sgd loss=hinge eta=0.1")
    desk.wait()
    assert list(results(page)) == ["PLA", "Voted", "SGD"]
    open_row(page.parts.table, 1)
    assert desk.editing.rule == Rule(rule="voted")


def test_a_mistake_is_named_and_the_contest_stays(open_lab: OpenLab) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    before = texts(page.parts.table)
    type_text(page.contestants, "averaged; sgd loss=hing")
    said = page.contestants.complaint
    assert said.isVisible()
    assert said.words == (
        "Contestant 'sgd loss=hing': the loss 'hing' is unknown; did you mean 'hinge'?"
    )
    assert not desk.laboratory.is_busy
    assert texts(page.parts.table) == before
    type_text(page.contestants, "averaged; sgd loss=hinge")
    assert not said.isVisible()
    desk.wait()
    assert list(results(page)) == ["PLA", "Averaged", "SGD"]


def test_suggestions_take_the_place_of_what_was_wrong(open_lab: OpenLab) -> None:
    page, desk = open_lab(ArenaPage(), "xor")
    type_text(page.contestants, "nonsense")
    suggest(page.contestants, "Ties")
    desk.wait()
    assert page.contestants.complaint.words == ""
    assert list(results(page)) == ["PLA", "PLA, ties −1", "PLA, ties +1"]
    suggest(page.contestants, "Add: Batch perceptron")
    desk.wait()
    assert list(results(page))[-1] == "Batch"


@pytest.mark.parametrize("text", CONTESTS.values())
def test_every_suggestion_can_be_read(text: str) -> None:
    assert len(read_contestants(text, Rule(seed=3))) == text.count(";") + 1


def test_lines_are_laid_over_each_other(open_lab: OpenLab) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    choose(page.layout_choice, "overlaid")
    desk.wait()
    assert len(sheet(page).panels) == 1 + 2
    assert sheet(page).panels[0].figure.has("least-squares")
    choose(page.measure, "errors")
    desk.wait()
    assert sheet(page).panels[1].figure.title == "errors of the answer"


def test_a_long_contest_is_stopped_and_what_is_known_stays(qtbot: QtBot, open_lab: OpenLab) -> None:
    rng = np.random.default_rng(1)
    labels = np.where(rng.random(400) < 0.5, -1, 1)
    noise = Dataset.of(rng.normal(size=(400, 2)).round(3), labels)
    rule = Rule(order="random", epochs=10**9, max_updates=10**9)
    page, desk = open_lab(ArenaPage(), noise, rule, wait=False)
    type_text(page.contestants, "averaged")
    qtbot.waitUntil(lambda: page.parts.table.rowCount() == 2, timeout=60_000)
    qtbot.waitUntil(lambda: page.view.drawing is not None)  # drawn beside the table
    assert page.stop.text() == "Stop"
    QTest.mouseClick(page.stop, Qt.MouseButton.LeftButton)
    assert not desk.laboratory.is_busy
    assert page.stop.text() == "Again"
    assert {row[STATUS] for row in texts(page.parts.table)} == {"learning"}
    assert [panel.figure.equal for panel in sheet(page).panels] == [True, True]


def test_without_points_there_is_a_sentence_until_they_come_back(open_lab: OpenLab) -> None:
    page, desk = open_lab(ArenaPage(), "xor")
    before = sheet(page).widths
    desk.editing.edit_points("Delete all", DeletePoints(np.arange(4)))
    desk.wait()
    assert page.complaint.words == "Add points to the plane first."
    assert not page.parts.table.isVisible()
    page.show_theme(THEMES["dark"])
    desk.editing.undo()
    desk.wait()
    assert len(results(page)) == 5
    assert sheet(page).widths == before


def test_a_row_of_the_last_table_is_nothing_while_the_next_one_is_drawn(open_lab: OpenLab) -> None:
    page, desk = open_lab(ArenaPage(), "and")
    rows = page.parts.table.rowCount()
    page.show_result(ContestResult((), ()))
    open_row(page.parts.table, rows - 1)
    assert desk.names == []
