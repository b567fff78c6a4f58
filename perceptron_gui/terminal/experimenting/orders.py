"""The laboratory of orders: how many updates other orders or starts need, and the adversary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from perceptron_gui.core.errors import UsageError
from perceptron_gui.core.run import Run
from perceptron_gui.figures.label import from_user
from perceptron_gui.figures.order_trials import FINDINGS, endings, tried
from perceptron_gui.figures.orders import EXTREMES, OrderOptions, spread
from perceptron_gui.labs.adversary import Extremes, Mistakes
from perceptron_gui.labs.contestants import written_value
from perceptron_gui.labs.order_study import OrderStudy, Question, Study
from perceptron_gui.labs.orders_found import OrderFindings
from perceptron_gui.terminal.wording import count

from .laboratory import Attendant, Laboratory, Shortcut
from .orders_histogram import histogram
from .orders_report import extremes_report, findings_report
from .telling import notes, told

# Longer orders and starts nobody types again.
_MOST_TYPED = 30


def carry_out(run: Run, options: OrderOptions, attendant: Attendant) -> Study:
    """Try the orders or starts, then follow every sequence of mistakes if that is wanted."""
    if options.adversary and options.what == "starts":
        raise UsageError("--adversary: it has one start, and --starts tries many; leave one out")
    question = Question(run.dataset, run.rule, *options.experiment, options.adversary)
    study: Study = attendant.carry_out(OrderStudy(question, run.verdict), f"trying {options.what}")
    FINDINGS.keep(run, options.experiment, study.found)
    if study.extremes is not None:
        EXTREMES.keep(run, None, study.extremes)
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
        yield f"  Fewest: {_trial(found, found.best)}."
        yield f"  Most: {_trial(found, found.worst)}."
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


def _trial(found: OrderFindings, trial: int) -> str:
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


def _adversary(extremes: Extremes, told_before: str) -> Iterator[str]:
    if extremes.why_unknown not in ("", told_before):
        yield f"Adversary: {extremes.why_unknown}"
    if extremes.longest is not None:
        yield f"Longest possible, choosing every mistake freely: {_mistakes(extremes.longest)}."
    if extremes.shortest is not None:
        yield f"Shortest possible: {_mistakes(extremes.shortest)}."


def _mistakes(mistakes: Mistakes) -> str:
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


LABORATORY = Laboratory(
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
