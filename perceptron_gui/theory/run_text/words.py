"""The one voice: what a visit did, how a run ended and what is known of its data, in words.

Headline, status line, notes, experiments, terminal and handouts take these words from here. No Qt.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.paths.path import BlockPath, PointPath
from perceptron_gui.core.paths.results import Average, Vote
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.measures import answer_on_test, loss
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import CANCELLED
from perceptron_gui.lectures.notation import Notation, equals, point_number
from perceptron_gui.lectures.visit import VisitContext
from perceptron_gui.theory.inseparable.certificate import no_separator, separating
from perceptron_gui.theory.inseparable.cycle import answer_stays, cycle_position, standstill

from .poll import question_words

COMPUTING = "Computing …"
_NARROW_SPACE = "\u202f"


@dataclass(frozen=True)
class Words:
    """A sentence, and the same in a few words for where the sentence does not fit."""

    full: str
    short: str
    kind: str = ""  # mistake, right, question, end, wrong, cycle or diverged

    @property
    def in_line(self) -> Words:
        """The same as part of a line: without a capital letter and a full stop."""
        return Words(_part(self.full), _part(self.short), self.kind)


def _part(text: str) -> str:
    return text[:1].lower() + text[1:].removesuffix(".")


def grouped(value: int) -> str:
    """Write 36, 1000 and 12 500: long numbers in groups of three."""
    return f"{value:,}".replace(",", _NARROW_SPACE) if abs(value) >= 10_000 else str(value)


def counted(value: int, noun: str) -> str:
    """Write 1 error, 2 errors."""
    return f"{grouped(value)} {noun}{'' if value == 1 else 's'}"


def answer_of(run: Run) -> str:
    """Return the average, vote or pocket that a rule returns, or "" for its last weights."""
    return RULES[run.rule.rule].answer.lower()


def error_words(run: Run, visit: int) -> Words:
    """Say how many points the rule's answer misclassifies, and what that answer is."""
    if run.dataset.targets is not None:
        error = float(loss(run, np.array([run.updates_at(visit)]), "squared")[0])
        return Words(f"squared error {error:.6g}", f"E {error:.4g}")
    errors, answer = counted(run.result.errors(visit), "error"), answer_of(run)
    full = f"{errors} of the {answer}" if answer else errors
    test = words_on_test(run, visit)
    return Words(f"{full}, {test}", f"{errors}, {test}") if test else Words(full, errors)


def words_on_test(run: Run, visit: int) -> str:
    """Write 2 of 30 test points misclassified, where points are kept out of training."""
    answer = answer_on_test(run)
    if answer is None or run.dataset.test is None:
        return ""
    wrong = f"{grouped(answer.errors(visit))} of {grouped(len(run.dataset.test))}"
    return f"{wrong} test points misclassified"


def ending(run: Run) -> Words:
    """Say how a run ended, and how many points its answer misclassifies."""
    if run.status == "computing":
        return Words(COMPUTING, COMPUTING)
    if run.diverged:
        visits = counted(run.visits, "visit")
        return Words(f"Diverged after {visits}: try a smaller step.", "Diverged", "diverged")
    test = words_on_test(run, run.visits)
    on_test = f"; {test}" if test else ""
    if (found := run.cycle) is not None:
        visits = counted(found.period_visits, "visit")
        updates = counted(found.period_updates, "update")
        full = f"The weights repeat every {visits} ({updates}), forever (proved){on_test}."
        return Words(full, f"Cycle of {visits} (proved)", "cycle")
    wrong = 0 if run.dataset.targets is not None else run.result.errors(run.visits)
    result, short = _stop(run)
    if not wrong:
        return Words(f"{result}{on_test}.", f"{short}{on_test}", "end")
    share = f"{grouped(wrong)} of {grouped(len(run.dataset))}"
    by_answer = f" by the {answer_of(run)}" if answer_of(run) else ""
    reason, verdict = "", run.known_verdict
    if verdict is not None and not verdict.separable:
        reason = f": {_part(no_separator(run.space))} (proved)"
    full = f"{result}, {share} points misclassified{by_answer}{reason}{on_test}."
    return Words(full, f"{short}, {share} misclassified{on_test}", "wrong")


