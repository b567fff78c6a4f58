"""`--test` keeps points out of training, in `run`, in figures and in what reopens from them."""

from __future__ import annotations

import json
from pathlib import Path

import perceptron_gui
from perceptron_gui.document.sources import load_data
from tests.terminal.program import Cli


def test_python_and_the_command_line_keep_the_same_points_out(cli: Cli, tmp_path: Path) -> None:
    data = load_data("iris").dataset
    run = perceptron_gui.train(data.points, data.labels, test=0.3, test_seed=4)
    typed = ("iris", "--test", "0.3", "--test-seed", "4")
    told = json.loads(cli("run", *typed, "--json", "-"))
    test = run.dataset.test
    assert test is not None and told["data"]["test"]["points"] == test.points.tolist()
    assert told["outcome"]["test_errors"] == run.outcome.test_errors == 0
    assert "of 30 test points misclassified" in cli("run", *typed)
    drawn = perceptron_gui.draw("boundary", "iris", test=0.3, test_seed=4).job
    assert drawn.dataset.test is not None
    assert drawn.dataset.test.points.tolist() == test.points.tolist()
    figure = tmp_path / "iris.svg"
    cli("figure", "boundary", *typed, "--out", str(figure))
    again = json.loads(cli("run", str(figure), "--json", "-"))
    assert (again["data"]["test"], again["outcome"]) == (told["data"]["test"], told["outcome"])
    whole = json.loads(cli("run", str(figure), "--test", "0", "--json", "-"))
    assert whole["data"]["points"] == data.points.tolist() and "test" not in whole["data"]
