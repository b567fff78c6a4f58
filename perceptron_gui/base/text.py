"""Tables for a terminal: columns as wide as their widest cell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal
from fractions import Fraction

from .exact import format_number

_GAP = "  "


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Return a line for every row; the columns `right` end where their widest cell ends."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]

    def cell(column: int, text: str) -> str:
        return text.rjust(widths[column]) if column in right else text.ljust(widths[column])

    return [_GAP.join(cell(*numbered) for numbered in enumerate(row)).rstrip() for row in rows]


Numbers = Sequence[Fraction] | Sequence[float]

MOST_NAMED = 8


def vector(values: Numbers) -> str:
    """Write (1, 2, −3)."""
    return "(" + ", ".join(map(written, values)) + ")"


def written(value: Fraction | float) -> str:
    """Write a number as on the chalkboard, with a real minus and no negative zero."""
    return format_number(value + 0).replace("-", "−")


def named_points(points: Sequence[int]) -> str:
    """Write points 0, 1, 2."""
    return f"point{'s' if len(points) > 1 else ''} {few(sorted(points))}"


def few(numbers: Sequence[int]) -> str:
    """Write the first of many, and an ellipsis."""
    more = ", …" if len(numbers) > MOST_NAMED else ""
    return ", ".join(map(str, numbers[:MOST_NAMED])) + more


def count(number: int, noun: str) -> str:
    """Write 1 update, 2 updates."""
    written = str(number) if number < 10**15 else f"{Decimal(number):.6g}"
    return f"{written} {noun}{'' if number == 1 else 's'}"


def named_vector(names: Sequence[str]) -> str:
    """Write (x₁, x₂, x₁·x₂)."""
    return f"({', '.join(names[:MOST_NAMED])}{', …' if len(names) > MOST_NAMED else ''})"