def _stop(run: Run) -> tuple[str, str]:
    """Say why a run made no further visit."""
    updates = len(run.history)
    if run.status == "converged" and not updates:
        return "Converged without an update", "Converged"
    if run.status == "converged":
        last = run.history.visit_after(updates)
        epoch = grouped(run.path.visiting.epoch_of(last))
        when = f"in epoch {epoch}" if updates == 1 else f"the last in epoch {epoch}"
        return f"Converged after {counted(updates, 'update')}, {when}", "Converged"
    if updates >= run.rule.max_updates:
        return f"Stopped after {counted(updates, 'update')} (limit)", "Stopped (limit)"
    if run.visits >= run.budget:
        return f"Stopped after {counted(run.rule.epochs, 'epoch')} (limit)", "Stopped (limit)"
    return f"Interrupted after {counted(run.visits, 'visit')}", "Interrupted"


def verdict_words(run: Run, notation: Notation, step: str = "") -> Words:
    """Say whether a line separates the points, with margin and bound; waits for no verdict.

    Until it is known, `step` names what the search is doing.
    """
    if run.dataset.targets is not None:
        return Words("Real targets", "")
    verdict = run.known_verdict
    if verdict is None:
        is_cancelled = run.missing_verdict == CANCELLED
        state = "not known (cancelled)" if is_cancelled else f"{step or 'computing'} …"
        return Words(f"Separable? {state}", "")
    if not verdict.separable:
        return Words(f"{no_separator(run.space)} (proved).", "Not separable")
    bounds = run.bounds
    bound = "" if bounds is None else f", k ≤ {grouped(bounds.most_updates)}"
    if not verdict.margin_is_known:
        return Words("Separable by a margin too small for floating point.", "Separable")
    squared = to_plain(f"{notation.margin[1]} {equals(verdict.margin_squared)}")
    return Words(f"Separable: {squared}{bound}.", f"Separable{bound}")


def why_words(run: Run) -> Words:
    """Say whether anything separates the points, and what that means for training."""
    if run.dataset.targets is not None:
        text = "The targets are numbers, so there are no classes to separate"
        return Words(f"{text}.", text)
    if run.verdict_is_pending:
        state = "is not known (cancelled)" if run.missing_verdict == CANCELLED else "…"
        text = f"Whether a {separating(run.space)} separates these points {state}"
        return Words(text, text)
    if not run.verdict.separable:
        claim = no_separator(run.space)
        return Words(f"{claim}.", claim, "cycle")
    claim = f"A {separating(run.space)} separates these points"
    if not run.verdict.margin_is_known:
        return Words(f"{claim}, by a margin too small for floating point.", claim, "end")
    if run.bounds is None:
        return Words(f"{claim}, but nothing bounds the updates of this rule.", claim, "end")
    most = counted(run.bounds.most_updates, "update")
    full = f"{claim}, so training stops after at most {most}."
    return Words(full, f"Separable: at most {most}", "end")


NO_POINTS = "Click on the plane to add points."
REFUSED = "Not trained: the status line says why."
START = "Before the first visit. Space plays, → is the next step."

_MOST_COORDINATES = 3  # that a point is called by
_TIES = {"never": "correct", "minus": "−1", "plus": "+1"}  # where they are no mistakes


def headline_without_run(is_computing: bool, has_points: bool) -> Words:
    """Return what to say where there is no run: it is on its way, refused, or has no points."""
    text = COMPUTING if is_computing else REFUSED if has_points else NO_POINTS
    return Words(text, text)


def headline(
    run: Run,
    moment: Moment,
    notation: Notation,
    hides_verdict: bool = False,
    hides_visit: bool = False,
) -> Words:
    """Return what to say of a moment; how a run ends is said at its end only, if not hidden.

    Where what a visit did is hidden, only the visited point is named.
    """
    visit = min(moment.visit, run.visits)
    if not visit:
        is_begun = run.is_over or run.visits
        return Words(START, "Before the first visit.") if is_begun else Words(COMPUTING, COMPUTING)
    context = VisitContext(run, visit, notation)
    if moment.is_asked:
        asked, number = question_words(run, notation), grouped(visit)
        full = f"Visit {number}: {_visited(context)}. {asked}"
        return Words(full, f"Visit {number}. {asked}", "question")
    if hides_visit:
        number = grouped(visit)
        return Words(f"Visit {number}: {_visited(context)}.", f"Visit {number}")
    if hides_verdict:
        return visit_words(context)
    if run.cycle is not None and visit >= run.cycle.end_visit:
        return _round(run, visit)
    if run.is_over and visit == run.visits:
        return ending(run)
    return visit_words(context)


