"""Exercises have one right answer each, and wrong ones name the misconception they come from."""

from __future__ import annotations

from fractions import Fraction

import pytest

from perceptron_gui.exercises.diagnosing import diagnose
from perceptron_gui.exercises.making import LEVELS, MadeExercise, exercise

from .students import BUGS, Student, Task

# Which misconceptions can show at a level.
SHOWN = {
    1: ("sign", "correct", "tie"),
    2: ("sign", "eta", "offset", "correct", "tie"),
    3: BUGS,
}


def task_of(made: MadeExercise) -> Task:
    """Return what a student reads of an exercise."""
    data, rule = made.run.dataset, made.run.rule
    points = [tuple(map(Fraction, row)) for row in data.points.tolist()]
    assert isinstance(rule.init, tuple)
    return Task(points, data.labels.tolist(), list(rule.init), rule.eta, rule.tie)


def first_wrong(made: MadeExercise, student: Student) -> str | None:
    """Return what the first answer of a student that is not right is taken for."""
    answers = student.answers(task_of(made))
    for step in made.steps:
        found = diagnose(made, step, answers[step.name])
        if not found.is_right:
            return found.misconception
    return None


@pytest.mark.parametrize(
    ("level", "seeds"),
    [(1, 300), (2, 300), (3, 100), pytest.param(3, 1000, marks=pytest.mark.slow)],
)
def test_every_bug_of_a_student_is_named(level: int, seeds: int) -> None:
    for seed in range(seeds):
        made = exercise(level, seed)
        right = Student().answers(task_of(made))
        assert {step.name: step.right for step in made.steps}.items() <= right.items()
        for bug in SHOWN[level]:
            assert first_wrong(made, Student(bug)) == bug, (seed, bug)
        if made.has_offset:
            assert first_wrong(made, Student("offset", forgets="update")) == "offset", seed


@pytest.mark.parametrize("level", LEVELS)
def test_numbers_are_small_and_whole_and_a_seed_makes_the_same_again(level: int) -> None:
    for seed in range(50):
        made = exercise(level, seed)
        task = task_of(made)
        values = [*task.start, *(x for point in task.points for x in point)]
        assert all(value.denominator == 1 and abs(value) <= 3 for value in values)
        assert exercise(level, seed).draft == made.draft
    assert len({exercise(level, seed).draft for seed in range(50)}) == 50


def test_both_endings_and_every_tie_rule_are_drawn() -> None:
    made = [exercise(3, seed) for seed in range(60)]
    assert {each.step("ending").right for each in made} == {"converges", "cycles"}
    assert {each.draft.tie for each in made} == {"minus", "plus", "always"}


@pytest.mark.parametrize("level", LEVELS)
def test_every_misconception_has_a_sentence_and_slips_have_the_truth(level: int) -> None:
    made = exercise(level, 5)
    for step in made.steps:
        for answer, name in step.wrong.items():
            found = diagnose(made, step, answer)
            assert (found.is_right, found.misconception) == (False, name)
            assert found.words.endswith(".")
        slip = diagnose(made, step, -1)
        assert not slip.is_right and slip.misconception == "" and slip.words
