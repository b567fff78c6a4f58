"""The order of the tab key, for what is made when the window is there already."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def follow(earlier: Iterable[QWidget], added: QWidget) -> None:
    """Let the controls in a widget come right after those in others; Qt puts them to the end."""
    # The chain of Qt is not walked along: PySide takes its links for parents, and deletes them.
    window = added.window()
    before = [each for place in earlier for each in _controls(place, window)][-1:]
    for one, other in pairwise([*before, *_controls(added, window)]):
        QWidget.setTabOrder(one, other)


def _controls(place: QWidget, window: QWidget) -> list[QWidget]:
    """Return what the tab key stops at in a widget; panels that float and lists are elsewhere."""
    found = place.findChildren(QWidget)
    wanted = Qt.FocusPolicy.TabFocus
    return [each for each in found if each.focusPolicy() & wanted and each.window() is window]
