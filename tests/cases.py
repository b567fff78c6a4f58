"""Which cases of a long parametrised test run by default, and which with scripts/test.py --all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def slow_but(quick: Iterable[Any], values: Iterable[Any]) -> list[Any]:
    """Return all values as parameters, marked slow except those that run by default."""
    kept = list(quick)
    slow = pytest.mark.slow
    return [value if value in kept else pytest.param(value, marks=slow) for value in values]
