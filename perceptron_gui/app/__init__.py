"""The desktop application: one window, its actions, and who tells whom."""

from __future__ import annotations

import gc
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .main_window import MainWindow


@cache
def load() -> None:
    """Import all that the window is made of, without a search for garbage: modules stay."""
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        from . import application  # noqa: F401
    finally:
        if was_collecting:
            gc.enable()
    gc.freeze()


def create_window(argv: Sequence[str] = ()) -> MainWindow:
    """Build the window without running the event loop; `argv` may name data to open."""
    load()
    from .application import make_window

    return make_window(list(argv))
