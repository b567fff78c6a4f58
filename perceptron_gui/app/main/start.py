"""Starts and ends the desktop application: settings, memory, garbage and crashes."""

from __future__ import annotations

import ctypes
import gc
import signal
import sys
from functools import partial
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QObject, QStandardPaths, QTimer, Slot
from PySide6.QtWidgets import QWidget

from perceptron_gui.app.state.app_state import Store
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.window import make_application
from perceptron_gui.base.files import OutputError
from perceptron_gui.core.kernels import compiler
from perceptron_gui.lessons import ENDING
from perceptron_gui.terminal.progress import counted
from perceptron_gui.training.controller import load_kernels
from perceptron_gui.views.dialogs.dialogs import Dialogs

from .crash import CrashHandler, LogFile
from .program import Program, make_window

_COLLECT_MS = 500
# Of glibc's malloc.h.
_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
_LARGE_BYTES = 4 << 20  # larger arrays are kept outside of the heap
_KEPT_BYTES = 64 << 20  # free memory that the heap may keep
_RELEASE_MS = 2000  # by then the jobs of the previous session have ended
_WARM_UP_MS = 500  # by then the window is painted, and the compiler may be loaded


class GuiGarbage(QObject):
    """Collects garbage on the GUI thread, because widgets must be deleted there."""

    def __init__(
        self,
        parent: QObject | None = None,
        interval_ms: int = _COLLECT_MS,
        release_ms: int = _RELEASE_MS,
    ) -> None:
        super().__init__(parent)
        gc.disable()
        self._has_compiler = compiler.is_loaded()
        _freeze()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        self._timer.start(interval_ms)
        self._release = QTimer(self, singleShot=True, interval=release_ms)
        self._release.timeout.connect(return_memory)

    def watch(self, store: Store) -> None:
        """Return memory to the system after another session was opened."""
        store.subscribe(lambda state: state.document.origin, lambda _: self._release.start())

    @Slot()
    def collect(self) -> None:
        """Collect the generations that exceed Python's thresholds."""
        if compiler.is_loaded() and not self._has_compiler:
            self._has_compiler = True
            _freeze()
        for generation, threshold in enumerate(gc.get_threshold()):
            if gc.get_count()[generation] <= threshold:
                return
            gc.collect(generation)

    def close(self) -> None:
        """Return to Python's own collection."""
        self._timer.stop()
        self._release.stop()
        gc.enable()


def use_one_heap() -> None:
    """Let all threads allocate from one heap, before any is started.

    glibc makes one for each: what the window frees leaves gaps that other threads cannot use. After
    20,000 actions they had 100 MB. Large arrays stay outside of the heap, where they leave no gaps:
    glibc would put those of up to 32 MB into it. With 10⁶ points, edited four times, the window had
    720 MB in place of 870 MB, and was as fast.
    """
    _call_glibc("mallopt", _M_ARENA_MAX, 1)
    _call_glibc("mallopt", _M_MMAP_THRESHOLD, _LARGE_BYTES)
    _call_glibc("mallopt", _M_TRIM_THRESHOLD, _KEPT_BYTES)


def return_memory() -> None:
    """Return freed memory to the system; glibc keeps over 100 MB after 10⁶ points."""
    _call_glibc("malloc_trim", 0)


def _call_glibc(name: str, *numbers: int) -> None:
    """Call a function of the C library, if it exists."""
    if sys.platform == "linux":
        function = getattr(ctypes.CDLL(None), name, None)
        if function is not None:
            function(*numbers)


def _freeze() -> None:
    """Exclude existing objects from collection: window and compiler stay until the end."""
    gc.collect()
    gc.freeze()


def to_open(argv: list[str], settings: Settings) -> list[str]:
    """Return what to open: what was named, else the last session if the settings say so."""
    last = settings.recent_files() if settings.start_last else ()
    return argv or list(last[:1])


def start(argv: list[str], lesson: str = "", is_presenting: bool = False) -> int:
    """Open the window, perhaps with a lesson, and return its exit code when it is closed."""
    use_one_heap()
    compiler.postpone(True)  # until `load_kernels` is called
    if argv and argv[0].lower().endswith(ENDING):
        argv, lesson = [], argv[0]
    if lesson:
        from perceptron_gui.lessons.reader import heading_from, lesson_path

        heading_from(lesson_path(lesson))  # a bad lesson is reported before a window opens
    app = make_application()
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)
    settings = Settings()
    named = [] if lesson else to_open(argv, settings)
    window = make_window(named, settings=settings, progress=counted("reading the data"))
    program = window.program
    assert isinstance(program, Program)
    _close_on_interrupt(window)
    dialogs = Dialogs(window)
    log = LogFile(Path(folder) / "perceptron-gui.log")
    crash = CrashHandler(log, program.recovery.keep_now, dialogs.show_crash, window)
    crash.memory_exhausted.connect(window.foot.showMessage)
    crash.install()
    garbage = GuiGarbage(window)
    garbage.watch(program.store)
    program.jobs.crashed.connect(crash.handle_traceback)
    if window.needs_whole_screen and not settings.geometry:
        window.showMaximized()
    else:
        window.show()
    if lesson:
        program.lessons.open(lesson)
    elif not named:
        program.home.open()
    if is_presenting:
        program.looks.present(True)
    QTimer.singleShot(_WARM_UP_MS, partial(load_kernels, program.jobs))
    QTimer.singleShot(_WARM_UP_MS, program.looks.desktop.ask)
    if not lesson:
        program.begin(is_named=bool(argv))
    try:
        code = app.exec()
        # Nobody closed it: Qt leaves the event loop when the X server is gone.
        is_lost = window.isVisible()
        kept = is_lost and program.break_off()
    finally:
        garbage.close()
        crash.uninstall()
    if is_lost:
        recovered = "; unsaved work is recovered at the next start" if kept else ""
        raise OutputError(f"the screen was lost, and the window with it{recovered}")
    return code


def _close_on_interrupt(window: QWidget) -> None:
    """Close the window on Ctrl-C in the terminal."""

    def close(_signal: int, _frame: FrameType | None) -> None:
        # Later: the signal may come in the middle of painting.
        QTimer.singleShot(0, window.close)

    signal.signal(signal.SIGINT, close)
