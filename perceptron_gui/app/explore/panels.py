"""The controllers of panels that are made when they are first opened: why, what if, α."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Slot

from perceptron_gui.app.session.controller import SessionController
from perceptron_gui.app.state.app_state import LISTING, AppState, stored_options
from perceptron_gui.base.params import json_fraction
from perceptron_gui.core.data.dataset import Edit
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves.bias_scale import bias_figure
from perceptron_gui.figures.curves.distance import DistanceOptions
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.convergence.formulas import basis_of, why_not
from perceptron_gui.theory.convergence.proof import SQUEEZE
from perceptron_gui.theory.what_if.bound import BiasCurve, bias_curve, scale_effects
from perceptron_gui.training.jobs import Jobs, Task, now_and_then
from perceptron_gui.views.explain.why import WhyPanel
from perceptron_gui.views.figure.dragged import FactorView
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.what_if.panel import FoundCurve, WhatIfPanel
from perceptron_gui.views.widgets.stage import is_seen

DISTANCE = "distance"
_REPORT_S = 0.3
_LANE = "what if"  # two at the same time would wait for each other at every step


class WhyController(QObject):
    """Shows the proof of the run in its panel while the panel is seen."""

    def __init__(self, panel: WhyPanel, controller: SessionController) -> None:
        super().__init__(panel)
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
            state = self._controller.store.state
            shown = state.run, state.moment, state.notation, self._which
            self._panel.show_why(*shown, state.future, state.is_computing)


class AlphaController(QObject):
    """Shows the α of the distance view, an option in the session, beside that of the proof."""

    def __init__(self, view: FactorView, controller: SessionController) -> None:
        super().__init__(view)
        self._view, self._editing = view, controller.editing
        view.alpha_requested.connect(self._on_alpha_requested)
        view.gesture_ended.connect(self._editing.finish_edit)
        controller.store.subscribe(_session_and_run, self._show_alpha)

    def _show_alpha(self, _shown: object) -> None:
        state = self._editing.store.state
        options = stored_options(state.session, DISTANCE)
        assert isinstance(options, DistanceOptions)
        run, separator, proved = state.run, options.separator, None
        bounds = None if run is None or run.verdict_is_pending else run.bounds
        if run and bounds and not (separator and why_not(run, separator)):
            proved = basis_of(run, bounds, state.notation, separator).alpha
        self._view.show_alpha(options.alpha, proved)

    @Slot(object, str)
    def _on_alpha_requested(self, alpha: Fraction | None, gesture: str) -> None:
        stored = None if alpha is None else json_fraction(alpha)
        self._editing.change_view(DISTANCE, {"alpha": stored}, gesture)


class ListingController(QObject):
    """Goes through the listing of the rule line by line; a click on it does so, too."""

    def __init__(self, view: FigureView, controller: SessionController) -> None:
        super().__init__(view)
        self._controller = controller
        view.place_clicked.connect(self.next_line)

    @Slot()
    def next_line(self, _place: object = None) -> None:
        """Go on to the next line of the visit, and from the last one to the next visit."""
        # Most sessions never open a listing.
        from perceptron_gui.figures.pictures.listing import ListingOptions
        from perceptron_gui.lectures.listings.visit import ListedVisit

        store, playback = self._controller.store, self._controller.playback
        run, visit = store.state.run, store.state.visits_made
        if run is None:
            return
        options = store.state.options(LISTING)
        assert isinstance(options, ListingOptions)
        phases = ListedVisit(run, visit, store.state.notation).phases
        # Where nothing is updated, the test is what that phase shows.
        place = phases.index(options.line) if options.line in phases else 0
        if place + 1 < len(phases):
            playback.pause()
            store.update(stepped=(visit, phases[place + 1]))
            return
        playback.move(playback.cursor.step, 1)
        if store.state.visits_made > visit:
            store.update(stepped=(visit + 1, "test"))


class WhatIf(QObject):
    """Connects the panel with the document while it is visible: requests become changes of the
    document, runs become curves."""

    def __init__(self, panel: WhatIfPanel, controller: SessionController, jobs: Jobs) -> None:
        super().__init__(panel)
        self._panel, self._editing, self._jobs = panel, controller.editing, jobs
        self._requested: tuple[Run, str] | None = None  # whose curve, in which notation
        self._tasks: list[Task] = []
        panel.edit_requested.connect(self._on_edit_requested)
        panel.rule_requested.connect(self._on_rule_requested)
        panel.edit_finished.connect(self._editing.finish_edit)
        controller.store.subscribe(_session_and_run, self.refresh)

    @property
    def is_busy(self) -> bool:
        """Tell whether a curve is being computed, or what other scales do."""
        return any(task.is_pending for task in self._tasks)

    @Slot()
    def refresh(self, _shown: object = None) -> None:
        """Show what is edited and trained, if the panel is visible: it may just have opened."""
        if not is_seen(self._panel.body):
            return
        state = self._editing.store.state
        self._panel.show_notation(state.session.notation)
        self._panel.show_data(state.session.dataset, state.rule)
        self._panel.show_run(state.run, state.is_computing)
        if state.run is not None and not state.run.verdict_is_pending:
            self._request_curve(state.run, state.session.notation)

    @Slot(str, object, str)
    def _on_edit_requested(self, name: str, edit: Edit, gesture: str) -> None:
        self._editing.edit_points(name, edit, gesture)
        self.refresh()  # what was refused is shown as it was

    @Slot(object, str, str)
    def _on_rule_requested(self, rule: Rule, name: str, gesture: str) -> None:
        self._editing.set_rule(rule, name, gesture)
        self.refresh()

    def _request_curve(self, run: Run, notation: str) -> None:
        """Compute the curve of the newest run and what other scales do, each to its end."""
        if self._requested == (run, notation):
            return
        self._requested = run, notation
        works: dict[str, tuple[Callable[[Task], Any], Callable[[Any], object]]] = {
            "what-if curve": (partial(_curve, run, notation), self._on_computed),
            "what-if scales": (
                lambda task: scale_effects(run.with_cancel_check(task.check_cancelled)),
                partial(self._panel.scale.show_scales, run),
            ),
        }
        self._tasks = [
            self._jobs.submit(
                work,
                key=key,
                lane=_LANE,
                latest_only=True,
                on_done=shown,
                on_failed=self._on_failed,
                on_progress=self._panel.constant.show_progress,
            )
            for key, (work, shown) in works.items()
        ]

    def _on_computed(self, found: FoundCurve | None) -> None:
        if found is not None:
            self._panel.constant.show_curve(found)

    def _on_failed(self, _error: Exception) -> None:
        self._requested = None


def _session_and_run(state: AppState) -> tuple[object, ...]:
    return state.session, state.run, state.is_computing


def _curve(run: Run, notation: str, task: Task) -> FoundCurve | None:
    """Return the bound of a run over the constant coordinate, where there is one."""
    watched = run.with_cancel_check(task.check_cancelled)
    curve = bias_curve(watched, now_and_then(task, _REPORT_S, _REPORT_S))
    if not isinstance(curve, BiasCurve):
        return None
    return FoundCurve(run, curve, bias_figure(curve, watched, NOTATIONS[notation]))
