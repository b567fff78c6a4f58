"""The margin dial: a row that moves the classes apart or together."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from PySide6.QtCore import Signal, Slot

from perceptron_gui.base.errors import DataError, sentence
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.edits import MovePoints
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.what_if.margin import MarginDial
from perceptron_gui.views.rules.labels import exact_text

from .row import WhatIfRow
from .slider import SliderScale
from .words import of_margin

_TIP = "Move the classes apart or together; the nearer they are, the longer learning may take"
_DECADES = 4  # that the slider spans, up to the size of the points
_DIGITS = 3  # of the margin in the field
_MANY = 10_000  # points, with which nothing is tried out beforehand


class MarginRow(WhatIfRow):
    """Goes both ways: it starts from the points as they were before it moved them."""

    edit_requested = Signal(str, object, str)

    def __init__(self) -> None:
        super().__init__("Margin γ", _TIP, "margin", SliderScale(-3, 1, has_zero=True))
        self._dataset = Dataset.of([], [])
        self._rule = Rule()
        self._dial: MarginDial | None = None
        self._moved: MovePoints | None = None
        self._reason: str | None = None  # why nothing can be moved, once that was tried
        self.value_requested.connect(self._on_value_requested)

    def show_facts(self, dataset: Dataset, rule: Rule, run: Run | None) -> None:
        """Show how far the classes are apart."""
        is_news = dataset is not self._dataset or rule != self._rule
        self._dataset, self._rule = dataset, rule
        if is_news and not self._is_own():
            self._dial = self._moved = self._reason = None
        if run is None:
            return
        if self._moved is None:
            self.show_ladder(_ladder_of(dataset))
        if self._reason is None:
            self._reason = self._try_out(run)
        self.show_reason(self._reason)
        if not self._reason:
            self.show_value(_rounded(math.sqrt(run.verdict.margin_squared)))
            self.show_told(of_margin(run))

    def _is_own(self) -> bool:
        """Tell whether nobody else has moved the points, so that the dial still knows its way."""
        if self._dial is None or self._moved is None or self._dial.rule != self._rule:
            return False
        return np.array_equal(self._moved.points, self._dataset.points)

    def _try_out(self, run: Run) -> str:
        """Return why these classes cannot be moved, or nothing."""
        try:
            self._dial = self._dial or MarginDial(run.dataset, run.rule)
            if not run.verdict.separable and len(run.dataset) <= _MANY:
                self._dial.edit(1.0)  # there may be no way that parts them
        except DataError as error:
            return sentence(error)
        return ""

    @Slot(object, str)
    def _on_value_requested(self, margin: Fraction, gesture: str) -> None:
        name = (
            f"Move the classes to γ = {exact_text(margin)}" if margin else "Let the classes touch"
        )
        try:
            self._dial = self._dial or MarginDial(self._dataset, self._rule)
            self._moved = self._dial.edit(float(margin))
        except DataError as error:
            self.complaint.show_text(sentence(error))
            return
        self.complaint.show_text("")
        self.edit_requested.emit(name, self._moved, gesture)


def _rounded(value: float) -> Fraction:
    return Fraction(f"{value:.{_DIGITS}g}")


def _ladder_of(dataset: Dataset) -> SliderScale:
    """Return margins from a small part of the size of the points up to more than that."""
    size = float(np.linalg.norm(dataset.points, axis=1).max())
    highest = math.ceil(math.log10(size)) if size else 0
    return SliderScale(highest - _DECADES, highest, has_zero=True)
