"""Facts against an obvious perceptron and the numbers of the lectures; how claims are compared."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.lessons.claims import Claim, parse_statement, worded
from perceptron_gui.lessons.facts import FACTS, Missing, find
from perceptron_gui.lessons.lesson import check_lesson
from perceptron_gui.lessons.reader import lesson_from
from perceptron_gui.lessons.scenes import Scene
from tests.core.strategies import trained

from .examples import Vector, lesson, plain_perceptron, product


def scene_of(scene: str) -> Scene:
    return lesson(scene=f"[steps.scene]\n{scene}").steps[0].scene


def truth(scene: Scene, that: str) -> bool:
    return Claim(parse_statement(that)).holds(scene).holds


RUNS = [
    ('data = "and"\nrule = { tie = "minus" }', "minus", "1", "0 0 0"),
    ('data = "and"\nrule = { tie = "plus", eta = "0.1" }', "plus", "1/10", "0 0 0"),
    ('data = "slides"\nas_in_lecture = true', "plus", "1/10", "1/5 0 -1/10"),
    (
        'data = "xor"\nrule = { tie = "always", epochs = 9, keep_going = true }',
        "always",
        "1",
        "0 0 0",
    ),
    ("points = [[1, 0.5, 1], [-0.25, 2, -1], [3, 1, -1]]", "always", "1", "0 0 0"),
]


@pytest.mark.parametrize(("text", "tie", "eta", "start"), RUNS)
def test_facts_of_every_visit_are_those_of_an_obvious_perceptron(
    text: str, tie: str, eta: str, start: str
) -> None:
    scene = scene_of(text)
    run, data = scene.run, scene.session.dataset
    points: list[tuple[Vector, int]] = [
        ([Fraction(repr(v)) for v in row] + [Fraction(1)], int(label))
        for row, label in zip(data.points.tolist(), data.labels, strict=True)
    ]
    first = [Fraction(v) for v in start.split()]
    last = min(run.visits, 60)
    path = plain_perceptron(points, tie, Fraction(eta), first, last)
    k = 0
    for visit, weights in enumerate(path):
        k += visit > 0 and weights != path[visit - 1]
        agreements = [y * product(weights, x) for x, y in points]
        wrong = [
            a < 0 or (a == 0 and {"minus": y > 0, "plus": y < 0, "always": True}[tie])
            for a, (_, y) in zip(agreements, points, strict=True)
        ]
        assert find(run, visit, "visit") == visit
        assert find(run, visit, "k") == k
        assert find(run, visit, "weights") == tuple(weights)
        assert find(run, visit, "answer") == tuple(weights)
        assert find(run, visit, "norm_squared") == product(weights, weights)
        assert find(run, visit, "errors") == find(run, visit, "answer_errors") == sum(wrong)
        assert find(run, visit, "loss") == sum(max(-a, Fraction(0)) for a in agreements)
        for i, (a, (x, y)) in enumerate(zip(agreements, points, strict=True), 1):
            assert find(run, visit, "score", i) == product(weights, x)
            assert find(run, visit, "agreement", i) == a
            assert find(run, visit, "loss_of", i) == max(-a, Fraction(0))
            assert find(run, visit, "right", i) is not wrong[i - 1]
            at_tie = {"minus": -1, "plus": 1, "always": 0}[tie]
            assert find(run, visit, "prediction", i) == (a * y > 0) - (a * y < 0) or (
                a == 0 and find(run, visit, "prediction", i) == at_tie
            )
            mistakes = [
                v for v in range(visit) if path[v] != path[v + 1] and v % len(points) == i - 1
            ]
            assert find(run, visit, "tally", i) == len(mistakes)
        assert find(run, visit, "least") == min(agreements)
        touched = {v % len(points) for v in range(visit) if path[v] != path[v + 1]}
        assert find(run, visit, "mistaken") == len(touched)
        changes = [v for v in range(visit, last) if path[v] != path[v + 1]]
        if changes:
            assert find(run, visit, "next_mistake") == changes[0] % len(points) + 1
        if visit < last:
            assert find(run, visit, "next_point") == visit % len(points) + 1


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
