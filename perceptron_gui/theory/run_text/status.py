"""Where a run stands, in words: the parts of the status line, and the dial of a cycle. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

import numpy as np

from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.paths.cycles import Recurrence
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.core.runs.measures import loss
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.runs.verdict import CANCELLED
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.lectures.rounded import equals
from perceptron_gui.theory.convergence.formulas import margin
from perceptron_gui.theory.inseparable.cycle import cycle_position

from .ticks import period

Forms = tuple[str, ...]  # of a part, from the longest to the shortest, which may be nothing

FUTURE, VERDICT = "future", "verdict"  # what a lesson may hide
NO_POINTS = "no points yet"
COMPUTING = "computing …"
LOOKED_FOR = "separable? computing …"
NOT_KNOWN = "separable? not known (cancelled)"
# Which part is to be said in fewer words next; the counts and the verdict stay.
_LESS = ("ending", "arithmetic", "visit", "verdict", "arithmetic", "ending", "epoch", "errors")
_NARROW_SPACE = "\u202f"


def grouped(value: int) -> str:
    """Write 36, 1000 and 12 500: long numbers in groups of three."""
    return f"{value:,}".replace(",", _NARROW_SPACE) if abs(value) >= 10_000 else str(value)


def counted(value: int, noun: str) -> str:
    """Write 1 error, 2 errors."""
    return f"{grouped(value)} {noun}{'' if value == 1 else 's'}"


def answer_of(run: Run) -> str:
    """Return the average, vote or pocket that a rule returns, or "" for its last weights."""
    return RULES[run.rule.rule].answer.lower()


def wrong_of(wrong: int, run: Run) -> str:
    """Write 4 of 4."""
    return f"{grouped(wrong)} of {grouped(len(run.dataset))}"


def reason(run: Run) -> str:
    """Return why some points stay wrong, where the verdict is computed already."""
    verdict = run.known_verdict
    is_proved = verdict is not None and not verdict.separable
    return f": no line{_through(run)} separates them (proved)" if is_proved else ""


def _through(run: Run) -> str:
    """Say which lines a verdict is about: without an offset all of them go through the origin."""
    goes_through = run.rule.uses_option("offset") and not run.rule.offset
    return " through the origin" if goes_through else ""


def shortened(parts: Mapping[str, Forms]) -> Iterator[list[str]]:
    """Yield all of it, then less and less, beginning with what can be missed most easily."""
    level = dict.fromkeys(parts, 0)
    yield [forms[0] for forms in parts.values()]
    for name in _LESS:
        if name in parts and level[name] < len(parts[name]) - 1:
            level[name] += 1
            yield [form for each, forms in parts.items() if (form := forms[level[each]])]


def later_round(run: Run, visit: int) -> str:
    """Say which round of its cycle a run is in; nothing before the first one is complete."""
    hand = cycle_position(run, visit)
    is_later = hand is not None and run.cycle is not None and visit > run.cycle.end_visit
    return f"round {grouped(hand.lap)}" if hand is not None and is_later else ""


class RunWords:
    """What is said of one run; what does not depend on the cursor is put into words once."""

    def __init__(self, run: Run, notation: Notation) -> None:
        self.run, self.notation = run, notation

    def parts(
        self,
        visit: int,
        made: int,
        shows_future: bool = False,
        hides: Collection[str] = (),
        step: str = "",
    ) -> dict[str, Forms]:
        """Return what is to be read at a visit when `made` of them have had their effect.

        How the run ends is said where it can be seen, or with the future. The verdict is about
        the data, and computed elsewhere: until then the `step` of the search is told. A lesson
        `hides` the one or the other.
        """
        run = self.run
        known: dict[str, Forms] = {}
        # Once the ending is no secret; that a run goes on never is.
        span = period(run)
        if shows_future or not run.is_over or made >= (span[1] if span else run.visits):
            known["ending"] = (self.ending, self._short_ending, "")
        if VERDICT in hides:
            known.clear()
        elif run.dataset.targets is not None:
            known["verdict"] = ("real targets", "")
        elif run.known_verdict is None:
            looked_for = f"separable? {step} …" if step else LOOKED_FOR
            is_cancelled = run.missing_verdict == CANCELLED
            known["verdict"] = (NOT_KNOWN if is_cancelled else looked_for, "")
        else:
            is_separable = run.known_verdict.separable
            short = f"separable{self._bound}" if is_separable else "not separable"
            known["verdict"] = (self.verdict, short)
        is_exact = run.arithmetic == "exact"
        return {
            "visit": (self._visit(visit) if not hides else f"visit {grouped(visit)}", ""),
            "epoch": (f"epoch {grouped(run.path.visiting.epoch_of(visit))}", ""),
            "updates": (f"k = {grouped(int(run.updates_at(made)))}",),
            "errors": self._errors(made),
            **known,
            "arithmetic": ("exact", "") if is_exact else ("floating point", "float", ""),
        }

    def _errors(self, made: int) -> Forms:
        """Return how many points what the rule returns gets wrong, and what that is."""
        if self.run.dataset.targets is not None:
            error = float(loss(self.run, np.array([self.run.updates_at(made)]), "squared")[0])
            return (f"squared error {error:.6g}", f"E {error:.4g}")
        count, answer = counted(self.run.result.errors(made), "error"), answer_of(self.run)
        return (f"{count} of the {answer}", count) if answer else (count,)

    def _visit(self, visit: int) -> str:
        run = self.run
        if run.cycle is None:
            return f"visit {grouped(visit)} / {grouped(run.visits)}"
        return ", ".join(filter(None, (f"visit {grouped(visit)}", later_round(run, visit))))

    @cached_property
    def _wrong(self) -> int:
        """How many points the answer gets wrong at the end."""
        return self.run.result.errors(self.run.visits)

    @property
    def _but_wrong(self) -> str:
        """Say that a run has converged to something that is wrong, and why where that is known."""
        if not self._wrong:
            return ""
        return f", {wrong_of(self._wrong, self.run)} wrong{reason(self.run)}"

    @property
    def ending(self) -> str:
        """How the run ended, or that it has not."""
        run, updates = self.run, len(self.run.history)
        if run.status == "computing":
            return "computing…"
        if run.diverged:
            return f"diverged after {counted(run.visits, 'visit')}"
        if run.status == "converged":
            return _converged(run, updates) + self._but_wrong
        if run.cycle is not None:
            visits = counted(run.cycle.period_visits, "visit")
            return f"cycles for ever with a period of {visits} (proved)"
        if updates >= run.rule.max_updates:
            return f"stopped at the budget after {counted(updates, 'update')}"
        if run.visits >= run.budget:
            return f"stopped at the budget after {counted(run.rule.epochs, 'epoch')}"
        return f"interrupted after {counted(run.visits, 'visit')}"

    @property
    def _short_ending(self) -> str:
        """The same in a word or two; the counts stand beside it."""
        run = self.run
        if run.cycle is not None:
            return f"cycle of {counted(run.cycle.period_visits, 'visit')}"
        if run.diverged:
            return "diverged"
        if run.status == "converged" and self._wrong:
            return f"converged, {wrong_of(self._wrong, run)} wrong"
        return {"computing": "computing…", "converged": "converged"}.get(run.status, "stopped")

    @cached_property
    def verdict(self) -> str:
        """Whether a line exists, with its margin and the bound; computes what is not yet known."""
        verdict = self.run.verdict
        if not verdict.separable:
            return f"not separable{_through(self.run)} (proved)"
        if not verdict.margin_is_known:
            return "separable; floating point cannot tell the margin"
        squared = margin(self.notation)[1]
        return f"separable: {to_plain(f'{squared} {equals(verdict.margin_squared)}')}{self._bound}"

    @property
    def _bound(self) -> str:
        bounds = self.run.bounds
        return "" if bounds is None else f", k ≤ {grouped(bounds.most_updates)}"

    @cached_property
    def remarks(self) -> list[str]:
        """What else is worth knowing, with options named as they are in the window."""
        return [each if isinstance(each, str) else each.shown for each in self.run.remarks]


def _converged(run: Run, updates: int) -> str:
    if not updates:
        return "converged without an update"
    last = int(run.history.visits_of(np.array([updates - 1]))[0])
    epoch = grouped(run.path.visiting.epoch_of(last))
    when = f"in epoch {epoch}" if updates == 1 else f"the last in epoch {epoch}"
    return f"converged after {counted(updates, 'update')}, {when}"


# More ticks than this would melt into a ring.
_MOST_TICKS = 48


@frozen_value
class CycleFace:
    """One round of a cycle, and where the run is in it."""

    words: tuple[str, str]  # two short lines
    widest: tuple[str, ...]  # of all lines that may come, so that nothing has to move for them
    tip: str
    ticks: tuple[bool, ...]  # whether each visit of a round is an update; empty if they are many
    turn: float | None  # how much of the round is done; None before the cycle


def cycle_face(run: Run, made: int, shows_future: bool) -> CycleFace | None:
    """Return what is to be seen when `made` visits have had their effect.

    None where no cycle is proved, or where that is still to come and the future is hidden.
    """
    found = run.cycle
    if found is None or not (shows_future or made >= found.end_visit):
        return None
    hand, last, period = (
        cycle_position(run, made),
        cycle_position(run, run.visits),
        found.period_visits,
    )
    outside = ("enters the cycle", f"at visit {grouped(found.start_visit)}")
    words = outside
    if hand is not None:
        words = _place(hand.lap, hand.visit, period)
    widest = _place(1 if last is None else last.lap, period, period)
    return CycleFace(
        words,
        (*widest, *(outside if shows_future and found.start_visit else ())),
        _proof(found),
        _ticks(run, found),
        None if hand is None else hand.turn,
    )


def _place(lap: int, visit: int, visits: int) -> tuple[str, str]:
    return f"round {grouped(lap)}", f"visit {grouped(visit)} of {grouped(visits)}"


def _proof(found: Recurrence) -> str:
    visits, updates = counted(found.period_visits, "visit"), counted(found.period_updates, "update")
    first = f"After visit {grouped(found.start_visit)}" if found.start_visit else "At the start"
    return (
        f"{first} and after visit {grouped(found.end_visit)} the weights are equal, and the order "
        f"goes on alike. So this repeats for ever, {visits} with {updates} a round: it is proved."
    )


def _ticks(run: Run, found: Recurrence) -> tuple[bool, ...]:
    if found.period_visits > _MOST_TICKS:
        return ()
    updates = run.updates_at(np.arange(found.start_visit, found.end_visit + 1))
    return tuple((np.diff(updates) > 0).tolist())
