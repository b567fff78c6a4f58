"""The pages in the middle of the window: the plane, proofs about it, and the laboratories."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.labs.registry import LabRow, lab_pages
from perceptron_gui.views.widgets.stage import PageStack

if TYPE_CHECKING:
    from perceptron_gui.views.figure.drawing import DrawingView
    from perceptron_gui.views.labs.page import LabPage

PLANE, START = "plane", "start"
# Their titles and what they show; all but the plane are named like the view that they show.
_PAGES: dict[str, tuple[str, str]] = {
    PLANE: ("Plane", "The points and the decision line, to be touched"),
    "proof": ("Proof", "Why learning ends: margin, radius and bound of these points"),
    "certificate": ("Certificate", "Whether any line exists, and what proves it"),
    "cycle": ("Cycle", "The lines and weights that return forever"),
    "network": ("Network", "A gate such as XOR by two layers of neurons"),
}
_START = ("⌂", "Lessons, data sets and sessions, each a click from being played")
DRAWN = ("proof", "certificate", "cycle", "network")


def pages() -> dict[str, tuple[str, str]]:
    """Return the title and the tip of every page, those of laboratories last."""
    return _PAGES | {name: (row.title, row.tip) for name, row in lab_pages().items()}


class Pages(QObject):
    """Makes each page when it is first shown, and holds those that were made."""

    drawing_made = Signal(str, object)
    lab_made = Signal(object)
    start_made = Signal(object)

    def __init__(self, plane: QWidget) -> None:
        super().__init__()
        self.stage = PageStack()
        self.drawings: dict[str, DrawingView] = {}
        self.labs: dict[str, LabPage] = {}
        for name, (title, tip) in pages().items():
            make = partial(self._made, name) if name != PLANE else lambda: plane
            self.stage.add_page(name, title, tip, make)
        self.stage.add_page(START, *_START, partial(self._made, START), is_first=True)

    @property
    def shown(self) -> str:
        """The name of the visible page."""
        return self.stage.shown

    @property
    def lab(self) -> LabPage | None:
        """The visible page of a laboratory, if it is one."""
        return self.labs.get(self.shown)

    @property
    def view_options(self) -> dict[str, dict[str, Any]]:
        """What is chosen on the pages of the laboratory, as options of views by their names."""
        found: dict[str, dict[str, Any]] = {}
        for page in self.labs.values():
            found |= page.view_options
        return found

    def _made(self, name: str) -> QWidget:
        if name == START:
            from perceptron_gui.views.data.start import StartPage

            start = StartPage()
            self.start_made.emit(start)
            return start
        if name in DRAWN:
            from perceptron_gui.views.figure.drawing import DrawingView

            drawing = self.drawings[name] = DrawingView()
            self.drawing_made.emit(name, drawing)
            return drawing
        page = self.labs[name] = _lab_page(lab_pages()[name])
        self.lab_made.emit(page)
        return page


def _lab_page(row: LabRow) -> LabPage:
    """Make the page of a laboratory; most sessions never need its modules."""
    if row.page:
        page: LabPage = load_class(row.page)()
        return page
    lab = row.load()
    name = "page.LabPage" if lab.sweep is None else "sweep.SweepPage"
    generic: LabPage = load_class(f"perceptron_gui.views.labs.{name}")(lab)
    return generic


def load_class(path: str) -> Any:
    """Return a class by the dotted name of its module and its own."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)
