"""Exercises from a seed: what is asked, the right answers, and those that misconceptions lead to.

The engine gives the right answers. A draft is drawn again until every misconception leads to an
answer of its own, so that a wrong answer tells which one it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run

# The misconceptions; `order` is none of the rule: a later point is misclassified, too.
SIGN, ETA, OFFSET, CORRECT, ON_LINE, VISITS = "sign", "eta", "offset", "correct", "tie", "visits"
ORDER = "order"
# The questions of an exercise, in turn.
POINT, WEIGHTS, ENDING, COUNT = "point", "weights", "ending", "count"
CONVERGES, CYCLES = "converges", "cycles"

Answer = int | str | tuple[Fraction, ...]
_REACH = 3  # coordinates and weights are drawn from −3 to 3
_TIES = ("minus", "plus", "always")
_BATCH = 1024  # drafts that are drawn at once
_EPOCHS = 6  # what one can do by hand
_FEWEST, _MOST = 2, 8  # updates of the whole run, or of a round of its cycle


@dataclass(frozen=True)
class Level:
    """What the exercises of a level are about."""

    title: str
    points: int
    etas: tuple[int, ...]
    has_offset: bool
    asks_ending: bool


LEVELS = {
    1: Level("One update, through the origin", 4, (1,), has_offset=False, asks_ending=False),
    2: Level("One update, with η and offset", 5, (2, 3), has_offset=True, asks_ending=False),
    3: Level("To the end", 5, (2, 3), has_offset=True, asks_ending=True),
}


@dataclass(frozen=True)
class ExerciseStep:
    """One question of an exercise, and what its answers tell."""

    name: str
    right: Answer
    wrong: Mapping[Answer, str]  # the misconceptions by the answers that they lead to


@dataclass(frozen=True)
class Draft:
    """Points with labels, and a rule, before anybody knows whether they make an exercise."""

    points: tuple[tuple[int, int], ...]
    labels: tuple[int, ...]
    weights: tuple[int, ...]  # the offset last, if the level has one
    eta: int
    tie: str

    def extended(self, i: int) -> tuple[int, ...]:
        """Return a point with its constant coordinate, if there is an offset."""
        return (*self.points[i], 1)[: len(self.weights)]

    def score(self, i: int, with_offset: bool = True) -> int:
        """Return s of a point."""
        used = self.weights if with_offset else self.weights[:2]
        return sum(w * x for w, x in zip(used, self.extended(i), strict=False))

    def is_mistake(self, i: int, score: int) -> bool:
        """Tell whether a point with this score is misclassified."""
        if score == 0:
            return self.tie == "always" or self.labels[i] != {"minus": -1, "plus": 1}[self.tie]
        return self.labels[i] * score < 0

    def first_mistake(self, with_offset: bool = True, other_tie: bool = False) -> int | None:
        """Return the first misclassified point, as somebody with a misconception sees it."""
        for i in range(len(self.points)):
            score = self.score(i, with_offset)
            if self.is_mistake(i, score) != (other_tie and score == 0):
                return i
        return None

    def moved(self, i: int, size: int) -> tuple[Fraction, ...]:
        """Return the weights with so many times y·x of a point added."""
        pairs = zip(self.weights, self.extended(i), strict=True)
        return tuple(Fraction(w + size * self.labels[i] * x) for w, x in pairs)


@dataclass(frozen=True, eq=False)
class MadeExercise:
    """Weights, points and a rule, what is asked of them, and the run that answers it."""

    level: int
    seed: int
    draft: Draft
    run: Run = field(repr=False)
    steps: tuple[ExerciseStep, ...]

    @property
    def name(self) -> str:
        """What makes it again: its level and its seed."""
        return f"{self.level}-{self.seed}"

    @property
    def has_offset(self) -> bool:
        return len(self.draft.weights) == 3

    def step(self, name: str) -> ExerciseStep:
        """Return a question by its name."""
        return next(step for step in self.steps if step.name == name)


def exercise(level: int, seed: int) -> MadeExercise:
    """Return the exercise of a level and a seed, always the same."""
    if level not in LEVELS:
        raise InputError(f"there is no level {level}; levels are {', '.join(map(str, LEVELS))}")
    rng = np.random.Generator(np.random.PCG64([seed, level]))
    ending = (CONVERGES, CYCLES)[int(2 * rng.random())] if LEVELS[level].asks_ending else ""
    for draft in _drafts(LEVELS[level], rng):
        point = _point_step(draft)
        if point is None:
            continue
        weights = _weights_step(draft, point)
        if weights is None:
            continue
        run = _run_of(draft)
        steps = [point, weights, *_steps_to_the_end(run, ending)]
        if not ending or len(steps) == 4:
            _check(run, point, weights)
            return MadeExercise(level, seed, draft, run, tuple(steps))
    raise AssertionError("there are always more drafts")


def _drafts(level: Level, rng: np.random.Generator) -> Iterator[Draft]:
    """Yield drafts without end whose first point is correct, and of which one is on the line.

    Only `random` of a PCG64 stream is drawn, as for data sets. Few drafts make an exercise: numpy
    rejects most of them at once.
    """
    size = 2 + level.has_offset
    while True:
        drawn = rng.random((_BATCH, 3 * level.points + size + 2))
        whole = np.floor((2 * _REACH + 1) * drawn).astype(int) - _REACH
        coordinates, of_labels, weights, of_rule = np.split(
            whole, np.cumsum([2 * level.points, level.points, size]), axis=1
        )
        points = coordinates.reshape(_BATCH, level.points, 2)
        labels = np.where(of_labels < 0, -1, 1)
        scores = np.einsum("mnj,mj->mn", points, weights[:, :2])
        scores += weights[:, 2:].sum(axis=1, keepdims=True)
        begins = (labels[:, 0] * scores[:, 0] > 0) & ((scores == 0).sum(axis=1) == 1)
        for i in np.flatnonzero(begins & weights.all(axis=1)).tolist():
            of_eta, of_tie = of_rule[i].tolist()
            yield Draft(
                tuple(map(tuple, points[i].tolist())),
                tuple(labels[i].tolist()),
                tuple(weights[i].tolist()),
                level.etas[of_eta % len(level.etas)],
                _TIES[of_tie % len(_TIES)],
            )


def _run_of(draft: Draft) -> Run:
    """Return the run of a draft to its end, or as far as one would go by hand."""
    rule = Rule.of(
        {
            "tie": draft.tie,
            "eta": draft.eta,
            "offset": len(draft.weights) == 3,
            "init": tuple(map(Fraction, draft.weights)),
            "epochs": _EPOCHS,
        }
    )
    return Run(Dataset.of(draft.points, draft.labels), rule).finish()


def _point_step(draft: Draft) -> ExerciseStep | None:
    """Return the question for the first misclassified point, if all misconceptions differ."""
    if len(set(draft.points)) < len(draft.points) or len(set(draft.labels)) < 2:
        return None
    mistakes = [i for i in range(len(draft.points)) if draft.is_mistake(i, draft.score(i))]
    if not mistakes or not all(map(any, draft.points)):
        return None
    right = mistakes[0]
    led = {ON_LINE: draft.first_mistake(other_tie=True)}
    if len(draft.weights) == 3:
        led[OFFSET] = draft.first_mistake(with_offset=False)
    # The first point is correct: whoever updates at every visit begins with it.
    answers = [right, 0, *led.values()]
    if None in answers or len(set(answers)) < len(answers):
        return None
    wrong: dict[Answer, str] = {i: CORRECT for i in range(len(draft.points)) if i not in mistakes}
    wrong |= dict.fromkeys(mistakes[1:], ORDER)
    wrong |= {i: name for name, i in led.items() if i is not None}
    return ExerciseStep(POINT, right, wrong)


def _weights_step(draft: Draft, point: ExerciseStep) -> ExerciseStep | None:
    """Return the question for the new weights, if all misconceptions differ."""
    assert isinstance(point.right, int)
    right = draft.moved(point.right, draft.eta)
    led = [(SIGN, draft.moved(point.right, -draft.eta))]
    if draft.eta != 1:
        led.append((ETA, draft.moved(point.right, 1)))
    if len(draft.weights) == 3:
        led.append((OFFSET, (*right[:2], Fraction(draft.weights[2]))))
    for i, name in point.wrong.items():
        assert isinstance(i, int)
        is_correct = not draft.is_mistake(i, draft.score(i))
        if name == ON_LINE or is_correct:
            led.append((ON_LINE if name == ON_LINE else CORRECT, draft.moved(i, draft.eta)))
    answers = [right, *(answer for _name, answer in led)]
    if len(set(answers)) < len(answers) or not any(right[:2]):
        return None
    return ExerciseStep(WEIGHTS, right, {answer: name for name, answer in led})


def _steps_to_the_end(run: Run, ending: str) -> list[ExerciseStep]:
    """Return the questions for how the run ends, if it ends so after few updates."""
    if run.status != {CONVERGES: "converged", CYCLES: "cycle"}.get(ending):
        return []
    updates = int(run.updates_at(run.visits))
    visits = {run.visits, run.history.visit_after(updates)}
    if run.cycle is not None:
        updates, visits = run.cycle.period_updates, {run.cycle.period_visits}
    if not _FEWEST <= updates <= _MOST or updates in visits:
        return []
    return [
        ExerciseStep(ENDING, ending, {}),
        ExerciseStep(COUNT, updates, dict.fromkeys(visits, VISITS)),
    ]


def _check(run: Run, point: ExerciseStep, weights: ExerciseStep) -> None:
    """Let the engine prove the right answers to both questions about the first update."""
    made = run.history.visit_after(1)
    exact: Sequence[Fraction] = run.exact_weights_at(made)
    assert run.arithmetic == "exact"
    assert run.point_of_update(0) == point.right
    assert tuple(exact[: len(run.start)]) == weights.right
