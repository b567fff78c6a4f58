"""The rows of scripts/bench.py about large sets in the window: time of its own thread."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path

import numpy as np
from bench import Row, limited, medians
from benched_window import Bench

from perceptron_gui.app.files.disk import FileWriter
from perceptron_gui.app.window.pages import PLANE, pages
from perceptron_gui.core.data.dataset import MovePoints
from perceptron_gui.document.model.history import OpenFile

_POINTS = 1_000_000
_STEP_S, _FRAME_S, _LONGEST_S = 0.1, 0.1, 1.0
_WIDE, _PAGE_S = (300, 500), 0.3
_REPEATS = 5


@contextmanager
def million() -> Iterator[Bench]:
    """Yield a window with a million points, trained for one epoch, at an early visit."""
    with Bench(f"blobs:n={_POINTS}", epochs=1) as bench:
        bench.controller.playback.seek(1000)
        bench.wait(bench.is_painted)
        yield bench


def busy(action: Callable[[], None], repeats: int = _REPEATS) -> float:
    """Return the least time that this thread works on something; others keep machines busy."""
    times = []
    for _ in range(repeats):
        start = time.thread_time()
        action()
        times.append(time.thread_time() - start)
    return min(times)


def size_rows() -> list[Row]:
    """Return what the window's own thread does with a million points, and with 500 dimensions."""
    return [*_million_rows(), _page_row()]


def _page_row() -> Row:
    """Return the longest turn of the window's thread while pages of 300 points × 500-D open."""
    random = np.random.default_rng(3)
    points = random.normal(size=_WIDE).round(2)
    labels = np.where(points[:, 0] + points[:, 1] > 0, 1, -1)
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder, "wide.csv")
        np.savetxt(table, np.column_stack([points, labels]), "%g", ",")
        with Bench(str(table), epochs=20) as bench:
            stage, docks = bench.window.pages.stage, bench.window.docks.values()
            shown: list[Callable[[], object]] = []
            shown += [partial(stage.show_page, page) for page in [*pages(), PLANE]]
            shown += [step for dock in docks for step in (dock.show, dock.raise_)]
            shown += [partial(bench.controller.playback.seek, 50)]
            longest = max(map(bench.longest_turn, shown))
    return limited("window: any page of 300 points × 500-D, on its own thread", longest, _PAGE_S)


def _million_rows() -> list[Row]:
    rows: list[Row] = []

    def add(what: str, seconds: float, limit: float) -> None:
        rows.append(limited(what, seconds, limit))

    with million() as bench, tempfile.TemporaryDirectory() as folder:
        playback, editing = bench.controller.playback, bench.controller.editing
        moves = count()

        def step() -> None:
            playback.move(playback.cursor.step, 1)
            bench.process()

        def drag() -> None:
            place = np.array([[1.0 + next(moves) % 7 / 100, 2.0]])
            editing.edit_points("Move", MovePoints(np.array([5]), place), "drag")
            bench.process()

        def whole_frame() -> None:
            built, store = bench.controller.screen.built, bench.controller.store
            before = built["boundary"]
            drag()
            bench.wait(lambda: bench.is_over)
            bench.wait(lambda: built["boundary"] > before and store.state.run is not None)
            bench.process()

        def hulls() -> None:
            editing.set_view_options("boundary", {"certificate": True})
            bench.process()
            editing.set_view_options("boundary", {})
            bench.process()

        writer = FileWriter(bench.program.jobs)
        file = OpenFile(editing.session, str(Path(folder, "a.json")))

        def save() -> None:
            writer.write(file, on_done=lambda _written: None, on_failed=print)

        add("window: a step among 10⁶ points, on its own thread", busy(step), _STEP_S)
        add("window: both hulls of 10⁶ points, on its own thread", busy(hulls, 1), _LONGEST_S)
        add("window: a frame of a drag among 10⁶ points, on its own thread", busy(drag), _FRAME_S)
        frame, _ = medians(whole_frame, lambda: None, 2 * _REPEATS + 1)
        add("window: a point of 10⁶ dragged, trained anew, the plane painted", frame, _FRAME_S)
        saved = bench.longest_turn(save, lambda: not writer.is_writing)
        add("window: 10⁶ points saved, on its own thread", saved, _LONGEST_S)
        bench.window.trigger("edit.select_all")
        bench.wait(bench.is_painted)
        painting = bench.program.painting
        copied = bench.longest_turn(
            lambda: bench.window.trigger("edit.copy"), lambda: not painting.is_copying
        )
        add("window: 10⁶ points copied, on its own thread", copied, _LONGEST_S)
        bench.wait(lambda: bench.is_over)
        bench.wait(bench.is_painted)
    return rows
