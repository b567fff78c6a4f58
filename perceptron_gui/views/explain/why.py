"""The why panel: the proof that a run ends, or what proves that no line separates the points."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.convergence.proof import DISTANCE, PROOFS, SQUEEZE
from perceptron_gui.views.figure.copy import CopyButton
from perceptron_gui.views.run_text.moment import ASKED, ShownMoment
from perceptron_gui.views.widgets.combo import NoWheelCombo
from perceptron_gui.views.widgets.text import LargeLabel

from .lines import StatementBrowser
from .page import NOTHING, WhyPage, why_page
from .render import page_latex, page_text, paragraphs, style_sheet

TITLES = {SQUEEZE: "squeeze ‖w‖² (002)", DISTANCE: "distance to αw* (003)"}
_TIP = (
    "Point at a line, or go to it with the arrow keys, to light up what it speaks of; a click or "
    "Enter keeps it lit, Esc lets it go"
)


class WhyPanel(QWidget):
    """Walks through a proof at the visit that is shown; its lines light up what they speak of.

    It computes what it is told to show: whoever tells it asks first whether it is seen.
    """

    which_requested = Signal(str)
    highlights_changed = Signal(object)  # a tuple of names, empty where no line is pointed at

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Run, ShownMoment, Notation] | None = None
        self._shows_future = False
        self._told: object = SQUEEZE  # what the page was made for
        self._which = SQUEEZE
        self._page = NOTHING
        self.heading = LargeLabel()
        self.heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.heading.setWordWrap(True)
        self.copy = CopyButton("this proof")
        self.choice = NoWheelCombo()
        self.choice.show_entries(TITLES, PROOFS)
        self.choice.setAccessibleName("Which proof is shown")
        self.choice.setToolTip("Choose how the end is proved; what is learnt stays the same")
        self.choice.activated.connect(self._on_choice_activated)
        self.body = StatementBrowser()
        self.body.setAccessibleName("Why learning ends, or why it never will")
        self.body.setToolTip(_TIP)
        self.body.highlights_changed.connect(self.highlights_changed)
        self._lay_out()
        self.show_theme(THEMES[DEFAULT])
        self._show_page(NOTHING)

    def show_why(
        self,
        run: Run | None,
        moment: ShownMoment,
        notation: Notation,
        which: str,
        shows_future: bool = False,
    ) -> None:
        """Tell why a run ends or cannot, up to a visit; without a run, what this is for.

        What becomes of the run is told when the visit is there, or where the future is shown.
        """
        self._shown = None if run is None else (run, moment, notation)
        self._shows_future = shows_future
        self._which = which
        self._tell()

    def show_which(self, which: str) -> None:
        """Show the other proof."""
        self._which = which
        self._tell()

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Write in other colours; letters follow the font of the window."""
        self.body.show_style(style_sheet(theme, scale), theme.style(Role.HIGHLIGHT).color)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(8, 4, 4, 0)
        top.addWidget(self.heading, 1)
        top.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTop)
        below = QHBoxLayout()
        below.setContentsMargins(8, 2, 8, 2)
        below.addWidget(self.choice, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(top)
        whole.addLayout(below)
        whole.addWidget(self.body)

    def _tell(self) -> None:
        """Make the page of what is shown, unless it was made for just that."""
        wanted: object = self._which
        if self._shown is not None:
            run, moment, notation = self._shown
            asked, future = moment.phase == ASKED, self._shows_future
            wanted = run, moment.visit, asked, notation, self._which, future
        if wanted == self._told:
            return
        self._told = wanted
        self.choice.show_key(self._which)
        page = NOTHING
        if self._shown is not None:
            page = why_page(*self._shown, self._which, self._shows_future)
        if page != self._page:
            self._show_page(page)

    def _show_page(self, page: WhyPage) -> None:
        self._page = page
        self.heading.show_words(page.heading)
        self.choice.setVisible(page.has_choice)
        self.body.show_paragraphs(paragraphs(page))
        if page is NOTHING:
            self.copy.show_source(None, None)
        else:
            self.copy.show_source(partial(page_text, page), partial(page_latex, page))

    @Slot()
    def _on_choice_activated(self) -> None:
        wanted = self.choice.key()
        self.choice.show_key(self._which)  # until somebody has decided
        if wanted != self._which:
            self.which_requested.emit(wanted)

    def minimumSizeHint(self) -> QSize:
        """Ask for little: large letters must not make a small window grow."""
        return QSize(160, 120)
