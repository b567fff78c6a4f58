"""The line turns between visits, unless the desktop's "reduce motion" setting is on.

Qt knows it from 6.12 on only. Before that we ask the desktop portal of Linux, which answers for
GNOME, KDE and others, and may take its time.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.plane.turning import Turn, turn_between
from perceptron_gui.views.paint.plot import FigurePlot

LESS_MOTION = "PERCEPTRON_REDUCE_MOTION"  # asks for it whatever the system says
_BUS = "DBUS_SESSION_BUS_ADDRESS"
_PORTAL = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_SETTINGS = "org.freedesktop.portal.Settings"
# Where desktops keep it, and which values mean less motion.
_KEYS: dict[tuple[str, str], Callable[[Any], bool]] = {
    ("org.freedesktop.appearance", "reduced-motion"): lambda value: value == 1,
    ("org.gnome.desktop.interface", "enable-animations"): lambda value: value is False,
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): lambda value: _number(value) == 0,
}


def wants_less_motion() -> bool:
    """Tell whether the environment or Qt asks for less motion; the desktop may answer later."""
    if os.environ.get(LESS_MOTION, "0") not in ("", "0"):
        return True
    hints: Any = QGuiApplication.styleHints().accessibility()
    preference = getattr(hints, "motionPreference", None)  # of later versions of Qt
    if preference is not None and "Reduce" in str(preference()):
        return True
    duration = QStyle.StyleHint.SH_Widget_Animation_Duration
    return QApplication.style().styleHint(duration) <= 0


class DesktopMotion(QObject):
    """Asks the desktop without waiting for its answers."""

    less_motion_found = Signal()

    def ask(self) -> None:
        """Ask; where there is no desktop portal, nothing comes of it."""
        if sys.platform != "linux" or not os.environ.get(_BUS):
            return
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        bus = QDBusConnection.sessionBus()
        for key, means_less in _KEYS.items():
            call = QDBusMessage.createMethodCall(*_PORTAL, _SETTINGS, "Read")
            call.setArguments(list(key))
            watcher = QDBusPendingCallWatcher(bus.asyncCall(call), self)
            watcher.finished.connect(partial(self._on_answered, watcher, means_less))

    def _on_answered(self, watcher: Any, means_less: Callable[[Any], bool]) -> None:
        from PySide6.QtDBus import QDBusVariant

        found = watcher.reply().arguments()
        value = found[0] if found and not watcher.isError() else None
        while isinstance(value, QDBusVariant):  # the answer is one in another
            value = value.variant()
        watcher.deleteLater()
        if means_less(value):
            self.less_motion_found.emit()


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


_LONGEST_MS, _SHORTEST_MS = 220, 80
_SHARE = 0.8  # of the time from step to step that a turn takes


class LineTurn(QObject):
    """Animates the line between visits on screen; exports never contain in-between frames."""

    def __init__(self, plot: FigurePlot, parent: QWidget) -> None:
        super().__init__(parent)
        self._plot, self._widget = plot, parent
        self.moves = True  # else lines jump
        self._is_expected = False
        self._stepped_at = -1.0  # long ago
        self._milliseconds = 0
        self._turn: Turn | None = None
        self._way = QVariantAnimation(self)
        self._way.setStartValue(0.0)
        self._way.setEndValue(1.0)
        self._way.setEasingCurve(QEasingCurve.Type.InOutSine)
        self._way.valueChanged.connect(self._on_value_changed)
        self._way.finished.connect(self.stop)

    @property
    def is_turning(self) -> bool:
        """Tell whether what is seen is no visit."""
        return self._turn is not None

    def show_motion(self, moves: bool) -> None:
        self.moves = moves
        if not moves:
            self.stop()

    def expect(self) -> None:
        """Animate to the next figure, another visit of the same run.

        After a shorter time than a turn takes the line jumps: so many visits are no motion.
        """
        now = time.perf_counter()
        since, self._stepped_at = 1000 * (now - self._stepped_at), now
        self._milliseconds = min(_LONGEST_MS, round(_SHARE * since))
        self._is_expected = self._milliseconds >= _SHORTEST_MS

    def start(self, before: Figure, after: Figure) -> None:
        """Turn from what was shown to what is shown, if that is expected."""
        is_expected, self._is_expected = self._is_expected, False
        if not (is_expected and self.moves and self._widget.isVisible()):
            return
        self._turn = turn_between(before, after)
        if self._turn is not None:
            self._way.setDuration(self._milliseconds)
            self._way.start()
            self._on_value_changed(0.0)  # Qt announces a value only when it changes

    @Slot()
    def stop(self) -> None:
        """Show the visit itself."""
        if self._turn is not None:
            self._turn = None
            self._way.stop()
            self._plot.show_own()

    @Slot(object)
    def _on_value_changed(self, share: float) -> None:
        if self._turn is not None:
            self._plot.show_instead(self._turn.marks(share))
