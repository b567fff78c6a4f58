"""What a program is made of: functions from files, literals, and the constants of a run.

Here is decided, too, how it holds its numbers.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files
from pprint import pformat
from textwrap import indent
from typing import Any

import numpy as np

from perceptron_gui.base.exact import decimal
from perceptron_gui.core.paths.descent import SolvePath
from perceptron_gui.core.paths.path import BlockPath, PointPath
from perceptron_gui.core.paths.results import Vote
from perceptron_gui.core.runs.run import Run
from perceptron_gui.theory.run_text.words import ending

WIDTH = 100
_DEFINED = re.compile(r"^def (\w+)", re.MULTILINE)
# A line of a fragment may end in conditions: it stays where all of them hold.
_CONDITION = re.compile(r" *#\? (?P<flags>.*)$")


@cache
def _fragments() -> dict[str, str]:
    """Return the functions of all files of fragments by name."""
    parts = (files("perceptron_gui.export.script") / "parts").iterdir()
    texts = [path.read_text(encoding="utf-8").strip() for path in parts]
    return {name_of(piece): piece for text in texts for piece in text.split("\n\n\n")}


def name_of(function: str) -> str:
    """Return the name of a function from its text."""
    found = _DEFINED.search(function)
    if found is None:
        raise ValueError(f"a fragment is a function, this is none: {function[:40]!r}")
    return found[1]


def fragment(name: str, rename: str = "", flags: Collection[str] = (), **blanks: str) -> str:
    """Return one function with the lines whose conditions hold, its __blanks__ filled in."""
    lines: list[str] = []
    for line in _fragments()[name].split("\n"):
        found = _CONDITION.search(line)
        wanted = found["flags"].split(", ") if found else ()
        if all((flag.removeprefix("not ") in flags) != flag.startswith("not ") for flag in wanted):
            lines.append(line[: found.start()] if found else line)
    text = "\n".join(lines)
    if rename:
        text = text.replace(f"def {name}(", f"def {rename}(", 1)
    for blank, content in blanks.items():
        text = text.replace(f"__{blank}__", content)
    return text


def number(value: Fraction, floating: bool = False) -> int | float | Fraction:
    """Return a number whose repr is its Python literal: 2, Fraction(1, 10), or a float."""
    if floating:
        return float(value)
    return value.numerator if value.denominator == 1 else value


def assigned(name: str, value: Any) -> str:
    """Return the assignment of a literal, in lines that fit."""
    written = pformat(value, width=WIDTH - 4, compact=True, sort_dicts=False)
    one = f"{name} = {written}"
    if "\n" not in written and len(one) <= WIDTH:
        return one
    return f"{name} = (\n{indent(written, '    ')}\n)"


# Up to here every point has a line of its own.
_FEW_POINTS = 12
# Larger coordinates are written with an exponent, which int() does not read.
_LARGEST_WHOLE = 1e15
_MOST_SECONDS = 60
# Products of two numbers and all around them, measured in Python 3.11 on one core: with fractions
# 80,000 (averages) to 350,000 (perceptron), with integers and floats 1 to 2.7 million.
_FRACTIONS_PER_SECOND, _PLAIN_PER_SECOND = 200_000, 1_400_000
_LIFTED = {
    "product": "*(a * b for a, b in combinations(point, 2))",
    "quadratic": "*(a * b for a, b in combinations_with_replacement(point, 2))",
}
_ANSWERS = {"averaged": "average", "pocket": "pocket", "voted": "votes"}


class Setup:
    """A run as a program needs it before it can train: constants, data and arithmetic."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.visits, self.end = self._length()
        self.score = "score" if self.is_kernel else "dot"  # the function of a program

    @property
    def is_kernel(self) -> bool:
        return self.run.rule.rule == "kernel"

    @property
    def is_floating(self) -> bool:
        return self.run.arithmetic != "exact"

    @property
    def is_as_written(self) -> bool:
        """Tell whether a plain program finds every number of the run to its last digit."""
        if isinstance(self.run.path, SolvePath):
            return self.solves_exactly and not self.is_floating
        # Kernel scores are summed in the order of the updates, in the program in that of points,
        # and scaled points are rounded only once.
        is_plain = not self.is_kernel and self.run.rule.scale == "none"
        return not self.is_floating or (is_plain and self.run.path.rounds_as_written)

    @property
    def solves_exactly(self) -> bool:
        """Tell whether the solution of least squares is found in fractions."""
        path, scaled = self.run.path, self.run.space.scaled
        is_proved = isinstance(path, SolvePath) and path.solution.exact is not None
        return is_proved and scaled is not None

    @property
    def answer(self) -> str:
        """What the rule returns, as a program calls it; "" where that is its last weights."""
        return _ANSWERS.get(self.run.rule.rule, "")

    def lines(self) -> Iterator[str]:
        """Yield the constants: the data, the options that matter, and the points as X and Y."""
        yield from self._data()
        yield from self._options()
        lines = textwrap.TextWrapper(WIDTH, initial_indent="# ", subsequent_indent="# ")
        yield lines.fill(self.end)
        yield f"VISITS = {self.visits}"
        yield ""
        yield from self._reading()

    def outcome(self) -> Iterator[str]:
        """Yield what the run has found, with which a program compares what it finds."""
        run, visits, floating = self.run, self.visits, self.is_floating and not self.is_kernel
        yield "# What perceptron-gui found."
        yield f"UPDATES = {int(run.updates_at(visits))}"
        weights = run.exact_weights_at(visits)
        yield assigned("WEIGHTS", [number(value, floating) for value in weights])
        if isinstance(run.result, Vote):
            yield assigned("ANSWER", run.result.votes(visits).tolist())
        elif self.answer:
            answer = run.result_at(visits)
            yield assigned("ANSWER", [number(value, floating) for value in answer])

    def _data(self) -> Iterator[str]:
        dataset, is_real = self.run.dataset, self.run.dataset.targets is not None
        last = [decimal(v) if is_real else f"{v:+.0f}" for v in dataset.fitted.tolist()]
        pairs = zip(dataset.points.tolist(), last, strict=True)
        rows = [",".join([*map(decimal, point), word]) for point, word in pairs]
        what = "target" if is_real else "class"
        yield f"# Every point as it was typed: its coordinates, then its {what}."
        yield 'DATA = """'
        if len(rows) > _FEW_POINTS:
            lines = textwrap.TextWrapper(WIDTH, break_long_words=False, break_on_hyphens=False)
            rows = lines.wrap(" ".join(rows))
        yield from rows
        yield '"""'

    def _options(self) -> Iterator[str]:
        rule, path, floating = self.run.rule, self.run.path, self.is_floating and not self.is_kernel
        constant = ", that of the constant last" if rule.offset else ""
        yield f"# The weights at the start{constant}."
        yield assigned("START", [number(value, floating) for value in self.run.start])
        if rule.uses_option("eta") and not (isinstance(path, SolvePath) and rule.eta == 1):
            averaged = isinstance(path, BlockPath) and rule.rule == "sgd"
            eta = rule.eta if averaged else number(rule.eta, floating)
            yield f"ETA = {eta!r}  # the step"
        if limit := self.run.mistakes[0]:
            meaning = "a margin" if rule.rule != "sgd" else "what the hinge loss asks for"
            yield f"LIMIT = {number(limit, floating)!r}  # {meaning}"
        if rule.uses_option("degree"):
            yield f"DEGREE = {rule.degree}  # of the polynomial kernel"
        if rule.uses_option("width"):
            yield f"WIDTH = {float(rule.width)!r}  # of the Gaussian kernel"
        if rule.offset and rule.bias_scale != 1:
            yield f"BIAS = {self._coordinate(rule.bias_scale)!r}  # the constant coordinate"
        if rule.scale != "none":
            scaling = self.run.space.scaling
            yield "# The rule sees (coordinate - shift) / size."
            for name, values in (("SHIFTS", scaling.shifts), ("SIZES", scaling.sizes)):
                yield assigned(name, [self._coordinate(value) for value in values])
        if rule.uses_option("order"):
            if isinstance(rule.order, tuple):
                yield assigned("ORDER", list(rule.order))
            elif rule.order in ("shuffled", "random", "random-mistake"):
                yield f"SEED = {rule.seed}"
        if rule.uses_option("batch_size") and not isinstance(path, PointPath):
            yield f"BATCH = {path.visiting.block}  # points in a step"
        if rule.uses_option("l1") and rule.l1:
            yield f"L1 = {float(rule.l1)!r}  # the penalty of absolute values"
        if rule.uses_option("l2") and rule.l2:
            yield f"L2 = {number(rule.l2, not self.solves_exactly)!r}  # the penalty of squares"

    def _coordinate(self, value: Fraction) -> int | float | Fraction:
        return number(value, self._reads_floats)

    def _reading(self) -> Iterator[str]:
        """Yield how points become X and Y."""
        rule, targets = self.run.rule, self.run.dataset.targets
        read = "float" if self._reads_floats else "int" if self._is_whole else "Fraction"
        yield 'ROWS = [row.split(",") for row in DATA.split()]'
        if rule.scale == "none":
            yield f"POINTS = [[{read}(v) for v in row[:-1]] for row in ROWS]"
        else:
            typed = f"zip(map({read}, row), SHIFTS, SIZES)"
            yield f"POINTS = [[(v - a) / s for v, a, s in {typed}] for row in ROWS]"
        lifted = f", {_LIFTED[rule.lift]}" if rule.lift != "none" else ""
        constant = ", BIAS" if rule.bias_scale != 1 else ", 1"
        yield f"X = [[*point{lifted}{constant if rule.offset else ''}] for point in POINTS]"
        is_solved = isinstance(self.run.path, SolvePath)  # from fractions, if there are some
        if self.is_floating and not (self._reads_floats or is_solved):
            yield "X = [[float(v) for v in x] for x in X]"
        yield f"Y = [{'int' if targets is None else read}(row[-1]) for row in ROWS]"

    @cached_property
    def _is_whole(self) -> bool:
        """Tell whether all coordinates are integers, so that Python's are exact already."""
        points = self.run.dataset.points
        if self.run.dataset.targets is not None:
            points = np.column_stack([points, self.run.dataset.targets])
        whole = (points == points.round()) & (abs(points) < _LARGEST_WHOLE)
        return bool(whole.all()) and self.run.rule.scale == "none"

    @cached_property
    def _reads_floats(self) -> bool:
        """Tell whether the coordinates have too many digits to be taken as decimals."""
        return self.is_floating and self.run.space.scaled is None

    def _length(self) -> tuple[int, str]:
        """Return the visit at which the program ends, and why there."""
        run = self.run
        if isinstance(run.path, SolvePath):  # its last visit only finds that nothing moves
            return len(run.history), "One more step would not move the weights."
        steps = (run.rule.eta, run.rule.bias_scale, *run.start)
        is_whole = self._is_whole and all(value.denominator == 1 for value in steps)
        rate = _PLAIN_PER_SECOND if self.is_floating or is_whole else _FRACTIONS_PER_SECOND
        most = _MOST_SECONDS * rate // _products_per_visit(run)
        if run.visits > most:
            return most, f"As far as Python gets in a minute; the run has {run.visits} visits."
        return run.visits, ending(run).full


def _products_per_visit(run: Run) -> int:
    """Return about how many products of two numbers one visit takes."""
    n, d, visiting = len(run.dataset), run.space.dimension, run.path.visiting
    if run.rule.rule == "kernel":  # its dimension is n
        d *= run.dataset.dimension
    scores = n if visiting.chooses_mistakes else visiting.block
    is_answer_scored = run.rule.rule in ("voted", "pocket")
    return (scores + n * is_answer_scored) * d
