"""Rules as values and as text; the kernel perceptron against the perceptron and a plain loop."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from perceptron_gui.base.errors import DataError, OptionError, RuleError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.contestants import MOST, contestant_text, read_contestants
from perceptron_gui.core.rules.rule import Rule, remarks_on
from perceptron_gui.core.runs import measures
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space import arithmetic
from perceptron_gui.core.space.kernel_space import MOST_POINTS, KernelSpace
from tests.core import textbook
from tests.core.strategies import Problem, etas, margins, problems, ties, trained

KERNEL = {"rule": "kernel"}
GAUSSIAN = {**KERNEL, "kernel": "gaussian"}
# Nearly all of ‖w‖ cancels here: γ² is a millionth of k(x, x).
WIDE = Dataset.of(
    [[-2, -2], [0, 3], [-3, 1], [-3, -3], [-1, 1], [-2, 1], [-3, 0]], [-1, 1, 1, 1, 1, -1, -1]
)
NEARLY_DEPENDENT = Dataset.of(
    [[-0.25], [0.54], [-0.18], [-0.81], [-1.0], [0.42], [0.4]], [-1, 1, 1, 1, 1, -1, 1]
)
kernels = st.sampled_from([("linear", 2), ("poly", 1), ("poly", 2), ("poly", 3)])


def problem_of(dataset: Dataset) -> Problem:
    """Return a data set with its points as they are typed."""
    points = [[Fraction(repr(v)) for v in row] for row in dataset.points.tolist()]
    return Problem(dataset, points, dataset.labels.tolist())


def moved(run: Run) -> list[tuple[int, int | None]]:
    """Return visit and point of every update."""
    visits = run.history.visits_of(np.arange(len(run.history))).tolist()
    return [(visit, run.point_of_update(k)) for k, visit in enumerate(visits)]


@settings(max_examples=120)
@given(problems(), ties, etas, margins, st.sampled_from(["cyclic", "shuffled", "random", "worst",
       "first-mistake", "random-mistake"]), st.integers(0, 9))  # fmt: skip
def test_a_linear_kernel_makes_the_very_updates_of_the_perceptron(
    problem: Problem, tie: str, eta: Fraction, margin: Fraction, order: str, seed: int
) -> None:
    shared = {"tie": tie, "eta": eta, "margin": margin, "order": order, "seed": seed, "epochs": 12}
    plain = Run(problem.dataset, Rule.of({**shared, "offset": False})).finish()
    run = Run(problem.dataset, Rule.of({**shared, **KERNEL, "kernel": "linear"})).finish()
    assert moved(run) == moved(plain)
    assert (run.status, run.visits) == (plain.status, plain.visits)
    ks = np.arange(len(run.history) + 1)
    assert np.allclose(measures.norm_sq(run, ks), measures.norm_sq(plain, ks))
    if plain.cycle is not None:
        assert run.cycle is not None
        assert run.cycle.start_visit == plain.cycle.start_visit
        assert run.cycle.counts.tolist() == plain.cycle.counts.tolist()
    assert run.verdict.separable == plain.verdict.separable
    assert run.verdict.margin_squared == plain.verdict.margin_squared


@settings(max_examples=100)
@given(problems(), kernels, ties, etas, margins)
def test_a_run_equals_a_loop_in_fractions(
    problem: Problem, kernel: tuple[str, int], tie: str, eta: Fraction, margin: Fraction
) -> None:
    options: dict[str, Any] = {
        "kernel": kernel[0], "degree": kernel[1], "tie": tie, "eta": eta, "margin": margin
    }  # fmt: skip
    run = Run(problem.dataset, Rule.of({**KERNEL, **options, "epochs": 8})).finish()
    updates = textbook.kernel_perceptron(problem.points, problem.labels, **options, epochs=8)
    assert run.arithmetic == "exact"
    assert moved(run) == [update for update in updates if update[0] <= run.visits]
    counts = [sum(i == point for _, point in moved(run)) for i in range(len(problem.labels))]
    assert run.exact_weights_at(run.visits) == [eta * count for count in counts]


@settings(max_examples=60)
@given(problems(most=6), kernels)
def test_margin_and_radius_are_those_of_the_products(
    problem: Problem, kernel: tuple[str, int]
) -> None:
    run = Run(problem.dataset, Rule.of({**KERNEL, "kernel": kernel[0], "degree": kernel[1]}))
    rows, unit = run.space.exact_rows(list(range(len(problem.labels))))
    verdict = run.verdict
    scores = [sum((v * int(h) for v, h in zip(verdict.separator, row, strict=True)), Fraction(0))
              * unit for row in rows]  # fmt: skip
    # ⟨w*, z⟩ ≥ γ² with equality on the support is what makes w* the nearest point of the hull.
    assert min(scores) >= verdict.margin_squared
    assert all(scores[i] == verdict.margin_squared for i in verdict.support)
    assert verdict.radius_squared == max(int(rows[i][i]) for i in range(len(rows))) * unit


@settings(max_examples=100, deadline=None)
@given(problems(most=6), st.sampled_from(["0.3", "1", "3", "20"]))
@example(problem_of(WIDE), "20")
@example(problem_of(NEARLY_DEPENDENT), "20")
def test_a_gaussian_margin_is_told_to_six_digits_or_not_at_all(
    problem: Problem, width: str
) -> None:
    assume(len(set(map(tuple, problem.points))) == len(problem.points))
    run = Run(problem.dataset, Rule.of({**GAUSSIAN, "width": width, "epochs": 1}))
    true = textbook.gaussian_margin_squared(problem.points, problem.labels, Fraction(width))
    assert run.verdict.separable and run.verdict.margin_is_known == (run.bounds is not None)
    if run.verdict.margin_is_known:
        assert float(run.verdict.margin_squared) == pytest.approx(float(true), rel=1e-6)
        assert run.verdict.margin_squared <= true  # so that no bound on mistakes is too small
    else:
        assert true < 1e-7


def test_of_many_points_those_that_lie_deepest_decide() -> None:
    run = Run(make(LIBRARY["circles"], n=1500), Rule.of({**GAUSSIAN, "epochs": 1}))
    gram, separator = run.space.signed, np.array([float(v) for v in run.verdict.separator])
    square = float(run.verdict.margin_squared)
    assert run.verdict.margin_is_known
    assert float((gram @ separator).min()) == pytest.approx(square, rel=1e-6)
    assert float(separator @ gram @ separator) == pytest.approx(square, rel=1e-6)


@settings(max_examples=40)
@given(problems(most=8), st.sampled_from(["0.3", "1", "3"]))
def test_gaussian_kernels_separate_all_but_contradictions(problem: Problem, width: str) -> None:
    run = Run(problem.dataset, Rule.of({**GAUSSIAN, "width": width, "epochs": 50})).finish()
    seen = dict[tuple[Fraction, ...], int]()
    is_split = any(
        seen.setdefault(tuple(x), y) != y
        for x, y in zip(problem.points, problem.labels, strict=True)
    )
    assert run.verdict.separable != is_split
    assert run.cycle is None
    if run.bounds is not None and run.status == "converged":
        assert len(run.history) <= run.bounds.most_updates


def test_counts_go_on_in_a_cycle_in_which_the_scores_return() -> None:
    for run in (
        trained("xor-pm", **KERNEL, kernel="linear", keep_going=True, epochs=5),
        trained("xor-pm", **KERNEL, kernel="linear").prolonged(20),
    ):
        points = [run.point_of_update(k) for k in range(20)]
        for k in range(21):
            counts = np.bincount(np.array(points[:k], dtype=np.int64), minlength=4)
            assert run.weights_after(np.array([k]))[0].tolist() == counts.tolist()
        assert run.exact_weights_at(20) == [5, 5, 5, 5]
        assert measures.norm_sq(run, np.array([20])).tolist() == [0]
        assert isinstance(run.space, KernelSpace)
        assert run.space.cancels(run.weights_at(20)) and not run.space.cancels(run.weights_at(19))


def test_few_kept_rows_make_the_same_run(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = trained("circles", **GAUSSIAN, width="0.2")
    monkeypatch.setattr(arithmetic, "_KEPT_BYTES", 8 * len(whole.dataset) * 3)
    assert moved(trained("circles", **GAUSSIAN, width="0.2")) == moved(whole)


def test_scores_that_outgrow_integers_go_on_rounded() -> None:
    points = [[30000, 1], [30001, 1], [30000, 3]]
    run = trained(Dataset.of(points, [1, -1, 1]), **KERNEL, degree=3, epochs=2000)
    assert run.arithmetic == "float64" and run.is_over


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"degree": 9}, "19683 products"),
        ({"kernel": "gaussian", "arithmetic": "exact"}, "not rational"),
    ],
)
def test_a_bad_value_is_refused_with_a_sentence(options: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        trained("and", **KERNEL, **options)


def test_too_many_points_are_refused_before_anything_is_computed() -> None:
    data = Dataset(np.zeros((10**6, 2)), np.ones(10**6, dtype=np.int8))
    with pytest.raises(DataError, match=f"1000000 points are too many, at most {MOST_POINTS}"):
        Run(data, Rule.of(KERNEL))


def test_what_a_kernel_has_no_use_for_comes_back_with_another_rule() -> None:
    rule = Rule.of({**KERNEL, "lift": "product", "init": "1,2,3"})
    assert (rule.offset, rule.lift, rule.init) == (False, "none", "zeros")
    assert rule.with_options({"rule": "pla"}).offset
    assert not rule.with_options({"rule": "pla", "offset": False}).offset
    assert not rule.uses_option("offset") and not rule.uses_option("width")


@pytest.mark.parametrize("width", ["1e7", "1e9", "1e60"])
def test_a_kernel_too_wide_for_floats_still_answers(width: str) -> None:
    """All points come to lie in one place: the nearest point of their hull rounds to the origin."""
    run = trained("xor", rule="kernel", kernel="gaussian", width=width, epochs=3)
    assert run.verdict.separable and not run.verdict.margin_is_known
    assert run.bounds is None and "too small for floating point" in str(run.why_no_bounds)
    theory = run.to_json()["theory"]
    assert theory["margin_squared"] is None and theory["mistake_bound"] is None
    usual = trained("xor", rule="kernel", kernel="gaussian", width="1", epochs=3)
    assert usual.verdict.margin_is_known and usual.bounds is not None


BASE = Rule(order="shuffled", seed=7, tie="minus", eta=Fraction(1, 2))


def test_words_are_changes_of_the_rule_at_hand() -> None:
    (found,) = read_contestants("sgd loss=hinge eta=0.1 batch-size=3", BASE)
    assert (found.rule, found.loss, found.batch_size) == ("sgd", "hinge", 3)
    assert found.eta == Fraction(1, 10)
    assert (found.order, found.seed, found.tie) == ("shuffled", 7, "minus")


def test_a_text_holds_several_each_once() -> None:
    found = read_contestants(" averaged ;pocket;; averaged; lift=product;", BASE)
    assert [each.rule for each in found] == ["averaged", "pocket", "pla"]
    assert found[2].lift == "product"
    assert read_contestants("", BASE) == ()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("sgd loss=hing", "did you mean 'hinge'"),
        ("perceptrons", "'perceptrons'"),
        ("pla; pla eta=x", "'pla eta=x'"),
        ("pla batch", "'pla batch'"),
        ("pla ett=1", "did you mean 'eta'"),
        ("pla offset=yes", "--offset"),
        (";".join(f"pla eta={n + 1}" for n in range(MOST + 1)), str(MOST)),
    ],
)
def test_a_bad_word_gets_a_sentence(text: str, named: str) -> None:
    with pytest.raises(RuleError, match=named):
        read_contestants(text, BASE)


@settings(max_examples=60)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "rule": st.sampled_from(["pla", "pocket", "sgd", "least-squares"]),
            "order": st.sampled_from(["cyclic", "worst", (1, 0), (0,)]),
            "eta": st.fractions(Fraction(1, 1000), 1000, max_denominator=1000),
            "init": st.sampled_from(["random", (Fraction(1, 3), Fraction(-2), Fraction(0))]),
            "offset": st.booleans(),
            "keep_going": st.booleans(),
            "seed": st.integers(0, 2**40),
            "lift": st.sampled_from(["none", "product", "quadratic"]),
            "solver": st.sampled_from(["gd", "newton"]),
        },
    )
)
def test_every_rule_is_read_back_from_its_text(options: dict[str, object]) -> None:
    rule = BASE.with_options(options)
    assert read_contestants(contestant_text(rule, BASE), BASE) == (rule,)


@pytest.mark.parametrize(
    ("options", "remarks"),
    [
        ({}, []),
        ({"loss": "hinge", "eta": 2}, ["--loss has no effect on pla"]),
        ({"seed": 3}, ["--seed has no effect where nothing is random"]),
        ({"seed": 3, "order": "shuffled"}, []),
        ({"order": (2, 0, 2)}, ["--order never visits 2 of the points"]),
        ({"order": (2, 0, 3, 1)}, []),
    ],
)
def test_options_and_points_without_effect_are_named(
    options: dict[str, Any], remarks: list[str]
) -> None:
    assert [str(remark) for remark in remarks_on(Rule.of(options), points=4)] == remarks
