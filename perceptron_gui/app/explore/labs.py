"""The laboratory: the experiment and the figures of the visible page, computed in the background.

Hidden pages compute nothing; what changed meanwhile is computed when they are shown.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from perceptron_gui.app.state.app_state import stored_options
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.figure_scheduler import FIGURES
from perceptron_gui.base.errors import window_sentence
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.model.view import options_given, read_options
from perceptron_gui.labs.lab import Replay
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.training.jobs import Jobs, Task, run_experiment
from perceptron_gui.views.labs.page import Draw, LabPage

_DEBOUNCE_MS = 150  # without another change, after which an experiment begins
_EMPTY = "Add points to the plane first."


class LabController(QObject):
    """Runs the experiments of pages, and shows their results. `close` it at the end."""

    message_shown = Signal(str)

    def __init__(self, editing: Editing, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self.jobs = jobs
        self._page: LabPage | None = None  # the visible one
        self._pages: list[LabPage] = []
        self._stale: set[LabPage] = set()
        self._experiment: Task | None = None
        self._figures: dict[str, Task] = {}  # the newest of each view
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._begin)
        editing.store.subscribe(lambda state: state.session, self._on_session_changed)
        editing.store.subscribe(lambda state: (state.run, state.moment), self._show_run)

    @property
    def is_busy(self) -> bool:
        """Tell whether an experiment is running, or about to begin."""
        is_running = self._experiment is not None and self._experiment.is_pending
        return is_running or self._timer.isActive()

    @property
    def is_drawing(self) -> bool:
        """Tell whether a figure is being drawn for a page, or about to be."""
        is_due = self._page is not None and self._page.is_due
        return is_due or any(task.is_pending for task in self._figures.values())

    def add(self, page: LabPage) -> None:
        """Work for a new page whenever it is visible."""
        self._pages.append(page)
        self._stale.add(page)
        page.settings_changed.connect(partial(self._store_options, page))
        page.settings_changed.connect(partial(self._on_experiment_requested, page))
        page.experiment_requested.connect(partial(self._on_experiment_requested, page))
        page.options_changed.connect(partial(self._store_options, page))
        page.drawing_requested.connect(partial(self._on_drawing_requested, page))
        page.stop_requested.connect(self.stop)
        page.replay_requested.connect(self._on_replay_requested)
        page.offer_chosen.connect(self._on_replay_requested)

    def show_page(self, page: LabPage | None) -> None:
        """Work for the page that is visible now, or for none."""
        if page is self._page:
            return
        if self.is_busy and self._page is not None:
            self._stale.add(self._page)
        self.stop()
        self._page = page
        self._on_session_changed(self._editing.session)
        self._show_run()
        if page is not None and page in self._stale:
            if len(self._editing.session.dataset):
                page.show_preparing()
            self._timer.start(0)

    def _show_run(self, _shown: object = None) -> None:
        state = self._editing.store.state
        if self._page is not None and state.run is not None:
            self._page.show_run(state.run, state.visits_made)

    @Slot()
    def stop(self) -> None:
        """Cancel the experiment; the page keeps the result so far."""
        self._timer.stop()
        if self._experiment is not None:
            self._experiment.cancel()
        if self._page is not None:
            self._page.show_progress(0, 0)

    def close(self) -> None:
        """Stop starting experiments."""
        self._timer.stop()

    def _on_session_changed(self, session: Session) -> None:
        page = self._page
        for each in self._pages:
            if each is not page:
                each.forget_others(session.dataset)
        if page is None:
            return
        page.show_notation(session.notation)
        is_due = page.show_options(stored_options(session, page.name))
        is_new = page.show_data(session.dataset, session.rules, session.shown)
        if is_new:
            for task in self._figures.values():  # of what was tried before
                task.cancel()
        if is_new or is_due:
            self._stale.add(page)
            self._timer.start(_DEBOUNCE_MS)

    def _on_experiment_requested(self, page: LabPage) -> None:
        self._stale.add(page)
        if page is self._page:
            self._timer.start(_DEBOUNCE_MS)

    def _store_options(self, page: LabPage) -> None:
        """Store what is chosen on a page in the session, so that it is saved and undone."""
        known, chosen = dict(self._editing.session.views.get(page.name, {})), page.kept_options
        given = options_given(read_options(VIEWS[page.name].options, chosen))
        kept = {key: value for key, value in known.items() if key not in chosen} | given
        if kept != known:
            self._editing.set_view_options(page.name, kept)

    def _on_drawing_requested(self, page: LabPage, name: str, draw: Draw) -> None:
        self._figures[name] = self.jobs.submit(
            lambda _task: draw(),
            key=f"lab figure {name}",
            lane=FIGURES,
            latest_only=True,
            on_done=partial(page.show_drawing, name),
            on_failed=lambda _error: None,  # the last figure stays; the jobs tell the program
        )

    @Slot(object)
    def _on_replay_requested(self, asked: Replay) -> None:
        """Put a run on the plane, with other points if it has them, as one step of undo."""
        session = self._editing.session
        if asked.dataset is not None:
            self._editing.set_rule(asked.rule, asked.name, dataset=asked.dataset)
            self.message_shown.emit(f"{asked.name}. Undo brings the points back as they were.")
        elif asked.rule in session.rules:  # which competed as it is
            self._editing.set_rules(session.rules, session.rules.index(asked.rule), asked.name)
        else:
            self._editing.set_rule(asked.rule, asked.name)

    @Slot()
    def _begin(self) -> None:
        page = self._page
        if page is None:
            return
        self.stop()
        self._stale.discard(page)
        prepare = page.experiment() if len(self._editing.session.dataset) else None
        if prepare is None:
            page.show_problem("" if len(self._editing.session.dataset) else _EMPTY)
            return
        page.show_preparing()
        self._experiment = self.jobs.submit(
            partial(run_experiment, prepare),
            key="experiment",
            on_progress=partial(_show_progress, page),
            on_done=partial(_show_progress, page, 1, 1),
            on_failed=lambda error: page.show_problem(window_sentence(error)),
        )


def _show_progress(page: LabPage, done: int, total: int, result: object) -> None:
    page.show_progress(done, total)
    page.show_result(result)
