"""What ties, coding, offset and order change: a table of runs on the points at hand."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import Slot

from perceptron_gui.figures.model.figure import Drawing, Table
from perceptron_gui.labs.effects.effects import Effect, EffectsResult, codings, setting
from perceptron_gui.labs.effects.lab import LAB, EffectsOptions, draw_result
from perceptron_gui.views.widgets.editors import named

from .page import Draw, LabPage

_HINT = (
    "The perceptron with every tie rule, with and without offset, and with both codings of "
    "points that have two values a coordinate. Double-click a row to see its run on the plane, "
    "with its points if they are coded otherwise."
)


class EffectsPage(LabPage):
    """Shows the table; rows can be put on the plane, their points coded as they say."""

    follows_run = False

    def __init__(self) -> None:
        super().__init__(LAB, _HINT)
        tip = "Double-click a row, or press Enter, to see its run on the plane"
        named(self.view.table, "What became of every run", tip)
        self.view.row_activated.connect(self._on_row_activated)

    def drawings(self, aspect: float) -> dict[str, Draw]:
        """Return the table."""
        if self._result is None:
            return {}
        return {self.name: partial(_table, self._result, self._notation)}

    @property
    def work(self) -> str:
        """What is varied."""
        return "Training with every tie rule"

    def empty_drawing(self, sentence: str) -> Drawing:
        """Return the headings, and a sentence."""
        table = _table(EffectsResult(self.rule, (), ()), self._notation)
        return replace(table, notes=(sentence,))

    @Slot(int)
    def _on_row_activated(self, row: int) -> None:
        if self._result is None or self._dataset is None or row >= len(self._result.effects):
            return  # the table may still be that of the last experiment
        effect: Effect = self._result.effects[row]
        rule = setting(self.rule, effect.offset, effect.order, effect.tie)
        how = f"with ties {effect.tie}, {'an offset' if effect.offset else 'no offset'}"
        coded = codings(self._dataset).get(effect.coding, self._dataset)
        if np.array_equal(coded.points, self._dataset.points):
            self.rule_requested.emit(rule, f"Learn {how}")
        else:
            name = f"Code the points as {effect.coding} and learn {how}"
            self.points_requested.emit(coded, rule, name)


def _table(result: EffectsResult, notation: str) -> Table:
    table = draw_result(result, EffectsOptions(notation=notation))
    # The cycle is the last column and the most interesting one: the others leave it room.
    headings = (_in_lines(name) for name in table.columns)
    return replace(table, columns=tuple(headings))


def _in_lines(heading: str) -> str:
    for gap in (": ", " / ", "largest ", ", "):
        heading = heading.replace(gap, f"{gap.rstrip()}\n")
    return heading
