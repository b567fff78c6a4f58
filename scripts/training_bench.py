"""The rows of scripts/bench.py about training, beside scikit-learn, which records nothing.

Runs are whole: from arrays to the finished run with every update recorded. What is compared is the
least processor time of some repeats taken in turn: other programs make each of them longer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from bench import Row, faster

from perceptron_gui import train
from perceptron_gui.document.sources import load_data

Action = Callable[[], Any]
_MANY = {"max_updates": 10**9, "keep_going": True}
_ORDERS = ("cyclic", "shuffled", "random")
_MOST_BY_HAND = 10_000  # points: every vote, and all errors after every update, take long
_MOST_QUICKLY = 100_000  # points, with --quick
_EARLY = 15.0  # times faster: what is known is not computed again


@dataclass(frozen=True)
class Passes:
    """Some passes over data."""

    source: str
    name: str
    count: int
    repeats: int

    def __str__(self) -> str:
        return f"{self.name}, {self.count} passes"

    @property
    def arrays(self) -> tuple[Any, Any]:
        """Points (n, d) and labels (n,)."""
        dataset = load_data(self.source).dataset
        return np.array(dataset.points), np.array(dataset.labels, dtype=np.int64)


@dataclass(frozen=True)
class Learner:
    """A rule, its loss, and how many times faster it has to be."""

    rule: str
    loss: str
    least: float

    def __str__(self) -> str:
        names = {"pla": "perceptron", "averaged": "averaged perceptron"}
        return names.get(self.rule, f"{self.loss} loss")


_OVERLAPPING = (
    Passes("xor", "XOR", 10_000, 51),
    Passes("blobs:n=200,noise=0.7", "200 overlapping", 500, 51),
    Passes("blobs:n=10000,noise=0.7", "10⁴ overlapping", 50, 25),
    Passes("blobs:n=1000000,noise=0.7", "10⁶ overlapping", 2, 7),
)
_ENDING = (
    Passes("xor", "XOR", 100_000, 25),
    Passes("separable:n=200,margin=0.01", "200 separable", 5000, 25),
    Passes("separable:n=10000,margin=0.01", "10⁴ separable", 100, 15),
)
_LEARNERS = (
    Learner("pla", "perceptron", 2.0),
    Learner("averaged", "perceptron", 2.0),
    Learner("sgd", "hinge", 2.0),
    Learner("sgd", "logistic", 1.0),
    Learner("sgd", "squared", 1.0),
)


def training_rows(quick: bool) -> list[Row]:
    """Return of every rule the case that is least faster."""
    rows = [_lowest(_cases(learner, quick)) for learner in _LEARNERS]
    return [*rows, _lowest(_early_cases())]


def every_training_row(quick: bool) -> list[Row]:
    """Return all cases, and what informs on rules that scikit-learn lacks."""
    rows = [row for learner in _LEARNERS for row in _cases(learner, quick)]
    rows += _early_cases()
    for passes in _OVERLAPPING:
        if len(passes.arrays[0]) <= _MOST_BY_HAND:
            rows += _hand_rows(passes)
    return rows


def _lowest(rows: list[Row]) -> Row:
    """Return the row with the lowest ratio."""
    row = min(rows, key=lambda row: float(row.ratio.split()[0]))
    return replace(row, what=f"{row.what} (lowest of {len(rows)})")


def _cases(learner: Learner, quick: bool) -> list[Row]:
    rows = []
    for passes in _OVERLAPPING:
        data = passes.arrays
        if quick and len(data[0]) > _MOST_QUICKLY:
            continue
        for order in _ORDERS:
            ours, peer = _whole_run(learner, order, passes.count, data)
            what = f"{learner}, {order}, {passes}"
            rows.append(
                faster(what, ours, peer, passes.repeats, learner.least, clock=time.thread_time)
            )
    return rows


def _early_cases() -> list[Row]:
    rows = []
    # A shuffled run of XOR proves no cycle.
    for passes, order in [*product(_ENDING, ["cyclic"]), *product(_ENDING[1:], ["shuffled"])]:
        ours, peer = _whole_run(_LEARNERS[0], order, passes.count, passes.arrays)
        what = f"ends early: perceptron, {order}, {passes}"
        rows.append(faster(what, ours, peer, passes.repeats, _EARLY, clock=time.thread_time))
    return rows


def _whole_run(learner: Learner, order: str, passes: int, data: Any) -> tuple[Action, Action]:
    """Return a whole run, and the same passes of scikit-learn."""
    from sklearn.linear_model import Perceptron, SGDClassifier

    eta = 0.001 if learner.loss == "squared" else 1.0
    options: dict[str, Any] = {
        "rule": learner.rule,
        "order": order,
        "epochs": passes,
        "eta": eta,
        **_MANY,
    }
    if learner.rule == "sgd":
        options["loss"] = learner.loss

    def ours() -> None:
        run = train(*data, **options)
        if learner.rule == "averaged":
            run.result_at(run.visits)

    common = {"shuffle": order != "cyclic", "tol": None, "max_iter": passes}
    losses = {"logistic": "log_loss", "squared": "squared_error"}

    def peer() -> None:
        if learner.rule == "pla":
            Perceptron(**common).fit(*data)
            return
        SGDClassifier(
            loss=losses.get(learner.loss, learner.loss), average=learner.rule == "averaged",
            learning_rate="constant", eta0=eta, penalty=None, **common,
        ).fit(*data)  # fmt: skip

    return ours, peer


def _hand_rows(passes: Passes) -> list[Row]:
    """Inform on rules that scikit-learn lacks, beside loops written by hand (`plain_loops`).

    Descents are compared likewise with the loop that computes w − η∇ℓ and records nothing.
    """
    from plain_loops import DESCENTS, batch, closed, pocket, voted

    points, labels = passes.arrays
    x, y = np.column_stack([points, np.ones(len(points))]), labels.astype(np.float64)

    def finished(**options: Any) -> Action:
        asked = {"epochs": passes.count, **_MANY, **options}
        return lambda: train(points, labels, **asked)

    def votes() -> Any:
        run = finished(rule="voted")()
        return run.result.votes(run.visits)

    def kept() -> Any:
        run = finished(rule="pocket")()
        return run.result_at(run.visits)

    count = passes.count
    cases: list[tuple[str, str, Action, Action]] = [
        ("voted, every vote", "numba", votes, lambda: voted(x, y, count)),
        ("pocket, fewest errors", "numba", kept, lambda: pocket(x, y, count)),
        ("batch", "numpy", finished(rule="batch"), lambda: batch(x, y, count)),
        ("least squares in fractions", "numpy", lambda: train(points, labels, rule="least-squares"),
         lambda: closed(x, y, count)),
    ]  # fmt: skip
    for loss, eta in (("logistic", 1.0), ("squared", 0.001)):
        ours = finished(rule="sgd", loss=loss, eta=eta)
        peer = partial(DESCENTS[loss], x, y, count, eta)
        cases.append((f"{loss} loss, bare loop", "numba", ours, peer))
    repeats = min(passes.repeats, 15)
    return [
        faster(f"for information: {told}, cyclic, {passes}, beside {tool}",
               ours, peer, repeats, None, clock=time.thread_time)
        for told, tool, ours, peer in cases
    ]  # fmt: skip
