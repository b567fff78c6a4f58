"""Reads the desktop's "reduce motion" setting.

Qt knows it from 6.12 on only. Before that we ask the desktop portal of Linux, which answers for
GNOME, KDE and others, and may take its time.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QStyle

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
