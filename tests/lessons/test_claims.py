"""Facts against an obvious perceptron and the numbers of the lectures; how claims are compared."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

import pytest

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.rules.options import RULES
from perceptron_gui.document.model.session import Session
from perceptron_gui.lessons.claims import Claim, parse_statement, worded
from perceptron_gui.lessons.facts import FACTS, evaluate, find
from perceptron_gui.lessons.scenes import Scene
from perceptron_gui.lessons.values import Missing
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
PROVED = {
    AND: """points = 4, positive = 1, negative = 3, dimension = 2, updates = 10, visits = 24,
        epochs = 6, status = converged, converged = true, diverged = false, arithmetic = exact,
        separable = true, margin_squared = 1/17, radius_squared = 3, bound = 51, bound.exact = 51,
        bound.distance = 51, cycle.period = none, certificate = none, orders.longest = 12,
        orders.shortest = 5, orders.best = 10, orders.worst <= 12, epoch = 6, k = 10, errors = 0,
        limit = none, end.errors = 0, labellings = 16, labellings.separable = 14""",
    'data = "and"\nrule = { eta = 2 }\nat = "end"': "updates = 18",
    'data = "and"\nat = "end"': """updates = 18, norm_squared = 29, upper = 54, lower ~ 19.06,
        lower = 324/17, bound.norm = 153""",
    'data = "and"': "distance_squared = 153, bound.by_weights = none, reached = none",
    'data = "and"\nrule = { tie = "plus", init = "0.1,0.1,-0.15" }': """least = 1/20,
        norm_squared = 17/400, bound.by_weights = 51, bound.slide = 2.55, reached ~ 0.242536""",
    'data = "and"\nat = 1': "distance_squared = 136, k = 1",
    'data = "which-side"\nas_in_lecture = true': """from_line[4] ~ 0.8321, angle[4] ~ 168.7,
        ramp[2] ~ 1.0, ramp[1] ~ 0.0, logistic[2] ~ 0.7311, tanh[2] ~ 0.7616, tanh[1] < -0.9""",
    'data = "and"\nrule = { tie = "plus" }': "from_line[1] = none, angle[1] = none",
    'data = "and"\nrule = { name = "perceptron", tie = "plus", eta = "0.1" }': "updates = 11",
    'data = "and"\nrule = { tie = "plus", eta = "0.1", arithmetic = "float" }': """updates = 8,
        arithmetic = float64""",
    'data = "and"\nrule = { tie = "never" }': "updates = 0",
    'data = "and"\nrule = { name = "least-squares" }\nat = "end"': """answer = (1, 1, -1.5),
        errors = 0, limit ~ 0.15693, limit < 0.173, bound = none""",
    'data = "and"\nrule = { name = "least-squares", solver = "gd", eta = 9 }': "diverged = true",
    'points = [[-1, -1], [0, -1], [1, 1], [100, 1]]\nrule = { name = "least-squares" }\nat = "end"':
        "score[3] ~ -0.326, right[3] = false, dimension = 1, end.errors = 1",
    'points = [[-1, -1], [0, -1], [1, 1], [100, 1]]': "updates = 3",
    'data = "slides"\nas_in_lecture = true\nat = 2': """weights = (0.3, 0, -0.1), crossing[1] = 1/3,
        crossing[2] = none, right[1] = false, score[1] = 0.2, loss_of[1] = 1/5, bound = 40,
        updates = 3""",
    'data = "xor"\nrule = { tie = "plus" }': "loss = 0, errors = 2, separable = false",
    'data = "xor-pm"\nas_in_lecture = "002"': "certificate = (1/2, 0, 0, 1/2)",
    'data = "xor-pm"': """certificate = (1/4, 1/4, 1/4, 1/4),
        margin_squared = none, leave_one_out = none""",
    'data = "xor-pm"\nrule = { lift = "product", order = "first-mistake" }': """bound = 4,
        updates = 4""",
    'data = "offset-needed"\nas_in_lecture = true': """cycle.period = 4, cycle.updates = 3,
        cycle.start = 0, status = cycle, converged = false""",
    'data = "three-points"\nas_in_lecture = true\nrule = { name = "averaged", epochs = 1 }\nat = 3':
        "answer = (2, -1/3), answer_errors = 1",
    'data = "three-points"\nas_in_lecture = true': """orders.best = 2, orders.worst = 2,
        orders.lines = 2, orders.weights = 2, orders.converged = 6, leave_one_out <= 3""",
    'data = "and"\nrule = { name = "sgd", loss = "logistic", eta = 0.5, epochs = 50 }\nat = "end"':
        """angle_to_best ~ 0.592, line_angle_to_best ~ 0.810, own_loss < 4,
        separator = (2/17, 2/17, -3/17)""",
}  # fmt: skip


@pytest.mark.parametrize(("scene", "claims"), PROVED.items())
def test_numbers_of_the_lectures_are_proved(scene: str, claims: str) -> None:
    made = scene_of(scene)
    listed = [" ".join(part) for part in _claims(claims)]
    false = [
        str(Claim(parse_statement(that)).holds(made)) for that in listed if not truth(made, that)
    ]
    assert false == []


def _claims(text: str) -> list[list[str]]:
    """Return claims parted by commas; those inside of parentheses part nothing."""
    depth = itertools.accumulate((c == "(") - (c == ")") for c in text)
    parted = "".join("\n" if c == "," and not d else c for c, d in zip(text, depth, strict=True))
    joined = " ".join(parted.split(" ")).replace("\n        ", " ")
    return [line.split() for line in joined.split("\n") if line.strip()]


def test_every_fact_is_tried_above() -> None:
    tried = {words[0].partition("[")[0] for text in PROVED.values() for words in _claims(text)}
    of_visits = "visit weights agreement prediction tally next_point next_mistake mistaken"
    assert set(FACTS) <= tried | set(of_visits.split())


def test_all_orders_are_tried_against_runs_of_each() -> None:
    scene = scene_of(AND)
    updates, lines = [], set()
    for order in itertools.permutations(range(4)):
        rule = replace(scene.rule, order=order)
        other = Scene(replace(scene.session, rules=(rule,)))
        updates.append(len(other.run.history))
        weights = evaluate("weights", other.session)
        assert isinstance(weights, tuple)
        size = sum(abs(w) for w in weights)
        lines.add(tuple(w / size for w in weights))
    assert evaluate("orders.best", scene.session) == min(updates)
    assert evaluate("orders.worst", scene.session) == max(updates)
    assert evaluate("orders.lines", scene.session) == len(lines)


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


def test_a_fact_is_found_of_a_session() -> None:
    session: Session = scene_of(AND).session
    assert evaluate("updates", session) == 10
    assert evaluate("score[4]", session) == 1
    assert evaluate("score[4]", session, 0) == 0
    assert isinstance(evaluate("cycle.period", session), Missing)


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
