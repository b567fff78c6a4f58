"""The rows of scripts/bench.py about training, beside scikit-learn, which records nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from bench import Row, faster

from perceptron_gui import train
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data

Action = Callable[[], Any]
_MANY = {"max_updates": 10**9, "keep_going": True}
# Data, name, passes, repeats, target: runs so short that what is made before and after them counts.
_SHORT = [
    ("xor", "XOR", 10_000, 51, 4.0),
    ("blobs:n=200,noise=0.7", "200 overlapping", 500, 51, 4.0),
    ("blobs:n=10000,noise=0.7", "10⁴ overlapping", 50, 25, 4.0),
    ("blobs:n=1000000,noise=0.7", "10⁶ overlapping", 2, 7, 2.0),
]
_MOST_BY_HAND = 10_000  # points: every vote, and all errors after every update, take long
_LEARNERS = [
    ("pla", "perceptron"),
    ("averaged", "perceptron"),
    ("sgd", "hinge"),
    ("sgd", "logistic"),
    ("sgd", "squared"),
]


def training_rows(quick: bool) -> list[Row]:
    """Training from a data set on; passes over the data are the same."""
    from sklearn.linear_model import Perceptron, SGDClassifier

    def peer(order: str, passes: int, x: Any, y: Any) -> Action:
        shuffle = order == "shuffled"
        return lambda: Perceptron(shuffle=shuffle, tol=None, max_iter=passes).fit(x, y)

    def averaging(order: str, passes: int, x: Any, y: Any) -> Action:
        return lambda: SGDClassifier(
            loss="perceptron", average=True, learning_rate="constant", eta0=1.0, penalty=None,
            shuffle=order == "shuffled", tol=None, max_iter=passes,
        ).fit(x, y)  # fmt: skip

    # Data, name, passes in order and shuffled, repeats, target in order. Shuffled runs prove no
    # cycle, so that every visit is computed; XOR then takes the program's default of 1000 passes.
    cases = [
        ("xor", "XOR", 100_000, 1000, 25, 20.0),
        ("separable:n=200,margin=0.01", "200 separable", 5000, 5000, 25, 20.0),
        ("separable:n=10000,margin=0.01", "10⁴ separable", 100, 100, 15, 15.0),
        ("blobs:n=10000,noise=0.7", "10⁴ overlapping", 100, 300, 11, 7.0),
        ("blobs:n=1000000,noise=0.7", "10⁶ overlapping", 50, 20, 5, 7.0),
    ]
    rows = []
    for source, name, passes, shuffled_passes, repeats, least in cases[: 4 if quick else 5]:
        dataset = load_data(source).dataset
        x, y = np.array(dataset.points), np.array(dataset.labels)
        for order, epochs, target in (
            ("cyclic", passes, least),
            ("shuffled", shuffled_passes, 4.0),
        ):
            rule = Rule.of({"order": order, "epochs": epochs, **_MANY})
            rows.append(
                faster(
                    f"{order}, {name}, {epochs} passes",
                    lambda d=dataset, r=rule: Run(d, r).finish(),  # type: ignore[misc]
                    peer(order, epochs, x, y),
                    repeats,
                    target,
                )
            )
        rule = Rule.of({"rule": "averaged", "epochs": passes, **_MANY})
        rows.append(
            faster(
                f"averaged, {name}, {passes} passes",
                lambda d=dataset, r=rule: Run(d, r).finish().result_at(r.epochs * len(d)),  # type: ignore[misc]
                averaging("cyclic", passes, x, y),
                repeats,
                7.0,
            )
        )
    rows.append(raw_row(peer))
    return rows


def raw_row(peer: Callable[[str, int, Any, Any], Action]) -> Row:
    """Inform on the loop alone: every visit computed, since float64 runs prove no cycle."""
    dataset = load_data("blobs:n=10000,noise=0.7").dataset
    x, y = np.array(dataset.points), np.array(dataset.labels)
    options = {"arithmetic": "float64", "epochs": 100, "max_updates": 10**9}
    return faster(
        "for information: 10⁴ overlapping, float64, no cycle proof, 100 passes",
        lambda: Run(dataset, Rule.of(options)).finish(),
        peer("cyclic", 100, x, y),
        9,
        None,
    )


def short_rows(quick: bool) -> list[Row]:
    """Whole runs from arrays to the finished record, every rule that has a peer, every order."""
    rows = []
    for source, name, passes, repeats, least in _SHORT[: 3 if quick else 4]:
        dataset = load_data(source).dataset
        data = np.array(dataset.points), np.array(dataset.labels, dtype=np.int64)
        for (rule, loss), order in product(_LEARNERS, ("cyclic", "shuffled", "random")):
            ours, peer = short_run(rule, loss, order, passes, data)
            told = f"{loss} loss" if rule == "sgd" else rule
            what = f"short: {told}, {order}, {name}, {passes} passes"
            rows.append(faster(what, ours, peer, repeats, least, clock=time.thread_time))
        if len(dataset) <= _MOST_BY_HAND:
            rows += hand_rows(name, passes, min(repeats, 15), data)
    return rows


def hand_rows(name: str, passes: int, repeats: int, data: Any) -> list[Row]:
    """Inform on rules that scikit-learn lacks, beside loops written by hand (`plain_loops`).

    Descents are compared likewise with the loop that computes w − η∇ℓ and records nothing.
    """
    from plain_loops import DESCENTS, batch, closed, pocket, voted

    points, labels = data
    x, y = np.column_stack([points, np.ones(len(points))]), labels.astype(np.float64)

    def finished(**options: Any) -> Action:
        asked = {"epochs": passes, **_MANY, **options}
        return lambda: train(points, labels, **asked)

    def votes() -> Any:
        run = finished(rule="voted")()
        return run.result.votes(run.visits)

    def kept() -> Any:
        run = finished(rule="pocket")()
        return run.result_at(run.visits)

    cases: list[tuple[str, str, Action, Action]] = [
        ("voted, every vote", "numba", votes, lambda: voted(x, y, passes)),
        ("pocket, fewest errors", "numba", kept, lambda: pocket(x, y, passes)),
        ("batch", "numpy", finished(rule="batch"), lambda: batch(x, y, passes)),
        ("least squares in fractions", "numpy", lambda: train(points, labels, rule="least-squares"),
         lambda: closed(x, y, passes)),
    ]  # fmt: skip
    for loss, eta in (("logistic", 1.0), ("squared", 0.001)):
        ours = finished(rule="sgd", loss=loss, eta=eta)
        peer = partial(DESCENTS[loss], x, y, passes, eta)
        cases.append((f"{loss} loss, bare loop", "numba", ours, peer))
    return [
        faster(f"for information: short: {told}, cyclic, {name}, {passes} passes, beside {tool}",
               ours, peer, repeats, None, clock=time.thread_time)
        for told, tool, ours, peer in cases
    ]  # fmt: skip


def short_run(rule: str, loss: str, order: str, passes: int, data: Any) -> tuple[Action, Action]:
    """Return a whole run, and the same passes of scikit-learn."""
    from sklearn.linear_model import SGDClassifier

    eta = 0.001 if loss == "squared" else 1.0
    options = {"rule": rule, "order": order, "epochs": passes, "eta": eta, **_MANY}
    if rule == "sgd":
        options["loss"] = loss

    def ours() -> None:
        run = train(*data, **options)
        if rule == "averaged":
            run.result_at(run.visits)

    def peer() -> None:
        SGDClassifier(
            loss={"logistic": "log_loss", "squared": "squared_error"}.get(loss, loss),
            average=rule == "averaged", learning_rate="constant", eta0=eta, penalty=None,
            shuffle=order != "cyclic", tol=None, max_iter=passes,
        ).fit(*data)  # fmt: skip

    return ours, peer
