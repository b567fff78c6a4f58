"""The application and its window, made but not shown."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from perceptron_gui.app.files.files import load
from perceptron_gui.app.files.recovery import default_folder
from perceptron_gui.app.session.appearance import look_of
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.base.resources import VERSION
from perceptron_gui.views.dialogs.dialogs import Dialogs
from perceptron_gui.views.widgets.theme import apply_theme

from .program import Program

NAME = "perceptron-gui"
FIRST = "xor"  # what the first start shows, ready to play


def application() -> QApplication:
    """Return the application, made where there is none yet."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication([NAME])
    app.setApplicationName(NAME)
    app.setApplicationDisplayName("Perceptron")
    app.setApplicationVersion(VERSION)
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
    apply_theme(app, *look_of(settings))
    window = MainWindow()
    window.program = Program(
        window,
        first,
        dialogs or Dialogs(window),
        settings,
        recovery_folder or default_folder(),
    )
    return window
