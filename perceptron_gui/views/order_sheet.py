"""The two figures of the order laboratory on one sheet: how many updates, and which lines."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.core.run import Run
from perceptron_gui.figures import orders, solutions
from perceptron_gui.figures.figure import Panel, Sheet
from perceptron_gui.labs.order_study import Study

from .order_words import other_notes

# From this width over height on, the figures stand beside each other.
_WIDE = 1.2


def order_sheet(
    study: Study,
    run: Run,
    visit: int,
    notation: str,
    aspect: float,
    plane_aspect: float | None = None,
) -> Sheet:
    """Draw a study beside a run of the same question, after a visit.

    Both aspects are width over height: of the whole sheet, and of the plane within its axes.
    """
    found, cursor = study.found, min(visit, run.visits)
    is_wide = aspect >= _WIDE
    own = int(run.updates_at(cursor)), int(run.updates_at(run.visits))
    counts = orders.draw_result(found, orders.OrderOptions(notation=notation), own, study.extremes)
    plane = plane_aspect or (aspect / 2 if is_wide else aspect * 2)
    options = solutions.SolutionOptions(notation=notation, aspect=plane)
    lines = solutions.draw_result(found, run, cursor, options)
    # One paragraph across the page takes less room than lines below each figure.
    notes = " ".join(other_notes(found, (*counts.notes, *lines.notes)))
    panels = (
        Panel(replace(counts, notes=()), 0, 0),
        Panel(replace(lines, notes=()), int(not is_wide), int(is_wide)),
    )
    rows, widths = (1, (1.0, 1.0)) if is_wide else (2, (1.0,))
    return Sheet(orders.NAME, panels, rows, widths, notes=(notes,))
