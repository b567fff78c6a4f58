"""What is on screen: figures built from session, run and moment, for the views that are seen.

Facts come in as they change; one refresh then shows all of them, at most once a turn of the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from perceptron_gui.base.cancel import never_cancelled
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.figures.model.view import ViewOptions
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.training.jobs.renderer import FigureRenderer, timed
from perceptron_gui.training.playback.cursor import Moment

from .screen_state import BOUNDARY, Range, ScreenState, refusal

__all__ = ["BOUNDARY", "FigurePlace", "FigureScheduler"]

_DEBOUNCE_MS = 40  # milliseconds
_GROWING = 300  # milliseconds between two looks at a run that is still being computed
# What took longer than this, or is the first look at so much, is not drawn on the GUI thread.
_SLOW = 0.05  # seconds
_MUCH = 2_000_000  # points times updates


class FigurePlace(Protocol):
    """A place that what a view draws can be shown in."""

    def show_figure(self, figure: Any) -> None: ...


class FigureScheduler(QObject):
    """Builds figures when something changed, for those views that say they are visible."""

    refreshed = Signal()
    options_refused = Signal(str)  # a sentence about options of a session that mean nothing
    _refresh_due = Signal()

    def __init__(
        self,
        session: Session,
        places: Mapping[str, FigurePlace],
        is_seen: Callable[[str], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._scenery = ScreenState(session)
        self._places = dict(places)  # and those that are made later
        self._is_seen = is_seen
        self._is_requested = False
        # Queued calls come before Qt paints: one painting shows all that is new, of every view.
        self._refresh_due.connect(self._on_refresh_due, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.refresh)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_GROWING)
        self._later.timeout.connect(self.request)
        self._seconds: dict[str, float] = {}  # that the last figure of a view has taken
        self._known: dict[str, tuple[Dataset, Rule]] = {}  # whose run a view has shown
        self._plane: object = None  # what the plane was drawn of
        self.studio = FigureRenderer(self)
        self.studio.figure_drawn.connect(self._on_figure_drawn)

    @property
    def shows_future(self) -> bool:
        """Tell whether the rest of the run is drawn."""
        return self._scenery.future

    def add_place(self, name: str, place: FigurePlace) -> None:
        """Show a view in a place that was made later."""
        self._places[name] = place
        self.request()

    @Slot(object)
    def show_session(self, session: Session) -> None:
        """Take the session that is edited; most runs come within a frame, and are waited for."""
        if session.views != self._scenery.session.views:
            self._refuse_options(session)
        self._scenery = replace(self._scenery, session=session)
        if not self._timer.isActive():
            self._timer.start(_DEBOUNCE_MS)

    @Slot(object)
    def show_run(self, run: Run | None) -> None:
        """Take a run, or none where there are no points; one that goes on can wait."""
        before = self._scenery.run
        self._scenery = replace(self._scenery, run=run)
        if run is None or run.is_over:
            self.request()
        elif before is None or run.history.record is not before.history.record:
            # Not in one go with all that is told of it: keys and clicks come in between.
            self._timer.start(0)
        elif not self._later.isActive():
            self._later.start()

    @Slot(object)
    def show_moment(self, moment: Moment) -> None:
        """Take where the lesson stands."""
        self._change(moment=moment)

    @Slot(object)
    def show_range(self, seen: Range | None) -> None:
        """Take the part of the plane that the canvas shows."""
        self._change(range=seen)

    @Slot(float)
    def show_aspect(self, aspect: float) -> None:
        """Take how wide over high the canvas is, so that the plane fills it."""
        self.show_place_aspect(BOUNDARY, aspect)
        self._change(range=self._scenery.framed())  # what was zoomed into stays in sight

    @Slot(str, float)
    def show_place_aspect(self, name: str, aspect: float) -> None:
        """Take how wide over high the place of a view is."""
        shape = min(max(aspect, 0.05), 20.0)
        self._change(aspects={**self._scenery.aspects, name: shape})

    @Slot(object)
    def show_highlight(self, highlight: tuple[str, ...]) -> None:
        """Emphasise what a line of a proof speaks of."""
        self._change(highlight=highlight)

    @Slot(object)
    def show_peeked(self, visit: int | None) -> None:
        """Show another visit on the plane for a while; None ends it."""
        self._change(peeked=visit)

    @Slot(bool)
    def show_future(self, future: bool) -> None:
        """Draw the rest of the run faintly, or not."""
        self._change(future=future)

    def _change(self, **facts: Any) -> None:
        if any(getattr(self._scenery, name) != fact for name, fact in facts.items()):
            self._scenery = replace(self._scenery, **facts)
            self.request()

    @Slot()
    def request(self) -> None:
        """Show everything again soon: a panel was opened, say."""
        if not self._is_requested:
            self._is_requested = True
            self._refresh_due.emit()

    @property
    def is_due(self) -> bool:
        """Tell whether something changed that is not shown yet."""
        waits = self._timer.isActive() or self._later.isActive()
        return self._is_requested or waits or self.studio.is_busy

    @Slot()
    def refresh(self) -> None:
        """Draw the figures that are seen; those that take long are shown a little later."""
        self._timer.stop()
        self._later.stop()
        self._is_requested = False
        for name in filter(self._is_seen, self._places):
            if name == BOUNDARY and not self._is_plane_new():
                continue
            draw_it = self._scenery.drawing(name)
            if self._is_slow(name):
                self.studio.ask(name, draw_it)
            else:
                self._on_figure_drawn(name, *timed(draw_it))
        self.refreshed.emit()

    @Slot()
    def _on_refresh_due(self) -> None:
        if self._is_requested:
            self.refresh()

    @Slot(str, object, float)
    def _on_figure_drawn(self, name: str, drawing: Drawing, seconds: float) -> None:
        self._seconds[name] = seconds
        self._places[name].show_figure(drawing)

    def _is_plane_new(self) -> bool:
        """Tell whether the plane looks different from the last time."""
        before, self._plane = self._plane, self._scenery.plane
        return before != self._plane

    def _is_slow(self, name: str) -> bool:
        """Tell whether the window would wait for a figure; for the plane it does."""
        if name == BOUNDARY:
            return False
        is_much = self._is_first_look(name) and self._scenery.size > _MUCH
        took_long = self._seconds.get(name, 0.0) > _SLOW
        # Of a run that grows there is always more to look at.
        return is_much or took_long or self._scenery.grows or self.studio.is_drawing(name)

    def _is_first_look(self, name: str) -> bool:
        """Tell whether a view has not shown this run yet; later looks at it take far less."""
        run = self._scenery.run
        known = self._known.get(name)
        if run is None or (known and known[0] is run.dataset and known[1] == run.rule):
            return False
        self._known[name] = run.dataset, run.rule
        return True

    def close(self) -> None:
        """Show nothing any more."""
        self._timer.stop()
        self._later.stop()
        self._is_requested = False
        self.studio.close()

    def figure(self, name: str) -> Drawing:
        """Build what a view shows as it is on screen."""
        return self._scenery.drawing(name)(never_cancelled)

    def options(self, name: str) -> ViewOptions:
        """Return the options of a view as it is on screen."""
        return self._scenery.options(name)

    def _refuse_options(self, session: Session) -> None:
        for name in session.views.keys() & VIEWS.keys():
            if why := refusal(name, session.views[name]):
                self.options_refused.emit(why)
