"""How far a large file is read, with a button to give it up; gone when nothing is read."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

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
