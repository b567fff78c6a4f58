"""What is on screen: figures built from session, run and moment, for the views that are seen.

Facts come in as they change; one refresh then shows all of them, at most once a turn of the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from perceptron_gui.core.dataset import Dataset
from perceptron_gui.core.errors import InputError
from perceptron_gui.core.rule import Rule
from perceptron_gui.core.run import Run
from perceptron_gui.core.watch import Watch, unwatched
from perceptron_gui.document.session import Session
from perceptron_gui.figures.figure import Drawing
from perceptron_gui.figures.plane import Box
from perceptron_gui.figures.view import ViewOptions, draw, read_options
from perceptron_gui.figures.views import VIEWS
from perceptron_gui.training.moment import Moment
from perceptron_gui.views.sentences import sentence

from .studio import Draw, Studio, timed

BOUNDARY = "boundary"
_PATIENCE = 40  # milliseconds
_GROWING = 300  # milliseconds between two looks at a run that is still being computed
# What took longer than this, or is the first look at so much, is not drawn on the GUI thread.
_SLOW = 0.05  # seconds
_MUCH = 2_000_000  # points times updates


class Shows(Protocol):
    """A place that what a view draws can be shown in."""

    def show_figure(self, figure: Any) -> None: ...


class Screen(QObject):
    """Builds figures when something changed, for those views that say they are visible."""

    refreshed = Signal()
    options_refused = Signal(str)  # a sentence about options of a session that mean nothing
    _refresh_due = Signal()

    def __init__(
        self,
        session: Session,
        places: Mapping[str, Shows],
        is_seen: Callable[[str], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._stored = self._readable(session)
        self._run: Run | None = None
        self._moment = Moment()
        self._range: tuple[float, float, float, float] | None = None
        self._future = False
        self._aspects = {BOUNDARY: 4 / 3}
        self._lit: tuple[str, ...] = ()
        self._peeked: int | None = None  # the visit that the plane shows instead for a while
        self._places = dict(places)  # and those that are made later
        self._is_seen = is_seen
        self._is_requested = False
        # Queued calls come before Qt paints: one painting shows all that is new, of every view.
        self._refresh_due.connect(self._on_refresh_due, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PATIENCE)
        self._timer.timeout.connect(self.refresh)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_GROWING)
        self._later.timeout.connect(self.request)
        self._seconds: dict[str, float] = {}  # that the last figure of a view has taken
        self._known: dict[str, tuple[Dataset, Rule]] = {}  # whose run a view has shown
        self._plane: object = None  # what the plane was drawn of
        self.studio = Studio(self)
        self.studio.figure_drawn.connect(self._on_figure_drawn)

    @property
    def shows_future(self) -> bool:
        """Tell whether the rest of the run is drawn."""
        return self._future

    def add_place(self, name: str, place: Shows) -> None:
        """Show a view in a place that was made later."""
        self._places[name] = place
        self.request()

    @Slot(object)
    def show_session(self, session: Session) -> None:
        """Take the session that is edited; most runs come within a frame, and are waited for."""
        if session.views != self._session.views:
            self._stored = self._readable(session)
        self._session = session
        if not self._timer.isActive():
            self._timer.start()

    @Slot(object)
    def show_run(self, run: Run | None) -> None:
        """Take a run, or none where there are no points; one that only goes on can wait."""
        before, self._run = self._run, run
        known = None if before is None else before.history.record
        if run is None or run.is_over or run.history.record is not known:
            self.request()
        elif not self._later.isActive():
            self._later.start()

    @Slot(object)
    def show_moment(self, moment: Moment) -> None:
        """Take where the lesson stands."""
        self._moment = moment
        self.request()

    @Slot(object)
    def show_range(self, seen: tuple[float, float, float, float] | None) -> None:
        """Take the part of the plane that the canvas shows."""
        self._range = seen
        self.request()

    @Slot(float)
    def show_aspect(self, aspect: float) -> None:
        """Take how wide over high the canvas is, so that the plane fills it."""
        self.show_place_aspect(BOUNDARY, aspect)
        if self._range is not None:  # what was zoomed into stays in sight
            box = Box(*self._range).framed(0.0, self._aspects[BOUNDARY])
            self._range = (box.x0, box.x1, box.y0, box.y1)

    @Slot(str, float)
    def show_place_aspect(self, name: str, aspect: float) -> None:
        """Take how wide over high the place of a view is."""
        self._aspects[name] = min(max(aspect, 0.05), 20.0)
        self.request()

    @Slot(object)
    def show_lit(self, lit: tuple[str, ...]) -> None:
        """Emphasise what a line of a proof speaks of."""
        if lit != self._lit:
            self._lit = lit
            self.request()

    @Slot(object)
    def show_peeked(self, visit: int | None) -> None:
        """Show another visit on the plane for a while; None ends it."""
        if visit != self._peeked:
            self._peeked = visit
            self.request()

    @Slot(bool)
    def show_future(self, future: bool) -> None:
        """Draw the rest of the run faintly, or not."""
        self._future = future
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
            draw_it = self._drawing(name)
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
        """Tell whether the plane looks different: a run that has gone on changes nothing of it."""
        run = self._run
        record = None if run is None else run.history.record
        made = 0 if run is None else min(self._plane_visit, run.visits)
        shown = (record, self._session.dataset, made, self.options(BOUNDARY))
        is_new = self._plane != shown
        self._plane = shown
        return is_new

    @property
    def _plane_visit(self) -> int:
        return self._moment.visits_made if self._peeked is None else self._peeked

    def _is_slow(self, name: str) -> bool:
        """Tell whether the window would wait for a figure; for the plane it does."""
        if name == BOUNDARY:
            return False
        is_much = self._is_first_look(name) and self._size > _MUCH
        took_long = self._seconds.get(name, 0.0) > _SLOW
        goes_on = self._run is not None and not self._run.is_over  # there is always more of it
        return is_much or took_long or goes_on or self.studio.is_drawing(name)

    @property
    def _size(self) -> int:
        return len(self._run.dataset) * len(self._run.history) if self._run else 0

    def _is_first_look(self, name: str) -> bool:
        """Tell whether a view has not shown this run yet; later looks at it take far less."""
        run = self._run
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
        return self._drawing(name)(unwatched)

    def _drawing(self, name: str) -> Draw:
        """Return what draws a figure of all that is known now, on any thread."""
        run = self._run
        visit = self._plane_visit if name == BOUNDARY else self._moment.visits_made
        cursor = 0 if run is None else min(visit, run.visits)
        dataset = self._session.dataset if run is None else run.dataset
        return partial(_drawn, name, dataset, run, cursor, self.options(name))

    def options(self, name: str) -> ViewOptions:
        """Return the options of a view: those of the session, and what the screen decides."""
        kind = VIEWS[name].options
        known = {field.name for field in fields(kind)}
        stored = {"notation": self._session.notation, **self._stored.get(name, {})}
        decided: dict[str, Any] = {"future": self._future, "lit": self._lit}
        if name in self._aspects:
            decided["aspect"] = self._aspects[name]
        if name == BOUNDARY:
            decided["asked"] = self._moment.phase == "asked" and self._peeked is None
            decided["range"] = self._range or stored.get("range")
        elif self._run is not None:  # axes that stand still while the cursor moves
            decided["horizon"] = self._run.visits
        decided = {key: value for key, value in decided.items() if key in known}
        return read_options(kind, {**stored, **decided})

    def _readable(self, session: Session) -> dict[str, Mapping[str, Any]]:
        """Return the options of views that can be read; a session checks only their shape."""
        found: dict[str, Mapping[str, Any]] = {}
        for name in session.views.keys() & VIEWS.keys():
            try:
                read_options(VIEWS[name].options, session.views[name])
            except InputError as error:
                self.options_refused.emit(f"The view {name} is shown as usual. {sentence(error)}")
            else:
                found[name] = session.views[name]
        return found


def _drawn(
    name: str,
    dataset: Dataset,
    run: Run | None,
    cursor: int,
    options: ViewOptions,
    watch: Watch,
) -> Drawing:
    watched = None if run is None else run.watched_by(watch)
    return draw(VIEWS[name], dataset, watched, cursor, options)
