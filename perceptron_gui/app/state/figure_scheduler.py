"""Builds the figures on screen, each once for every change, for the views that are visible.

Facts come in as they change; one refresh then shows all of them, at most once a turn of the loop.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from perceptron_gui.base.cancel import CancelCheck, never_cancelled
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.training.controller import has_many_numbers
from perceptron_gui.training.jobs import Jobs, Task

from .app_state import BOUNDARY, AppState, FigureSource, Range, Store, unreadable_options

FIGURES = "figures"  # the lane of jobs: two figures at once would slow the window down

_FIRST_LOOK_MS = 60  # most runs end within this time, so their plots are built only once
_GROWING_MS = 300  # between two looks at a run that is still being computed
# Figures that took longer than this last time, or need many numbers, are built in the background.
_SLOW_S = 0.05
# With very many points, plots wait until a drag pauses; else it would stutter at every step. Plots
# of a run that has been replaced are cancelled.
PAUSE_MS = 150
_MANY_NUMBERS = 4_000_000  # see `AppState.size`

_ROUNDING = 1e-9  # as a share of the width of the plane on screen

# What figures depend on, besides the session and the run.
_DRAWN = (
    *("is_computing", "moment", "range", "future", "until_now", "hides", "asks"),
    *("highlight", "peeked", "aspects", "measured", "stepped"),
)


class FigurePlace(Protocol):
    """A widget that shows the figure of a view."""

    def show_figure(self, figure: Any) -> None: ...


class FigureScheduler(QObject):
    """Builds figures when something has changed; slow ones in the background."""

    refreshed = Signal()
    options_refused = Signal(str)  # a sentence about options of a session that cannot be read
    _refresh_due = Signal()

    def __init__(
        self,
        store: Store,
        places: Mapping[str, FigurePlace],
        is_seen: Callable[[str], bool],
        jobs: Jobs,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.built: Counter[str] = Counter()  # figures, by the names of their views
        self._store = store
        self._before = store.state
        self._places = dict(places)  # those that are made later are added
        self._is_seen = is_seen
        self._jobs = jobs
        self._tasks: dict[str, Task] = {}  # the newest of each view
        self._is_requested = False
        # Qt handles queued calls before it paints, so all views change in one repaint.
        self._refresh_due.connect(self._on_refresh_due, Qt.ConnectionType.QueuedConnection)
        self._soon = QTimer(self, singleShot=True, interval=0)
        # While it runs, plots wait.
        self._first_look = QTimer(self, singleShot=True, interval=_FIRST_LOOK_MS)
        self._next_look = QTimer(self, singleShot=True, interval=_GROWING_MS)
        self._timers = self._soon, self._first_look, self._next_look
        for timer in self._timers:
            timer.timeout.connect(self.request)
        self._seconds: dict[str, float] = {}  # how long the last figure of each view took
        self._keys: dict[str, tuple[object, ...]] = {}  # of the figures shown last
        store.subscribe(lambda state: state, self._on_state_changed)
        self.request()

    @property
    def is_due(self) -> bool:
        """Tell whether something has changed that is not shown yet."""
        waits = any(timer.isActive() for timer in self._timers)
        is_building = any(task.is_pending for task in self._tasks.values())
        return self._is_requested or waits or is_building

    def add_place(self, name: str, place: FigurePlace) -> None:
        """Show a view in a place that was made later."""
        self._places[name] = place
        self._keys.pop(name, None)
        self.request()

    def _on_state_changed(self, state: AppState) -> None:
        before, self._before = self._before, state
        if state.session.views != before.session.views:
            for why in unreadable_options(state.session):
                self.options_refused.emit(why)
        if state.run is not before.run:
            self._on_run_changed(before.run, state.run)
        changed = [name for name in _DRAWN if getattr(state, name) != getattr(before, name)]
        if state.session is not before.session:
            changed.append("session")
        run = state.run
        if state.is_awaited and run is not None:
            self._is_requested = False  # the next run comes in a moment
        elif changed == ["moment"] and run and not run.is_over and state.moment.visit >= run.visits:
            if not self._next_look.isActive():  # the cursor follows the end of a run that grows
                self._next_look.start()
        elif changed:
            self.request()

    def _on_run_changed(self, before: Run | None, run: Run | None) -> None:
        """Show a new run at once, and one that is still growing from time to time."""
        is_new = not (run and before and run.cache is before.cache)
        if is_new:
            self._keys.clear()
            # Figures of the previous run must not appear any more.
            if run is None or has_many_numbers(run):
                for task in self._tasks.values():
                    task.cancel()
        if run is None or run.is_over:
            self._first_look.stop()
            if run is not None and is_new and has_many_numbers(run):
                self._first_look.start(PAUSE_MS)
            self.request()
        elif is_new:
            if not self._first_look.isActive():  # a drag starts many runs in a row
                self._first_look.start(_FIRST_LOOK_MS)
            # Later than everything else that shows the run, so that keys and clicks come through.
            self._soon.start()
        elif not self._next_look.isActive():
            self._next_look.start()

    @Slot(object)
    def show_range(self, seen: Range | None) -> None:
        """Store the part of the plane that the canvas is to show.

        If the canvas shows it already, the stored range is kept: `seen` is widened to the shape of
        the canvas, and would grow whenever that shape changes.
        """
        framed = self._store.state.framed_range
        if seen is not None and framed is not None:
            room = _ROUNDING * (framed[1] - framed[0])
            if max(abs(one - other) for one, other in zip(framed, seen, strict=True)) <= room:
                return
        self._store.update(range=seen)

    @Slot(str, float)
    def show_aspect(self, name: str, aspect: float) -> None:
        """Store width / height of the widget of a view, which its figure is to fill."""
        shape = min(max(aspect, 0.05), 20.0)
        self._store.update(aspects={**self._store.state.aspects, name: shape})

    @Slot()
    def request(self) -> None:
        """Refresh soon: a panel was opened, say."""
        if not self._is_requested:
            self._is_requested = True
            self._refresh_due.emit()

    @Slot()
    def _on_refresh_due(self) -> None:
        if self._is_requested:
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Build what has changed of the visible figures; slow ones are shown a little later."""
        self._is_requested = False
        plots_wait = self._first_look.isActive()
        if not plots_wait:
            self._next_look.stop()
        for name in self._places:
            if self._is_seen(name) and (name == BOUNDARY or not plots_wait):
                self._build(self._store.state.source(name))
        self.refreshed.emit()

    def _build(self, source: FigureSource) -> None:
        name, key = source.view, source.key
        before, self._keys[name] = self._keys.get(name), key
        if key == before:
            return
        if self._is_slow(name, is_first_look=before is None):
            self._tasks[name] = self._jobs.submit(
                lambda task: _timed(source, task.check_cancelled),
                key=f"figure {name}",
                lane=FIGURES,
                latest_only=True,
                on_done=partial(self._show_figure, name),
                on_failed=lambda _error: None,  # reported elsewhere; the previous figure stays
            )
        else:
            self._show_figure(name, _timed(source))

    def _show_figure(self, name: str, built: tuple[Drawing, float]) -> None:
        drawing, self._seconds[name] = built
        self.built[name] += 1
        self._places[name].show_figure(drawing)

    def _is_slow(self, name: str, is_first_look: bool) -> bool:
        """Tell whether to build a figure in the background; the plane never is."""
        if name == BOUNDARY:
            return False
        state = self._store.state
        is_much = is_first_look and state.size > _MANY_NUMBERS  # later looks take far less
        took_long = self._seconds.get(name, 0.0) > _SLOW_S
        is_building = name in self._tasks and self._tasks[name].is_pending
        # While a run grows, its figures are built again and again.
        grows = state.run is not None and not state.run.is_over
        return is_much or took_long or grows or is_building

    def close(self) -> None:
        """Show nothing any more."""
        for timer in self._timers:
            timer.stop()
        self._is_requested = False


def _timed(
    source: FigureSource, check_cancelled: CancelCheck = never_cancelled
) -> tuple[Drawing, float]:
    """Return a figure, and the processor time in seconds that this thread took for it."""
    start = time.thread_time()
    return source.build(check_cancelled), time.thread_time() - start
