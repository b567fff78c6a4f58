"""A window with a run in it, to be measured on Qt's offscreen platform."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QEventLoop,
    Qt,
    QTimer,
    qInstallMessageHandler,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from perceptron_gui.app.main.program import Program, make_window
from perceptron_gui.app.main.start import GuiGarbage, use_one_heap
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.warm_up import use_every_kernel

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_SIZE = (1280, 800)
_WAKE_MS = 2


class Bench:
    """A window with a run in it; used in a `with`, which closes it."""

    def __init__(self, data: str, **options: Any) -> None:
        use_one_heap()  # as in the program
        qInstallMessageHandler(print_qt_message)
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        settings = Settings(folder / "settings.ini")
        self.window = make_window([data], settings=settings, recovery_folder=folder)
        self.window.resize(*_SIZE)
        self.window.show()
        program = self.window.program
        assert isinstance(program, Program)
        self.program, self.controller = program, program.controller
        self._garbage = GuiGarbage(self.window)  # as in the program
        self.process = QApplication.processEvents
        self._loop = QEventLoop()
        self._waker = QTimer()  # should nothing else happen
        self._waker.start(_WAKE_MS)
        QTest.keyClick(self.window.canvas, Qt.Key.Key_Shift)  # takes the first hint away
        if compiler.load():  # as the program does after its first paint
            use_every_kernel()
        self.train(Rule.of(options))
        self.wait(lambda: self.is_over)
        self.wait(self.is_painted)
        self.controller.playback.go_to_end()
        self.wait(self.is_painted)

    def train(self, rule: Rule) -> None:
        """Start a run."""
        self.controller.editing.set_rules((rule,), 0, "Bench")

    def wait(self, done: Callable[[], bool]) -> None:
        """Run the event loop until a condition holds; it sleeps as it does in the program.

        A busy loop would keep the training thread from working.
        """
        deadline = time.perf_counter() + 300
        while not done():
            assert time.perf_counter() < deadline, "it takes too long"
            self._loop.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    @property
    def is_over(self) -> bool:
        """Tell whether the run that was requested last has ended."""
        run, session = self.controller.run, self.controller.editing.session
        if run is None or not run.is_over or run.dataset is not session.dataset:
            return False  # points are not compared one by one, again and again
        return run.rule == session.rules[session.shown]

    def is_painted(self) -> bool:
        """Tell whether everything that changed has been built and painted."""
        if self.controller.screen.is_due:
            return False
        self.process()  # what changed is painted now
        return not self.controller.screen.is_due

    def longest_turn(
        self, action: Callable[[], object], is_done: Callable[[], bool] = lambda: True
    ) -> float:
        """Do something and paint it; return the longest time this thread worked without a pause."""
        start = time.thread_time()
        action()
        turns = [time.thread_time() - start]
        while True:
            start = time.thread_time()
            self._loop.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            turns.append(time.thread_time() - start)
            if is_done() and not self.controller.screen.is_due:
                start = time.thread_time()
                self.process()
                return max(*turns, time.thread_time() - start)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop the threads and delete the window."""
        self._waker.stop()
        self._garbage.close()
        self.program.close()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._folder.cleanup()


def print_qt_message(_kind: object, _context: object, message: str) -> None:
    """Print messages of Qt, except one that the offscreen platform always prints."""
    if not message.startswith("This plugin does not support"):
        print(message, file=sys.stderr)
