"""The pages in the middle of the window: the plane, what is proved of it, and the laboratory."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.widgets.stage import PageStack

if TYPE_CHECKING:
    from perceptron_gui.views.figure.drawing import DrawingView
    from perceptron_gui.views.labs.page import LabPage

PLANE = "plane"
# Their titles and what they show; all but the plane are named like the view that they show.
PAGES: dict[str, tuple[str, str]] = {
    PLANE: ("Plane", "The points and the decision line, to be touched"),
    "proof": ("Proof", "Why learning ends: margin, radius and bound of these points"),
    "certificate": ("Certificate", "Whether any line exists, and what proves it"),
    "cycle": ("Cycle", "The lines and weights that return for ever"),
    "arena": ("Arena", "Several rules on the same points"),
    "orders": ("Orders", "Thousands of orders or starts: how much they matter"),
    "steps": ("Steps", "What the step size and the batch do to gradient descent"),
    "effects": ("Variations", "What ties, coding and offset change"),
}
DRAWN = ("proof", "certificate", "cycle")


class Pages(QObject):
    """Makes pages when they are first seen, and knows those that were made."""

    drawing_made = Signal(str, object)
    lab_made = Signal(object)

    def __init__(self, plane: QWidget) -> None:
        super().__init__()
        self.stage = PageStack()
        self.drawings: dict[str, DrawingView] = {}
        self.labs: dict[str, LabPage] = {}
        self._look: tuple[Theme, float] = (THEMES[DEFAULT], 1.0)
        for name, (title, tip) in PAGES.items():
            make = partial(self._made, name) if name != PLANE else lambda: plane
            self.stage.add_page(name, title, tip, make)

    @property
    def shown(self) -> str:
        """The name of the page that is seen."""
        return self.stage.shown

    @property
    def lab(self) -> LabPage | None:
        """The page of the laboratory that is seen, if it is one."""
        return self.labs.get(self.shown)

    @property
    def view_options(self) -> dict[str, dict[str, Any]]:
        """What is chosen on the pages of the laboratory, as options of views by their names."""
        found: dict[str, dict[str, Any]] = {}
        for page in self.labs.values():
            found |= page.view_options
        return found

    def show_theme(self, theme: Theme, scale: float) -> None:
        """Show every page in a theme, those to come as well."""
        self._look = theme, scale
        for drawing in self.drawings.values():
            drawing.show_theme(theme, scale)
        for page in self.labs.values():
            page.show_theme(theme, scale)

    def _made(self, name: str) -> QWidget:
        if name in DRAWN:
            from perceptron_gui.views.figure.drawing import DrawingView

            drawing = self.drawings[name] = DrawingView()
            drawing.show_theme(*self._look)
            self.drawing_made.emit(name, drawing)
            return drawing
        page = self.labs[name] = _lab_page(name)
        page.show_theme(*self._look)
        self.lab_made.emit(page)
        return page


def _lab_page(name: str) -> LabPage:
    """Make a page of the laboratory; most lessons never need its modules."""
    if name == "orders":
        from perceptron_gui.views.labs.orders import OrdersPage

        return OrdersPage()
    if name == "arena":
        from perceptron_gui.views.labs.arena import ArenaPage

        return ArenaPage()
    if name == "steps":
        from perceptron_gui.views.labs.steps import StepsPage

        return StepsPage()
    from perceptron_gui.views.labs.effects import EffectsPage

    return EffectsPage()
