"""Connects the why and what-if panels, the pages and the laboratories with the session."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.app.session.controller import SessionController
from perceptron_gui.app.state.figure_scheduler import BOUNDARY
from perceptron_gui.app.window.actions import ActionSet
from perceptron_gui.app.window.docks import PanelParts, Panels
from perceptron_gui.app.window.pages import PLANE, START, Pages, pages
from perceptron_gui.base.params import params_of
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.figures.series.timeline import position_of, visit_at
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.training.jobs import Jobs
from perceptron_gui.views.chrome.status import ReadOut
from perceptron_gui.views.figure.view import FigureView, show_whole_plots
from perceptron_gui.views.widgets.stage import is_seen

if TYPE_CHECKING:
    from perceptron_gui.views.explain.why import WhyPanel
    from perceptron_gui.views.figure.dragged import FactorView
    from perceptron_gui.views.figure.drawing import DrawingView
    from perceptron_gui.views.labs.page import LabPage
    from perceptron_gui.views.what_if.panel import WhatIfPanel

    from .labs import LabController
    from .what_if import WhatIf


class UpdatePreview(QObject):
    """Shows the visit under the pointer of a plot on the plane, and goes there on a click."""

    def __init__(self, controller: SessionController, read_out: ReadOut, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._read_out = read_out

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
            x = position_of(run, plot.figure.x, visit)
            self._read_out.show_values(_words(run, visit, plot.words_at((x, place[1]))[1:]))

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


def _words(run: Run, visit: int, values: tuple[str, ...]) -> str:
    """Return the visit under the pointer, the values of the curves there, and what a click does."""
    where = f"Visit {visit}, k = {run.updates_at(visit)}" if visit else "Before the first visit"
    return "; ".join((where, *values, "click to go there"))


class WhyController(QObject):
    """Shows the proof of the run in its panel while the panel is seen."""

    def __init__(
        self, panel: WhyPanel, controller: SessionController, parent: QObject | None = None
    ) -> None:
        from perceptron_gui.theory.convergence.proof import SQUEEZE

        super().__init__(parent)
        self._panel, self._controller = panel, controller
        self._which = SQUEEZE
        panel.which_requested.connect(self._on_which_requested)
        panel.highlights_changed.connect(lambda parts: controller.store.update(highlight=parts))
        controller.screen.refreshed.connect(self._show_why)  # whatever it was that changed

    @Slot(bool)
    def show_visible(self, visible: bool) -> None:
        """Show the proof when the panel opens; a closed panel highlights nothing."""
        if visible:
            self._show_why()
        else:
            self._controller.store.update(highlight=())

    @Slot(str)
    def _on_which_requested(self, which: str) -> None:
        self._which = which
        self._show_why()

    @Slot()
    def _show_why(self) -> None:
        if is_seen(self._panel):
            controller = self._controller
            notation = NOTATIONS[controller.editing.session.notation]
            moment, future = controller.playback.moment, controller.store.state.future
            run, is_computing = controller.run, controller.is_computing
            self._panel.show_why(run, moment, notation, self._which, future, is_computing)


DISTANCE = "distance"
PROJECTION, VECTORS = "projection", ("a", "b")  # the view of two vectors, and its options
# What can be added to the plane, by the names of its options.
SHOWN = (
    *("margin", "certificate", "circle", "update", "distance", "intercept"),
    *("probability", "equation", "numbers", "tally"),
)
_USUAL = params_of(BoundaryOptions)
# What is done on the plane only, so that it has to be seen: its actions by their beginnings.
_ON_THE_PLANE = ("tool.", "class.", "points.", "show.", "edit.select_all")


class ExploreController(QObject):
    """Makes the controllers of pages and panels when these are first opened, and connects them."""

    message_shown = Signal(str)

    def __init__(
        self,
        actions: ActionSet,
        pages: Pages,
        panels: Panels,
        parts: PanelParts,
        read_out: ReadOut,
        controller: SessionController,
        jobs: Jobs,
    ) -> None:
        super().__init__(pages)
        self._actions, self._pages, self._panels = actions, pages, panels
        self._controller, self._jobs = controller, jobs
        self._learnt: object = None  # the points and the rule whose run the plots show
        self._what_if: WhatIf | None = None
        self.peeking = UpdatePreview(controller, read_out, self)
        for plot in parts.plots.values():
            self.peeking.listen_to(plot)
        pages.drawing_made.connect(self._on_drawing_made)
        pages.lab_made.connect(self._on_lab_made)
        pages.stage.page_changed.connect(self._on_page_changed)
        parts.made.connect(self._on_part_made)
        controller.store.subscribe(
            lambda state: (state.run, state.moment), lambda _shown: self._show_run_in_lab()
        )
        controller.run_shown.connect(self._on_run_shown)
        controller.editing.session_changed.connect(self._check_shown)
        self._check_shown(controller.editing.session)
        actions.check(f"page.{pages.shown}")
        for name, action in actions.by_id.items():
            if name.startswith(_ON_THE_PLANE):
                action.triggered.connect(partial(pages.stage.show_page, PLANE))

    @cached_property
    def laboratory(self) -> LabController:
        """What computes for the pages of the laboratory; it comes with the first of them."""
        from .labs import LabController

        laboratory = LabController(self._controller.editing, self._jobs, self)
        laboratory.message_shown.connect(self.message_shown)
        return laboratory

    @property
    def is_busy(self) -> bool:
        """Tell whether something is being computed or drawn for a page or a panel."""
        if self._what_if is not None and self._what_if.is_busy:
            return True
        has_lab = "laboratory" in vars(self)
        return has_lab and (self.laboratory.is_busy or self.laboratory.is_drawing)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions about pages and about the plane do."""
        stage, panels = self._pages.stage, self._panels
        found: dict[str, Callable[..., object]] = {
            "panel.why": partial(panels.toggle, "why"),
            "panel.what_if": partial(panels.toggle, "what-if"),
        }
        found |= {f"page.{name}": partial(stage.show_page, name) for name in pages()}
        return found | {f"show.{name}": partial(self._show_on_plane, name) for name in SHOWN}

    def close(self) -> None:
        """Stop starting experiments."""
        if "laboratory" in vars(self):
            self.laboratory.close()

    @Slot(str, object)
    def _on_part_made(self, name: str, part: Any) -> None:
        if name == "why":
            proving = WhyController(part, self._controller, self)
            self._panels.docks["why"].visibilityChanged.connect(proving.show_visible)
        elif name == "what-if":
            self._connect_what_if(part)
        else:
            if name == DISTANCE:
                self._connect_distance(part)
            if name == PROJECTION:
                part.vector_requested.connect(self._on_vector_requested)
                part.reset_requested.connect(self._on_vectors_reset)
            self.peeking.listen_to(part)
            part.aspect_changed.connect(partial(self._controller.screen.show_place_aspect, name))
            self._controller.screen.add_place(name, part)

    def _connect_distance(self, view: FactorView) -> None:
        from .alpha import AlphaController

        AlphaController(view, self._controller, self)

    def _connect_what_if(self, panel: WhatIfPanel) -> None:
        from .what_if import WhatIf

        controller = self._controller
        what_if = self._what_if = WhatIf(
            panel, controller.editing, self._jobs, self, lambda: controller.is_computing
        )
        what_if.show_run(self._controller.run)
        self._controller.run_shown.connect(what_if.show_run)
        self._panels.docks["what-if"].visibilityChanged.connect(what_if.refresh)

    @Slot(str, object)
    def _on_drawing_made(self, name: str, drawing: DrawingView) -> None:
        drawing.aspect_changed.connect(partial(self._controller.screen.show_place_aspect, name))
        drawing.figure_made.connect(self.peeking.listen_to)
        self._controller.screen.add_place(name, drawing)

    @Slot(object)
    def _on_lab_made(self, page: LabPage) -> None:
        self.laboratory.add(page)
        page.rule_requested.connect(self._on_rule_requested)
        page.points_requested.connect(self._on_points_requested)

    @Slot(str)
    def _on_page_changed(self, name: str) -> None:
        if name != START:  # a page of the menu File
            self._actions.check(f"page.{name}")
        self.laboratory.show_page(self._pages.lab)
        self._show_run_in_lab()
        self._controller.screen.request()

    @Slot()
    def _on_rule_requested(self) -> None:
        """Play on the plane the rule that was chosen in the laboratory."""
        self._controller.playback.go_to_start()
        self._pages.stage.show_page(PLANE)

    @Slot()
    def _on_points_requested(self) -> None:
        """Show all of the points that were chosen in the laboratory."""
        self._controller.store.update(range=None)
        self._on_rule_requested()

    @Slot(object)
    def _on_run_shown(self, run: Run | None) -> None:
        """Show the whole of every plot for other points or another rule."""
        before, self._learnt = self._learnt, run and (run.dataset, run.rule)
        if self._learnt != before:
            show_whole_plots(self._pages.stage.window())

    @Slot()
    def _show_run_in_lab(self) -> None:
        page, run = self._pages.lab, self._controller.run
        if page is not None and run is not None:
            page.show_run(run, min(self._controller.playback.moment.visits_made, run.visits))

    @Slot(str, object, str)
    def _on_vector_requested(self, name: str, place: tuple[float, float], drag: str) -> None:
        """Show another vector; one drag is one step of undo."""
        editing = self._controller.editing
        options = {**editing.session.views.get(PROJECTION, {}), name: list(place)}
        editing.set_view_options(PROJECTION, options, drag)

    @Slot()
    def _on_vectors_reset(self) -> None:
        editing = self._controller.editing
        options = dict(editing.session.views.get(PROJECTION, {}))
        kept = {name: value for name, value in options.items() if name not in VECTORS}
        editing.set_view_options(PROJECTION, kept)

    def _show_on_plane(self, name: str, shown: bool) -> None:
        editing = self._controller.editing
        options = dict(editing.session.views.get(BOUNDARY, {}))
        options.pop(name, None)
        is_usual = shown == _USUAL[name].default
        editing.set_view_options(BOUNDARY, options if is_usual else {**options, name: shown})

    @Slot(object)
    def _check_shown(self, session: Session) -> None:
        options = session.views.get(BOUNDARY, {})
        for name in SHOWN:
            shown = options.get(name, _USUAL[name].default)
            self._actions.check(f"show.{name}", shown is True)
