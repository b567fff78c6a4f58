"""The panel of a lesson: where one is, what the step says, asks and sets, and what moves on."""

from __future__ import annotations

import html
from collections.abc import Collection, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.base.text import count, few
from perceptron_gui.core.rules.rule import OPTIONS
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.lessons.claims import Finding
from perceptron_gui.lessons.lesson import POINTS, Lesson, LessonTask
from perceptron_gui.lessons.prose import line_html, line_plain, to_html
from perceptron_gui.theory.run_text.poll import Poll
from perceptron_gui.views.widgets.editors import named
from perceptron_gui.views.widgets.poll import PollBox
from perceptron_gui.views.widgets.stage import ScrollColumn, filled
from perceptron_gui.views.widgets.text import MenuButton, SmallText

SOLVED, OPEN = "Solved: every condition is met.", "Not yet:"
HOW_TO_PAINT = "A and a click add a point, dragging moves it, a double-click changes its class."
AWAY = "Exploring."
_LARGER = 1.2  # the title of a step, than other letters
_SMALLER = 0.86  # the prose of a step in a presentation, so that a question fits below it
# The width, in heights of letters, and its share of a window and of a stage.
_NARROW, _WIDE, _SHARE, _STAGE_SHARE = 14, 26, 0.24, 0.31
_NEXT, _REVEAL, _DONE = "Next ▶", "Reveal ▶", "Done ✓"


