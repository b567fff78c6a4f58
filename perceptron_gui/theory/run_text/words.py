"""The one voice: how a run ended and what is known of its data, in a sentence and in a few words.

Headline, status line, notes, experiments, terminal and handouts take these words from here. No Qt.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import CANCELLED
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.lectures.rounded import equals
from perceptron_gui.theory.convergence.formulas import margin
from perceptron_gui.theory.inseparable.certificate import no_separator

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


def ending(run: Run) -> Words:
    """Say how a run ended, and how many points its answer misclassifies."""
    if run.status == "computing":
        return Words(COMPUTING, COMPUTING)
    if run.diverged:
        visits = counted(run.visits, "visit")
        return Words(f"Diverged after {visits}: try a smaller step.", "Diverged", "diverged")
    if (found := run.cycle) is not None:
        visits = counted(found.period_visits, "visit")
        updates = counted(found.period_updates, "update")
        full = f"The weights repeat every {visits} ({updates}), forever (proved)."
        return Words(full, f"Cycle of {visits} (proved)", "cycle")
    wrong = 0 if run.dataset.targets is not None else run.result.errors(run.visits)
    result, short = _stop(run)
    if not wrong:
        return Words(f"{result}.", short, "end")
    share = f"{grouped(wrong)} of {grouped(len(run.dataset))}"
    by_answer = f" by the {answer_of(run)}" if answer_of(run) else ""
    full = f"{result}, {share} points misclassified{by_answer}{_reason(run)}."
    return Words(full, f"{short}, {share} misclassified", "wrong")


def _stop(run: Run) -> tuple[str, str]:
    """Say why a run made no further visit."""
    updates = len(run.history)
    if run.status == "converged":
        return _converged(run, updates), "Converged"
    if updates >= run.rule.max_updates:
        return f"Stopped after {counted(updates, 'update')} (limit)", "Stopped (limit)"
    if run.visits >= run.budget:
        return f"Stopped after {counted(run.rule.epochs, 'epoch')} (limit)", "Stopped (limit)"
    return f"Interrupted after {counted(run.visits, 'visit')}", "Interrupted"


def _converged(run: Run, updates: int) -> str:
    if not updates:
        return "Converged without an update"
    last = int(run.history.visits_of(np.array([updates - 1]))[0])
    epoch = grouped(run.path.visiting.epoch_of(last))
    when = f"in epoch {epoch}" if updates == 1 else f"the last in epoch {epoch}"
    return f"Converged after {counted(updates, 'update')}, {when}"


def _reason(run: Run) -> str:
    """Say why some points stay misclassified, where that is known already."""
    verdict = run.known_verdict
    if verdict is None or verdict.separable:
        return ""
    claim = no_separator(run.space)
    return f": {claim[:1].lower()}{claim[1:]} (proved)"


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
    squared = to_plain(f"{margin(notation)[1]} {equals(verdict.margin_squared)}")
    return Words(f"Separable: {squared}{bound}.", f"Separable{bound}")
