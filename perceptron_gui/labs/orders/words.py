"""What the order laboratory found, in words: notes of figures, facts of its page, lines of text."""

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

from .findings import STATUSES, Bars, OrderFindings
from .study import AdversaryResult, Mistakes, Study

_ENDINGS = {"converged": "converged", "cycle": "cycle", "budget": "stopped"}
_BY_LIMIT = "stopped (limit)"
_LARGE = 10_000  # from here on thousands stand apart
# Longer orders and starts are not written out: in notes, and to be typed again.
_MOST_NAMED, _MOST_TYPED = 8, 30
_MOST_ROWS, _WIDTH = 20, 30  # of the histogram of a terminal


def tried(found: OrderFindings) -> str:
    """Say what was tried."""
    count, draws, what = len(found), found.draws, found.what
    if found.is_all:
        return (
            f"All {count} orders of the points were tried." if count > 1 else "There is one order."
        )
    of = f" of {draws.total}" if count < draws.total else ""
    many = what if draws.total > 1 else what[:-1]
    return f"Tried: {count}{of} random {many}, seed {draws.seed}."


def named(found: OrderFindings, trial: int) -> str:
    """Return the order or the start of a trial as figures count, or its number if that is long."""
    is_start = found.what == "starts"
    if (found.space.dimension if is_start else len(found.space)) > _MOST_NAMED:
        return f"{found.what[:-1]} {trial}"
    if is_start:
        return f"${vector(found.start_of(trial))}$"
    return ", ".join(str(point_number(point)) for point in found.order_of(trial))


def endings(found: OrderFindings) -> Iterator[str]:
    """Say in how many different weights and lines the trials ended."""
    converged, weights, lines = found.count("converged"), len(found.solutions), len(found.lines)
    if converged < 2:
        return
    who = "They" if converged == len(found) else f"The {converged} that converged"
    if weights == 1:
        yield f"{who} end in the same weights."
    else:
        same = "as many" if lines == weights else str(lines)
        yield f"{who} end in {weights} different weights, {same} different lines."


def spread(found: OrderFindings) -> str:
    """Say how many updates were made, or that nothing converged."""
    converged, cycles = found.count("converged"), found.count("cycle")
    if converged:
        is_all = converged == len(found)
        made = _from_to(found.updates[found.counted], "update")
        if converged == 1:
            return f"{'It' if is_all else 'The only one that converges'} makes {made}."
        those = "They" if is_all else f"The {converged} that converge"
        return f"{those} make {made}, mean {found.mean:.4g}, median {found.median:g}."
    if cycles < len(found):
        others = f"; {cycles} of {len(found)} cycle" if cycles else ""
        return f"None converged within the limit{others}."
    who = "All of them cycle" if cycles > 1 else "It cycles"
    return f"{who}, in rounds of {_from_to(found.periods, 'visit')}."


def _from_to(values: NDArray[np.int64], noun: str) -> str:
    """Write 1 update, 3 updates, or 0 to 1 updates."""
    low, high = int(values.min()), int(values.max())
    which = str(low) if low == high else f"{low} to {high}"
    return f"{which} {noun}{'' if low == high == 1 else 's'}"


def facts(study: Study) -> tuple[str, ...]:
    """Return what is known in a few words each; numbers stand between asterisks."""
    found, most = study.found, study.found.most_updates
    return (
        _short_tried(found),
        *_ended(found),
        *_updates(found),
        *_solutions(found),
        "no bound" if most is None else f"at most *{_count(most)}* by the theorem",
        *_possible(study.extremes),
    )


def bar_words(found: OrderFindings, ks: range) -> str:
    """Say what a bar counts."""
    count = int(in_bar(found, ks).sum())
    which = f"k = {ks[0]}" if len(ks) == 1 else f"k = {ks[0]} to {ks[-1]}"
    what = found.what if len(found) > 1 else found.what[:-1]
    return f"{which}: {_count(count)} of {_count(len(found))} {what}"


def in_bar(found: OrderFindings, ks: range) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Tell of every trial (m,) whether a bar counts it."""
    return (found.updates >= ks.start) & (found.updates < ks.stop)


def _count(number: int) -> str:
    """Write a number, a long one with its thousands apart."""
    return str(number) if number < _LARGE else f"{number:,}".replace(",", " ")


def _short_tried(found: OrderFindings) -> str:
    if found.is_all:
        return f"all *{_count(len(found))}* orders" if len(found) > 1 else "the only order"
    of = f" of {_count(found.draws.total)}" if len(found) < found.draws.total else ""
    what = found.what if found.draws.total > 1 else found.what[:-1]
    return f"*{_count(len(found))}*{of} random {what}, seed {found.draws.seed}"


def _ended(found: OrderFindings) -> Iterator[str]:
    """Yield how many trials ended in each way."""
    for status, words in (_ENDINGS | {"budget": _BY_LIMIT}).items():
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
        mean = f"{found.mean:.4g}" if found.mean < _LARGE else _count(round(found.mean))
        yield f"*{_count(least)}* to *{_count(most)}* updates, mean *{mean}*{of}"


def _solutions(found: OrderFindings) -> Iterator[str]:
    weights, lines = len(found.solutions), len(found.lines)
    if weights:
        different = "different " if weights > 1 else ""
        found_lines = f"*{_count(lines)}* line{_s(lines)}"
        yield f"*{_count(weights)}* {different}solution{_s(weights)}, {found_lines}"


def _possible(extremes: AdversaryResult | None) -> Iterator[str]:
    """Yield the fewest and the most updates of an adversary who picks every mistake."""
    if extremes is None:
        return
    shortest, longest = extremes.shortest, extremes.longest
    if shortest is not None and longest is not None:
        yield f"adversary: *{len(shortest)}* to *{len(longest)}*"
    elif shortest is not None:
        yield f"adversary: from *{len(shortest)}* on"


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def study_lines(run: Run, study: Study) -> Iterator[str]:
    """Yield what was found in sentences, and a histogram of the updates."""
    found = study.found
    if not len(found):
        yield "Nothing was tried."
        return
    yield f"{tried(found)} {spread(found)}"
    yield f"  {_bound(found)}"
    if found.count("converged"):
        yield f"  Fewest: {_trial_words(found, found.best)}."
        yield f"  Most: {_trial_words(found, found.worst)}."
    yield from (f"  {sentence}" for sentence in map(to_plain, endings(found)))
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
