"""What the what-if panel asks for becomes a change of the document; what is known comes down."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from perceptron_gui.app.session.view_updater import is_seen
from perceptron_gui.app.state.editing import Editing
from perceptron_gui.base.cancel import CancelCheck
from perceptron_gui.core.data.edits import Edit
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves.bias_scale import BiasScaleOptions, draw_curve
from perceptron_gui.theory.what_if.constant import BiasCurve, bias_curve
from perceptron_gui.training.jobs.jobs import Answers, Background
from perceptron_gui.views.what_if.constant import FoundCurve
from perceptron_gui.views.what_if.panel import WhatIfPanel


class WhatIf(QObject):
    """Stands between the panel and the document, while the panel is seen. `close` it at the end."""

    crashed = Signal(str)  # the traceback of an error in the program

    def __init__(self, panel: WhatIfPanel, editing: Editing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._panel = panel
        self._editing = editing
        self._run: Run | None = None
        self._asked: Run | None = None  # whose curve is being looked for
        self._shown: tuple[Run, str] | None = None  # whose curve is shown, in which notation
        self._background = Background(self)
        self._background.work_crashed.connect(self.crashed)
        panel.edit_requested.connect(self._on_edit_requested)
        panel.rule_requested.connect(self._on_rule_requested)
        panel.edit_finished.connect(editing.finish_edit)
        editing.session_changed.connect(self.refresh)

    @property
    def is_busy(self) -> bool:
        """Tell whether a curve is being looked for."""
        return self._asked is not None

    @Slot(object)
    def show_run(self, run: Run | None) -> None:
        """Take the run that is shown, as far as it is computed."""
        self._run = run
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Tell the panel what is in force, if it is seen: it may just have been opened."""
        if not is_seen(self._panel.body):
            return
        self._panel.show_data(self._editing.session.dataset, self._editing.rule)
        self._panel.show_run(self._run)
        self._look_for_curve()

    def close(self) -> None:
        """End the thread."""
        self._background.close()
        self._asked = None

    @Slot(str, object, str)
    def _on_edit_requested(self, name: str, edit: Edit, gesture: str) -> None:
        self._editing.edit_points(name, edit, gesture)
        self.refresh()  # what was refused is shown as it was

    @Slot(object, str, str)
    def _on_rule_requested(self, rule: Rule, name: str, gesture: str) -> None:
        session = self._editing.session
        rules = list(session.rules)
        rules[session.shown] = rule
        self._editing.change(name, merge=gesture, rules=tuple(rules))
        self.refresh()

    def _look_for_curve(self) -> None:
        """Look for the curve of the newest run; one at a time, and each to its end."""
        run, notation = self._run, self._editing.session.notation
        if run is None or self._asked is not None or self._shown == (run, notation):
            return
        self._asked = run
        answers = Answers(partial(self._on_found, run, notation), self._on_refused)
        self._background.start(partial(_found, run, notation), answers)

    def _on_found(self, run: Run, notation: str, found: FoundCurve | None) -> None:
        self._shown, self._asked = (run, notation), None
        if found is not None:
            self._panel.show_curve(found)
        self.refresh()

    def _on_refused(self, _why: str) -> None:
        self._asked = None


def _found(run: Run, notation: str, check_cancelled: CancelCheck) -> FoundCurve | None:
    """Return the bound of a run over the constant coordinate, where there is one."""
    watched = run.with_cancel_check(check_cancelled)
    curve = bias_curve(watched)
    if not isinstance(curve, BiasCurve):
        return None
    options = BiasScaleOptions(notation=notation)
    figure = draw_curve(curve, watched, len(run.history), options)
    return FoundCurve(run, curve, replace(figure, notes=()))  # the panel has them in its own words
