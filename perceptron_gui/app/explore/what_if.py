"""Connects the what-if panel with the document: requests become changes, runs become curves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Slot

from perceptron_gui.app.state.editing import Editing
from perceptron_gui.core.data.edits import Edit
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.curves.bias_scale import bias_figure
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.what_if.bound import BiasCurve, bias_curve, scale_effects
from perceptron_gui.training.jobs import Jobs, Task, now_and_then
from perceptron_gui.views.what_if.panel import FoundCurve, FoundScales, WhatIfPanel
from perceptron_gui.views.widgets.stage import is_seen

_REPORT_S = 0.3
_LANE = "what if"  # two at the same time would wait for each other at every step


class WhatIf(QObject):
    """Connects the panel with the document while the panel is visible."""

    def __init__(
        self,
        panel: WhatIfPanel,
        editing: Editing,
        jobs: Jobs,
        parent: QObject | None = None,
        is_computing: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(parent)
        self._is_computing = is_computing
        self._panel = panel
        self._editing = editing
        self._run: Run | None = None
        self._requested: tuple[Run, str] | None = None  # whose curve, in which notation
        self._jobs = jobs
        self._tasks: list[Task] = []
        panel.edit_requested.connect(self._on_edit_requested)
        panel.rule_requested.connect(self._on_rule_requested)
        panel.edit_finished.connect(editing.finish_edit)
        editing.session_changed.connect(self.refresh)

    @property
    def is_busy(self) -> bool:
        """Tell whether a curve is being computed, or what other scales do."""
        return any(task.is_pending for task in self._tasks)

    @Slot(object)
    def show_run(self, run: Run | None) -> None:
        """Store the run that is shown, as far as it is computed; None while it is on its way."""
        self._run = run
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show what is edited and trained, if the panel is visible: it may just have opened."""
        if not is_seen(self._panel.body):
            return
        self._panel.show_notation(self._editing.session.notation)
        self._panel.show_data(self._editing.session.dataset, self._editing.rule)
        self._panel.show_run(self._run, self._is_computing())
        self._request_curve()

    @Slot(str, object, str)
    def _on_edit_requested(self, name: str, edit: Edit, gesture: str) -> None:
        self._editing.edit_points(name, edit, gesture)
        self.refresh()  # what was refused is shown as it was

    @Slot(object, str, str)
    def _on_rule_requested(self, rule: Rule, name: str, gesture: str) -> None:
        self._editing.set_rule(rule, name, gesture)
        self.refresh()

    def _request_curve(self) -> None:
        """Compute the curve of the newest run and what other scales do, each to its end."""
        run, notation = self._run, self._editing.session.notation
        if run is None or run.verdict_is_pending or self._requested == (run, notation):
            return
        self._requested = run, notation
        works: dict[str, tuple[Callable[[Task], Any], Callable[[Any], object]]] = {
            "what-if curve": (partial(_curve, run, notation), self._on_computed),
            "what-if scales": (partial(_scales, run), self._panel.scale.show_scales),
        }
        self._tasks = [
            self._jobs.submit(
                work,
                key=key,
                lane=_LANE,
                latest_only=True,
                on_done=shown,
                on_failed=self._on_failed,
                on_progress=self._panel.constant.show_progress,
            )
            for key, (work, shown) in works.items()
        ]

    def _on_computed(self, found: FoundCurve | None) -> None:
        if found is not None:
            self._panel.constant.show_curve(found)

    def _on_failed(self, _error: Exception) -> None:
        self._requested = None


def _curve(run: Run, notation: str, task: Task) -> FoundCurve | None:
    """Return the bound of a run over the constant coordinate, where there is one."""
    watched = run.with_cancel_check(task.check_cancelled)
    curve = bias_curve(watched, now_and_then(task, _REPORT_S, _REPORT_S))
    if not isinstance(curve, BiasCurve):
        return None
    return FoundCurve(run, curve, bias_figure(curve, watched, NOTATIONS[notation]))


def _scales(run: Run, task: Task) -> FoundScales:
    """Return what every scale does to the bound of a run."""
    return FoundScales(run, scale_effects(run.with_cancel_check(task.check_cancelled)))
