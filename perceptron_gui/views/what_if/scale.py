"""The part of the what-if panel about scaling: a menu, and what each scale does to the bound."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import number
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import DEFAULT, NOTATIONS, Notation
from perceptron_gui.theory.convergence.formulas import margin, radius_squared
from perceptron_gui.theory.what_if.scales import ScaleEffect
from perceptron_gui.views.rules.changes import changed, request_name
from perceptron_gui.views.widgets.editors import ChoiceEditor, named
from perceptron_gui.views.widgets.text import MutedText, SmallText

_TITLE = "Scale"
_TIP = "Centre or scale every coordinate before the rule sees it"
_WAIT = "What the other scales do is being computed …"
_EFFECT = (
    "Centred points are nearer to the origin, so R is smaller; coordinates of like size leave "
    "the line more room. The line is drawn among the points as they were typed."
)


@dataclass(frozen=True, eq=False)
class FoundScales:
    """What every scale does to a run."""

    run: Run
    effects: tuple[ScaleEffect, ...]


class ScaleSection(QWidget):
    """Shows the scale in force and the bound with every other; requests another one."""

    rule_requested = Signal(object, str, str)

    def __init__(self) -> None:
        super().__init__()
        self._rule, self._dataset = Rule(), Dataset.of([], [])
        self._found: FoundScales | None = None
        self._notation = NOTATIONS[DEFAULT]
        choices = OPTIONS["scale"].choices
        self.menu = named(ChoiceEditor({name: name for name in choices}, choices), _TITLE, _TIP)
        self.menu.value_requested.connect(self._on_value_requested)
        self.numbers, self.effect = SmallText(), MutedText()
        title = QLabel(f"<b>{_TITLE}</b>")
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

    def show_scales(self, found: FoundScales) -> None:
        """Show what every scale does, once that is known."""
        self._found = found
        if self.menu.isEnabled():
            self._show_found()

    def _show_found(self) -> None:
        found = self._found
        is_own = found is not None and found.run.dataset is self._dataset
        if found is None or not is_own or found.run.rule != self._rule:
            self.effect.show_text(_WAIT)
            return
        self.numbers.setText(_table(found.effects, self._rule.scale, self._notation))
        self.effect.show_text(_EFFECT)

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
    squares = (to_plain(name) for name in (radius_squared(notation), margin(notation)[1]))
    rows = [_row(("", *squares, "k&nbsp;≤", "made"))]
    for effect in effects:
        cells = [html.escape(word) for word in scale_words(effect)]
        if effect.scale == own:
            cells = [f"<b>{cell}</b>" for cell in cells]
        rows.append(_row(cells))
    return f"<table>{''.join(rows)}</table>"


def _row(cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<td>{cell}&nbsp;&nbsp;</td>' for cell in cells)}</tr>"
