"""A person at a slider: takes the handle, pulls it, lets go of it, or presses keys."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider

_LEFT, _PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def handle(slider: QSlider) -> QPoint:
    """Return where the handle is."""
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    part = QStyle.SubControl.SC_SliderHandle
    kind = QStyle.ComplexControl.CC_Slider
    return slider.style().subControlRect(kind, option, part, slider).center()


def take(slider: QSlider) -> None:
    """Press the button on the handle, and hold it."""
    QTest.mousePress(slider, _LEFT, _PLAIN, handle(slider))


def pull(slider: QSlider, share: float) -> None:
    """Move the handle that is held to a share of the way from the left end."""
    QTest.mouseMove(slider, QPoint(round(share * slider.width()), slider.height() // 2))


def let_go(slider: QSlider) -> None:
    """Release the button where the handle is."""
    QTest.mouseRelease(slider, _LEFT, _PLAIN, handle(slider))


def press(slider: QSlider, key: Qt.Key, times: int = 1) -> None:
    """Press a key so many times, as if it was held, and let go of it."""
    slider.setFocus()
    for _ in range(times):
        QTest.keyPress(slider, key)
    QTest.keyRelease(slider, key)
