"""One line for the first start of the program, above the plane until somebody uses it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QLabel

from .canvas import Canvas
from .free_place import free_place

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
