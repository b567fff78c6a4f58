"""What stands on the plane where it hides as little as it can: answers to click, the first hint."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from perceptron_gui.figures.model.marks import Arrow, Dots, Line, Mark, Points, Values
from perceptron_gui.theory.run_text.poll import Poll, Score
from perceptron_gui.views.widgets.poll import PollBox

if TYPE_CHECKING:
    from .canvas import Canvas

_MOST_PLACES = 1000  # of one kind that are looked at
_SAMPLES = 200  # of a line
_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of the room beside a box that are tried, across and down

Share = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Surroundings:
    """The box of the marks, and what is to be seen in it, all in pixels of the same widget."""

    box: QRect
    kinds: tuple[Values, ...]  # places (n, 2) of marks, those first that are hidden last of all
    reach: float  # how far what is drawn at a place reaches around it

    def corner(self, size: QSize, share: Share) -> QPoint:
        """Return the upper left corner of a widget with such shares of the room beside it."""
        room = (self.box.size() - size).expandedTo(QSize(0, 0))
        aside = QPoint(round(share[0] * room.width()), round(share[1] * room.height()))
        return self.box.topLeft() + aside

    def hidden_by(self, size: QSize, corner: QPoint) -> list[int]:
        """Return how many places of every kind a widget hides; of very many some are looked at."""
        upper = np.array([corner.x(), corner.y()])
        lower = upper + np.array([size.width(), size.height()])
        seen = (places[:: len(places) // _MOST_PLACES + 1] for places in self.kinds)
        hidden = ((at > upper - self.reach) & (at < lower + self.reach) for at in seen)
        return [int(each.all(axis=1).sum()) for each in hidden]

    def free_place(self, size: QSize, wanted: Share) -> Share:
        """Return the wanted shares, or those of the nearest place of some that hides least."""

        def cost(share: Share) -> tuple[float, ...]:
            corner = self.corner(size, share)
            away = corner - self.corner(size, wanted)
            return *self.hidden_by(size, corner), math.hypot(away.x(), away.y())

        return min([wanted, *product(_SHARES, _SHARES)], key=cost)


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


class AnswerBar(PollBox):
    """A poll on the plane, with the score so far.

    It stands at the bottom; where it hides something there, it goes to the nearest place where it
    hides less, and stays there.
    """

    def __init__(self, below: QWidget, look_around: Callable[[], Surroundings]) -> None:
        super().__init__(below, is_large=True)
        self.setAccessibleName("Prediction")
        self._look_around = look_around
        self._share = 0.5, 1.0
        self.score = QLabel()
        self.answers.addWidget(self.score)
        self.setLayout(self.answers)

    def show_poll(self, poll: Poll | None, has_counters: bool = False) -> None:
        """Ask, or show what was true; None hides everything."""
        super().show_poll(poll, has_counters)
        if poll is not None:
            self.raise_()
            self.make_room()

    def show_score(self, score: Score) -> None:
        self.score.setText(f"<b>✓ {score.right}<br>✗ {score.wrong}</b>")
        self.score.setAccessibleName(f"So far {score.right} right and {score.wrong} wrong")
        self.score.setToolTip("All votes since this mode was chosen that were right, and wrong")
        self.score.setVisible(score != Score())

    def make_room(self) -> None:
        """Stay in place on another figure, or go where less of it is hidden."""
        layout = self.layout()
        if self.isHidden() or layout is None:
            return
        around = self._look_around()
        layout.activate()
        self.resize(self.sizeHint().boundedTo(around.box.size()))
        self._share = around.free_place(self.size(), self._share)
        self.move(around.corner(self.size(), self._share))


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
        self.move(around.corner(wanted, around.free_place(wanted, (0.5, 0.5))))
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
