"""The stage of a presentation: the headline above, bars behind the edges, a pointer for the class.

What is shown in between are the pages and panels of the window, with a margin around them.
"""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import (
    QColor,
    QCursor,
    QEnterEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QRadialGradient,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QMainWindow, QVBoxLayout, QWidget

from perceptron_gui.views.widgets.stage import filled
from perceptron_gui.views.widgets.text import LineLabel

from .headline import HeadlineBar

# In heights of letters.
_MARGIN, _GAP = 1.5, 0.5  # around everything, and between the headline and what is below it
_BELOW = 1.7  # the room of the corner
_EDGE_PX = 4  # where the pointer calls a bar
_WATCH_MS = 400  # a hand that slips off a bar may come back
_LASER, _SPOT = 1 / 70, 1 / 6  # radii, of the height of the window
_SHADE = 0.72  # opacity of what is beside the spot
_RED = "#FF2D2D"  # of a laser, in every theme


class Edge(QFrame):
    """Keeps a bar behind an edge of the window, and shows it while the pointer is there."""

    def __init__(self, window: QWidget, is_top: bool) -> None:
        super().__init__(window)
        self.setObjectName("edge")
        self._is_top = is_top
        self._bar: QWidget | None = None
        self._box = filled(QVBoxLayout(self))
        # Qt tells no leaving where a tip lay between the bar and the pointer.
        self._watching = QTimer(self, interval=_WATCH_MS)
        self._watching.timeout.connect(self._on_watched)
        self.hide()

    def hold(self, bar: QWidget) -> None:
        """Keep a bar; the style sheet has letters of the usual size for it, the others are wide."""
        self._bar = bar
        self._box.addWidget(bar)
        bar.hide()
        self.show()
        self.place()

    def release(self) -> None:
        """Let the bar go; whoever held it before takes it back."""
        self._watching.stop()
        if self._bar is not None:
            self._box.removeWidget(self._bar)
        self._bar = None
        self.hide()

    def place(self) -> None:
        """Lie along the edge, as high as the bar, or hardly seen."""
        bar, window = self._bar, self.window()
        if bar is None:
            return
        height = bar.sizeHint().height() if self._is_open else _EDGE_PX
        top = 0 if self._is_top else window.height() - height
        self.setGeometry(0, top, window.width(), height)
        self.raise_()

    @property
    def _is_open(self) -> bool:
        return self._bar is not None and not self._bar.isHidden()

    @Slot()
    def _on_watched(self) -> None:
        """Hide the bar when the pointer has left it, unless a menu of it is open."""
        is_here = self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        has_menu = QApplication.activePopupWidget() is not None
        if self._bar is not None and not (is_here or has_menu):
            self._watching.stop()
            self._bar.hide()
            self.place()

    def enterEvent(self, event: QEnterEvent) -> None:
        if self._bar is not None:
            self._bar.show()
            self.place()
            self._watching.start()


class Cover(QWidget):
    """Lies over the window: a laser pointer, a spot of light, or nothing but black.

    Clicks on it change nothing, so that a hand that points can press.
    """

    KINDS: ClassVar[tuple[str, ...]] = ("laser", "spotlight", "black")

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.kind = ""  # of what is shown
        self._at = QPointF()
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.BlankCursor)
        self.hide()

    def show_kind(self, kind: str) -> None:
        """Show a pointer or black, where the mouse is; nothing for an empty word."""
        if not self.kind:
            self._at = QPointF(self.mapFromGlobal(QCursor.pos()))
        self.kind = kind
        self.setVisible(bool(kind))
        self.raise_()
        self.update()

    @property
    def _radius(self) -> float:
        return self.height() * (_SPOT if self.kind == "spotlight" else _LASER)

    def _spot(self) -> QRectF:
        """Return what the spot covers, with its glow."""
        reach = 2 * self._radius
        return QRectF(self._at.x() - reach, self._at.y() - reach, 2 * reach, 2 * reach)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.kind == "black":
                painter.fillRect(event.rect(), Qt.GlobalColor.black)
            elif self.kind == "spotlight":
                beside = QPainterPath()
                beside.addRect(QRectF(self.rect()))
                beside.addEllipse(self._at, self._radius, self._radius)
                shade = QColor(Qt.GlobalColor.black)
                shade.setAlphaF(_SHADE)
                painter.fillPath(beside, shade)
            else:
                glow = QRadialGradient(self._at, 2 * self._radius)
                for share, opacity in ((0.0, 1.0), (0.45, 0.95), (0.5, 0.4), (1.0, 0.0)):
                    color = QColor(_RED)
                    color.setAlphaF(opacity)
                    glow.setColorAt(share, color)
                painter.fillRect(self._spot(), glow)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the hand; only what changes is painted again, with all that lies below."""
        before, self._at = self._spot(), event.position()
        if self.kind != "black":
            self.update(before.united(self._spot()).toAlignedRect())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()


class StageCorner(LineLabel):
    """Small words at the lower right: the step of a lesson, and the visit."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, Qt.AlignmentFlag.AlignRight)
        self._step = self._visit = ""
        self._has_run = True
        self.setObjectName("stage-corner")
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @Slot(str)
    def show_visit(self, words: str) -> None:
        """Say which visit is shown."""
        self._visit = words
        self._show()

    @Slot(str)
    def show_step(self, words: str) -> None:
        """Say which step of a lesson is shown."""
        self._step = words
        self._show()

    def show_run(self, has_run: bool) -> None:
        """Leave out the visit on a page that is not about the run."""
        self._has_run = has_run
        self._show()

    def _show(self) -> None:
        parts = (self._step, self._visit if self._has_run else "")
        self.show_text("  ·  ".join(filter(None, parts)))


