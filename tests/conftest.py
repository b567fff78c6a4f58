"""What all tests share: the exact results to test against, and a cache for compiled kernels."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

GOLDEN: dict[str, Any] = json.loads(
    Path(__file__).with_name("golden.json").read_text(encoding="utf-8")
)


def fractions(values: list[str]) -> list[Fraction]:
    """Return golden's "p/q" strings as numbers."""
    return [Fraction(value) for value in values]


@pytest.fixture
def golden() -> dict[str, Any]:
    """The exact results of ../shared/golden.json."""
    return GOLDEN
