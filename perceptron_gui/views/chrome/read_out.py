"""What lies under the pointer, and what the tool in hand does: one line beside the status."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from perceptron_gui.views.widgets.text import FittedLabel

_ROOM = "(−0.0000, −0.0000)   s = −0.00000"  # what is not cut
_LARGEST_PART = 3  # of the window, in large letters too: the status needs the rest


class ReadOut(FittedLabel):
    """Shows coordinates with the score there while the pointer is on the plane, else a hint."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Under the pointer")
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        # Long hints are cut rather than pushing the status aside.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._hint = ""
        self._place = ""
        self._tip = ""
        self.fit()

    @property
    def words(self) -> str:
        """What would be read if there were room for it."""
        return self._tip or self._place or self._hint

    @Slot(str)
    def show_hint(self, text: str) -> None:
        """Show what can be done, while the pointer is elsewhere."""
        self._hint = text
        self.fit()

    def show_tip(self, text: str) -> None:
        """Show what a button or an entry of a menu would do, while the pointer is on it."""
        self._tip = text
        self.fit()

    def show_place(self, place: tuple[float, float] | None, score: float | None) -> None:
        """Show where the pointer is, and the score of a point there."""
        self._place = "" if place is None else f"({_short(place[0])}, {_short(place[1])})"
        if place is not None and score is not None:
            self._place += f"   s = {_short(score)}"
        self.fit()

    def fit(self) -> None:
        """Cut what is too long; the tip has everything."""
        metrics = self.fontMetrics()
        gap = metrics.height()  # to the status
        least = metrics.horizontalAdvance(_ROOM) + gap
        self.setMinimumWidth(min(least, self.window().width() // _LARGEST_PART))
        room = self.width() - gap
        self.setText(metrics.elidedText(self.words, Qt.TextElideMode.ElideRight, room))
        self.setToolTip(self.words)


def _short(value: float) -> str:
    return f"{value + 0.0:.4g}".replace("-", "−")


_LONGEST_NAME, _BAR = 20, 8  # in widths of letters and heights of letters
_WHOLE = 100


class ReadingStrip(QWidget):
    """A name, a bar and a button in one line."""

    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.bar = QProgressBar()
        self.bar.setAccessibleName("How far the file is read")
        self.bar.setToolTip("What is learnt stays as it is until all of the file is read")
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setAccessibleName("Cancel reading")
        self.cancel_button.setToolTip("Stop reading this file and keep the points there are")
        self.cancel_button.clicked.connect(self.cancel_requested)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        for part in (self.words, self.bar, self.cancel_button):
            line.addWidget(part)
        self.hide()

    @Slot(str)
    def show_reading(self, name: str) -> None:
        """Tell which file is read."""
        metrics = self.fontMetrics()
        room = metrics.averageCharWidth() * _LONGEST_NAME
        short = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        self.words.setText(f"Reading {short}")
        self.words.setToolTip(name)
        self.bar.setFixedWidth(_BAR * metrics.height())
        self.bar.setRange(0, 0)  # it moves, and promises nothing
        self.show()

    @Slot(int, int)
    def show_progress(self, done: int, total: int) -> None:
        """Tell how much of it is read; nothing where it was given up meanwhile."""
        if self.isHidden():
            return
        self.bar.setRange(0, _WHOLE)
        self.bar.setValue(done * _WHOLE // max(total, 1))

    @Slot()
    def show_idle(self) -> None:
        """Go away."""
        self.hide()
