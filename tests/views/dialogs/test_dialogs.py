"""Dialogs: what they show, what their buttons and keys answer, and Qt's own ones for files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.views.dialogs.dialogs import (
    OPENED,
    SESSIONS,
    Dialogs,
    FileConflict,
    ImportDialog,
    ImportPreview,
    about_box,
)
from tests.views.answers import escaping, one_after_another, pressing, typing
from tests.views.pixels import on_screen

NAMES = ("setosa", "<b>versicolor</b>")
POINTS = np.array([[1.4, 0.2], [4.7, 1.4], *[[2, 3]] * 88])
LABELS = np.array([-1, 1] + [-1] * 49 + [1] * 39)
FLOWERS = Dataset(POINTS, LABELS, ("length", "width"), NAMES)
IRIS = ImportPreview("iris.csv", FLOWERS, ("label 'setosa' became −1",))
CONFLICT = FileConflict("lesson.json", "It was changed.", "By somebody.", can_reload=True)
ONLY = {"": lambda: IRIS}


@pytest.fixture
def dialogs(qtbot: QtBot) -> Dialogs:
    return Dialogs(on_screen(qtbot, QWidget(), 600, 400))


QUESTIONS: dict[str, Callable[[Dialogs], object]] = {
    "changes": lambda dialogs: dialogs.ask_changes("lesson"),
    "recover": lambda dialogs: dialogs.ask_recover("lesson", "today"),
    "overwrite": lambda dialogs: dialogs.ask_overwrite("/home/lesson.json"),
    "import": lambda dialogs: dialogs.ask_import(ONLY)[1],
    "conflict": lambda dialogs: dialogs.ask_conflict(CONFLICT),
}


@pytest.mark.parametrize(
    ("question", "button", "answer"),
    [
        ("changes", "Save", "save"),
        ("changes", "Discard", "discard"),
        ("changes", "Cancel", "cancel"),
        ("changes", "", "cancel"),
        ("recover", "Recover", "recover"),
        ("recover", "Discard", "discard"),
        ("recover", "Later", "later"),
        ("recover", "", "later"),
        ("overwrite", "Replace", True),
        ("overwrite", "Cancel", False),
        ("overwrite", "", False),
        ("conflict", "Replace", "replace"),
        ("conflict", "Reload", "reload"),
        ("conflict", "Save as…", "save_as"),
        ("conflict", "", "cancel"),
        ("import", "Import", "as_is"),
        ("import", "", "cancel"),
    ],
)
def test_every_button_has_its_answer_and_escape_harms_nothing(
    question: str, button: str, answer: object, dialogs: Dialogs
) -> None:
    one_after_another(pressing(button) if button else escaping)
    assert QUESTIONS[question](dialogs) == answer


def test_what_is_wrong_with_a_file_is_shown_as_it_is_until_it_is_closed(dialogs: Dialogs) -> None:
    shown: list[str] = []

    def look(box: QWidget) -> None:
        assert isinstance(box, QMessageBox)
        assert box.textFormat() == Qt.TextFormat.PlainText
        shown.extend((box.text(), box.informativeText()))
        QTest.keyClick(box, Qt.Key.Key_Escape)

    one_after_another(look)
    dialogs.show_unreadable("<b>.csv", "line 3, column 2: 'abc' is not a number.")
    assert "“<b>.csv”" in shown[0]
    assert shown[1] == "line 3, column 2: 'abc' is not a number."


def test_an_import_of_many_classes_shows_those_that_are_chosen(dialogs: Dialogs) -> None:
    two = Dataset(POINTS[:5], np.array([1, 1, -1, -1, -1]), class_names=("not a", "a"))
    other = ImportPreview("iris.csv", two)
    previews = {"setosa against versicolor": lambda: IRIS, "a against the rest": lambda: other}
    seen: list[str] = []

    def choose(dialog: QWidget) -> None:
        assert isinstance(dialog, ImportDialog)
        assert dialog.classes.isVisible()
        seen.append(dialog.words.text())
        QTest.keyClick(dialog.classes, Qt.Key.Key_Down)
        seen.append(dialog.words.text())
        became = dialog.rows.item(0, 3)
        assert became is not None
        seen.append(became.text())
        dialog.accept()

    one_after_another(choose)
    assert dialogs.ask_import(previews) == ("a against the rest", "as_is")
    assert "50 of class “setosa” become −1" in seen[0]
    assert "2 of class “a” become +1" in seen[1]
    assert seen[2] == "+1"
    one_after_another(escaping)
    assert dialogs.ask_import(previews)[1] == "cancel"


def test_the_report_of_a_crash_can_be_copied_until_it_is_closed(dialogs: Dialogs) -> None:
    said: list[str] = []

    def copy(box: QWidget) -> None:
        assert isinstance(box, QMessageBox)
        said.append(box.informativeText())
        pressing("Copy report")(box)

    one_after_another(copy)
    dialogs.show_crash("Traceback <b>", "Your session is in /tmp/x.json.")
    assert said[0].count("Your session is in /tmp/x.json.") == 1
    assert QGuiApplication.clipboard().text() == "Traceback <b>"


def test_what_exists_is_asked_about_with_the_ending_that_was_added(
    dialogs: Dialogs, tmp_path: Path
) -> None:
    (tmp_path / "other.json").touch()
    titles = one_after_another(typing("other"), pressing("Yes"))
    assert dialogs.ask_save(str(tmp_path / "lesson.json"), SESSIONS)
    assert len(titles) == 2
    one_after_another(typing("other"), pressing("No"), escaping)
    assert dialogs.ask_save(str(tmp_path / "lesson.json"), SESSIONS) == ""


def test_a_folder_that_is_gone_is_no_hindrance(dialogs: Dialogs, tmp_path: Path) -> None:
    one_after_another(escaping)
    assert dialogs.ask_open(str(tmp_path / "gone"), OPENED) == ""
    one_after_another(escaping)
    assert dialogs.ask_save(str(tmp_path / "gone" / "lesson.json"), SESSIONS) == ""


@pytest.fixture
def preview(qtbot: QtBot) -> ImportDialog:
    return on_screen(qtbot, ImportDialog(ONLY), 600, 400, active=True)


def test_the_import_shows_what_the_table_becomes(preview: ImportDialog) -> None:
    model = preview.rows.model()
    header = [model.headerData(i, Qt.Orientation.Horizontal) for i in range(4)]
    assert header == ["length", "width", "label", "becomes"]
    assert row(preview, 0) == ["1.4", "0.2", "setosa", "−1"]
    assert row(preview, 1) == ["4.7", "1.4", "<b>versicolor</b>", "+1"]
    assert "50 of class “setosa” become −1" in preview.words.text()
    words = [label.text() for label in preview.findChildren(QLabel)]
    assert "… and 78 more rows." in words
    assert "As read from the file: Label 'setosa' became −1." in words


def row(dialog: ImportDialog, index: int) -> list[str]:
    model = dialog.rows.model()
    return [model.data(model.index(index, column)) for column in range(4)]


def test_classes_are_swapped_and_swapped_back(preview: ImportDialog) -> None:
    QTest.mouseClick(preview.swap_button, Qt.MouseButton.LeftButton)
    assert preview.is_swapped
    assert row(preview, 0) == ["1.4", "0.2", "setosa", "+1"]
    assert "40 of class “<b>versicolor</b>” become −1, 50" in preview.words.text()
    QTest.mouseClick(preview.swap_button, Qt.MouseButton.LeftButton)
    assert row(preview, 0)[-1] == "−1"


def test_the_return_key_imports_and_the_tab_key_leaves_the_table(
    preview: ImportDialog, qtbot: QtBot
) -> None:
    preview.rows.setFocus()
    QTest.keyClick(preview.rows, Qt.Key.Key_Tab)
    assert preview.focusWidget() is not preview.rows
    preview.rows.setFocus()
    with qtbot.waitSignal(preview.accepted):
        QTest.keyClick(preview, Qt.Key.Key_Return)


def test_about_tells_version_and_lectures(qtbot: QtBot) -> None:
    text = on_screen(qtbot, about_box("0.9", ("Qt 6", "numpy <2>"), None), 600, 400).text()
    assert "Perceptron 0.9" in text
    assert "numpy &lt;2&gt;" in text
    assert all(notation.title in text for notation in NOTATIONS.values())


def reached(window: QWidget) -> list[QWidget]:
    """Return what the tab key comes to, all of which has a name."""
    stops = [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert all(stop.accessibleName() or stop.property("text") for stop in stops)
    return stops


def test_what_can_be_reached_by_keys_has_a_name(preview: ImportDialog) -> None:
    assert len(reached(preview)) >= 2
