"""The start of the desktop application, and its end: with crashes caught and work rescued."""

from __future__ import annotations

import signal
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QStandardPaths, QTimer

from perceptron_gui.views.dialogs import WindowDialogs

from .application import application, make_window
from .crash import CrashHandler
from .garbage import GuiGarbage
from .log_file import LogFile
from .main_window import MainWindow
from .program import Program
from .recovery import default_folder
from .rescued import recover_at_start

_PAINTED = 500  # milliseconds after which the window is there, and the compiler may be loaded


def start(argv: list[str]) -> int:
    """Open the window and stay until it is closed."""
    app = application()
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)
    window = make_window(argv)
    program = window.program
    assert isinstance(program, Program)
    _close_on_interrupt(window)
    dialogs = WindowDialogs(window)
    crash = CrashHandler(
        LogFile(Path(folder) / "perceptron-gui.log"),
        program.recovery.keep_now,
        dialogs.show_crash,
        window,
    )
    crash.install()
    garbage = GuiGarbage(window)
    program.recovery.keeping_crashed.connect(crash.take_traceback)
    program.reading.crashed.connect(crash.take_traceback)
    program.lesson.training.training_crashed.connect(crash.take_traceback)
    program.exporting_crashed.connect(crash.take_traceback)
    program.exploring.crashed.connect(crash.take_traceback)
    program.lesson.screen.studio.drawing_crashed.connect(crash.take_traceback)
    window.show()
    QTimer.singleShot(_PAINTED, program.lesson.training.warm_up)
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
