"""Variations against every row of MATH.md B5 and single runs; margins against the theorem."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.base.errors import RuleError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import separability
from perceptron_gui.core.space.space import Space
from perceptron_gui.document.sources import load_data
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.marks import Dots, RuleLine
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.labs import margins
from perceptron_gui.labs.lab import LabSubject, finished
from perceptron_gui.labs.margins import (
    Margins,
    MarginsOptions,
    MarginsResult,
    draw_margins,
    margins_table,
)
from perceptron_gui.labs.variations import (
    LAB,
    TIES,
    Variation,
    Variations,
    VariationsOptions,
    codings,
)
from tests.conftest import GOLDEN
from tests.core.textbook import dot, perceptron
from tests.figures.drawing import built, run_on, trained

CODINGS = {"01": "0/1", "pm": "±1"}


def by_setting(effects: tuple[Variation, ...]) -> dict[tuple[str, bool, str], Variation]:
    return {(each.coding, each.offset, each.tie): each for each in effects}


@pytest.mark.parametrize("given", ["xor", "xor-pm"])
def test_xor_is_every_row_of_the_golden_table(given: str) -> None:
    """However XOR is coded, the table has both codings, and `never` as a fourth tie rule."""
    effects = finished(Variations(make(LIBRARY[given]), Rule(), ties=(*TIES, "never"))).trials
    found = by_setting(effects)
    assert len(found) == len(effects) == len(GOLDEN["xor_cycles"]) == 16
    for row in GOLDEN["xor_cycles"]:
        check_row(found[CODINGS[row["encoding"]], row["offset"], row["tie"]], row)


def check_row(effect: Variation, row: dict[str, Any]) -> None:
    assert effect.is_exact
    assert effect.status == row["status"]
    assert effect.max_norm_squared == Fraction(row["max_norm2"])
    if row["status"] != "cycle":
        assert (effect.updates, effect.period_visits, effect.cycle) == (0, None, ())
        return
    assert (effect.visits, effect.updates) == (row["preperiod_visits"], row["preperiod_updates"])
    assert effect.period_visits == row["period_visits"]
    assert effect.period_updates == row["period_updates"]
    states = [tuple(Fraction(v) for v in state) for state in row["states"]]
    assert list(effect.cycle) == states


def test_every_effect_is_the_run_of_its_setting() -> None:
    data = make(LIBRARY["three-points"])
    for each in finished(Variations(data, Rule.of({"eta": "1/2"}))).trials:
        options = {"tie": each.tie, "offset": each.offset, "eta": "1/2"}
        run = Run(data, Rule.of(options)).finish()
        raw = [run.exact_weights_at(visit) for visit in range(run.visits + 1)]
        assert (each.status, each.coding) == (run.status, "as given")
        assert each.max_norm_squared == max(sum(v * v for v in w) for w in raw)
        assert (each.visits, each.updates) == (run.visits, run.outcome.updates)


def test_points_with_two_values_a_coordinate_are_coded() -> None:
    data = Dataset.of([[5, 0.1], [7, 0.1], [5, 0.2]], [1, -1, 1])
    found = codings(data)
    assert list(found) == ["as given", "0/1", "±1"]
    assert found["0/1"].points.tolist() == [[0, 0], [1, 0], [0, 1]]
    assert found["±1"].points.tolist() == [[-1, -1], [1, -1], [-1, 1]]
    assert list(codings(make(LIBRARY["xor"]))) == ["0/1", "±1"]
    for points in ([[0, 0], [0, 1]], [[0.0], [1.0], [2.0]], [[1, 2]]):
        assert list(codings(Dataset.of(points, np.ones(len(points))))) == ["as given"]


def test_a_long_cycle_is_counted_but_not_written_out() -> None:
    effects = finished(Variations(make(LIBRARY["moons"]), Rule())).trials
    periods = [each.period_updates for each in effects]
    assert all(period is not None and period > 8 for period in periods)
    assert all(each.cycle == () for each in effects)


def table(run: Run, **options: Any) -> Table:
    drawn = LAB.view.build(run.dataset, run, 0, read_options(VariationsOptions, options))
    assert isinstance(drawn, Table)
    return drawn


def test_a_cycle_of_long_weights_is_told_by_its_steps() -> None:
    drawn = table(run_on([[0] * 6, [1] * 6], [1, -1]))
    assert drawn.rows[5][5:] == ("2 / 1", "$6$", "1 step")


def test_rules_that_move_otherwise_are_told_that_it_is_the_perceptron() -> None:
    drawn = table(trained("xor", rule="least-squares"))
    assert drawn.notes[0].startswith("All runs are those of the perceptron")
    assert drawn.rows == table(trained("xor", rule="pocket")).rows


def found_on(dataset: Dataset, values: str, **options: Any) -> MarginsResult:
    subject = LabSubject(dataset, Rule.of(options))
    result = finished(Margins(subject, MarginsOptions(values=values)))
    assert isinstance(result, MarginsResult)
    return result


def by_hand(
    dataset: Dataset, margin: Fraction, eta: Fraction = Fraction(1)
) -> tuple[int, Fraction]:
    """Return the updates and γ² of a perceptron with a margin, in fractions and plain loops."""
    points = [[*(Fraction(str(v)) for v in row), Fraction(1)] for row in dataset.points.tolist()]
    labels, w, updates = dataset.labels.tolist(), [Fraction(0)] * len(points[0]), 0
    while True:
        trace = perceptron(
            points, labels, range(len(points)), w, eta=eta, tie="always", margin=margin
        )
        if not trace.updates:
            break
        w, updates = trace.weights_at(len(points)), updates + len(trace.updates)
    least = min(y * dot(w, x) for x, y in zip(points, labels, strict=True))
    return updates, least**2 / dot(w, w)


@pytest.mark.parametrize("values", ["0", "0,1,10"])
def test_the_distance_is_that_of_the_line_to_the_nearest_point(values: str) -> None:
    for name in ("iris", "and", "slides"):
        dataset = load_data(name).dataset
        for trial in found_on(dataset, values, bias_scale=3).trials:
            w = np.array([float(v) for v in trial.run.exact_weights_at(trial.run.visits)])
            scores = dataset.labels * (dataset.points @ w[:-1] + 3 * w[-1])
            assert trial.distance == pytest.approx(scores.min() / np.linalg.norm(w[:-1]))


def test_distances_come_near_to_the_widest_line_and_never_beyond() -> None:
    result = found_on(load_data("iris").dataset, "0,1,100")
    assert result.widest_squared == Fraction(17, 40)
    assert result.widest == pytest.approx(0.6519, abs=5e-5)
    assert max(trial.distance or math.inf for trial in result.trials) <= (result.widest or 0.0)
    assert draw_margins(result, MarginsOptions()).has("widest")


def test_without_an_offset_there_is_one_margin_only() -> None:
    result = found_on(load_data("slides").dataset, "0,1", offset=False)
    assert all(trial.margin == trial.distance for trial in result.trials)
    assert "distance" not in margins_table(result, MarginsOptions(), str).columns
    figure = draw_margins(result, MarginsOptions())
    assert not figure.has("distance") and not figure.has("widest")
    assert "distance" not in str(figure.mark("largest"))


@pytest.mark.parametrize(("name", "values"), [("iris", "0,1,10"), ("and", "0,1/2,3,20")])
def test_runs_are_those_of_plain_loops(name: str, values: str) -> None:
    dataset = load_data(name).dataset
    for trial in found_on(dataset, values).trials:
        assert (trial.updates, trial.margin_squared) == by_hand(dataset, trial.value)
    for trial in found_on(dataset, values, eta="1/3").trials:
        found = by_hand(dataset, trial.value, Fraction(1, 3))
        assert (trial.updates, trial.margin_squared) == found


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=2, max_size=6),
    st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(-3, 3)),
    st.integers(0, 30),
)
def test_the_theorem_holds(
    points: list[tuple[int, int]], line: tuple[int, int, int], margin: int
) -> None:
    """At most (R² + 2m/η)/γ² updates, and a margin of more than γm/(ηR² + 2m)."""
    labels = [1 if line[0] * x + line[1] * y + line[2] > 0 else -1 for x, y in points]
    dataset = Dataset.of(points, labels)
    verdict = separability(Space.of(dataset, Rule()))
    if not verdict.separable:
        return
    (trial,) = found_on(dataset, str(margin)).trials
    radius, gamma = verdict.radius_squared, verdict.margin_squared
    assert trial.updates <= (radius + 2 * margin) / gamma
    assert trial.margin_squared is not None and trial.guaranteed_squared is not None
    assert trial.guaranteed_squared == (Fraction(margin) / (radius + 2 * margin)) ** 2 * gamma
    assert trial.guaranteed_squared < trial.margin_squared <= gamma or margin == 0


def test_who_cannot_try_margins_is_told_which_rule_can_as_it_is_called() -> None:
    dataset = load_data("and").dataset
    with pytest.raises(RuleError, match="take pla") as told:
        Margins(LabSubject(dataset, Rule(rule="kernel")), MarginsOptions())
    assert told.value.shown.endswith("; choose Perceptron")


def test_the_figure_has_a_dot_for_every_margin_and_the_largest_as_a_line() -> None:
    run = Run(load_data("iris").dataset, Rule()).finish()
    figure = built(margins.LAB.view, run)
    dots, largest, plain = (figure.mark(key) for key in ("reached", "largest", "plain"))
    assert isinstance(dots, Dots) and isinstance(largest, RuleLine) and isinstance(plain, RuleLine)
    assert dots.x.tolist() == [1, 10, 100]
    assert np.allclose(dots.y, [0.235, 0.257, 0.265], atol=5e-4)
    assert largest.at == math.sqrt(Fraction(1849, 25649))
    assert plain.at == pytest.approx(0.172, abs=5e-4)
    assert figure.x.log
