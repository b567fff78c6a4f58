"""Words that a window has too little room for."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QListWidget, QStyleOptionComboBox

from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.views.chrome.dock import DockPanel
from perceptron_gui.views.figure.strips import LegendRow
from perceptron_gui.views.widgets.editors import room_for_title
from perceptron_gui.views.widgets.stage import is_seen
from perceptron_gui.views.widgets.text import LineLabel


def cut_words(window: MainWindow) -> list[str]:
    """Return the words on screen that are not shown in full."""
    found = [label.text() for label in window.findChildren(QLabel) if _is_cut_label(label)]
    lines = window.findChildren(LineLabel)
    found += [line.text() for line in lines if is_seen(line) and line.is_cut]
    for button in window.findChildren(QAbstractButton):
        if button.text() and button.isVisible() and button.width() < button.sizeHint().width():
            found.append(button.text())
    for choice in window.findChildren(QComboBox):
        if choice.isVisible() and _is_cut_choice(choice):
            found.append(choice.currentText())
    for rows in window.findChildren(QListWidget):
        is_cut = not rows.wordWrap() and rows.sizeHintForColumn(0) > rows.width()
        if rows.isVisible() and is_cut:
            found.append("a line of a list")
    for legend in window.findChildren(LegendRow):
        if is_seen(legend) and legend.placed and legend.placed[-1].source is None:
            found.append("an entry of a legend")
    for dock in window.findChildren(DockPanel):
        if is_seen(dock) and dock.title.is_cut:
            found.append(dock.windowTitle())
    if window.nav.isVisible() and window.nav.sizeHint().width() > window.nav.width():
        found.append("the names of the pages")
    return found


def _is_cut_label(label: QLabel) -> bool:
    if not label.isVisible() or label.wordWrap() or not label.text():
        return False
    return label.text().endswith("…") or label.sizeHint().width() > label.width() + 1


def _is_cut_choice(choice: QComboBox) -> bool:
    option = QStyleOptionComboBox()
    choice.initStyleOption(option)
    words = choice.fontMetrics().horizontalAdvance(option.currentText)
    return words > room_for_title(choice, option)