class Stage(QObject):
    """Lays a window out for a class while it presents."""

    def __init__(self, window: QMainWindow, headline: HeadlineBar) -> None:
        super().__init__(window)
        self._window, self._headline = window, headline
        self.top, self.bottom = Edge(window, True), Edge(window, False)
        self.corner, self.cover = StageCorner(window), Cover(window)
        self.is_on = False

    def begin(self, top: QWidget, bottom: QWidget) -> None:
        """Take the headline and the bars of the window."""
        self.is_on = True
        self._headline.setParent(self._window)
        self.top.hold(top)
        self.bottom.hold(bottom)

    def end(self) -> None:
        """Let everything go; the window puts it back."""
        self.is_on = False
        self.cover.show_kind("")
        self.corner.hide()
        for edge in (self.top, self.bottom):
            edge.release()
        self._window.setContentsMargins(0, 0, 0, 0)

    def show_cover(self, kind: str) -> None:
        """Cover everything with a pointer, from which the edges stay free, or with black."""
        self.cover.show_kind(kind)
        if kind != "black":
            for edge in (self.top, self.bottom):
                edge.raise_()

    def lay_out(self, is_bare: bool) -> None:
        """Put everything where it belongs in the present size; a bare page has no words around."""
        window, em = self._window, self._window.fontMetrics().height()
        margin, gap = round(_MARGIN * em), round(_GAP * em)
        room = QRect(margin, 0, window.width() - 2 * margin, window.height())
        for part in (self._headline, self.corner):
            part.setVisible(not is_bare)
        if is_bare:  # it has margins of its own
            window.setContentsMargins(0, 0, 0, 0)
        else:
            height = self._headline.height()
            self._headline.setGeometry(room.x(), gap, room.width(), height)
            above = height + round(1.5 * gap)
            below = round(_BELOW * em)
            self.corner.setGeometry(room.x(), room.height() - below, room.width(), em + gap)
            window.setContentsMargins(margin - gap // 2, above, margin - gap // 2, below)
        self.cover.setGeometry(window.rect())
        for edge in (self.top, self.bottom):
            edge.place()
