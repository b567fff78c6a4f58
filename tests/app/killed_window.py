"""A real window in which a point is dragged and a film exported until somebody kills it.

It prints where the point is in the file whenever the work has been kept.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtTest import QTest

from perceptron_gui.app.files.recovery import SESSION
from perceptron_gui.app.main.program import Program, make_window
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.document.sources import load_data
from tests.app.lost_window import KeptWork
from tests.app.person import LEFT

STEP = 0.01  # to the right, several times a second


class KilledWindow:
    """Presses the button on the point at the origin, and never lets it go."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(folder / "settings.ini")
        settings.export = {"folder": str(folder), "ending": "gif"}
        self._window = make_window([], settings=settings, recovery_folder=folder / "recovery")
        program = self._window.program
        assert isinstance(program, Program)
        self._recovery = program.recovery
        self._kept = KeptWork(self._recovery, self._tell)
        program.exporting.figure_written.connect(self._export)
        self._window.resize(1280, 800)
        self._window.show()
        self._x = 0.0
        self._timer = QTimer()
        self._timer.timeout.connect(self._pull)
        QTimer.singleShot(500, self._begin)

    def _begin(self) -> None:
        canvas = self._window.canvas
        self._window.trigger("tool.move")
        QTest.mousePress(canvas, LEFT, pos=canvas.position_of(0, 0).toPoint())
        self._export()
        self._timer.start(50)

    def _export(self) -> None:
        self._window.trigger("file.quick_export")

    def _pull(self) -> None:
        self._x = min(self._x + STEP, 0.9)
        canvas = self._window.canvas
        QTest.mouseMove(canvas, canvas.position_of(self._x, 0).toPoint())

    def _tell(self) -> None:
        kept = load_data(str(self._recovery.folder / SESSION)).dataset
        sys.stdout.write(f"{kept.points[0, 0]}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    window = KilledWindow(Path(sys.argv[1]))
    app = QCoreApplication.instance()
    assert app is not None
    app.exec()
