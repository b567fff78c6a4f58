"""Connects the views of a window: each shows its part of the state and sends its requests."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QObject, Slot

from perceptron_gui.app.session.controller import SHOW_XOR, SessionController
from perceptron_gui.app.state.app_state import BOUNDARY, AppState, Store
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.network import is_gate
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.dot_product import geometry_words
from perceptron_gui.lectures.visit import VisitContext
from perceptron_gui.theory.inseparable.cycle import CENTRED, OFFSET, advice
from perceptron_gui.theory.run_text.status import LINE, VERDICT
from perceptron_gui.training.playback import speed_text
from perceptron_gui.views.playback.timeline import PlaybackState
from perceptron_gui.views.widgets.stage import is_seen

# Titles and tips of what helps a run that learns nothing.
_HELP = {
    SHOW_XOR: ("Show XOR", "Replace the points by XOR; Undo brings them back"),
    CENTRED: (
        "Use −1 and +1",
        "Replace every coordinate 0 by −1, so that no point is the origin",
    ),
    OFFSET: ("Learn an offset", "Let the line leave the origin"),
}


class Views(QObject):
    """Shows the state in all views; slow panels are updated only while they are visible."""

    def __init__(self, window: MainWindow, store: Store) -> None:
        super().__init__(window)
        self._store = store
        self._headline, self._offer = window.headline, window.offer
        self._table, self._explanation = window.table, window.explanation
        self._canvas, self._status = window.canvas, window.foot.status
        self._transport, self._read_out = window.transport, window.foot.read_out
        self._turned: tuple[Run | None, Moment] = None, Moment()  # shown on the plane
        self._show_session_in(window)
        subscribe = store.subscribe
        subscribe(lambda state: state.selection, self._canvas.show_selection)
        subscribe(_previewed, self._canvas.overlay.show_preview)
        subscribe(lambda state: (state.run, state.moment), self._expect_turn)
        subscribe(_status, lambda _: self._status.show_parts(*store.state.status))
        subscribe(_played, lambda played: self._transport.show_state(PlaybackState(*played)))
        subscribe(lambda state: state.plays, self._transport.show_playing)
        subscribe(lambda state: (state.run, VERDICT in state.hides, state.page), self._show_offer)
        subscribe(
            lambda state: (state.run, state.visits_made, LINE in state.hides), self._show_weights
        )
        subscribe(_told, self._show_headline)
        subscribe(lambda state: (state.session.dataset, state.selection), self._show_points)
        subscribe(lambda state: (state.run, state.moment, state.hides), self._show_scores)
        subscribe(_told, self._explain)
        subscribe(_pointed, self._show_place)
        window.docks["points"].visibilityChanged.connect(self._show_points)
        window.docks["points"].visibilityChanged.connect(self._show_scores)
        window.docks["explanation"].visibilityChanged.connect(self._explain)

    def _show_session_in(self, window: MainWindow) -> None:
        """Show the points in their views, the rules and their symbols in theirs."""
        subscribe = self._store.subscribe
        subscribe(_rules, lambda shown: window.rules.show_rules(*shown))
        subscribe(
            lambda state: (state.rule, state.session.dataset.dimension),
            lambda shown: window.rule_bar.show_rule(*shown),
        )
        for part in (window.rules, window.rule_bar):
            subscribe(lambda state: state.session.notation, part.show_notation)
        subscribe(lambda state: state.session.dataset, window.canvas.show_dataset)
        subscribe(lambda state: state.session.name, window.nav.show_data_name)

    def _expect_turn(self, shown: tuple[Run | None, Moment]) -> None:
        """Let the line turn from visit to visit of the same run."""
        (before, earlier), (run, moment) = self._turned, shown
        self._turned = shown
        is_same = run is not None and before is not None and run.cache is before.cache
        if is_same and moment.visits_made != earlier.visits_made:
            self._canvas.turning.expect()

    def _show_offer(self, shown: tuple[Run | None, bool, str]) -> None:
        """Offer what helps a run that learns nothing, or a page that has nothing to show."""
        run, hides_verdict, page = shown
        found = None if hides_verdict else advice(run)
        helps = found.helps if found is not None else ()
        words = found.why if found is not None else ""
        if run is not None and not helps and not hides_verdict:
            words = _missing(run, page)
            helps = (SHOW_XOR,) if words else ()
        self._offer.show_offer(words, {key: _HELP[key] for key in helps})

    def _show_weights(self, shown: tuple[Run | None, int, bool]) -> None:
        """Show handles on the decision line, if it is a line and not hidden."""
        run, visit, is_hidden = shown
        if is_hidden or run is None or run.dataset.dimension != 2 or not run.space.is_plain:
            self._canvas.show_weights(None)
            return
        weights = run.weights_at(visit).tolist()
        self._canvas.show_weights(weights, float(run.rule.bias_scale))

    def _show_headline(self, _told: object) -> None:
        state = self._store.state
        self._headline.show_headline(state.headline)
        self._canvas.setAccessibleDescription(state.words_of_moment.full)

    @Slot()
    def _show_points(self, _shown: object = None) -> None:
        if is_seen(self._table):
            self._table.show_dataset(self._store.state.session.dataset)
            self._table.show_selection(self._store.state.selection)

    @Slot()
    def _show_scores(self, _shown: object = None) -> None:
        if is_seen(self._table):
            state = self._store.state
            run = None if state.hides_scores else state.run
            self._table.show_scores(run, state.moment.visits_made, _asked(state))

    @Slot()
    def _explain(self, _told: object = None) -> None:
        if is_seen(self._explanation):
            state = self._store.state
            self._explanation.show_explanation(
                state.run, state.moment, state.notation, state.is_computing
            )

    def _show_place(self, _pointed: object) -> None:
        """Read out the place under the pointer, also when only the line has moved."""
        state = self._store.state
        self._read_out.show_place(state.place, score_at_place(state), place_words(state))


def _missing(run: Run, page: str) -> str:
    """Say what a page needs that this run does not have; nothing where it has it."""
    if page == "cycle" and run.is_over and run.cycle is None:
        return "This run has no proved cycle."
    if page == "network" and not is_gate(run.dataset):
        return "A network learns the gates of two inputs."
    return ""


def _rules(state: AppState) -> tuple[tuple[Rule, ...], int, int]:
    """Select the rules of the document, which is shown, and how many coordinates points have."""
    session = state.session
    return session.rules, session.shown, session.dataset.dimension


def _status(state: AppState) -> tuple[object, ...]:
    """Select what the status line depends on."""
    shown = state.run, state.is_computing, state.problem, state.moment
    return *shown, state.session.notation, state.future, state.hides, state.search


def _played(state: AppState) -> tuple[Run | None, bool, Moment, bool, bool]:
    """Select what the transport shows."""
    return state.run, state.is_computing, state.moment, state.future, state.hides_end


def _told(state: AppState) -> tuple[object, ...]:
    """Select what the sentences about the run depend on."""
    has_points = len(state.session.dataset) > 0
    about_run = state.run, state.is_computing, state.moment, has_points
    told = (*about_run, state.session.notation, state.hides, state.outcome)
    return (*told, state.page, state.results)


def _pointed(state: AppState) -> tuple[object, ...]:
    """Select what the words about the place under the pointer depend on."""
    if state.place is None:
        return ()
    return state.place, state.run, state.visits_made, state.session.notation, state.hides


def _previewed(state: AppState) -> str:
    """Select what is written on the plane while it shows another visit than everything else."""
    if state.run is None or state.peeked in (None, state.visits_made):
        return ""
    return f"preview: visit {state.peeked}" if state.peeked else "preview: before the first visit"


def score_at_place(state: AppState) -> float | None:
    """Return the score at the pointer, or None without a run in two dimensions."""
    run, place = state.run, state.place
    if place is None or run is None or run.dataset.dimension != 2 or state.hides_scores:
        return None
    weights = run.weights_at(state.visits_made)
    return float(run.space.features(np.array([place]))[0] @ weights)


def place_words(state: AppState) -> str:
    """Say how far the pointer is from the line, and at which angle to w."""
    run, place = state.run, state.place
    if place is None or run is None or run.dataset.dimension != 2 or state.hides_scores:
        return ""
    return geometry_words(run, state.visits_made, place, state.notation)


def _asked(state: AppState) -> int | None:
    """Return the point that is asked about, if it is only one."""
    run, moment = state.run, state.moment
    if run is None or not moment.is_asked or moment.visit > run.visits:
        return None
    return VisitContext(run, moment.visit, state.notation).index


def connect_views(window: MainWindow, controller: SessionController) -> None:
    """Connect the requests of the views with their controllers."""
    editing, screen, playback = controller.editing, controller.screen, controller.playback
    canvas, store = window.canvas, controller.store
    for view in (canvas, window.table):
        view.edit_requested.connect(editing.edit_points)
        view.selection_requested.connect(editing.select)
    canvas.edit_finished.connect(editing.finish_edit)
    canvas.weights_requested.connect(controller.start_at_weights)
    canvas.range_requested.connect(screen.show_range)
    canvas.aspect_changed.connect(partial(screen.show_aspect, BOUNDARY))
    canvas.pointer.pointed_at.connect(lambda place: store.update(place=place))
    canvas.pointer.point_hovered.connect(lambda point: store.update(pointed=point))
    canvas.pointer.hint_changed.connect(window.foot.read_out.show_hint)
    canvas.keys.space_tapped.connect(controller.toggle_playing)
    window.rules.rules_requested.connect(editing.set_rules)
    window.rules.notation_requested.connect(editing.set_notation)
    window.rule_bar.rule_requested.connect(editing.set_rule)
    window.rule_bar.problem_found.connect(editing.request_refused)
    for form in (window.rule_bar, window.rules):
        form.gesture_ended.connect(editing.finish_edit)
    window.offer.chosen.connect(controller.help_run)
    window.transport.seek_requested.connect(playback.seek)
    window.transport.speed_requested.connect(playback.set_speed)
    playback.speed_changed.connect(window.transport.show_speed)
    window.transport.show_speed(playback.speed, speed_text(playback.speed))
    for dock in window.docks.values():
        dock.visibilityChanged.connect(screen.request)
    window.middle.changed.connect(screen.request)
