"""Runs for tests, their drawings, and their programs, run many at a time in another Python."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.kernel_space import KERNELS
from perceptron_gui.export.layout.page import Page
from perceptron_gui.export.script.pen import write_script
from perceptron_gui.figures.model.view import draw, read_options
from perceptron_gui.labs.registry import VIEWS
from tests.core.strategies import trained as trained

_RUNNER = Path(__file__).parent / "script_runner.py"
_PAGE = Page(dpi=60)


def drawing(run: Run, view: str, at: int | None = None, **options: Any) -> Any:
    """Return what a view shows, at the end of the run unless another visit is given."""
    chosen = read_options(VIEWS[view].options, options)
    return draw(VIEWS[view], run.dataset, run, run.visits if at is None else at, chosen)


def program(
    run: Run, view: str = "boundary", at: int | None = None, page: Page = _PAGE, **options: Any
) -> str:
    """Return the program of a view, at the end of the run unless another visit is given."""
    chosen = read_options(VIEWS[view].options, options)
    return write_script(VIEWS[view], run, run.visits if at is None else at, chosen, page)


def python(arguments: Sequence[str], folder: Path, text: str = "") -> str:
    """Run a fresh Python that knows nothing of this project, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", *arguments],
        cwd=folder,
        env={**os.environ, "MPLBACKEND": "Agg"},
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def printed(programs: dict[str, str], arguments: Sequence[str], folder: Path) -> dict[str, str]:
    """Run programs by name and return what each prints; `*` stands for its name."""
    asked = []
    for number, (name, text) in enumerate(programs.items()):
        path = folder / f"program{number}.py"
        path.write_text(text, encoding="utf-8")
        asked.append([str(path), [argument.replace("*", name) for argument in arguments]])
    found = json.loads(python([str(_RUNNER)], folder, json.dumps(asked)))
    return dict(zip(programs, found, strict=True))


Case = tuple[str | Dataset, dict[str, Any]]

POINT_RULES = ("pla", "averaged", "voted", "pocket")
SEQUENCES = ("cyclic", "shuffled", "random", "1,0,1")
CHOICES = ("first-mistake", "random-mistake", "worst")
TENTHS = Dataset.of(
    [[0.1, 0.2], [-0.3, 1.5], [0.7, -0.9], [1.1, 0.4], [0.3, 0.3]], [1, -1, 1, -1, 1]
)
LONG_DIGITS = Dataset.of([[1 / 3, 0.1], [-np.pi, 2 / 7], [0.5, -np.e], [1.5, 1.1]], [1, -1, 1, -1])


def _every_rule() -> dict[str, Case]:
    """Return every rule with every order; ties, offsets and lifts take turns."""
    rules: list[dict[str, Any]] = [
        {"rule": r, "order": o} for r in POINT_RULES for o in (*SEQUENCES, *CHOICES)
    ]
    rules += [{"rule": "batch"}, {"rule": "batch", "eta": "1/3", "init": "random"}]
    rules += [
        {"rule": "sgd", "loss": loss, "order": order, "batch_size": size, "l2": l2, "schedule": s}
        for loss, order, size, (l2, s) in itertools.product(
            ("perceptron", "hinge", "logistic", "squared"),
            ("cyclic", "random", "1,0,1"),
            (1, 3),
            (("0", "constant"), ("0.1", "inverse"), ("0", "inverse-sqrt")),
        )
    ]
    rules += [
        {"rule": "least-squares", "solver": solver, "l2": l2, "eta": eta}
        for solver, l2, eta in itertools.product(
            ("closed", "gd", "newton"), ("0", "0.1"), ("1", "0.1")
        )
    ]
    rules += [
        {"rule": "kernel", "order": order, "kernel": kernel, "eta": eta}
        for (order, eta), kernel in itertools.product(
            (("cyclic", "1"), ("shuffled", "1/3"), ("worst", "1")), KERNELS
        )
    ]
    data_sets: list[str | Dataset] = ["xor", TENTHS, "and", "slides", LONG_DIGITS]
    turns = zip(
        itertools.cycle(data_sets),
        itertools.cycle(("always", "minus", "plus")),
        itertools.cycle((True, True, False)),
        itertools.cycle(("none", "none", "none", "product", "quadratic", "none", "none")),
        strict=False,
    )
    cases: dict[str, Case] = {}
    for number, (rule, (data, tie, offset, lift)) in enumerate(zip(rules, turns, strict=False)):
        more = {"tie": tie, "offset": offset, "lift": lift, "epochs": 15, "seed": number}
        cases[f"{number}-{'-'.join(map(str, rule.values()))}"] = (data, {**more, **rule})
    return cases


def random_rules(count: int) -> dict[str, Case]:
    """Return runs with all their options drawn."""
    dice = random.Random(2024)
    data_sets: list[str | Dataset] = ["xor", "three-points", TENTHS, LONG_DIGITS]
    drawn: dict[str, tuple[Any, ...]] = {
        "rule": POINT_RULES,
        "order": (*SEQUENCES, *CHOICES),
        "tie": ("always", "minus", "plus"),
        "offset": (True, False),
        "bias_scale": ("1", "0.5", "1/3"),
        "eta": ("1", "0.1", "1/3", "2"),
        "margin": ("0", "0.5"),
        "init": ("zeros", "random"),
        "seed": (0, 2**40 + 3),
        "lift": ("none", "product", "quadratic"),
        "pocket": ("errors", "gallant", "ratchet"),
        "epochs": (1, 20),
        "max_updates": (9, 1000),
        "keep_going": (False, True),
        "arithmetic": ("auto", "float64"),
    }
    found: dict[str, Case] = {}
    for number in range(count):
        data = dice.choice(data_sets)
        options = {name: dice.choice(values) for name, values in drawn.items()}
        found[f"drawn-{number}"] = data, options
    return found


GOLDEN: dict[str, Case] = {
    "and-minus": ("and", {"tie": "minus"}),
    "and-tenths": ("and", {"eta": "0.1", "tie": "plus"}),
    "slides": ("slides", {"init": "0.2,0,-0.1", "eta": "0.1", "tie": "plus"}),
    "three-points": ("three-points", {"tie": "minus", "offset": False}),
    "li-hang": ("li-hang", {"tie": "minus"}),
    "one point": (Dataset.of([[1, 2]], [1]), {"rule": "batch"}),
    "large numbers": (Dataset.of([[1e20, 1], [3e17, -2]], [1, -1]), {}),
    "one coordinate": ("slow-pair", {}),
    "already solved": (Dataset.of([[1, 0]], [1]), {"init": "1,0,0"}),
}
LINE = Dataset.of_targets([[0], [1], [2.5]], [1, 2, 2.5])
FITS: dict[str, Case] = {
    "centred": ("and", {"scale": "centre"}),
    "range without offset": ("and", {"scale": "range", "offset": False, "lift": "product"}),
    "standard": (Dataset.of([[1, 5], [2, 3], [4, 4]], [1, -1, 1]), {"scale": "standard"}),
    "closed": (LINE, {}),
    "l1 by steps": (LINE, {"l1": "1/2", "solver": "gd", "eta": "0.05", "epochs": 20}),
    "real sgd": (LINE, {"solver": "sgd", "eta": "0.05", "epochs": 4, "order": "shuffled"}),
}
for _data, _options in FITS.values():
    if isinstance(_data, Dataset) and _data.targets is not None:
        _options["rule"] = "least-squares"
CASES = {**GOLDEN, **FITS, **_every_rule(), **random_rules(60)}
