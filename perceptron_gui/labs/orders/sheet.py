"""The two figures of the order laboratory on one sheet: how many updates, and which lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Panel, Sheet

from . import histogram, solutions
from .adversary import AdversaryResult
from .findings import OrderFindings
from .histogram import Bars
from .options import endings, tried
from .study import Study

_ENDINGS = {"converged": "converged", "cycle": "cycle", "budget": "stopped by the budget"}
_LARGE = 10_000  # from here on thousands stand apart


def facts(study: Study) -> tuple[str, ...]:
    """Return what is known in a few words each; numbers stand between asterisks."""
    found = study.found
    return (
        _tried(found),
        *_ended(found),
        *_updates(found),
        *_solutions(found),
        _bound(found),
        *_possible(study.extremes),
    )


def other_notes(found: OrderFindings, notes: Iterable[str]) -> tuple[str, ...]:
    """Return the notes of figures without those that the facts tell already."""
    said = tuple(endings(found))
    return tuple(
        note
        for note in dict.fromkeys(notes)
        if note not in said and not note.startswith(tried(found))
    )


def bar_words(found: OrderFindings, ks: range) -> str:
    """Say what a bar counts."""
    count = int(in_bar(found, ks).sum())
    which = f"k = {ks[0]}" if len(ks) == 1 else f"k = {ks[0]} to {ks[-1]}"
    what = found.what if len(found) > 1 else found.what[:-1]
    return f"{which}: {_count(count)} of {_count(len(found))} {what}"


def counted_bars(found: OrderFindings) -> list[range]:
    """Return the k of every bar that counts something."""
    if not len(found):
        return []
    bars = Bars.of(found.updates)
    filled = np.flatnonzero(bars.counts(found.updates)).tolist()
    firsts = [bars.first + bar * bars.width for bar in filled]
    return [range(first, first + bars.width) for first in firsts]


def in_bar(found: OrderFindings, ks: range) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Tell of every trial (m,) whether a bar counts it."""
    return (found.updates >= ks.start) & (found.updates < ks.stop)


def _mean(value: float) -> str:
    """Write 4.333 and 20.67, and of a large number the whole part, as counts are written."""
    return f"{value:.4g}" if value < _LARGE else _count(round(value))


def _count(number: int) -> str:
    """Write a number, a long one with its thousands apart."""
    return str(number) if number < _LARGE else f"{number:,}".replace(",", " ")


def _tried(found: OrderFindings) -> str:
    if found.is_all:
        return f"all *{_count(len(found))}* orders" if len(found) > 1 else "the only order"
    of = f" of {_count(found.draws.total)}" if len(found) < found.draws.total else ""
    what = found.what if found.draws.total > 1 else found.what[:-1]
    return f"*{_count(len(found))}*{of} random {what}, seed {found.draws.seed}"


def _ended(found: OrderFindings) -> Iterator[str]:
    """Yield how many trials ended in each way; all of them in one is said so."""
    for status, words in _ENDINGS.items():
        count = found.count(status)
        if count == len(found) > 1:
            yield f"all {words}"
        elif count:
            yield f"*{_count(count)}* {words}"


def _updates(found: OrderFindings) -> Iterator[str]:
    if not len(found):
        return
    least, most = (int(found.updates[trial]) for trial in (found.best, found.worst))
    of = " until the first round is closed" if found.count("cycle") == len(found) else ""
    if 0 < found.count("converged") < len(found):
        of = " of those that converged"
    if least == most:
        yield f"*{_count(least)}* update{_s(least)}{of}"
    else:
        yield f"*{_count(least)}* to *{_count(most)}* updates, mean *{_mean(found.mean)}*{of}"


def _solutions(found: OrderFindings) -> Iterator[str]:
    weights, lines = len(found.solutions), len(found.lines)
    if weights:
        different = "different " if weights > 1 else ""
        found_lines = f"*{_count(lines)}* line{_s(lines)}"
        yield f"*{_count(weights)}* {different}solution{_s(weights)}, {found_lines}"


def _bound(found: OrderFindings) -> str:
    most = found.most_updates
    return "no bound" if most is None else f"at most *{_count(most)}* by the theorem"


def _possible(extremes: AdversaryResult | None) -> Iterator[str]:
    """Yield between which numbers of updates somebody may choose who picks every mistake."""
    if extremes is None:
        return
    shortest, longest = extremes.shortest, extremes.longest
    if shortest is not None and longest is not None:
        yield f"adversary: *{len(shortest)}* to *{len(longest)}*"
    elif shortest is not None:
        yield f"adversary: from *{len(shortest)}* on"


def _s(count: int) -> str:
    return "" if count == 1 else "s"


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
    counts = histogram.draw_result(
        found, histogram.OrderOptions(notation=notation), own, study.extremes
    )
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
    return Sheet(histogram.NAME, panels, rows, widths, notes=(notes,))
