"""Figures leave the window: which one is meant, by keys, by the dialog, and by their buttons."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, QPointF, QUrl, Slot
from PySide6.QtGui import QCursor, QDesktopServices, QEnterEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from perceptron_gui.app.export.commands import FigureCommands
from perceptron_gui.views.chrome.dock import DockPanel
from tests.app.person import LEFT, Person


@pytest.fixture
def exporter(person: Person, tmp_path: Path) -> Person:
    """Somebody whose figures are small and go to one folder."""
    person.program.settings.export = {"folder": str(tmp_path), "page": {"size": "40x30mm"}}
    return person


def test_the_view_under_the_pointer_is_meant(person: Person) -> None:
    window = person.window
    commands = FigureCommands(
        window.panels,
        window.export_button,
        person.program.store,
        lambda: person.program.exporting,
        window,
    )
    window.move(-500, 0)  # the screen is smaller than the window
    for name in ("norms", "loss"):
        QCursor.setPos(person.window.plots[name].mapToGlobal(QPoint(30, 30)))
        assert commands.pointed_view() == name
    QCursor.setPos(person.canvas.mapToGlobal(QPoint(30, 30)))
    assert commands.pointed_view() == "boundary"


def test_what_was_written_and_copied_is_told(exporter: Person, tmp_path: Path) -> None:
    exporter.window.foot.read_out.show_place((1.0, 2.0), 3.0)
    exporter.window.trigger("file.quick_export")
    exporter.wait_until(lambda: str(tmp_path) in exporter.sees("message"))
    assert "letters" not in exporter.sees("message")
    settings = exporter.program.settings
    for name, page, words in (
        ("xor-boundary.svg", {"outlines": True}, "letters as shapes"),  # of an earlier version
        ("xor-boundary-2.svg", {"letters": "text"}, "letters as text, with its fonts inside"),
    ):
        settings.export = {**settings.export, "ending": "svg", "page": page}
        exporter.window.trigger("file.quick_export")
        exporter.wait_for("message", f"Written: {tmp_path / name} ({words})")
    exporter.window.trigger("file.copy_figure")
    exporter.wait_for("message", "Copied: boundary")


def test_a_description_is_copied_as_text_and_never_what_a_lesson_hides(exporter: Person) -> None:
    exporter.window.trigger("file.copy_description")
    exporter.wait_for("message", "Copied: boundary")
    text = QGuiApplication.clipboard().text()
    assert text.startswith("4 points: (0, 0)") and "(proved)" in text
    QGuiApplication.clipboard().clear()
    exporter.program.store.update(hides=frozenset({"verdict"}))
    exporter.window.trigger("file.copy_description")
    assert "hides" in exporter.sees("message")
    exporter.program.store.update(hides=frozenset())
    assert not QGuiApplication.clipboard().text()


class Desktop(QObject):
    """Opens nothing, and remembers what was to be opened."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(url.toLocalFile())


def test_after_an_export_the_file_and_its_folder_are_a_click_away(
    exporter: Person, tmp_path: Path
) -> None:
    desktop, written = Desktop(), exporter.window.foot.written
    QDesktopServices.setUrlHandler("file", desktop, "open")  # type: ignore[arg-type]
    assert not written.isVisible()
    exporter.window.trigger("file.quick_export")
    exporter.wait_until(written.isVisible)
    QTest.mouseClick(written.file_button, LEFT)
    QTest.mouseClick(written.folder_button, LEFT)
    QDesktopServices.unsetUrlHandler("file")
    (path,) = tmp_path.glob("xor-boundary.*")
    assert desktop.opened == [str(path), str(tmp_path)]
    exporter.window.trigger("file.copy_figure")
    exporter.wait_for("message", "Copied: boundary")
    assert not written.isVisible()  # it belongs to the message that is gone


def point_at(button: QWidget) -> None:
    """Let the pointer enter the panel of a button, which shows it."""
    panel: QWidget | None = button
    while panel is not None and not isinstance(panel, DockPanel):
        panel = panel.parentWidget()
    if panel is not None:
        place = QPointF(panel.rect().center())
        QApplication.sendEvent(panel, QEnterEvent(place, place, place))


def test_every_view_has_a_button_that_exports_it(person: Person) -> None:
    buttons = {"boundary": person.window.export_button}
    buttons |= {name: person.window.docks[name].export_button for name in ("norms", "loss")}
    for name, button in buttons.items():
        point_at(button)
        assert button.isVisible()
        QTest.mouseClick(button, LEFT)
        dialog = person.program.exporting.dialog
        assert dialog is not None
        assert dialog.choices().view == name
        dialog.reject()


def test_a_class_sees_no_export_buttons(person: Person) -> None:
    buttons = [person.window.export_button, person.window.docks["norms"].export_button]
    point_at(buttons[1])
    assert all(button.isVisible() for button in buttons)
    person.do("view.presentation")
    assert not any(button.isVisible() for button in buttons)
