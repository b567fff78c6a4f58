"""The session of a window: edits start training, and the run that arrives is played."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Slot

from perceptron_gui.app.state.app_state import Store
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.figure_scheduler import PAUSE_MS, FigurePlace, FigureScheduler
from perceptron_gui.base.errors import InputError, window_sentence
from perceptron_gui.core.data.dataset import Dataset, ReplaceAll, centred
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.inseparable.cycle import OFFSET
from perceptron_gui.training.controller import TrainingController, has_many_numbers
from perceptron_gui.training.jobs import Jobs, Task, now_and_then
from perceptron_gui.training.playback import Playback
from perceptron_gui.views.chrome.status import VerdictStrip

# Most runs of edited points arrive within this time, so nothing flickers. After it the new points
# are shown without a run.
_PATIENCE_MS = 90
SHOW_XOR = "xor"  # the key of an offer where a page has nothing to show
_HEAD_START_S = 1.0  # a long run computes alone for so long, then its verdict competes
_SPEED_STEP = 8  # levels a key press
_QUIET_S = 0.5  # a search for the verdict reports nothing until then: most have ended
_REPORT_S = 0.1  # between two reports

CursorPlace = int | Literal["end"]


class SessionController(QObject):
    """Owns what edits, trains and plays; all of it updates the store."""

    def __init__(
        self,
        store: Store,
        jobs: Jobs,
        places: Mapping[str, FigurePlace],
        is_seen: Callable[[str], bool],
        verdict: VerdictStrip,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.store = store
        self.training = TrainingController(jobs, self)
        self.playback = Playback(self)
        self.verdict = VerdictFinder(verdict, store, self.playback, jobs, self)
        self._requested_at = 0.0
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._await_run)
        self._next_cursor: CursorPlace | None = None  # the visit to go to in the next run
        # Before the line was dragged: the rule, and the visit to return to when it comes back.
        self._before_drag: tuple[Rule, CursorPlace] | None = None
        self._drag = ""
        self.training.run_advanced.connect(self._on_run_advanced)
        self.training.run_cleared.connect(self._on_run_cleared)
        self.training.run_failed.connect(self._on_run_failed)
        self.playback.changed.connect(lambda run, moment: store.update(run=run, moment=moment))
        self.playback.playing_changed.connect(lambda plays: store.update(plays=plays))
        # First of all readers: training is requested before anybody shows the new points.
        store.subscribe(lambda state: (state.session.dataset, state.rule), self._train)
        store.subscribe(
            lambda state: state.document.origin, lambda opened: self.open_at(opened.session.cursor)
        )
        self.editing = Editing(store, self)
        self.screen = FigureScheduler(store, places, is_seen, jobs, self)

    @property
    def run(self) -> Run | None:
        """The run that is shown, as far as it is computed."""
        return self.store.state.run

    @property
    def cursor(self) -> CursorPlace:
        """The current visit, or the one to go to when the awaited run arrives."""
        state = self.store.state
        if state.is_awaited:
            return self.playback.cursor.wanted if self._next_cursor is None else self._next_cursor
        at_end = state.run is not None and state.moment.visit == state.run.computed_visits
        return "end" if at_end else state.moment.visit

    @property
    def handlers(self) -> dict[str, Callable[..., object]]:
        play, editing, cursor = self.playback, self.editing, self.playback.cursor
        return {
            "edit.undo": editing.undo,
            "edit.redo": editing.redo,
            "edit.select_all": editing.select_all,
            "edit.relabel": editing.relabel_selection,
            "edit.delete": editing.delete_selection,
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
            "play.future": lambda shown: self.store.update(future=shown),
        }

    def open_at(self, cursor: CursorPlace) -> None:
        """Show all points, and go to `cursor` when the run arrives."""
        self.playback.pause()
        self.store.update(range=None, plays=False)
        # Until the new run arrives the shown one may be too short for this visit.
        is_empty = not len(self.store.state.session.dataset)
        self._next_cursor = None if is_empty and cursor != "end" else cursor
        if self.store.state.is_awaited:
            self._await_run()  # the run of another document must not be shown with this one
        elif not is_empty:  # the shown run already has these points and this rule
            self._go_to_cursor()

    def close(self) -> None:
        """End training and stop updating views."""
        self._patience.stop()
        self.verdict.drop()
        self.playback.pause()
        self.screen.close()
        self.training.close()

    def _train(self, learnt: tuple[Dataset, Rule]) -> None:
        """Request the run of other points, or with another rule."""
        dataset, rule = learnt
        if self._before_drag is not None and rule == self._before_drag[0]:
            self._next_cursor, self._before_drag = self._before_drag[1], None
        self.verdict.drop()
        self._requested_at = time.perf_counter()
        is_awaited = len(dataset) > 0
        self.store.update(is_awaited=is_awaited)
        self.training.train(dataset, rule)
        if is_awaited and self.run is not None and not self._patience.isActive():
            self._patience.start()

    @Slot(object)
    def _on_run_advanced(self, run: Run) -> None:
        self._patience.stop()
        with self.store.together():
            self.store.update(is_awaited=False, problem="")
            self.playback.show_run(run)
            if run.is_over or time.perf_counter() - self._requested_at > _HEAD_START_S:
                self.verdict.look_for()
            self._go_to_cursor()
        if self.store.state.plays:
            self.playback.play()

    def _go_to_cursor(self) -> None:
        cursor, self._next_cursor = self._next_cursor, None
        if cursor == "end":
            self.playback.go_to_end()
        elif cursor is not None:
            self.playback.seek(cursor)

    @Slot()
    def toggle_playing(self) -> None:
        """Play or pause; an awaited run plays as soon as it arrives."""
        if self.store.state.is_computing and not self.playback.is_playing:
            self.store.update(plays=not self.store.state.plays)
        else:
            self.playback.toggle()

    @Slot()
    def _on_run_cleared(self) -> None:
        self._show_no_run()
        self.playback.go_to_start()

    @Slot(object)
    def _on_run_failed(self, error: InputError) -> None:
        self._show_no_run(window_sentence(error))

    def _show_no_run(self, problem: str = "") -> None:
        self._patience.stop()
        with self.store.together():
            self.store.update(is_awaited=False, plays=False, problem=problem)
            self.playback.show_run(None)

    @Slot()
    def _await_run(self) -> None:
        """Show the edited points without a run, because it takes a while."""
        self._patience.stop()
        if self.run is not None:
            self.playback.await_run()

    @Slot(object, str)
    def start_at_weights(self, weights: tuple[float, ...] | None, drag: str) -> None:
        """Start the run at weights drawn by hand, and go to visit 0."""
        if drag != self._drag:
            self._drag, self._before_drag = drag, (self.editing.rule, self.playback.cursor.wanted)
            self.playback.pause()
        self.editing.set_start(weights, drag)
        if weights is not None:
            self.playback.go_to_start()

    @Slot(str)
    def help_run(self, key: str) -> None:
        """Apply an offer to a run that learns nothing or shows nothing, as one step of undo."""
        if key == SHOW_XOR:
            self.editing.set_rule(Rule(), "Show XOR", dataset=make(LIBRARY["xor"]))
            self.store.update(range=None)
        elif key == OFFSET:
            self.editing.set_rule(replace(self.editing.rule, offset=True), "Learn an offset")
        else:
            self.editing.edit_points(
                "Use −1 and +1", ReplaceAll(centred(self.editing.session.dataset))
            )
            self.store.update(range=None)

    def _set_two_phase(self, two_phase: bool) -> None:
        with self.store.together():
            self.playback.set_two_phase(two_phase)
            self.store.update(asks_first=two_phase)

    def _change_speed(self, levels: int) -> None:
        self.playback.set_speed(self.playback.speed + levels)


class VerdictFinder(QObject):
    """Finds the verdict on the current run in the background; the user may cancel."""

    def __init__(
        self,
        strip: VerdictStrip,
        store: Store,
        playback: Playback,
        jobs: Jobs,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._strip, self._store = strip, store
        self._playback = playback
        self._jobs = jobs
        self._task: Task | None = None  # the search, also after it has ended
        self.pause = QTimer(self, singleShot=True, interval=PAUSE_MS)  # of a drag
        self.pause.timeout.connect(self._begin)
        strip.pressed.connect(self._on_pressed)

    def look_for(self) -> None:
        """Look for the verdict on the run, unless it is known, being searched for or cancelled.

        With very many points the search starts when a drag pauses; it would slow the drag down.
        """
        run = self._playback.cursor.run
        if run is None or run.known_verdict is not None or run.verdict_search.is_cancelled:
            return
        if has_many_numbers(run):
            self.pause.start()
        else:
            self._begin()

    @Slot()
    def _begin(self) -> None:
        run = self._playback.cursor.run
        if run is not None and self._task is None:
            self._task = self._jobs.submit(
                # Whether a line separates the points.
                lambda task: run.verdict_search.find(
                    task.check_cancelled, now_and_then(task, _QUIET_S, _REPORT_S)
                ),
                key="verdict",
                on_progress=self._on_progress,
                on_done=self._on_found,
                on_failed=lambda _error: self._show_nothing(),  # reported elsewhere
            )

    def drop(self) -> None:
        """Forget the search: there are other points or another rule."""
        self.pause.stop()
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._show_nothing()

    @Slot()
    def _on_pressed(self) -> None:
        """Cancel the search, and say so wherever the verdict would stand; or start it again."""
        run = self._playback.cursor.run
        if run is None:
            return
        if run.verdict_search.is_cancelled:
            run.verdict_search.is_cancelled = False
            self._show_nothing()
            self._playback.show_run(run.without_waiting())
            self.look_for()
        elif self._task is not None and self._task.is_pending:
            self.drop()
            run.verdict_search.is_cancelled = True
            self._playback.show_run(run.without_waiting())
            self._strip.show_cancelled()

    def _on_progress(self, what: str, share: float) -> None:
        self._store.update(search=f"{what}, {share:.0%}")
        self._strip.show_step(what, share)

    def _on_found(self, _verdict: object) -> None:
        self._show_nothing()
        run = self._playback.cursor.run
        if run is not None:
            self._playback.show_run(run.without_waiting())

    def _show_nothing(self) -> None:
        self._strip.hide()
        self._store.update(search="")
