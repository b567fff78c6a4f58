"""Buttons that replay runs of the order laboratory on the plane: the extremes, and any other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QWidget

from perceptron_gui.labs.order_study import EXTREMES

from .menu_button import MenuButton

_TITLES = {
    "best": "Best",
    "worst": "Worst",
    "longest": "Longest possible",
    "shortest": "Shortest possible",
}
_MEANINGS = {
    "best": "the fewest updates of all that were tried",
    "worst": "the most updates of all that were tried",
    "longest": "the most updates there can be, if an adversary picks the next mistake",
    "shortest": "the fewest updates there can be, if a friend picks the next mistake",
}


def replay_name(which: str) -> str:
    """Say what a button does."""
    return f"Replay the {_TITLES[which].lower()} run"


class OrderReplays(QWidget):
    """Offers the extremes that are known, with the updates that they make, and every bar."""

    replay_requested = Signal(str)  # one of EXTREMES
    bars_requested = Signal()  # the menu is about to be seen
    bar_requested = Signal(object)  # a range of k

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = {which: QPushButton() for which in EXTREMES}
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 0)
        row.addWidget(QLabel("Replay:"))
        for which, button in self.buttons.items():
            button.setAccessibleName(replay_name(which))
            button.setToolTip(f"Show the run on the plane that makes {_MEANINGS[which]}")
            button.clicked.connect(partial(self.replay_requested.emit, which))
            row.addWidget(button)
        self.bars = MenuButton("Bar")
        self.bars.setAccessibleName("Replay a run of a bar")
        self.bars.setToolTip("Show a run on the plane that one of the bars counts")
        self._menu = QMenu(self.bars)
        self._menu.aboutToShow.connect(self.bars_requested)
        self._menu.triggered.connect(self._on_bar_chosen)
        self.bars.setMenu(self._menu)
        row.addWidget(self.bars)
        row.addStretch(1)
        self.show_updates({})

    def show_bars(self, bars: Iterable[tuple[str, range]]) -> None:
        """Offer bars, each with words and the k that it counts."""
        self._menu.clear()
        for words, ks in bars:
            self._menu.addAction(words).setData(ks)

    def show_updates(self, updates: Mapping[str, int]) -> None:
        """Offer those whose updates are known."""
        for which, button in self.buttons.items():
            button.setVisible(which in updates)
            if which in updates:
                button.setText(f"{_TITLES[which]} (k = {updates[which]})")
        self.setVisible(bool(updates))

    @Slot(QAction)
    def _on_bar_chosen(self, action: QAction) -> None:
        self.bar_requested.emit(action.data())
