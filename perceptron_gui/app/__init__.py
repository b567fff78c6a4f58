"""The desktop application: one window, its actions, and the controllers behind it.

Imports everything; imported by `cli`, and only when a window is wanted.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from perceptron_gui.app.window.window import MainWindow


@cache
def load() -> None:
    """Import all that the window is made of, and what it shows at first."""
    with _without_garbage():
        from perceptron_gui.app.main import program  # noqa: F401
        from perceptron_gui.figures.curves import loss, norms  # noqa: F401
        from perceptron_gui.figures.pictures import boundary  # noqa: F401


def create_window(argv: Sequence[str] = ()) -> MainWindow:
    """Build the window without running the event loop; `argv` may name data to open."""
    load()
    from perceptron_gui.app.main.program import make_window

    with _without_garbage():
        return make_window(list(argv))


@contextmanager
def _without_garbage() -> Iterator[None]:
    """Pause the search for garbage: in what is imported and built to stay there is none.

    With the search the first start took 0.72 s of processor time, without it 0.56 s.
    """
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # before the first search, which would begin at once
        if was_collecting:
            gc.enable()
