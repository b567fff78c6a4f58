"""A ring around the control that has the focus, where Fusion shows next to nothing of it.

Style sheets could say the same; with one, every widget is styled anew and the window opens later.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QRadioButton, QSlider, QToolButton, QWidget

_WIDTH, _RADIUS = 2.0, 3.0  # pixels
_MENU = Qt.FocusReason.PopupFocusReason  # for which the focus goes, and comes back unsaid
_RINGED = (QToolButton, QCheckBox, QRadioButton, QSlider)


@cache
def ring_focus(app: QApplication) -> None:
    """Let the ring follow the focus from now on."""
    app.focusChanged.connect(_on_focus_changed)


def _on_focus_changed(_old: QWidget | None, now: QWidget | None) -> None:
    if isinstance(now, _RINGED):
        FocusRing(now)


class FocusRing(QWidget):
    """Lies on a control and lets the pointer through; it goes when the focus goes."""

    def __init__(self, control: QWidget) -> None:
        super().__init__(control)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.resize(control.size())
        control.installEventFilter(self)
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent):
            self.resize(event.size())
        elif isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() != _MENU:
            self.hide()
            self.deleteLater()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        inset = _WIDTH / 2
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette().highlight(), _WIDTH))
            frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(frame, _RADIUS, _RADIUS)


def follow(earlier: Iterable[QWidget], added: QWidget, start: QWidget | None = None) -> None:
    """Let the controls in a widget come right after those in others; Qt puts them to the end.

    Where there are no others they come after `start`. Controls of other windows are left out: a
    floating panel has a tab order of its own.
    """
    # The chain of Qt is not walked along: PySide takes its links for parents, and deletes them.
    window = added.window()
    first = [] if start is None or start.window() is not window else [start]
    before = [*first, *(each for place in earlier for each in _controls(place, window))]
    for one, other in pairwise([*before[-1:], *_controls(added, window)]):
        QWidget.setTabOrder(one, other)


def _controls(place: QWidget, window: QWidget) -> list[QWidget]:
    """Return what the tab key stops at in a widget; panels that float and lists are elsewhere."""
    found = place.findChildren(QWidget)
    wanted = Qt.FocusPolicy.TabFocus
    return [each for each in found if each.focusPolicy() & wanted and each.window() is window]
