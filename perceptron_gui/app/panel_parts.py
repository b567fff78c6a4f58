"""What stands in panels that may be closed: it is made when its panel is first opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.figures.theme import DEFAULT, THEMES, Theme
from perceptron_gui.views.figure_view import FigureView

from .panels import PLOTS

if TYPE_CHECKING:
    from perceptron_gui.views.what_if_panel import WhatIfPanel
    from perceptron_gui.views.why_panel import WhyPanel


class PanelParts(QObject):
    """Makes plots, proofs and what-ifs for their panels, and knows those that were made."""

    made = Signal(str, object)  # the name of a panel, and what stands in it

    def __init__(self) -> None:
        super().__init__()
        self.plots: dict[str, FigureView] = {}
        self._made: list[FigureView | WhyPanel | WhatIfPanel] = []
        self._look: tuple[Theme, float] = (THEMES[DEFAULT], 1.0)

    @property
    def makers(self) -> dict[str, Callable[[], QWidget]]:
        """What makes the part of a panel, by the panel's name."""
        plots = {name: partial(self._make_plot, name) for name in PLOTS}
        return {**plots, "why": lambda: self.why, "what-if": lambda: self.what_if}

    @cached_property
    def why(self) -> WhyPanel:
        """The proof; most lessons do without its modules."""
        from perceptron_gui.views.why_panel import WhyPanel

        panel = WhyPanel()
        self._tell("why", panel)
        return panel

    @cached_property
    def what_if(self) -> WhatIfPanel:
        """What the bound depends on."""
        from perceptron_gui.views.what_if_panel import WhatIfPanel

        panel = WhatIfPanel()
        self._tell("what-if", panel)
        return panel

    def show_theme(self, theme: Theme, scale: float) -> None:
        """Show every part in a theme, those to come as well."""
        self._look = theme, scale
        for part in self._made:
            part.show_theme(theme, scale)

    def _make_plot(self, name: str) -> FigureView:
        plot = self.plots[name] = FigureView()
        self._tell(name, plot)
        return plot

    def _tell(self, name: str, part: FigureView | WhyPanel | WhatIfPanel) -> None:
        self._made.append(part)
        part.show_theme(*self._look)
        self.made.emit(name, part)