class QuestionBox(PollBox):
    """A poll in the panel of the lesson."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.outcome = SmallText(), SmallText()
        filled(QVBoxLayout(self), self.words, self.answers, self.outcome, spacing=8)

    def show_poll(self, poll: Poll | None, has_counters: bool = False) -> None:
        """Ask, or show what was true; None hides everything."""
        super().show_poll(poll, has_counters)
        if poll is None:
            return
        words = poll.question.words
        self.words.setText(f"<b>{line_html(words)}</b>")
        self.words.setAccessibleName(line_plain(words))
        outcome = poll.outcome if poll.is_revealed else ""
        is_class = has_counters or any(poll.hands)  # to which a teacher says the reason
        reason = poll.reason if poll.is_revealed and not is_class else ""
        self.outcome.setText(f"<b>{outcome}</b> {line_html(reason)}".strip())
        self.outcome.setAccessibleName(f"{outcome} {line_plain(reason)}".strip())
        self.outcome.setVisible(bool(outcome or reason))


class TaskBox(QWidget):
    """Shows a task; `check_requested` is answered by `show_findings`."""

    check_requested = Signal()
    controls_requested = Signal()  # where the options are set that the task needs

    def __init__(self) -> None:
        super().__init__()
        self._theme = THEMES[DEFAULT]
        self._task: LessonTask | None = None
        self._findings: Sequence[Finding] | None = None
        self.words, self.how, self.hint, self.result = (SmallText() for _ in range(4))
        self.controls_button = QPushButton()
        self.controls_button.clicked.connect(self.controls_requested)
        self.hint_button = named(QPushButton("Hint"), "Show the hint", "Show a hint for the task")
        tip = "Let the engine check every condition for the points and the rule of the window"
        self.check_button = named(QPushButton("Check"), "Check the task", tip)
        for button in (self.controls_button, self.hint_button, self.check_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hint_button.clicked.connect(self._on_hint_requested)
        self.check_button.clicked.connect(self.check_requested)
        row = filled(QHBoxLayout(), 1, self.hint_button, self.check_button)
        parts = self.words, self.how, self.controls_button, self.hint, row, self.result
        filled(QVBoxLayout(self), *parts, spacing=8)
        self.hide()

    def show_task(self, task: LessonTask | None, needs: Collection[str] = ()) -> None:
        """Show a task; it `needs` other points, or other values of some options."""
        self.setVisible(task is not None)
        if task is self._task:
            return
        self._task = task
        self.hint.hide()
        self.show_findings(None)
        if task is not None:
            self.words.setText(f"<p><b>Your task</b></p>{to_html(task.text)}")
            self.how.setText(html.escape(HOW_TO_PAINT))
            self.how.setVisible(POINTS in needs)
            titles = [OPTIONS[name].title.lower() for name in OPTIONS if name in needs]
            self.controls_button.setText(f"Set the {few(titles)} …" if titles else "")
            tip = "Open the panel of the rule, where this is marked"
            named(self.controls_button, self.controls_button.text(), tip)
            self.controls_button.setVisible(bool(titles))
            self.hint.setText(to_html(task.hint))
            self.hint_button.setVisible(bool(task.hint))
            self.hint_button.setEnabled(True)
            self.check_button.setVisible(bool(task.conditions))

    def show_findings(self, findings: Sequence[Finding] | None) -> None:
        """Show which conditions are met and what is true; None where nothing was checked yet."""
        self._findings = findings
        self.result.setVisible(findings is not None)
        if findings is not None:
            self.result.setText(self._written(findings))

    def show_words(self, words: str) -> None:
        """Say that it is being checked, or why that cannot be done."""
        self.result.setText(html.escape(words))
        self.result.show()

    def show_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self._findings is not None:
            self.show_findings(self._findings)

    def _written(self, findings: Sequence[Finding]) -> str:
        """Write what is still missing, and then what is met."""
        is_solved = all(each.holds for each in findings)
        rows = "".join(map(self._row, sorted(findings, key=lambda each: each.holds)))
        return f"<p><b>{SOLVED if is_solved else OPEN}</b></p><table>{rows}</table>"

    def _row(self, finding: Finding) -> str:
        role, mark = (Role.SUCCESS, "✓") if finding.holds else (Role.MISTAKE, "✗")
        color = self._theme.style(role).color
        return (
            f'<tr><td><b style="color: {color}">{mark}&nbsp;</b></td>'
            f"<td>{html.escape(finding.sentence)}</td></tr>"
        )

    @Slot()
    def _on_hint_requested(self) -> None:
        self.hint.show()
        self.hint_button.setEnabled(False)


class LessonPanel(QFrame):
    """Shows one step of a lesson, and asks for others."""

    next_requested = Signal()
    following_requested = Signal()  # the next lesson, by its button only
    previous_requested = Signal()
    step_requested = Signal(int)
    back_requested = Signal()
    restart_requested = Signal()
    close_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Lesson")
        self.setObjectName("card")
        self._lesson: Lesson | None = None
        self._number = 0
        self._is_presenting = False
        self._following, self._ends = "", False
        self.title = QLabel()
        self.title.setWordWrap(True)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.steps = named(MenuButton("Step"), "Steps of the lesson", "Jump to another step")
        self.steps.setMenu(QMenu(self.steps))
        self.progress = named(QProgressBar(), "Progress", "How much of the lesson is done")
        self.progress.setTextVisible(False)
        self.heading, self.prose = SmallText(), SmallText()
        self.prose.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.question, self.task = QuestionBox(), TaskBox()
        self._make_buttons()
        body = QWidget()
        parts = self.heading, self.prose, self.question, self.task
        filled(QVBoxLayout(body), *parts, 1, margins=(0, 0, 4, 0), spacing=10)
        self.column = ScrollColumn(body)
        self._lay_out()
        self.hide()

    def _make_buttons(self) -> None:
        self.close_button = _tool("✕", "Close the lesson", "Close the lesson")
        self.close_button.clicked.connect(self.close_requested)
        tip = "Begin the lesson again, with all answers forgotten"
        self.restart_button = _tool("⟲", "Restart the lesson", tip)
        self.restart_button.clicked.connect(self.restart_requested)
        tip = "The step before (PgUp)"
        self.previous_button = _push("◀ Back", "Previous step", tip)
        self.previous_button.clicked.connect(self.previous_requested)
        self.next_button = _push(_NEXT, "Next step", "The next step (Enter, PgDn)")
        self.next_button.setObjectName("primary")
        self.next_button.clicked.connect(self._on_next_clicked)
        self.away = QLabel(AWAY)
        self.away.setWordWrap(True)
        tip = "Show the step again as the lesson has it (F3)"
        self.back_button = _push("Back to the step (F3)", "Back to the step", tip)
        self.back_button.clicked.connect(self.back_requested)

    def _lay_out(self) -> None:
        self._top = QWidget()  # for the one who speaks: a class looks at the step
        first = filled(QHBoxLayout(), (self.title, 1), self.restart_button, self.close_button)
        second = filled(QHBoxLayout(), self.steps, 1)
        filled(QVBoxLayout(self._top), first, second, self.progress, spacing=6)
        self._away_row = QWidget()
        filled(QHBoxLayout(self._away_row), (self.away, 1), self.back_button)
        moves = filled(QHBoxLayout(), self.previous_button, (self.next_button, 1))
        below = self._away_row, moves
        self._box = filled(QVBoxLayout(self), self._top, (self.column, 1), *below)
        self._away_row.hide()
        self._restyle()

    def show_lesson(self, lesson: Lesson, following: str = "") -> None:
        """Show what the lesson is called, its steps, and the title of the lesson after it."""
        self._lesson, self._following = lesson, following
        self._show_steps(True)
        self.title.setText(lesson.title)
        minutes = count(lesson.minutes, "minute")
        self.title.setToolTip("\n".join(filter(None, (lesson.source, *lesson.goals, minutes))))
        menu = self.steps.menu()
        menu.clear()
        for number, step in enumerate(lesson.steps):
            # A single & would underline the letter behind it.
            action = menu.addAction(f"{number + 1}. {step.title}".replace("&", "&&"))
            action.triggered.connect(partial(self._on_step_chosen, number))
        self.progress.setRange(0, len(lesson.steps))

    def show_homework(self, title: str, heading: str, words: str) -> None:
        """Show a task alone, with no steps before and after it; all texts are plain."""
        self._show_steps(False)
        self.title.setText(title)
        self.title.setToolTip("")
        self.heading.setText(f"<b>{html.escape(heading)}</b>")
        self.prose.setText(html.escape(words))
        self.question.show_poll(None)
        self.show_away(False)

    def _show_steps(self, is_shown: bool) -> None:
        moves = self.previous_button, self.next_button
        for part in (self.steps, self.progress, self.restart_button, *moves):
            part.setVisible(is_shown)

    def show_step(self, number: int) -> None:
        """Show a step, counted from 0, from its beginning."""
        lesson = self._lesson
        assert lesson is not None
        self._number, step = number, lesson.steps[number]
        self.steps.setText(f"Step {number + 1} of {len(lesson.steps)} ▾")
        self.progress.setValue(number + 1)
        self.heading.setText(f"<b>{html.escape(step.title)}</b>")
        self.prose.setText(to_html(step.prose))
        self.prose.setVisible(bool(step.prose.strip()))
        self.previous_button.setEnabled(number > 0)
        self.column.verticalScrollBar().setValue(0)

    def _on_step_chosen(self, number: int, _checked: bool = False) -> None:
        self.step_requested.emit(number)

    def show_next(self, reveals: bool) -> None:
        """Say what comes next: the answer, a step, another lesson, or nothing."""
        end = f"Next lesson: {self._following} ▶" if self._following else _DONE
        text = _REVEAL if reveals else end if self._is_last else _NEXT
        room = self.fitting_width(self.window().width()) - self.previous_button.sizeHint().width()
        metrics, pad = self.fontMetrics(), 4 * self.fontMetrics().height()
        elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room - pad)
        self.next_button.setText(elided.replace("&", "&&"))
        self._ends = self._is_last and not reveals
        self.next_button.setToolTip(text if self._ends else "The next step (Enter, PgDn)")
        self.next_button.setEnabled(not self._ends or bool(self._following))

    @property
    def _is_last(self) -> bool:
        return self._lesson is not None and self._number + 1 == len(self._lesson.steps)

    @Slot()
    def _on_next_clicked(self) -> None:
        (self.following_requested if self._ends else self.next_requested).emit()

    def show_outcome(self) -> None:
        """Bring what is true into sight, once the answers have their sizes."""
        QTimer.singleShot(0, self, partial(self._bring, self.question))

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Show what became of the task, and bring it into sight."""
        self.task.show_findings(findings)
        QTimer.singleShot(0, self, partial(self._bring, self.task.result))

    def _bring(self, part: QWidget) -> None:
        # The column has its new height only after these events.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.column.ensureWidgetVisible(part, 0, 0)

    def show_presenting(self, presenting: bool) -> None:
        """Show a class nothing but the step; which one it is stands in a corner of the stage."""
        self._is_presenting = presenting
        self._top.setVisible(not presenting)
        self._restyle()

    def show_away(self, is_away: bool) -> None:
        """Say that something else is shown than the step has."""
        self._away_row.setVisible(is_away)

    def show_theme(self, theme: Theme, _scale: float = 1.0) -> None:
        """Draw in other colours; sizes follow the font of the window."""
        self.question.show_theme(theme)
        self.task.show_theme(theme)
        self._restyle()

    def _restyle(self) -> None:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _LARGER)
        self.heading.setFont(font)
        font.setPointSizeF(self.font().pointSizeF() * (_SMALLER if self._is_presenting else 1.0))
        self.prose.setFont(font)
        em = self.fontMetrics().height()
        self.progress.setFixedHeight(max(4, em // 3))
        beside, between = round(0.6 * em), round(0.4 * em)
        self._box.setContentsMargins(beside, between, beside, between)
        self._box.setSpacing(between)
        self.updateGeometry()

    def fitting_width(self, window_width: int) -> int:
        """Return how wide it is in a window: lines that can be read, and room for the plane."""
        em = self.fontMetrics().height()
        share = _STAGE_SHARE if self._is_presenting else _SHARE
        return min(max(_NARROW * em, round(share * window_width)), _WIDE * em)

    def sizeHint(self) -> QSize:
        return QSize(self.fitting_width(self.window().width()), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(10 * self.fontMetrics().height(), 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt sends the first change of the font before the constructor has made the column.
        if event.type() == QEvent.Type.FontChange and hasattr(self, "column"):
            self._restyle()


def _tool(text: str, name: str, tip: str) -> QToolButton:
    button = named(QToolButton(), name, tip)
    button.setText(text)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _push(text: str, name: str, tip: str) -> QPushButton:
    button = named(QPushButton(text), name, tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
