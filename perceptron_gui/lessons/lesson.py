"""A lesson as a value: steps with scenes, questions and tasks, and the proof of all it claims.

A question of a lesson is answered by the run of its scene.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.text import few, quoted
from perceptron_gui.core.data.library import LECTURES
from perceptron_gui.document.model.session import Session
from perceptron_gui.lectures.notation import DEFAULT as DEFAULT_NOTATION
from perceptron_gui.lectures.notation import NOTATIONS, point_number
from perceptron_gui.lectures.visit import VisitContext
from perceptron_gui.theory.run_text.poll import PollQuestion, change_question, class_question
from perceptron_gui.theory.run_text.words import ending, visit_words

from .claims import NONE, Claim, Finding, parse_statement, with_signs, worded
from .facts import FACTS, find
from .scenes import Scene, SceneChange
from .source import Entry
from .values import Missing

About = Literal["visit", "update", "run", "fact"]  # visit and update: the next one
_MOST_CHOICES, _LONGEST_WHY = 12, 300
_NONE_OF_THEM = "none of them"
POINTS = "points"  # which a task may need to be changed, beside options
TURNS = ("to the left", "to the right", "it keeps its direction")
_SIGNS = ("<=", ">=", "!=", "<", ">", "~", "=")  # that a choice may begin with


@dataclass(frozen=True)
class LessonPrediction:
    """A question as a lesson file asks it."""

    ask: str
    question: str = ""  # in the lesson's own words
    choices: tuple[str, ...] = ()
    that: str = ""  # the fact, where a number is asked for
    why: tuple[tuple[str, str], ...] = ()  # answers, and why each is wrong; "" for all others

    @property
    def about(self) -> About:
        """What the question is about."""
        return _ASKED[self.ask][0]


def question(step: LessonStep) -> PollQuestion:
    """Return the question of a step; an InputError where it has no true answer."""
    if step.prediction is None:
        raise InputError("this step has no prediction")
    return _question(step.prediction, step.scene)


def _question(prediction: LessonPrediction, scene: Scene) -> PollQuestion:
    _about, ask = _ASKED[prediction.ask]
    asked = ask(prediction, scene)
    written = {_typed(answer): why for answer, why in prediction.why}
    usual = written.pop("", "") or _explained(prediction, scene)
    places = {_typed(answer): place for place, answer in enumerate(asked.answers)}
    why = [usual] * len(places)
    for answer, sentence in written.items():
        if answer not in places:
            raise InputError(f"why: {quoted(answer)} is no answer; {few(asked.answers)} are")
        why[places[answer]] = sentence
    return replace(asked, words=prediction.question or asked.words, why=tuple(why))


def _typed(answer: str) -> str:
    return with_signs(answer).replace("−", "-")


def _of_answers(words: str, answers: tuple[str, ...], truth: str) -> PollQuestion:
    return PollQuestion(words, tuple(map(with_signs, answers)), answers.index(truth))


def asked_visit(prediction: LessonPrediction, scene: Scene) -> VisitContext | None:
    """Return the next visit, or that of the next update, where a question is about it.

    None where the run ends before.
    """
    run, visit = scene.run_to_cursor, scene.visit + 1
    if run.cycle is not None:
        run = run.prolonged(scene.visit + run.cycle.period_visits)
    if prediction.about == "update":
        k = int(run.updates_at(scene.visit))
        if k >= len(run.history):
            return None
        visit = run.history.visit_after(k + 1)
    if visit > run.visits:
        return None
    return VisitContext(run, visit, NOTATIONS[scene.session.notation])


def _next_visit(prediction: LessonPrediction, scene: Scene) -> VisitContext:
    context = asked_visit(prediction, scene)
    if context is None:
        raise InputError("the run ends here, so there is no next visit to predict")
    return context


def _ask_class(prediction: LessonPrediction, scene: Scene) -> PollQuestion:
    context = _next_visit(prediction, scene)
    if context.index is None:
        raise InputError("this visit is to several points; ask whether it is a mistake")
    return class_question(context, context.index)


def _ask_mistake(prediction: LessonPrediction, scene: Scene) -> PollQuestion:
    return change_question(_next_visit(prediction, scene))


def _ask_next(prediction: LessonPrediction, scene: Scene) -> PollQuestion:
    count = len(scene.session.dataset)
    if count >= _MOST_CHOICES:
        raise InputError(f"{count} points are too many to choose from; ask something else")
    context = asked_visit(prediction, scene)
    run = scene.run_to_cursor if context is None else context.run
    found = find(run, scene.visit, "next_mistake")
    if isinstance(found, Missing) and context is not None:
        raise InputError(f"{found}; ask something else")
    points = tuple(f"point {point_number(i)}" for i in range(count))
    truth = f"point {found}" if isinstance(found, int) else _NONE_OF_THEM
    return _of_answers("Which point is the next mistake?", (*points, _NONE_OF_THEM), truth)


def _ask_turn(prediction: LessonPrediction, scene: Scene) -> PollQuestion:
    """Ask how the next update turns the line of the answer; to the left is counterclockwise."""
    context = asked_visit(prediction, scene)
    dataset, rule = scene.session.dataset, scene.rule
    if dataset.dimension != 2 or rule.lift != "none":
        raise InputError("only a straight line in the plane turns; ask something else")
    if context is None:
        raise InputError("there is no update after this, so the line does not turn")
    run, visits = context.run, (scene.visit, context.visit)
    (a, b), (c, d) = (run.space.line_of(run.result_at(visit))[0] for visit in visits)
    if not (a or b) or not (c or d):
        raise InputError("there is no line before or after the next update")
    cross = a * d - b * c
    truth = TURNS[2] if not cross else TURNS[0] if cross > 0 else TURNS[1]
    return _of_answers("Which way will the line turn?", TURNS, truth)


def _ask_converges(prediction: LessonPrediction, scene: Scene) -> PollQuestion:
    status = scene.run.status
    if status == "budget":
        raise InputError("the run stopped at its limit, so nobody knows; ask something else")
    return PollQuestion("Will the run converge?", ("no", "yes"), int(status == "converged"))


def _ask_updates(prediction: LessonPrediction, scene: Scene) -> PollQuestion:
    updates = find(scene.run, scene.visit, "updates")
    assert isinstance(updates, int)
    words = "How many updates will there be?"
    if prediction.choices:
        truth = _true_choice("updates", prediction.choices, scene)
        return _of_answers(words, prediction.choices, truth)
    # Wrong answers lie near the truth, and the bound of the theorem is one of them.
    others = {updates, updates * 2, updates // 2, updates + 1, updates + 3}
    bound = find(scene.run, scene.visit, "bound")
    nearest = sorted(others, key=lambda each: (abs(each - updates), each))[:4]
    listed = {*nearest, bound} if isinstance(bound, int) else {*nearest}
    return _of_answers(words, tuple(map(str, sorted(listed))), str(updates))


def _explained(prediction: LessonPrediction, scene: Scene) -> str:
    """Return why the true answer is true."""
    if prediction.about == "run":
        return ending(scene.run).full
    if prediction.about == "fact":
        said = parse_statement(f"{prediction.that} = {NONE}")
        truth = find(scene.run_to_cursor, scene.visit, said.fact, said.index)
        meaning = FACTS[said.fact].meaning
        return f"{meaning[:1].upper()}{meaning[1:]}: {worded(truth)}."
    context = asked_visit(prediction, scene)
    return "No later visit changes the weights." if context is None else visit_words(context).full


def _ask_number(prediction: LessonPrediction, scene: Scene) -> PollQuestion:
    truth = _true_choice(prediction.that, prediction.choices, scene)
    return _of_answers("What will it be?", prediction.choices, truth)


def _true_choice(fact: str, choices: tuple[str, ...], scene: Scene) -> str:
    """Return the only choice that holds; each is a value, or a sign and a value, as in >= 10."""
    statements = [
        parse_statement(f"{fact} {choice}" if choice.startswith(_SIGNS) else f"{fact} = {choice}")
        for choice in choices
    ]
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


# What each kind of question is about, and what finds its answers.
_ASKED: dict[str, tuple[About, Callable[[LessonPrediction, Scene], PollQuestion]]] = {
    "class": ("visit", _ask_class),
    "mistake": ("visit", _ask_mistake),
    "next": ("update", _ask_next),
    "turn": ("update", _ask_turn),
    "converges": ("run", _ask_converges),
    "updates": ("run", _ask_updates),
    "number": ("fact", _ask_number),
}
_WITH_CHOICES = ("updates", "number")


def read_prediction(entry: Entry, scene: Scene) -> LessonPrediction:
    """Return the prediction of a step, which has exactly one true answer."""
    found = entry.table(("ask", "question", "choices", "that", "why"))
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
    why = _read_why(found["why"]) if "why" in found else ()
    prediction = LessonPrediction(ask, question, choices, that, why)
    try:
        _question(prediction, scene)
    except InputError as error:
        raise entry.error(str(error)) from error
    except (ArithmeticError, ValueError) as error:  # weights that floats do not hold
        raise entry.error("the numbers of this run are out of reach; ask something else") from error
    return prediction


def _read_why(entry: Entry) -> tuple[tuple[str, str], ...]:
    """Return why answers are wrong: a sentence for all of them, or one for each."""
    if isinstance(entry.value, str):
        return (("", entry.line_of_prose(_LONGEST_WHY)),)
    found = entry.options(_MOST_CHOICES)
    return tuple((answer, each.line_of_prose(_LONGEST_WHY)) for answer, each in found.items())


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


@dataclass(frozen=True)
class LessonTask:
    """What a student is to make; conditions are about the run's end unless they say where."""

    text: str
    conditions: tuple[Claim, ...]
    hint: str = ""
    solution: SceneChange | None = None

    def check(self, session: Session) -> list[Finding]:
        """Return for every condition whether a session meets it, and what is true instead."""
        scene = Scene(replace(session, cursor="end"))
        return [condition.holds(scene) for condition in self.conditions]

    def needs(self, scene: Scene) -> tuple[str, ...]:
        """Return what its solution changes: options by their names, and the points."""
        solution = self.solved(scene)
        if solution is None:
            return ()
        before, after = scene.rule.options(), solution.rule.options()
        assert self.solution is not None
        options = [name for name in self.solution.rule if before[name] != after[name]]
        has_other = solution.session.dataset != scene.session.dataset
        return (*options, POINTS) if has_other else tuple(options)

    def solved(self, scene: Scene) -> Scene | None:
        """Return the scene of the solution, if there is one."""
        if self.solution is None:
            return None
        return self.solution.apply(scene, scene.session.notation)


