"""What is on screen: figures built from session, run and moment, for the views that are seen.

Facts come in as they change; one refresh then shows all of them, at most once a turn of the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from perceptron_gui.core.run import Run
from perceptron_gui.document.session import Session
from perceptron_gui.figures.figure import Figure
from perceptron_gui.figures.view import ViewOptions, draw, read_options
from perceptron_gui.figures.views import VIEWS
from perceptron_gui.training.moment import Moment

BOUNDARY = "boundary"
_PATIENCE = 40  # milliseconds


class Shows(Protocol):
    """A view that a figure can be shown in."""

    def show_figure(self, figure: Figure) -> None: ...


class Screen(QObject):
    """Builds figures when something changed, for those views that say they are visible."""

    refreshed = Signal()

    def __init__(
        self,
        session: Session,
        places: Mapping[str, Shows],
        is_seen: Callable[[str], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._run: Run | None = None
        self._moment = Moment()
        self._range: tuple[float, float, float, float] | None = None
        self._future = False
        self._aspect = 4 / 3
        self._places = places
        self._is_seen = is_seen
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.refresh)

    @Slot(object)
    def show_session(self, session: Session) -> None:
        """Take the session that is edited; most runs come within a frame, and are waited for."""
        self._session = session
        if not self.is_due:
            self._timer.start(_PATIENCE)

    @Slot(object)
    def show_run(self, run: Run | None) -> None:
        """Take a run, or none where there are no points."""
        self._run = run
        self._timer.start(0)

    @Slot(object)
    def show_moment(self, moment: Moment) -> None:
        """Take where the lesson stands."""
        self._moment = moment
        self._timer.start(0)

    @Slot(object)
    def show_range(self, seen: tuple[float, float, float, float] | None) -> None:
        """Take the part of the plane that the canvas shows."""
        self._range = seen
        self._timer.start(0)

    @Slot(float)
    def show_aspect(self, aspect: float) -> None:
        """Take how wide over high the canvas is, so that the plane fills it."""
        self._aspect = min(max(aspect, 0.05), 20.0)
        self._timer.start(0)

    @Slot(bool)
    def show_future(self, future: bool) -> None:
        """Draw the rest of the run faintly, or not."""
        self._future = future
        self._timer.start(0)

    @Slot()
    def request(self) -> None:
        """Show everything again soon: a panel was opened, say."""
        self._timer.start(0)

    @property
    def is_due(self) -> bool:
        """Tell whether something changed that is not shown yet."""
        return self._timer.isActive()

    @Slot()
    def refresh(self) -> None:
        """Build and show the figures that are seen."""
        self._timer.stop()
        for name, place in self._places.items():
            if self._is_seen(name):
                place.show_figure(self.figure(name))
        self.refreshed.emit()

    def figure(self, name: str) -> Figure:
        """Build one figure as it is on screen."""
        view, run = VIEWS[name], self._run
        cursor = 0 if run is None else min(self._moment.visits_made, run.visits)
        dataset = self._session.dataset if run is None else run.dataset
        drawn = draw(view, dataset, run, cursor, self.options(name))
        assert isinstance(drawn, Figure)
        return drawn

    def options(self, name: str) -> ViewOptions:
        """Return the options of a view: those of the session, and what the screen decides."""
        kind = VIEWS[name].options
        known = {field.name for field in fields(kind)}
        stored = {"notation": self._session.notation, **self._session.views.get(name, {})}
        decided: dict[str, Any] = {"future": self._future}
        if name == BOUNDARY:
            decided |= {"asked": self._moment.phase == "asked", "aspect": self._aspect}
            decided["range"] = stored.get("range") or self._range
        elif self._run is not None:  # axes that stand still while the cursor moves
            decided["horizon"] = self._run.visits
        decided = {key: value for key, value in decided.items() if key in known}
        return read_options(kind, {**stored, **decided})
