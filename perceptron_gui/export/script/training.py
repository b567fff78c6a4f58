"""The functions with which a program trains: exactly one rule, its order, its ties, its answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from perceptron_gui.core.paths.descent import DescentPath, SolvePath
from perceptron_gui.core.paths.path import BlockPath
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.lectures.notation import Notation

from .setup import Setup, fragment

_TIES = {
    "always": "y * s <= 0",
    "minus": "(s > 0) != (y > 0)",
    "plus": "(s >= 0) != (y > 0)",
    "never": "y * s < 0",
}
_MARGIN = ("A point is a mistake unless it is correct by more than LIMIT.", "y * s <= LIMIT")
_HINGE = ("The hinge loss asks every point for a y*s of at least 1.", "y * s < LIMIT")
# The points of an epoch, as an expression of its number; and the functions that an order needs.
_EPOCHS = {"cyclic": "range(len(X))", "shuffled": "shuffled({})", "random": "drawn({})"}
_CHOSEN = {
    "first-mistake": "next(mistakes(w))",
    "random-mistake": "random_mistake(w, visit)",
    "worst": "worst_mistake(w)",
}
_NEEDED = {
    "shuffled": ("scramble", "draws", "shuffled"),
    "random": ("scramble", "draws", "drawn"),
    "first-mistake": ("mistakes",),
    "random-mistake": ("scramble", "mistakes", "random_mistake"),
    "worst": ("mistakes", "worst_mistake"),
}


def training_functions(setup: Setup) -> list[str]:
    """Return the functions in the order in which they are read; not all may be needed."""
    rule = setup.run.rule
    names = _NEEDED.get(str(rule.order), ()) if rule.uses_option("order") else ()
    order = [fragment(name, score=setup.score) for name in names]
    return [*_basics(setup), *order, *_train(setup), *_answer(setup)]


def flags_of(setup: Setup) -> set[str]:
    """Return the conditions on which lines of fragments depend."""
    rule = setup.run.rule
    order = "listed" if isinstance(rule.order, tuple) else rule.order
    checked = {
        "fractions": not setup.is_floating,
        "floating": setup.is_floating,
        "as written": setup.is_as_written,
        "kernel": setup.is_kernel,
        "drawn": order in ("shuffled", "random"),
        "one point": setup.run.path.visiting.block == 1,
        "l1": rule.uses_option("l1") and bool(rule.l1),
        "l2": bool(rule.l2),
        "offset": rule.offset,
        "answer": bool(setup.answer),
    }
    return {order, rule.schedule, *(name for name, holds in checked.items() if holds)}


def in_symbols(program: str, notation: Notation) -> str:
    """Return a program whose weights and step are named as a lecture names them: theta, mu."""
    weights, step = (symbol.removeprefix("\\") for symbol in (notation.bare_weights, notation.step))
    names = {"w": weights, "eta": step, "ETA": step.upper()}
    return re.sub(r"\b(?:w|eta|ETA)\b", lambda found: names[found[0]], program)


def _basics(setup: Setup) -> Iterator[str]:
    rule = setup.run.rule
    yield fragment(f"dot_{'float' if setup.is_floating else 'exact'}", "dot")
    if setup.is_kernel:
        yield fragment(f"kernel_{rule.kernel}", "kernel")
        yield fragment("score")
    meaning = OPTIONS["tie"].kind.meaning_of(rule.tie).partition(":")[0].replace("−", "-")
    on_line = f"{meaning[:1].upper()}{meaning[1:]}.", _TIES[rule.tie]
    if not setup.run.mistakes[0]:
        yield _test("is_mistake", *on_line)
    else:
        yield _test("is_mistake", *(_HINGE if rule.rule == "sgd" else _MARGIN))
        yield _test("is_error", *on_line)


def _test(name: str, meaning: str, formula: str) -> str:
    return f'def {name}(y, s):\n    """{meaning}"""\n    return {formula}'


def _epoch(setup: Setup, number: str = "epoch") -> str:
    """Return the points of an epoch in the order of their visits."""
    return _EPOCHS.get(str(setup.run.rule.order), "ORDER").format(number)


def _point(setup: Setup) -> str:
    """Return how the point of a visit is found."""
    order = setup.run.rule.order
    if order == "cyclic":
        return "(visit - 1) % len(X)"
    listed = "ORDER" if isinstance(order, tuple) else "X"
    return f"{_epoch(setup, '(visit - 1) // len(X)')}[(visit - 1) % len({listed})]"


def _train(setup: Setup) -> Iterator[str]:
    rule, path, flags = setup.run.rule, setup.run.path, flags_of(setup)
    if isinstance(path, SolvePath):
        yield from _solver(setup, flags)
    elif rule.rule == "least-squares":
        if rule.l1:
            yield fragment("shrunk", flags=flags)
        name = "train_gd" if rule.solver == "gd" else "train_points"
        yield fragment(name, "train", flags, point=_point(setup))
    elif rule.rule == "batch":
        yield fragment("train_batch", "train", flags)
    elif isinstance(path, BlockPath | DescentPath):
        yield fragment("block_of", flags=flags, epoch=_epoch(setup))
        if isinstance(path, DescentPath):
            yield fragment(f"loss_slope_{rule.loss}", "loss_slope")
        name = "train_minibatches" if isinstance(path, BlockPath) else "train_descent"
        yield fragment(name, "train", flags)
    else:
        chosen = _CHOSEN.get(str(rule.order), "")
        name = "train_on_mistakes" if chosen else "train_in_order"
        yield fragment(
            name,
            "train",
            flags,
            point=chosen or _point(setup),
            score=setup.score,
        )


def _solver(setup: Setup, flags: set[str]) -> Iterator[str]:
    rule, solution = setup.run.rule, "least_squares()"
    if setup.solves_exactly and setup.is_floating:
        solution = f"[float(v) for v in {solution}]"
    solved = "exact" if setup.solves_exactly else "float"
    yield fragment(f"least_squares_{solved}", "least_squares", flags)
    name = "closed" if rule.solver == "closed" or rule.eta == 1 else "newton"
    yield fragment(f"train_{name}", "train", flags, solution=solution)


def _answer(setup: Setup) -> Iterator[str]:
    """Yield what the rule answers with, where that is not the last weights."""
    rule, flags = setup.run.rule, flags_of(setup)
    if rule.rule == "pocket":
        # Where every visit is a mistake there are no runs of correct visits to go by.
        mode = "errors" if setup.run.path.visiting.chooses_mistakes else rule.pocket
        yield fragment("errors", is_error="is_error" if setup.run.mistakes[0] else "is_mistake")
        yield fragment(f"pocket_{mode}", "pocket", flags)
    elif rule.rule == "voted":
        sign = rule.tie if rule.tie in ("minus", "plus") else "open"
        yield fragment(f"predict_{sign}", "predict")
        yield fragment("votes")
    elif rule.rule == "averaged":
        yield fragment("average", flags=flags)
