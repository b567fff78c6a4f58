"""Numbers, vectors and counts as a person writes them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from ..core.exact import chalk
from ..core.space import Space

Numbers = Sequence[Fraction] | Sequence[float]

MOST_NAMED = 8


def written_line(space: Space, weights: Numbers) -> str:
    """Write weights as (1, 2), offset −3, where the offset is that of the line, b = B·v."""
    if not space.offset:
        return vector(weights)
    scale = space.bias_scale if isinstance(weights[-1], Fraction) else float(space.bias_scale)
    return f"{vector(weights[:-1])}, offset {written(weights[-1] * scale)}"


def vector(values: Numbers) -> str:
    """Write (1, 2, −3)."""
    return "(" + ", ".join(map(written, values)) + ")"


def written(value: Fraction | float) -> str:
    """Write a number as on the chalkboard, with a real minus and no negative zero."""
    return chalk(value + 0).replace("-", "−")


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
