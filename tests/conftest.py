"""What all tests share: options of the test command, exact results and approved texts."""

from __future__ import annotations

import difflib
import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Machines are noisy: how long an example takes says nothing about whether it is right. What lands
# is judged by the same examples every time; whoever works on it looks at new ones with every run.
settings.register_profile(
    "noisy machines", deadline=None, print_blob=True, derandomize=os.environ.get("CI") == "true"
)
settings.load_profile("noisy machines")

GOLDEN: dict[str, Any] = json.loads(
    Path(__file__).with_name("golden.json").read_text(encoding="utf-8")
)


WORDS = Path(__file__).with_name("words")
Approve = Callable[[str, str], None]

LEFT_OUT_BY_QUICK = ("gui", "program", "slow")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("perceptron-gui")
    quick = f"one case of each test that is not marked {', '.join(LEFT_OUT_BY_QUICK)}"
    group.addoption("--quick", action="store_true", help=quick)
    group.addoption("--random-order", type=int, metavar="SEED", help="shuffle the test files")
    group.addoption("--approve", action="store_true", help="rewrite the texts in tests/words")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that open a window, then choose and order as the options say."""
    for item in items:
        if "qtbot" in getattr(item, "fixturenames", ()):
            item.add_marker("gui")
    if config.option.quick:
        kept = quick_ones(items)
        left_out = set(items).difference(kept)
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = kept
    if config.option.random_order is not None:
        items[:] = in_random_order(items, config.option.random_order)


def quick_ones(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the first case of each test that is quick to run."""
    first: dict[str, pytest.Item] = {}
    for item in items:
        if not any(item.get_closest_marker(name) for name in LEFT_OUT_BY_QUICK):
            first.setdefault(item.nodeid.partition("[")[0], item)
    return list(first.values())


def in_random_order(items: list[pytest.Item], seed: int) -> list[pytest.Item]:
    """Shuffle the files; tests of one file stay together, as they share windows and fixtures."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    order = list(files)
    random.Random(seed).shuffle(order)
    return [item for path in order for item in files[path]]


@pytest.fixture(autouse=True)
def empty_hands() -> Iterator[None]:
    """Fail a test that leaves a button pressed or a menu open, as it would be for the next one."""
    yield
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is not None and widgets.QApplication.instance() is not None:
        from tests.hands import let_go

        assert let_go() == []


def pytest_sessionfinish() -> None:
    """Empty the clipboard: without a screen Qt deletes what it holds after Python has ended."""
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        gui.QGuiApplication.clipboard().clear()


def fractions(values: list[str]) -> list[Fraction]:
    """Return golden's "p/q" strings as numbers."""
    return [Fraction(value) for value in values]


@pytest.fixture
def golden() -> dict[str, Any]:
    """The exact results of ../shared/golden.json."""
    return GOLDEN


@pytest.fixture
def approve(request: pytest.FixtureRequest) -> Approve:
    """Compare texts with the approved ones in tests/words: `approve(name, text)`."""
    rewrite = request.config.option.approve

    def compare(name: str, text: str) -> None:
        path = WORDS / f"{name}.txt"
        given = text.rstrip("\n") + "\n"
        approved = path.read_text(encoding="utf-8") if path.exists() else ""
        if given == approved:
            return
        if rewrite:
            path.parent.mkdir(exist_ok=True)
            path.write_text(given, encoding="utf-8", newline="\n")
            return
        lines = approved.splitlines(), given.splitlines()
        diff = difflib.unified_diff(*lines, "approved", "printed now", lineterm="")
        say = f"{path.name} differs; if it reads well, run pytest with --approve"
        pytest.fail("\n".join([say, *diff]), pytrace=False)

    return compare
