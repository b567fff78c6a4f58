"""Qt's own file dialogs, driven by keys: what they offer, what they add, and what they ask."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.views.dialogs.dialogs import OPENED, SESSIONS, TABLES, WindowDialogs
from tests.views.answers import escaping, one_after_another, pressing, typing


@pytest.fixture
def dialogs(qtbot: QtBot) -> WindowDialogs:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return WindowDialogs(window)


def test_a_name_without_an_ending_gets_it(dialogs: WindowDialogs, tmp_path: Path) -> None:
    one_after_another(typing("other"))
    chosen = dialogs.ask_save(str(tmp_path / "lesson.json"), SESSIONS)
    assert chosen == str(tmp_path / "other.json")


def test_what_exists_is_asked_about_with_the_ending_that_was_added(
    dialogs: WindowDialogs, tmp_path: Path
) -> None:
    (tmp_path / "other.json").touch()
    titles = one_after_another(typing("other"), pressing("Yes"))
    assert dialogs.ask_save(str(tmp_path / "lesson.json"), SESSIONS)
    assert len(titles) == 2
    one_after_another(typing("other"), pressing("No"), escaping)
    assert dialogs.ask_save(str(tmp_path / "lesson.json"), SESSIONS) == ""


def test_the_name_that_is_suggested_is_there_already(
    dialogs: WindowDialogs, tmp_path: Path
) -> None:
    def accept(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        assert dialog.nameFilters() == ["Sessions (*.json)"]
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        assert isinstance(field, QLineEdit)
        QTest.keyClick(field, Qt.Key.Key_Return)

    one_after_another(accept)
    path = str(tmp_path / "lesson.json")
    assert dialogs.ask_save(path, SESSIONS) == path


@pytest.mark.parametrize(
    ("kinds", "name", "first"),
    [(OPENED, "points.csv", "All that can be opened"), (TABLES, "points.tsv", "Tables")],
)
def test_a_file_is_opened_by_its_name_in_the_folder_of_the_last_one(
    dialogs: WindowDialogs, tmp_path: Path, kinds: str, name: str, first: str
) -> None:
    (tmp_path / name).touch()

    def choose(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        assert dialog.directory().absolutePath() == str(tmp_path)
        assert dialog.nameFilters()[0].startswith(first)
        assert dialog.nameFilters()[-1] == "All files (*)"
        typing(name)(dialog)

    one_after_another(choose)
    assert dialogs.ask_open(str(tmp_path), kinds) == str(tmp_path / name)


def test_a_folder_that_is_gone_is_no_hindrance(dialogs: WindowDialogs, tmp_path: Path) -> None:
    one_after_another(escaping)
    assert dialogs.ask_open(str(tmp_path / "gone"), OPENED) == ""
    one_after_another(escaping)
    assert dialogs.ask_save(str(tmp_path / "gone" / "lesson.json"), SESSIONS) == ""


def test_a_folder_is_chosen(dialogs: WindowDialogs, tmp_path: Path) -> None:
    def choose(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        assert dialog.fileMode() == QFileDialog.FileMode.Directory
        dialog.accept()

    one_after_another(choose)
    assert dialogs.ask_folder(str(tmp_path)) == str(tmp_path)
