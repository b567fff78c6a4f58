"""What the experiment of orders found, in words: its result, its notes, and a table."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import Wording
from perceptron_gui.base.errors import Words as Wordings
from perceptron_gui.base.number_text import vector
from perceptron_gui.base.text import count
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.labs.lab import option_words
from perceptron_gui.lectures.notation import point_number
from perceptron_gui.theory.run_text.words import Words, grouped

from .findings import STATUSES, OrderFindings
from .study import OrderOptions, Study

NAME = "orders"
_ENDINGS = {"converged": "converged", "cycle": "cycle", "budget": "stopped"}
# Longer orders and starts are not written out: in notes, and to be typed again.
_MOST_NAMED, _MOST_TYPED = 8, 30
_BLANK = "–"


def result(found: OrderFindings) -> Words:
    """Say how many of the trials converged, and after how many updates."""
    tried, converged, cycles = len(found), found.count("converged"), found.count("cycle")
    if not tried:
        return Words("Nothing was tried.", "Nothing was tried.")
    noun = found.what if tried > 1 else found.what[:-1]
    kind = noun if found.draws.is_all else f"random {noun}"
    if tried < found.draws.total:
        kind += " tried so far"
    who, ends = (f"All {grouped(tried)} {kind}", "") if tried > 1 else (f"The only {kind}", "s")
    updates = _from_to(found.updates[found.counted], "update")
    if converged == tried:
        return Words(f"{who} converge{ends} after {updates}.", f"All converge: {updates}", "end")
    share = f"{grouped(converged)} of {grouped(tried)}"
    if converged:
        verb = "converges" if converged == 1 else "converge"
        return Words(f"{share} {kind} {verb}, after {updates}.", f"{share} {verb}")
    if cycles == tried:
        rounds = _from_to(found.periods, "visit")
        return Words(f"{who} cycle{ends}, in rounds of {rounds}.", f"All cycle: {rounds}", "cycle")
    others = f"; {grouped(cycles)} cycle" if cycles else ""
    return Words(
        f"None of {grouped(tried)} {kind} converged within the limit{others}.", "None converged"
    )


def details(found: OrderFindings) -> Iterator[str]:
    """Say what else is known of the updates and of the weights that trials ended with."""
    converged, weights, lines = found.count("converged"), len(found.solutions), len(found.lines)
    parts = [] if found.draws.is_all else [f"seed {found.draws.seed}"]
    if converged > 1:
        parts.insert(0, f"mean {found.mean:.4g} updates, median {found.median:g}")
    if words := "; ".join(parts):
        yield f"{words[:1].upper()}{words[1:]}."
    if converged < 2:
        return
    who = "They" if converged == len(found) else f"The {converged} that converged"
    if weights == 1:
        yield f"{who} end in the same weights."
    else:
        same = "as many" if lines == weights else str(lines)
        yield f"{who} end in {weights} different weights, {same} different lines."


def named(found: OrderFindings, trial: int) -> str:
    """Return the order or the start of a trial as figures count; nothing where that is long."""
    is_start = found.what == "starts"
    if (found.space.dimension if is_start else len(found.space)) > _MOST_NAMED:
        return ""
    if is_start:
        return f"${vector(found.start_of(trial))}$"
    return ", ".join(str(point_number(point)) for point in found.order_of(trial))


def _from_to(values: NDArray[np.int64], noun: str) -> str:
    """Write 1 update, 3 updates, or 0 to 1 updates."""
    low, high = int(values.min()), int(values.max())
    which = grouped(low) if low == high else f"{grouped(low)} to {grouped(high)}"
    return f"{which} {noun}{'' if low == high == 1 else 's'}"


def notes(study: Study) -> Iterator[str]:
    """Say all that is known of the trials, and what is not known."""
    found = study.found
    yield from details(found)
    unknown = study.extremes.why_unknown if study.extremes is not None else ""
    yield from dict.fromkeys(filter(None, (found.why_no_bound, unknown)))
    yield from map(from_user, found.remarks)


def study_table(study: Study, options: OrderOptions, words: Wordings) -> Table:
    """Return how many trials made how many updates, and the order or the start of one of them."""
    found, name = study.found, "order" if study.found.what == "orders" else "init"
    statuses = [status for status in STATUSES if found.count(status)]
    headings = [_ENDINGS[status] for status in statuses] if len(statuses) > 1 else [found.what]
    again = words(Wording(f"--{name}", {"order": "one order", "init": "one start"}[name]))
    rows = []
    for row in study.trials:
        ks = str(row.ks[0]) if len(row.ks) == 1 else f"{row.ks[0]}–{row.ks[-1]}"
        counts = [str(row.counts[STATUSES.index(status)]) for status in statuses if row.counts]
        counts = counts or [f"{row.which} possible", *[""] * (len(statuses) - 1)]
        values = getattr(row.rule, name)
        typed = words(option_words(name, values)) if len(values) <= _MOST_TYPED else _BLANK
        rows.append((ks, *counts, typed))
    said = list(notes(study))
    if found.most_updates is not None:
        of_all = ", whatever the order" if name == "order" else " from any of these starts"
        said.append(f"At most {count(found.most_updates, 'update')}{of_all}.")
    left = (len(headings) + 1,)
    columns = ("updates $k$", *headings, again)
    return Table(NAME, columns, tuple(rows), left, notes=tuple(said), headline=result(found))
