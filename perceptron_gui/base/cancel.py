"""Work that can be given up: it calls its watcher now and then, and what that raises ends it."""

from __future__ import annotations

from collections.abc import Callable

CancelCheck = Callable[[], None]


class Cancelled(Exception):
    """Nobody wants the answer any more; a watcher raises it, and whoever began the work hears."""


def never_cancelled() -> None:
    """Let the work go on to its end."""


Progress = Callable[[int, int], None]  # bytes read, and in all


def no_progress(_done: int, _total: int) -> None:
    """Tell nobody."""
