"""The log, and what happens when the program fails: the session is saved, then a dialog opens.

Errors of slots, timers and painting come through `sys.excepthook`, those of Python's threads
through `threading.excepthook`, those of background work as texts. Of a crash of the machine code
itself `faulthandler` leaves a trace in a file.
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
from contextlib import suppress
from datetime import datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import IO

import numpy as np
import PySide6
from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    Slot,
    qInstallMessageHandler,
    qVersion,
)

from perceptron_gui.base.errors import window_sentence
from perceptron_gui.base.limits import MEMORY
from perceptron_gui.base.resources import VERSION

FAULTS = "faults.log"
LOGGER = "perceptron_gui"
_LOG_BYTES, _BACKUPS = 500_000, 3
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_program_log = logging.getLogger(LOGGER)
_qt_log = logging.getLogger(f"{LOGGER}.qt")
_log = logging.getLogger(__name__)
_PLACE = re.compile(r'^\s*File "(.*)", line (\d+)', re.MULTILINE)


class LogFile:
    """Writes what the program and Qt log; if it cannot be opened, there is no log."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handler: logging.Handler = logging.NullHandler()
        self._qt_handler: object = None
        self._level = _program_log.level

    def open(self) -> None:
        """Begin to write."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._handler = _LogFile(
                self.path, maxBytes=_LOG_BYTES, backupCount=_BACKUPS, encoding="utf-8"
            )
        except OSError as error:
            _log.warning("There is no log: %s.", error)
        self._handler.setFormatter(
            logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s")
        )
        _program_log.addHandler(self._handler)
        self._level = _program_log.level
        _program_log.setLevel(logging.INFO)
        self._qt_handler = qInstallMessageHandler(_log_qt_message)

    def close(self) -> None:
        """Restore logging as it was before."""
        qInstallMessageHandler(self._qt_handler)
        _program_log.setLevel(self._level)
        _program_log.removeHandler(self._handler)
        with suppress(OSError):  # the disk may be full
            self._handler.close()


class _LogFile(RotatingFileHandler):
    """Ignores errors of writing: a full disk is reported where files are saved."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass


def _log_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    _qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s", message)


def crash_report(traceback: str, log: Path) -> str:
    """Return versions, time, what `doctor` complains about, and the traceback."""
    from perceptron_gui.terminal.doctor import examine

    return "\n".join(
        (
            f"Perceptron GUI {VERSION}, {datetime.now():%Y-%m-%d %H:%M:%S}",
            f"Python {platform.python_version()}, Qt {qVersion()}, "
            f"PySide6 {PySide6.__version__}, numpy {np.__version__}",
            platform.platform(),
            f"Log: {log}",
            *(str(each) for each in examine() if not each.is_well),
            "",
            traceback.rstrip(),
            "",
        )
    )


def place_of(traceback: str) -> str:
    """Return the lines of a traceback: two errors with the same lines are the same error."""
    lines = [f"{file}:{line}" for file, line in _PLACE.findall(traceback)]
    return "\n".join(lines) or traceback


class CrashHandler(QObject):
    """Keeps the session, then shows the error; a repeated error is only logged."""

    memory_exhausted = Signal(str)  # a sentence: the program itself has not failed
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
        # Queued: an error may come from another thread, or in the middle of painting.
        self._error_caught.connect(self._on_error_caught, Qt.ConnectionType.QueuedConnection)

    def install(self, faults: bool = True) -> None:
        """Handle everything that fails from now on."""
        self._log_file.open()
        self._hooks = sys.excepthook, threading.excepthook
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        if faults:
            self._enable_faults()

    def uninstall(self) -> None:
        """Restore the hooks as they were before."""
        sys.excepthook, threading.excepthook = self._hooks
        if self._faults is not None:
            faulthandler.disable()
            self._faults.close()
            self._faults = None
        self._log_file.close()

    @Slot(str)
    def handle_traceback(self, text: str) -> None:
        """Handle the traceback of background work like an exception here."""
        place = place_of(text)
        if place in self._seen:  # perhaps at every repaint
            _log.error("Again: %s", text.rstrip().rpartition("\n")[2])
            return
        self._seen.add(place)
        _log.error("%s", text)
        self._error_caught.emit(text)

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not issubclass(kind, Exception):  # Ctrl-C in the terminal
            sys.__excepthook__(kind, error, trace)
            return
        if issubclass(kind, MemoryError):
            self.memory_exhausted.emit(window_sentence(MEMORY.exhausted()))
            return
        try:
            self.handle_traceback("".join(traceback.format_exception(kind, error, trace)))
        except Exception:  # noqa: BLE001 (nobody is left to raise to)
            sys.__excepthook__(kind, error, trace)

    def _on_thread_exception(self, failed: threading.ExceptHookArgs) -> None:
        if failed.exc_value is not None:
            self._on_exception(failed.exc_type, failed.exc_value, failed.exc_traceback)

    @Slot(str)
    def _on_error_caught(self, text: str) -> None:
        self._waiting.append(text)
        if self._is_showing:  # a dialog is open further down the stack; this error comes next
            return
        self._is_showing = True
        try:
            while self._waiting:
                self._report(self._waiting.pop(0))
        finally:
            self._is_showing = False

    def _report(self, text: str) -> None:
        try:
            path = self._rescue()
        except Exception:  # noqa: BLE001 (the report must be shown all the same)
            _log.exception("The session could not be saved for recovery.")
            path = None
        report = crash_report(text, self._log_file.path)
        self._show(report, f"Your session is kept in {path}." if path else "")

    def _enable_faults(self) -> None:
        try:
            self._faults = self._log_file.path.with_name(FAULTS).open("a", encoding="utf-8")
        except OSError as error:
            _log.warning("Crashes leave no trace: %s.", error)
            return
        faulthandler.enable(self._faults)
