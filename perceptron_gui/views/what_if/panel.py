"""The what-if panel: sliders for what the bound depends on, with what it becomes beside them."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from perceptron_gui.base.exact import typed_value
from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import LOOKED_FOR
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lectures.notation import DEFAULT, NOTATIONS, Notation
from perceptron_gui.theory.what_if.bound import BiasCurve, ScaleEffect, why_no_curve, why_no_step
from perceptron_gui.views.figure.view import FigureView
from perceptron_gui.views.rules.changes import changed, request_name
from perceptron_gui.views.widgets.editors import ChoiceEditor, named
from perceptron_gui.views.widgets.stage import ScrollColumn, filled
from perceptron_gui.views.widgets.text import MutedText, SmallText

from .rows import MarginRow, OptionSliderRow, StartRow, WhatIfRow
from .text import of_constant, of_run, of_step

_HEIGHT = 220  # pixels of the figure, with letters of the usual size
_TAKE = "Take the best B"
_TIP = "Choose the constant coordinate for which the theorem allows the fewest updates"
_WAIT = "The best B is being looked for"
_LOOKING = "Best B? …"
_NO_BEST = "The bound falls on and on with B, so none is the best"
_IS_BEST = "No B of three digits has a smaller bound than this one"
_EMPTY = "Add points to the plane first."
_NO_RUN = "The rule does not run on these points; the line below the window says why."
_STEP_TIP = (
    "Change how far an update moves the weights; from a start at 0 no decision changes with it"
)
_CONSTANT_TIP = "Change the constant coordinate of every point, and with it both margin and radius"
_LINES = 20  # of the usual height
_GAP = 10
_SCALE = "Scale"
_SCALE_TIP = "Centre or scale every coordinate before the rule sees it"
_SCALE_WAIT = "What the other scales do is being computed …"
_SCALE_EFFECT = (
    "Centred points are nearer to the origin, so R is smaller; coordinates of like size leave "
    "the line more room. The line is drawn among the points as they were typed."
)


@dataclass(frozen=True, eq=False)
class FoundCurve:
    """The bound over B of a run, and its figure."""

    run: Run
    curve: BiasCurve
    figure: Figure


class ConstantSection(OptionSliderRow):
    """Shows below the slider the last curve that was found; that of a new run takes a moment."""

    def __init__(self) -> None:
        super().__init__("Constant B", _CONSTANT_TIP, "bias_scale", of_constant, why_no_curve)
        self._found: FoundCurve | None = None
        self._progress = ""  # of a search that takes a while
        self.best = QPushButton()
        self.best.setAccessibleName(_TAKE)
        self.best.clicked.connect(self._on_best_clicked)
        self.view = FigureView()
        self.view.setAccessibleName("The bound for every constant coordinate B")
        self.view.setFixedHeight(_HEIGHT)
        self.column.addWidget(self.best)
        self.column.addWidget(self.view)
        self._show_found()

    def show_facts(self, dataset: Dataset, rule: Rule, run: Run | None) -> None:
        """Show the constant in force, and its curve."""
        super().show_facts(dataset, rule, run)
        self._show_found()

    def show_reason(self, reason: str) -> None:
        """Say why there is nothing to choose."""
        super().show_reason(reason)
        self._show_found()

    def show_progress(self, _what: str, share: float) -> None:
        """Say how much of the constants have been looked at; a curve of other points is taken away.

        It says nothing of those in force.
        """
        self._progress = f"{_LOOKING} {share:.0%}"
        self._show_found()

    def show_curve(self, found: FoundCurve) -> None:
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
        can_choose, curve = self.slider.isEnabled(), self.curve
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
            self.request(self.curve.best, "")


class ScaleSection(QWidget):
    """Shows the scale in force and the bound with every other; requests another one."""

    rule_requested = Signal(object, str, str)

    def __init__(self) -> None:
        super().__init__()
        self._rule, self._dataset = Rule(), Dataset.of([], [])
        self._found: tuple[Run | None, Sequence[ScaleEffect]] = None, ()
        self._notation = NOTATIONS[DEFAULT]
        choices = OPTIONS["scale"].choices
        self.menu = named(
            ChoiceEditor({name: name for name in choices}, choices), _SCALE, _SCALE_TIP
        )
        self.menu.value_requested.connect(self._on_value_requested)
        self.numbers, self.effect = SmallText(), MutedText()
        title = QLabel(f"<b>{_SCALE}</b>")
        title.setBuddy(self.menu)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(0, 2)
        grid.setColumnStretch(1, 1)
        grid.addWidget(title, 0, 0)
        grid.addWidget(self.menu, 0, 1)
        grid.addWidget(self.numbers, 1, 0, 1, 2)
        grid.addWidget(self.effect, 2, 0, 1, 2)

    def show_notation(self, notation: Notation) -> None:
        """Use the symbols of a lecture in what is shown next."""
        self._notation = notation

    def show_facts(self, dataset: Dataset, rule: Rule, run: Run | None) -> None:
        """Show the scale in force, and what is known of the others."""
        self._dataset, self._rule = dataset, rule
        self.menu.setEnabled(True)
        self.menu.show_value(rule.scale)
        self._show_found()

    def show_reason(self, reason: str) -> None:
        """Say why there is nothing to choose."""
        self.menu.setEnabled(False)
        self.numbers.setText("")
        self.effect.show_text(reason)

    def show_scales(self, run: Run, effects: Sequence[ScaleEffect]) -> None:
        """Show what every scale does to a run."""
        self._found = run, effects
        if self.menu.isEnabled():
            self._show_found()

    def _show_found(self) -> None:
        run, effects = self._found
        if run is None or run.dataset is not self._dataset or run.rule != self._rule:
            self.effect.show_text(_SCALE_WAIT)
            return
        self.numbers.setText(_table(effects, self._rule.scale, self._notation))
        self.effect.show_text(_SCALE_EFFECT)

    @Slot(object)
    def _on_value_requested(self, value: str) -> None:
        rule = changed(self._rule, "scale", value, self._dataset.dimension)
        self.rule_requested.emit(rule, request_name("scale", value), "")


def scale_words(effect: ScaleEffect) -> tuple[str, ...]:
    """Return the scale, R², γ², the most updates, and those that a run makes."""
    verdict, limit = effect.verdict, effect.limit
    squares = verdict.radius_squared, verdict.margin_squared
    long, wide = (_short(v, effect.is_rounded) for v in squares)
    bound = "–" if limit is None else _short(limit, effect.is_rounded)
    made = f"{effect.updates}{'' if effect.has_converged else ', stopped'}"
    return effect.scale, long, wide if verdict.margin_is_known else "–", bound, made


def _short(value: Fraction | float, is_rounded: bool) -> str:
    """Write a fraction that is short, and any other number with four digits."""
    text = to_plain(number(value))
    if is_rounded or len(text) > 7:
        return to_plain(number(float(f"{float(value):.4g}")))
    return text


def _table(effects: Sequence[ScaleEffect], own: str, notation: Notation) -> str:
    """Return a small table in which the scale in force is bold."""
    squares = (to_plain(name) for name in (notation.radius_squared, notation.margin[1]))
    rows = [_row(("", *squares, "k&nbsp;≤", "made"))]
    for effect in effects:
        cells = [html.escape(word) for word in scale_words(effect)]
        if effect.scale == own:
            cells = [f"<b>{cell}</b>" for cell in cells]
        rows.append(_row(cells))
    return f"<table>{''.join(rows)}</table>"


def _row(cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<td>{cell}&nbsp;&nbsp;</td>' for cell in cells)}</tr>"


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
        self.margin, self.start = MarginRow(), StartRow()
        self.step = OptionSliderRow("Step η", _STEP_TIP, "eta", of_step, why_no_step)
        self.constant, self.scale = ConstantSection(), ScaleSection()
        self.rows: tuple[WhatIfRow, ...] = (self.margin, self.step, self.start, self.constant)
        self._parts = (*self.rows, self.scale)
        self.margin.edit_requested.connect(self.edit_requested)
        for part in (self.step, self.start, self.scale, self.constant):
            part.rule_requested.connect(self.rule_requested)
        for row in self.rows:
            row.gesture_ended.connect(self.edit_finished)
        self.summary = SmallText()  # the bound, and the updates of the whole run
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

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Show the figure in other colours; letters follow the font of the window."""
        self.constant.show_theme(theme, scale)

    def _show(self) -> None:
        run = self._run
        self.summary.setVisible(run is not None)
        if run is None:
            missing = LOOKED_FOR if self._is_computing else _NO_RUN
            for part in self._parts:
                part.show_reason(missing if len(self._dataset) else _EMPTY)
            return
        # A run of points that have moved on meanwhile says nothing of those in force.
        is_current = run.dataset is self._dataset and run.rule == self._rule
        is_current = is_current and not run.verdict_is_pending
        if is_current:
            bound, made = of_run(run)
            self.summary.setText(f"<b>{bound}</b>, {made}")
        for part in self._parts:
            part.show_facts(self._dataset, self._rule, run if is_current else None)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self.body)
        filled(column, self.summary, *self._parts, 1, margins=(8, 6, 8, 6), spacing=_GAP)
        controls = [control for row in self.rows for control in (row.slider, row.field)]
        for before, after in pairwise([*controls, self.constant.best, self.scale.menu]):
            QWidget.setTabOrder(before, after)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), _LINES * self.fontMetrics().height())
