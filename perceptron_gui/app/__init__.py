"""The desktop application: one window, its actions, and who tells whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .main_window import MainWindow


def create_window(argv: Sequence[str] = ()) -> MainWindow:
    """Build the window without running the event loop; `argv` may name data to open."""
    from .application import make_window

    return make_window(list(argv))
