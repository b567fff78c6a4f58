"""The log of the program: what it and Qt say, in a file that does not grow for ever."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

LOGGER = "perceptron_gui"
_SIZE, _BACKUPS = 500_000, 3
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_log = logging.getLogger(LOGGER)
_qt_log = logging.getLogger(f"{LOGGER}.qt")


class LogFile:
    """Writes the log while it is open; where there is no place for it, the program does without."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handler: logging.Handler = logging.NullHandler()
        self._qt_handler: object = None
        self._level = _log.level

    def open(self) -> None:
        """Begin to write down what the program and Qt say."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._handler = RotatingFileHandler(
                self.path, maxBytes=_SIZE, backupCount=_BACKUPS, encoding="utf-8"
            )
        except OSError as error:
            _log.warning("There is no log: %s.", error)
        self._handler.setFormatter(
            logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s")
        )
        _log.addHandler(self._handler)
        self._level = _log.level
        _log.setLevel(logging.INFO)
        self._qt_handler = qInstallMessageHandler(_write_down)

    def close(self) -> None:
        """Let everything be as it was before."""
        qInstallMessageHandler(self._qt_handler)
        _log.setLevel(self._level)
        _log.removeHandler(self._handler)
        self._handler.close()


def _write_down(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    _qt_log.log(_LEVELS.get(kind, logging.WARNING), "%s", message)
