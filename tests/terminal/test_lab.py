"""The command `lab`: the numbers of MATH.md in words and JSON, figures that reopen, help."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
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
from tests.conftest import Approve
from tests.terminal.contract import exact, problems, refuse
from tests.terminal.program import Cli

pytestmark = pytest.mark.usefixtures("empty_folder")
LABS = [row.load() for row in LABORATORIES.values()]
NAMES = list(LABORATORIES)
# Whose JSON is approved.
REPORTED = (
    "orders and --tie minus --adversary",
    "orders and --starts --trials 50 --trial-seed 3",
    "effects xor",
    "steps and --values 0.15,0.157,0.2",
    "steps and --over schedule",
    "steps and --over batch",
    "rules xor --contestants 'averaged; voted; pla lift=product; batch eta=1/3'",
    "rules and --visit 7",
    "rules and --at 3 --visit 7",
    "dichotomies and",
    "margins iris --values 0,1,10,100",
    "learning moons:n=20 --trials 3 --passes 2",
)


def reported(cli: Cli, *argv: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(cli("lab", *argv, "--json", "-"), parse_constant=refuse)
    assert found["format"] == f"perceptron-gui/lab-{argv[0]}"
    assert found["complete"]
    assert problems(found) == []
    return found


def rounded(value: Any) -> str:
    """Write a value of JSON in a line: numbers rounded, of long lists the ends, of rules a name."""
    if isinstance(value, dict):
        value = {key: each["rule"] if key == "rule" else each for key, each in value.items()}
        return ", ".join(f"{key} {rounded(each)}" for key, each in value.items())
    if isinstance(value, list) and len(value) > 16:
        return f"[{len(value)} from {rounded(value[0])} to {rounded(value[-1])}]"
    if isinstance(value, list):
        return f"[{', '.join(map(rounded, value))}]"
    return f"{value:.6g}" if isinstance(value, float) else f"{value}"


def lines_of(report: dict[str, Any]) -> Iterator[str]:
    """Yield what stands under each key; members of a list of objects have a line of their own."""
    for key, value in report.items():
        members = value if isinstance(value, list) and value and isinstance(value[0], dict) else ()
        yield from (f"{key}: {rounded(each)}" for each in members or [value])


def test_what_experiments_report_is_approved(cli: Cli, approve: Approve) -> None:
    told: list[str] = []
    for line in REPORTED:
        found = reported(cli, *shlex.split(line))
        found = {key: value for key, value in found.items() if key not in ("data", "rule")}
        told.append("\n".join([f"# {line}", *lines_of(found)]))
    approve("reports", "\n\n".join(told))


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


@pytest.mark.parametrize("name", NAMES)
def test_every_laboratory_writes_its_figure_which_reopens(name: str, cli: Cli) -> None:
    view = LABORATORIES[name].load().view
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
