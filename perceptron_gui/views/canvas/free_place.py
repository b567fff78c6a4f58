"""What stands on the plane where it hides as little as it can: answers to click, the first hint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from perceptron_gui.figures.model.marks import ArrayValue, Arrow, Dots, Line, Mark, Points, Values
from perceptron_gui.theory.run_text.poll import Poll, Score
from perceptron_gui.views.widgets.poll import PollBox

if TYPE_CHECKING:
    from .canvas import Canvas

_MOST_PLACES = 1000  # of one kind that are looked at
_SAMPLES = 200  # of a line


@dataclass(frozen=True, eq=False)
class Spots(ArrayValue):
    """Places (n, 2) in pixels, and how far what is drawn there reaches around each."""

    places: Values
    reach: float = 0.0

    def hidden_by(self, corners: Values, size: QSize) -> NDArray[np.bool_]:
        """Return which places (n,) boxes of a size would hide, by their upper left corners (m, 2).

        Of very many only some are looked at.
        """
        places = self.places[:: len(self.places) // _MOST_PLACES + 1]
        away = places[None, :, :] - corners[:, None, :]
        ends = np.array([size.width(), size.height()]) + self.reach
        return np.asarray(((away > -self.reach) & (away < ends)).all(axis=2))


@dataclass(frozen=True, eq=False)
class Surroundings(ArrayValue):
    """The box of the marks, and what is to be seen in it, all in pixels of the same widget."""

    box: QRect
    asked: Spots  # points that are visited or asked about
    points: Spots  # all others too
    line: Spots  # places along it
    arrow: Spots


def places_along(mark: Mark) -> Values:
    """Return places (n, 2) on a mark, in units of the axes: its points, or many along its lines."""
    if isinstance(mark, Dots | Points):
        return np.column_stack([mark.x, mark.y])
    if isinstance(mark, Arrow):
        corners = np.array([[mark.x0, mark.y0], [mark.x1, mark.y1]])
    elif isinstance(mark, Line):
        corners = np.column_stack([mark.x, mark.y])
    else:
        return np.empty((0, 2))
    shares = np.linspace(0.0, 1.0, max(2, _SAMPLES // max(1, len(corners) - 1)))[:, None, None]
    return (corners[:-1] + shares * np.diff(corners, axis=0)).reshape(-1, 2)


def free_place(around: Surroundings, size: QSize, wanted: QPoint, step: int) -> QPoint:
    """Return the upper left corner nearest to the wanted one where a box hides least.

    It hides points that are asked about last of all, then as few others as it can, and then
    rather neither the line nor the arrow. Corners are tried in steps of so many pixels.
    """
    corners = _corners(around.box, size, wanted, step)
    away = corners - np.array([wanted.x(), wanted.y()])
    asked, points, line, arrow = (
        spots.hidden_by(corners, size)
        for spots in (around.asked, around.points, around.line, around.arrow)
    )
    drawn = line.any(axis=1).astype(int) + arrow.any(axis=1)
    # The last key decides first.
    order = np.lexsort((np.hypot(*away.T), drawn, points.sum(axis=1), asked.sum(axis=1)))
    return QPoint(*corners[order[0]].astype(int).tolist())


def _corners(box: QRect, size: QSize, wanted: QPoint, step: int) -> Values:
    """Return corners (m, 2) of boxes of a size inside of another: the wanted one and many more."""
    ranges = (
        (box.left(), box.width() - size.width(), wanted.x()),
        (box.top(), box.height() - size.height(), wanted.y()),
    )
    along = []
    for start, slack, at in ranges:
        last = start + max(0, slack)
        along.append(np.unique([*range(start, last, step), last, min(max(at, start), last)]))
    return np.stack(np.meshgrid(*along), axis=-1).reshape(-1, 2).astype(np.float64)


class AnswerBar(PollBox):
    """A poll on the plane, with the score so far.

    It stands at the bottom; where it hides something there, it goes to the nearest place where it
    hides less, and stays there.
    """

    def __init__(self, below: QWidget, look_around: Callable[[], Surroundings]) -> None:
        super().__init__(below, is_large=True)
        self.setAccessibleName("Prediction")
        self._look_around = look_around
        self._shares = 0.5, 1.0  # of the room beside it, to the left and above
        self.score = QLabel()
        self.answers.addWidget(self.score)
        self.setLayout(self.answers)

    def show_poll(self, poll: Poll | None, has_counters: bool = False) -> None:
        """Ask, or show what was true; None hides everything."""
        super().show_poll(poll, has_counters)
        if poll is not None:
            self._place()
            self.raise_()

    def show_score(self, score: Score) -> None:
        self.score.setText(f"<b>✓ {score.right}<br>✗ {score.wrong}</b>")
        self.score.setAccessibleName(f"So far {score.right} right and {score.wrong} wrong")
        self.score.setToolTip("All votes since this mode was chosen that were right, and wrong")
        self.score.setVisible(score != Score())

    def make_room(self) -> None:
        """Stay in place on another figure, or go where less of it is hidden."""
        if not self.isHidden():
            around = self._place()
            free = around.box.size() - self.size()
            away = self.pos() - around.box.topLeft()
            self._shares = (
                away.x() / free.width() if free.width() > 0 else 0.5,
                away.y() / free.height() if free.height() > 0 else 1.0,
            )

    def _place(self) -> Surroundings:
        """Stand where least is hidden, near the last place, and return what is around."""
        around = self._look_around()
        layout = self.layout()
        if layout is not None:
            layout.activate()
        size = self.sizeHint().boundedTo(around.box.size())
        self.resize(size)
        free, (left, above) = around.box.size() - size, self._shares
        last = around.box.topLeft() + QPoint(
            round(left * free.width()), round(above * free.height())
        )
        self.move(free_place(around, size, last, self.fontMetrics().height()))
        return around


# What the mouse does stands beside the status.
WORDS = {"Space": "plays", "→": "next step", "T": "predict first", "F1": "all keys"}
_CORNER = (6.0, 6.0)  # pixels


class FirstHint(QLabel):
    """Lies between the points and lets clicks through; the first click or key hides it."""

    def __init__(self, below: Canvas) -> None:
        super().__init__(" · ".join(f"<b>{key}</b> {does}" for key, does in WORDS.items()), below)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAccessibleName(", ".join(f"{key} {does}" for key, does in WORDS.items()))
        self._below = below
        below.installEventFilter(self)
        below.figure_shown.connect(self._on_plane_changed)
        below.aspect_changed.connect(self._on_plane_changed)
        self.hide()

    @Slot()
    def _on_plane_changed(self) -> None:
        if self.isVisible():
            self._place()

    def _place(self) -> None:
        em, around = self.fontMetrics().height(), self._below.surroundings()
        self.setContentsMargins(em // 2, em // 4, em // 2, em // 4)
        self.setWordWrap(False)
        wanted, widest = self.sizeHint(), max(around.box.width() - em, em)
        self.setWordWrap(wanted.width() > widest)
        if self.wordWrap():
            wanted = QSize(widest, self.heightForWidth(widest))
        self.resize(wanted)
        middle = QRect(QPoint(), wanted)
        middle.moveCenter(around.box.center())
        self.move(free_place(around, wanted, middle.topLeft(), em // 2))
        self.raise_()

    def showEvent(self, event: QShowEvent) -> None:
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress):
            self.hide()
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.isVisible():
            self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self.palette().dark().color())
            painter.setBrush(self.palette().toolTipBase())
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), *_CORNER)
        super().paintEvent(event)
