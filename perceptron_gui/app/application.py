"""The start of the desktop application, and its end."""

from __future__ import annotations

import signal
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QStandardPaths, QTimer
from PySide6.QtWidgets import QApplication

from perceptron_gui import __version__
from perceptron_gui.views.dialogs import Dialogs, WindowDialogs
from perceptron_gui.views.qt_theme import prepare_theme

from .crash import CrashHandler
from .garbage import GuiGarbage
from .log_file import LogFile
from .looks import look_of
from .main_window import MainWindow
from .open_file import load
from .program import Program
from .recovery import default_folder
from .rescued import recover_at_start
from .settings import Settings

NAME = "perceptron-gui"
_PAINTED = 500  # milliseconds after which the window is there, and the compiler may be loaded
FIRST = "xor"  # what the first start shows, ready to play


def application() -> QApplication:
    """Return the application, made where there is none yet."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication([NAME])
    app.setApplicationName(NAME)
    app.setApplicationDisplayName("Perceptron")
    app.setApplicationVersion(__version__)
    return app


def make_window(
    argv: list[str],
    *,
    dialogs: Dialogs | None = None,
    settings: Settings | None = None,
    recovery_folder: Path | None = None,
) -> MainWindow:
    """Build the window with what is named opened in it; nothing runs yet but the training."""
    app = application()
    first = load(argv[0] if argv else FIRST)
    settings = settings or Settings()
    # Widgets that are older than their letters keep those of the desktop.
    prepare_theme(app, *look_of(settings))
    window = MainWindow()
    window.program = Program(
        window,
        first,
        dialogs or WindowDialogs(window),
        settings,
        recovery_folder or default_folder(),
    )
    return window


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
    program.exploring.laboratory.crashed.connect(crash.take_traceback)
    program.exploring.what_if.crashed.connect(crash.take_traceback)
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
