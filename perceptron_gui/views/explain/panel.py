"""The explanation panel: the arithmetic of the visit that is shown, to read and to copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QFrame, QTextBrowser, QVBoxLayout, QWidget

from perceptron_gui.base.latex import to_html
from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.lectures.explain import explain
from perceptron_gui.lectures.notation import Notation, hoisted
from perceptron_gui.lectures.visit import Step, VisitContext, render_latex, render_text
from perceptron_gui.theory.run_text.poll import question_words
from perceptron_gui.theory.run_text.words import COMPUTING, grouped
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.stage import filled
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
    "sum": "sum",
    "average": "average",
    "votes": "count",
    "vote": "vote",
    "exchange": "compare",
    "pocket": "pocket",
}


_MARGIN, _BETWEEN = 0.25, 0.07  # around the text, and around its lines, in heights of letters


def style_sheet(theme: Theme, beside: int, between: int) -> str:
    """Return the look of an explanation: beside captions so wide, lines so far from each other."""
    mistake, success = (theme.style(role).color for role in (Role.MISTAKE, Role.SUCCESS))
    return (
        "p { font-size: medium; white-space: pre-wrap; }"
        f"p.step {{ margin: {between}px 0px {between}px {beside}px; text-indent: -{beside}px; }}"
        f"span.caption {{ color: {theme.muted}; }}"
        f"span.agreement {{ color: {theme.muted}; }}"
        f"span.mistake {{ color: {mistake}; font-weight: 600; }}"
        f"span.success {{ color: {success}; font-weight: 600; }}"
        "p.question { font-size: x-large; font-weight: 600; margin-left: 2px; }"
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


def _lines(steps: Sequence[Step], kinds: Mapping[str, str] = {}, point: int | None = None) -> str:
    """Write a caption where the kind of step changes; `kinds` renames kinds for the style sheet.

    Behind a caption there is a tab: Qt takes twice as long for a table.
    """
    lines = []
    before = ""
    for step in steps:
        caption = _CAPTIONS[step.kind] if step.kind != before else ""
        if caption == "point" and point is not None:
            caption = f"point {point}"
        before = step.kind
        formula = f'<span class="{kinds.get(step.kind, step.kind)}">{to_html(step.formula)}</span>'
        lines.append(f'<p class="step"><span class="caption">{caption}</span>&#9;{formula}</p>')
    return "".join(lines)


NOTHING = "This visit, explained"
START = "Before the first visit"
HINT = "Add points to the plane: every visit to one of them is worked out here, step by step."


class TextPanel(QWidget):
    """A text, below a control if there is one; its panel shows its heading and its button."""

    heading_changed = Signal(str)

    def __init__(self, body: QTextBrowser, copied: str, control: QWidget | None = None) -> None:
        super().__init__()
        body.setFrameShape(QFrame.Shape.NoFrame)
        body.setOpenLinks(False)
        body.document().setUndoRedoEnabled(False)
        self.heading = ""
        self.copy = CopyButton(copied, self)
        parts = (body,) if control is None else (control, body)
        filled(QVBoxLayout(self), *parts, spacing=2)

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
        em = metrics.height()
        sheet = style_sheet(theme, beside, round(_BETWEEN * em))
        self.body.document().setDocumentMargin(_MARGIN * em)
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
        self.show_heading(f"Visit {grouped(found.visit)}, step by step" if found.visit else START)
        if moment.is_asked:
            self.body.setHtml(question_html(run, moment.visit, notation))
            self.copy.show_source(None, None)
        else:
            # The comparison has the colour of its outcome; a gradient is compared with nothing.
            outcome, kinds = "mistake" if found.is_update else "success", ("comparison", "gradient")
            colored = dict.fromkeys(kinds, outcome) if run.path.mistake_driven else {}
            self.body.setHtml(_lines(found.steps, colored, found.number))
            self.copy.show_source(partial(render_text, found), partial(render_latex, found))