def with_outcome(shown: Words, outcome: str) -> Words:
    """Return a headline that first says who was right in a poll."""
    return Words(f"{outcome} {shown.full}", f"{outcome} {shown.short}", shown.kind)


def _round(run: Run, visit: int) -> Words:
    """Say that the weights repeat, in which round of that a run is, and what of its answer."""
    if standstill(run) is not None:
        full = "Nothing is learnt: updating on this point changes no weight (proved)."
        return Words(full, "Nothing is learnt (proved)", "cycle")
    said, number, answer = ending(run), later_round(run, visit), ""
    if isinstance(run.result, Average):
        answer = "; the average keeps changing"
    elif isinstance(run.result, Vote):
        answer = "; every visit adds a vote"
    elif answer_of(run) and answer_stays(run, visit):  # of some pockets nothing is proved
        answer = "; the pocket stays"
    full = f"{said.full.removesuffix('.')}{answer}."
    if not number:
        return Words(full, said.short, "cycle")
    number = number.capitalize()
    return Words(f"{number}. {full}", f"{number}: {said.in_line.short}", "cycle")


def later_round(run: Run, visit: int) -> str:
    """Say which round of its cycle a run is in; nothing before the first one is complete."""
    hand = cycle_position(run, visit)
    is_later = hand is not None and run.cycle is not None and visit > run.cycle.end_visit
    return f"round {grouped(hand.lap)}" if hand is not None and is_later else ""


def visit_words(context: VisitContext) -> Words:
    """Say what was visited and how it was classified, or what a step over several points did."""
    run, visit = context.run, f"Visit {grouped(context.visit)}"
    kind = "mistake" if context.is_update else "right"
    if isinstance(run.path, PointPath | KernelPath) and context.index is not None:
        found = _point(context, context.index)
    elif isinstance(run.path, BlockPath):
        path, found = run.path, f"no mistakes among {_visited(context)}"
        if context.is_update:
            wrong = path.points_of_updates(context.updates_before, context.updates_after)
            found = f"{counted(len(wrong), 'mistake')} among {_visited(context)}"
    else:
        return Words(f"{visit}: a gradient step on {_visited(context)}.", visit)
    if not context.is_update:
        return Words(f"{visit}: {found}.", f"{visit}: no update", kind)
    is_mistake = context.bound <= 0 and not isinstance(run.path, BlockPath)
    update = f"{'mistake' if is_mistake else 'update'} {grouped(context.updates_after)}"
    return Words(f"{visit}: {found}. {update.capitalize()}.", f"{visit}: {update}", kind)


def _point(context: VisitContext, i: int) -> str:
    """Say how a point was classified before its update."""
    label, agreement = context.label(i), context.agreements(i)[0]
    point = _visited(context)
    if agreement == 0:
        slopes = context.before[:-1] if context.run.rule.offset else context.before
        if isinstance(context.run.path, KernelPath):
            slopes = (context.updates_before,)
        place = "on the line" if any(slopes) else "has score 0"  # there is no line if w is 0
        tie = "" if context.is_update else f", which counts as {_TIES[context.run.rule.tie]}"
        return f"{point} is {_sign(label)} and {place}{tie}"
    if agreement < 0:
        return f"{point} is misclassified as {_sign(-label)}"
    correct = f"{point} is correctly classified as {_sign(label)}"
    return f"{correct}, but too close to the line" if context.is_update else correct


def _visited(context: VisitContext) -> str:
    """Return what is visited: a point by its coordinates if they are few, or how many."""
    if context.index is None:
        points = len(context.points)
        every = points == len(context.run.dataset)
        return f"all {grouped(points)} points" if every else counted(points, "point")
    coordinates = context.run.dataset.points[context.index].tolist()
    if len(coordinates) > _MOST_COORDINATES:
        return f"point {grouped(point_number(context.index))}"
    written = ((f"{value:.6g}", f"{value:.3g}") for value in coordinates)
    texts = [text if len(text) <= len("-1.857") else short for text, short in written]
    is_exact = [float(text) for text in texts] == coordinates
    return f"{'' if is_exact else '≈ '}({', '.join(texts)})".replace("-", "−")


def _sign(label: int) -> str:
    return f"{label:+d}".replace("-", "−")
