"""What an answer tells: that it is right, or which misconception led to it, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from perceptron_gui.base.text import vector, written

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
    return Diagnosis(False, name, f"{_misled(name, exercise, step, answer)} Right is {truth}.")


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


def _misled(name: str, exercise: MadeExercise, step: ExerciseStep, answer: Answer) -> str:
    """Say which misconception leads to an answer."""
    draft, updated = exercise.draft, _updated(exercise)
    if name == SIGN:
        is_negative = draft.labels[updated] < 0
        done, due = ("added", "subtracted") if is_negative else ("subtracted", "added")
        return (
            f"Wrong sign: you {done} point {updated + 1}, but its label is "
            f"{_label(draft, updated)}, so it is {due}."
        )
    if name == ETA:
        return f"You forgot η = {draft.eta}: the update is {_update(exercise)}."
    if name == VISITS:
        return f"You counted visits: of these {answer} visits only {step.right} change the weights."
    if name == ON_LINE:
        i = next(i for i in range(len(draft.points)) if draft.score(i) == 0)
        is_wrong = "misclassified" if draft.is_mistake(i, 0) else "correct"
        return (
            f"Point {i + 1} lies on the line, which counts as {ON_LINE_COUNTS_AS[draft.tie]} "
            f"here; its label is {_label(draft, i)}, so it is {is_wrong}."
        )
    if name == OFFSET and step.name == WEIGHTS:
        change = written(Fraction(draft.eta * draft.labels[updated]))
        return f"You forgot the offset: b changes too, by η·y = {change}."
    i = _point_of(exercise, step, answer)
    score = score_text(draft, i)
    if name == OFFSET:
        return f"You forgot the offset: with it, point {i + 1} has {score}."
    if name == CORRECT:
        return (
            f"Point {i + 1} is correct: {score} and its label is {_label(draft, i)}; only a "
            "misclassified point makes an update."
        )
    assert name == ORDER
    return f"Point {i + 1} is misclassified too, but another one comes first."


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
