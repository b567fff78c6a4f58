"""Norms, losses and cosines at many positions, and the bounds on mistakes."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from perceptron_gui import train
from perceptron_gui.base.errors import OptionError
from perceptron_gui.base.params import Choice, Count, Flag, Number, Param
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.rules.options import RULES, Init
from perceptron_gui.core.rules.rule import OPTIONS, Rule
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.bounds import (
    Bounds,
    FirstPass,
    FirstPassBound,
    first_pass_bound,
    first_pass_of,
    why_not_covered,
)
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.space import Space
from perceptron_gui.document.sources import load_data
from tests.core.strategies import AND, noisy, problems
from tests.core.textbook import augmented, dot, perceptron

_RANDOM = np.random.default_rng(7)


def made(decimals: int, tie: str) -> Run:
    points = np.round(_RANDOM.normal(size=(1100, 2)), decimals)
    dataset = Dataset.of(points, _RANDOM.choice([-1, 1], 1100))
    return Run(dataset, Rule(tie=tie, epochs=1)).finish()


def by_hand(run: Run, k: int) -> tuple[Fraction, int]:
    """Return the loss and the errors after k updates, in fractions."""
    weights = run.path.arithmetic.fractions(run.history.weights_after(np.array([k]))[0])
    loss, errors = Fraction(0), 0
    for point, label in zip(run.dataset.points.tolist(), run.dataset.labels.tolist(), strict=True):
        row = [*(Fraction(str(value)) for value in point), Fraction(1)]
        score = sum((w * x for w, x in zip(weights, row, strict=True)), Fraction(0))
        tied = {"always": True, "plus": label < 0, "minus": label > 0}[run.rule.tie]
        errors += label * score < 0 or (score == 0 and tied)
        loss += max(Fraction(0), -label * score)
    return loss, errors


def assert_by_hand(run: Run, ks: list[int], tolerance: float) -> None:
    losses, errors = zip(*(by_hand(run, k) for k in ks), strict=True)
    at = np.array(ks)
    assert measures.loss(run, at) == pytest.approx([float(v) for v in losses], rel=tolerance)
    assert run.errors_after(at).tolist() == list(errors)


@pytest.mark.parametrize("tie", ["always", "plus", "minus"])
@pytest.mark.parametrize("decimals", [0, 2])
def test_the_compiled_loop_finds_what_numpy_and_fractions_find(
    decimals: int, tie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not compiler.load():
        pytest.skip("numba is not there, or switched off")
    run = made(decimals, tie)
    ks = np.arange(len(run.history) + 1)
    with monkeypatch.context() as uncompiled:
        uncompiled.setattr(compiler, "is_loaded", lambda: False)
        plain = measures.loss(run, ks), run.errors_after(ks)
        assert measures.loss_and_errors(run, ks).T.tolist() == [each.tolist() for each in plain]
    assert measures.loss(run, ks) == pytest.approx(plain[0], rel=1e-12, abs=1e-12)
    assert run.errors_after(ks).tolist() == plain[1].tolist()
    together = measures.loss_and_errors(run, ks).T
    assert together[0].tolist() == measures.loss(run, ks).tolist()
    assert together[1].tolist() == plain[1].tolist()
    assert_by_hand(run, [0, len(run.history)], 1e-12)


def test_measures_at_any_positions_are_those_of_the_weights() -> None:
    run = Run(noisy(40), Rule.of({"epochs": 20, "eta": "0.1"})).finish()
    ks = np.array([0, 1, len(run.history), 5, 17])
    weights = run.weights_after(ks)
    x = np.column_stack([run.dataset.points, np.ones(40)])
    m = weights @ (x * run.dataset.labels[:, None]).T
    assert measures.norm_sq(run, ks) == pytest.approx((weights**2).sum(axis=1))
    assert measures.agreement(run, ks) == pytest.approx(m, abs=1e-12)
    assert measures.loss(run, ks) == pytest.approx(np.maximum(0, -m).sum(axis=1))
    assert measures.loss(run, ks, "hinge") == pytest.approx(np.maximum(0, 1 - m).sum(axis=1))
    assert measures.loss(run, ks, "logistic") == pytest.approx(np.log1p(np.exp(-m)).sum(axis=1))
    assert measures.loss(run, ks, "squared") == pytest.approx(((m - 1) ** 2).sum(axis=1))
    wrong = (measures.agreement(run, ks) <= 0).sum(axis=1)
    assert run.errors_after(ks).tolist() == wrong.tolist()
    with pytest.raises(ValueError, match="no w"):
        measures.cosine(run, ks)


def test_the_cosine_of_no_weights_is_undefined_and_rises_after() -> None:
    run = train(*AND)
    cosines = measures.cosine(run, np.arange(len(run.history) + 1))
    assert np.isnan(cosines[0])
    assert 0.9 < cosines[-1] <= 1


positive = st.fractions(Fraction(1, 50), 20, max_denominator=60)


@given(positive, positive, positive, st.fractions(-3, 3, max_denominator=30), positive)
def test_the_most_updates_are_those_of_the_inequality(
    radius: Fraction, margin: Fraction, eta: Fraction, along: Fraction, more: Fraction
) -> None:
    # ‖w₀‖² ≥ ⟨w₀, p⟩²/‖p‖² (Cauchy and Schwarz), and R ≥ γ.
    start = along**2 / margin + more
    bounds = Bounds(margin + radius, margin, eta, start, along)
    most = bounds.most_updates

    def possible(k: int) -> bool:
        side = along**2 / margin + 2 * k * eta * along + k * k * eta**2 * margin
        ahead = along + k * eta * margin > 0
        return not ahead or side <= start + k * eta**2 * (margin + radius)

    assert possible(most) and not possible(most + 1)
    assert most <= bounds.limit < most + 1
    assert bounds.limit <= float(bounds.distance_limit) * (1 + 1e-9)


def test_numbers_at_the_limits_can_be_written() -> None:
    points = [[1e75, 1e-75], [1e75, -1e-75], [-1e75, -1e-75]]
    run = train(points, [1, -1, -1], epochs=1, eta="1e-75", init="1e75,1e75,1e75")
    assert run.to_json()["theory"]["most_updates"] > 10**299
    json.dumps(run.to_json(), allow_nan=False)


POINTS = st.lists(
    st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from((-1, 1))),
    min_size=1,
    max_size=6,
)


def passed(name: str, **options: Any) -> FirstPass:
    found = first_pass_of(Run(load_data(name).dataset, Rule.of(options)).finish())
    assert isinstance(found, FirstPass)
    return found


def bound_on(points: Any, labels: Any, **options: Any) -> FirstPassBound:
    found = first_pass_bound(Space.of(Dataset.of(points, labels), Rule.of(options)))
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["blobs", "moons", "spirals"])
def test_no_other_vector_is_better(name: str) -> None:
    """The least value is that of a general method, and the terms are those of the theorem."""
    dataset = load_data(name).dataset
    z = np.column_stack([dataset.points, np.ones(len(dataset))]) * dataset.labels[:, None]
    radius = float(np.linalg.norm(z, axis=1).max())

    def root(v: np.ndarray[Any, np.dtype[np.float64]]) -> float:
        short = np.maximum(0, 1 - z @ v)
        return radius * float(np.linalg.norm(v)) + float(np.linalg.norm(short))

    found = passed(name).bound
    started = z.mean(axis=0)
    how = {"maxiter": 20_000, "xatol": 1e-10, "fatol": 1e-12}
    best = minimize(root, started, method="Nelder-Mead", options=how)
    v = np.array([float(value) for value in found.direction])
    assert root(v) == pytest.approx(float(best.fun), rel=1e-7)
    unit, gamma = v / np.linalg.norm(v), found.margin
    short = np.maximum(0, gamma - z @ unit)
    assert found.shortfall == pytest.approx(float(np.sqrt(np.square(short).sum())))
    theorem = ((radius + found.shortfall) / gamma) ** 2
    assert found.most_mistakes <= theorem < found.most_mistakes + 1
    assert name != "blobs" or theorem == pytest.approx(61.967, abs=5e-4)


@given(
    st.fractions(0, 50, max_denominator=9),
    st.lists(st.fractions(-3, 3, max_denominator=9), min_size=1, max_size=3),
    st.fractions(0, 50, max_denominator=9),
)
def test_the_bound_is_rounded_down(
    radius: Fraction, v: list[Fraction], shortfall: Fraction
) -> None:
    found = FirstPassBound(5, radius, tuple(v), shortfall)
    most, length = found.most_mistakes, sum((value**2 for value in v), Fraction(0))
    a, b = radius * length, shortfall

    def is_allowed(m: int) -> bool:  # m ≤ (√a + √b)² = a + b + 2√(ab)
        return m <= a + b or (m - a - b) ** 2 <= 4 * a * b

    assert is_allowed(most) and not is_allowed(most + 1)


@settings(deadline=None, max_examples=60)
@given(POINTS, st.booleans(), st.sampled_from(("minus", "plus", "always")))
def test_no_pass_makes_more_mistakes_in_any_order(
    drawn: list[tuple[int, int, int]], offset: bool, tie: str
) -> None:
    points, labels = [row[:2] for row in drawn], [row[2] for row in drawn]
    found = bound_on(points, labels, offset=offset)
    rows = augmented([[Fraction(v) for v in x] for x in points], offset, Fraction(1))
    # Each bound is that of its own vector, and never worse than the number of points.
    scores = [y * dot(list(found.direction), x) for x, y in zip(rows, labels, strict=True)]
    assert found.shortfall_squared == sum(max(Fraction(0), 1 - score) ** 2 for score in scores)
    assert found.radius_squared == max(dot(x, x) for x in rows)
    assert found.most_mistakes <= len(rows)
    start = [Fraction(0)] * len(rows[0])
    for order in list(permutations(range(len(rows))))[:60]:
        trace = perceptron(rows, labels, order, start, eta=Fraction(1), tie=tie)
        assert len(trace.updates) <= found.most_mistakes


@pytest.mark.parametrize(
    "options",
    [
        {"init": "1,0,0"}, {"margin": "1"}, {"order": "random"}, {"order": "worst"},
        {"order": "0,1,1,2"}, {"rule": "batch"}, {"rule": "sgd", "loss": "hinge", "epochs": 3},
    ],
)  # fmt: skip
def test_where_the_theorem_does_not_hold_a_sentence_says_why(options: dict[str, str]) -> None:
    assert isinstance(first_pass_of(Run(load_data("xor").dataset, Rule.of(options)).finish()), str)


def test_a_pass_that_is_not_over_has_what_it_made_so_far() -> None:
    run = Run(load_data("blobs").dataset, Rule()).finish()
    for visit in (0, 10, 57, 100, 150):
        found = first_pass_of(run, visit)
        assert isinstance(found, FirstPass)
        assert (found.visits, found.length) == (min(visit, 100), 100)
        assert found.mistakes == run.updates_at(min(visit, 100))
    assert math.isinf(passed("xor").bound.margin)


# Limits end a run early; with them a test of long runs would be one of short ones.
LIMITS = ("epochs", "max_updates")
CLAIMS_A_BOUND = [name for name in RULES if why_not_covered(Rule(rule=name)) is None]


def values_of(param: Param) -> list[Any]:
    """Return a few values of an option, of every kind of options there is."""
    kind = param.kind
    if isinstance(kind, Choice):
        return list(kind.choices)
    if isinstance(kind, Init):
        return list(kind.choices)
    if isinstance(kind, Flag):
        return [False, True]
    if isinstance(kind, Count):
        return [max(1, kind.least), 2, 3]
    assert isinstance(kind, Number), f"{param.name}: which values shall be tried?"
    return [Fraction(1), Fraction(1, 10), Fraction(1, 3), Fraction(7)]


@st.composite
def covered_rules(draw: st.DrawFn, name: str) -> Rule:
    """Any rule of this name that the theorem covers."""
    rule = Rule.of({"rule": name, "max_updates": 3000})
    for option, param in OPTIONS.items():
        if option in LIMITS or option == "rule" or not rule.uses_option(option):
            continue
        value = draw(st.sampled_from([param.default, *values_of(param)]))
        changed = rule.with_options({option: value})
        rule = rule if why_not_covered(changed) else changed
    return rule


@st.composite
def separable(draw: st.DrawFn) -> Dataset:
    """Points of the two sides of a line."""
    points = draw(problems(most=6)).dataset.points
    reach = st.integers(-3, 3)
    weights = draw(st.lists(reach, min_size=points.shape[1], max_size=points.shape[1]))
    scores = points @ weights + draw(reach) + 0.05  # no point has twentieths
    return Dataset.of(points, np.where(scores > 0, 1, -1))


@pytest.mark.parametrize("name", CLAIMS_A_BOUND)
@settings(max_examples=40)
@given(data=st.data())
def test_norms_and_updates_stay_within_the_bounds(name: str, data: st.DataObject) -> None:
    rule = data.draw(covered_rules(name))
    try:
        run = Run(data.draw(separable()), rule).finish()
    except OptionError:  # points that are all the same cannot be scaled, say
        reject()
    bounds = run.bounds
    if bounds is None:  # without an offset, say, or where floats cannot tell the margin
        reject()
    ks = np.arange(len(run.history) + 1)
    norms = measures.norm_sq(run, ks)
    assert (norms <= bounds.upper(ks) * (1 + 1e-9) + 1e-9).all()
    assert (norms >= bounds.lower(ks) * (1 - 1e-9) - 1e-9).all()
    along = measures.along_separator(run, ks)
    steps = along[0] + ks * float(rule.eta) * float(bounds.margin_squared) ** 0.5
    assert (along >= steps - 1e-9 * (1 + np.abs(steps))).all()
    if run.arithmetic == "exact":
        assert run.outcome.updates <= bounds.most_updates
    if not bounds.mistakes_up_to:
        assert bounds.most_updates <= bounds.distance_limit
        drops = -np.diff(measures.distance_sq(run, ks))
        least = float(rule.eta**2 * bounds.radius_squared)
        assert (drops >= least * (1 - 1e-6) - 1e-6).all()
