"""The presenter's view: notes, the answer, what comes next and the time, in a window of its own."""

from __future__ import annotations

import html
import time

from PySide6.QtCore import QSize, QTime, QTimer, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QFont,
    QHideEvent,
    QKeySequence,
    QPixmap,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from perceptron_gui.base.text import count
from perceptron_gui.lessons.lesson import Lesson
from perceptron_gui.lessons.prose import line_html, to_html
from perceptron_gui.theory.run_text.poll import PollQuestion
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import ScrollColumn, filled
from perceptron_gui.views.widgets.text import SmallText

_SIZE = QSize(760, 680)
PICTURE = QSize(300, 200)  # of the next step
_TICK_MS = 1000
_CLOCK = 2.2  # times as large as other letters
_NOT_YET = "<p><i>Shown while presenting (F11), or with the answer.</i></p>"
_NO_NOTES = "<p><i>No notes for this step.</i></p>"


class PresenterView(QWidget):
    """Shows to the presenter what the class does not see; its keys are those of the lesson."""

    next_requested = Signal()
    previous_requested = Signal()
    reset_requested = Signal()  # the time
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Presenter — Perceptron")
        self._begun = time.monotonic()
        self._minutes = 0
        self.clock, self.left, self.progress = QLabel(), QLabel(), SmallText()
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _CLOCK)
        font.setBold(True)
        self.clock.setFont(font)
        self.notes, self.answer, self.coming = (SmallText() for _ in range(3))
        self.picture = QLabel()
        self.picture.setAccessibleName("Picture of the next step")
        self.reset_button = named(QPushButton("Reset"), "Reset the time", "Begin to count anew")
        self.reset_button.clicked.connect(self.reset_requested)
        self.previous_button = named(QPushButton("◀ Back"), "Previous step", "PgUp")
        self.next_button = named(QPushButton("Next ▶"), "Next step", "PgDn")
        self.previous_button.clicked.connect(self.previous_requested)
        self.next_button.clicked.connect(self.next_requested)
        # A presenter's remote sends these keys, to the window that has the focus.
        for keys, signal in (("PgDown", self.next_requested), ("PgUp", self.previous_requested)):
            QShortcut(QKeySequence(keys), self).activated.connect(signal)
        body = QWidget()
        filled(QVBoxLayout(body), self.notes, self.answer, self.coming, self.picture, 1, spacing=14)
        times = filled(QVBoxLayout(), self.clock, self.left, spacing=0)
        top = filled(QHBoxLayout(), (self.progress, 1), times, self.reset_button, spacing=12)
        moves = filled(QHBoxLayout(), self.previous_button, (self.next_button, 1))
        column = ScrollColumn(body)
        filled(QVBoxLayout(self), top, (column, 1), moves, margins=(14, 10, 14, 10), spacing=10)
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self.show_time)
        self.resize(_SIZE)

    def show_lesson(self, lesson: Lesson, begun: float) -> None:
        """Count the time of a lesson since it was begun."""
        self._begun, self._minutes = begun, lesson.minutes
        self.show_time()

    def show_step(
        self,
        lesson: Lesson,
        number: int,
        asked: PollQuestion | None,
        is_open: bool,
        is_told: bool = True,
    ) -> None:
        """Show the notes and the answer of a step, and the step after it, if they may be told.

        While the question is open the next thing to do is to reveal its answer.
        """
        steps = lesson.steps
        step = steps[number]
        self.progress.setText(
            f"<b>{html.escape(lesson.title)}</b><br>Step {number + 1} of {len(steps)}: "
            f"{html.escape(step.title)}"
        )
        notes = to_html(step.notes) if is_told else _NOT_YET
        self.notes.setText(f"<h2>Notes</h2>{notes or _NO_NOTES}")
        self.answer.setVisible(asked is not None)
        if asked is not None:
            question, truth = line_html(asked.words), html.escape(asked.true_answer)
            answer = f"The answer: <b>{truth}</b>" if is_told else ""
            self.answer.setText(f"<p>{question}<br>{answer}</p>")
        coming = "<p>This is the last step.</p>"
        if number + 1 < len(steps):
            following = steps[number + 1]
            title = html.escape(following.title)
            coming = f"<p><b>{title}</b></p>{to_html(following.prose) if is_told else ''}"
        self.coming.setText(f"<h2>Next</h2>{coming}")
        is_last = number + 1 == len(steps)
        self.previous_button.setEnabled(number > 0)
        self.next_button.setText("Reveal ▶" if is_open else "Done ✓" if is_last else "Next ▶")
        self.next_button.setEnabled(is_open or not is_last)

    def show_picture(self, picture: QPixmap | None) -> None:
        """Show the plane of the next step, or nothing."""
        self.picture.setVisible(picture is not None)
        if picture is not None:
            self.picture.setPixmap(picture)

    @Slot()
    def show_time(self) -> None:
        """Show how long the lesson has taken so far, what is left of it, and the time of day."""
        seconds = int(time.monotonic() - self._begun)
        self.clock.setText(f"{seconds // 60}:{seconds % 60:02}")
        left = self._minutes - seconds // 60
        rest = f"{count(left, 'minute')} left" if left >= 0 else f"{count(-left, 'minute')} over"
        self.left.setText(rest)
        clock = QTime.currentTime().toString("HH:mm")
        self.clock.setToolTip(f"of {count(self._minutes, 'minute')}; it is {clock}")
        self.clock.setAccessibleName(f"{seconds // 60} minutes since the lesson began")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_time()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()
