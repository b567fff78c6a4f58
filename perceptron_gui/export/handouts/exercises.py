"""You are the perceptron as a page for the browser: the exercises, and what every answer tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from perceptron_gui.base.resources import VERSION
from perceptron_gui.document.embed.carrier import embed
from perceptron_gui.document.model.session import Session, write_session
from perceptron_gui.exercises.bank import TITLE
from perceptron_gui.exercises.diagnosing import diagnose
from perceptron_gui.exercises.making import LEVELS, WEIGHTS, Answer, ExerciseStep, MadeExercise
from perceptron_gui.exercises.score import FORMAT
from perceptron_gui.exercises.words import QUESTIONS, TODO, rule_text
from perceptron_gui.export.pages.live import LiveScene, options_in_browser
from perceptron_gui.export.pages.page import PageLesson, page_html
from perceptron_gui.figures.model.label import from_user
from perceptron_gui.figures.model.theme import Theme
from perceptron_gui.lectures.notation import NOTATIONS

_OTHER = "*"  # an answer that no misconception explains
_SLIP = -1  # such an answer
_RANGE = (-5.0, 5.0, -5.0, 5.0)  # of the plane, so that the line of larger weights is seen, too
_TODO = TODO | {WEIGHTS: "Type the weights; the line follows."}  # it is not dragged in the browser


def exercises_page(by_level: Mapping[int, Sequence[MadeExercise]], theme: Theme) -> bytes:
    """Return a page with the exercises of some levels, each from the same first seed on."""
    first, *others = next(iter(by_level.values()))
    session = Session(first.run.dataset, TITLE, (first.run.rule,), program=VERSION)
    told = {
        "format": FORMAT,
        "questions": QUESTIONS,
        "todo": _TODO,
        "first": first.seed,
        "count": 1 + len(others),
        "levels": {
            str(level): {"title": LEVELS[level].title, "exercises": list(map(_exercise, made))}
            for level, made in by_level.items()
        },
    }
    notation = replace(NOTATIONS[session.notation], line_offset="b")  # as in the questions
    scene = LiveScene(first.run, notation, session, 0, _RANGE)
    page = page_html(
        from_user(TITLE), [scene], theme, VERSION, lesson=PageLesson("", (), exercises=told)
    )
    return embed(page, "html", write_session(session))


def _exercise(made: MadeExercise) -> dict[str, Any]:
    draft, options = made.draft, options_in_browser(made.run.rule, 2)
    return {
        "points": [list(map(str, point)) for point in draft.points],
        "labels": draft.labels,
        "rule": {name: options[name] for name in ("eta", "tie", "offset", "init")},
        "told": rule_text(made),
        "steps": [_question(made, step) for step in made.steps],
    }


def _question(made: MadeExercise, step: ExerciseStep) -> dict[str, Any]:
    """Return a question with the misconception and the words for every answer."""
    told = {}
    for answer in (step.right, *step.wrong, _SLIP):
        found = diagnose(made, step, answer)
        told[_OTHER if answer == _SLIP else _key(answer)] = [found.misconception, found.words]
    return {"name": step.name, "right": _key(step.right), "told": told}


def _key(answer: Answer) -> str:
    """Write an answer as the script does."""
    return ",".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)
