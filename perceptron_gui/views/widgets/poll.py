"""The answers of a poll: large buttons, hands counted beside each, and bars once it is revealed."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.text import count
from perceptron_gui.figures.model.role import CLASS_ROLES, Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.theory.run_text.poll import MOST_HANDS, Poll

from .editors import named
from .stage import discard, filled

# In heights of the window's letters.
_ROOM = 0.6  # above and below the words
_LEAST, _MOST = 8.0, 14.0  # wide; longer answers are broken into lines
_CORNER_PX = 8.0
_BORDER = QPalette.ColorRole.Mid
_FAINT, _BAR = 0.6, 0.22  # opacity of what is not true, and of the votes behind the words
_LETTERS = "ABCDEFGHI"  # by which a class calls the answers of a lesson
_MARKS = {None: "", True: "✓ ", False: "✗ "}


class AnswerButton(QAbstractButton):
    """One answer; once revealed it shows whether it is true, and a bar of its votes."""

    def __init__(self, number: int, is_large: bool) -> None:
        super().__init__()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)  # else the edge changes only with a click
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._number, self._theme = number, THEMES[DEFAULT]
        self._is_large, self._larger = is_large, 1.7 if is_large else 1.15
        self._label = 0  # the class that it names, 0 for none
        self._widest = ""  # of what it will say, so that nothing moves when it is revealed
        self.is_true: bool | None = None  # None while it is asked
        self.is_chosen = False  # it was answered, and what is true is shown
        self.share = 0.0  # its votes, as a share of those for the most popular answer

    def show_poll(self, poll: Poll, counts_hands: bool) -> None:
        """Show this answer of a poll."""
        answer, question = self._number - 1, poll.question
        words, votes = question.answers[answer], poll.votes[answer]
        is_class = any(poll.hands)
        self._label = question.labels[answer] if question.labels else 0
        self.is_true = answer == question.truth if poll.is_revealed else None
        self.is_chosen = poll.is_revealed and answer == poll.chosen
        self.share = votes / max(1, *poll.votes) if poll.is_revealed and is_class else 0.0
        is_asked = self.is_true is None
        self._widest = f"{_LETTERS[answer]}  {words}"
        has_letter = is_asked and not self._is_large
        self.setText(self._widest if has_letter else f"{_MARKS[self.is_true]}{words}")
        keys = f"{self._number}" if self._is_large else f"{_LETTERS[answer]} or {self._number}"
        hands = "; Shift and the number count a hand" if counts_hands else ""
        tip = f"Answer {words} (key {keys}{hands})"
        self.setToolTip(tip if is_asked else "")
        outcome = "" if is_asked else ", true" if self.is_true else ", not true"
        chosen = ", your answer" if answer == poll.chosen else ""
        said = f", {count(votes, 'vote')}" if is_class else chosen
        self.setAccessibleName(f"Answer {words}{said}{outcome}")
        self.setEnabled(is_asked)
        self.updateGeometry()
        self.update()

    def show_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.update()

    @property
    def _edge(self) -> QColor:
        """The colour of the edge: of what was true or false, of a class, or of a control."""
        if self.is_true is not None:
            return QColor(self._theme.style(Role.SUCCESS if self.is_true else Role.MISTAKE).color)
        if self._label:
            return QColor(self._theme.style(CLASS_ROLES[self._label]).color)
        is_marked = self.underMouse() or self.hasFocus()
        return self.palette().color(QPalette.ColorRole.Highlight if is_marked else _BORDER)

    def _font(self, is_bold: bool) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * self._larger)
        font.setBold(is_bold)
        return font

    @property
    def _em(self) -> int:
        return self.fontMetrics().height()

    @property
    def _pad(self) -> float:
        return 0.5 * self._larger * self._em

    @property
    def _alignment(self) -> int:
        """Short answers stand in the middle, those that may need several lines to the left."""
        across = Qt.AlignmentFlag.AlignHCenter if self._is_large else Qt.AlignmentFlag.AlignLeft
        return int(across | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, max(1, round(width - 2 * self._pad)), 10_000)
        letters = QFontMetrics(self._font(is_bold=True))
        words = letters.boundingRect(room, self._alignment, self._widest)
        return round(words.height() + _ROOM * self._larger * self._em)

    def sizeHint(self) -> QSize:
        words = QFontMetrics(self._font(is_bold=True)).horizontalAdvance(self._widest)
        width = round(min(max(words + 2 * self._pad, _LEAST * self._em), _MOST * self._em))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(5 * self._em, round(1.5 * self._em))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, palette, edge = self._theme, self.palette(), self._edge
        is_strong = self.is_true or self.is_chosen or self._label
        width = (2.0 if is_strong else 1.0) * (self._larger / 1.15)
        box = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(edge, width))
            painter.setBrush(palette.mid() if self.isDown() else palette.base())
            painter.drawRoundedRect(box, _CORNER_PX, _CORNER_PX)
            if self.share:
                painter.save()
                painter.setClipRect(QRectF(0, 0, self.share * self.width(), self.height()))
                painter.setOpacity(_BAR)
                painter.setBrush(edge)
                painter.drawRoundedRect(box, _CORNER_PX, _CORNER_PX)
                painter.restore()
            is_faint = self.is_true is False and not self.is_chosen
            painter.setOpacity(_FAINT if is_faint else 1.0)
            painter.setPen(QColor(theme.text))
            painter.setFont(self._font(is_bold=not is_faint))
            inner = box.adjusted(self._pad, 0, -self._pad, 0)
            painter.drawText(inner, self._alignment, self.text())


class PollBox(QWidget):
    """The answers of a poll, below one another or, large, beside one another.

    Counters for hands are there for a class. Large answers leave the focus to the plane.
    """

    answered = Signal(int)
    hands_counted = Signal(int, int)  # the answer, and its hands

    def __init__(self, parent: QWidget | None = None, is_large: bool = False) -> None:
        super().__init__(parent)
        self._is_large, self._theme = is_large, THEMES[DEFAULT]
        self.has_letters = not is_large
        self.buttons: list[AnswerButton] = []
        self.counters: list[QSpinBox] = []
        self._rows: list[QWidget] = []
        self.answers = filled(QHBoxLayout() if is_large else QVBoxLayout(), spacing=6)
        self.hide()

    def show_poll(self, poll: Poll | None, has_counters: bool = False) -> None:
        """Ask, or show what was true; None hides everything."""
        self.setVisible(poll is not None)
        if poll is None:
            return
        if len(self.buttons) != len(poll.hands):
            self._fill(len(poll.hands))
        both = zip(self.buttons, self.counters, poll.question.answers, poll.hands, strict=True)
        for button, counter, words, hands in both:
            button.show_poll(poll, has_counters)
            named(counter, f"Hands for {words}", f"How many hands are up for {words}")
            counter.setValue(hands)
            counter.setEnabled(not poll.is_revealed)
            counter.setVisible(has_counters or any(poll.hands))

    def show_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self._theme = theme
        for button in self.buttons:
            button.show_theme(theme)

    def _fill(self, number: int) -> None:
        discard(self.answers, *self._rows)
        self._rows, self.buttons, self.counters = [], [], []
        for answer in range(number):
            button = AnswerButton(answer + 1, self._is_large)
            button.show_theme(self._theme)
            button.clicked.connect(partial(self.answered.emit, answer))
            counter = QSpinBox()
            counter.setRange(0, MOST_HANDS)
            counter.valueChanged.connect(partial(self.hands_counted.emit, answer))
            if self._is_large:
                button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                counter.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            else:
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                counter.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.buttons.append(button)
            self.counters.append(counter)
            row = QWidget()
            filled(QHBoxLayout(row), (button, 1), counter, spacing=6)
            self._rows.append(row)
            self.answers.insertWidget(answer, row)
            row.show()  # else Qt does that later, and until then it takes no room
