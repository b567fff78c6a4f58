"""The rows of scripts/bench.py about the window, measured on the platform without a screen."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from bench import Row

    from perceptron_gui.core.dataset import Dataset

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_SIZE = (1280, 800)
_TICK = 0.033  # two frames

_EMPTY = """
import time; start = time.perf_counter()
import pyqtgraph as pg
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([]); window = QMainWindow()
plots = pg.GraphicsLayoutWidget(); window.setCentralWidget(plots); window.resize(1280, 800)
for row in range(3):
    plots.addPlot(row, 0).plot([0, 1, 2], [0, 1, 0])
window.show(); app.processEvents(); window.grab()
print(time.perf_counter() - start, flush=True)
import os; os._exit(0)  # pyqtgraph may crash on its way out
"""
_OURS = """
import time; start = time.perf_counter()
import sys, tempfile
from pathlib import Path
from perceptron_gui.app.application import make_window
from perceptron_gui.app.settings import Settings
from PySide6.QtWidgets import QApplication
folder = Path(tempfile.mkdtemp())
window = make_window([], settings=Settings(folder / "s.ini"), recovery_folder=folder)
window.show(); QApplication.processEvents(); window.grab()
print(time.perf_counter() - start)
slow = {"numba", "scipy", "matplotlib"} & set(sys.modules)
assert not slow, slow
window.program.close()
"""


class Bench:
    """A window with a run in it, and ways to make it work."""

    def __init__(self, data: str, **options: Any) -> None:
        from PySide6.QtWidgets import QApplication

        from perceptron_gui.app.application import make_window
        from perceptron_gui.app.program import Program
        from perceptron_gui.app.settings import Settings
        from perceptron_gui.core.rule import Rule

        folder = Path(tempfile.mkdtemp())
        settings = Settings(folder / "settings.ini")
        self.window = make_window([data], settings=settings, recovery_folder=folder)
        self.window.resize(*_SIZE)
        self.window.show()
        program = self.window.program
        assert isinstance(program, Program)
        self.program, self.lesson = program, program.lesson
        self._process = QApplication.processEvents
        self.lesson.editing.set_rules((Rule.of(options),), 0, "Bench")
        self.wait(lambda: self.is_over)
        self.wait(self.is_painted)
        self.lesson.playback.go_to_end()
        self.wait(self.is_painted)

    def wait(self, done: Callable[[], bool]) -> None:
        """Let the event loop run until something is so."""
        deadline = time.perf_counter() + 300
        while not done():
            assert time.perf_counter() < deadline, "it takes too long"
            self._process()

    @property
    def is_over(self) -> bool:
        """Tell whether the run has ended."""
        return self.lesson.run is not None and self.lesson.run.is_over

    def is_painted(self) -> bool:
        """Tell whether everything that is due has been built and painted."""
        if self.lesson.screen.is_due:
            return False
        self._process()  # what changed is painted now
        return not self.lesson.screen.is_due

    def close(self) -> None:
        """End the threads."""
        self.program.close()
        self.window.deleteLater()


def drag_frame() -> Callable[[], None]:
    """Return what moves a point, trains anew and shows the whole of it."""
    from perceptron_gui.core.edits import MovePoints

    bench = Bench("separable:n=200,margin=0.002", max_updates=10_000)
    moves = iter(range(10**9))

    def drag() -> None:
        before = bench.lesson.run
        place = np.array([[1.0 + next(moves) % 7 / 100, 2.0]])
        bench.lesson.editing.edit_points("Move", MovePoints(np.array([5]), place), "drag")
        bench.wait(lambda: bench.lesson.run is not before and bench.is_over)
        bench.wait(bench.is_painted)

    return drag


def seek_frame() -> Callable[[], None]:
    """Return what jumps to any visit of a run of a million updates and shows it."""
    bench = Bench("blobs:n=200", order="shuffled", max_updates=10**6, epochs=10**6)
    assert bench.lesson.run is not None
    places = np.random.Generator(np.random.PCG64(0)).integers(0, bench.lesson.run.visits, 1000)
    visits = iter(np.tile(places, 1000).tolist())

    def seek() -> None:
        bench.lesson.playback.seek(next(visits))
        bench.wait(bench.is_painted)

    return seek


def tick() -> float:
    """Return the 99th percentile of the time between two turns of the loop while training."""
    from perceptron_gui.core.rule import Rule

    bench = Bench("blobs:n=10000", epochs=1)
    rule = Rule.of({"order": "shuffled", "epochs": 1000, "max_updates": 10**7})
    bench.lesson.editing.set_rules((rule,), 0, "Long")
    gaps: list[float] = []
    last = time.perf_counter()
    while len(gaps) < 20000 and not (bench.lesson.run and bench.lesson.run.visits >= 10**7):
        bench._process()
        now = time.perf_counter()
        gaps.append(now - last)
        last = now
        if bench.lesson.run is not None and bench.lesson.run.is_over and len(gaps) > 100:
            break
    bench.close()
    return float(np.quantile(gaps, 0.99))


def canvas_frames(points: int) -> tuple[Callable[[], None], Callable[[], None]]:
    """Return a frame of the canvas whose line moves, and the same drawn by matplotlib's QtAgg."""
    bench = Bench(f"blobs:n={points}", order="shuffled", epochs=3 if points > 1000 else 50)
    canvas, run = bench.window.canvas, bench.lesson.run
    assert run is not None
    figure = bench.lesson.screen.figure("boundary")
    # The same points; only the line and its sides move.
    turned = replace(figure, marks=tuple(_turned(mark) for mark in figure.marks))
    frames = cycle([figure, turned])

    def ours() -> None:
        canvas.show_figure(next(frames))
        canvas.repaint()

    return ours, _agg_frame(run.dataset, canvas.width(), canvas.height())


