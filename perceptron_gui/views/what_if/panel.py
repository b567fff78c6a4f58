"""The what-if panel: sliders for what the bound depends on, with what it becomes beside them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from perceptron_gui.base.exact import typed_value
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import LOOKED_FOR
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.theory.what_if.constant import BiasCurve
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.widgets.stage import ScrollColumn

from .rows import MarginRow, StartRow, WhatIfRow, constant_row, step_row
from .scale import FoundScales, ScaleSection

_HEIGHT = 220  # pixels of the figure, with letters of the usual size
_TAKE = "Take the best B"
_TIP = "Choose the constant coordinate for which the theorem allows the fewest updates"
_WAIT = "The best B is being looked for"
_LOOKING = "Best B? …"
_NO_BEST = "The bound falls on and on with B, so none is the best"
_IS_BEST = "No B of three digits has a smaller bound than this one"
_EMPTY = "Add points to the plane first."
_NO_RUN = "The rule does not run on these points; the line below the window says why."
_LINES = 20  # of the usual height
_GAP = 10


@dataclass(frozen=True, eq=False)
class FoundCurve:
    """The bound over B of a run, and its figure."""

    run: Run
    curve: BiasCurve
    figure: Figure


class ConstantSection(QWidget):
    """Shows the last curve that was found; that of a new run takes a moment."""

    rule_requested = Signal(object, str, str)

    def __init__(self) -> None:
        super().__init__()
        self._dataset: Dataset | None = None
        self._rule = Rule()
        self._found: FoundCurve | None = None
        self._progress = ""  # of a search that takes a while
        self.row = constant_row()
        self.row.rule_requested.connect(self.rule_requested)
        self.best = QPushButton()
        self.best.setAccessibleName(_TAKE)
        self.best.clicked.connect(self._on_best_clicked)
        self.view = FigureView()
        self.view.setAccessibleName("The bound for every constant coordinate B")
        self.view.setFixedHeight(_HEIGHT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.row, self.best, self.view):
            column.addWidget(part)
        self._show_found()

    def show_facts(self, dataset: Dataset, rule: Rule, run: Run | None) -> None:
        """Show the constant in force."""
        self._dataset, self._rule = dataset, rule
        self.row.show_facts(dataset, rule, run)
        self._show_found()

    def show_reason(self, reason: str) -> None:
        """Say why there is nothing to choose."""
        self.row.show_reason(reason)
        self._show_found()

    def show_progress(self, share: float) -> None:
        """Say how much of the constants have been looked at; a curve of other points is taken away.

        It says nothing of those in force.
        """
        self._progress = f"{_LOOKING} {share:.0%}"
        self._show_found()

    def show_curve(self, found: FoundCurve) -> None:
        """Show the bound for other constants."""
        self._found, self._progress = found, ""
        self.view.show_figure(found.figure)
        self._show_found()

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Show the figure in other colours, and as large as its letters need."""
        self.view.setFixedHeight(round(_HEIGHT * scale))
        self.view.show_theme(theme, scale)

    @property
    def curve(self) -> BiasCurve | None:
        """The curve of the points and the rule in force, once it is found."""
        found = self._found
        if found is None or found.run.dataset is not self._dataset or found.run.rule != self._rule:
            return None
        return found.curve

    def _show_found(self) -> None:
        can_choose, curve = self.row.slider.isEnabled(), self.curve
        is_old = curve is None and bool(self._progress)
        self.view.setVisible(can_choose and self._found is not None and not is_old)
        self.best.setVisible(can_choose)
        text, tip = (self._progress or _TAKE, _WAIT) if curve is None else (_TAKE, _NO_BEST)
        if curve is not None and not curve.is_at_edge:
            text, tip = f"{_TAKE} = {typed_value(curve.best)}", _TIP
            if curve.best == curve.now:
                text, tip = f"B = {typed_value(curve.now)} is the best", _IS_BEST
        self.best.setText(text)
        self.best.setToolTip(tip)
        self.best.setEnabled(tip == _TIP)

    @Slot()
    def _on_best_clicked(self) -> None:
        if self.curve is not None:
            self.row.request(self.curve.best, "")


class WhatIfPanel(ScrollColumn):
    """Shows the values in force and requests others; it changes nothing itself."""

    edit_requested = Signal(str, object, str)  # the undo step's name, the edit, the gesture
    rule_requested = Signal(object, str, str)  # the rule, the undo step's name, the gesture
    edit_finished = Signal()

    def __init__(self) -> None:
        super().__init__(QWidget())
        self._dataset = Dataset.of([], [])
        self._rule = Rule()
        self._run: Run | None = None
        self._is_computing = False
        self.margin, self.step, self.start = MarginRow(), step_row(), StartRow()
        self.constant, self.scale = ConstantSection(), ScaleSection()
        self.rows: tuple[WhatIfRow, ...] = (self.margin, self.step, self.start, self.constant.row)
        self._parts = (self.margin, self.step, self.start, self.constant, self.scale)
        self.margin.edit_requested.connect(self.edit_requested)
        for part in (self.step, self.start, self.scale, self.constant):
            part.rule_requested.connect(self.rule_requested)
        for row in self.rows:
            row.gesture_ended.connect(self.edit_finished)
        self._lay_out()
        self._show()

    def show_data(self, dataset: Dataset, rule: Rule) -> None:
        """Show what is edited; what comes of it is shown with its run."""
        self._dataset, self._rule = dataset, rule
        self._show()

    def show_notation(self, name: str) -> None:
        """Use the symbols of a lecture from now on."""
        notation = NOTATIONS[name]
        if notation is self.margin.notation:
            return
        for row in self.rows:
            row.show_notation(notation)
        self.scale.show_notation(notation)
        self._show()

    def show_run(self, run: Run | None, is_computing: bool = False) -> None:
        """Show what the theorem says of a run, or that there is none, or none yet."""
        self._run, self._is_computing = run, is_computing
        self._show()

    def show_progress(self, _what: str, share: float) -> None:
        """Say how far the search for the bound for other constants is."""
        self.constant.show_progress(share)

    def show_curve(self, found: FoundCurve) -> None:
        """Show the bound for other constants, once that is found."""
        self.constant.show_curve(found)

    def show_scales(self, found: FoundScales) -> None:
        """Show what other scales do, once that is found."""
        self.scale.show_scales(found)

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Show the figure in other colours; letters follow the font of the window."""
        self.constant.show_theme(theme, scale)

    def _show(self) -> None:
        run = self._run
        if run is None:
            missing = LOOKED_FOR if self._is_computing else _NO_RUN
            for part in self._parts:
                part.show_reason(missing if len(self._dataset) else _EMPTY)
            return
        # A run of points that have moved on meanwhile says nothing of those in force.
        is_current = run.dataset is self._dataset and run.rule == self._rule
        is_current = is_current and not run.verdict_is_pending
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
        for before, after in pairwise([*controls, self.constant.best, self.scale.menu]):
            QWidget.setTabOrder(before, after)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), _LINES * self.fontMetrics().height())
