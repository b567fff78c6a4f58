"""The order in which the tab key goes through what was made late."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def follow(earlier: Iterable[QWidget], added: QWidget, start: QWidget | None = None) -> None:
    """Let the controls in a widget come right after those in others; Qt puts them to the end.

    Where there are no others they come after `start`. Controls of other windows are left out: a
    floating panel has a tab order of its own.
    """
    # The chain of Qt is not walked along: PySide takes its links for parents, and deletes them.
    window = added.window()
    first = [] if start is None or start.window() is not window else [start]
    before = [*first, *(each for place in earlier for each in _controls(place, window))]
    for one, other in pairwise([*before[-1:], *_controls(added, window)]):
        QWidget.setTabOrder(one, other)


def _controls(place: QWidget, window: QWidget) -> list[QWidget]:
    """Return what the tab key stops at in a widget; panels that float and lists are elsewhere."""
    found = place.findChildren(QWidget)
    wanted = Qt.FocusPolicy.TabFocus
    return [each for each in found if each.focusPolicy() & wanted and each.window() is window]
