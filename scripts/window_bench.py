"""The rows of scripts/bench.py about the window, measured on Qt's offscreen platform."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, cycle
from typing import Any

import numpy as np
from bench import FRAME, Row, duration, faster, informing, limited, within
from benched_window import Bench
from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtTest import QTest
from start_bench import first_paints, imports

from perceptron_gui.core.data.dataset import Dataset, MovePoints
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.figures.model.figure import Figure

_FRAMES_IN_A_ROW = 5
_BEAT_S = 0.016  # of the timer that shows how late the event loop is
_DRAG_S, _LARGE_DRAG_S, _JUMP_S = 0.020, 0.040, 0.020
_LATE_S = 0.048  # three frames
_BEATS = 1200
_AT_ONCE_S = 0.2  # within which something seems to happen at once


@contextmanager
def drag_frame(
    data: str = "separable:n=200,margin=0.002", **options: int
) -> Iterator[Callable[[], None]]:
    """Yield a function that moves a point, trains again and paints every panel."""
    moves = count()
    with Bench(data, **{"max_updates": 10_000, **options}) as bench:

        def drag() -> None:
            place = np.array([[1.0 + next(moves) % 7 / 100, 2.0]])
            bench.controller.editing.edit_points("Move", MovePoints(np.array([5]), place), "drag")
            bench.wait(lambda: bench.is_over)
            bench.wait(bench.is_painted)

        yield drag


@contextmanager
def step_frame() -> Iterator[Callable[[], None]]:
    """Yield a function that plays one visit, with all panels open and painted."""
    with Bench("separable:n=200,margin=0.002", max_updates=10_000) as bench:
        for dock in bench.window.docks.values():
            dock.show()
        bench.controller.playback.seek(1000)
        bench.wait(bench.is_painted)

        def step() -> None:
            bench.controller.playback.move(bench.controller.playback.cursor.step, 1)
            bench.wait(bench.is_painted)

        yield step


def laboratory_opened() -> float:
    """Return after how many seconds the page of a laboratory is painted, and says what it does."""
    with Bench("separable:n=100,margin=0.01") as bench:
        painted = PaintWatch()
        started = time.perf_counter()
        bench.window.trigger("page.orders")
        page = bench.window.pages.lab
        assert page is not None
        page.installEventFilter(painted)
        bench.wait(lambda: painted.is_painted)
        return time.perf_counter() - started


class PaintWatch(QObject):
    """Notices that a widget is painted."""

    is_painted = False

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.is_painted |= event.type() == QEvent.Type.Paint
        return False


@contextmanager
def seek_frame() -> Iterator[Callable[[], None]]:
    """Yield a function that jumps to a visit of a run of a million updates and paints it."""
    with Bench("blobs:n=200", order="shuffled", max_updates=10**6, epochs=10**6) as bench:
        run = bench.controller.run
        assert run is not None
        places = np.random.Generator(np.random.PCG64(0)).integers(0, run.visits, 1000)
        visits = cycle(places.tolist())

        def seek() -> None:
            bench.controller.playback.seek(next(visits))
            bench.wait(bench.is_painted)

        yield seek


def figures_per_click() -> tuple[int, int]:
    """Return how many figures are built when a click adds a point, and how many are visible."""
    with Bench("xor") as bench:
        window, screen = bench.window, bench.controller.screen
        visible = [name for name in ("boundary", *window.plots) if window.is_seen(name)]
        before = screen.built.total()
        window.trigger("tool.plus")
        place = window.canvas.position_of(0.3, 0.4).toPoint()
        QTest.mouseClick(window.canvas, Qt.MouseButton.LeftButton, pos=place)
        bench.wait(lambda: bench.is_over)
        bench.wait(bench.is_painted)
        return screen.built.total() - before, len(visible)


def training_beats() -> tuple[float, float]:
    """Return the 99th percentile between two beats of a timer, while 10⁷ visits compute and idle.

    That is how long one key or click in a hundred waits until it is handled.
    """
    with Bench("blobs:n=10000", epochs=1) as bench:
        rules = (
            # 10⁷ visits take a few beats only, so that runs follow each other.
            Rule.of({"order": "shuffled", "epochs": 10**6, "max_updates": 10**7, "seed": seed})
            for seed in count()
        )

        def keep_busy() -> None:
            if bench.is_over:
                bench.train(next(rules))

        idle = _lateness(lambda: None)
        return _lateness(keep_busy), idle


def laboratory_beats() -> tuple[float, float]:
    """Return the same while 10⁵ orders of 100 points are tried, on a page that shows them."""
    with Bench("separable:n=100,margin=0.01") as bench:
        bench.window.trigger("page.orders")
        laboratory = bench.program.exploring.laboratory
        assert laboratory is not None
        bench.wait(lambda: not laboratory.is_busy)
        idle = _lateness(lambda: None)
        seeds = count(1)

        def keep_busy() -> None:
            if not laboratory.is_busy:
                options = {"trials": 10**5, "trial_seed": next(seeds)}
                bench.controller.editing.set_view_options("orders", options)

        return _lateness(keep_busy), idle


def _lateness(work: Callable[[], None]) -> float:
    """Return the 99th percentile of the time between two beats of a loop with work to do."""
    loop, timer = QEventLoop(), QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    times: list[float] = []

    def beat() -> None:
        times.append(time.perf_counter())
        work()
        if len(times) > _BEATS:
            loop.quit()

    timer.timeout.connect(beat)
    timer.start(round(1000 * _BEAT_S))
    loop.exec()
    timer.stop()
    return float(np.quantile(np.diff(times), 0.99))


@contextmanager
def canvas_frames(points: int) -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """Yield what draws a frame of the canvas with a moving line, and the same with QtAgg."""
    epochs = 3 if points > 1000 else 50
    with Bench(f"blobs:n={points}", order="shuffled", epochs=epochs) as bench:
        canvas, run = bench.window.canvas, bench.controller.run
        assert run is not None
        figure = bench.controller.store.state.source("boundary").build()
        assert isinstance(figure, Figure)
        # The same points; only the line and its sides move.
        turned = replace(figure, marks=tuple(_turned(mark) for mark in figure.marks))
        frames = cycle([figure, turned])

        def ours() -> None:
            canvas.show_figure(next(frames))
            bench.process()

        agg = _agg_frame(run.dataset, canvas.width(), canvas.height())
        yield _in_a_row(ours), _in_a_row(agg)


def _in_a_row(frame: Callable[[], None]) -> Callable[[], None]:
    """Return a function that draws several frames, as when a run is played."""

    def draw() -> None:
        for _ in range(_FRAMES_IN_A_ROW):
            frame()

    return draw


def _turned(mark: Any) -> Any:
    moves = mark.key in ("line", "positive side", "negative side")
    return replace(mark, y=mark.y * 1.01) if moves else mark


def _agg_frame(dataset: Dataset, width: int, height: int) -> Callable[[], None]:
    from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
    from matplotlib.figure import Figure as AggFigure

    figure = AggFigure(figsize=(width / 100, height / 100), dpi=100)
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


def window_rows() -> list[Row]:
    """Return every row about the window."""
    rows: list[Row] = []
    with drag_frame() as drag:
        what = "window: a point of 200 dragged, trained anew, every panel painted"
        rows.append(within(what, drag, 41, _DRAG_S))
    with drag_frame("blobs:n=100000", epochs=1) as drag:
        what = "window: a point of 10⁵ dragged, trained anew, every panel painted"
        rows.append(within(what, drag, 15, _LARGE_DRAG_S))
    with step_frame() as step:
        what = "window: a step of playback, all panels open and painted"
        rows += informing([within(what, step, 41, FRAME)])
    with seek_frame() as seek:
        what = "window: jump in a run of 10⁶ updates, every panel painted"
        rows.append(within(what, seek, 41, _JUMP_S))
    built, visible = figures_per_click()
    what = "window: figures built per click, against those that are visible"
    rows.append(Row(what, f"{built}", f"{visible}", f"{built / visible:.2f} ×", "", None))
    what = "window: a laboratory opened, until its page is painted"
    rows += informing([limited(what, laboratory_opened(), _AT_ONCE_S)])
    rows.append(_beats_row("10⁷ visits compute", training_beats()))
    rows += informing([_beats_row("10⁵ orders are tried", laboratory_beats())])
    with canvas_frames(200) as (ours, theirs):
        what = "five canvas frames, 200 points with shading, against QtAgg"
        rows.append(faster(what, ours, theirs, 31, None))
    with canvas_frames(100_000) as (ours, theirs):
        what = "five canvas frames, line moving over 10⁵ points, against QtAgg"
        rows.append(faster(what, ours, theirs, 9, None))
    mine, empty = first_paints()
    rows.append(
        Row("window: first paint, against an empty window with three plots", duration(mine),
            duration(empty), f"{mine / empty:.2f} ×", "≤ 1.5 ×", mine <= 1.5 * empty)
    )  # fmt: skip
    mine, libraries = imports()
    rows.append(
        Row("window: import of its modules, against numpy, PySide6 and pyqtgraph", duration(mine),
            duration(libraries), f"{mine / libraries:.2f} ×", "", None)
    )  # fmt: skip
    return rows


def _beats_row(doing: str, beats: tuple[float, float]) -> Row:
    busy, idle = beats
    return Row(
        f"window: 99th percentile between beats of a 16 ms timer while {doing}", duration(busy),
        f"{duration(idle)} idle", f"{busy / _LATE_S:.2f} of 3 frames", "≤ 1", busy <= _LATE_S,
    )  # fmt: skip
