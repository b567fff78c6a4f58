"""The desktop application: one window, its actions, and the controllers behind it.

Imports everything; imported by `cli`, and only when a window is wanted.
"""

from __future__ import annotations

import gc
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from perceptron_gui.app.window.window import MainWindow


@cache
def load() -> None:
    """Import all that the window is made of, and what it shows at first."""
    with _without_garbage(), _without_sources():
        from perceptron_gui.app.main import program  # noqa: F401
        from perceptron_gui.figures.curves import loss, norms  # noqa: F401
        from perceptron_gui.figures.pictures import boundary  # noqa: F401


def create_window(argv: Sequence[str] = ()) -> MainWindow:
    """Build the window without running the event loop; `argv` may name data to open."""
    load()
    from perceptron_gui.app.main.program import make_window

    return make_window(list(argv))


@contextmanager
def _without_garbage() -> Iterator[None]:
    """Import without a search for garbage, and without a later one: modules stay."""
    was_collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # before the first search, which would begin at once
        if was_collecting:
            gc.enable()


@contextmanager
def _without_sources() -> Iterator[None]:
    """Import as if nothing had a source.

    WORKAROUND: PySide reads the source of every module that is imported after it, and looks for its
    own name there, for the sake of `from __feature__ import`. Nobody here uses that.
    """
    read = inspect.getsource
    inspect.getsource = _no_source
    try:
        yield
    finally:
        inspect.getsource = read


def _no_source(object: Any) -> str:
    raise OSError("Sources are not read during the start.")