@dataclass(frozen=True)
class LessonStep:
    """One step: what is said, shown, hidden, asked and claimed."""

    title: str
    scene: Scene
    prose: str = ""
    notes: str = ""  # for the presenter
    hide: tuple[str, ...] = ()  # future, verdict, or panels
    claims: tuple[Claim, ...] = ()
    prediction: LessonPrediction | None = None
    task: LessonTask | None = None


# The lessons in the order in which they are best gone through, by what they are about.
# fmt: off
TOPICS = {
    "First steps": (
        "and-by-yourself", "vectors", "repairing", "follow-theta", "line-by-line", "ties",
    ),
    "Why it stops": ("squeeze", "why-it-converges", "how-tight", "any-order"),
    "What it cannot do": ("neuron", "xor", "lifting", "only-mistakes"),
    "Beyond": (
        "averaged-voted-pocket", "training-and-testing", "two-margins", "iris",
        "loss-and-gradient", "fit-and-descent", "regularisation", "misprint",
    ),
}
# fmt: on


@dataclass(frozen=True)
class Lesson:
    """What a lesson is about, and its steps; `name` is its file name without the ending."""

    name: str
    title: str
    lecture: str = ""  # its number
    pages: str = ""  # where in the lecture
    language: str = "en"
    minutes: int = 10
    goals: tuple[str, ...] = ()
    symbols: str = DEFAULT_NOTATION
    step_titles: tuple[str, ...] = ()
    steps: tuple[LessonStep, ...] = ()  # none where only the heading was read

    @property
    def source(self) -> str:
        """Where it comes from, as it is cited: CMU (Póczos), slides 12 to 16."""
        parts = (LECTURES.get(self.lecture, ""), self.pages)
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True)
class CheckedLesson:
    """What was found of a lesson; `count` claims and conditions were looked at."""

    lesson: Lesson
    wrong: tuple[tuple[int, Finding], ...]  # the step, counted from 1, and what is false in it
    count: int

    @property
    def is_true(self) -> bool:
        """Tell whether everything holds."""
        return not self.wrong


def check_lesson(lesson: Lesson) -> CheckedLesson:
    """Prove what a lesson says, or find what is false."""
    found = [
        (number, finding)
        for number, step in enumerate(lesson.steps, 1)
        for finding in findings(step)
    ]
    wrong = tuple(each for each in found if not each[1].holds)
    return CheckedLesson(lesson, wrong, len(found))


def findings(step: LessonStep) -> Iterator[Finding]:
    """Yield what is true of every claim of a step, and of the solution of its task."""
    for claim in step.claims:
        yield claim.holds(step.scene)
    task = step.task
    if task is None:
        return
    solution = task.solved(step.scene)
    if solution is not None:
        yield from task.check(solution.session)
