"""Looks for a verdict that takes long, while everything else goes on, and tells how far it is."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Slot

from perceptron_gui.app.state.figure_scheduler import PAUSE_MS
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import Separability
from perceptron_gui.training.controller import has_many_numbers
from perceptron_gui.training.jobs import Jobs, Task, now_and_then
from perceptron_gui.training.playback import Playback
from perceptron_gui.views.chrome.status import StatusLine, VerdictStrip

_QUIET_S = 0.5  # of a search that nobody is told about, since most are over by then
_REPORT_S = 0.1  # between two reports


class VerdictFinder(QObject):
    """Finds the verdict on the run that is played; whoever does not want to wait cancels."""

    def __init__(
        self,
        strip: VerdictStrip,
        status: StatusLine,
        playback: Playback,
        jobs: Jobs,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._strip, self._status = strip, status
        self._playback = playback
        self._jobs = jobs
        self._task: Task | None = None  # what looks for the verdict, or has found it
        self._wanted: Run | None = None  # whose verdict is looked for after a pause
        self.pause = QTimer(self, singleShot=True, interval=PAUSE_MS)  # of a drag
        self.pause.timeout.connect(self._begin)
        strip.cancel_requested.connect(self.cancel)
        strip.search_requested.connect(self.search_again)

    def look_for(self, run: Run) -> None:
        """Look for the verdict on a run, unless that is known, under way or not wanted.

        Where the points are very many, a drag has to pause first: the search would slow it down.
        """
        is_missing = run.known_verdict is None and self._task is None
        if is_missing and not run.verdict_search.is_cancelled:
            self._wanted = run
            if has_many_numbers(run):
                self.pause.start()
            else:
                self._begin()

    @Slot()
    def _begin(self) -> None:
        run, self._wanted = self._wanted, None
        if run is not None and self._task is None:
            self._task = self._jobs.submit(
                partial(_verdict_of, run),
                key="verdict",
                on_progress=self._on_progress,
                on_done=self._on_found,
                on_failed=lambda _error: self._show_nothing(),  # of the program's own: it was told
            )

    def drop(self) -> None:
        """Forget the search: there are other points or another rule."""
        self.pause.stop()
        self._wanted = None
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._show_nothing()

    @Slot()
    def cancel(self) -> None:
        """End the search, and say so wherever its verdict would be."""
        run = self._playback.cursor.run
        if run is None or self._task is None or not self._task.is_pending:
            return
        self.drop()
        run.verdict_search.is_cancelled = True
        self._playback.show_run(run.without_waiting())
        self._strip.show_cancelled()

    @Slot()
    def search_again(self) -> None:
        """Look after all for the verdict that was cancelled."""
        run = self._playback.cursor.run
        if run is not None and run.verdict_search.is_cancelled:
            run.verdict_search.is_cancelled = False
            self._show_nothing()
            self._playback.show_run(run.without_waiting())
            self.look_for(run)

    def _on_progress(self, what: str, share: float) -> None:
        self._status.show_step(f"{what}, {share:.0%}")
        self._strip.show_step(what, share)

    def _on_found(self, _verdict: object) -> None:
        self._show_nothing()
        run = self._playback.cursor.run
        if run is not None:
            self._playback.show_run(run.without_waiting())

    def _show_nothing(self) -> None:
        self._strip.hide()
        self._status.show_step("")


def _verdict_of(run: Run, task: Task) -> Separability:
    """Return whether a line separates the points. Runs in the background."""
    return run.verdict_search.find(task.check_cancelled, now_and_then(task, _QUIET_S, _REPORT_S))
