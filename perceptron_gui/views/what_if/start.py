"""The row of the start: how long w₀ is, in its own direction or against w*."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from PySide6.QtCore import Signal, Slot

from perceptron_gui.base.exact import dot
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.views.rules.labels import exact_text

from .row import WhatIfRow
from .slider import SliderScale
from .words import of_start

_TIP = "Begin farther from 0; steps of the size η have to make up for it"
_NOWHERE = (
    "No line separates these points, so there is no w* to start against. "
    "Choose weights of your own in the panel Rule first."
)
_DIGITS = 4  # of the largest weight; the others end at the same decimal
_SHOWN = 3  # digits of the length

Direction = tuple[float, ...]  # of length 1


class StartRow(WhatIfRow):
    """Makes w₀ longer or shorter; from 0 it begins against w*, so that it hurts."""

    rule_requested = Signal(object, str, str)

    def __init__(self) -> None:
        super().__init__(
            "Length of the start w₀", _TIP, "margin", SliderScale(-2, 3, has_zero=True)
        )
        self._rule = Rule()
        self._direction: Direction | None = None  # in which the next gesture goes
        self._held: Direction | None = None  # in which this gesture goes, also through 0
        self.value_requested.connect(self._on_value_requested)
        self.gesture_ended.connect(self._on_gesture_ended)

    def show_facts(self, dataset: Dataset, rule: Rule, run: Run | None) -> None:
        """Show where the run starts."""
        self._rule = rule
        if rule.init != "random":
            self.show_value(_length(rule.init))
        if run is None:
            return
        self.show_value(_length(run.start))
        self._direction = _direction(run)
        reason = "" if self._direction else _NOWHERE
        self.show_reason(reason)
        if not reason:
            self.show_told(of_start(run))

    @Slot(object, str)
    def _on_value_requested(self, length: Fraction, gesture: str) -> None:
        direction = self._held or self._direction
        if direction is None:
            return
        self._held = direction if gesture else None
        name = f"Let w₀ be {exact_text(length)} long" if length else "Start at 0"
        start = scaled(direction, length) if length else "zeros"
        rule = replace(self._rule, init=start, given=frozenset({"init"}))
        self.rule_requested.emit(rule, name, gesture)

    @Slot()
    def _on_gesture_ended(self) -> None:
        self._held = None


def scaled(direction: Direction, length: Fraction) -> tuple[Fraction, ...]:
    """Return weights of about this length as short decimals, which stay exact."""
    wanted = [value * float(length) for value in direction]
    decimals = _DIGITS - 1 - math.floor(math.log10(max(map(abs, wanted))))
    return tuple(round(Fraction(value), decimals) for value in wanted)


def _length(weights: Sequence[Fraction] | str) -> Fraction:
    if isinstance(weights, str):
        return Fraction(0)
    return Fraction(f"{math.sqrt(dot(weights, weights)):.{_SHOWN}g}")


def _direction(run: Run) -> Direction | None:
    """Return that of w₀, or where it is 0 the one against w*, if there is one."""
    weights = run.start if any(run.start) else [-value for value in run.verdict.separator]
    size = math.sqrt(dot(weights, weights))
    return tuple(float(value) / size for value in weights) if size else None
