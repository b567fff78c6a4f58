"""Shows the session, the run and the moment in every view of a window."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Slot

from perceptron_gui.app.state.figure_scheduler import FigureScheduler
from perceptron_gui.app.window.window import MainWindow
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.model.session import Session
from perceptron_gui.lectures.notation import NOTATIONS, Notation
from perceptron_gui.lectures.visit import VisitContext
from perceptron_gui.theory.inseparable.advice import CENTRED, OFFSET, advice
from perceptron_gui.theory.run_text.headline import (
    headline,
    headline_without_run,
    with_outcome,
)
from perceptron_gui.theory.run_text.status import VERDICT
from perceptron_gui.views.chrome.place import geometry_words
from perceptron_gui.views.widgets.stage import is_seen

# What helps where something keeps a run from learning: titles and tips.
_HELP = {
    CENTRED: (
        "Use −1 and +1",
        "Replace every coordinate 0 by −1, so that no point is the origin",
    ),
    OFFSET: ("Learn an offset", "Let the line leave the origin"),
}


class ViewUpdater(QObject):
    """Knows what is shown; panels that take long are updated only while they are visible."""

    def __init__(self, window: MainWindow, screen: FigureScheduler, session: Session) -> None:
        super().__init__(window)
        self.run: Run | None = None
        self._window = window
        self._screen = screen
        self._session = session
        self._moment = Moment()
        self._outcome: tuple[str, ...] = ()  # of the poll about this visit, longest first
        self._is_computing = False
        self._hides: frozenset[str] = frozenset()  # what a lesson hides
        self._shown: tuple[Run | None, bool, Moment] | None = None  # by the views of a moment
        for dock in window.docks.values():
            dock.visibilityChanged.connect(screen.request)
        window.middle.changed.connect(screen.request)
        window.docks["points"].visibilityChanged.connect(self._show_scores)
        window.docks["explanation"].visibilityChanged.connect(self._explain)

    def show_session(self, session: Session, run_follows: bool) -> None:
        """Show what is edited; `run_follows` tells that its run is being computed."""
        self._session = session
        window = self._window
        window.rules.show_dimension(session.dataset.dimension)
        window.rules.show_rules(session.rules, session.shown)
        window.rules.show_notation(session.notation)
        window.rule_bar.show_dimension(session.dataset.dimension)
        window.rule_bar.show_rule(session.rules[session.shown])
        window.rule_bar.show_notation(session.notation)
        window.status.show_notation(session.notation)
        window.table.show_dataset(session.dataset)
        window.canvas.show_dataset(session.dataset)
        self._screen.show_session(session, run_follows)
        if not run_follows:
            self._show_headline()
            self._explain()

    def show_run(self, run: Run | None, moment: Moment, is_awaited: bool = False) -> None:
        """Show a run as far as it is computed, where playback stands in it.

        Without a run there are no points, or it is awaited.
        """
        is_computing = run is None and is_awaited
        self.run, self._is_computing = run, is_computing
        self._window.transport.show_run(run, is_computing)
        self._window.status.show_run(run, is_computing, moment)
        self._screen.show_run(run, is_computing)
        self._offer_help(run)
        self.show_moment(moment)

    @Slot(object)
    def show_moment(self, moment: Moment) -> None:
        """Show where playback stands; nothing happens where run and moment are as before."""
        shown = self.run, self._is_computing, moment
        if self._shown == shown:
            return
        if self._is_step(moment):
            self._window.canvas.turning.expect()
        self._moment, self._shown = moment, shown
        self._window.transport.show_moment(moment)
        self._window.status.show_moment(moment)
        self._screen.show(moment=moment)
        self._show_scores()
        self._show_weights()
        self._show_headline()
        self._explain()

    def _is_step(self, moment: Moment) -> bool:
        """Tell whether a moment comes after other visits of the run that is shown."""
        if self._shown is None or self._shown[0] is None or self.run is None:
            return False
        is_same = self._shown[0].cache is self.run.cache
        return is_same and moment.visits_made != self._moment.visits_made

    @property
    def asked_of(self) -> tuple[Run | None, Notation]:
        """The run that questions are about, and the symbols that they are in."""
        return self.run, NOTATIONS[self._session.notation]

    def show_outcome(self, outcome: tuple[str, ...]) -> None:
        """Begin the headline with the outcome of a poll, or with nothing."""
        if outcome != self._outcome:
            self._outcome = outcome
            self._show_headline()

    def show_future(self, future: bool) -> None:
        """Show the rest of the run, or hide it."""
        self._screen.show(future=future)
        self._window.transport.show_future(future)
        self._window.status.show_future(future)

    def show_hidden(self, hides: frozenset[str]) -> None:
        """Keep back what a lesson hides, the future or the verdict, wherever it would be said."""
        if hides == self._hides:
            return
        self._hides = hides
        self._screen.show(hides=hides)
        self._window.transport.show_hidden(hides)
        self._window.status.show_hidden(hides)
        self._offer_help(self.run)
        self._show_headline()

    def score_at(self, place: tuple[float, float] | None) -> float | None:
        """Return the score of a place on the plane, or None without a run in two dimensions."""
        run = self.run
        if place is None or run is None or run.dataset.dimension != 2:
            return None
        weights = run.weights_at(self._visits_made(run))
        return float(run.space.features(np.array([place]))[0] @ weights)

    def geometry_at(self, place: tuple[float, float] | None) -> str:
        """Say how far a place of the plane is from the line, and at which angle to w."""
        run = self.run
        if place is None or run is None or run.dataset.dimension != 2:
            return ""
        notation = NOTATIONS[self._session.notation]
        return geometry_words(run, self._visits_made(run), place, notation)

    def _offer_help(self, run: Run | None) -> None:
        """Offer what helps where something keeps a run from learning."""
        found = None if VERDICT in self._hides else advice(run)
        helps = found.helps if found is not None else ()
        words = found.why if found is not None else ""
        self._window.offer.show_offer(words, {key: _HELP[key] for key in helps})

    def _show_headline(self) -> None:
        notation = NOTATIONS[self._session.notation]
        hides_verdict = VERDICT in self._hides
        if self.run is not None:
            words = headline(self.run, self._moment, notation, hides_verdict)
        else:
            words = headline_without_run(self._is_computing, len(self._session.dataset) > 0)
        if self._outcome:
            words = with_outcome(words, self._outcome)
        self._window.headline.show_headline(words)

    @property
    def _asked(self) -> int | None:
        """The point that a class is asked about, if it is just one."""
        run, moment = self.run, self._moment
        if run is None or not moment.is_asked or moment.visit > run.visits:
            return None
        return VisitContext(run, moment.visit, NOTATIONS[self._session.notation]).index

    def _visits_made(self, run: Run) -> int:
        return min(self._moment.visits_made, run.visits)

    @Slot()
    def _show_scores(self) -> None:
        if is_seen(self._window.table):
            self._window.table.show_scores(self.run, self._moment.visits_made, self._asked)

    @Slot()
    def _explain(self) -> None:
        if is_seen(self._window.explanation):
            notation = NOTATIONS[self._session.notation]
            self._window.explanation.show_explanation(
                self.run, self._moment, notation, self._is_computing
            )

    def _show_weights(self) -> None:
        """Show handles on the boundary if it is a line."""
        run = self.run
        if run is None or run.dataset.dimension != 2 or not run.space.is_plain:
            self._window.canvas.show_weights(None)
            return
        weights = run.weights_at(self._visits_made(run)).tolist()
        self._window.canvas.show_weights(weights, float(run.rule.bias_scale))
