"""How many trials needed how many updates, as a table with bars for a terminal."""

from __future__ import annotations

from perceptron_gui.figures.order_bars import Bars
from perceptron_gui.labs.orders_found import STATUSES, OrderFindings
from perceptron_gui.terminal.text_table import aligned

_MOST_ROWS = 20
_WIDTH = 30
_ENDINGS = {"converged": "converged", "cycle": "cycle", "budget": "stopped"}


def histogram(found: OrderFindings) -> list[str]:
    """Return a row for every k or for several, with a column for every ending that occurs."""
    bars = Bars.of(found.updates, _MOST_ROWS)
    statuses = [status for status in STATUSES if found.count(status)]
    columns = [bars.counts(found.updates[found.statuses == status]).tolist() for status in statuses]
    totals = [sum(row) for row in zip(*columns, strict=True)]
    headings = [_ENDINGS[status] for status in statuses] if len(statuses) > 1 else [found.what]
    rows = [["k", *headings, ""]]
    for bar, total in enumerate(totals):
        counts = [str(column[bar]) for column in columns]
        rows.append([_values(bars, bar), *counts, "█" * round(_WIDTH * total / max(totals))])
    return aligned(rows, right=range(len(headings) + 1))


def _values(bars: Bars, bar: int) -> str:
    """Return the k that a row counts: 10, or 10–14."""
    first = bars.first + bar * bars.width
    return str(first) if bars.width == 1 else f"{first}–{first + bars.width - 1}"
