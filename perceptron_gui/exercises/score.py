"""The answers that somebody has given, and the score, as JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .diagnosing import Diagnosis
from .making import Answer, ExerciseStep, MadeExercise
from .words import answer_text

FORMAT = {"format": "perceptron-gui/exercises", "version": 1}
COLUMNS = ("level", "seed", "question", "answer", "right_answer", "right", "misconception")


@dataclass(frozen=True)
class Attempt:
    """One answer to a question of an exercise."""

    exercise: MadeExercise
    step: ExerciseStep
    answer: Answer
    found: Diagnosis

    def row(self) -> dict[str, Any]:
        """Return the attempt as plain values, by the names of the columns."""
        texts = (answer_text(each, self.step.name) for each in (self.answer, self.step.right))
        place = self.exercise.level, self.exercise.seed, self.step.name
        values = (*place, *texts, self.found.is_right, self.found.misconception)
        return dict(zip(COLUMNS, values, strict=True))


def right_of(attempts: Sequence[Attempt]) -> int:
    """Return how many answers were right."""
    return sum(each.found.is_right for each in attempts)


def score_text(attempts: Sequence[Attempt], ending: str) -> str:
    """Write a score as JSON, or as CSV for a file that ends in .csv."""
    rows = [each.row() for each in attempts]
    if ending == ".csv":
        out = io.StringIO()
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return out.getvalue()
    told = {**FORMAT, "right": right_of(attempts), "answered": len(rows), "answers": rows}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"
