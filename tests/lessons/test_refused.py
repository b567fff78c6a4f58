"""Whatever is wrong in a lesson gets one sentence with file, line and key, as approved."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial

import pytest

from perceptron_gui.base.errors import InputError
from perceptron_gui.lessons.claims import Claim, parse_statement
from perceptron_gui.lessons.lesson import check_lesson, question
from perceptron_gui.lessons.prose import check_prose
from perceptron_gui.lessons.reader import lesson_files, read_lesson
from perceptron_gui.lessons.source import LessonError
from tests.conftest import WORDS, Approve

from .examples import HEAD, SCENE, STEP, lesson

# What is read stands behind this sign in the approved text, and below it what is said of it.
_SIGN = ">"


def refusal(read: Callable[[str], object], text: str) -> str:
    """Return why a text is refused."""
    with pytest.raises(InputError) as caught:
        read(text)
    return str(caught.value)


def lesson_refusal(text: str) -> str:
    said = refusal(partial(read_lesson, name="x.toml"), text)
    assert said.startswith("x.toml, line ")
    return said


def judged(claim: str) -> str:
    """Say whether a claim holds at the end of AND."""
    return str(
        Claim(parse_statement(claim)).holds(lesson(scene=f'{SCENE}at = "end"').steps[0].scene)
    )


def answers(text: str) -> str:
    """Return the question of a lesson and its answers, the true one marked."""
    found = question(read_lesson(text, "x.toml").steps[0])
    marked = [f"*{each}*" if n == found.truth else each for n, each in enumerate(found.answers)]
    return f"{found.words} {', '.join(marked)}"


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("bad_lessons", lesson_refusal),
        ("bad_claims", partial(refusal, parse_statement)),
        ("bad_prose", partial(refusal, check_prose)),
        ("claims", judged),
        ("questions", answers),
    ],
)
def test_every_text_is_answered_as_approved(
    name: str, answer: Callable[[str], str], approve: Approve
) -> None:
    approved = (WORDS / f"{name}.txt").read_text(encoding="utf-8")
    told: list[str] = []
    for block in approved.rstrip("\n").split("\n\n"):
        lines = [line for line in block.splitlines() if line.startswith(_SIGN)]
        said = answer("\n".join(line.removeprefix(_SIGN).removeprefix(" ") for line in lines))
        assert "\n" not in said
        told.append("\n".join([*lines, said]))
    approve(name, "\n\n".join(told))


def test_long_texts_are_refused() -> None:
    with pytest.raises(InputError, match="steps: has 201 entries; at most 200"):
        read_lesson(HEAD + STEP * 201, "x.toml")
    with pytest.raises(InputError):
        check_prose("$" + "{" * 5000 + "$")


LESSONS = [path.read_text(encoding="utf-8") for path in lesson_files().values()]
GOOD = lesson_files()["001-follow-theta"].read_text(encoding="utf-8")
NAME = "somewhere/bad.toml"
PLACE = re.compile(r"^somewhere/bad\.toml(, line \d+(, [^:]+)?)?: .")
JUNK = (
    '0', '-1', '1e400', 'nan', 'true', '""', '"\\u0000"', '[]', '[[]]', '{}', '{ x = 1 }', '"x"',
    '[1, "a", {}]', '2026-11-17', '99999999999999999999', '"/etc/passwd"', '"../x.csv"', '"-"',
    "'''", '"""', '"k=-1"', '"k=3"', '"end"', '"$"', '"<b>"', '"none"', '{ offset = 1 }', '"\\"',
    '{ epochs = 4611686018427387903, order = "random" }', '{ rule = "batch", lift = "product" }',
    '{ name = "sgd", loss = "logistic" }', '"blobs:n=2001"', '"blobs:n=-1"', '"moons:noise=9"',
    '[[1, 2, 1], [1, 2, -1]]', '[[0, 0, 1]]',
    '["updates = 1", "orders.best = none"]', '"' + "a" * 9000 + '"',
)  # fmt: skip
SPANS = r"(?<== )[^\n]+$", r'"[^"\n]*"|\b\d+\b', r"^.*\n", r"[^\n]{0,3}"


def broken(text: str, span: str, chance: random.Random) -> str:
    """Put something else in the place of a value, a word, a line or a few signs."""
    found = chance.choice(list(re.finditer(span, text, re.MULTILINE)))
    other = "" if span.startswith("^") else chance.choice(JUNK)
    return text[: found.start()] + other + text[found.end() :]


def problem_with(text: str) -> str:
    """Return what is said of a lesson; anything but a LessonError fails the test."""
    try:
        lesson = read_lesson(text, NAME)
    except LessonError as error:
        return str(error)
    for step, finding in check_lesson(lesson).wrong:
        assert step > 0
        assert finding.truth
        assert finding.line > 0
    return ""


@pytest.mark.parametrize("span", SPANS)
def test_a_broken_lesson_gets_a_sentence_with_its_place(span: str) -> None:
    chance = random.Random(span)
    for _ in range(24):
        text = chance.choice(LESSONS)
        for _ in range(chance.choice((1, 1, 1, 2, 5))):
            text = broken(text, span, chance)
        said = problem_with(text)
        assert not said or PLACE.match(said)
        assert "\n" not in said and len(said) < 700


def test_the_line_that_is_named_is_the_line_that_is_wrong() -> None:
    for number, line in enumerate(GOOD.splitlines(), 1):
        if line.startswith("title = "):
            lines = GOOD.splitlines()
            lines[number - 1] = "title = 3"
            said = problem_with("\n".join(lines))
            assert f", line {number}, " in said
            assert said.endswith("title: must be a text in quotes, not a whole number")
