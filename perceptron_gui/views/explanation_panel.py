"""The explanation panel: the arithmetic of the visit that is shown, to read and to copy."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QTextBrowser, QVBoxLayout, QWidget

from perceptron_gui.core.explain import explain, render_latex, render_text
from perceptron_gui.core.notation import Notation
from perceptron_gui.core.run import Run
from perceptron_gui.figures.theme import DEFAULT, THEMES, Theme

from .copy_button import CopyButton
from .explanation_html import explanation_html, question_html, style_sheet
from .large_label import LargeLabel
from .shown_moment import ASKED, ShownMoment

NOTHING = "This visit, explained"
HINT = "Add points to the canvas: every visit to one of them is worked out here, step by step."


class ExplanationPanel(QWidget):
    """Shows what a visit computed; while it is asked about, only what is known before."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Run, int, bool, Notation] | None = None
        self._told: object = None  # what was written is about this
        self.heading = LargeLabel()
        self.heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.heading.setWordWrap(True)
        self.body = QTextBrowser()
        self.body.setFrameShape(QFrame.Shape.NoFrame)
        self.body.setOpenLinks(False)
        self.body.document().setUndoRedoEnabled(False)
        self.body.setAccessibleName("Explanation of the visit")
        self.body.setToolTip("What the visit that is shown computed, in the symbols of the lecture")
        self.copy = CopyButton("this explanation")
        self._lay_out()
        self.show_theme(THEMES[DEFAULT])

    def show_explanation(self, run: Run | None, moment: ShownMoment, notation: Notation) -> None:
        """Explain a visit of a run, or ask about it; without a run, say what this is for."""
        asked = moment.phase == ASKED
        self._shown = None if run is None else (run, moment.visit, asked, notation)
        # A run that has gone on has made its earlier visits as before.
        wanted = None if run is None else (run.history.record, moment.visit, asked, notation)
        if wanted != self._told:
            self._told = wanted
            self._write()

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Write in other colours; sizes follow the font of the window."""
        sheet = style_sheet(theme)
        if sheet != self.body.document().defaultStyleSheet():
            self.body.document().setDefaultStyleSheet(sheet)
            self._write()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(8, 4, 4, 0)
        top.addWidget(self.heading, 1)
        top.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTop)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(top)
        whole.addWidget(self.body)

    def _write(self) -> None:
        if self._shown is None:
            self.heading.show_words(NOTHING)
            self.body.setHtml(f"<p>{HINT}</p>")
            self.copy.show_source(None, None)
            return
        run, visit, asked, notation = self._shown
        found = explain(run, visit, notation)
        self.heading.show_words(found.heading)
        if asked:
            self.body.setHtml(question_html(run, visit, notation))
            self.copy.show_source(None, None)
        else:
            self.body.setHtml(explanation_html(run, found))
            self.copy.show_source(partial(render_text, found), partial(render_latex, found))
