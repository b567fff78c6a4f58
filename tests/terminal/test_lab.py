"""The command `lab`: the numbers of MATH.md in words and JSON, figures that reopen, help."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.document.sources import load_data
from perceptron_gui.labs.lab import Lab
from perceptron_gui.labs.registry import LABORATORIES
from perceptron_gui.terminal.lab import carry_out_lab
from tests.conftest import GOLDEN
from tests.terminal.contract import exact, refuse
from tests.terminal.program import Cli

pytestmark = pytest.mark.usefixtures("empty_folder")
LABS = [row.load() for row in LABORATORIES.values()]
NAMES = [each.name for each in LABS]
CODINGS = {"01": "0/1", "pm": "±1"}


def reported(cli: Cli, *argv: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(cli("lab", *argv, "--json", "-"), parse_constant=refuse)
    assert found["format"] == f"perceptron-gui/lab-{argv[0]}"
    assert (found["version"], found["complete"]) == (1, True)
    return found


@pytest.mark.parametrize(
    ("tie", "fewest", "most", "shortest", "longest"),
    [("minus", 10, 12, 5, 12), ("always", 18, 22, 13, 22)],
)
def test_all_orders_of_and_are_those_of_the_lectures_and_can_be_run_again(
    cli: Cli, tie: str, fewest: int, most: int, shortest: int, longest: int
) -> None:
    found = reported(cli, "orders", "and", "--tie", tie, "--adversary")
    assert found["is_all"] and found["most_updates"] == 51
    assert found["statuses"] == {"converged": 24, "cycle": 0, "budget": 0}
    counts, extremes = found["counts"], found["adversary"]
    assert (counts[0]["updates"], counts[-1]["updates"]) == (fewest, most)
    total = sum(row["updates"] * row["converged"] for row in counts)
    assert exact(found, "mean_updates") == Fraction(total, 24)
    named = [found["best"], found["worst"], extremes["shortest"], extremes["longest"]]
    assert [each["updates"] for each in named] == [fewest, most, shortest, longest]
    for each in named:
        order = ",".join(map(str, each["order"]))
        said = cli("run", "and", "--tie", tie, "--order", order)
        assert f"Converged after {each['updates']} updates" in said


def test_random_starts_can_be_typed_again(cli: Cli) -> None:
    found = reported(cli, "orders", "and", "--starts", "--trials", "50", "--trial-seed", "3")
    assert (found["what"], found["trials"], found["trial_seed"]) == ("starts", 50, 3)
    start = ",".join(map(str, exact(found["worst"], "init")))
    worst = found["worst"]["updates"]
    assert f"Converged after {worst} updates" in cli("run", "and", f"--init={start}")


def test_the_effects_on_xor_are_the_rows_of_the_golden_table(cli: Cli) -> None:
    found = reported(cli, "effects", "xor")["effects"]
    rows = {(each["coding"], each["offset"], each["tie"]): each for each in found}
    golden = [row for row in GOLDEN["xor_cycles"] if row["tie"] != "never"]
    assert len(rows) == len(found) == len(golden) == 12
    for row in golden:
        each = rows[CODINGS[row["encoding"]], row["offset"], row["tie"]]
        assert each["status"] == row["status"] == "cycle"
        before = [row["preperiod_visits"], row["preperiod_updates"]]
        assert [each["visits"], each["updates"]] == before
        assert each["period_visits"] == row["period_visits"]
        assert each["period_updates"] == row["period_updates"]
        assert exact(each, "max_norm_squared") == Fraction(row["max_norm2"])
        assert each["cycle"] == [[float(Fraction(v)) for v in state] for state in row["states"]]


def test_the_limit_of_the_step_on_and_is_named_and_kept_to(cli: Cli) -> None:
    found = reported(cli, "steps", "and", "--values", "0.15,0.157,0.2")
    assert found["limit"] == pytest.approx(0.156930, abs=5e-7)
    assert [each["value"] for each in found["trials"]] == [0.15, 0.157, 0.2]
    # The second one is beyond the limit by little.
    assert [each["diverged"] for each in found["trials"]] == [False, True, True]


@pytest.mark.parametrize(
    ("over", "heading"), [("schedule", "schedule"), ("batch", "points a step")]
)
def test_other_things_than_steps_are_varied(cli: Cli, over: str, heading: str) -> None:
    found = reported(cli, "steps", "and", "--over", over)
    assert (found["over"], found["method"], found["limit"]) == (over, "logistic", None)
    assert f"\n{heading} " in cli("lab", "steps", "and", "--over", over)


def test_rules_compete_with_the_one_at_hand(cli: Cli) -> None:
    against = ["--contestants", "averaged; voted; pla lift=product; batch eta=1/3"]
    found = reported(cli, "rules", "xor", *against)["contestants"]
    names = ["pla", "averaged", "voted", "pla lift=product", "batch eta=1/3"]
    assert [each["name"] for each in found] == names
    by_name = dict(zip(names, found, strict=True))
    assert by_name["pla"]["cycle"]["period_visits"] == 4
    assert "weights" not in by_name["voted"]
    lifted = by_name["pla lift=product"]
    assert (lifted["status"], lifted["errors"]) == ("converged", 0)
    assert exact(lifted, "margin_squared") == pytest.approx(lifted["margin"] ** 2)
    assert f"Converged after {lifted['updates']} updates" in cli("run", "xor", "--lift", "product")


def test_options_are_repeated_as_typed_and_points_numbered_from_1(cli: Cli, tmp_path: Path) -> None:
    for lab, option, typed, shown in (
        ("rules", ("--contestants", "pla order=0,3,1"), "order 0, 3, 1", "order 1, 4, 2"),
        ("effects", ("--orders", "cyclic; 0,3,1,2"), "0,3,1,2", "1,4,2,3"),
    ):
        view, out = {"rules": "results"}.get(lab, lab), str(tmp_path / f"{lab}.csv")
        assert typed in cli("lab", lab, "and", *option)
        cli("figure", view, "and", *option, "--out", out)
        written = Path(out).read_text(encoding="utf-8")
        assert shown in written and typed not in written.split("\n", 1)[1]
    gates = cli("lab", "dichotomies", "and")
    assert "1/4 of point 4" in gates and "point 0" not in gates


@pytest.mark.parametrize("asked", [("--visit", "7"), ("--at", "7"), ("--at", "3", "--visit", "7")])
def test_rules_may_be_compared_after_a_visit(asked: tuple[str, ...], cli: Cli) -> None:
    found = reported(cli, "rules", "and", *asked)
    visits = {each["name"]: each["visits"] for each in found["contestants"]}
    del visits["least-squares"]
    assert set(visits.values()) == {7}


@pytest.mark.parametrize("name", NAMES)
def test_every_laboratory_writes_its_figure_which_reopens(name: str, cli: Cli) -> None:
    view = next(each.view for each in LABS if each.name == name)
    ending = "md" if view.is_table else "svg"
    said = cli("lab", name, "and", "--tie", "minus", "--out", f"one.{ending}", "--out", "one.csv")
    assert said.endswith(f"one.csv: {view.name} of and after visit 24 of 24\n")
    cli("figure", f"one.{ending}", "--out", "two.csv")
    assert Path("two.csv").read_text() == Path("one.csv").read_text()
    again = cli("lab", name, f"one.{ending}")
    assert again == said[: said.index("one.")]


def test_a_figure_has_the_page_and_the_experiment_that_was_asked_for(cli: Cli) -> None:
    asked = ["--trials", "5", "--starts", "--theme", "dark"]
    cli("lab", "orders", "and", *asked, "--out", "one.json")
    session = load_data("one.json").session
    assert session is not None
    assert session.views == {"orders": {"what": "starts", "trials": 5}}
    assert session.page == {"theme": "dark"}


@pytest.mark.parametrize("lab", LABS, ids=NAMES)
def test_what_was_carried_out_is_not_computed_again_for_figures(lab: Lab) -> None:
    run = Run(load_data("and").dataset, Rule()).finish()
    options = lab.view.options()
    result, is_interrupted = carry_out_lab(lab, run, options)
    assert not is_interrupted
    assert lab.result(run, options) is result
    assert lab.result(run.snapshot(), options) is result
    assert lab.result(Run(run.dataset, Rule()).finish(), options) is not result


def test_help_says_what_every_laboratory_is_for(cli: Cli) -> None:
    said = cli("lab", "--help")
    assert all(f"\n    {name} " in said.replace("\n               ", " ") for name in NAMES)
    assert "--trial-seed" in cli("lab", "orders", "--help")


def test_labellings_are_counted_and_proved(cli: Cli) -> None:
    found = reported(cli, "dichotomies", "and")
    assert (found["labellings"], found["separable"]) == (16, 14)
    assert found["in_general_position"] == 14
    verdicts = {tuple(each["labels"]): each for each in found["verdicts"]}
    assert len(verdicts) == 16
    assert verdicts[-1, 1, 1, -1]["certificate"] == {"points": [0, 1, 2, 3], "shares": [0.25] * 4}
    assert verdicts[-1, -1, -1, 1]["separator_exact"] == ["2/17", "2/17", "-3/17"]


def test_margins_of_iris_are_on_their_way_to_the_largest(cli: Cli) -> None:
    found = reported(cli, "margins", "iris", "--values", "0,1,10,100")
    assert found["largest_margin_squared_exact"] == "1849/25649"
    assert round(found["largest_margin"], 3) == 0.268
    trials = found["trials"]
    assert [each["value"] for each in trials] == [0, 1, 10, 100]
    assert [round(each["margin"], 3) for each in trials] == [0.172, 0.235, 0.257, 0.265]
    assert [each["updates"] for each in trials] == [4, 15, 95, 981]
    assert all(each["updates"] <= each["most_updates"] for each in trials)
