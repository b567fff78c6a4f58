"""What to train with: a rule and all its options as one frozen value, each declared once.

The command line, sessions, the panel of rules and legends are made from these declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import OptionError, Problem, Remark
from perceptron_gui.base.params import (
    FINE,
    Choice,
    Count,
    Flag,
    Number,
    decades,
    option,
    params_of,
    read_values,
)
from perceptron_gui.core.kernels import point_kernels
from perceptron_gui.core.space.kernel_space import KERNELS, MOST_DEGREE
from perceptron_gui.core.space.scaling import SCALES
from perceptron_gui.core.space.space import LIFTS

from .options import RULES, Init, Order

# What every rule uses; the rest is named by the rules that use it.
_COMMON = frozenset(
    ("rule", "tie", "offset", "bias_scale", "init", "seed", "lift", "epochs", "max_updates")
) | {"keep_going", "arithmetic", "scale"}
# A kernel has no constant coordinate but its own, and no coordinates to append to or begin with.
_NOT_OF_KERNELS: dict[str, Any] = {
    "offset": False, "bias_scale": Fraction(1), "lift": "none", "init": "zeros", "scale": "none",
}  # fmt: skip
_KERNEL_OF = {"degree": "poly", "width": "gaussian"}
_NO_EFFECT = Problem("{flag} has no effect on {rule}", "{flag} has no effect on {called}")
_NOTHING_RANDOM = Problem("{flag} has no effect where nothing is random")
_NOT_VISITED = Problem("{flag} never visits {count} of the points")
_WRONG_LENGTH = Problem(
    "{flag} has {count} numbers, this run needs {needed}: one for every coordinate{products}{last}"
)
_NOT_EXACT = Problem(
    "{flag} exact: {reason}; use auto or float64",
    "exact numbers are not possible: {reason}; use auto or float64",
)


@dataclass(frozen=True)
class Rule:
    """A rule with all its options; equal rules on equal data make equal runs."""

    # fmt: off
    rule: str = option(
        "pla", Choice(
            {name: info.meaning for name, info in RULES.items()},
            # The whole name of SGD is too long for a panel.
            titles={name: info.title for name, info in RULES.items()}
            | {"sgd": "Gradient descent (SGD)"},
            names={"pla": "perceptron"},
        ),
        "which algorithm learns", group="Algorithm", rank=0,
        effect="How the weights are changed, and which are returned.",
        legends={name: info.short for name, info in RULES.items()},
    )
    order: str | tuple[int, ...] = option(
        "cyclic", Order({
            "cyclic": "the points in turn, round and round",
            "shuffled": "all points, shuffled anew for every epoch",
            "random": "any point, drawn anew for every visit",
            "first-mistake": "the first point that is wrong",
            "random-mistake": "one of the wrong points, at random",
            "worst": "the wrong point with the smallest y·s",
        }),
        "which point is visited next; or a list like 2,0,1 (the first point is 0), repeated",
        tip="which point is visited next; or a list like 3, 1, 2, repeated",
        effect="Another order makes other mistakes and another w.",
        legend="{}", legends={tuple: "order {}"}, group="Visits",
    )
    tie: str = option(
        "always", Choice({
            "minus": "a point on the line is classified as −1: sign(0) = −1",
            "plus": "a point on the line is classified as +1: sign(0) = +1",
            "always": "a point on the line: mistake: y·s ≤ 0",
        # 003 prints a rule under which a point on the line is never a mistake, so that w = 0
        # stays: the engine can show that defect, no menu offers it.
        }, {"never": "a point on the line is correct: w = 0 stays"},
            titles={"minus": "−1", "plus": "+1", "always": "a mistake", "never": "correct"}),
        "what a point on the line counts as: −1, +1, or a mistake",
        effect="Decides at s = 0, and so the very first visit from a start at 0.",
        title="On the line counts as", noun="points on the line", group="Visits", legends={
            "minus": "on the line: −1", "plus": "on the line: +1",
            "always": "on the line: mistake", "never": "on the line: correct",
        },
    )
    offset: bool = option(
        True, Flag(), "learn an offset, so that the line need not pass the origin", group="Line",
        tip="the line need not pass the origin", legends={True: "offset", False: "no offset"},
        effect="Without it the line passes through the origin.",
    )
    bias_scale: Fraction = option(
        Fraction(1), Number(above=True, stops=decades(-2, 2, FINE)),
        "the constant coordinate B of every point",
        tip="the constant coordinate of every point",
        effect="A larger B moves the offset in larger steps.",
        title="Constant B", noun="B", legend="B = {}", group="Line", is_expert=True,
    )
    eta: Fraction = option(
        Fraction(1), Number(above=True, stops=decades(-2, 2)), "the learning rate η",
        group="Algorithm", title="Learning rate η", noun="η", legend="η = {}",
        tip="how far an update moves the weights",
        effect="How far an update moves the weights. From a start at 0 it changes no decision of "
        "the perceptron, only the length of w.",
    )
    schedule: str = option(
        "constant", Choice({
            "constant": "every step is η",
            "inverse": "η/(1+t) after t visits",
            "inverse-sqrt": "η/√(1+t) after t visits",
        }),
        "how the learning rate shrinks: η, η/(1+t) or η/√(1+t)",
        legend="{} schedule", group="Algorithm", is_expert=True,
        effect="Smaller steps later settle the weights.",
    )
    margin: Fraction = option(
        Fraction(0), Number(), "update also when y·s is positive but at most this",
        tip="update also when 0 < y·s ≤ this", group="Algorithm",
        effect="More updates, and a line farther from the points: right, but by too little, "
        "is a reason to learn too.",
    )
    init: str | tuple[Fraction, ...] = option(
        "zeros", Init({
            "zeros": "every weight is 0",
            "random": "tenths from −1 to 1, drawn with the seed",
        }),
        "the initial weights: V1,V2,…,V0 with that of the constant last, or by name",
        effect="Another start leads to other weights in the end.",
        title="Start", noun="the start", group="Start",
        legend="{} start", legends={tuple: "start ({})"},
    )
    seed: int = option(
        0, Count(), "the seed of everything random", group="Start", is_expert=True,
        tip="matters where order or start is random",
        effect="The same seed draws the same order and start again.",
    )
    loss: str = option(
        "perceptron", Choice({
            "perceptron": "max(0, −y·s): how wrong",
            "hinge": "max(0, 1 − y·s): wrong, or right by too little",
            "logistic": "ln(1 + e^(−y·s)): every point counts a little",
            "squared": "(s − y)²: scores should be −1 and +1",
        }),
        "the loss sgd descends on", legend="{} loss", group="Algorithm", rank=0,
        effect="What is made small; it decides how far a step goes.",
    )
    batch_size: int = option(
        1, Count(1), "how many points one step averages", legend="batches of {}",
        group="Algorithm", is_expert=True, effect="More points, steadier steps.",
    )
    l2: Fraction = option(
        Fraction(0), Number(), "the penalty l2·‖w‖², offset included",
        title="Penalty l2", noun="l2", legend="l2 = {}", group="Algorithm", is_expert=True,
        tip="adds l2·‖w‖² to the loss", effect="Pulls the weights towards 0 at every step.",
    )
    solver: str = option(
        "closed", Choice({
            "closed": "the normal equations, in one step",
            "gd": "gradient descent with step η",
            "newton": "Newton's steps, η of the way each",
            "sgd": "a step of η against the error of one point after another",
        }, titles={"sgd": "SGD"}),
        "how least squares is solved", group="Algorithm", rank=0, legends={
            "closed": "closed form", "gd": "gradient descent", "newton": "Newton",
            "sgd": "stochastic gradient descent",
        },
        effect="At once, or by steps that can be watched.",
    )
    kernel: str = option(
        "poly", Choice(KERNELS), "what the kernel rule takes for the product of two points",
        legends={"linear": "linear kernel", "poly": "polynomial kernel",
                 "gaussian": "Gaussian kernel"},
        group="Algorithm", rank=0, effect="Which curves the boundary can be.",
    )
    degree: int = option(
        2, Count(1, MOST_DEGREE), "the degree of the polynomial kernel (1 + ⟨x, z⟩)^degree",
        legend="degree {}", group="Algorithm", effect="A higher degree bends more often.",
    )
    width: Fraction = option(
        Fraction(1), Number(above=True), "the width σ of the Gaussian kernel exp(−‖x − z‖²/2σ²)",
        title="Width σ", noun="σ", legend="σ = {}", group="Algorithm",
        tip="how far a point makes itself felt",
        effect="A smaller width lets only near points count.",
    )
    lift: str = option(
        "none", Choice(LIFTS),
        "products appended to the coordinates", legends={"none": "no lift"}, group="Line",
        effect="Products of coordinates bend the line into a curve.",
    )
    epochs: int = option(
        1000, Count(1), "stop after this many passes over the data", legend="{} epochs",
        tip="stop after this many passes", group="End", is_expert=True,
        effect="When to give up, counted in passes.",
    )
    max_updates: int = option(
        1_000_000, Count(1), "stop after this many updates", title="Updates",
        legend="{} updates", group="End", is_expert=True,
        effect="When to give up, counted in updates.",
    )
    keep_going: bool = option(
        False, Flag(), "train to the limit even after convergence or a proved cycle",
        tip="go on after convergence or a cycle", noun="keep going", group="End", is_expert=True,
        effect="Averages and votes go on changing.",
        legends={True: "keeps going", False: "stops at its end"},
    )
    pocket: str = option(
        "errors", Choice({
            "errors": "weights with fewer errors on all points",
            "gallant": "weights with a longer run of right visits",
            "ratchet": "a longer run, if there are fewer errors too",
        }),
        "which weights go into the pocket: fewest errors, longest run, or both",
        effect="When new weights replace those in the pocket.",
        legend="by {}", group="Algorithm", rank=0,
    )
    arithmetic: str = option(
        "auto", Choice({
            "auto": "exact integers where possible",
            "exact": "exact integers, or a sentence why not",
            "float64": "floating point, rounded as most programs do",
        }),
        "exact integers, floating point, or exact where possible", title="Numbers",
        legend="{} numbers", group="End", is_expert=True,
        effect="Rounding can turn a tie into a mistake.",
    )
    l1: Fraction = option(
        Fraction(0), Number(), "the penalty l1·Σ|w|, offset left out; weights become 0",
        title="Penalty l1", noun="l1", legend="l1 = {}", group="Algorithm", is_expert=True,
        tip="adds l1·Σ|w| to the squared error", effect="Makes small weights 0, exactly.",
    )
    scale: str = option(
        "none",
        Choice(SCALES, titles={"centre": "centre", "standard": "standard", "range": "range"}),
        "centre or scale every coordinate before the rule sees it; what is drawn is scaled back",
        tip="how points are centred or scaled first", legends={
            "none": "not scaled", "centre": "centred",
            "standard": "scaled to mean 0 and deviation 1", "range": "scaled to −1 … 1",
        }, group="Line", title="Scale", noun="the scale",
        effect="Other R and γ, so another bound; coordinates of like size are learnt sooner.",
    )
    # fmt: on
    # Which options were given, so that one without effect can be remarked on.
    given: frozenset[str] = field(default=frozenset(), compare=False)

    def __post_init__(self) -> None:
        if self.rule == "kernel":
            for name, value in _NOT_OF_KERNELS.items():
                object.__setattr__(self, name, value)

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Rule:
        """Read options as typed or as Python values; an OptionError says which one is wrong."""
        return _USUAL.with_options(options)

    def options(self) -> dict[str, Any]:
        """Return every option by name."""
        return {name: getattr(self, name) for name in OPTIONS}

    def with_options(self, options: Mapping[str, Any]) -> Rule:
        """Return this rule with some options read anew; only those count as given."""
        values = read_values(OPTIONS, options)
        # Leaving the kernel rule restores the defaults of what it cannot use.
        is_left = self.rule == "kernel" and values.get("rule", "kernel") != "kernel"
        usual = {name: OPTIONS[name].default for name in _NOT_OF_KERNELS} if is_left else {}
        return replace(self, **{**usual, **values, "given": frozenset(values)})

    def uses_option(self, name: str) -> bool:
        """Tell whether an option changes what this rule does."""
        if name == "eta" and self.rule == "least-squares":
            return self.solver != "closed"
        if name == "order" and self.rule == "least-squares":
            return self.solver == "sgd"
        if self.rule == "kernel" and name in _NOT_OF_KERNELS:
            return False
        if self.rule == "kernel" and name in _KERNEL_OF:
            return self.kernel == _KERNEL_OF[name]
        if name == "bias_scale":
            return self.offset
        return name in _COMMON or name in RULES[self.rule].uses

    @property
    def takes_points_as_they_come(self) -> bool:
        """Tell whether no order that looks for mistakes can be chosen."""
        return self.rule == "sgd" or (self.rule == "least-squares" and self.solver == "sgd")

    @property
    def is_curved(self) -> bool:
        """Tell whether the boundary is a curve among the points: they are lifted somewhere."""
        return self.lift != "none" or self.rule == "kernel"

    @property
    def sign_on_line(self) -> int:
        """What a point on the line is classified as; 0 where its rule gives it no class."""
        return {"minus": -1, "plus": 1}.get(self.tie, 0)

    def on_line_is_wrong(self, labels: NDArray[np.int8]) -> NDArray[np.bool_]:
        """Return for every label (n,) whether a point on the line: mistake."""
        if self.sign_on_line:
            return np.asarray(labels != self.sign_on_line)
        return np.full(len(labels), self.tie == "always")

    @property
    def is_random(self) -> bool:
        """Tell whether the seed matters."""
        drawn = self.order in ("shuffled", "random", "random-mistake")
        return self.init == "random" or (drawn and self.uses_option("order"))


OPTIONS = params_of(Rule)
_USUAL = Rule()


def remarks_on(rule: Rule, points: int) -> list[Remark]:
    """Return a remark for every option without effect, and for points never visited."""
    unused = [name for name in OPTIONS if name in rule.given and not rule.uses_option(name)]
    called = {"rule": rule.rule, "called": RULES[rule.rule].title}
    found = [remark_on(name, _NO_EFFECT, **called) for name in unused]
    if "seed" in rule.given and not rule.is_random:
        found.append(remark_on("seed", _NOTHING_RANDOM))
    left_out = points - len(set(rule.order)) if isinstance(rule.order, tuple) else 0
    if left_out:
        found.append(remark_on("order", _NOT_VISITED, count=left_out))
    return found


def remark_on(name: str, problem: Problem, given: Any = None, **facts: Any) -> Remark:
    """Return a remark on an option of rules."""
    return Remark(name, problem, given, OPTIONS[name].title, facts)


def not_exact(reason: str) -> OptionError:
    """Return the error that says why a run cannot be exact."""
    return OPTIONS["arithmetic"].error(_NOT_EXACT, reason=reason)


def starting_weights(rule: Rule, dimension: int) -> list[Fraction]:
    """Return w₀ (D,); random ones are tenths, so that a chalkboard can follow."""
    if rule.init == "zeros":
        return [Fraction(0)] * dimension
    if rule.init == "random":
        # Draws are below the length of the array; a multiple of 21 makes all tenths equally likely.
        draws = np.empty(21 * -(-dimension // 21), dtype=np.int32)
        point_kernels.order_of_epoch.python(draws, point_kernels.RANDOM, rule.seed, 0)
        return [Fraction(int(v) % 21 - 10, 10) for v in draws[:dimension]]
    if len(rule.init) != dimension:
        products = "" if rule.lift == "none" else ", one for every product of the lift"
        last = " and, last, one for the constant" if rule.offset else ""
        facts = {"count": len(rule.init), "needed": dimension, "products": products, "last": last}
        raise OPTIONS["init"].error(_WRONG_LENGTH, **facts)
    assert isinstance(rule.init, tuple)
    return list(rule.init)
