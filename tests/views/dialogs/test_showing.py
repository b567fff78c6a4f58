"""Dialogs that mostly show something: a table to import, a crash, keys, the program itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QWidget,
)
from pytestqt.qtbot import QtBot

from perceptron_gui.base.errors import window_sentence
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.views.chrome.shortcuts import ShortcutRow, ShortcutSheet
from perceptron_gui.views.dialogs.about import AboutDialog
from perceptron_gui.views.dialogs.data_import import ImportDialog
from perceptron_gui.views.dialogs.dialogs import CrashDialog
from tests.views.import_tables import IRIS


def test_the_import_shows_what_the_table_becomes(qtbot: QtBot) -> None:
    dialog = ImportDialog(IRIS)
    qtbot.addWidget(dialog)
    dialog.show()
    model = dialog.rows.model()
    header = [model.headerData(i, Qt.Orientation.Horizontal) for i in range(4)]
    assert header == ["length", "width", "label", "becomes"]
    assert row(dialog, 0) == ["1.4", "0.2", "setosa", "−1"]
    assert row(dialog, 1) == ["4.7", "1.4", "<b>versicolor</b>", "+1"]
    assert dialog.words.text() == (
        "90 points of 2 coordinates: 50 of class “setosa” become −1, "
        "40 of class “<b>versicolor</b>” become +1."
    )
    words = [label.text() for label in dialog.findChildren(QLabel)]
    assert "… and 88 more rows." in words
    assert "As read from the file: Label 'setosa' became −1." in words


def test_of_a_wide_table_some_columns_and_what_became_of_the_labels_are_seen(qtbot: QtBot) -> None:
    columns = tuple(f"x{i}" for i in range(40))
    wide = replace(IRIS, columns=columns, rows=(("1",) * 40, ("2",) * 40), counts=(1, 1))
    dialog = ImportDialog(wide)
    qtbot.addWidget(dialog)
    seen = [i for i in range(dialog.rows.columnCount()) if not dialog.rows.isColumnHidden(i)]
    assert seen == [0, 1, 2, 3, 4, 5, 40, 41]
    assert "… and 34 more columns." in [label.text() for label in dialog.findChildren(QLabel)]


def row(dialog: ImportDialog, index: int) -> list[str]:
    model = dialog.rows.model()
    return [model.data(model.index(index, column)) for column in range(4)]


def test_classes_are_swapped_and_swapped_back(qtbot: QtBot) -> None:
    dialog = ImportDialog(IRIS)
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.mouseClick(dialog.swap_button, Qt.MouseButton.LeftButton)
    assert dialog.is_swapped
    assert row(dialog, 0) == ["1.4", "0.2", "setosa", "+1"]
    assert "40 of class “<b>versicolor</b>” become −1, 50" in dialog.words.text()
    QTest.mouseClick(dialog.swap_button, Qt.MouseButton.LeftButton)
    assert row(dialog, 0)[-1] == "−1"


def test_the_return_key_imports_and_the_tab_key_leaves_the_table(qtbot: QtBot) -> None:
    dialog = ImportDialog(IRIS)
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    dialog.rows.setFocus()
    QTest.keyClick(dialog.rows, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is not dialog.rows
    dialog.rows.setFocus()
    with qtbot.waitSignal(dialog.accepted):
        QTest.keyClick(dialog, Qt.Key.Key_Return)


def test_the_report_of_a_crash_can_be_copied(qtbot: QtBot) -> None:
    dialog = CrashDialog("Traceback <b>", "Your session is kept in /tmp/x.json.")
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "Traceback <b>"
    words = dialog.findChildren(QLabel)[0].text()
    assert words.endswith("Your session is kept in /tmp/x.json.")


def test_keys_are_listed_by_menu_and_found(qtbot: QtBot) -> None:
    rows = (
        ShortcutRow("File", "Save", ("Ctrl+S",), "Save this session"),
        ShortcutRow("File", "New", ("Ctrl+N",), "Begin with an empty plane"),
        ShortcutRow("Train", "Step forward", ("Right", "PgDown"), "One visit on"),
    )
    sheet = ShortcutSheet(rows)
    qtbot.addWidget(sheet)
    sheet.show()
    assert sheet.found() == ["Save", "New", "Step forward"]
    QTest.keyClicks(sheet.search, "ctrl+n")
    assert sheet.found() == ["New"]
    sheet.search.clear()
    QTest.keyClicks(sheet.search, "pgdown")
    assert sheet.found() == ["Step forward"]
    first = sheet.tree.topLevelItem(0)
    assert first is not None
    assert first.isHidden()


def test_about_tells_version_and_lectures(qtbot: QtBot) -> None:
    dialog = AboutDialog("0.9", ("Qt 6", "numpy <2>"))
    qtbot.addWidget(dialog)
    dialog.show()
    text = dialog.text.text()
    assert "Perceptron 0.9" in text
    assert "numpy &lt;2&gt;" in text
    assert all(notation.lecture in text for notation in NOTATIONS.values())


@pytest.mark.parametrize(
    ("said", "sentenced"),
    [
        ("/tmp/x.csv: no such file", "/tmp/x.csv: no such file."),
        ("there is only one class", "There is only one class."),
        ("label 0 became −1", "Label 0 became −1."),
    ],
)  # fmt: skip
def test_messages_become_sentences(said: str, sentenced: str) -> None:
    assert window_sentence(said) == sentenced


@pytest.mark.parametrize(
    "made",
    [
        lambda: ImportDialog(IRIS),
        lambda: CrashDialog("report", ""),
        lambda: ShortcutSheet(()),
        lambda: AboutDialog("1", ()),
    ],
)
def test_what_can_be_reached_by_keys_has_a_name(made: Callable[[], QDialog], qtbot: QtBot) -> None:
    dialog = made()
    qtbot.addWidget(dialog)
    dialog.show()
    reached = [
        widget
        for widget in dialog.findChildren(QWidget)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert len(reached) >= 2
    for widget in reached:
        assert widget.accessibleName() or widget.property("text"), widget
