"""Plain text for people: tables, numbers, lists and counts in words, and what somebody mistyped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction

from .exact import format_number

Numbers = Sequence[Fraction] | Sequence[float]

MOST_NAMED = 8
_GAP = "  "


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Return a line for every row; the columns `right` end where their widest cell ends."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]

    def cell(column: int, text: str) -> str:
        return text.rjust(widths[column]) if column in right else text.ljust(widths[column])

    return [_GAP.join(cell(*numbered) for numbered in enumerate(row)).rstrip() for row in rows]


def vector(values: Numbers) -> str:
    """Write (1, 2, −3)."""
    return "(" + ", ".join(map(written, values)) + ")"


def written(value: Fraction | float) -> str:
    """Write a number with a real minus and no negative zero."""
    return format_number(value + 0).replace("-", "−")


def named_points(points: Sequence[int]) -> str:
    """Write points 1, 2, 3 for the indices 0, 1, 2."""
    numbers = [index + 1 for index in sorted(points)]
    return f"point{'s' if len(points) > 1 else ''} {few(numbers)}"


def few(values: Sequence[object]) -> str:
    """Write the first of many, and an ellipsis."""
    more = ", …" if len(values) > MOST_NAMED else ""
    return ", ".join(map(str, values[:MOST_NAMED])) + more


def count(number: int, noun: str) -> str:
    """Write 1 update, 2 updates."""
    written = str(number) if number < 10**15 else f"{Decimal(number):.6g}"
    return f"{written} {noun}{'' if number == 1 else 's'}"


def listed(texts: Sequence[str]) -> str:
    """Write a, b and c."""
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else texts[0]


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice most like `word` whatever its case, or None when none is like it."""
    from difflib import get_close_matches  # for mistakes only

    folded = {choice.casefold(): choice for choice in choices}
    # Comparing is quadratic in the length; nobody mistypes a name into a whole page.
    found = get_close_matches(word.casefold()[:100], folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """Return "; did you mean 'xor'?" to append to a message, or "" when nothing is near."""
    guess = nearest(word, choices)
    return f"; did you mean '{guess}'?" if guess else ""


def printable(text: str, limit: int = 200) -> str:
    """Return the text with control characters escaped, cut to `limit` characters."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    escaped = (c if c.isprintable() else ascii(c)[1:-1] for c in cut)
    return "".join(escaped)


def quoted(text: str) -> str:
    """Return a word in quotes, shortened if need be."""
    return f"'{printable(text, 40)}'"
