"""All that the figures on screen are made of, as one value, and the figures made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from functools import partial
from typing import Any

from perceptron_gui.base.cancel import CancelCheck
from perceptron_gui.base.errors import InputError, sentence
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.figures.model.view import ViewOptions, draw, read_options
from perceptron_gui.figures.plane.box import PlaneBox
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.training.jobs.renderer import Draw
from perceptron_gui.training.playback.cursor import Moment

BOUNDARY = "boundary"

Range = tuple[float, float, float, float]


@frozen_value
class ScreenState:
    """What is edited, trained and played, and how it is looked at."""

    session: Session
    run: Run | None = None
    moment: Moment = field(default_factory=Moment)
    range: Range | None = None  # the part of the plane that is zoomed into
    future: bool = False
    highlight: tuple[str, ...] = ()
    peeked: int | None = None  # the visit that the plane shows instead for a while
    aspects: Mapping[str, float] = field(default_factory=lambda: {BOUNDARY: 4 / 3})

    @property
    def grows(self) -> bool:
        """Tell whether the run is still being computed."""
        return self.run is not None and not self.run.is_over

    @property
    def size(self) -> int:
        """How many numbers a first look at the run may take: points times updates."""
        return len(self.run.dataset) * len(self.run.history) if self.run else 0

    @property
    def plane(self) -> object:
        """What the plane depends on: a run that has gone on changes nothing of it."""
        record = None if self.run is None else self.run.history.record
        return record, self.session.dataset, self._visit(BOUNDARY), self.options(BOUNDARY)

    def framed(self) -> Range | None:
        """Return the part of the plane that is zoomed into, in the shape of its place."""
        if self.range is None:
            return None
        box = PlaneBox(*self.range).framed(0.0, self.aspects[BOUNDARY])
        return box.x0, box.x1, box.y0, box.y1

    def drawing(self, name: str) -> Draw:
        """Return what draws a view of all this, on any thread."""
        dataset = self.session.dataset if self.run is None else self.run.dataset
        options = self.options(name)
        return partial(_drawn, name, dataset, self.run, self._visit(name), options)

    def _visit(self, name: str) -> int:
        visit = self.moment.visits_made
        if name == BOUNDARY and self.peeked is not None:
            visit = self.peeked
        return 0 if self.run is None else min(visit, self.run.visits)

    def options(self, name: str) -> ViewOptions:
        """Return the options of a view: those of the session, and what the screen decides."""
        kind = VIEWS[name].options
        known = {each.name for each in fields(kind)}
        stored = {"notation": self.session.notation, **readable_options(self.session, name)}
        decided: dict[str, Any] = {"future": self.future, "highlight": self.highlight}
        if name in self.aspects:
            decided["aspect"] = self.aspects[name]
        if name == BOUNDARY:
            decided["asked"] = self.moment.phase == "asked" and self.peeked is None
            decided["range"] = self.range or stored.get("range")
        elif self.run is not None:  # axes that stand still while the cursor moves
            decided["horizon"] = self.run.visits
        decided = {key: value for key, value in decided.items() if key in known}
        return read_options(kind, {**stored, **decided})


def readable_options(session: Session, name: str) -> Mapping[str, Any]:
    """Return what a session has kept of a view, or nothing where that means nothing."""
    given = session.views.get(name, {})
    return {} if refusal(name, given) else given


def refusal(name: str, options: Mapping[str, Any]) -> str:
    """Say why options of a view mean nothing; a session checks only their shape."""
    try:
        read_options(VIEWS[name].options, options)
    except InputError as error:
        return f"The view {name} is shown as usual. {sentence(error)}"
    return ""


def _drawn(
    name: str,
    dataset: Dataset,
    run: Run | None,
    cursor: int,
    options: ViewOptions,
    check_cancelled: CancelCheck,
) -> Drawing:
    watched = None if run is None else run.with_cancel_check(check_cancelled)
    return draw(VIEWS[name], dataset, watched, cursor, options)
