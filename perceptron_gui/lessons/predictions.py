"""Predictions: what a class is asked before a step is made; the truth is the engine's.

What is asked is about the visit after the cursor, or about the whole run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.text import count, few
from perceptron_gui.base.values import frozen_value
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import NOTATIONS, point_number
from perceptron_gui.lectures.visit import VisitContext

from .claims import parse_statement, worded
from .facts import find
from .finding.places import Missing, next_mistake
from .scenes import Scene
from .source import Entry

if TYPE_CHECKING:
    from .lesson import LessonStep

MOST_HANDS = 999  # for one answer
_MOST_CHOICES = 12
_NO, _YES = "no", "yes"
_MINUS, _PLUS = "−1", "+1"
_NONE_OF_THEM = "none of them"
TURNS = ("to the left", "to the right", "it keeps its direction")
_SIGNS = ("<=", ">=", "!=", "<", ">", "~", "=")


@frozen_value
class LessonPrediction:
    """What is asked, in words of its own where it has some."""

    ask: str
    question: str = ""
    choices: tuple[str, ...] = ()
    that: str = ""  # the fact, where a number is asked for


@frozen_value
class Asked:
    """A question, its answers, and which of them is true."""

    question: str
    answers: tuple[str, ...]
    truth: int  # the place of the true answer

    @property
    def true_answer(self) -> str:
        """The true answer in words."""
        return self.answers[self.truth]


@frozen_value
class Votes:
    """The hands for each answer, what was chosen by a click, and whether the truth is known."""

    hands: tuple[int, ...]
    chosen: int | None = None
    is_revealed: bool = False
    earlier: tuple[int, ...] = ()  # the hands of the class before

    @property
    def counted(self) -> tuple[int, ...]:
        """The hands; where nobody counted any, the choice is the only one."""
        if any(self.hands) or self.chosen is None:
            return self.hands
        return tuple(int(answer == self.chosen) for answer in range(len(self.hands)))

    def outcome(self, truth: int) -> str:
        """Say how many were right, once the truth is known."""
        now = _right(self.hands, truth)
        if not now and self.chosen is not None:
            now = "Right!" if self.chosen == truth else "Wrong."
        before = _right(self.earlier, truth)
        return f"{now} Last time {before}".strip() if before else now


def _right(hands: tuple[int, ...], truth: int) -> str:
    if not any(hands):
        return ""
    verb = "were" if hands[truth] != 1 else "was"
    return f"{hands[truth]} of {count(sum(hands), 'hand')} {verb} right."


Answers = tuple[tuple[str, ...], str]  # all of them, and the true one


def question(step: LessonStep) -> Asked:
    """Return what a step asks, and what is true; an InputError where it has no answer."""
    if step.prediction is None:
        raise InputError("this step has no prediction")
    return asked(step.prediction, step.scene)


def asked(prediction: LessonPrediction, scene: Scene) -> Asked:
    """Return the question about a scene, with the truth that the engine finds."""
    usual, answer = _ASKED[prediction.ask]
    answers, truth = answer(prediction, scene)
    return Asked(prediction.question or usual, answers, answers.index(truth))


def _next_visit(scene: Scene) -> VisitContext:
    """Return what the next visit does."""
    run, visit = scene.run_to_cursor, scene.visit + 1
    if visit > run.visits and run.cycle is not None:
        run = run.prolonged(visit)
    if visit > run.visits:
        raise InputError("the run ends here, so there is no next visit to predict")
    return VisitContext(run, visit, NOTATIONS[scene.session.notation])


def _class(prediction: LessonPrediction, scene: Scene) -> Answers:
    context = _next_visit(scene)
    if context.index is None:
        raise InputError("this visit is to several points; ask whether it is a mistake")
    predicted = context.predicted(context.index)
    if predicted is None:
        raise InputError("a point on the line is taken for nothing here; ask for a mistake")
    return (_MINUS, _PLUS), _PLUS if predicted > 0 else _MINUS


def _mistake(prediction: LessonPrediction, scene: Scene) -> Answers:
    return (_NO, _YES), _YES if _next_visit(scene).is_update else _NO


def _next(prediction: LessonPrediction, scene: Scene) -> Answers:
    run = _going_on(scene)
    count = len(run.dataset)
    if count >= _MOST_CHOICES:
        raise InputError(f"{count} points are too many to choose from; ask something else")
    found = next_mistake(run, scene.visit)
    if isinstance(found, Missing) and int(run.updates_at(scene.visit)) < len(run.history):
        raise InputError(f"{found.why}; ask something else")
    answers = tuple(f"point {point_number(i)}" for i in range(count))
    return (*answers, _NONE_OF_THEM), f"point {found}" if isinstance(found, int) else _NONE_OF_THEM


def _going_on(scene: Scene) -> Run:
    """Return the run with a round after the cursor, where it goes round for ever."""
    run = scene.run_to_cursor
    return run if run.cycle is None else run.prolonged(scene.visit + run.cycle.period_visits)


def _turn(prediction: LessonPrediction, scene: Scene) -> Answers:
    """Tell how the line of the answer turns by the next update, to the left as angles count."""
    run = _going_on(scene)
    k = int(run.updates_at(scene.visit))
    if run.dataset.dimension != 2 or run.rule.lift != "none":
        raise InputError("only a straight line in the plane turns; ask something else")
    if k >= len(run.history):
        raise InputError("there is no update after this, so the line does not turn")
    visits = scene.visit, run.history.visit_after(k + 1)
    (a, b), (c, d) = (run.space.line_of(run.result_at(visit))[0] for visit in visits)
    if not (a or b) or not (c or d):
        raise InputError("there is no line before or after the next update")
    cross = a * d - b * c
    return TURNS, TURNS[2] if not cross else TURNS[0] if cross > 0 else TURNS[1]


def _converges(prediction: LessonPrediction, scene: Scene) -> Answers:
    status = scene.run.status
    if status == "budget":
        raise InputError("the run ends by its budget, so nobody knows; ask something else")
    return (_NO, _YES), _YES if status == "converged" else _NO


def _updates(prediction: LessonPrediction, scene: Scene) -> Answers:
    updates = find(scene.run, scene.visit, "updates")
    assert isinstance(updates, int)
    if prediction.choices:
        return prediction.choices, _true_choice("updates", prediction.choices, scene)
    others = {updates, updates * 2, updates // 2, updates + 1, updates + 3}
    bound = find(scene.run, scene.visit, "bound")
    nearest = sorted(others, key=lambda each: (abs(each - updates), each))[:4]
    listed = {*nearest, bound} if isinstance(bound, int) else {*nearest}
    return tuple(map(str, sorted(listed))), str(updates)


def _number(prediction: LessonPrediction, scene: Scene) -> Answers:
    return prediction.choices, _true_choice(prediction.that, prediction.choices, scene)


def _true_choice(fact: str, choices: tuple[str, ...], scene: Scene) -> str:
    """Return the only choice that holds; each is a value, or a sign and a value, as in >= 10."""
    statements = [parse_statement(_claimed(fact, choice)) for choice in choices]
    first = statements[0]
    truth = find(scene.run_to_cursor, scene.visit, first.fact, first.index)
    holding = [
        choice
        for choice, statement in zip(choices, statements, strict=True)
        if (statement.rounded() if isinstance(truth, float) else statement).agrees(truth)
    ]
    if len(holding) == 1:
        return holding[0]
    what = f"{few(holding)} hold" if holding else "none of the choices holds"
    raise InputError(f"{what}: {fact} is {worded(truth)}; exactly one has to")


def _claimed(fact: str, choice: str) -> str:
    return f"{fact} {choice}" if choice.startswith(_SIGNS) else f"{fact} = {choice}"


# What is asked: the question unless a lesson has words of its own, and what finds the answers.
_ASKED: dict[str, tuple[str, Callable[[LessonPrediction, Scene], Answers]]] = {
    "class": ("What is the next point taken for?", _class),
    "mistake": ("Is the next visit a mistake?", _mistake),
    "next": ("Which point is the next mistake?", _next),
    "turn": ("Which way will the line turn?", _turn),
    "converges": ("Will the run converge?", _converges),
    "updates": ("How many updates will there be?", _updates),
    "number": ("What will it be?", _number),
}
_WITH_CHOICES = ("updates", "number")


def read_prediction(entry: Entry, scene: Scene) -> LessonPrediction:
    """Return the prediction of a step, which has exactly one true answer."""
    found = entry.table(("ask", "question", "choices", "that"))
    if "ask" not in found:
        raise entry.error(f"ask is missing; it is one of {', '.join(_ASKED)}")
    ask = found["ask"].one_of(_ASKED)
    choices = _read_choices(found["choices"], ask) if "choices" in found else ()
    if ("that" in found) != (ask == "number"):
        where = found.get("that", entry)
        raise where.error("that names the fact where ask is number, and only there")
    if ask == "number" and not choices:
        raise entry.error("choices are missing: what the class chooses from")
    question = found["question"].line_of_prose(300) if "question" in found else ""
    that = found["that"].line_of_text(60) if "that" in found else ""
    prediction = LessonPrediction(ask, question, choices, that)
    try:
        asked(prediction, scene)
    except InputError as error:
        raise entry.error(str(error)) from error
    except (ArithmeticError, ValueError) as error:  # weights that floats do not hold
        raise entry.error("the numbers of this run are out of reach; ask something else") from error
    return prediction


def _read_choices(entry: Entry, ask: str) -> tuple[str, ...]:
    if ask not in _WITH_CHOICES:
        raise entry.error(f"the answers to {ask} are known; only updates and number have choices")
    choices = tuple(
        str(each.value) if type(each.value) in (int, float) else each.line_of_text(60)
        for each in entry.entries(_MOST_CHOICES)
    )
    if len(choices) < 2 or len(set(choices)) < len(choices):
        raise entry.error("give at least two choices, each once")
    return choices
