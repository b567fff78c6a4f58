"""All that a window shows, as one frozen value, and the store that holds it.

Controllers update the store; views are shown the part of the state that they select.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

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
from perceptron_gui.figures.pictures.certificate import can_be_drawn
from perceptron_gui.figures.plane.box import PlaneBox
from perceptron_gui.figures.series.timeline import recent_visits
from perceptron_gui.labs.registry import VIEWS, lab_pages
from perceptron_gui.lectures.notation import NOTATIONS, Notation
from perceptron_gui.lessons.secrets import hiding_options
from perceptron_gui.theory.run_text.status import (
    CLASSES,
    COUNT,
    FUTURE,
    LINE,
    NO_POINTS,
    SCORES,
    VERDICT,
    Parts,
    status_parts,
)
from perceptron_gui.theory.run_text.words import (
    COMPUTING,
    Words,
    headline,
    headline_without_run,
    with_outcome,
)

Part = TypeVar("Part")

BOUNDARY, LISTING = "boundary", "listing"
_COMPUTING = "Computing …"
_NO_RUN = "The rule does not run on these points; the line below the window says why."

Range = tuple[float, float, float, float]

_LOSS, _ON_LOG_AXES = "loss", ("loss", "norms")
_MANY_VISITS = 2000  # the axes of longer runs count epochs
_PLAIN = (str, int, float, frozenset, dict, Moment, Rule, type(None))  # compared by value


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
        """Two sources with the same key give the same figure."""
        if self.run is None:
            return self.dataset, self.is_computing, self.visit, self.options
        # The plane looks the same however far the run is computed.
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
    selection: tuple[int, ...] = ()  # indices of points, ascending
    run: Run | None = None  # as far as it is computed, or to the end of the current round
    is_awaited: bool = False  # the run of the edited session has not arrived yet
    problem: str = ""  # why there is no run, as a sentence
    moment: Moment = field(default_factory=Moment)
    stepped: tuple[int, str] = (0, "")  # a visit, and which of its lines the listing is at
    asks_first: bool = False  # every visit is asked before it is shown
    plays: bool = False  # or will, as soon as the run arrives
    outcome: str = ""  # how the poll about this visit ended, in a sentence
    range: Range | None = None  # the visible part of the plane, if the user has zoomed
    future: bool = False
    until_now: bool = False  # the axes of plots end at the current visit
    hides: frozenset[str] = frozenset()  # what a lesson hides: the future, the verdict, panels …
    asks: bool = False  # a lesson asks about the next visit
    highlight: tuple[str, ...] = ()
    search: str = ""  # what is being done to find the verdict
    place: tuple[float, float] | None = None  # the coordinates under the pointer
    pointed: int | None = None  # the point under the pointer
    peeked: int | None = None  # a visit that the plane previews instead of the current one
    aspects: Mapping[str, float] = field(default_factory=lambda: {BOUNDARY: 4 / 3})
    page: str = "plane"  # the one in front
    pinned: str = ""  # the view that a lesson wants on the page Why, whatever the verdict
    results: Mapping[str, Words | None] = field(default_factory=dict)  # what views show, by name

    @property
    def session(self) -> Session:
        return self.document.session

    @property
    def rule(self) -> Rule:
        return self.session.rules[self.session.shown]

    @property
    def notation(self) -> Notation:
        return NOTATIONS[self.session.notation]

    @property
    def headline(self) -> Words:
        """The result of the page in front; until it is known, and on the plane, of the moment."""
        result = None if VERDICT in self.hides else self.results.get(self.front)
        if result is None and self.page in lab_pages():
            title = lab_pages()[self.page].title
            return Words(title, title)
        return result or self.words_of_moment

    @property
    def why(self) -> str:
        """The view of the page Why: the certificate where it is proved that no line separates."""
        run = self.run
        verdict = None if run is None or VERDICT in self.hides else run.known_verdict
        is_inseparable = verdict is not None and not verdict.separable
        found = "certificate" if is_inseparable and run and can_be_drawn(run) else "proof"
        return self.pinned or found

    @property
    def front(self) -> str:
        """The view that the page in front shows; pages of experiments are named like theirs."""
        return {"plane": BOUNDARY, "why": self.why}.get(self.page, self.page)

    @property
    def words_of_moment(self) -> Words:
        """What happened at this moment of the run, and the outcome of its poll."""
        if self.run is None:
            return headline_without_run(self.is_computing, len(self.session.dataset) > 0)
        hides_visit = bool(self.hides & {CLASSES, SCORES, COUNT})
        hides = VERDICT in self.hides, hides_visit
        words = headline(self.run, self.moment, self.notation, *hides)
        return with_outcome(words, self.outcome) if self.outcome else words

    @property
    def status(self) -> tuple[Parts, list[str]]:
        """What the line below the window says, and remarks on the run."""
        if (run := self.run) is None or self.problem:
            missing = self.problem or (COMPUTING if self.is_computing else NO_POINTS)
            return {"problem": Words(missing, missing)}, []
        moment, remarks = self.moment, [] if self.hides_end else run.remarks
        place = moment.visit, moment.visits_made, self.future
        parts = status_parts(run, self.notation, *place, self.hides, self.search)
        return parts, [each if isinstance(each, str) else each.shown for each in remarks]

    @property
    def hides_end(self) -> bool:
        """Tell whether a lesson hides later visits, or how the run ends."""
        return not self.hides.isdisjoint((FUTURE, VERDICT))

    @property
    def hides_scores(self) -> bool:
        """Tell whether a lesson hides on which side of the line points are, or how far from it."""
        return not self.hides.isdisjoint((CLASSES, SCORES, LINE))

    @property
    def is_computing(self) -> bool:
        """Tell whether the run is awaited and there is no earlier one to show."""
        return self.is_awaited and self.run is None

    @property
    def visits_made(self) -> int:
        """How many visits have been made at this moment."""
        return min(self.moment.visits_made, self.run.visits) if self.run is not None else 0

    @property
    def measured(self) -> int | None:
        """The point under the pointer, where its distance to the line is shown on the plane."""
        is_shown = self.session.views.get(BOUNDARY, {}).get("distance") is True
        return self.pointed if is_shown else None

    @property
    def size(self) -> int:
        """An estimate of how many numbers the first figure needs: coordinates times updates.

        In many dimensions the exact w* alone may need more: its digits grow with the dimension.
        """
        if self.run is None:
            return 0
        dimension = 1 if self.run.rule.rule == "kernel" else self.run.space.dimension
        exact = min(len(self.run.dataset), dimension) ** 3
        return max(self.run.dataset.points.size * len(self.run.history), exact)

    @property
    def framed_range(self) -> Range | None:
        """The visible part of the plane, widened to the shape of its widget."""
        if self.range is None:
            return None
        box = PlaneBox(*self.range).framed(0.0, self.aspects[BOUNDARY])
        return box.x0, box.x1, box.y0, box.y1

    def source(self, name: str) -> FigureSource:
        """Return what the figure of a view is built from.

        Until the run of edited points arrives, the points of the previous run are drawn.
        """
        dataset = self.session.dataset if self.run is None else self.run.dataset
        visit = self.visits_made
        if name == BOUNDARY and self.peeked is not None and self.run is not None:
            visit = min(self.peeked, self.run.visits)
        return FigureSource(name, dataset, self.run, visit, self.options(name), self.is_computing)

    def options(self, name: str) -> ViewOptions:
        """Return the options of a view: the valid ones of the session, and those of the screen."""
        kind = VIEWS[name].options
        decided: dict[str, Any] = {"future": self.future, "highlight": self.highlight}
        decided |= hiding_options(self.hides)
        if name == LISTING and self.stepped[0] == self.visits_made and self.stepped[1]:
            decided["line"] = self.stepped[1]
        if name in self.aspects:
            decided["aspect"] = self.aspects[name]
        if name == BOUNDARY:
            is_asked = self.moment.is_asked or self.asks
            decided["asked"] = is_asked and self.peeked is None
            if self.range is not None:
                decided["range"] = self.framed_range
            decided |= {"pointed": self.measured, "visited": True}
        elif self.run is not None:  # keep the axes still while the cursor moves
            if self.until_now:
                decided["until"] = "run"
            elif "until" not in decided:  # which a lesson decides where it hides the end
                decided["horizon"] = self.run.visits
            if self.run.cycle is not None and self.run.visits > self.run.computed_visits:
                decided["recent"] = recent_visits(self.run.cycle.period_visits)  # later rounds
        known = kind.__dataclass_fields__
        usual: dict[str, Any] = {"notation": self.session.notation}
        if self.run is not None and self.run.diverged and name in _ON_LOG_AXES:
            usual["scale"] = "log"
        if self.run is not None and name == _LOSS and self.run.computed_visits > _MANY_VISITS:
            usual["against"] = "epochs"
        decided = {key: value for key, value in decided.items() if key in known}
        try:
            return read_options(kind, {**usual, **self.session.views.get(name, {}), **decided})
        except InputError:
            return read_options(kind, {**usual, **decided})


def stored_options(session: Session, name: str) -> ViewOptions:
    """Return what a session stores for a view, or the defaults if that cannot be read."""
    kind = VIEWS[name].options
    try:
        return read_options(kind, session.views.get(name, {}))
    except InputError:
        return kind()


def unreadable_options(session: Session) -> list[str]:
    """Return a sentence for every view with invalid options; sessions check only their shape."""
    found = []
    for name in session.views.keys() & VIEWS.keys():
        try:
            read_options(VIEWS[name].options, session.views[name])
        except InputError as error:
            found.append(f"The view {name} is shown as usual. {window_sentence(error)}")
    return found


class Store:
    """The only place that knows what is edited, trained and played, and how it is looked at.

    Readers are told in the order in which they came. One that updates the state itself is
    followed by those after it, and then all hear of the change in another round.
    """

    def __init__(self, state: AppState) -> None:
        self.state = state
        self._readers: list[_Reader] = []
        self._is_told = True
        self._waits = 0  # the number of open `together` blocks

    def update(self, **changes: Any) -> None:
        """Change fields of the state, and notify their readers."""
        state = self.state
        if all(_is_same(getattr(state, name), value) for name, value in changes.items()):
            return
        self.state = replace(state, **changes)
        self._tell()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make the updates in this block one change: readers are notified at its end."""
        self._waits += 1
        try:
            yield
        finally:
            self._waits -= 1
            self._tell()

    def subscribe(self, select: Callable[[AppState], Part], show: Callable[[Part], object]) -> None:
        """Show a part of the state now, and again whenever it changes.

        Objects count as equal only if they are identical, so that no arrays are compared.
        """
        part = select(self.state)
        self._readers.append(_Reader(select, show, part))
        show(part)

    def _tell(self) -> None:
        """Notify all readers until nothing changes any more.

        A reader may update the state itself: later readers see that in the same round, earlier
        ones in the next.
        """
        if self._waits or not self._is_told:
            return
        self._is_told = False
        try:
            told = None
            while told is not self.state:
                told = self.state
                for reader in self._readers:
                    part = reader.select(self.state)
                    if not _is_same(part, reader.shown):
                        reader.shown = part
                        reader.show(part)
        finally:
            self._is_told = True


@dataclass
class _Reader:
    """A function that is called whenever its part of the state changes."""

    select: Callable[[AppState], Any]
    show: Callable[[Any], object]
    shown: Any


def _is_same(one: object, other: object) -> bool:
    """Compare plain values, and tuples item by item; everything else by identity."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return one is other or (isinstance(one, _PLAIN) and one == other)
