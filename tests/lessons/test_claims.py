"""Facts against an obvious perceptron and the numbers of the lectures; how claims are compared."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.lessons.claims import Claim, parse_statement, worded
from perceptron_gui.lessons.facts import FACTS, Missing, find
from perceptron_gui.lessons.lesson import check_lesson
from perceptron_gui.lessons.reader import lesson_from
from perceptron_gui.lessons.scenes import Scene
from tests.core.strategies import trained
from tests.core.textbook import augmented, dot, is_mistake, perceptron

from .examples import lesson


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
            assert found.why
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


def test_no_margin_is_claimed_that_floats_cannot_tell() -> None:
    kernel = 'rule = "kernel", kernel = "gaussian", width = "{}", epochs = 3'
    wide, usual = (
        scene_of(f'data = "xor"\nrule = {{ {kernel.format(width)} }}') for width in ("1e7", "1")
    )
    assert isinstance(find(wide.run, 0, "margin_squared"), Missing)
    assert not isinstance(find(usual.run, 0, "margin_squared"), Missing)
    assert truth(wide, "separable = true") and truth(usual, "separable = true")
    assert isinstance(find(wide.run, 3, "angle_to_best"), Missing)


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


def test_lines_enclose_the_angle_of_the_weights_only_without_an_offset() -> None:
    names = "angle_to_best", "line_angle_to_best"
    with_offset, without = (trained("three-points", offset=offset) for offset in (True, False))
    assert len({find(with_offset, with_offset.visits, name) for name in names}) == 2
    assert len({find(without, without.visits, name) for name in names}) == 1
    assert isinstance(find(trained("and", rule="kernel"), 6, "line_angle_to_best"), Missing)
