"""The sources of the package, read and parsed once for all tests that look at them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "perceptron_gui"


@cache
def sources() -> dict[str, str]:
    """Return the text of every file of the package by its path inside it."""
    return {
        path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(PACKAGE.rglob("*.py"))
    }


@cache
def trees() -> dict[str, ast.Module]:
    """Return what every file of the package says, parsed."""
    return {file: ast.parse(text) for file, text in sources().items()}
