"""The laboratory: what the page that is seen asks for is computed on a thread of its own.

Pages behind the front compute nothing; what changed meanwhile is caught up with when they are seen.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from perceptron_gui.app.state.editing import Editing
from perceptron_gui.app.state.screen_state import readable_options
from perceptron_gui.base.errors import sentence
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session
from perceptron_gui.figures.model.figure import Drawing
from perceptron_gui.figures.model.view import options_given, read_options
from perceptron_gui.labs.registry import VIEWS
from perceptron_gui.training.jobs.experiments import Experimenter, Progress
from perceptron_gui.training.jobs.renderer import FigureRenderer
from perceptron_gui.views.labs.page import Draw, LabPage

_CALM = 150  # milliseconds without another change, after which an experiment begins
_EMPTY = "Add points to the plane first."


class LabController(QObject):
    """Asks for the experiments of pages, and shows them what comes of it. `close` it at the end."""

    crashed = Signal(str)  # the traceback of an error in the program

    def __init__(self, editing: Editing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._page: LabPage | None = None  # the one that is seen
        self._stale: set[LabPage] = set()
        self._experimenter: Experimenter | None = None  # most lessons never need the thread
        self._studio = FigureRenderer(self)
        self._studio.figure_drawn.connect(self._on_figure_drawn)
        self._studio.drawing_crashed.connect(self.crashed)
        self._drawn_for: dict[str, LabPage] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._begin)
        editing.session_changed.connect(self._on_session_changed)

    @property
    def is_busy(self) -> bool:
        """Tell whether an experiment is under way, or about to begin."""
        busy = self._experimenter is not None and self._experimenter.is_busy
        return busy or self._timer.isActive()

    @property
    def is_drawing(self) -> bool:
        """Tell whether there is something that a page does not show yet."""
        return self._studio.is_busy or (self._page is not None and self._page.is_due)

    def add(self, page: LabPage) -> None:
        """Take a page that was made."""
        self._stale.add(page)
        page.settings_changed.connect(partial(self._on_settings_changed, page))
        page.options_changed.connect(partial(self._keep_options, page))
        page.drawing_requested.connect(partial(self._on_drawing_requested, page))
        page.stop_requested.connect(self.stop)
        page.rule_requested.connect(self._on_rule_requested)

    def show_page(self, page: LabPage | None) -> None:
        """Work for a page that has come to the front, or for none."""
        if page is self._page:
            return
        if self.is_busy and self._page is not None:
            self._stale.add(self._page)
        self.stop()
        self._page = page
        self._on_session_changed(self._editing.session)
        if page is not None and page in self._stale:
            self._timer.start(0)

    @Slot()
    def stop(self) -> None:
        """End what is being computed where it stands; what is known of it stays."""
        self._timer.stop()
        if self._experimenter is not None:
            self._experimenter.cancel()
        if self._page is not None:
            self._page.show_progress(0, 0)

    def close(self) -> None:
        """End the threads."""
        self._timer.stop()
        self._studio.close()
        if self._experimenter is not None:
            self._experimenter.close()

    @Slot(object)
    def _on_session_changed(self, session: Session) -> None:
        page = self._page
        if page is None:
            return
        page.show_notation(session.notation)
        kept = readable_options(session, page.name)
        is_due = page.show_options(read_options(VIEWS[page.name].options, kept))
        if page.show_data(session.dataset, session.rules, session.shown) or is_due:
            self._stale.add(page)
            self._timer.start(_CALM)

    def _on_settings_changed(self, page: LabPage) -> None:
        self._keep_options(page)
        self._stale.add(page)
        if page is self._page:
            self._timer.start(_CALM)

    def _keep_options(self, page: LabPage) -> None:
        """Keep what is chosen on a page with the session, so that it is saved and undone."""
        known, chosen = dict(self._editing.session.views.get(page.name, {})), page.kept_options
        given = options_given(read_options(VIEWS[page.name].options, chosen))
        kept = {key: value for key, value in known.items() if key not in chosen} | given
        if kept != known:
            self._editing.set_view_options(page.name, kept)

    def _on_drawing_requested(self, page: LabPage, name: str, draw: Draw) -> None:
        self._drawn_for[name] = page
        self._studio.ask(name, lambda _watch: draw())

    @Slot(str, object, float)
    def _on_figure_drawn(self, name: str, drawing: Drawing, _seconds: float) -> None:
        self._drawn_for[name].show_drawing(name, drawing)

    @Slot(object, str)
    def _on_rule_requested(self, rule: Rule, name: str) -> None:
        session = self._editing.session
        if rule in session.rules:  # which competed as it is
            self._editing.set_rules(session.rules, session.rules.index(rule), name)
            return
        rules = list(session.rules)
        rules[session.shown] = rule
        self._editing.set_rules(tuple(rules), session.shown, name)

    @Slot()
    def _begin(self) -> None:
        page = self._page
        if page is None:
            return
        self._stale.discard(page)
        prepare = page.experiment() if len(self._editing.session.dataset) else None
        if prepare is None:
            self.stop()
            page.show_problem("" if len(self._editing.session.dataset) else _EMPTY)
            return
        if self._experimenter is None:
            self._experimenter = Experimenter(self)
            self._experimenter.progressed.connect(self._on_progressed)
            self._experimenter.refused.connect(self._on_refused)
            self._experimenter.crashed.connect(self._on_crashed)
        page.show_progress(0, 1)
        self._experimenter.start(prepare)

    @Slot(object)
    def _on_progressed(self, progress: Progress) -> None:
        if self._page is not None:
            self._page.show_progress(progress.done, progress.total)
            self._page.show_result(progress.result)

    @Slot(str)
    def _on_refused(self, why: str) -> None:
        if self._page is not None:
            self._page.show_problem(sentence(why))

    @Slot(str)
    def _on_crashed(self, report: str) -> None:
        self.stop()
        self.crashed.emit(report)
