"""The start of the desktop application, and its end: with crashes caught and work rescued."""

from __future__ import annotations

import gc
import signal
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QObject, QStandardPaths, QTimer, Slot

from perceptron_gui.app.files.recovery import default_folder, recover_at_start
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.core.kernels import compiler
from perceptron_gui.views.dialogs.dialogs import Dialogs

from .crash import CrashHandler, LogFile
from .program import Program, make_application, make_window

_INTERVAL = 500  # milliseconds


class GuiGarbage(QObject):
    """Collects now and then, as much as Python itself would have; `close` it at the end."""

    def __init__(self, parent: QObject | None = None, interval: int = _INTERVAL) -> None:
        super().__init__(parent)
        gc.disable()
        self._has_compiler = compiler.is_loaded()
        _keep_for_good()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(interval)

    @Slot()
    def collect(self) -> None:
        """Collect those generations that have grown beyond Python's thresholds."""
        if compiler.is_loaded() and not self._has_compiler:
            self._has_compiler = True
            _keep_for_good()
        for generation, threshold in enumerate(gc.get_threshold()):
            if gc.get_count()[generation] <= threshold:
                return
            gc.collect(generation)

    def close(self) -> None:
        """Let Python collect by itself again."""
        self._timer.stop()
        gc.enable()


def _keep_for_good() -> None:
    """Never look again through what there is: the window, or the compiler, stays until the end."""
    gc.collect()
    gc.freeze()


_PAINTED = 500  # milliseconds after which the window is there, and the compiler may be loaded


def start(argv: list[str]) -> int:
    """Open the window and stay until it is closed."""
    app = make_application()
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)
    window = make_window(argv)
    program = window.program
    assert isinstance(program, Program)
    _close_on_interrupt(window)
    dialogs = Dialogs(window)
    crash = CrashHandler(
        LogFile(Path(folder) / "perceptron-gui.log"),
        program.recovery.keep_now,
        dialogs.show_crash,
        window,
    )
    crash.install()
    garbage = GuiGarbage(window)
    program.jobs.crashed.connect(crash.take_traceback)
    program.controller.training.crashed.connect(crash.take_traceback)
    window.show()
    QTimer.singleShot(_PAINTED, program.controller.training.warm_up)
    if not argv:
        recover_at_start(default_folder(), dialogs, program.files, program.recovery)
    try:
        return app.exec()
    finally:
        garbage.close()
        crash.uninstall()


def _close_on_interrupt(window: MainWindow) -> None:
    """Let Ctrl-C in the terminal do what the button of the window does."""

    def close(_signal: int, _frame: FrameType | None) -> None:
        # Not at once: the signal may have come in the middle of painting.
        QTimer.singleShot(0, window.close)

    signal.signal(signal.SIGINT, close)
