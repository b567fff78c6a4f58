"""The α of the distance view, chosen with a slider: an option of the view in the session."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QObject, Slot

from perceptron_gui.app.session.controller import SessionController
from perceptron_gui.app.state.app_state import stored_options
from perceptron_gui.base.params import json_fraction
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves.distance import DistanceOptions
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.convergence.formulas import basis_of, why_not
from perceptron_gui.views.figure.dragged import FactorView

DISTANCE = "distance"
_ALPHA = "alpha"


class AlphaController(QObject):
    """Tells the view what α is in force and what that of the proof is, and stores another one."""

    def __init__(self, view: FactorView, controller: SessionController, parent: QObject) -> None:
        super().__init__(parent)
        self._view, self._controller = view, controller
        view.alpha_requested.connect(self._on_alpha_requested)
        view.gesture_ended.connect(controller.editing.finish_edit)
        controller.run_shown.connect(self._show_alpha)
        controller.editing.session_changed.connect(self._show_alpha)
        self._show_alpha()

    @Slot()
    def _show_alpha(self) -> None:
        options = stored_options(self._controller.editing.session, DISTANCE)
        assert isinstance(options, DistanceOptions)
        self._view.show_alpha(options.alpha, self._own(self._controller.run, options))

    def _own(self, run: Run | None, options: DistanceOptions) -> Fraction | None:
        """Return the α of the proof, or None where there is none or not yet."""
        if run is None or run.verdict_is_pending or run.bounds is None:
            return None
        if options.separator and why_not(run, options.separator):
            return None
        notation = NOTATIONS[self._controller.editing.session.notation]
        return basis_of(run, run.bounds, notation, options.separator).alpha

    @Slot(object, str)
    def _on_alpha_requested(self, alpha: Fraction | None, gesture: str) -> None:
        editing = self._controller.editing
        options = dict(editing.session.views.get(DISTANCE, {}))
        options.pop(_ALPHA, None)
        if alpha is not None:
            options[_ALPHA] = json_fraction(alpha)
        editing.set_view_options(DISTANCE, options, gesture)
