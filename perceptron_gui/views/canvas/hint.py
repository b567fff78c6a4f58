"""One line for whoever opens the program for the first time, above the canvas until it is used."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QLabel

from perceptron_gui.figures.model.marks import Points, Values

from .canvas import Canvas

# What the mouse does stands beside the status.
WORDS = {"Space": "plays", "→": "goes one visit on", "T": "asks first", "F1": "shows all keys"}
_CORNER = (6.0, 6.0)  # pixels
_MARKER = 12  # that a point reaches around its middle, in points


class FirstHint(QLabel):
    """Lies between the points and lets the pointer through; the first thing done takes it away."""

    def __init__(self, below: Canvas) -> None:
        super().__init__(" · ".join(f"<b>{key}</b> {does}" for key, does in WORDS.items()), below)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAccessibleName(", ".join(f"{key} {does}" for key, does in WORDS.items()))
        self._below = below
        below.installEventFilter(self)
        below.figure_shown.connect(self._on_figure_shown)
        self.hide()

    @Slot()
    def _on_figure_shown(self) -> None:
        if self.isVisible():
            self._place()

    def _place(self) -> None:
        em, room = self.fontMetrics().height(), self._below.rect()
        self.setContentsMargins(em // 2, em // 4, em // 2, em // 4)
        self.setWordWrap(False)
        wanted, widest = self.sizeHint(), room.width() - 2 * em
        self.setWordWrap(wanted.width() > widest)
        if self.wordWrap():
            wanted = QSize(widest, self.heightForWidth(widest))
        self.resize(wanted)
        self.move(self._free_corner(wanted))
        self.raise_()

    def _free_corner(self, size: QSize) -> QPoint:
        """Return where it covers no point: in the middle of the plane, or above or below it."""
        scene, whole = self._below.scene(), self._below.rect()
        box = QRect(0, 0, round(scene.seen.width), round(scene.seen.height))
        room = box.translated(self._below.corner().toPoint()) & whole
        frame = QRect(QPoint(), size)
        frame.moveCenter(whole.center())
        points, step = self._points(), max(size.height() // 2, 1)
        rows = sorted(
            range(room.top(), room.bottom() - size.height(), step),
            key=lambda row: abs(row - frame.top()),
        )
        reach = round(_MARKER * scene.scale)

        def covered(row: int) -> int:
            low, high = frame.left() - reach, frame.right() + reach
            x, y = points
            inside = (x > low) & (x < high) & (y > row - reach) & (y < row + size.height() + reach)
            return int(inside.sum())

        return QPoint(frame.left(), min((frame.top(), *rows), key=covered))

    def _points(self) -> Values:
        """Return where points are drawn, (2, n) pixels."""
        found = [np.empty((0, 2))]
        for mark in self._below.figure.marks:
            if isinstance(mark, Points):
                found.append(self._below.scene().pixels_of(np.column_stack([mark.x, mark.y])))
        corner = self._below.corner()
        return np.asarray(np.vstack(found) + np.array([corner.x(), corner.y()])).T

    def showEvent(self, event: QShowEvent) -> None:
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.isVisible() and event.type() == QEvent.Type.Resize:
            self._place()
        elif event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress):
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
