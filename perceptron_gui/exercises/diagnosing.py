"""What an answer tells: that it is right, or which misconception led to it, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from perceptron_gui.base.text import vector

from .making import (
    CONVERGES,
    CORRECT,
    ENDING,
    ETA,
    OFFSET,
    ON_LINE,
    ORDER,
    POINT,
    SIGN,
    VISITS,
    WEIGHTS,
    Answer,
    Draft,
    ExerciseStep,
    MadeExercise,
)
from .words import ON_LINE_COUNTS_AS, answer_text, label_text, score_text

# The misconceptions, as a teacher would list them.
MISCONCEPTIONS = {
    SIGN: "wrong sign",
    ETA: "forgot η",
    OFFSET: "forgot the offset",
    CORRECT: "updated a correct point",
    ON_LINE: "another rule for points on the line",
    VISITS: "counted visits instead of updates",
    ORDER: "not the first misclassified point",
}


@dataclass(frozen=True)
class Diagnosis:
    """Whether an answer is right, the misconception that explains it if any, and why, in words."""

    is_right: bool
    misconception: str  # its key; "" for a right answer, or a slip that nothing explains
    words: str


def diagnose(exercise: MadeExercise, step: ExerciseStep, answer: Answer) -> Diagnosis:
    """Say what an answer to one of the questions tells."""
    if answer == step.right:
        return Diagnosis(True, "", f"Right: {_reason(exercise, step)}")
    name = step.wrong.get(answer, "")
    truth = answer_text(step.right, step.name)
    if not name:
        return Diagnosis(False, "", f"Not so: {_reason(exercise, step)}")
    return Diagnosis(False, name, f"{_WHY[name](exercise, step, answer)} Right is {truth}.")


def _reason(exercise: MadeExercise, step: ExerciseStep) -> str:
    """Say why the right answer is right."""
    draft, right, run = exercise.draft, step.right, exercise.run
    if step.name == POINT:
        assert isinstance(right, int)
        score, label = score_text(draft, right), _label(draft, right)
        return f"point {right + 1} has {score} and the label {label}."
    if step.name == WEIGHTS:
        return f"{_update(exercise)} gives {answer_text(right, WEIGHTS)}."
    if step.name == ENDING and right == CONVERGES:
        return f"the epoch that ends with visit {run.visits} has no mistake, so it converges."
    if run.cycle is None:
        return f"{right} of {run.visits} visits are updates."
    start, end = run.cycle.start_visit, run.cycle.end_visit
    if step.name == ENDING:
        return f"the weights after visits {start} and {end} are the same, so it cycles."
    return f"{right} of the {run.cycle.period_visits} visits from {start + 1} to {end} are updates."


def _why_sign(exercise: MadeExercise, _step: ExerciseStep, _answer: Answer) -> str:
    i = _updated(exercise)
    signs = ("added", "subtracted") if exercise.draft.labels[i] < 0 else ("subtracted", "added")
    return (
        f"Wrong sign: you {signs[0]} point {i + 1}, but its label is "
        f"{_label(exercise.draft, i)}, so it is {signs[1]}."
    )


def _why_eta(exercise: MadeExercise, _step: ExerciseStep, _answer: Answer) -> str:
    return f"You forgot η = {exercise.draft.eta}: the update is {_update(exercise)}."


def _why_offset(exercise: MadeExercise, step: ExerciseStep, answer: Answer) -> str:
    draft = exercise.draft
    if step.name == POINT:
        assert isinstance(answer, int)
        return (
            f"You forgot the offset: with it, point {answer + 1} has {score_text(draft, answer)}."
        )
    change = draft.eta * draft.labels[_updated(exercise)]
    return f"You forgot the offset: b changes too, by η·y = {vector((Fraction(change),))[1:-1]}."


def _why_correct(exercise: MadeExercise, step: ExerciseStep, answer: Answer) -> str:
    draft = exercise.draft
    i = _point_of(exercise, step, answer)
    return (
        f"Point {i + 1} is correct: {score_text(draft, i)} and its label is "
        f"{_label(draft, i)}; only a misclassified point makes an update."
    )


def _why_on_line(exercise: MadeExercise, _step: ExerciseStep, _answer: Answer) -> str:
    draft = exercise.draft
    i = next(i for i in range(len(draft.points)) if draft.score(i) == 0)
    is_wrong = "misclassified" if draft.is_mistake(i, 0) else "correct"
    counts_as = ON_LINE_COUNTS_AS[draft.tie]
    return (
        f"Point {i + 1} lies on the line, which counts as {counts_as} here; its label is "
        f"{_label(draft, i)}, so it is {is_wrong}."
    )


def _why_visits(exercise: MadeExercise, step: ExerciseStep, answer: Answer) -> str:
    return f"You counted visits: of these {answer} visits only {step.right} change the weights."


def _why_order(exercise: MadeExercise, step: ExerciseStep, answer: Answer) -> str:
    i = _point_of(exercise, step, answer)
    return f"Point {i + 1} is misclassified too, but another one comes first."


_WHY = {
    SIGN: _why_sign,
    ETA: _why_eta,
    OFFSET: _why_offset,
    CORRECT: _why_correct,
    ON_LINE: _why_on_line,
    VISITS: _why_visits,
    ORDER: _why_order,
}


def _updated(exercise: MadeExercise) -> int:
    """Return the point of the first update."""
    right = exercise.step(POINT).right
    assert isinstance(right, int)
    return right


def _point_of(exercise: MadeExercise, step: ExerciseStep, answer: Answer) -> int:
    """Return the point that an answer names, or that the weights of an answer were updated with."""
    draft = exercise.draft
    if step.name == POINT:
        assert isinstance(answer, int)
        return answer
    every = range(len(draft.points))
    return next(i for i in every if draft.moved(i, draft.eta) == answer)


def _update(exercise: MadeExercise) -> str:
    """Write the update in numbers: (1, −2, 3) + 2·(−1)·(2, 1, 1)."""
    draft, i = exercise.draft, _updated(exercise)
    before, point = (tuple(map(Fraction, each)) for each in (draft.weights, draft.extended(i)))
    label = "1" if draft.labels[i] > 0 else "(−1)"
    return f"{vector(before)} + {draft.eta}·{label}·{vector(point)}"


def _label(draft: Draft, i: int) -> str:
    return label_text(draft.labels[i])
