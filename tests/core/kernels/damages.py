"""What a power cut, or a home that was copied in part, makes of a file of stored code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Damage = Callable[[Path], None]


def truncate(path: Path) -> None:
    """Leave the first half."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    """Leave nothing."""
    path.write_bytes(b"")


def blank(path: Path) -> None:
    """Leave as many zeros."""
    path.write_bytes(bytes(path.stat().st_size))


def scatter(path: Path) -> None:
    """Leave what looks random."""
    path.write_bytes(bytes((37 * i + i // 256) % 256 for i in range(path.stat().st_size)))


DAMAGES = (truncate, empty, blank, scatter)
# With the ending of the files that are damaged: code and index; fewer cases where each takes long.
SOME = ((truncate, "nbc"), (empty, "nbi"), (blank, "nbc"), (scatter, "nbi"))
