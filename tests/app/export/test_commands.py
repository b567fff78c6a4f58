"""Which figure is meant, and what becomes of the dialog while another one is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from perceptron_gui.app.export.commands import FigureCommands
from tests.app.heard import Heard
from tests.app.person import LEFT, Person


@pytest.fixture
def exporter(person: Person, tmp_path: Path) -> Person:
    """Somebody whose figures are small and go to one folder."""
    person.program.settings.export = {"folder": str(tmp_path), "page": {"size": "40x30mm"}}
    return person


def test_the_view_under_the_pointer_is_meant(person: Person) -> None:
    commands = FigureCommands(person.window, lambda: person.program.exporting)
    person.window.move(-500, 0)  # the screen is smaller than the window
    for name in ("norms", "loss"):
        QCursor.setPos(person.window.plots[name].mapToGlobal(QPoint(30, 30)))
        assert commands.pointed_view() == name
    QCursor.setPos(person.canvas.mapToGlobal(QPoint(30, 30)))
    assert commands.pointed_view() == "boundary"


def test_a_quick_export_leaves_an_open_dialog_alone(
    exporter: Person, qtbot: QtBot, tmp_path: Path
) -> None:
    exporting = exporter.program.exporting
    with qtbot.waitSignal(exporting.figure_written, timeout=20_000):
        exporter.window.trigger("file.quick_export")
        exporter.window.trigger("file.export")
    assert exporting.dialog is not None
    assert exporting.dialog.isVisible()
    assert list(tmp_path.glob("xor-boundary.*"))


def test_what_was_written_and_copied_is_told_though_the_pointer_is_on_the_plane(
    exporter: Person, qtbot: QtBot, tmp_path: Path
) -> None:
    bar = exporter.window.statusBar()
    exporter.window.read_out.show_place((1.0, 2.0), 3.0)
    exporter.window.trigger("file.quick_export")
    qtbot.waitUntil(lambda: str(tmp_path) in bar.currentMessage(), timeout=20_000)
    exporter.window.trigger("file.copy_figure")
    qtbot.waitUntil(lambda: bar.currentMessage() == "Copied: boundary", timeout=20_000)


def test_a_dialog_that_was_cancelled_too_late_is_closed(exporter: Person, qtbot: QtBot) -> None:
    exporting = exporter.program.exporting
    exporter.window.trigger("file.export")
    dialog = exporting.dialog
    assert dialog is not None
    QTest.mouseClick(dialog.export_button, LEFT)
    assert dialog.is_busy
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: exporting.dialog is None, timeout=20_000)


def test_a_figure_of_points_that_have_just_changed_is_written(
    exporter: Person, qtbot: QtBot, tmp_path: Path
) -> None:
    exporter.program.settings.export = {"folder": str(tmp_path), "view": "agreement"}
    crashes = Heard(exporter.program.jobs.crashed)
    exporter.window.trigger("edit.select_all")
    exporter.window.trigger("edit.delete")
    exporter.window.trigger("edit.undo")
    exporter.program.painting.paste_text("3 4\n5 6\n")
    with qtbot.waitSignal(exporter.program.exporting.figure_written, timeout=20_000):
        exporter.program.exporting.quick_export("agreement")  # the run is not here yet
    assert crashes.values == []


def test_a_copied_figure_can_be_pasted(exporter: Person, qtbot: QtBot) -> None:
    with qtbot.waitSignal(exporter.program.exporting.figure_copied, timeout=20_000):
        exporter.window.trigger("file.copy_figure")
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasImage()
    assert data.hasFormat("image/svg+xml")
