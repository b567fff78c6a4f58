"""Variations: for XOR every row of MATH.md B5, for other points what single runs say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.labs.lab import finished
from perceptron_gui.labs.variations import (
    LAB,
    TIES,
    Variation,
    Variations,
    VariationsOptions,
    codings,
)
from tests.conftest import GOLDEN
from tests.figures.drawing import run_on, trained

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
