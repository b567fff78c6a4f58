"""The why panel: the proof that a run ends, or what proves that no line separates the points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QTextBrowser

from perceptron_gui.core.runs.moment import Moment
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.lectures.notation import Notation
from perceptron_gui.theory.convergence.proof import DISTANCE, PROOFS, SQUEEZE
from perceptron_gui.views.widgets.editors import ChoiceEditor, named

from .panel import TextPanel
from .why_page import (
    COMPUTING,
    NOTHING,
    UNKNOWN,
    StatementParagraph,
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
_POINTED, _PINNED = 0.25, 0.4  # opacity of what lies below a line
_BAR = 4  # pixels, beside a line that is pinned
_ROUND = 4.0
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class StatementBrowser(QTextBrowser):
    """Highlights the line under the mouse or the keys, or else one that is pinned.

    A pinned line stays highlighted while none is pointed at, also in another text that has it.
    """

    highlights_changed = Signal(object)  # a tuple of names

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self._paragraphs: tuple[StatementParagraph, ...] = ()
        self._color = QColor()
        self._highlights: tuple[str, ...] = ()
        self._by_keys = False  # how a line came to be pointed at
        self.pointed = ""  # the names of lines
        self.pinned = ""

    def show_paragraphs(self, paragraphs: Sequence[StatementParagraph]) -> None:
        """Show another text; what is still there keeps its place."""
        if tuple(paragraphs) == self._paragraphs:
            return
        before = set(self._keys())
        self._paragraphs = tuple(paragraphs)
        self._write(keeps_place=bool(before & set(self._keys())))
        self._emit_highlights()

    def show_style(self, sheet: str, color: str) -> None:
        """Write in other colours; `color` lies below a line that is highlighted."""
        if (sheet, QColor(color)) != (self.document().defaultStyleSheet(), self._color):
            self._color = QColor(color)
            self.document().setDefaultStyleSheet(sheet)
            self._write(keeps_place=True)

    def place_of(self, key: str) -> QRectF:
        """Return where a line is in the viewport; there is one block for every paragraph."""
        number = [each.key for each in self._paragraphs].index(key)
        block = self.document().findBlockByNumber(number)
        place = self.document().documentLayout().blockBoundingRect(block)
        top = place.y() - self.verticalScrollBar().value()
        return QRectF(0, top, self.viewport().width(), place.height())

    def _write(self, keeps_place: bool) -> None:
        place = self.verticalScrollBar().value()
        self.setHtml("".join(each.html for each in self._paragraphs))
        if keeps_place:
            self.verticalScrollBar().setValue(place)

    def _keys(self) -> list[str]:
        return [each.key for each in self._paragraphs if each.key]

    def _key_at(self, place: QPointF) -> str:
        found = (key for key in self._keys() if self.place_of(key).contains(place))
        return next(found, "")

    def _point(self, key: str, by_keys: bool = False) -> None:
        self._by_keys = by_keys
        if key != self.pointed:
            self.pointed = key
            self._emit_highlights()

    def _pin(self, key: str) -> None:
        self.pinned = key
        self._emit_highlights()

    def _emit_highlights(self) -> None:
        """Announce what the line is about that is pointed at, or else the one that is pinned."""
        highlights = {each.key: each.highlights for each in self._paragraphs if each.key}
        names = highlights.get(self.pointed, highlights.get(self.pinned, ()))
        self.viewport().update()
        if names != self._highlights:
            self._highlights = names
            self.highlights_changed.emit(names)

    def _step(self, step: int) -> None:
        """Point at the next line, and bring it into view."""
        if not (keys := self._keys()):
            return
        number = keys.index(self.pinned) if self.pinned in keys else 0
        if self.pointed in keys:
            number = keys.index(self.pointed) + step
        self._point(keys[min(max(number, 0), len(keys) - 1)], by_keys=True)
        place, bar = self.place_of(self.pointed), self.verticalScrollBar()
        below = place.bottom() - self.viewport().height()
        bar.setValue(round(bar.value() + min(place.top(), max(below, 0.0))))

    def _is_handled(self, event: QKeyEvent) -> bool:
        """Return whether a key is handled here; the others belong to the window."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if event.key() == Qt.Key.Key_Escape:
            return bool(self.pinned or self.pointed)
        return event.key() in _STEPS or (event.key() in _ENTER and bool(self.pointed))

    def event(self, event: QEvent) -> bool:
        is_shortcut = event.type() == QEvent.Type.ShortcutOverride
        if is_shortcut and isinstance(event, QKeyEvent) and self._is_handled(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._is_handled(event):
            super().keyPressEvent(event)
        elif event.key() in _STEPS:
            self._step(_STEPS[Qt.Key(event.key())])
        elif event.key() in _ENTER:
            self._pin("" if self.pinned == self.pointed else self.pointed)
        elif self.pinned:
            self._pin("")
        else:
            self._point("")

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in _BY_TAB and not self.pointed:
            self._step(0)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._by_keys:
            self._point("")

    def viewportEvent(self, event: QEvent) -> bool:
        """Notice that the mouse has left; a tip would hide the lines that it points at."""
        if event.type() == QEvent.Type.Leave:
            self._point("")
        if event.type() == QEvent.Type.ToolTip and self.pointed:
            return True
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if not event.buttons():
            self._point(self._key_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pin the line that is clicked, unless words were selected."""
        super().mouseReleaseEvent(event)
        is_click = event.button() == Qt.MouseButton.LeftButton
        key = self._key_at(event.position())
        if key and is_click and not self.textCursor().hasSelection():
            self._point(key)
            self._pin("" if key == self.pinned else key)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            for key in {self.pointed, self.pinned} & set(self._keys()):
                place, color = self.place_of(key), QColor(self._color)
                if key == self.pinned:
                    painter.fillRect(QRectF(place.x(), place.y(), _BAR, place.height()), color)
                color.setAlphaF(_PINNED if key == self.pinned else _POINTED)
                painter.setBrush(color)
                painter.drawRoundedRect(place, _ROUND, _ROUND)
        super().paintEvent(event)


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
        self._show_page(page)

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Write in other colours; letters follow the font of the window."""
        self.body.show_style(style_sheet(theme, scale), theme.style(Role.HIGHLIGHT).color)

    def _show_page(self, page: WhyPage) -> None:
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
