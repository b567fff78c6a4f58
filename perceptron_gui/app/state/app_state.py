"""All that a window shows, as one frozen value, and the figures that are built from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perceptron_gui.base.cancel import CancelCheck, never_cancelled
from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.history import Document
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.figures.model.view import ViewOptions, draw, nothing_to_show, read_options
from perceptron_gui.figures.plane.box import PlaneBox
from perceptron_gui.figures.series.timeline import recent_visits
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.lectures.notation import NOTATIONS, Notation
from perceptron_gui.theory.run_text.status import FUTURE, VERDICT

BOUNDARY = "boundary"
_COMPUTING = "Computing …"
_NO_RUN = "The rule does not run on these points; the line below the window says why."

Range = tuple[float, float, float, float]

_LOSS, _ON_LOG_AXES = "loss", ("loss", "norms")
_ROUNDING = 1e-9  # of what is seen of the plane
_MANY_VISITS = 2000  # from which on an axis counts epochs


@dataclass(frozen=True, eq=False)
class FigureSource:
    """Everything that one figure is built from."""

    view: str
    dataset: Dataset
    run: Run | None
    visit: int
    options: ViewOptions
    is_computing: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """What tells figures apart."""
        if self.run is None:
            return self.dataset, self.is_computing, self.visit, self.options
        # That a run has grown changes nothing of the plane.
        extent = None if self.view == BOUNDARY else (self.run.visits, self.run.is_over)
        judged = self.run.known_verdict is not None or self.run.missing_verdict
        return self.run.cache, extent, judged, self.visit, self.options

    def build(self, check_cancelled: CancelCheck = never_cancelled) -> Drawing:
        """Return the figure. Runs on any thread."""
        if self.run is None and self.view != BOUNDARY and len(self.dataset):
            why = _COMPUTING if self.is_computing else _NO_RUN
            return nothing_to_show(self.view, self.options, why)
        watched = None if self.run is None else self.run.with_cancel_check(check_cancelled)
        return draw(VIEWS[self.view], self.dataset, watched, self.visit, self.options)


@dataclass(frozen=True, eq=False)
class AppState:
    """What is edited, trained and played, and how it is looked at."""

    document: Document
    selection: tuple[int, ...] = ()  # numbers of points, ascending
    run: Run | None = None  # as far as it is computed, or to the end of the round that is played
    is_awaited: bool = False  # the run of what is edited is on its way
    problem: str = ""  # why there is no run, as a sentence
    moment: Moment = field(default_factory=Moment)
    asks_first: bool = False  # every visit is asked before it is shown
    plays: bool = False  # or will, as soon as the run is there
    outcome: tuple[str, ...] = ()  # of the poll about this visit, in words, longest first
    range: Range | None = None  # the part of the plane that is zoomed into
    future: bool = False
    until_now: bool = False  # the axes of plots end at the visit that is shown
    hides: frozenset[str] = frozenset()  # what a lesson hides: the future, the verdict
    asks: bool = False  # a lesson asks about the next visit
    highlight: tuple[str, ...] = ()
    place: tuple[float, float] | None = None  # of the plane, under the pointer
    pointed: int | None = None  # the point under the pointer
    peeked: int | None = None  # the visit that the plane shows instead for a while
    aspects: Mapping[str, float] = field(default_factory=lambda: {BOUNDARY: 4 / 3})

    @property
    def session(self) -> Session:
        """What is edited."""
        return self.document.session

    @property
    def rule(self) -> Rule:
        """The rule that is shown."""
        return self.session.rules[self.session.shown]

    @property
    def notation(self) -> Notation:
        """The symbols that are written."""
        return NOTATIONS[self.session.notation]

    @property
    def is_computing(self) -> bool:
        """Tell whether there is nothing to show yet of the run of what is edited."""
        return self.is_awaited and self.run is None

    @property
    def visits_made(self) -> int:
        """How many visits of the run have had their effect."""
        return min(self.moment.visits_made, self.run.visits) if self.run is not None else 0

    @property
    def grows(self) -> bool:
        """Tell whether the run is still being computed."""
        return self.run is not None and not self.run.is_over

    @property
    def follows_growth(self) -> bool:
        """Tell whether the last visit of such a run is shown, which is another one all the time."""
        return self.run is not None and self.grows and self.moment.visit >= self.run.visits

    @property
    def shows_distance(self) -> bool:
        """Tell whether distances to the line are shown on the plane."""
        return self.session.views.get(BOUNDARY, {}).get("distance") is True

    @property
    def size(self) -> int:
        """How many numbers a first look at the run may take: coordinates times updates.

        Of many dimensions the numbers of w* alone may be more: each has as many digits.
        """
        if self.run is None:
            return 0
        dimension = 1 if self.run.rule.rule == "kernel" else self.run.space.dimension
        exact = min(len(self.run.dataset), dimension) ** 3
        return max(self.run.dataset.points.size * len(self.run.history), exact)

    @property
    def framed_range(self) -> Range | None:
        """The part of the plane that is zoomed into, widened to the shape of its place."""
        if self.range is None:
            return None
        box = PlaneBox(*self.range).framed(0.0, self.aspects[BOUNDARY])
        return box.x0, box.x1, box.y0, box.y1

    def shows_range(self, seen: Range) -> bool:
        """Tell whether this part of the plane is the one that is zoomed into, but for rounding."""
        framed = self.framed_range
        if framed is None:
            return False
        room = _ROUNDING * (framed[1] - framed[0])
        return all(abs(one - other) <= room for one, other in zip(framed, seen, strict=True))

    def source(self, name: str) -> FigureSource:
        """Return what the figure of a view is built from.

        For the moment until the run of edited points arrives, those of the old one are drawn.
        """
        dataset = self.session.dataset if self.run is None else self.run.dataset
        visit, options = self._visit(name), self.options(name)
        return FigureSource(name, dataset, self.run, visit, options, self.is_computing)

    def options(self, name: str) -> ViewOptions:
        """Return the options of a view: those of the session that can be read, and the screen's."""
        kind = VIEWS[name].options
        shows_future = self.future and FUTURE not in self.hides
        decided: dict[str, Any] = {"future": shows_future, "highlight": self.highlight}
        if VERDICT in self.hides:
            decided |= {"margin": False, "certificate": False, "highlight": ()}
        if name in self.aspects:
            decided["aspect"] = self.aspects[name]
        if name == BOUNDARY:
            is_asked = self.moment.is_asked or self.asks
            decided["asked"] = is_asked and self.peeked is None
            if self.range is not None:
                decided["range"] = self.framed_range
            if self.shows_distance:
                decided["pointed"] = self.pointed
        elif self.run is not None:  # axes that stand still while the cursor moves
            if self.until_now or self.hides:
                decided["until"] = "run"  # and not the bound
            else:
                decided["horizon"] = self.run.visits
            if self.run.cycle is not None and self.run.visits > self.run.computed_visits:
                decided["recent"] = recent_visits(self.run.cycle.period_visits)  # in later rounds
        known = kind.__dataclass_fields__
        usual = {"notation": self.session.notation, **self._suited(name)}
        decided = {key: value for key, value in decided.items() if key in known}
        try:
            return read_options(kind, {**usual, **self.session.views.get(name, {}), **decided})
        except InputError:
            return read_options(kind, {**usual, **decided})

    def _suited(self, name: str) -> dict[str, Any]:
        """Return what suits this run, unless the session says otherwise."""
        found: dict[str, Any] = {}
        if self.run is not None and self.run.diverged and name in _ON_LOG_AXES:
            found["scale"] = "log"
        if self.run is not None and name == _LOSS and self.run.computed_visits > _MANY_VISITS:
            found["against"] = "epochs"
        return found

    def _visit(self, name: str) -> int:
        if name == BOUNDARY and self.peeked is not None and self.run is not None:
            return min(self.peeked, self.run.visits)
        return self.visits_made


def stored_options(session: Session, name: str) -> ViewOptions:
    """Return what a session stores for a view, or the defaults if that cannot be read."""
    kind = VIEWS[name].options
    try:
        return read_options(kind, session.views.get(name, {}))
    except InputError:
        return kind()


def unreadable_options(session: Session) -> list[str]:
    """Return a sentence for every view whose options cannot be read; sessions check only shapes."""
    found = []
    for name in session.views.keys() & VIEWS.keys():
        try:
            read_options(VIEWS[name].options, session.views[name])
        except InputError as error:
            found.append(f"The view {name} is shown as usual. {window_sentence(error)}")
    return found
