"""Which lines of a listing a visit executes, and its numbers beside them.

The numbers are those of `explain`, without the symbols that the line itself has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from perceptron_gui.base.latex import to_plain
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.answer import AnswerVisit
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.lectures.visit import VisitContext

from .descent import batch_lines, descent_lines, least_squares_lines
from .line import ListingLine, ListingSymbols
from .points import by_points, kernel_lines, six_steps

PHASES = {
    "test": "the test",
    "update": "the update, or the test where nothing is updated",
    "next": "what follows: the next point, or what is returned",
}
_LONGEST = 46  # letters of a row of numbers
_SIDE = re.compile(r" (= |\\approx )")


def listing_lines(run: Run, notation: Notation) -> tuple[ListingLine, ...]:
    """Return the lines of the rule of a run as a lecture writes them."""
    symbols, rule = ListingSymbols(run, notation), run.rule
    make = {"batch": batch_lines, "kernel": kernel_lines, "sgd": descent_lines}.get(
        rule.rule, by_points
    )
    if rule.rule == "least-squares":
        make = descent_lines if rule.solver == "sgd" else least_squares_lines
    elif rule.rule == "pla" and notation.by_update:
        make = six_steps
    return tuple(make(symbols))


class ListedVisit:
    """A visit in the listing of its rule; visit 0 is the start."""

    def __init__(self, run: Run, visit: int, notation: Notation) -> None:
        if run.cycle is not None:  # which goes on forever
            run = run.prolonged(visit + 1)
        self._run, self._visit, self._notation = run, visit, notation
        explanation = explain(run, visit, notation)
        self.heading = explanation.heading  # where in the run this is
        self._steps = explanation.steps
        self._context = context = VisitContext(run, visit, notation)
        self._answer = AnswerVisit(context)
        self.lines = listing_lines(run, notation)
        self._parts = {line.part for line in self.lines}
        self._label = 0 if context.index is None else context.label(context.index)

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases of this visit that differ, in their order."""
        if not self._visit:
            return ("update", "next")
        has_middle = self._context.is_update or "keep" in self._parts
        return tuple(PHASES) if has_middle else ("test", "next")

    def lit(self, phase: str) -> list[int]:
        """Return the lines that are executed in a phase."""
        return self._lines_of(self._executed(phase))

    def _lines_of(self, parts: set[str]) -> list[int]:
        lines = enumerate(self.lines)
        return [n for n, line in lines if line.part in parts and line.label in (0, self._label)]

    def _executed(self, phase: str) -> set[str]:
        if phase == "next":
            is_over = self._run.is_over and self._run.cycle is None
            is_last = is_over and self._visit == self._run.visits
            found = {"next"} if self._visit else set()
            found |= {"fill"} if "fill" in self._parts and self._answer.is_exchanged else set()
            found |= {"return"} if is_last else set()
            return found if is_last or found & self._parts else {"point"}
        if not self._visit:
            return {"start"}
        if phase == "update" and self._context.is_update:
            return {"update"}
        return {"keep"} if phase == "update" and "keep" in self._parts else {"test"}

    def numbers(self, phase: str) -> dict[int, tuple[str, ...]]:
        """Return rows of mathematics beside the lines that are executed up to a phase."""
        if not self._visit:
            start = {self._lines_of({"start"})[0]: (self._steps[0].formula,)}
            return start | (self._next_point() if phase == "next" else {})
        reached = {"point", "test"}
        if phase != "test":
            reached |= self._executed("update")
        if phase == "next":
            reached |= {"fill", *self._executed("next")}
        updates = self._formulas("update")
        lines = [n for n in self._lines_of({"update"}) if "update" in self.lines[n].kinds]
        found: dict[int, tuple[str, ...]] = {}
        for n in self._lines_of(reached):
            rows = list(self._rows(self.lines[n]))
            if n in lines:
                # The first line has the updates that are not those of the lines below it.
                place = lines.index(n) - len(lines)
                own = updates[: place + 1 or None] if n == lines[0] else [updates[place]]
                rows += map(shortened, own)
            found[n] = tuple(rows)
        if phase == "next" and "point" in self._executed("next"):
            found |= self._next_point()
        return found

    def _next_point(self) -> dict[int, tuple[str, ...]]:
        """Return the point of the next visit, if that is computed, beside the loop over points."""
        place = self._lines_of({"point"})[:1]
        if self._visit >= self._run.visits:
            return {}
        steps = explain(self._run, self._visit + 1, self._notation).steps
        return dict.fromkeys(place, (steps[0].formula,))

    def _formulas(self, kind: str) -> list[str]:
        return [step.formula for step in self._steps if step.kind == kind]

    def _rows(self, line: ListingLine) -> Iterator[str]:
        if line.part == "point":
            yield self._steps[0].formula
        elif line.part == "return" and self._run.rule.rule not in ("voted", "kernel"):
            yield self._answer.returned
        for kind in line.kinds:
            own = self._formulas(kind)
            if kind in _EXTRAS:
                yield _EXTRAS[kind](self._answer)
            elif kind == "k":
                yield f"k = {self._context.updates_after + 1}"
            elif kind == "update" and line.part == "keep":
                yield shortened(own[-1].partition(r"\text")[0])
            elif kind == "design":
                # Larger matrices are not written out, nor those of a step that changes nothing.
                for step in self._steps:
                    if r"Y^\top Y =" in step.formula:
                        yield from map(shortened, step.formula.split(r"\text{, }"))
            elif kind == "comparison" and own:
                yield own[0]
            elif kind == "gradient" and own:
                yield _gradient(own[-1])
            elif kind != "update" and own:
                yield shortened(own[-1])


# What is beside a line that is not a step of the perceptron.
_EXTRAS: dict[str, Callable[[AnswerVisit], str]] = {
    "sum": lambda answer: answer.sum,
    "votes": lambda answer: answer.votes,
    "run": lambda answer: answer.runs,
    "errors": lambda answer: answer.errors,
    "pocket": lambda answer: answer.returned,
}


def _gradient(formula: str) -> str:
    """Return a gradient without where it holds, and without of what it is."""
    bare = formula.rpartition(r" \to ")[2].partition(r"\text{ of")[0]
    return bare if r"\text{, }" in bare else shortened(bare)


def shortened(formula: str) -> str:
    """Return as much of a = b = c = d as can be read beside a line: its ends come first."""
    first, *others = _SIDE.split(formula)
    name = first.partition(r" \leftarrow ")[0]
    sides = [f" {sign}{side}" for sign, side in zip(others[::2], others[1::2], strict=True)]
    tries = (name + "".join(sides[-2:]), "".join(sides[-2:]), name + "".join(sides[-1:]))
    return next((text for text in tries if len(to_plain(text)) <= _LONGEST), tries[-1])
