"""Predictions: what a class is asked before a step is made; the truth is the engine's."""

from __future__ import annotations

from perceptron_gui.base.errors import InputError
from perceptron_gui.base.values import frozen_value

from .claims import FactStatement, parse_statement
from .source import Entry

# What is asked, and the question unless the lesson has words of its own.
ASKED = {
    "class": "What is the next point taken for?",
    "mistake": "Is the next visit a mistake?",
    "next": "Which point is the next mistake?",
    "turn": "Which way will the line turn?",
    "converges": "Will the run converge?",
    "updates": "How many updates will there be?",
    "number": "What will it be?",
}
_WITH_CHOICES = ("updates", "number")
_MOST_CHOICES = 8


@frozen_value
class LessonPrediction:
    """What is asked of the visit after the cursor, or of the whole run."""

    ask: str
    question: str = ""
    choices: tuple[str, ...] = ()
    that: str = ""  # the fact, where a number is asked for


def read_prediction(entry: Entry) -> LessonPrediction:
    """Return the prediction of a step."""
    found = entry.table(("ask", "question", "choices", "that"))
    if "ask" not in found:
        raise entry.error(f"ask is missing; it is one of {', '.join(ASKED)}")
    ask = found["ask"].one_of(ASKED)
    choices: tuple[str, ...] = ()
    if "choices" in found:
        if ask not in _WITH_CHOICES:
            why = f"the answers to {ask} are known; only updates and number have choices"
            raise found["choices"].error(why)
        listed = found["choices"].entries(_MOST_CHOICES)
        choices = tuple(_choice(each) for each in listed)
        if len(set(choices)) < 2 or len(set(choices)) < len(choices):
            raise found["choices"].error("give at least two choices, each once")
    if ("that" in found) != (ask == "number"):
        where = found.get("that", entry)
        raise where.error("that names the fact where ask is number, and only there")
    that = _fact(found["that"]).text.removesuffix(" = none") if "that" in found else ""
    if ask == "number" and not choices:
        raise entry.error("choices are missing: what the class chooses from")
    question = found["question"].line_of_text(300) if "question" in found else ""
    return LessonPrediction(ask, question, choices, that)


def _choice(entry: Entry) -> str:
    if type(entry.value) in (int, float):
        return str(entry.value)
    return entry.line_of_text(60)


def _fact(entry: Entry) -> FactStatement:
    try:
        return parse_statement(f"{entry.line_of_text(60)} = none")
    except InputError as error:
        raise entry.error(str(error)) from error
