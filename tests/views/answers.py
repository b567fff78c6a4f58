"""Somebody who answers the dialogs that come, one after another, by keys and clicks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLineEdit, QWidget

Act = Callable[[QWidget], None]


def one_after_another(*acts: Act) -> list[str]:
    """Do something to each of the dialogs that come; return their titles as they come."""
    titles: list[str] = []
    seen: list[QWidget] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is not None and (not seen or dialog is not seen[-1]):
            seen.append(dialog)
            titles.append(dialog.windowTitle())
            act = acts[len(seen) - 1]
            QTimer.singleShot(0, lambda: act(dialog))
        if len(seen) < len(acts):
            QTimer.singleShot(1, look)

    QTimer.singleShot(1, look)
    return titles


def typing(name: str) -> Act:
    """Return what types a name and presses Return."""

    def act(dialog: QWidget) -> None:
        assert isinstance(dialog, QFileDialog)
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        assert isinstance(field, QLineEdit)
        field.selectAll()
        QTest.keyClicks(field, name)
        QTest.keyClick(field, Qt.Key.Key_Return)

    return act


def pressing(text: str) -> Act:
    """Return what presses the button of that name."""

    def act(box: QWidget) -> None:
        buttons = box.findChildren(QAbstractButton)
        (button,) = (each for each in buttons if each.text().replace("&", "") == text)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    return act


def escaping(dialog: QWidget) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
