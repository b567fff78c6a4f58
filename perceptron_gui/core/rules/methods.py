"""How each rule moves its weights and what it returns; `options.RULES` describes the rules.

A new rule is a row here and a row there, and a class only when it moves or answers in a new way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import Problem, Remark
from perceptron_gui.core.paths.descent import DescentPath, GradientSteps, SolvePath, largest_step
from perceptron_gui.core.paths.kernel_path import KernelPath
from perceptron_gui.core.paths.least_squares import least_squares_solution
from perceptron_gui.core.paths.path import CHOICES, BlockPath, Path, PointPath, Visiting
from perceptron_gui.core.paths.results import Average, Last, Pocket, Result, Vote
from perceptron_gui.core.space.arithmetic import Arithmetic, KernelArithmetic, Raw
from perceptron_gui.core.space.kernel_space import KernelSpace
from perceptron_gui.core.space.space import Space

from .rule import OPTIONS, Rule, remark_on

# The command line counts points from 0, the window from 1.
_NO_SUCH_POINT = Problem(
    "{flag} names point {point}, but there are {n} points, 0 to {last}",
    "{flag} names point {number}, but there are {n} points, 1 to {n}",
)
_CHOOSES_MISTAKES = Problem(
    "{flag} {given} chooses mistakes; sgd takes points as they come",
    "{flag} {given} chooses mistakes; gradient descent takes points as they come",
)
_NOT_RANDOM = Problem(
    "{flag} {given} goes by runs of right visits, which Gallant counts in a random order only",
)
_NO_CURVATURE = Problem(
    "{flag} newton needs a smooth error, and --l1 has a kink at 0; use closed or gd",
    "Newton's steps need a smooth error, and the penalty l1 has a kink at 0; take another solver",
)
_NOT_UNIQUE = "the least-squares solution is not unique; the one of smallest norm is shown"
_AS_GOOD = "no other weights are better (proved), but some may be as good"
_NOT_PROVED = "computed in floating point, so these weights are not proved to be the best"
# A step multiplies the way to the minimum by 1 − η.
_NEWTON_LIMIT = 2
_NEWTON_DIVERGES = f"Newton's method converges only for 0 < η < {_NEWTON_LIMIT}"
_MISTAKES_ONLY = Problem("{flag} {given} visits mistakes only, so the pocket goes by errors")


@dataclass(frozen=True)
class Setting:
    """What a path is built from."""

    space: Space
    rule: Rule
    start: list[Fraction]
    allow_exact: bool

    def visiting(self, block: int = 1) -> Visiting:
        """Return the order of visits; only rules that take points one by one may choose."""
        n = len(self.space)
        order = self.rule.order
        if isinstance(order, tuple) and max(order) >= n:
            point = max(order)
            raise OPTIONS["order"].error(
                _NO_SUCH_POINT, point=point, number=point + 1, n=n, last=n - 1
            )
        length = len(order) if isinstance(order, tuple) else n
        return Visiting(order, n, self.rule.seed, min(block, length))

    def full_batch(self) -> Visiting:
        """Return visits that each look at every point."""
        return Visiting("cyclic", len(self.space), self.rule.seed, len(self.space))

    def arithmetic(self, steps: list[Fraction]) -> Arithmetic:
        """Return exact integers in a unit that fits the steps, or floats."""
        if self.allow_exact:
            return Arithmetic.exact(self.space, steps, self.start)
        return Arithmetic.floating(self.space)

    @cached_property
    def on_line_is_wrong(self) -> NDArray[np.bool_]:
        """Whether s = 0 is a mistake under the tie rule, for every point (n,)."""
        return self.rule.on_line_is_wrong(self.space.labels)

    @cached_property
    def mistakes(self) -> tuple[Fraction, NDArray[np.bool_]]:
        """The y·s below which a point makes a step, and whether there it does too (n,)."""
        rule = self.rule
        if rule.uses_option("loss") and rule.loss == "hinge":
            return Fraction(1), np.zeros(len(self.space), dtype=bool)
        if rule.uses_option("margin") and rule.margin > 0:
            return rule.margin, np.ones(len(self.space), dtype=bool)
        return Fraction(0), self.on_line_is_wrong


@dataclass(frozen=True)
class Method:
    """A row of the table; a path that is to be exact and cannot raises OverflowError."""

    make_path: Callable[[Setting], Path]
    make_result: Callable[[Path, Raw, Setting], Result]


def remarks_on_path(path: Path, setting: Setting) -> list[Remark | str]:
    """Return what a user should know of a path that was made from a setting."""
    rule, found = setting.rule, list[Remark | str]()
    if isinstance(path, SolvePath):
        if not path.solution.is_unique:
            is_proved = path.solution.exact is not None
            found = [_NOT_UNIQUE if not rule.l1 else _AS_GOOD if is_proved else _NOT_PROVED]
        if rule.solver == "newton" and rule.eta >= _NEWTON_LIMIT:
            found.append(_NEWTON_DIVERGES)
        return found
    by_runs = rule.uses_option("pocket") and rule.pocket != "errors"
    if by_runs and path.visiting.chooses_mistakes:
        return [remark_on("order", _MISTAKES_ONLY, rule.order)]
    if by_runs and rule.order not in ("random", "shuffled"):
        return [remark_on("pocket", _NOT_RANDOM, rule.pocket)]
    if rule.rule == "least-squares" and rule.solver == "gd":
        limit = largest_step(setting.space, float(rule.l2))
        if rule.eta >= limit:
            return [f"gradient descent converges here only for η below {limit:.6g}"]
    return []


def _points(setting: Setting) -> Path:
    arithmetic = setting.arithmetic([setting.rule.eta])
    limits = arithmetic.limits(*setting.mistakes)
    return PointPath(arithmetic, setting.visiting(), setting.start, setting.rule.eta, limits)


def _blocks(setting: Setting, visiting: Visiting, steps: tuple[Fraction, Fraction]) -> Path:
    arithmetic = setting.arithmetic(list(steps))
    limits = arithmetic.limits(*setting.mistakes)
    return BlockPath(arithmetic, visiting, setting.start, steps, limits)


def _sgd(setting: Setting) -> Path:
    rule = setting.rule
    _check_order(rule)
    linear_pieces = rule.loss in ("perceptron", "hinge")
    if linear_pieces and rule.schedule == "constant" and not rule.l2:
        # Piecewise linear losses only add η·z, so they can be exact.
        if rule.batch_size == 1:
            return _points(setting)
        # The mistakes of a block are averaged; the last block may be short.
        visiting = setting.visiting(rule.batch_size)
        short = len(visiting.sequence) % visiting.block or visiting.block
        return _blocks(setting, visiting, (rule.eta / visiting.block, rule.eta / short))
    visiting = setting.visiting(rule.batch_size)
    return _descent(setting, visiting, loss=rule.loss, mean=True, schedule=rule.schedule)


def _check_order(rule: Rule) -> None:
    if rule.order in CHOICES:
        raise OPTIONS["order"].error(_CHOOSES_MISTAKES, rule.order)


def _descent(setting: Setting, visiting: Visiting, *, loss: str, mean: bool, schedule: str) -> Path:
    rule = setting.rule
    l1 = rule.l1 if rule.uses_option("l1") else Fraction(0)
    descent = GradientSteps(loss, mean, rule.eta, schedule, rule.l2, l1)
    return DescentPath(setting.space, visiting, setting.start, descent, setting.on_line_is_wrong)


def _least_squares(setting: Setting) -> Path:
    rule = setting.rule
    if rule.l1 and rule.solver == "newton":
        raise OPTIONS["solver"].error(_NO_CURVATURE)
    if rule.solver in ("gd", "sgd"):
        if rule.solver == "sgd":
            _check_order(rule)
        visiting = setting.full_batch() if rule.solver == "gd" else setting.visiting()
        return _descent(setting, visiting, loss="squared", mean=False, schedule="constant")
    once = rule.solver == "closed"
    eta = Fraction(1) if once else rule.eta
    solution = least_squares_solution(setting.space, rule.l2, rule.l1)
    every, exact = setting.full_batch(), setting.allow_exact
    return SolvePath(setting.space, every, setting.start, solution, eta, once, exact)


def _last(path: Path, limits: Raw, setting: Setting) -> Result:
    return Last(path, limits)


def _vote(path: Path, limits: Raw, setting: Setting) -> Result:
    return Vote(path, limits, setting.rule.sign_on_line, setting.space.labels)


def _pocket(path: Path, limits: Raw, setting: Setting) -> Result:
    # Where every visit is a mistake there are no runs of correct visits to go by.
    mode = "errors" if path.visiting.chooses_mistakes else setting.rule.pocket
    return Pocket(path, limits, mode)


def _kernel(setting: Setting) -> Path:
    rule, space = setting.rule, setting.space
    assert isinstance(space, KernelSpace)
    # That a Gaussian kernel is not rational is no surprise, so it needs no remark.
    exact = setting.allow_exact and space.kernel.is_rational
    arithmetic = KernelArithmetic(space, rule.eta, exact)
    return KernelPath(arithmetic, setting.visiting(), arithmetic.limits(*setting.mistakes))


METHODS: dict[str, Method] = {
    "pla": Method(_points, _last),
    "averaged": Method(_points, lambda path, limits, _: Average(path, limits)),
    "voted": Method(_points, _vote),
    "pocket": Method(_points, _pocket),
    "kernel": Method(_kernel, _last),
    "batch": Method(
        lambda setting: _blocks(setting, setting.full_batch(), (setting.rule.eta,) * 2), _last
    ),
    "sgd": Method(_sgd, _last),
    "least-squares": Method(_least_squares, _last),
}
