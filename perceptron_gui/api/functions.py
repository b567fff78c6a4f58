"""`train`, `check` and `load`, with every option of a rule as a keyword of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.base.errors import UsageError, in_python_words
from perceptron_gui.core.data.dataset import TARGETS
from perceptron_gui.core.data.unseen import held_out
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.space.separability import Separability, separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.document.sources import LoadedData, load_data

from .arrays import Rows, classes_of, dataset_of, targets_of
from .trained_run import TrainedRun

Number = int | float | str | Fraction


def train(
    X: Rows | Path,
    y: Rows | None = None,
    *,
    targets: str = "classes",
    test: float = 0,
    test_seed: int = 0,
    # Written by scripts/signatures.py:
    rule: str = "perceptron",
    order: str | Sequence[int] = "cyclic",
    tie: str = "always",
    offset: bool = True,
    bias_scale: Number = 1,
    eta: Number = 1,
    schedule: str = "constant",
    margin: Number = 0,
    init: str | Sequence[Number] = "zeros",
    seed: int = 0,
    loss: str = "perceptron",
    batch_size: int = 1,
    l2: Number = 0,
    solver: str = "closed",
    kernel: str = "poly",
    degree: int = 2,
    width: Number = 1,
    lift: str = "none",
    epochs: int = 1000,
    max_updates: int = 1000000,
    keep_going: bool = False,
    pocket: str = "errors",
    arithmetic: str = "auto",
    l1: Number = 0,
    scale: str = "none",
) -> TrainedRun:
    """Train a rule to the end and return the run.

    X: points (n, d) as lists, an array or a DataFrame; or a data set by name, such as "iris", or
        a file. The rule of a session is taken with the options here that are not the defaults.
    y: labels (n,) of two values: the larger or later one is +1.
    targets: "classes", or "real" where y holds numbers for the rule least-squares to fit
    test: the share of each class that is kept out of training, to test with
    test_seed: which points are kept out

    >>> run = train([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1], tie="minus")
    >>> run.outcome.status, run.outcome.updates
    ('converged', 10)
    >>> run.predict([[1, 1], [0, 0.5]])
    array([1, 0])
    >>> train("xor").status
    'cycle'

    Options of the rule:

    rule: which algorithm learns (perceptron, averaged, voted, pocket, kernel, batch, sgd,
        least-squares)
    order: which point is visited next; or a list like 2,0,1 (the first point is 0), repeated
        (cyclic, shuffled, random, first-mistake, random-mistake, worst)
    tie: what a point on the line counts as: −1, +1, or a mistake (minus, plus, always)
    offset: learn an offset, so that the line need not pass the origin
    bias_scale: the constant coordinate B of every point
    eta: the learning rate η
    schedule: how the learning rate shrinks: η, η/(1+t) or η/√(1+t) (constant, inverse,
        inverse-sqrt)
    margin: update also when y·s is positive but at most this
    init: the initial weights: V1,V2,…,V0 with that of the constant last, or by name (zeros, random)
    seed: the seed of everything random
    loss: the loss sgd descends on (perceptron, hinge, logistic, squared)
    batch_size: how many points one step averages
    l2: the penalty l2·‖w‖², offset included
    solver: how least squares is solved (closed, gd, newton, sgd)
    kernel: what the kernel rule takes for the product of two points (linear, poly, gaussian)
    degree: the degree of the polynomial kernel (1 + ⟨x, z⟩)^degree
    width: the width σ of the Gaussian kernel exp(−‖x − z‖²/2σ²)
    lift: products appended to the coordinates (none, product, quadratic)
    epochs: stop after this many passes over the data
    max_updates: stop after this many updates
    keep_going: train to the limit even after convergence or a proved cycle
    pocket: which weights go into the pocket: fewest errors, longest run, or both (errors, gallant,
        ratchet)
    arithmetic: exact integers, floating point, or exact where possible (auto, exact, float64)
    l1: the penalty l1·Σ|w|, offset left out; weights become 0
    scale: centre or scale every coordinate before the rule sees it; what is drawn is scaled back
        (none, centre, standard, range)
    """
    options = changed_options(locals())
    testing = {"test": test, "test_seed": test_seed} if test else {}
    with in_python_words():
        is_real = TARGETS.read(targets) == "real"
        if isinstance(X, str | Path):
            data = _named(X, y, is_real)
            kept = held_out(data.dataset, testing)
            run = TrainedRun(kept, data.rule_with(options), data.remarks, data.name)
        elif is_real:
            run = TrainedRun(targets_of(X, y), Rule.of(options))
        else:
            dataset, classes = dataset_of(X, y)
            kept = held_out(dataset, testing)
            run = TrainedRun(kept, Rule.of(options), classes=classes)
        run.finish()
    return run


def check(
    X: Rows | Path,
    y: Rows | None = None,
    *,
    offset: bool = True,
    bias_scale: Number = 1,
    scale: str = "none",
    lift: str = "none",
) -> Separability:
    """Decide whether a line separates two classes; the answer is proved.

    `separable` says so; `margin_squared` and `separator` describe the best line, `support` proves
    that there is none. X and y are those of `train`, the options too.

    >>> check("and").margin_squared
    Fraction(1, 17)
    >>> check([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]).separable
    False
    >>> check("xor", lift="product").separable
    True
    """
    options = {"offset": offset, "bias_scale": bias_scale, "scale": scale, "lift": lift}
    with in_python_words():
        is_name = isinstance(X, str | Path)
        dataset = _named(X, y, False).dataset if is_name else dataset_of(X, y)[0]
        return separability(Space.of(dataset, Rule.of(options)))


def load(name: str | Path) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Return points (n, d) and labels (n,) of a data set by name, or of a file.

    Labels are −1 and +1, 0 and 1, or the names of the classes; real targets are numbers.

    >>> X, y = load("iris")
    >>> X.shape, y[0]
    ((100, 2), np.str_('setosa'))
    """
    dataset = load_data(str(name)).dataset
    if dataset.targets is not None:
        return dataset.points.copy(), dataset.targets.copy()
    classes = classes_of(dataset)
    return dataset.points.copy(), classes[(dataset.labels > 0).astype(np.intp)]


def changed_options(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a rule that are not the defaults, which do not count as given."""
    return {
        name: values[name]
        for name, option in OPTIONS.items()
        if not isinstance(values[name], str | int | float | Fraction)
        or values[name] not in (option.default, option.kind.to_text(option.default))
    }


def _named(name: Any, y: Any, is_real: bool) -> LoadedData:
    if y is not None:
        raise UsageError("a data set by name has its own labels; leave out y")
    return load_data(str(name), has_targets=is_real)
