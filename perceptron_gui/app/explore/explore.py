"""Connects the why and what-if panels, the pages and the laboratories with the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from perceptron_gui.app.session.controller import SessionController
from perceptron_gui.app.state.app_state import BOUNDARY, LISTING
from perceptron_gui.app.window.action_set import ActionSet
from perceptron_gui.app.window.docks import PLOTS, Panels
from perceptron_gui.app.window.pages import PLANE, Pages, pages
from perceptron_gui.base.params import params_of
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.figures.series.timeline import position_of, visit_at
from perceptron_gui.theory.run_text.words import Words
from perceptron_gui.training.jobs import Jobs
from perceptron_gui.views.figure.view import FigureView, ValuesTip, show_whole_plots
from perceptron_gui.views.widgets.stage import is_seen

if TYPE_CHECKING:
    from perceptron_gui.labs.lab import Replay
    from perceptron_gui.views.figure.drawing import DrawingView
    from perceptron_gui.views.labs.page import LabPage

    from .labs import LabController
    from .panels import ListingController, WhatIf


class UpdatePreview(QObject):
    """Shows the visit under the pointer of a plot on the plane, and goes there on a click."""

    def __init__(self, controller: SessionController, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller

    @Slot(object)
    def listen_to(self, plot: FigureView) -> None:
        """Follow the pointer over a plot."""
        plot.pointed_at.connect(partial(self._on_pointed_at, plot))
        plot.place_clicked.connect(partial(self._on_place_clicked, plot))

    def _on_pointed_at(self, plot: FigureView, place: tuple[float, float] | None) -> None:
        visit = self._visit(plot, place)
        self._controller.store.update(peeked=visit)
        run = self._controller.run
        if run is not None and visit is not None and place is not None:
            x = position_of(run, plot.figure.x.counts, visit)
            values = plot.words_at((x, place[1]))[1:]
            k = run.updates_at(visit)
            where = f"Visit {visit}, k = {k}" if visit else "Before the first visit"
            told = "; ".join((where, *values, "click to go there"))
            QCoreApplication.sendEvent(plot, ValuesTip(told))

    def _on_place_clicked(self, plot: FigureView, place: tuple[float, float]) -> None:
        visit = self._visit(plot, place)
        if visit is not None:
            self._controller.playback.pause()
            self._controller.playback.seek(visit)

    def _visit(self, plot: FigureView, place: tuple[float, float] | None) -> int | None:
        run = self._controller.run
        if run is None or place is None:
            return None
        visit = visit_at(run, plot.figure.x, place[0])
        made = self._controller.playback.moment.visits_made
        if visit is None or (visit > made and not self._controller.store.state.future):
            return None
        return visit


PROJECTION = "projection"  # of two vectors, its options a and b
# What can be added to the plane, by the names of its options.
SHOWN = (
    *("margin", "widest", "certificate", "circle", "update", "distance", "intercept"),
    *("probability", "equation", "numbers", "tally"),
)
_USUAL = params_of(BoundaryOptions)
# What is done on the plane only, so that it has to be seen: its actions by their beginnings.
_ON_THE_PLANE = ("tool.", "points.", "show.", "edit.select_all")


class ExploreController(QObject):
    """Makes the controllers of pages and panels when these are first opened, and connects them."""

    message_shown = Signal(str)

    def __init__(
        self,
        actions: ActionSet,
        pages: Pages,
        panels: Panels,
        controller: SessionController,
        jobs: Jobs,
    ) -> None:
        super().__init__(pages)
        self._actions, self._pages, self._panels = actions, pages, panels
        self._controller, self._jobs = controller, jobs
        self.laboratory: LabController | None = None  # it comes with the first of its pages
        self._what_if: WhatIf | None = None
        self._listing: ListingController | None = None
        self.peeking = UpdatePreview(controller, self)
        for plot in panels.plots.values():
            self.peeking.listen_to(plot)
        pages.drawing_made.connect(self._on_drawing_made)
        pages.lab_made.connect(self._on_lab_made)
        pages.stage.page_changed.connect(self._on_page_changed)
        pages.headline_changed.connect(self._on_headline_changed)
        panels.made.connect(self._on_part_made)
        subscribe = controller.store.subscribe
        # Other points or another rule: every plot shows the whole of its run again.
        subscribe(
            lambda state: state.run and (state.run.dataset, state.run.rule),
            lambda _learnt: show_whole_plots(pages.stage.window()),
        )
        subscribe(lambda state: state.why, self._show_why)
        subscribe(lambda state: state.session.views.get(BOUNDARY, {}), self._check_shown)
        actions.check(f"page.{pages.shown}")
        for name, action in actions.by_id.items():
            if name.startswith(_ON_THE_PLANE):
                action.triggered.connect(partial(pages.stage.show_page, PLANE))

    @property
    def is_busy(self) -> bool:
        """Tell whether something is being computed or drawn for a page or a panel."""
        what_if, lab = self._what_if, self.laboratory
        if what_if is not None and what_if.is_busy:
            return True
        return lab is not None and (lab.is_busy or lab.is_drawing)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        stage, panels = self._pages.stage, self._panels
        found: dict[str, Callable[..., object]] = {
            "play.line": self._next_line,
            "panel.why": partial(panels.toggle, "why"),
            "panel.what_if": partial(panels.toggle, "what-if"),
        }
        found |= {f"page.{name}": partial(stage.show_page, name) for name in pages()}
        return found | {f"show.{name}": partial(self._show_on_plane, name) for name in SHOWN}

    def _next_line(self) -> None:
        """Go on by a line where the listing is seen, or show it."""
        if self._listing is not None and is_seen(self._panels.docks[LISTING]):
            self._listing.next_line()
        else:
            self._panels.toggle(LISTING)

    def close(self) -> None:
        """Stop starting experiments."""
        if self.laboratory is not None:
            self.laboratory.close()

    @Slot(str, object)
    def _on_part_made(self, name: str, part: Any) -> None:
        from .panels import DISTANCE, AlphaController, ListingController, WhatIf, WhyController

        if name == "why":
            proving = WhyController(part, self._controller)
            self._panels.docks["why"].visibilityChanged.connect(proving.show_visible)
        elif name == "what-if":
            self._what_if = WhatIf(part, self._controller, self._jobs)
            self._panels.docks["what-if"].visibilityChanged.connect(self._what_if.refresh)
        elif name in PLOTS:
            if name == DISTANCE:
                AlphaController(part, self._controller)
            if name == LISTING:
                self._listing = ListingController(part, self._controller)
            if name == PROJECTION:
                change = partial(self._controller.editing.change_view, PROJECTION)
                part.vector_requested.connect(
                    lambda vector, place, drag: change({vector: list(place)}, drag)
                )
                part.reset_requested.connect(lambda: change({"a": None, "b": None}))
            self.peeking.listen_to(part)
            self._place(name, part)

    def _place(self, name: str, part: Any) -> None:
        part.aspect_changed.connect(partial(self._controller.screen.show_aspect, name))
        self._controller.screen.add_place(name, part)

    @Slot(str, object)
    def _on_drawing_made(self, name: str, drawing: DrawingView) -> None:
        drawing.figure_made.connect(self.peeking.listen_to)
        self._place(name, drawing)

    @Slot(object)
    def _on_lab_made(self, page: LabPage) -> None:
        if self.laboratory is None:
            from .labs import LabController

            self.laboratory = LabController(self._controller.editing, self._jobs, self)
            self.laboratory.message_shown.connect(self.message_shown)
        self.laboratory.add(page)
        page.replay_requested.connect(self._on_replay_requested)

    @Slot(str)
    def _on_page_changed(self, name: str) -> None:
        self._controller.store.update(page=name)
        self._actions.check(f"page.{name}")
        if self.laboratory is not None:
            self.laboratory.show_page(self._pages.lab)
        self._controller.screen.request()

    def _show_why(self, view: str) -> None:
        self._pages.show_why(view)
        self._controller.screen.request()

    @Slot(str, object)
    def _on_headline_changed(self, view: str, words: Words | None) -> None:
        store = self._controller.store
        store.update(results={**store.state.results, view: words})

    @Slot(object)
    def _on_replay_requested(self, asked: Replay) -> None:
        """Play a run of an experiment on the plane; of other points all are shown."""
        if asked.dataset is not None:
            self._controller.store.update(range=None)
        self._controller.playback.go_to_start()
        self._pages.stage.show_page(PLANE)

    def _show_on_plane(self, name: str, shown: bool) -> None:
        stored = None if shown == _USUAL[name].default else shown
        self._controller.editing.change_view(BOUNDARY, {name: stored})

    def _check_shown(self, options: Mapping[str, Any]) -> None:
        for name in SHOWN:
            shown = options.get(name, _USUAL[name].default)
            self._actions.check(f"show.{name}", shown is True)
