"""What happens when the program fails: the session is rescued, then one dialog tells of it.

Errors of slots, timers and painting come through `sys.excepthook`, those of Python's threads
through `threading.excepthook`, those of workers as texts. Of a crash of the machine code itself
`faulthandler` leaves a trace in a file.
"""

from __future__ import annotations

import faulthandler
import logging
import platform
import re
import sys
import threading
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO

import numpy as np
import PySide6
from PySide6.QtCore import QObject, Qt, Signal, Slot, qVersion

from perceptron_gui.base.resources import VERSION

from .log import LogFile

_PLACE = re.compile(r'^\s*File "(.*)", line (\d+)', re.MULTILINE)


def crash_report(traceback: str, log: Path) -> str:
    """Return versions, time and traceback."""
    return "\n".join(
        (
            f"Perceptron GUI {VERSION}, {datetime.now():%Y-%m-%d %H:%M:%S}",
            f"Python {platform.python_version()}, Qt {qVersion()}, "
            f"PySide6 {PySide6.__version__}, numpy {np.__version__}",
            platform.platform(),
            f"Log: {log}",
            "",
            traceback.rstrip(),
            "",
        )
    )


def place_of(traceback: str) -> str:
    """Return what tells an error from others: the lines it came through."""
    lines = [f"{file}:{line}" for file, line in _PLACE.findall(traceback)]
    return "\n".join(lines) or traceback


FAULTS = "faults.log"
_log = logging.getLogger(__name__)


class CrashHandler(QObject):
    """Rescues first and shows then; an error that comes again is only written to the log."""

    crashed = Signal(str)  # the report
    _error_caught = Signal(str)

    def __init__(
        self,
        log: LogFile,
        rescue: Callable[[], Path | None],
        show: Callable[[str, str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._log_file = log
        self._rescue = rescue
        self._show = show
        self._seen: set[str] = set()
        self._waiting: list[str] = []
        self._is_showing = False
        self._faults: IO[str] | None = None
        self._hooks = sys.excepthook, threading.excepthook
        # Queued: an error may come from another thread, or in the middle of painting.
        self._error_caught.connect(self._on_error_caught, Qt.ConnectionType.QueuedConnection)

    def install(self, faults: bool = True) -> None:
        """Listen to everything that fails from now on."""
        self._log_file.open()
        self._hooks = sys.excepthook, threading.excepthook
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        if faults:
            self._enable_faults()

    def uninstall(self) -> None:
        """Let everything be as it was before."""
        sys.excepthook, threading.excepthook = self._hooks
        if self._faults is not None:
            faulthandler.disable()
            self._faults.close()
            self._faults = None
        self._log_file.close()

    @Slot(str)
    def take_traceback(self, text: str) -> None:
        """Treat the traceback of a worker like an exception here."""
        place = place_of(text)
        if place in self._seen:  # perhaps at every repaint
            _log.error("Again: %s", text.rstrip().rpartition("\n")[2])
            return
        self._seen.add(place)
        _log.error("%s", text)
        self._error_caught.emit(text)

    def _on_exception(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if not issubclass(kind, Exception):  # Ctrl-C in the terminal
            sys.__excepthook__(kind, error, trace)
            return
        try:
            self.take_traceback("".join(traceback.format_exception(kind, error, trace)))
        except Exception:  # noqa: BLE001 (nobody is left to raise to)
            sys.__excepthook__(kind, error, trace)

    def _on_thread_exception(self, failed: threading.ExceptHookArgs) -> None:
        if failed.exc_value is not None:
            self._on_exception(failed.exc_type, failed.exc_value, failed.exc_traceback)

    @Slot(str)
    def _on_error_caught(self, text: str) -> None:
        self._waiting.append(text)
        if self._is_showing:  # below this call a dialog is open; its turn comes after it
            return
        self._is_showing = True
        try:
            while self._waiting:
                self._tell(self._waiting.pop(0))
        finally:
            self._is_showing = False

    def _tell(self, text: str) -> None:
        kept = self._rescued()
        report = crash_report(text, self._log_file.path)
        self.crashed.emit(report)
        self._show(report, f"Your session is kept in {kept}." if kept else "")

    def _rescued(self) -> Path | None:
        try:
            return self._rescue()
        except Exception:  # noqa: BLE001 (the report must be shown all the same)
            _log.exception("The session could not be rescued.")
            return None

    def _enable_faults(self) -> None:
        try:
            self._faults = self._log_file.path.with_name(FAULTS).open("a", encoding="utf-8")
        except OSError as error:
            _log.warning("Crashes leave no trace: %s.", error)
            return
        faulthandler.enable(self._faults)
