"""Facts against the textbook and the lectures; whatever is wrong in a lesson gets one sentence."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.lessons.claims import Claim, parse_statement, worded
from perceptron_gui.lessons.facts import FACTS, find
from perceptron_gui.lessons.lesson import check_lesson, question
from perceptron_gui.lessons.prose import check_prose
from perceptron_gui.lessons.reader import lesson_files, lesson_from, read_lesson
from perceptron_gui.lessons.scenes import Scene
from perceptron_gui.lessons.source import LessonError
from perceptron_gui.lessons.values import Missing
from tests.conftest import WORDS, Approve
from tests.core.textbook import augmented, dot, is_mistake, perceptron

from .examples import HEAD, SCENE, STEP, lesson


def scene_of(scene: str) -> Scene:
    return lesson(scene=f"[steps.scene]\n{scene}").steps[0].scene


def truth(scene: Scene, that: str) -> bool:
    return Claim(parse_statement(that)).holds(scene).holds


# A scene, and its tie rule, step and start.
RUNS = [
    ('data = "and"\nrule = { tie = "minus" }', "minus", "1", "0 0 0"),
    ('data = "and"\nrule = { tie = "plus", eta = "0.1" }', "plus", "1/10", "0 0 0"),
    ('data = "slides"\nas_in_lecture = true', "plus", "1/10", "1/5 0 -1/10"),
    ('data = "xor"\nrule = { epochs = 9, keep_going = true }', "always", "1", "0 0 0"),
    ("points = [[1, 0.5, 1], [-0.25, 2, -1], [3, 1, -1]]", "always", "1", "0 0 0"),
]


@pytest.mark.parametrize(("text", "tie", "eta", "start"), RUNS)
def test_facts_of_every_visit_are_those_of_the_textbook(
    text: str, tie: str, eta: str, start: str
) -> None:
    scene = scene_of(text)
    run, data = scene.run, scene.session.dataset
    typed = [[Fraction(repr(v)) for v in row] for row in data.points.tolist()]
    points, labels = augmented(typed, True, Fraction(1)), data.labels.tolist()
    n, first, last = len(points), [Fraction(v) for v in start.split()], min(run.visits, 60)
    visits = [visit % n for visit in range(last)]
    trace = perceptron(points, labels, visits, first, eta=Fraction(eta), tie=tie)
    updates = [visit for visit, *_ in trace.updates]
    for visit in range(last + 1):
        weights, made = trace.weights_at(visit), [each for each in updates if each <= visit]
        scores = [dot(weights, x) for x in points]
        agreements = [y * s for y, s in zip(labels, scores, strict=True)]
        losses = [max(-a, Fraction(0)) for a in agreements]
        wrong = [is_mistake(y, s, tie) for y, s in zip(labels, scores, strict=True)]
        at_tie = {"minus": -1, "plus": 1, "always": 0}[tie]
        touched = [(each - 1) % n for each in made]
        expected: dict[str, Any] = {
            "visit": visit,
            "k": len(made),
            "weights": tuple(weights),
            "answer": tuple(weights),
            "norm_squared": dot(weights, weights),
            "errors": sum(wrong),
            "answer_errors": sum(wrong),
            "loss": sum(losses),
            "least": min(agreements),
            "mistaken": len(set(touched)),
            "score": scores,
            "agreement": agreements,
            "loss_of": losses,
            "right": [not each for each in wrong],
            "prediction": [(s > 0) - (s < 0) if s else at_tie for s in scores],
            "tally": [touched.count(i) for i in range(n)],
        }
        if len(made) < len(updates):
            expected["next_mistake"] = (updates[len(made)] - 1) % n + 1
        if visit < last:
            expected["next_point"] = visit % n + 1
        for name, value in expected.items():
            if FACTS[name].index:
                assert [find(run, visit, name, i + 1) for i in range(n)] == value
            else:
                assert find(run, visit, name) == value


AND = 'data = "and"\nrule = { tie = "minus" }\nat = "end"'


def test_numbers_of_the_lectures_are_proved_and_every_fact_is_claimed() -> None:
    checked = check_lesson(lesson_from(Path(__file__).with_name("lectures.toml")))
    assert [f"step {step}: {finding}" for step, finding in checked.wrong] == []
    claimed = {claim.statement.fact for step in checked.lesson.steps for claim in step.claims}
    of_visits = "visit weights agreement prediction tally next_point next_mistake mistaken"
    assert set(FACTS) <= claimed | set(of_visits.split())


EDGES = "points = [[-1, 1], [1e-75, -1], [1e75, -1], [0, 1]]"
ODD = [
    *(
        ('data = "and"', rule, more)
        for rule in RULES
        for more in ("", "offset = false, epochs = 9", 'lift = "product", arithmetic = "float64"')
    ),
    *(
        (EDGES, rule, 'eta = "1e75", lift = "quadratic", epochs = 20')
        for rule in ("pocket", "sgd", "least-squares", "batch")
    ),
]


@pytest.mark.parametrize(("data", "rule", "more"), ODD)
def test_every_fact_of_every_rule_is_found_or_told_to_be_none(
    data: str, rule: str, more: str
) -> None:
    options = ", ".join(filter(None, (f'name = "{rule}"', more)))
    scene = scene_of(f'{data}\nrule = {{ {options} }}\nat = "end"')
    for name, fact in FACTS.items():
        try:
            found = find(scene.run_to_cursor, scene.visit, name, 1 if fact.index else None)
        except InputError as error:
            assert str(error)
            continue
        assert worded(found)
        if isinstance(found, Missing):
            assert str(found)
        elif fact.kind == "word":
            assert found in fact.words
        else:
            kinds = {"count": int, "number": Fraction | float | int, "truth": bool, "vector": tuple}
            assert isinstance(found, kinds[fact.kind]), (name, found)


def test_a_place_in_a_cycle_is_beyond_what_was_computed() -> None:
    scene = scene_of('data = "offset-needed"\nas_in_lecture = true\nat = 402')
    assert scene.run.visits == 4
    assert truth(scene, "weights = (-1, -1)")
    assert truth(scene, "updates = 3")
    assert truth(scene, "k = 302")
    assert truth(scene, "tally[2] = 101")


def test_facts_that_take_too_long_are_refused_with_a_sentence() -> None:
    many = scene_of('data = "blobs:n=50"')
    finding = Claim(parse_statement("orders.best = 1")).holds(many)
    assert not finding.holds
    assert "all orders are tried of at most 7 points" in finding.truth


def test_facts_of_a_kernel_are_those_where_it_takes_the_points() -> None:
    """k = (1 + ⟨x, z⟩)² on XOR of ±1: w = Σ yφ(x) = 4w* has ‖w‖² = 32 and y·s = 8."""
    scene = scene_of('data = "xor-pm"\nrule = { rule = "kernel", kernel = "poly", degree = 2 }')
    run, end = scene.run, scene.run.visits
    assert find(run, end, "norm_squared") == 32
    assert find(run, end, "agreement", 1) == 8
    assert find(run, end, "angle_to_best") == pytest.approx(0, abs=1e-5)
    assert find(run, end, "margin_squared") == 2
    # ‖w − αw*‖², with w = 4w* and ‖w*‖² = 2.
    scale = run.bounds.distance_scale if run.bounds else 0
    assert find(run, end, "distance_squared") == 2 * (4 - scale) ** 2
    assert find(run, 0, "distance_squared") == 2 * scale**2


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
