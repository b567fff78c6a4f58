"""The command `lab`: the numbers of MATH.md in words and JSON, figures that reopen, bad words."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.labs.registry import laboratories
from tests.terminal.contract import exact, refuse
from tests.terminal.program import Told

pytestmark = pytest.mark.usefixtures("empty_folder")
GOLDEN = json.loads((Path(__file__).parents[1] / "golden.json").read_text(encoding="utf-8"))
NAMES = [each.name for each in laboratories()]
CODINGS = {"01": "0/1", "pm": "±1"}


def reported(told: Told, *argv: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(told("lab", *argv, "--json", "-"), parse_constant=refuse)
    assert found["format"] == f"perceptron-gui/lab-{argv[0]}"
    assert (found["version"], found["complete"]) == (1, True)
    return found


@pytest.mark.parametrize(
    ("tie", "fewest", "most", "shortest", "longest"),
    [("minus", 10, 12, 5, 12), ("always", 18, 22, 13, 22)],
)
def test_all_orders_of_and_and_its_adversary_are_those_of_the_lectures(
    told: Told, tie: str, fewest: int, most: int, shortest: int, longest: int
) -> None:
    found = reported(told, "orders", "and", "--tie", tie, "--adversary")
    assert found["is_all"]
    assert found["statuses"] == {"converged": 24, "cycle": 0, "budget": 0}
    assert sum(row["converged"] for row in found["counts"]) == 24
    assert {found["counts"][0]["updates"], found["best"]["updates"]} == {fewest}
    assert {found["counts"][-1]["updates"], found["worst"]["updates"]} == {most}
    total = sum(row["updates"] * row["converged"] for row in found["counts"])
    assert exact(found, "mean_updates") == Fraction(total, 24)
    assert found["most_updates"] == 51
    assert found["theory"]["margin_squared_exact"] == "1/17"
    assert len(found["adversary"]["shortest"]["points"]) == shortest
    assert len(found["adversary"]["longest"]["points"]) == longest
    said = told("lab", "orders", "and", "--tie", tie, "--adversary")
    assert f"They make {fewest} to {most} updates" in said
    assert "At most 51 updates, whatever the order." in said
    assert f"choosing every mistake freely: {longest} updates" in said
    assert f"Shortest possible: {shortest} updates" in said


def test_the_orders_that_are_named_make_the_runs_that_are_told(told: Told) -> None:
    found = reported(told, "orders", "and", "--adversary")
    extremes = found["adversary"]
    named = [found["best"], found["worst"], extremes["longest"], extremes["shortest"]]
    for each in named:
        order = ",".join(map(str, each["order"]))
        assert f"Converged: {each['updates']} updates" in told("run", "and", "--order", order)
        assert f"--order {order}" in told("lab", "orders", "and", "--adversary")


def test_random_starts_can_be_typed_again(told: Told) -> None:
    found = reported(told, "orders", "and", "--starts", "--trials", "50", "--trial-seed", "3")
    assert (found["what"], found["trials"], found["trial_seed"]) == ("starts", 50, 3)
    start = ",".join(map(str, exact(found["worst"], "init")))
    worst = found["worst"]["updates"]
    assert f"Converged: {worst} updates" in told("run", "and", f"--init={start}")
    assert told("lab", "orders", "and", "--starts") == told(
        "lab", "orders", "and", "--what", "starts"
    )


def test_orders_that_never_end_are_counted_as_cycles(told: Told) -> None:
    found = reported(told, "orders", "xor", "--adversary")
    assert found["statuses"] == {"converged": 0, "cycle": 24, "budget": 0}
    assert found["most_updates"] is None
    assert "No line has every point" in found["why_no_bound"]
    assert found["adversary"]["longest"] is None
    said = told("lab", "orders", "xor", "--adversary")
    assert "All of them cycle, in rounds of 4 visits." in said
    assert said.count("No line has every point") == 1


def test_many_orders_are_told_in_few_rows(told: Told) -> None:
    lines = told("lab", "orders", "iris", "--trials", "200").splitlines()
    table = lines[lines.index("") + 2 :]
    rows = [line.split() for line in table if "–" in line]
    assert 2 <= len(rows) <= 20
    assert sum(int(row[1]) for row in rows) == 200
    assert "--json writes it" in "\n".join(lines)


def test_the_effects_on_xor_are_the_rows_of_the_golden_table(told: Told) -> None:
    found = reported(told, "effects", "xor")["effects"]
    rows = {(each["coding"], each["offset"], each["tie"]): each for each in found}
    golden = [row for row in GOLDEN["xor_cycles"] if row["tie"] != "never"]
    assert len(rows) == len(found) == len(golden) == 12
    for row in golden:
        each = rows[CODINGS[row["encoding"]], row["offset"], row["tie"]]
        assert each["status"] == row["status"] == "cycle"
        assert (each["visits"], each["updates"]) == (
            row["preperiod_visits"],
            row["preperiod_updates"],
        )
        assert each["period_visits"] == row["period_visits"]
        assert each["period_updates"] == row["period_updates"]
        assert exact(each, "max_norm_squared") == Fraction(row["max_norm2"])
        assert each["cycle"] == [[float(Fraction(v)) for v in state] for state in row["states"]]
    said = told("lab", "effects", "xor").splitlines()
    assert len([line for line in said if " cycles " in line]) == 12


def test_the_limit_of_the_step_on_and_is_told_and_kept_to(told: Told) -> None:
    found = reported(told, "steps", "and", "--values", "0.15,0.157,0.2")
    assert found["limit"] == pytest.approx(0.156930, abs=5e-7)
    assert [each["value"] for each in found["trials"]] == [0.15, 0.157, 0.2]
    assert [each["diverged"] for each in found["trials"]] == [False, False, True]
    small, at_limit, _ = (each["losses"] for each in found["trials"])
    assert small[-1] < 1.01
    assert at_limit[-1] > at_limit[-3]  # beyond the limit, though by little
    assert all(len(each["losses"]) <= 101 for each in found["trials"])
    said = told("lab", "steps", "and", "--values", "0.15,0.157,0.2")
    assert "1/λ_max(YᵀY) = 0.15693 only." in said
    assert said.splitlines()[-3].endswith("diverges")


@pytest.mark.parametrize(
    ("over", "heading"), [("schedule", "schedule"), ("batch", "points a step")]
)
def test_other_things_than_steps_are_varied(told: Told, over: str, heading: str) -> None:
    found = reported(told, "steps", "and", "--over", over)
    assert (found["over"], found["method"], found["limit"]) == (over, "logistic", None)
    table = told("lab", "steps", "and", "--over", over).split("\n\n")[1].splitlines()
    assert table[0].startswith(heading)
    assert [row.split()[0] for row in table[1:]] == [str(t["value"]) for t in found["trials"]]


def test_rules_compete_with_the_one_at_hand(told: Told) -> None:
    against = ["--contestants", "averaged; voted; pla lift=product; batch eta=1/3"]
    found = reported(told, "rules", "xor", *against)["contestants"]
    names = ["pla", "averaged", "voted", "pla lift=product", "batch eta=1/3"]
    assert [each["name"] for each in found] == names
    by_name = dict(zip(names, found, strict=True))
    assert by_name["pla"]["cycle"]["period_visits"] == 4
    assert "weights" not in by_name["voted"]
    lifted = by_name["pla lift=product"]
    assert (lifted["status"], lifted["errors"]) == ("converged", 0)
    assert exact(lifted, "margin_squared") == pytest.approx(lifted["margin"] ** 2)
    assert f"Converged: {lifted['updates']} updates" in told("run", "xor", "--lift", "product")
    table = told("lab", "rules", "xor", *against).split("\n\n")[1].splitlines()
    called = ["PLA", "Averaged", "Voted", "PLA, lift product", "Batch"]
    assert [row.split("  ")[0] for row in table] == ["rule", *called]


def test_rules_may_be_compared_after_a_visit(told: Told) -> None:
    found = reported(told, "rules", "and", "--visit", "7")
    assert {each["visits"] for each in found["contestants"] if each["name"] != "least-squares"} == {
        7
    }
