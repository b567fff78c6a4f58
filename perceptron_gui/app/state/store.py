"""Holds the state of a window: controllers update it, views are shown the part they select."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Generic, TypeVar

from perceptron_gui.core.runs.moment import Moment

from .app_state import AppState

Part = TypeVar("Part")

_PLAIN = (str, int, float, frozenset, dict, Moment, type(None))


class Store:
    """The only place that knows what is edited, trained and played, and how it is looked at.

    Readers are told in the order in which they came. One that updates the state itself is
    followed by those after it, and then all hear of the change in another round.
    """

    def __init__(self, state: AppState) -> None:
        self.state = state
        self._readers: list[_Reader[Any]] = []
        self._is_told = True
        self._waits = 0  # until the end of so many `together`

    def update(self, **changes: Any) -> None:
        """Change fields of the state, and tell those who read them."""
        state = self.state
        if all(_is_same(getattr(state, name), value) for name, value in changes.items()):
            return
        self.state = replace(state, **changes)
        self._tell()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Tell nobody of the updates in this block before its end: they are one change."""
        self._waits += 1
        try:
            yield
        finally:
            self._waits -= 1
            self._tell()

    def subscribe(self, select: Callable[[AppState], Part], show: Callable[[Part], object]) -> None:
        """Show a part of the state now, and again whenever it has changed.

        Objects are the same only if they are identical, so that no points are compared.
        """
        reader = _Reader(select, show, select(self.state))
        self._readers.append(reader)
        show(reader.shown)

    def _tell(self) -> None:
        """Tell all readers until nothing changes any more; a call from a reader leaves it to that.

        An update by a reader is heard in the round that goes on, and in the next.
        """
        if self._waits or not self._is_told:
            return
        self._is_told = False
        try:
            told = None
            while told is not self.state:
                told = self.state
                for reader in self._readers:
                    reader.look_at(self.state)
        finally:
            self._is_told = True


class _Reader(Generic[Part]):
    """Somebody who is shown a part of the state."""

    def __init__(
        self, select: Callable[[AppState], Part], show: Callable[[Part], object], shown: Part
    ) -> None:
        self._select, self._show, self.shown = select, show, shown

    def look_at(self, state: AppState) -> None:
        """Show the part if it has changed."""
        part = self._select(state)
        if not _is_same(part, self.shown):
            self.shown = part
            self._show(part)


def _is_same(one: object, other: object) -> bool:
    """Compare plain values, and tuples by what is in them; everything else by identity."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return one is other or (isinstance(one, _PLAIN) and one == other)
