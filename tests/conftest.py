"""What all tests share: the exact results to test against, and a cache for compiled kernels."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that open a window."""
    for item in items:
        if "qtbot" in getattr(item, "fixturenames", ()):
            item.add_marker("gui")


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
