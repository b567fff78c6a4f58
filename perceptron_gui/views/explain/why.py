"""The why panel: the proof that a run ends, or what proves that no line separates the points."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Signal, Slot

from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.convergence.proof import DISTANCE, PROOFS, SQUEEZE
from perceptron_gui.views.widgets.editors import ChoiceEditor, named

from .panel import TextPanel
from .statement_browser import StatementBrowser
from .why_page import (
    COMPUTING,
    NOTHING,
    UNKNOWN,
    WhyPage,
    page_latex,
    page_text,
    paragraphs,
    style_sheet,
    why_page,
)

TITLES = {SQUEEZE: "squeeze ‖w‖² (CMU)", DISTANCE: "distance to αw* (Southampton)"}
_TIP = (
    "Point at a line, or go to it with the arrow keys, to highlight what it is about; a click or "
    "Enter keeps the highlight, Esc removes it"
)


class WhyPanel(TextPanel):
    """Shows the proof at a visit; its lines highlight what they are about.

    It computes the page at once: callers check first whether the panel is visible.
    """

    which_requested = Signal(str)
    highlights_changed = Signal(object)  # a tuple of names, empty where no line is pointed at

    def __init__(self) -> None:
        self.body, self.choice = StatementBrowser(), ChoiceEditor(TITLES, PROOFS)
        super().__init__(self.body, "this proof", self.choice)
        self._which = SQUEEZE
        self._page = NOTHING
        self._page_key: object = None  # what the page was made for
        tip = "Choose the proof; training stays the same"
        named(self.choice, "Which proof is shown", tip)
        self.choice.value_requested.connect(self._on_proof_chosen)
        named(self.body, "Why learning ends, or why it never will", _TIP)
        self.body.highlights_changed.connect(self.highlights_changed)
        self.show_theme(THEMES[DEFAULT])
        self._show_page(NOTHING)

    def show_why(
        self,
        run: Run | None,
        moment: Moment,
        notation: Notation,
        which: str,
        shows_future: bool = False,
        is_computing: bool = False,
    ) -> None:
        """Show why a run ends or cannot, up to a visit; without a run, what this panel is for.

        A run that is being computed is waited for.
        How the run ends is shown once the visit is there, or where the future is shown.
        """
        key: object = which, is_computing
        if run is not None:
            key = run, moment.visit, moment.is_asked, notation, which, shows_future
        if key == self._page_key:
            return
        self._page_key, self._which = key, which
        self.choice.show_value(which)
        page = COMPUTING if is_computing else NOTHING
        if run is not None:
            page = why_page(run, moment, notation, which, shows_future)
        if page != self._page:
            self._show_page(page)

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Write in other colours; letters follow the font of the window."""
        self.body.show_style(style_sheet(theme, scale), theme.style(Role.HIGHLIGHT).color)

    def _show_page(self, page: WhyPage) -> None:
        self._page = page
        self.show_heading(page.heading)
        self.choice.setVisible(page.has_choice)
        self.body.show_paragraphs(tuple(paragraphs(page)))
        if page in (NOTHING, COMPUTING, UNKNOWN):
            self.copy.show_source(None, None)
        else:
            self.copy.show_source(partial(page_text, page), partial(page_latex, page))

    @Slot(object)
    def _on_proof_chosen(self, chosen: str) -> None:
        self.choice.show_value(self._which)  # until the request is granted
        if chosen != self._which:
            self.which_requested.emit(chosen)

    def minimumSizeHint(self) -> QSize:
        """Return a small size: large letters must not make a small window grow."""
        return QSize(160, 120)
