"""The data and the options of a run as constants of a program, and how it holds its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from perceptron_gui.base.exact import decimal
from perceptron_gui.core.paths.descent import SolvePath
from perceptron_gui.core.paths.path import BlockPath, PointPath
from perceptron_gui.core.runs.run import Run

from .text import WIDTH, number, packed, typed

# Up to here every point has a line of its own.
_FEW_POINTS = 12
# Products of two numbers: as fractions they take some 3 µs, as integers a tenth of it.
MANY_PRODUCTS = 1_000_000
_TOO_MANY_PRODUCTS = 30_000_000
_PRODUCTS_PER_SECOND = 500_000
_LARGEST_WHOLE = 1e15
_LIFTED = {
    "product": "*(a * b for a, b in combinations(point, 2))",
    "quadratic": "*(a * b for a, b in combinations_with_replacement(point, 2))",
}


class Setup:
    """A run as a program needs it before it can train: constants, data and arithmetic."""

    def __init__(self, run: Run, cursor: int) -> None:
        self.run = run
        self.shown_visit = cursor
        self.visits, self.end = _last_visit(run, cursor)
        self.cursor = min(cursor, self.visits)

    @property
    def is_floating(self) -> bool:
        """Tell whether the run was made in float64."""
        return self.run.arithmetic != "exact"

    @cached_property
    def is_whole(self) -> bool:
        """Tell whether all coordinates are integers, so that Python's are exact already."""
        points = self.run.dataset.points
        # Larger ones are written with an exponent.
        if self.run.dataset.targets is not None:
            points = np.column_stack([points, self.run.dataset.targets])
        whole = (points == points.round()) & (abs(points) < _LARGEST_WHOLE)
        is_plain = self.run.rule.scale == "none" and self.run.rule.bias_scale.denominator == 1
        return bool(whole.all()) and is_plain

    @property
    def reads_floats(self) -> bool:
        """Tell whether the coordinates have too many digits to be taken as decimals."""
        return self.is_floating and self.run.space.scaled is None

    @cached_property
    def is_scaled(self) -> bool:
        """Tell whether the run is so long that fractions are better counted in units."""
        path, steps = self.run.path, (self.run.rule.eta, *self.run.start)
        if self.is_floating or not isinstance(path, PointPath | BlockPath):
            return False
        has_fractions = isinstance(path, BlockPath) or any(v.denominator > 1 for v in steps)
        is_long = products(self.run, self.visits) > MANY_PRODUCTS
        return is_long and (has_fractions or not self.is_whole)

    @property
    def is_bit_for_bit(self) -> bool:
        """Tell whether a plain program rounds every number as the run does."""
        return self.run.path.rounds_as_written

    @property
    def solves_exactly(self) -> bool:
        """Tell whether the solution of least squares is found in fractions."""
        path, scaled = self.run.path, self.run.space.scaled
        is_linear = isinstance(path, SolvePath) and path.is_unique and not self.run.rule.l1
        return is_linear and scaled is not None

    def lines(self) -> list[str]:
        """Return the constants: the data, where they are read, the options that matter."""
        return [*self._data(), *self._options(), *self._units(), *self._length()]

    def _data(self) -> list[str]:
        dataset, is_real = self.run.dataset, self.run.dataset.targets is not None
        last = [decimal(v) if is_real else f"{v:+.0f}" for v in dataset.fitted.tolist()]
        pairs = zip(dataset.points.tolist(), last, strict=True)
        rows = [",".join([*map(decimal, point), word]) for point, word in pairs]
        text = rows if len(rows) <= _FEW_POINTS else packed(rows)
        what = "target" if is_real else "class"
        about = f"# Every point as it was typed: its coordinates, then its {what}."
        return [about, 'DATA = """', *text, '"""']

    def reading(self, with_function: bool) -> list[str]:
        """Return how points become X and Y, by the function `augmented` or without it."""
        read = "float" if self.reads_floats else "int" if self.is_whole else "Fraction"
        target = "int" if self.run.dataset.targets is None else read
        rows = "augmented(point)" if with_function else self._augmented
        if self.is_floating and read != "float":
            rows = f"[float(v) for v in {rows}]"
        if self.is_scaled:
            rows = f"[int(v / COORDINATE_UNIT) for v in {rows}]"
        return [
            'ROWS = [row.split(",") for row in DATA.split()]',
            f"POINTS = [[{read}(v) for v in row[:-1]] for row in ROWS]",
            f"X = [{rows} for point in POINTS]",
            f"Y = [{target}(row[-1]) for row in ROWS]",
        ]

    @property
    def _augmented(self) -> str:
        rule = self.run.rule
        lifted = f", {_LIFTED[rule.lift]}" if rule.lift != "none" else ""
        constant = ", 1" if rule.bias_scale == 1 else ", BIAS"
        return f"[*point{lifted}{constant if rule.offset else ''}]"

    def augmented(self) -> str:
        """Return the function that makes a point what the weights are multiplied by."""
        rule = self.run.rule
        more = ["the products of its coordinates"] if rule.lift != "none" else []
        more += ["a constant"] if rule.offset else []
        change = f"with {' and '.join(more)} appended" if more else "as it is"
        is_scaled = rule.scale != "none"
        meaning = f'"""Return a point {"scaled, " * is_scaled}{change}."""'
        scaling = "    point = [(v - a) / s for v, a, s in zip(point, SHIFTS, SIZES)]\n" * is_scaled
        return f"def augmented(point):\n    {meaning}\n{scaling}    return {self._augmented}"

    def _units(self) -> list[str]:
        if not self.is_scaled:
            return []
        arithmetic = self.run.path.arithmetic
        assert arithmetic.unit is not None
        assert arithmetic.point_unit is not None
        lines = [
            "# Counted in these units every number of the run is whole. Integers are exact, and",
            "# ten times faster than fractions, which matters in a run as long as this one.",
            f"COORDINATE_UNIT = {number(arithmetic.point_unit)}",
            f"WEIGHT_UNIT = {number(arithmetic.unit)}",
            "WHOLE_START = [int(v / WEIGHT_UNIT) for v in START]",
            "WHOLE_ETA = int(ETA * COORDINATE_UNIT / WEIGHT_UNIT)",
        ]
        if self.run.mistakes[0]:
            lines.append("WHOLE_LIMIT = LIMIT / (COORDINATE_UNIT * WEIGHT_UNIT)")
        return lines

    def _options(self) -> Iterator[str]:
        rule, path, floating = self.run.rule, self.run.path, self.is_floating
        start = ", ".join(number(value, floating) for value in self.run.start)
        constant = ", that of the constant last" if rule.offset else ""
        yield from _commented(f"START = [{start}]", f"the weights{constant}")
        if rule.uses_option("eta") and not (isinstance(path, SolvePath) and rule.eta == 1):
            averaged = isinstance(path, BlockPath) and rule.rule == "sgd"
            eta = f'Fraction("{typed(rule.eta)}")' if averaged else number(rule.eta, floating)
            yield f"ETA = {eta}  # the step"
        if limit := self.run.mistakes[0]:
            meaning = "a margin" if rule.rule != "sgd" else "what the hinge loss asks for"
            yield f"LIMIT = {number(limit, floating)}  # {meaning}"
        if rule.offset and rule.bias_scale != 1:
            yield f"BIAS = {number(rule.bias_scale, self.reads_floats)}  # the constant coordinate"
        if rule.scale != "none":
            yield from self._scaling()
        if isinstance(rule.order, tuple) and rule.uses_option("order"):
            yield from _listed(rule.order)
        if rule.order in ("shuffled", "random", "random-mistake") and rule.uses_option("order"):
            yield f"SEED = {rule.seed}"
        if rule.uses_option("batch_size") and not isinstance(path, PointPath):
            yield f"BATCH = {path.visiting.block}  # points in a step"
        if rule.uses_option("l1") and rule.l1:
            yield f"L1 = {number(rule.l1, True)}  # the penalty of absolute values"
        if rule.uses_option("l2") and rule.l2:
            yield f"L2 = {number(rule.l2, not self.solves_exactly)}  # the penalty"

    def _scaling(self) -> Iterator[str]:
        """Yield what is subtracted from every coordinate, and by what it is divided."""
        yield "# The rule sees (coordinate - shift) / size."
        scaling = self.run.space.scaling
        for name, values in (("SHIFTS", scaling.shifts), ("SIZES", scaling.sizes)):
            written = [f"{number(value, self.reads_floats)}," for value in values]
            one = f"{name} = [{' '.join(written).removesuffix(',')}]"
            yield from (
                [one] if len(one) <= WIDTH else [f"{name} = [", *packed(written, "    "), "]"]
            )

    def _length(self) -> list[str]:
        seconds = products(self.run, self.visits) / _PRODUCTS_PER_SECOND
        lines = [f"VISITS = {self.visits}  # {self.end}"]
        if self.cursor < self.visits:
            lines.append(f"AT = {self.cursor}  # the visit that is shown")
        if seconds > 2:
            lines.insert(0, f"# A long run: to train it again takes about {seconds:.0f} seconds.")
        return lines


