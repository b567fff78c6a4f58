"""The table of effects: for XOR that of MATH.md B5, with sentences for what is special."""

from __future__ import annotations

from typing import Any

import pytest

from perceptron_gui.base.errors import OptionError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.figures.model.label import to_plain
from perceptron_gui.figures.model.view import read_options
from perceptron_gui.labs.effects.lab import LAB, EffectsOptions
from tests.figures.drawing import run_on, trained

# The rows of MATH.md B5 as they are printed there; in the cycle a null update is told by equality.
B5 = """\
0/1|yes|minus|cycles|5 / 2|4 / 4|5|(−1, 0, 0) → (−1, 1, 1) → (0, 1, 2) → (−1, 0, 1) →
0/1|yes|plus|cycles|5 / 3|4 / 4|2|(−1, 0, −1) → (−1, 1, 0) → (0, 1, 1) → (−1, 0, 0) →
0/1|yes|always|cycles|0 / 0|4 / 4|3|(0, 0, 0) → (0, 0, −1) → (0, 1, 0) → (1, 1, 1) →
0/1|no|minus|cycles|0 / 0|4 / 3|2|(0, 0) → (0, 1) → (1, 1) →
0/1|no|plus|cycles|3 / 1|4 / 4|2|(0, 0) → (−1, −1) → (−1, −1) → (−1, 0) →
0/1|no|always|cycles|0 / 0|4 / 4|2|(0, 0) → (0, 0) → (0, 1) → (1, 1) →
±1|yes|minus|cycles|1 / 0|4 / 4|4|(0, 0, 0) → (−1, 1, 1) → (0, 0, 2) → (−1, −1, 1) →
±1|yes|plus|cycles|0 / 0|4 / 4|4|(0, 0, 0) → (1, 1, −1) → (0, 2, 0) → (1, 1, 1) →
±1|yes|always|cycles|0 / 0|4 / 4|4|(0, 0, 0) → (1, 1, −1) → (0, 2, 0) → (1, 1, 1) →
±1|no|minus|cycles|0 / 0|4 / 2|2|(0, 0) → (−1, 1) →
±1|no|plus|cycles|0 / 0|4 / 2|2|(0, 0) → (1, 1) →
±1|no|always|cycles|0 / 0|4 / 4|4|(0, 0) → (1, 1) → (0, 2) → (1, 1) →
"""


def table(run: Run, **options: Any) -> Table:
    drawn = LAB.view.build(run.dataset, run, 0, read_options(EffectsOptions, options))
    assert isinstance(drawn, Table)
    return drawn


def test_xor_is_the_table_of_the_mathematics() -> None:
    drawn = table(trained("xor"))
    rows = ["|".join(to_plain(cell) for cell in row) for row in drawn.rows]
    assert rows == B5.splitlines()
    assert drawn.notes == ("Equal weights in a row: an update with the origin adds nothing.",)


def test_ties_that_are_never_a_mistake_are_added_where_they_are_asked_for() -> None:
    drawn = table(trained("xor"), never=True)
    added = [row[2:7] for row in drawn.rows if row[2] == "never"]
    assert added == [("never", "converges", "4 / 0", "–", "$0$")] * 4
    assert len(drawn.rows) == 16
    assert "nothing is learnt" in drawn.notes[-1]


def test_orders_have_a_column_where_there_are_several() -> None:
    assert "order" not in table(trained("xor"), orders="0,2,1,3").columns
    drawn = table(trained("xor"), orders="cyclic; 0,2,1,3")
    at = drawn.columns.index("order")
    assert [row[at] for row in drawn.rows[:4]] == ["cyclic"] * 3 + ["0,2,1,3"]
    assert len(drawn.rows) == 24


def test_runs_that_converge_or_stop_are_told_apart() -> None:
    drawn = table(trained("and"))
    assert drawn.rows[0][3:6] == ("converges", "24 / 10", "–")
    assert any("converges" in note for note in drawn.notes)
    stopped = table(trained("xor", order="random"))
    assert {row[3] for row in stopped.rows} == {"stopped"}
    assert any("nor been proved to cycle" in note for note in stopped.notes)


def test_a_cycle_of_long_weights_is_told_by_its_steps() -> None:
    drawn = table(run_on([[0] * 6, [1] * 6], [1, -1]))
    assert drawn.rows[5][5:] == ("2 / 1", "$6$", "1 step")


def test_rules_that_move_otherwise_are_told_that_it_is_the_perceptron() -> None:
    drawn = table(trained("xor", rule="least-squares"))
    assert drawn.notes[0].startswith("All runs are those of the perceptron")
    assert drawn.rows == table(trained("xor", rule="pocket")).rows


@pytest.mark.parametrize("orders", ["0,1;x", "; ".join(map(str, range(25)))])
def test_bad_orders_get_a_sentence(orders: str) -> None:
    with pytest.raises(OptionError, match="--orders"):
        read_options(EffectsOptions, {"orders": orders})


@pytest.mark.parametrize(
    ("points", "labels", "options"),
    [
        ([[1, 2]], [1], {}),
        ([[1], [2], [3]], [1, -1, 1], {}),
        ([[1, 2, 3], [3, 2, 2]], [1, -1], {"lift": "quadratic"}),
        ([[1e70, 1], [-1e70, 2]], [1, -1], {}),
        ([[0.1, 1 / 3], [1e-9, 2]], [1, 1], {"rule": "sgd", "loss": "logistic", "epochs": 9}),
    ],
)
def test_the_table_takes_all_points_and_rules(
    points: Any, labels: Any, options: dict[str, Any]
) -> None:
    drawn = table(run_on(points, labels, **options))
    assert len(drawn.rows) >= 6
    assert not any("nan" in cell or "inf" in cell for row in drawn.rows for cell in row)


def test_without_points_it_says_so() -> None:
    empty = LAB.view.build(Dataset.of([], []), None, 0, EffectsOptions())
    assert empty.notes == ("There are no points yet.",)
