"""What the order laboratory found, in words: its result, notes of figures, lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.exact import typed_value
from perceptron_gui.base.number_text import vector
from perceptron_gui.base.text import aligned, count
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.label import from_user, to_plain
from perceptron_gui.labs.lab import note_lines
from perceptron_gui.lectures.notation import point_number
from perceptron_gui.theory.run_text.words import Words, grouped

from .findings import STATUSES, Bars, OrderFindings
from .study import AdversaryResult, Mistakes, Study

_ENDINGS = {"converged": "converged", "cycle": "cycle", "budget": "stopped"}
# Longer orders and starts are not written out: in notes, and to be typed again.
_MOST_NAMED, _MOST_TYPED = 8, 30
_MOST_ROWS, _WIDTH = 20, 30  # of the histogram of a terminal


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


def bar_words(found: OrderFindings, ks: range) -> str:
    """Say what a bar counts."""
    count = int(in_bar(found, ks).sum())
    which = f"k = {ks[0]}" if len(ks) == 1 else f"k = {ks[0]} to {ks[-1]}"
    what = found.what if len(found) > 1 else found.what[:-1]
    return f"{which}: {grouped(count)} of {grouped(len(found))} {what}"


def in_bar(found: OrderFindings, ks: range) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Tell of every trial (m,) whether a bar counts it."""
    return (found.updates >= ks.start) & (found.updates < ks.stop)


def study_lines(run: Run, study: Study) -> Iterator[str]:
    """Yield what was found in sentences, and a histogram of the updates."""
    found = study.found
    yield result(found).full
    if not len(found):
        return
    yield from (f"  {sentence}" for sentence in map(to_plain, details(found)))
    yield f"  {_bound(found)}"
    if found.count("converged"):
        yield f"  Fewest: {_trial_words(found, found.best)}."
        yield f"  Most: {_trial_words(found, found.worst)}."
    if run.status == "converged":
        yield f"  The run at hand makes {count(len(run.history), 'update')}."
    if study.extremes is not None:
        yield from _adversary(study.extremes, found.why_no_bound)
    yield ""
    yield from _histogram(found)
    yield from note_lines(map(from_user, found.remarks))


def _bound(found: OrderFindings) -> str:
    most = found.most_updates
    if most is None:
        return found.why_no_bound
    whatever = ", whatever the order" if found.what == "orders" else " from any of these starts"
    return f"At most {count(most, 'update')}{whatever}."


def _trial_words(found: OrderFindings, trial: int) -> str:
    """Return how a trial went, and how it is had again."""
    made = count(int(found.updates[trial]), "update")
    visits = count(int(found.visits[trial]), "visit")
    if found.what == "orders":
        again = _typed("order", found.order_of(trial))
    else:
        again = _typed("init", [typed_value(value) for value in found.start_of(trial)])
    return f"{made} in {visits}, {again or f'trial {trial} (--json writes it)'}"


def _typed(option: str, values: Sequence[object]) -> str:
    """Return the option that makes a trial again, or nothing where it is too long to type."""
    return f"--{option} {','.join(map(str, values))}" if len(values) <= _MOST_TYPED else ""


def _adversary(extremes: AdversaryResult, said_before: str) -> Iterator[str]:
    if extremes.why_unknown not in ("", said_before):
        yield f"Adversary: {extremes.why_unknown}"
    if extremes.longest is not None:
        longest = _mistakes_words(extremes.longest)
        yield f"Longest possible, choosing every mistake freely: {longest}."
    if extremes.shortest is not None:
        yield f"Shortest possible: {_mistakes_words(extremes.shortest)}."


def _mistakes_words(mistakes: Mistakes) -> str:
    order = mistakes.rule.order
    assert isinstance(order, tuple)
    again = _typed("order", order)
    return count(len(mistakes), "update") + (f", {again}" if again else "")


def _histogram(found: OrderFindings) -> list[str]:
    """Return a row for every k or for several, with a column for every ending that occurs."""
    bars = Bars.of(found.updates, _MOST_ROWS)
    statuses = [status for status in STATUSES if found.count(status)]
    columns = [bars.counts(found.updates[found.statuses == status]).tolist() for status in statuses]
    totals = [sum(row) for row in zip(*columns, strict=True)]
    headings = [_ENDINGS[status] for status in statuses] if len(statuses) > 1 else [found.what]
    rows = [["k", *headings, ""]]
    for bar, total in enumerate(totals):
        first = bars.first + bar * bars.width
        ks = str(first) if bars.width == 1 else f"{first}–{first + bars.width - 1}"
        counts = [str(column[bar]) for column in columns]
        rows.append([ks, *counts, "█" * round(_WIDTH * total / max(totals))])
    return aligned(rows, right=range(len(headings) + 1))
