"""What an experiment is doing: words with a bar in the place of the hint, and an empty drawing."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.marks import Line, Text
from perceptron_gui.figures.model.role import Role
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import MutedText

_STEPS = 1000  # of the progress bar: an experiment may have more than it can count
_HARDLY = 50  # steps, before which there is nothing to be seen but that something goes on
_BAR_WIDTH = 320  # pixels
_LOW = 30  # times the height of letters: on a lower page the drawing needs the room of the hint


class ProgressStrip(QStackedWidget):
    """Shows a hint, or what is going on and how far it is; the drawing below stays in its place."""

    def __init__(self, hint: str) -> None:
        super().__init__()
        self.hint, self.doing, self.bar = MutedText(hint), QLabel(), QProgressBar()
        self.hint.setContentsMargins(8, 0, 8, 0)
        self.bar.setMaximumWidth(_BAR_WIDTH)
        self.bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.bar.setAccessibleName("How far the experiment is")
        self._progress = QWidget()
        filled(QHBoxLayout(self._progress), self.doing, (self.bar, 1), 1, margins=(8, 0, 8, 0))
        for part in (self.hint, self._progress):
            self.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._has_room = True

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the experiment is; all of it, or nothing, is no progress."""
        busy = done < total
        steps = _STEPS * done // total if total else 0
        self.bar.setVisible(busy)
        # What there is to do is known at most: the end may be near, however little is done.
        self.bar.setRange(0, 0 if busy and steps < _HARDLY else _STEPS)
        self.bar.setValue(steps)

    def show_doing(self, words: str) -> None:
        """Say what is going on, or nothing."""
        self.doing.setText(words)
        self.doing.setVisible(bool(words))
        self.setCurrentIndex(int(bool(words)))
        self._show()

    def fit(self, height: int) -> None:
        """Show the hint only on a page that is high enough for it."""
        self._has_room = height >= _LOW * self.fontMetrics().height()
        self._show()

    def _show(self) -> None:
        self.setVisible(self._has_room or not self.doing.isHidden())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the hint or the bar; a stack knows nothing of lines that are broken."""
        super().resizeEvent(event)
        words, bar = self.hint.heightForWidth(self.width()), self._progress.sizeHint().height()
        self.setFixedHeight(max(words, bar))


def empty_axes(name: str, sentence: str) -> Figure:
    """Return axes without numbers around a sentence."""
    corner = Line("axes", Role.ZERO, np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0]))
    words = Text("words", Role.NOTE, 0.5, 0.5, sentence, scale=1.3)
    x, y = Axis(range=(-0.05, 1.02)), Axis(range=(-0.1, 1.05))
    return Figure(name, x, y, (corner, words), bare=True)
