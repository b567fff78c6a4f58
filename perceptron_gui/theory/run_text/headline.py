"""What is happening now, in a sentence for the whole room: the headline above the plane. No Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.paths.path import BlockPath, PointPath
from perceptron_gui.core.paths.results import Average, Vote
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import Notation, point_number
from perceptron_gui.lectures.visit import VisitContext
from perceptron_gui.theory.inseparable.advice import standstill
from perceptron_gui.theory.inseparable.cycle import answer_stays, cycle_position

from .poll import question_words
from .status import answer_of, counted, grouped, reason, wrong_of

NO_POINTS = "Click on the plane to add points."
REFUSED = "Nothing is trained. The line at the bottom says why."
START = "Before the first visit. Space plays, → goes one visit on."
COMPUTING = "Computing …"

_MOST_COORDINATES = 3  # that a point is called by
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MOST_LINES = 1000  # of a cycle, whose lines are counted


@frozen_value
class Headline:
    """A sentence, the same in fewer words for narrow windows, and what it is about."""

    words: str
    shorter: tuple[str, ...] = ()
    kind: str = ""  # mistake, right, question, end, wrong, cycle or diverged

    @property
    def forms(self) -> tuple[str, ...]:
        """All ways to say it, from the longest to the shortest."""
        return (self.words, *self.shorter)


def headline_without_run(is_computing: bool, has_points: bool) -> Headline:
    """Return what to say where there is no run: it is on its way, refused, or has no points."""
    return Headline(COMPUTING if is_computing else REFUSED if has_points else NO_POINTS)


def headline(run: Run, moment: Moment, notation: Notation, hides_verdict: bool = False) -> Headline:
    """Return what to say of a moment; how a run ends is said at its end only, if not hidden."""
    visit = min(moment.visit, run.visits)
    if not visit:
        return Headline(
            START if run.is_over or run.visits else COMPUTING, ("Before the first visit.",)
        )
    if moment.is_asked:
        return _question(run, visit, notation)
    if hides_verdict:
        return _visit(VisitContext(run, visit, notation))
    if run.cycle is not None and visit >= run.cycle.end_visit:
        return _round(run, visit)
    if run.is_over and visit == run.visits:
        return _ending(run)
    return _visit(VisitContext(run, visit, notation))


def with_outcome(shown: Headline, outcome: tuple[str, ...]) -> Headline:
    """Return a headline that first says who was right, as far as there is room."""
    first, *others = (f"{said} {words}" for words in shown.forms for said in outcome)
    return replace(shown, words=first, shorter=(*others, *outcome))


def in_words(value: int) -> str:
    """Write four, and 13."""
    return _NUMBERS[value] if value < len(_NUMBERS) else grouped(value)


def _question(run: Run, visit: int, notation: Notation) -> Headline:
    asked = question_words(run, notation)
    context = VisitContext(run, visit, notation)
    words = f"Visit {grouped(visit)}: {_visited(context)}. {asked}"
    return Headline(words, (f"Visit {grouped(visit)}. {asked}", asked), "question")


def _round(run: Run, visit: int) -> Headline:
    """Return that everything repeats: where that first happens, and in every round after it."""
    assert run.cycle is not None
    hand, found = cycle_position(run, visit), run.cycle
    if standstill(run) is not None:
        words = "Nothing is learnt: the update of this point changes no weight (proved)."
        return Headline(words, ("Nothing is learnt (proved).",), "cycle")
    is_first = visit == found.end_visit
    number = "" if is_first else f"Round {grouped(1 if hand is None else hand.lap)}"
    if answer_of(run):
        return _round_of_weights(run, visit, number)
    if is_first:
        words = f"Back to the weights of {_since(run)}: from here on everything repeats (proved)."
        return Headline(words, ("Everything repeats from here on (proved).",), "cycle")
    again = f"The same {_lines(run)}, again and again"
    return Headline(
        f"{number}. {again}: it never stops (proved).",
        (f"{number}: it never stops (proved).", number),
        "cycle",
    )


def _round_of_weights(run: Run, visit: int, number: str) -> Headline:
    """Return that the weights repeat, and what becomes of the answer that is made of them."""
    answer = _answer_goes_on(run, visit)
    if not number:
        back = f"Back to the weights of {_since(run)}: they repeat from here on (proved)"
        repeat = "The weights repeat from here on (proved)"
        return Headline(f"{back}{answer}.", _different(f"{repeat}{answer}.", f"{repeat}."), "cycle")
    through = f"Learning goes through the same {_lines(run)} and never stops (proved)"
    never = f"{number}: learning never stops (proved)"
    shorter = _different(f"{never}{answer}.", f"{never}.", number)
    return Headline(f"{number}. {through}{answer}.", shorter, "cycle")


def _different(*forms: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(forms))


def _answer_goes_on(run: Run, visit: int) -> str:
    """Return what is proved of the answer while the weights repeat; of some pockets nothing is."""
    if isinstance(run.result, Average):
        return "; the average goes on changing"
    if isinstance(run.result, Vote):
        return "; every visit adds a vote"
    return "; the pocket stays as it is" if answer_stays(run, visit) else ""


def _since(run: Run) -> str:
    """Return where the weights were that a cycle comes back to."""
    assert run.cycle is not None
    start = run.cycle.start_visit
    return f"visit {grouped(start)}" if start else "the start"


def _lines(run: Run) -> str:
    """Return "four lines": the different ones of a round, or its weights if some have no line."""
    found = run.cycle
    assert found is not None
    if found.period_updates > _MOST_LINES:
        return f"{grouped(found.period_updates)} weights"
    return run.cache.get_or_compute("lines of the cycle", None, lambda: _different_lines(run))


def _different_lines(run: Run) -> str:
    assert run.cycle is not None
    first = int(run.updates_at(run.cycle.start_visit))
    weights = run.weights_after(np.arange(first, first + run.cycle.period_updates))
    slopes = weights[:, :-1] if run.rule.offset else weights
    if not slopes.any(axis=1).all():
        return f"{in_words(len(np.unique(weights, axis=0)))} weights"
    directions = weights / np.abs(slopes).max(axis=1, keepdims=True)
    number = len(np.unique(directions.round(9), axis=0))
    return "one line" if number == 1 else f"{in_words(number)} lines"


def _ending(run: Run) -> Headline:
    if run.diverged:
        words = "Diverged: the weights grew beyond all bounds. A smaller step may help."
        return Headline(words, ("Diverged: try a smaller step.", "Diverged"), "diverged")
    wrong = run.result.errors(run.visits)
    kind = "wrong" if wrong else "end"
    errors = "" if not wrong else f" {_wrong(run, wrong)}"
    if run.status != "converged":
        words = f"Stopped after {counted(run.visits, 'visit')}: the budget is used up.{errors}"
        return Headline(words, ("Stopped: the budget is used up.", "Stopped"), kind)
    updates = counted(len(run.history), "update")
    why = "a whole epoch without a mistake"
    if not run.path.mistake_driven:
        why = "the loss is as small as it gets"
    words = f"Converged after {updates}: {why}.{errors}"
    if not wrong:
        return Headline(words, (f"Converged after {updates}.", "Converged"), kind)
    shorter = f"Converged, {wrong_of(wrong, run)} wrong"
    return Headline(words, (f"{shorter}{reason(run)}.", shorter), kind)


def _wrong(run: Run, wrong: int) -> str:
    """Say how many points the answer gets wrong, and why where that is proved already."""
    verb, answer = "is" if wrong == 1 else "are", answer_of(run)
    taken = f"taken wrongly by the {answer}" if answer else "wrong"
    return f"{wrong_of(wrong, run)} points {verb} {taken}{reason(run)}."


def _visit(context: VisitContext) -> Headline:
    run, visit = context.run, grouped(context.visit)
    if isinstance(run.path, PointPath | KernelPath) and context.index is not None:
        found, kind = "".join(_point(context, context.index)), _kind(context)
    elif isinstance(run.path, BlockPath):
        found, kind = _block(context), _kind(context)
    else:
        found, kind = f"a step against the gradient, on {_visited(context)}.", ""
    counts = f" {_counted_update(context)}" if context.is_update and kind else ""
    return Headline(
        f"Visit {visit}: {found}{counts}",
        (f"Visit {visit}.{counts or (' No update.' if kind else '')}", f"Visit {visit}"),
        kind,
    )


def _kind(context: VisitContext) -> str:
    return "mistake" if context.is_update else "right"


def _counted_update(context: VisitContext) -> str:
    word = "Update" if context.bound > 0 or isinstance(context.run.path, BlockPath) else "Mistake"
    return f"{word} {grouped(context.updates_after)}."


def _point(context: VisitContext, i: int) -> Iterator[str]:
    """Yield what one point is, and what it was taken for."""
    label, agreement = context.label(i), context.agreements(i)[0]
    yield f"{_visited(context)} is {_sign(label)}"
    if agreement == 0:
        found = "lies on the line" if _has_line(context) else "has the score 0"
        yield f" and {found}{'.' if context.is_update else ': that is right here.'}"
    elif agreement < 0:
        yield f", taken for {_sign(-label)}."
    elif context.is_update:
        yield ", but too close to the line."
    else:
        yield f", and taken for {_sign(label)}."


def _has_line(context: VisitContext) -> bool:
    """Tell whether the weights before a visit have a line: those of the coordinates are not 0."""
    if isinstance(context.run.path, KernelPath):
        return bool(context.updates_before)
    slopes = context.before[:-1] if context.run.rule.offset else context.before
    return any(slopes)


def _block(context: VisitContext) -> str:
    if not context.is_update:
        return f"no mistakes among {_visited(context)}."
    path = context.run.path
    wrong = path.points_of_updates(context.updates_before, context.updates_after)
    return f"{counted(len(wrong), 'mistake')} among {_visited(context)}."


def _visited(context: VisitContext) -> str:
    """Return what is visited: a point by its coordinates if they are few, or how many."""
    if context.index is None:
        points = len(context.points)
        every = points == len(context.run.dataset)
        return f"all {grouped(points)} points" if every else counted(points, "point")
    coordinates = context.run.dataset.points[context.index].tolist()
    if len(coordinates) > _MOST_COORDINATES:
        return f"point {grouped(point_number(context.index))}"
    texts = [_coordinate(value) for value in coordinates]
    is_exact = [float(text) for text in texts] == coordinates
    return f"{'' if is_exact else '≈ '}({', '.join(texts)})".replace("-", "−")


def _coordinate(value: float) -> str:
    text = f"{value:.6g}"
    return text if len(text) <= len("-1.857") else f"{value:.3g}"


def _sign(label: int) -> str:
    return f"{label:+d}".replace("-", "−")
