"""Tables for a terminal: columns as wide as their widest cell."""

from __future__ import annotations

from collections.abc import Collection, Sequence

_GAP = "  "


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Return a line for every row; the columns `right` end where their widest cell ends."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]

    def cell(column: int, text: str) -> str:
        return text.rjust(widths[column]) if column in right else text.ljust(widths[column])

    return [_GAP.join(cell(*numbered) for numbered in enumerate(row)).rstrip() for row in rows]
