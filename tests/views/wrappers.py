"""Which objects of Qt's Python keeps: one that Qt deletes silently crashes another, later."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout, QLayoutItem
from shiboken6 import Shiboken


def items_of_layouts() -> int:
    """Return how many items of layouts Python knows, apart from the layouts."""
    known = Shiboken.getAllValidWrappers()
    return sum(isinstance(each, QLayoutItem) and not isinstance(each, QLayout) for each in known)
