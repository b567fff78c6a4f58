"""The page You are the perceptron: the plane, the question with its answers, and the score."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.core.runs.run import Run
from perceptron_gui.exercises.diagnosing import diagnose
from perceptron_gui.exercises.making import (
    CONVERGES,
    COUNT,
    CYCLES,
    ENDING,
    LEVELS,
    POINT,
    WEIGHTS,
    Answer,
    ExerciseStep,
    MadeExercise,
    exercise,
)
from perceptron_gui.exercises.score import Attempt, right_of
from perceptron_gui.exercises.words import QUESTIONS, TODO, label_text, place_text, rule_text
from perceptron_gui.figures.model.figure import Figure
from perceptron_gui.figures.model.marks import Points
from perceptron_gui.figures.model.role import Role
from perceptron_gui.figures.model.theme import DEFAULT, THEMES, Theme
from perceptron_gui.figures.pictures.boundary import build
from perceptron_gui.figures.plane.data_plane import BoundaryOptions
from perceptron_gui.theory.run_text.words import Words
from perceptron_gui.views.canvas.canvas import Canvas
from perceptron_gui.views.widgets.editors import ChoiceEditor, named
from perceptron_gui.views.widgets.stage import ScrollColumn, discard, filled
from perceptron_gui.views.widgets.text import SmallText

_MOST = 99  # of a weight or a count that is typed
_LAST_SEED = 99_999
_REACH = 5.0  # of the axes, so that the line of larger weights is seen, too


def exercise_figure(made: MadeExercise, weights: Sequence[float], aspect: float) -> Figure:
    """Return the points and a line; no point is marked as correct or misclassified."""
    start = tuple(Fraction(round(value)) for value in weights)
    run = Run(made.run.dataset, replace(made.run.rule, init=start))
    reach = (-_REACH * max(aspect, 1.0), _REACH * max(aspect, 1.0))
    above = tuple(x / aspect for x in reach)
    options = BoundaryOptions(numbers=True, aspect=aspect, range=(*reach, above[0], above[1]))
    figure = build(made.run.dataset, run, 0, options)
    marks = tuple(
        replace(mark, predicted=np.zeros_like(mark.predicted), is_plain=True, label="")
        if isinstance(mark, Points)
        else mark
        for mark in figure.marks
    )
    return replace(figure, marks=marks, notes=(), reserve=None)


class AnswerRow(QStackedWidget):
    """What an answer is given with: a button for each, or fields and a button that checks."""

    answered = Signal(object)
    weights_typed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[QPushButton] = []  # of a question with choices
        self.weights = [_field(name) for name in ("w₁", "w₂", "b")]
        for each in self.weights:
            each.valueChanged.connect(self.weights_typed)
        self.count_field = _field("Number of updates")
        self.count_field.setMinimum(0)
        tip = "Check the answer (Enter)"
        self.checks = [named(QPushButton("Check"), "Check the answer", tip) for _ in range(2)]
        self.checks[0].clicked.connect(lambda: self.answered.emit(self.typed_weights))
        self.checks[1].clicked.connect(lambda: self.answered.emit(self.count_field.value()))
        for each in (*self.weights, self.count_field):
            each.lineEdit().returnPressed.connect(
                lambda: self.checks[self.currentIndex() - 1].click()
            )
        self._choices = QWidget()
        self._choice_row = filled(QHBoxLayout(self._choices), 1, spacing=6)
        self._b_title = QLabel("b")
        titles = QLabel("w₁"), QLabel("w₂"), self._b_title
        pairs = [part for pair in zip(titles, self.weights, strict=True) for part in pair]
        fields, counting = QWidget(), QWidget()
        row = filled(QHBoxLayout(), *pairs, 1, spacing=6)
        below = filled(QHBoxLayout(), self.checks[0], 1)
        filled(QVBoxLayout(fields), row, below, spacing=6)
        filled(QHBoxLayout(counting), self.count_field, self.checks[1], 1, spacing=6)
        for page in (self._choices, fields, counting):
            self.addWidget(page)

    @property
    def typed_weights(self) -> tuple[Fraction, ...]:
        """The weights in the fields, b last where there is one."""
        used = [each for each in self.weights if not each.isHidden()]
        return tuple(Fraction(each.value()) for each in used)

    def show_step(self, made: MadeExercise, step: ExerciseStep) -> None:
        """Offer what a question can be answered with."""
        if step.name == POINT:
            numbers = range(len(made.draft.points))
            self._offer({str(i + 1): (f"Point {i + 1}", i) for i in numbers})
        elif step.name == ENDING:
            self._offer({"It converges": ("", CONVERGES), "It cycles": ("", CYCLES)})
        else:
            self._offer({})
        self.count_field.setValue(0)
        for field in (self.weights[2], self._b_title):
            field.setVisible(made.has_offset)
        self.setCurrentIndex({WEIGHTS: 1, COUNT: 2}.get(step.name, 0))

    def focus_first(self) -> None:
        """Give the focus to what a question is answered with first."""
        fields = self.buttons, self.weights, [self.count_field]
        fields[self.currentIndex()][0].setFocus()

    def show_weights(self, weights: Sequence[float]) -> None:
        """Write weights into the fields."""
        for field, value in zip(self.weights, weights, strict=False):
            field.setValue(round(value))

    def _offer(self, answers: dict[str, tuple[str, Answer]]) -> None:
        discard(self._choice_row, *self.buttons)
        self.buttons = []
        for text, (name, answer) in answers.items():
            button = named(QPushButton(text), name or text, f"Answer: {name or text}")
            button.clicked.connect(partial(self.answered.emit, answer))
            self._choice_row.insertWidget(len(self.buttons), button)
            button.show()  # a layout shows it later, and only what is shown takes the focus
            self.buttons.append(button)


class ExercisesPage(QWidget):
    """Asks one question after another, and says at once what an answer tells."""

    has_digits = True  # which answer, wherever the focus is
    headline_changed = Signal(object)  # the question, as Words
    solution_requested = Signal(object)  # an exercise, whose run is to be played
    save_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.attempts: tuple[Attempt, ...] = ()
        self.made = exercise(1, 1)
        self._number = 0  # of the question
        self._is_answered = False
        self._weights: Sequence[float] = self.made.draft.weights
        self._theme, self._aspect = THEMES[DEFAULT], 1.0
        self.canvas = Canvas()
        self.canvas.setAccessibleName("Plane of the exercise")
        self.canvas.pointer.show_tool("move")
        self.canvas.selection_requested.connect(self._on_selection_requested)
        self.canvas.weights_requested.connect(self._on_weights_requested)
        self.canvas.aspect_changed.connect(self._on_aspect_changed)
        self.answers = AnswerRow()
        self.answers.answered.connect(self._on_answered)
        self.answers.weights_typed.connect(self._on_weights_typed)
        self.told, self.todo, self.feedback, self.score = (SmallText() for _ in range(4))
        self._make_controls()
        self._lay_out()
        self.show_exercise(1, 1)

    @property
    def step(self) -> ExerciseStep:
        """The question that is asked."""
        return self.made.steps[self._number]

    @property
    def is_over(self) -> bool:
        """Whether every question of the exercise is answered."""
        return self._is_answered and self._number + 1 == len(self.made.steps)

    def show_exercise(self, level: int, seed: int) -> None:
        """Begin an exercise."""
        self.made = made = exercise(level, seed)
        self.level.show_value(str(level))
        self.seed.setValue(seed)
        self.told.setText(_told_html(made))
        self.canvas.show_dataset(made.run.dataset)
        self._weights = made.draft.weights
        self._ask(0)

    def show_theme(self, theme: Theme, scale: float = 1.0) -> None:
        """Draw in other colours and sizes."""
        self._theme = theme
        self.canvas.show_theme(theme, scale)

    def _make_controls(self) -> None:
        titles = {str(number): f"{number}: {level.title}" for number, level in LEVELS.items()}
        self.level = named(ChoiceEditor(titles), "Level", "What the exercises are about")
        self.level.value_requested.connect(self._on_level_requested)
        self.seed = named(QSpinBox(), "Exercise", "The number of the exercise")
        self.seed.setRange(0, _LAST_SEED)
        self.seed.editingFinished.connect(self._on_seed_typed)
        self.next = named(QPushButton("Next ▶"), "Next", "The next question, or exercise")
        self.next.clicked.connect(self._on_next_clicked)
        tip = "Play the run of this exercise on the plane"
        self.solution = named(QPushButton("Play the solution"), "Play the solution", tip)
        self.solution.clicked.connect(lambda: self.solution_requested.emit(self.made))
        tip = "Write all answers as JSON or CSV"
        self.save = named(QPushButton("Save score…"), "Save score", tip)
        self.save.clicked.connect(self.save_requested)

    def _lay_out(self) -> None:
        exercise_row = filled(QHBoxLayout(), QLabel("Exercise"), self.seed, 1, spacing=6)
        moves = filled(QHBoxLayout(), self.next, self.solution, 1, spacing=6)
        scored = filled(QHBoxLayout(), (self.score, 1), self.save, spacing=6)
        body = QWidget()
        parts = (self.level, exercise_row, self.told, self.todo, self.answers)
        filled(QVBoxLayout(body), *parts, self.feedback, moves, 1, scored, spacing=12)
        column = ScrollColumn(body)
        filled(QHBoxLayout(self), (self.canvas, 1), column, margins=(8, 8, 12, 8), spacing=12)

    def _ask(self, number: int) -> None:
        self._number, self._is_answered = number, False
        asked = QUESTIONS[self.step.name]
        place = f"Question {number + 1} of {len(self.made.steps)}."
        self.todo.setText(f"<b>{place}</b> {TODO[self.step.name]}")
        self.todo.setAccessibleName(f"{place} {asked}")
        self.feedback.setText("")
        self.canvas.show_selection(())
        self.answers.show_step(self.made, self.step)
        self.answers.show_weights(self._weights)
        self._show_state()
        if self.isVisible():
            self.answers.focus_first()
        self.headline_changed.emit(Words(asked, asked))

    def _show_state(self) -> None:
        """Show the line, what can be done now, and the score."""
        self._draw()
        self.answers.setEnabled(not self._is_answered)
        self.next.setEnabled(self._is_answered)
        self.solution.setEnabled(self.is_over)
        self.save.setEnabled(bool(self.attempts))
        self.score.show_text(f"{right_of(self.attempts)} of {len(self.attempts)} right")

    def _draw(self) -> None:
        self.canvas.show_figure(exercise_figure(self.made, self._weights, self._aspect))
        can_drag = self.step.name == WEIGHTS and not self._is_answered
        self.canvas.show_weights(self._weights if can_drag else None)

    def show_saved(self, message: str) -> None:
        """Say what became of the score."""
        self.score.show_text(message)

    @Slot(object)
    def _on_answered(self, answer: Answer) -> None:
        if self._is_answered:
            return
        found = diagnose(self.made, self.step, answer)
        self.attempts += (Attempt(self.made, self.step, answer, found),)
        self._is_answered = True
        role, mark = (Role.SUCCESS, "✓") if found.is_right else (Role.MISTAKE, "✗")
        color = self._theme.style(role).color
        self.feedback.setText(f'<b style="color: {color}">{mark}</b> {html.escape(found.words)}')
        self.feedback.setAccessibleName(found.words)
        if self.step.name == WEIGHTS and isinstance(self.step.right, tuple):
            self._weights = tuple(map(float, self.step.right))
        self._show_state()
        self.next.setFocus()

    @Slot()
    def _on_next_clicked(self) -> None:
        if self.is_over:
            self.show_exercise(self.made.level, self.made.seed + 1)
        else:
            self._ask(self._number + 1)

    @Slot(object)
    def _on_level_requested(self, key: str) -> None:
        self.show_exercise(int(key), self.made.seed)

    @Slot()
    def _on_seed_typed(self) -> None:
        if self.seed.value() != self.made.seed:
            self.show_exercise(self.made.level, self.seed.value())

    @Slot(object)
    def _on_selection_requested(self, indices: tuple[int, ...]) -> None:
        if self.step.name == POINT and len(indices) == 1 and not self._is_answered:
            self.canvas.show_selection(indices)
            self._on_answered(indices[0])

    @Slot(object, str)
    def _on_weights_requested(self, weights: tuple[float, ...] | None, _merge: str) -> None:
        self.answers.show_weights(self.made.draft.weights if weights is None else weights)

    @Slot()
    def _on_weights_typed(self) -> None:
        if self.step.name == WEIGHTS and not self._is_answered:
            self._weights = tuple(map(float, self.answers.typed_weights))
            self._draw()

    @Slot(float)
    def _on_aspect_changed(self, aspect: float) -> None:
        self._aspect = aspect
        self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let a digit press the button of an answer."""
        digit = int(event.text()) if event.text() in tuple("123456789") else 0
        if 0 < digit <= len(self.answers.buttons):
            self.answers.buttons[digit - 1].click()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.answers.focus_first()

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 240)


def _told_html(made: MadeExercise) -> str:
    """Write the rule, and the points as a table."""
    rows = "".join(
        f"<tr><td>{i + 1}</td><td>{place_text(made.draft, i)}</td>"
        f'<td align="right">{label_text(label)}</td></tr>'
        for i, label in enumerate(made.draft.labels)
    )
    heading = '<tr><th>point</th><th align="left">x</th><th>y</th></tr>'
    return f'{html.escape(rule_text(made))}<table cellpadding="3">{heading}{rows}</table>'


def _field(name: str) -> QSpinBox:
    field = named(QSpinBox(), name, name)
    field.setRange(-_MOST, _MOST)
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return field
