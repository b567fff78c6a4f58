"""One legend for all figures of a sheet that show the same view, as the file pens write it."""

from __future__ import annotations

import math

from perceptron_gui.figures.figure import Sheet
from perceptron_gui.figures.legend import entries, united

from .legend_row import LegendRow
from .pen.ink import Ink

_MOST = 0.2  # of the height of the sheet


def is_shared(sheet: Sheet) -> bool:
    """Tell whether the figures of a sheet have their legend in common."""
    return len(sheet.panels) > 1 and len({panel.figure.name for panel in sheet.panels}) == 1


class SheetLegend(LegendRow):
    """Only grows while the sheet has its size, so that figures stay where they are."""

    def __init__(self) -> None:
        super().__init__()
        self._sheet_for: object = None

    def show_sheet(self, sheet: Sheet, ink: Ink, width: int, height: int) -> None:
        """Show what the figures have in common, above them, for a size of the whole."""
        self.setVisible(is_shared(sheet))
        if not is_shared(sheet):
            return
        self.show_entries(united(entries(panel.figure) for panel in sheet.panels), ink)
        edge = round(0.5 * ink.em)
        needed = math.ceil(self.needed(width - 2 * edge, _MOST * height))
        place = sheet.name, ink, width, height
        if place != self._sheet_for or needed > self.height():
            self._sheet_for = place
            self.setFixedHeight(needed)