def products(run: Run, visits: int) -> int:
    """Return about how many products of two numbers it takes to train again."""
    n, visiting = len(run.space), run.path.visiting
    scores = visits * (n if visiting.chooses_mistakes else visiting.block)
    if run.rule.rule == "voted":
        scores += visits * n
    if run.rule.rule == "pocket":
        scores += int(run.updates_at(visits)) * n
    return scores * run.space.dimension


def _last_visit(run: Run, cursor: int) -> tuple[int, str]:
    """Return the visit at which a program ends, and why there."""
    if isinstance(run.path, SolvePath):  # its last visit only finds that nothing moves
        return len(run.history), "one more step would not move the weights"
    if cursor < run.visits and products(run, run.visits) > _TOO_MANY_PRODUCTS:
        return cursor, f"the visit that is shown; the whole run has {run.visits}"
    return run.visits, _why_it_ends(run)


def _why_it_ends(run: Run) -> str:
    rule, path, status = run.rule, run.path, run.status
    if status == "converged" and not path.mistake_driven:
        return "then no step moves the weights any more"
    if status == "converged":
        alone = path.visiting.chooses_mistakes
        return "then no mistake is left" if alone else "the last epoch is free of mistakes"
    if status == "cycle" and run.recurrence is not None:
        first, period = run.recurrence.start_visit, run.recurrence.period_visits
        return f"a proved cycle: visit {first + period} leaves the weights of visit {first}"
    if status == "budget" and len(run.history) >= rule.max_updates:
        return f"then {rule.max_updates} updates are made, the most that were allowed"
    if status == "budget" and run.visits >= run.budget:
        return f"the budget of {rule.epochs} epochs"
    return "where the run was ended"


def _commented(code: str, comment: str) -> list[str]:
    """Return code with a comment behind it, or above it where it is long."""
    line = f"{code}  # {comment}"
    return [line] if len(line) <= WIDTH else [f"# {comment[0].upper()}{comment[1:]}.", code]


def _listed(order: tuple[int, ...]) -> list[str]:
    written = [*(f"{i}," for i in order[:-1]), str(order[-1])]
    one = f"ORDER = [{' '.join(written)}]"
    return [one] if len(one) <= 99 else ["ORDER = [", *packed(written, "    "), "]"]
