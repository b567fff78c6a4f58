"""Questions to the user: what they say, and what their buttons answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QMessageBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from perceptron_gui.views.dialogs.data_import import ImportDialog
from perceptron_gui.views.dialogs.dialogs import SESSIONS, CrashDialog, WindowDialogs
from tests.views.import_tables import IRIS


@pytest.fixture
def dialogs(qtbot: QtBot) -> WindowDialogs:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return WindowDialogs(window)


def soon(act: Callable[[QWidget], None]) -> None:
    """Do something to the dialog that is about to open."""

    def find() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            QTimer.singleShot(1, find)
        else:
            act(dialog)

    QTimer.singleShot(1, find)


def press(text: str) -> None:
    """Press the button of that name in the dialog that is about to open."""

    def act(dialog: QWidget) -> None:
        buttons = dialog.findChildren(QAbstractButton)
        (button,) = (each for each in buttons if each.text().replace("&", "") == text)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    soon(act)


def press_escape() -> None:
    soon(lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape))


@pytest.mark.parametrize(
    ("button", "answer"), [("Save", "save"), ("Discard", "discard"), ("Cancel", "cancel")]
)
def test_unsaved_changes_have_three_answers(
    button: str, answer: str, dialogs: WindowDialogs, qtbot: QtBot
) -> None:
    press(button)
    assert dialogs.ask_changes("lesson") == answer


@pytest.mark.parametrize(
    ("button", "answer"), [("Recover", "recover"), ("Discard", "discard"), ("Later", "later")]
)
def test_a_recovery_has_three_answers(
    button: str, answer: str, dialogs: WindowDialogs, qtbot: QtBot
) -> None:
    press(button)
    assert dialogs.ask_recover("lesson", "today") == answer


def test_a_file_is_replaced_by_its_button_only(dialogs: WindowDialogs, qtbot: QtBot) -> None:
    press("Replace")
    assert dialogs.ask_overwrite("/home/lesson.json")
    press("Cancel")
    assert not dialogs.ask_overwrite("/home/lesson.json")


def test_escape_harms_nothing(dialogs: WindowDialogs, qtbot: QtBot) -> None:
    press_escape()
    assert dialogs.ask_changes("lesson") == "cancel"
    press_escape()
    assert dialogs.ask_recover("lesson", "today") == "later"
    press_escape()
    assert not dialogs.ask_overwrite("lesson.json")
    press_escape()
    assert dialogs.ask_import(IRIS) == "cancel"


def test_names_of_files_are_shown_as_they_are(dialogs: WindowDialogs, qtbot: QtBot) -> None:
    shown: list[str] = []

    def look(box: QWidget) -> None:
        assert isinstance(box, QMessageBox)
        shown.append(box.text())
        assert box.textFormat() == Qt.TextFormat.PlainText
        box.reject()

    soon(look)
    dialogs.ask_changes("<b>bold</b>")
    assert shown == ["Save the changes of “<b>bold</b>”?"]


def test_a_file_to_save_in_is_chosen_with_its_ending(
    dialogs: WindowDialogs, tmp_path: Path, qtbot: QtBot
) -> None:
    def choose(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        assert Path(dialog.selectedFiles()[0]).name == "lesson.json"
        dialog.selectFile("other")
        QDialog.accept(dialog)

    soon(choose)
    chosen = dialogs.ask_save(str(tmp_path / "lesson.json"), SESSIONS)
    assert chosen == str(tmp_path / "other.json")


def test_an_import_answers_whether_the_classes_are_swapped(
    dialogs: WindowDialogs, qtbot: QtBot
) -> None:
    press("Import")
    assert dialogs.ask_import(IRIS) == "as_is"

    def swap(dialog: QWidget) -> None:
        assert isinstance(dialog, ImportDialog)
        QTest.mouseClick(dialog.swap_button, Qt.MouseButton.LeftButton)
        dialog.accept()

    soon(swap)
    assert dialogs.ask_import(IRIS) == "swapped"


def test_the_crash_is_shown_until_it_is_closed(dialogs: WindowDialogs, qtbot: QtBot) -> None:
    seen: list[str] = []

    def look(dialog: QWidget) -> None:
        assert isinstance(dialog, CrashDialog)
        seen.append(dialog.text.toPlainText())
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    soon(look)
    dialogs.show_crash("the report", "")
    assert seen == ["the report"]