def _turned(mark: Any) -> Any:
    moves = mark.key in ("line", "positive side", "negative side")
    return replace(mark, y=mark.y * 1.01) if moves else mark


def _agg_frame(dataset: Dataset, width: int, height: int) -> Callable[[], None]:
    from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width / 100, height / 100), dpi=100)
    axes = figure.add_subplot()
    axes.set_aspect("equal")
    for label, marker in ((1, "o"), (-1, "^")):
        axes.plot(*dataset.points[dataset.labels == label].T, marker)
    (line,) = axes.plot([-4, 4], [-4, 4])
    sides = [axes.fill_between([-4, 4], [-4, 4], edge, alpha=0.2) for edge in (-4, 4)]
    canvas: Any = FigureCanvasQTAgg(figure)  # type: ignore[no-untyped-call]
    slopes = cycle([1.0, 1.1])

    def draw() -> None:
        slope = next(slopes)
        line.set_ydata([-4 * slope, 4 * slope])
        for side in sides:
            side.set_alpha(0.2 * slope)
        canvas.draw()

    return draw


def start_up() -> tuple[float, float]:
    """Return the seconds to the first paint, ours and an empty window's with three plots."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(5):
        for code, measured in zip((_OURS, _EMPTY), times, strict=True):
            done = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=True
            )
            measured.append(float(done.stdout.splitlines()[0]))
    return statistics.median(times[0]), statistics.median(times[1])


def window_rows() -> list[Row]:
    """Return every row about the window."""
    from bench import FRAME, Row, duration, faster, within

    ours, theirs = start_up()
    waited = tick()
    return [
        within("window: a point of 200 dragged, trained anew, every panel painted", drag_frame(),
               41, FRAME),
        within("window: jump in a run of 10⁶ updates, every panel painted", seek_frame(), 41,
               FRAME),
        Row("window: 99th percentile turn of the loop while 10⁷ visits compute",
            duration(waited), "2 frames", f"{waited / _TICK:.2f} of it", "≤ 1", waited <= _TICK),
        faster("canvas frame, 200 points with shading, against QtAgg", *canvas_frames(200), 31, 7),
        faster("canvas frame, line moving over 10⁵ points, against QtAgg",
               *canvas_frames(100_000), 9, 50),
        Row("window: first paint, against an empty window with three plots", duration(ours),
            duration(theirs), f"{ours / theirs:.2f} ×", "≤ 1.3 ×", ours <= 1.3 * theirs),
    ]  # fmt: skip
