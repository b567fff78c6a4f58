"""The bars of a histogram for the keyboard: the focus goes from bar to bar, Enter replays one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from perceptron_gui.labs.orders.findings import Bars, OrderFindings
from perceptron_gui.labs.orders.words import bar_words
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.editors import named

_WIDTH = 3.0  # pixels of the frame around a bar
_MOVES = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class BarCursor(QWidget):
    """Lies over a histogram and frames one of its bars; the pointer goes through it."""

    bar_requested = Signal(object)  # a range of k

    def __init__(self, histogram: FigureView) -> None:
        super().__init__(histogram)
        self._histogram = histogram
        self._found: OrderFindings | None = None
        self._bars: list[tuple[range, int]] = []  # the k that each counts, and how high it is
        self._at = 0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        named(
            self, "Bars of the histogram", "The arrows up and down choose a bar, Enter replays it"
        )
        histogram.installEventFilter(self)
        self.resize(histogram.size())

    @property
    def chosen(self) -> range | None:
        """The k of the framed bar, if there is one."""
        return self._bars[self._at][0] if self._bars else None

    def show_findings(self, found: OrderFindings | None) -> None:
        """Offer the bars of what was found."""
        self._found, self._bars = found, []
        if found is not None and len(found):
            bars = Bars.of(found.updates)
            heights = [int(count) for count in bars.counts(found.updates) if count]
            self._bars = list(zip(bars.counting(found.updates), heights, strict=True))
        self._at = min(self._at, max(0, len(self._bars) - 1))
        self.update()

    def _tell(self) -> None:
        """Say what the framed bar counts, and how it is replayed."""
        ks = self.chosen
        if ks is None or self._found is None:
            return
        words = f"{bar_words(self._found, ks)}; Enter replays one"
        self.setAccessibleDescription(words)
        self.update()
        place = self._frame().topRight().toPoint()
        QToolTip.showText(self.mapToGlobal(place), words, self)

    def _frame(self) -> QRectF:
        ks, height = self._bars[self._at]
        top = self._histogram.position_of(ks[0] - 0.5, float(height))
        return QRectF(top, self._histogram.position_of(ks[-1] + 0.5, 0.0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.resize(self._histogram.size())
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _MOVES and self._bars:
            at = self._at + _MOVES[Qt.Key(event.key())]
            self._at = min(max(at, 0), len(self._bars) - 1)
            self._tell()
        elif event.key() in _ENTER and self.chosen is not None:
            self.bar_requested.emit(self.chosen)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._tell()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        QToolTip.hideText()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not (self.hasFocus() and self._bars):
            return
        with QPainter(self) as painter:
            painter.setPen(QPen(self.palette().highlight(), _WIDTH))
            painter.drawRect(self._frame())
