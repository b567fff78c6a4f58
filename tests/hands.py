"""Buttons, keys and menus that a test holds or leaves open: Qt remembers them after the test."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def double_click(widget: QWidget, at: QPoint | None = None) -> None:
    """Click twice at a pixel, or in the middle: `QTest.mouseDClick` is the second press alone."""
    place = at or widget.rect().center()
    QTest.mouseClick(widget, LEFT, PLAIN, place)
    QTest.mouseDClick(widget, LEFT, PLAIN, place)
    QTest.mouseRelease(widget, LEFT, PLAIN, place)


def let_go() -> list[str]:
    """Release all buttons and keys, close menus, and return which were held or open."""
    elsewhere, buttons = QWidget(), list(QApplication.mouseButtons())
    for button in buttons:
        QTest.mouseRelease(elsewhere, button)
    held = [f"{button}" for button in buttons]
    while (popup := QApplication.activePopupWidget()) is not None:
        held.append(f"{popup}")
        popup.close()
    # Qt only knows the modifiers of the last event, even if that was a click long ago.
    QTest.keyRelease(elsewhere, Qt.Key.Key_Shift)
    return held
