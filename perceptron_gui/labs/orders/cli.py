"""The laboratory of orders: how many updates other orders or starts need, and the adversary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_gui.base.errors import UsageError
from perceptron_gui.base.number_text import json_number
from perceptron_gui.base.text import aligned, count
from perceptron_gui.core.rules.contestants import written_value
from perceptron_gui.core.runs.report import theory_report, weights_report
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.labs.common.experiment import Runner
from perceptron_gui.labs.common.lab import Lab, Shortcut, notes, told

from .adversary import AdversaryResult, Mistakes
from .findings import STATUSES, OrderFindings
from .histogram import EXTREMES, Bars, OrderOptions, spread
from .options import FINDINGS, endings, tried
from .study import OrderStudy, Question, Study

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


def findings_report(run: Run, found: OrderFindings) -> dict[str, Any]:
    """Return what was tried, and what came of it."""
    return {
        "what": found.what,
        "trials": len(found),
        "trials_asked": found.draws.total,
        "trial_seed": found.draws.seed,
        "is_all": found.is_all,
        "statuses": {status: found.count(status) for status in STATUSES},
        "counts": _counts(found),
        **_spread(found),
        "different_weights": len(found.solutions),
        "different_lines": len(found.lines),
        "most_updates": found.most_updates,
        "why_no_bound": found.why_no_bound,
        "run": {"status": run.status, "updates": len(run.history), "visits": run.visits},
        "theory": theory_report(run),
        "remarks_on_trials": list(found.remarks),
    }


def _counts(found: OrderFindings) -> list[dict[str, int]]:
    """Return how many trials ended in which way, for every k that occurs."""
    ks, rows = np.unique(found.updates, return_inverse=True)
    columns = {
        status: np.bincount(rows[found.statuses == status], minlength=len(ks)).tolist()
        for status in STATUSES
    }
    return [
        {"updates": k, **{status: columns[status][row] for status in STATUSES}}
        for row, k in enumerate(ks.tolist())
    ]


def _spread(found: OrderFindings) -> dict[str, Any]:
    """Return mean, median, best and worst of the trials that converged, or else of all."""
    if not len(found):
        return {"mean_updates": None, "median_updates": None, "best": None, "worst": None}
    total = sum(found.updates[found.counted].tolist())
    return {
        **json_number("mean_updates", Fraction(total, len(found.counted))),
        "median_updates": found.median,
        "best": _trial(found, found.best),
        "worst": _trial(found, found.worst),
    }


def _trial(found: OrderFindings, trial: int) -> dict[str, Any]:
    exact = found.arithmetic.is_exact and trial not in found.floating
    return {
        "trial": trial,
        "order": list(found.order_of(trial)),
        **json_number("init", found.start_of(trial), exact),
        "status": str(found.statuses[trial]),
        "updates": int(found.updates[trial]),
        "visits": int(found.visits[trial]),
        **weights_report(found.rule, found.weights_of(trial), exact),
    }


def extremes_report(extremes: AdversaryResult) -> dict[str, Any]:
    """Return the longest and the shortest sequence of mistakes, or why they are not known."""
    return {
        "longest": _mistakes(extremes.longest),
        "shortest": _mistakes(extremes.shortest),
        "states": extremes.states,
        "why_unknown": extremes.why_unknown,
    }


def _mistakes(mistakes: Mistakes | None) -> dict[str, Any] | None:
    if mistakes is None:
        return None
    order = mistakes.rule.order
    assert isinstance(order, tuple)
    return {"updates": len(mistakes), "points": list(mistakes.points), "order": list(order)}


# Longer orders and starts nobody types again.
_MOST_TYPED = 30


def carry_out(run: Run, options: OrderOptions, runner: Runner) -> Study:
    """Try the orders or starts, then follow every sequence of mistakes if that is wanted."""
    if options.adversary and options.what == "starts":
        raise UsageError("--adversary: it has one start, and --starts tries many; leave one out")
    question = Question(run.dataset, run.rule, *options.experiment, options.adversary)
    study: Study = runner.run(OrderStudy(question, run.verdict), f"trying {options.what}")
    run.cache.put(FINDINGS, options.experiment, study.found)
    if study.extremes is not None:
        run.cache.put(EXTREMES, None, study.extremes)
    return study


def words(run: Run, options: OrderOptions, study: Study) -> Iterator[str]:
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
    yield from (f"  {sentence}" for sentence in told(endings(found)))
    if run.status == "converged":
        yield f"  The run at hand makes {count(len(run.history), 'update')}."
    if study.extremes is not None:
        yield from _adversary(study.extremes, found.why_no_bound)
    yield ""
    yield from histogram(found)
    yield from notes(map(from_user, found.remarks))


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
        again = _typed("init", [written_value(value) for value in found.start_of(trial)])
    return f"{made} in {visits}, {again or f'trial {trial} (--json writes it)'}"


def _typed(option: str, values: Sequence[object]) -> str:
    """Return the option that makes a trial again, or nothing where it is too long to type."""
    return f"--{option} {','.join(map(str, values))}" if len(values) <= _MOST_TYPED else ""


def _adversary(extremes: AdversaryResult, told_before: str) -> Iterator[str]:
    if extremes.why_unknown not in ("", told_before):
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


def report(run: Run, options: OrderOptions, study: Study) -> dict[str, Any]:
    """Return counts, extremes, the best and the worst trial, and the adversary's sequences."""
    return {
        **findings_report(run, study.found),
        "adversary": None if study.extremes is None else extremes_report(study.extremes),
    }


LABORATORY = Lab(
    "orders",
    "other orders of the points, or other starts: updates, best, worst, solutions",
    "orders",
    carry_out,
    words,
    report,
    (
        Shortcut("--starts", "what", "starts", "try random starts, not orders"),
        Shortcut("--adversary", "adversary", True, "the longest and shortest run there can be"),
    ),
)
