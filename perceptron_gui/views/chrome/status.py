"""The line at the foot of the window: status, what lies under the pointer, a file being read."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from perceptron_gui.core.space.separability import CANCELLED
from perceptron_gui.lectures.dot_product import short
from perceptron_gui.theory.run_text.status import Parts, shortened
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import LineLabel

_BETWEEN = "  ·  "
_STEP = 4  # heights of letters, by which the line asks for more room


class StatusLine(LineLabel):
    """One line that says less where it is too narrow; its tip has everything."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Parts, list[str]] = ({}, [])
        self._asked_for = QSize()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)

    @property
    def full_text(self) -> str:
        """Everything the line would say if it were wide enough."""
        return " · ".join(words.full for words in self._shown[0].values())

    def show_parts(self, parts: Parts, remarks: list[str]) -> None:
        """Say how a run goes, or why there is none; remarks are for the tip only."""
        if (parts, remarks) != self._shown:
            self._shown = parts, remarks
            self.setToolTip("\n".join([self.full_text, *remarks]))
            self.setAccessibleName(self.full_text)
            self.show_text(*map(_BETWEEN.join, shortened(parts)))
            if (hint := self.sizeHint()) != self._asked_for:
                self._asked_for = hint
                self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Ask for room for everything, and for the same while numbers change only a little."""
        hint, step = super().sizeHint(), _STEP * self.fontMetrics().height()
        return QSize(-(-hint.width() // step) * step, hint.height())


_ROOM = "(−0.0000, −0.0000)   s = −0.00000"  # what is not cut
# Of the window, in large letters too: the status needs the rest. Values under the pointer are
# what is looked at, so the status says less for them.
_LARGEST_PART, _LARGEST_PART_OF_VALUES = 1 / 3, 2 / 3


class ReadOut(LineLabel):
    """Shows coordinates with the score there while the pointer is on the plane, else a hint."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.AlignmentFlag.AlignRight)
        self.setAccessibleName("Under the pointer")
        # Long hints say less rather than pushing the status aside.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._hint = ""
        self._place = ""
        self._tip = ""
        self._tip_is_of_values = False
        self._show()

    @property
    def words(self) -> str:
        """What would be read if there were room for it."""
        return self._tip or self._place or self._hint

    @Slot(str)
    def show_hint(self, text: str) -> None:
        """Show what can be done, while the pointer is elsewhere."""
        self._hint = text
        self._show()

    def show_tip(self, text: str) -> None:
        """Show what a button or an entry of a menu would do, while the pointer is on it."""
        self._tip, self._tip_is_of_values = text, False
        self._show()

    def show_values(self, text: str) -> None:
        """Show the values of curves under the pointer; they get more room than other tips."""
        self._tip, self._tip_is_of_values = text, bool(text)
        self._show()

    def show_place(
        self, place: tuple[float, float] | None, score: float | None, more: str = ""
    ) -> None:
        """Show where the pointer is, the score of a point there, and more if there is room."""
        self._place = "" if place is None else f"({short(place[0])}, {short(place[1])})"
        if place is not None and score is not None:
            self._place += f"   s = {short(score)}"
            self._place += f"; {more}" if more else ""
        self._show()

    def _show(self) -> None:
        """Show as many whole sentences as there is room for; the tip has everything."""
        metrics = self.fontMetrics()
        gap = metrics.height()  # to the status
        self.setContentsMargins(gap, 0, 0, 0)
        least, part = metrics.horizontalAdvance(_ROOM), _LARGEST_PART
        if self._tip_is_of_values:
            least, part = max(least, metrics.horizontalAdvance(self._tip)), _LARGEST_PART_OF_VALUES
        self.setMinimumWidth(min(least + gap, int(self.window().width() * part)))
        sentences = re.split(r"(?<=[.;]) ", self.words)
        starts = (" ".join(sentences[:count]) for count in range(len(sentences), 0, -1))
        self.show_text(*(words.rstrip(";") for words in starts), "")
        self.setToolTip(self.words)


class WrittenStrip(QWidget):
    """Buttons beside the message that a file was written, as long as that is shown."""

    open_requested = Signal(str)  # the path of a file or of a folder

    def __init__(self) -> None:
        super().__init__()
        self._path = Path()
        tip = "Show the file in the program that opens such files"
        self.file_button = named(QPushButton("Show file"), "Show file", tip)
        tip = "Open the folder that the file is in"
        self.folder_button = named(QPushButton("Open folder"), "Open folder", tip)
        self.file_button.clicked.connect(lambda: self.open_requested.emit(str(self._path)))
        self.folder_button.clicked.connect(lambda: self.open_requested.emit(str(self._path.parent)))
        filled(QHBoxLayout(self), self.file_button, self.folder_button)
        self.hide()

    def show_path(self, path: str) -> None:
        """Offer to open a file and its folder."""
        self._path = Path(path)
        self.show()


_LONGEST_NAME = 20  # in widths of letters
_WHOLE = 100


class WorkStrip(QWidget):
    """What is being done, a bar and a button in one line; hidden while there is nothing to do."""

    pressed = Signal()

    def __init__(self, name: str, tip: str) -> None:
        super().__init__()
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.bar = named(QProgressBar(), name, tip)
        self.bar.setRange(0, _WHOLE)
        self.button = QPushButton("Cancel")
        self.button.clicked.connect(self.pressed)
        filled(QHBoxLayout(self), self.words, self.bar, self.button)
        self.hide()

    def show_work(self, words: str, tip: str, share: float | None, button: str, does: str) -> None:
        """Show what is done, which share of it there is, if any, and what a click does."""
        self.words.setText(words)
        self.words.setToolTip(tip)
        self.bar.setVisible(share is not None)
        self.bar.setValue(round((share or 0.0) * _WHOLE))
        if button != self.button.text():
            self.button.setText(button)
            named(self.button, does, does)
        self.show()


class ReadingStrip(WorkStrip):
    """Which file is read, how far, and a button that cancels it."""

    def __init__(self) -> None:
        tip = "What is learnt stays as it is until all of the file is read"
        super().__init__("How far the file is read", tip)

    @Slot(str)
    def show_reading(self, name: str) -> None:
        """Show which file is read."""
        metrics = self.fontMetrics()
        room = metrics.averageCharWidth() * _LONGEST_NAME
        short = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        stop = "Stop reading this file and keep the points there are"
        self.show_work(f"Reading {short}", name, 0.0, "Cancel", stop)

    @Slot(int, int)
    def show_progress(self, done: int, total: int) -> None:
        """Show how much of it is read."""
        self.bar.setValue(round(done / max(total, 1) * _WHOLE))


class VerdictStrip(WorkStrip):
    """How far the search for a verdict is, and a button that cancels it, or begins it again."""

    def __init__(self) -> None:
        super().__init__("How far the verdict is", "Everything else can be used meanwhile")

    def show_step(self, what: str, share: float) -> None:
        """Show what is being done, and which share of all is done."""
        stop = "Stop looking for whether a line separates the points"
        self.show_work("Separable?", what, share, "Cancel", stop)

    def show_cancelled(self) -> None:
        """Offer to look again for a verdict that nobody wanted to wait for."""
        look = "Look for whether a line separates the points"
        self.show_work("Separable? Not known", CANCELLED, None, "Find out", look)
