"""An exercise in words: the rule, the questions, and answers as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from perceptron_gui.base.latex import to_plain
from perceptron_gui.base.number_text import products
from perceptron_gui.base.text import vector, written

from .making import COUNT, ENDING, POINT, WEIGHTS, Answer, Draft, MadeExercise

ON_LINE_COUNTS_AS = {"minus": "−1", "plus": "+1", "always": "a mistake"}
# The questions; none of them tells the answer to the one before.
QUESTIONS = {
    POINT: "Which point is the first that is misclassified?",
    WEIGHTS: "What are the weights after the first update?",
    ENDING: "Does the run converge, or do its weights cycle?",
    COUNT: "How many updates until it converges, or in one round of its cycle?",
}
# What a person has to do in the window.
TODO = {
    POINT: "Click the point, or its number.",
    WEIGHTS: "Type the weights, or drag the line and its arrow.",
    ENDING: "Choose one.",
    COUNT: "Type the number.",
}


def label_text(label: int) -> str:
    """Write +1 or −1."""
    return "+1" if label > 0 else "−1"


def place_text(draft: Draft, i: int) -> str:
    """Write (1, −3) for a point."""
    return vector(tuple(map(Fraction, draft.points[i])))


def score_text(draft: Draft, i: int) -> str:
    """Write "s = 2·1 − 3 = −1" for a point."""
    pairs = zip(draft.weights, (*draft.points[i], None), strict=False)
    return to_plain(f"s = {products(list(pairs))} = {draft.score(i)}")


def rule_text(exercise: MadeExercise) -> str:
    """Say how the perceptron learns here, and where it begins."""
    draft = exercise.draft
    update = "w ← w + η·y·x, b ← b + η·y" if exercise.has_offset else "w ← w + η·y·x"
    told = [
        f"The perceptron visits the points in turn, from point 1 on, and updates by {update} "
        f"with η = {draft.eta}.",
        f"A point on the line counts as {ON_LINE_COUNTS_AS[draft.tie]}.",
        f"It begins with {weights_text(tuple(map(Fraction, draft.weights)))}.",
    ]
    return " ".join(told)


def weights_text(weights: Sequence[Fraction]) -> str:
    """Write w = (1, −2), b = 3."""
    offset = f", b = {written(weights[2])}" if len(weights) == 3 else ""
    return f"w = {vector(weights[:2])}{offset}"


def answer_text(answer: Answer, name: str) -> str:
    """Write an answer to one of the questions."""
    if name == POINT:
        assert isinstance(answer, int)
        return f"point {answer + 1}"
    return weights_text(answer) if isinstance(answer, tuple) else str(answer)
