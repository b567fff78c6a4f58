"""The session of a window: what is edited, trained and played, and how these are connected.

Requests go up from the views to the controllers here; `ViewUpdater` shows facts in the views.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from perceptron_gui.app.state.editing import Editing, Selection
from perceptron_gui.app.state.figure_scheduler import BOUNDARY, FigurePlace, FigureScheduler
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.core.data.dataset import centred
from perceptron_gui.core.data.edits import ReplaceAll
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.theory.inseparable.advice import OFFSET
from perceptron_gui.training.controller import TrainingController
from perceptron_gui.training.jobs import Jobs
from perceptron_gui.training.playback import Playback, speed_text

from .prediction import Prediction
from .verdict_finder import VerdictFinder
from .view_updater import ViewUpdater

# In which most runs of edited points arrive, so that nothing flickers; after it the new points are
# shown without a run.
_PATIENCE_MS = 90
_HEAD_START_S = 1.0  # of a run that goes on and on, before its verdict competes with it
_SPEED_STEP = 8  # levels a key press


class SessionController(QObject):
    """Owns the controllers of a window and connects them with its views."""

    run_shown = Signal(object)

    def __init__(self, window: MainWindow, session: Session, jobs: Jobs) -> None:
        super().__init__(window)
        self.window = window
        self.editing = Editing(session, self)
        self.selection = Selection(self.editing, self)
        self.training = TrainingController(self)
        self.playback = Playback(self)
        places: dict[str, FigurePlace] = {BOUNDARY: window.canvas, **window.plots}
        self.screen = FigureScheduler(session, places, window.is_seen, jobs, self)
        self.showing = ViewUpdater(window, self.screen, session)
        self.prediction = Prediction(
            window, self.playback, lambda: self.showing.asked_of, self.showing.show_outcome
        )
        self.verdict = VerdictFinder(window, self.playback, jobs)
        self._trained: tuple[object, object] | None = None
        self._requested_at = 0.0
        self.is_awaited = False  # the run of what is edited is on its way
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(_PATIENCE_MS)
        self._patience.timeout.connect(self._show_computing)
        self._next_cursor: int | Literal["end"] | None = None  # the visit to go to in the next run
        # From where the line was taken: the rule, and the visit to go back to with it.
        self._before_drag: tuple[Rule, int | Literal["end"]] | None = None
        self._drag = ""
        self._plays_next = False  # the run that is on its way
        self._connect_views()
        self._connect_training()
        self._on_session_changed(session)
        window.transport.show_speed(self.playback.speed, speed_text(self.playback.speed))

    def _connect_views(self) -> None:
        window, editing = self.window, self.editing
        for view in (window.canvas, window.table):
            view.edit_requested.connect(editing.edit_points)
            view.selection_requested.connect(self.selection.select)
            self.selection.selection_changed.connect(view.show_selection)
        window.canvas.edit_finished.connect(editing.finish_edit)
        window.canvas.weights_requested.connect(self._on_weights_requested)
        window.canvas.range_requested.connect(self.screen.show_range)
        window.canvas.aspect_changed.connect(self.screen.show_aspect)
        window.canvas.keys.space_tapped.connect(self.toggle_playing)
        window.rules.rules_requested.connect(editing.set_rules)
        window.rules.notation_requested.connect(editing.set_notation)
        window.rule_bar.rule_requested.connect(editing.set_rule)
        window.rule_bar.notation_requested.connect(editing.set_notation)
        for form in (window.rule_bar, window.rules):
            form.gesture_ended.connect(editing.finish_edit)
        window.rule_bar.problem_found.connect(editing.request_refused)
        window.rules.preset_requested.connect(editing.use_preset)
        window.offer.chosen.connect(self._on_offer_chosen)
        window.transport.seek_requested.connect(self.playback.seek)
        window.transport.speed_requested.connect(self.playback.set_speed)
        editing.session_changed.connect(self._on_session_changed)

    def _connect_training(self) -> None:
        self.training.run_advanced.connect(self._on_run_advanced)
        self.training.run_cleared.connect(self._on_run_cleared)
        self.training.run_failed.connect(self._on_run_failed)
        self.playback.run_changed.connect(self._on_run_changed)
        self.playback.moment_changed.connect(self.showing.show_moment)
        self.playback.moment_changed.connect(self.prediction.refresh)
        self.playback.playing_changed.connect(self.window.transport.show_playing)
        self.playback.speed_changed.connect(self.window.transport.show_speed)

    @property
    def run(self) -> Run | None:
        """The run that is shown, as far as it is computed."""
        return self.showing.run

    @property
    def is_computing(self) -> bool:
        """Tell whether there is nothing to show yet of the run of what is edited."""
        return self.is_awaited and self.run is None

    @property
    def cursor_to_come(self) -> int | Literal["end"]:
        """Where playback will stand when the run that is awaited arrives."""
        return self.playback.cursor.wanted if self._next_cursor is None else self._next_cursor

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        """What the actions about points and playing do."""
        play, selection, cursor = self.playback, self.selection, self.playback.cursor
        return {
            "edit.undo": self.editing.undo,
            "edit.redo": self.editing.redo,
            "edit.select_all": selection.select_all,
            "edit.relabel": selection.relabel,
            "edit.delete": selection.delete,
            "points.fit": self.window.canvas.fit,
            "play.toggle": self.toggle_playing,
            "play.forward": play.step_on,
            "play.back": partial(play.move, cursor.step, -1),
            "play.next_mistake": partial(play.move, cursor.next_mistake),
            "play.previous_mistake": partial(play.move, cursor.previous_mistake),
            "play.next_epoch": partial(play.move, cursor.next_epoch),
            "play.previous_epoch": partial(play.move, cursor.previous_epoch),
            "play.start": play.go_to_start,
            "play.end": play.go_to_end,
            "play.faster": partial(self._change_speed, _SPEED_STEP),
            "play.slower": partial(self._change_speed, -_SPEED_STEP),
            "play.loop": play.set_loop,
            "play.two_phase": self._set_two_phase,
            "play.future": self.showing.show_future,
        }

    def open_at(self, cursor: int | Literal["end"]) -> None:
        """Show all points of an opened session, and go to the cursor when its run arrives."""
        self.screen.show_range(None)
        self.playback.pause()
        self._play_next(False)
        # The run that is shown until that of the session comes may be shorter.
        self._next_cursor = cursor if len(self.editing.session.dataset) else None
        if self.is_awaited:  # nothing of another document is shown under the name of this one
            self._show_computing()
        else:  # the points and the rule are those of the run that is shown
            self._go_to_cursor()

    def close(self) -> None:
        """End the training thread and stop updating views."""
        self._patience.stop()
        self.verdict.drop()
        self.playback.pause()
        self.screen.close()
        self.training.close()

    @Slot(object)
    def _on_session_changed(self, session: Session) -> None:
        rule, trained = session.rules[session.shown], self._trained
        is_new = trained is None or trained[0] is not session.dataset or trained[1] != rule
        self.showing.show_session(session, run_follows=is_new)
        if is_new:
            if self._before_drag is not None and rule == self._before_drag[0]:
                self._next_cursor, self._before_drag = self._before_drag[1], None
            self._trained = session.dataset, rule
            self.verdict.drop()
            self._requested_at = time.perf_counter()
            self.is_awaited = len(session.dataset) > 0
            self.training.train(session.dataset, rule)
            if self.is_awaited and self.run is None:
                self._show_computing()
            elif self.is_awaited and not self._patience.isActive():
                self._patience.start()

    @Slot(object)
    def _on_run_advanced(self, run: Run) -> None:
        self._stop_waiting()
        self.playback.show_run(run)
        self._look_for_verdict(run)
        self._go_to_cursor()
        if self._plays_next:
            self._play_next(False)
            self.playback.play()

    def _go_to_cursor(self) -> None:
        cursor, self._next_cursor = self._next_cursor, None
        if cursor == "end":
            self.playback.go_to_end()
        elif cursor is not None:
            self.playback.seek(cursor)

    @Slot()
    def toggle_playing(self) -> None:
        """Play or pause; a run that is on its way plays as soon as it is there."""
        if self.is_computing and not self.playback.is_playing:
            self._play_next(not self._plays_next)
        else:
            self.playback.toggle()

    def _play_next(self, plays: bool) -> None:
        """Play the run that is on its way, or not; the large button shows which."""
        if plays != self._plays_next:
            self._plays_next = plays
            self.window.transport.show_playing(plays)

    @Slot()
    def _on_run_cleared(self) -> None:
        self._stop_waiting()
        self._play_next(False)
        self.playback.show_run(None)
        self.playback.go_to_start()

    @Slot(object)
    def _on_run_failed(self, error: InputError) -> None:
        self._stop_waiting()
        self._play_next(False)
        self.playback.show_run(None)
        self._on_run_changed(None)  # which was announced if it was awaited
        self.window.status.show_problem(window_sentence(error))

    @Slot(object)
    def _on_run_changed(self, run: Run | None) -> None:
        self.showing.show_run(run, self.playback.moment, self.is_awaited)
        self.prediction.refresh()
        self.run_shown.emit(run)

    @Slot()
    def _show_computing(self) -> None:
        """Show what is edited without a run: that of it takes a while, and no other is shown."""
        self._patience.stop()
        if self.run is None:
            self._on_run_changed(None)
        else:
            self.playback.await_run()

    def _stop_waiting(self) -> None:
        self._patience.stop()
        self.is_awaited = False

    def _look_for_verdict(self, run: Run) -> None:
        """Look for a verdict that takes long, while all else goes on."""
        if run.is_over or time.perf_counter() - self._requested_at > _HEAD_START_S:
            self.verdict.look_for(run)

    @Slot(object, str)
    def _on_weights_requested(self, weights: tuple[float, ...] | None, drag: str) -> None:
        """Start the run at weights drawn by hand, and show its start."""
        if drag != self._drag:
            self._drag, self._before_drag = drag, (self.editing.rule, self.playback.cursor.wanted)
            self.playback.pause()
        self.editing.set_start(weights, drag)
        if weights is not None:
            self.playback.go_to_start()

    @Slot(str)
    def _on_offer_chosen(self, key: str) -> None:
        """Change what keeps a run from learning, as one step of undo."""
        if key == OFFSET:
            self.editing.set_rule(replace(self.editing.rule, offset=True), "Learn an offset")
        else:
            self.editing.edit_points(
                "Use −1 and +1", ReplaceAll(centred(self.editing.session.dataset))
            )
            self.screen.show_range(None)

    def _set_two_phase(self, two_phase: bool) -> None:
        self.playback.set_two_phase(two_phase)
        self.prediction.refresh()

    def _change_speed(self, levels: int) -> None:
        self.playback.set_speed(self.playback.speed + levels)
