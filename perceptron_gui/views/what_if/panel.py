"""The what-if panel: sliders for what the bound depends on, with what it becomes beside them."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.views.widgets.stage import ScrollColumn

from .constant import ConstantSection, FoundCurve
from .rows import MarginRow, StartRow, WhatIfRow, step_row

_EMPTY = "Add points to the plane first."
_NO_RUN = "The rule does not run on these points; the line below the window says why."
_LINES = 20  # of the usual height
_GAP = 10


class WhatIfPanel(ScrollColumn):
    """Shows the values in force and requests others; it changes nothing itself."""

    edit_requested = Signal(str, object, str)  # the undo step's name, the edit, the gesture
    rule_requested = Signal(object, str, str)  # the rule, the undo step's name, the gesture
    edit_finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QWidget(), parent)
        self._dataset = Dataset.of([], [])
        self._rule = Rule()
        self._run: Run | None = None
        self.margin, self.step, self.start = MarginRow(), step_row(), StartRow()
        self.constant = ConstantSection()
        self.rows: tuple[WhatIfRow, ...] = (self.margin, self.step, self.start, self.constant.row)
        self._parts = (self.margin, self.step, self.start, self.constant)
        self.margin.edit_requested.connect(self.edit_requested)
        for part in (self.step, self.start, self.constant):
            part.rule_requested.connect(self.rule_requested)
        for row in self.rows:
            row.gesture_ended.connect(self.edit_finished)
        self._lay_out()
        self._show()

    def show_data(self, dataset: Dataset, rule: Rule) -> None:
        """Show what is edited; what comes of it is shown with its run."""
        self._dataset, self._rule = dataset, rule
        self._show()

    def show_run(self, run: Run | None) -> None:
        """Show what the theorem says of a run, or that there is none."""
        self._run = run
        self._show()

    def show_curve(self, found: FoundCurve) -> None:
        """Show the bound for other constants, once that is found."""
        self.constant.show_curve(found)

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Show the figure in other colours; letters follow the font of the window."""
        self.constant.show_theme(theme, scale)

    def _show(self) -> None:
        run = self._run
        if run is None:
            for part in self._parts:
                part.show_reason(_NO_RUN if len(self._dataset) else _EMPTY)
            return
        # A run of points that have moved on meanwhile says nothing of those in force.
        is_current = run.dataset is self._dataset and run.rule == self._rule
        for part in self._parts:
            part.show_facts(self._dataset, self._rule, run if is_current else None)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self.body)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(_GAP)
        for part in self._parts:
            column.addWidget(part)
        column.addStretch(1)
        controls = [control for row in self.rows for control in (row.slider, row.field)]
        for before, after in pairwise([*controls, self.constant.best]):
            QWidget.setTabOrder(before, after)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), _LINES * self.fontMetrics().height())
