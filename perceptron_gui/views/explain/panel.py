"""The explanation panel: the arithmetic of the visit that is shown, to read and to copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QStyle,
    QTextBrowser,
    QWidget,
)

from perceptron_gui.base.latex import to_html
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import Notation, hoisted
from perceptron_gui.lectures.visit import Step, VisitContext, render_latex, render_text
from perceptron_gui.theory.run_text.poll import question_words
from perceptron_gui.theory.run_text.words import COMPUTING
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.text import CopyButton

_CAPTIONS = {
    "point": "point",
    "weights": "weights",
    "score": "score",
    "prediction": "predict",
    "comparison": "compare",
    "loss": "loss",
    "gradient": "gradient",
    "update": "update",
    "agreement": "effect",
}


def style_sheet(theme: Theme, beside: int) -> str:
    """Return the colours of an explanation, whose formulas stand beside captions so wide."""
    mistake, success = (theme.style(role).color for role in (Role.MISTAKE, Role.SUCCESS))
    return (
        "p { font-size: medium; white-space: pre-wrap; }"
        f"p.step {{ margin: 1px 0px 1px {beside}px; text-indent: -{beside}px; }}"
        f"span.caption {{ color: {theme.muted}; }}"
        f"span.agreement {{ color: {theme.muted}; }}"
        f"span.mistake {{ color: {mistake}; font-weight: bold; }}"
        f"span.success {{ color: {success}; font-weight: bold; }}"
        "p.question { font-size: x-large; font-weight: bold; margin-left: 2px; }"
    )


def question_html(run: Run, visit: int, notation: Notation) -> str:
    """Return what is known before a visit, and the question for the class."""
    if notation.by_update:  # the number of a point would tell whether it causes an update
        bare = {name: getattr(notation, name).replace("(#)", "") for name in ("point", "label")}
        notation = replace(notation, **bare)
    context = VisitContext(run, visit, notation)
    weights = Step(
        "weights", hoisted(context.weights_latex(context.symbols.before, context.before))
    )
    point = explain(run, visit, notation).steps[0]
    return f'{_lines([point, weights])}<p class="question">{question_words(run, notation)}</p>'


def _lines(steps: Sequence[Step], kinds: Mapping[str, str] = {}) -> str:
    """Write a caption where the kind of step changes; `kinds` renames kinds for the style sheet.

    Behind a caption there is a tab: Qt takes twice as long for a table.
    """
    lines = []
    before = ""
    for step in steps:
        caption = _CAPTIONS[step.kind] if step.kind != before else ""
        before = step.kind
        formula = f'<span class="{kinds.get(step.kind, step.kind)}">{to_html(step.formula)}</span>'
        lines.append(f'<p class="step"><span class="caption">{caption}</span>&#9;{formula}</p>')
    return "".join(lines)


NOTHING = "This visit, explained"
HINT = "Add points to the plane: every visit to one of them is worked out here, step by step."


class TextPanel(QWidget):
    """A text with a button in its corner that copies it; a control may stand above them.

    Its heading is shown by the panel that it is in.
    """

    heading_changed = Signal(str)

    def __init__(self, body: QTextBrowser, copied: str, control: QWidget | None = None) -> None:
        super().__init__()
        body.setFrameShape(QFrame.Shape.NoFrame)
        body.setOpenLinks(False)
        body.document().setUndoRedoEnabled(False)
        self.heading = ""
        self.copy = CopyButton(copied)
        for part in (control, body, self.copy):  # in the order of the tab key
            if part is not None:
                part.setParent(self)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(0)
        grid.setColumnStretch(0, 1)
        if control is not None:
            grid.addWidget(control, 0, 0, 1, 2)
        grid.addWidget(body, 1, 0, 1, 2)
        grid.setRowStretch(1, 1)
        corner = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        grid.addWidget(self.copy, 1, 0, corner)  # above the text, and beside its scroll bar
        body.verticalScrollBar().rangeChanged.connect(self._on_scroll_range_changed)

    @Slot(int, int)
    def _on_scroll_range_changed(self, _least: int, most: int) -> None:
        """Keep the button away from the scroll bar where there is one."""
        grid, bar = self.layout(), self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        assert isinstance(grid, QGridLayout)
        grid.setColumnMinimumWidth(1, bar if most else 0)

    def show_heading(self, heading: str) -> None:
        if heading != self.heading:
            self.heading = heading
            self.heading_changed.emit(heading)


class ExplanationPanel(TextPanel):
    """Shows what a visit computed, or before it a question and what is known by then."""

    def __init__(self) -> None:
        self.body = QTextBrowser()
        super().__init__(self.body, "this explanation")
        self._shown: tuple[Run, Moment, Notation] | None = None
        self._is_computing = False
        self._theme = THEMES[DEFAULT]
        self._text_key: object = False  # what the text was written for
        tip = "What the visit that is shown computed, in the symbols of the lecture"
        named(self.body, "Explanation of the visit", tip)
        self.show_theme(self._theme)
        self.body.installEventFilter(self)

    def show_explanation(
        self, run: Run | None, moment: Moment, notation: Notation, is_computing: bool = False
    ) -> None:
        """Explain a visit of a run, or ask about it; without a run, show what this panel is for.

        A run that is being computed is waited for.
        """
        self._is_computing = is_computing
        self._shown = None if run is None else (run, moment, notation)
        # A run that has gone on has made its earlier visits as before.
        key = is_computing if run is None else (run.cache, moment, notation)
        if key != self._text_key:
            self._text_key = key
            self._write()

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Write in other colours; sizes follow the font of the window."""
        self._theme = theme
        metrics = self.body.fontMetrics()
        widest = max(map(metrics.horizontalAdvance, _CAPTIONS.values()))
        beside = widest + metrics.averageCharWidth()
        sheet = style_sheet(theme, beside)
        if sheet != self.body.document().defaultStyleSheet():
            self.body.setTabStopDistance(beside)
            self.body.document().setDefaultStyleSheet(sheet)
            self._write()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the letters of the text: those of the window, or larger ones."""
        if watched is self.body and event.type() == QEvent.Type.FontChange:
            self.show_theme(self._theme)
        return super().eventFilter(watched, event)

    def _write(self) -> None:
        if self._shown is None:
            self.show_heading(NOTHING)
            self.body.setHtml(f"<p>{COMPUTING if self._is_computing else HINT}</p>")
            self.copy.show_source(None, None)
            return
        run, moment, notation = self._shown
        found = explain(run, moment.visit, notation)
        self.show_heading(found.heading)
        if moment.is_asked:
            self.body.setHtml(question_html(run, moment.visit, notation))
            self.copy.show_source(None, None)
        else:
            # The comparison has the colour of its outcome; a gradient is compared with nothing.
            outcome, kinds = "mistake" if found.is_update else "success", ("comparison", "gradient")
            colored = dict.fromkeys(kinds, outcome) if run.path.mistake_driven else {}
            self.body.setHtml(_lines(found.steps, colored))
            self.copy.show_source(partial(render_text, found), partial(render_latex, found))
