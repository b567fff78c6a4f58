"""One lesson in a window: what is edited, trained, played and shown, and who tells whom.

Requests go up from the views to the controllers here; facts come down to the views.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.core.notation import NOTATIONS
from perceptron_gui.core.run import Run
from perceptron_gui.document.session import Session
from perceptron_gui.training.controller import TrainingController
from perceptron_gui.training.moment import Moment
from perceptron_gui.training.playback import Playback
from perceptron_gui.training.speed import speed_text

from .editing import Editing
from .main_window import MainWindow
from .screen import BOUNDARY, Screen, Shows

_FASTER = 8  # levels of speed a key press


class Lesson(QObject):
    """Holds the controllers of a window and connects them, once."""

    run_shown = Signal(object)

    def __init__(self, window: MainWindow, session: Session) -> None:
        super().__init__(window)
        self.window = window
        self.editing = Editing(session, self)
        self.training = TrainingController(self)
        self.playback = Playback(self)
        places: dict[str, Shows] = {BOUNDARY: window.canvas, **window.plots}
        self.screen = Screen(session, places, window.is_seen, self)
        self.run: Run | None = None
        self._trained: tuple[object, object] | None = None
        self._connect_views()
        self._connect_training()
        self._on_session_changed(session)
        self.playback.set_speed(self.playback.speed)
        window.transport.show_speed(self.playback.speed, speed_text(self.playback.speed))

    def _connect_views(self) -> None:
        window, editing = self.window, self.editing
        for view in (window.canvas, window.table):
            view.edit_requested.connect(editing.edit_points)
            view.selection_requested.connect(self._on_selection_requested)
        window.canvas.edit_finished.connect(editing.finish_edit)
        window.canvas.weights_requested.connect(editing.set_start)
        window.canvas.range_requested.connect(self.screen.show_range)
        window.canvas.aspect_changed.connect(self.screen.show_aspect)
        window.canvas.space_tapped.connect(self.playback.toggle)
        window.rules.rules_requested.connect(editing.set_rules)
        window.rules.notation_requested.connect(editing.set_notation)
        window.rules.preset_requested.connect(editing.use_preset)
        window.transport.seek_requested.connect(self.playback.seek)
        window.transport.speed_requested.connect(self.playback.set_speed)
        for dock in window.docks.values():
            dock.visibilityChanged.connect(self.screen.request)
        editing.session_changed.connect(self._on_session_changed)

    def _connect_training(self) -> None:
        self.training.run_advanced.connect(self._on_run_advanced)
        self.training.run_cleared.connect(self._on_run_cleared)
        self.training.run_failed.connect(self._on_run_failed)
        self.playback.moment_changed.connect(self._on_moment_changed)
        self.playback.playing_changed.connect(self.window.transport.show_playing)
        self.playback.speed_changed.connect(self._on_speed_changed)

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions about points and playing do."""
        play, canvas = self.playback, self.window.canvas
        return {
            "edit.undo": self.editing.undo,
            "edit.redo": self.editing.redo,
            "edit.select_all": canvas.select_all,
            "edit.relabel": canvas.relabel_selection,
            "edit.delete": canvas.delete_selection,
            "points.fit": canvas.fit,
            "play.toggle": play.toggle,
            "play.forward": play.step_forward,
            "play.back": play.step_back,
            "play.next_mistake": play.next_mistake,
            "play.previous_mistake": play.previous_mistake,
            "play.next_epoch": play.next_epoch,
            "play.previous_epoch": play.previous_epoch,
            "play.start": play.go_to_start,
            "play.end": play.go_to_end,
            "play.faster": self._faster,
            "play.slower": self._slower,
            "play.loop": play.set_loop,
            "play.two_phase": play.set_two_phase,
            "play.future": self._show_future,
        }

    def open_at(self, cursor: int | Literal["end"]) -> None:
        """Show a session that was opened, with all its points, where it was left."""
        self.screen.show_range(None)
        self._on_selection_requested(())
        if cursor == "end":
            self.playback.go_to_end()
        else:
            self.playback.seek(cursor)

    def close(self) -> None:
        """End the training thread."""
        self.playback.pause()
        self.training.close()

    @Slot(object)
    def _on_session_changed(self, session: Session) -> None:
        window, rule = self.window, session.rules[session.shown]
        window.rules.show_dimension(session.dataset.dimension)
        window.rules.show_rules(session.rules, session.shown)
        window.rules.show_notation(session.notation)
        window.table.show_dataset(session.dataset)
        window.canvas.show_dataset(session.dataset)
        self.screen.show_session(session)
        wanted = (session.dataset, rule)
        if self._trained is None or self._trained[0] is not wanted[0] or self._trained[1] != rule:
            self._trained = wanted
            self.training.train(session.dataset, rule)
        self._explain(self.playback.moment)

    @Slot(object)
    def _on_run_advanced(self, run: Run) -> None:
        self._show_run(run)

    @Slot()
    def _on_run_cleared(self) -> None:
        self._show_run(None)

    @Slot(str)
    def _on_run_failed(self, message: str) -> None:
        self._show_run(None)
        self.window.status.show_problem(message)

    def _show_run(self, run: Run | None) -> None:
        self.run = run
        self.window.transport.show_run(run)
        self.window.status.show_run(run)
        self.screen.show_run(run)
        self.playback.show_run(run)
        self._on_moment_changed(self.playback.moment)
        self.run_shown.emit(run)

    @Slot(object)
    def _on_moment_changed(self, moment: Moment) -> None:
        self.window.transport.show_moment(moment)
        self.window.status.show_moment(moment)
        self.screen.show_moment(moment)
        if self.window.table.isVisible():
            self.window.table.show_scores(self.run, moment.visits_made)
        self._show_weights(moment)
        self._explain(moment)

    def _show_weights(self, moment: Moment) -> None:
        """Let the line be grabbed where it is a line."""
        run = self.run
        if run is None or run.dataset.dimension != 2 or run.rule.lift != "none":
            self.window.canvas.show_weights(None)
            return
        weights = run.weights_at(min(moment.visits_made, run.visits)).tolist()
        self.window.canvas.show_weights(weights, float(run.rule.bias_scale))

    def _explain(self, moment: Moment) -> None:
        notation = NOTATIONS[self.editing.session.notation]
        self.window.explanation.show_explanation(self.run, moment, notation)

    def score_at(self, place: tuple[float, float] | None) -> float | None:
        """Return the score that a point would have there, where there is one to speak of."""
        run = self.run
        if place is None or run is None or run.dataset.dimension != 2:
            return None
        weights = run.weights_at(min(self.playback.moment.visits_made, run.visits))
        return float(run.space.features(np.array([place]))[0] @ weights)

    @Slot(object)
    def _on_selection_requested(self, indices: tuple[int, ...]) -> None:
        self.window.canvas.show_selection(indices)
        self.window.table.show_selection(indices)

    @Slot(int)
    def _on_speed_changed(self, level: int) -> None:
        self.window.transport.show_speed(level, speed_text(level))

    def _faster(self) -> None:
        self.playback.set_speed(self.playback.speed + _FASTER)

    def _slower(self) -> None:
        self.playback.set_speed(self.playback.speed - _FASTER)

    def _show_future(self, future: bool) -> None:
        self.screen.show_future(future)
        self.window.transport.show_future(future)
