"""The engine for browsers makes the runs of the program: the same updates, digits and cycles."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perceptron_gui import train
from perceptron_gui.core.runs.run import Run
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lectures.visit import VisitContext
from tests.conftest import GOLDEN

NODE = shutil.which("node")
pytestmark = [
    pytest.mark.program,
    pytest.mark.skipif(NODE is None, reason="Node.js is not installed"),
]
ENGINE = Path(__file__).parents[3] / "resources" / "pages" / "engine.js"
# Answers every line of standard input with a line.
PROGRAM = """
import {{ {names} }} from {module};
import {{ createInterface }} from "node:readline";
const answer = (given) => {{ {body} }};
for await (const line of createInterface({{ input: process.stdin }}))
  console.log(JSON.stringify(answer(JSON.parse(line))));
"""
TRAIN = """
  const { points, labels, options, visits = [] } = given;
  try {
    const answer = train(points, labels, options);
    if (visits.length) answer.moments = visits.map((visit) => answer.at(visit));
    return answer;
  }
  catch (error) { return { refused: error.message }; }
"""
Case = dict[str, Any]
ORDERS = ("cyclic", "shuffled", "random", "first-mistake", "random-mistake", "worst")


def node(module: Path, names: str, body: str, cases: list[Case]) -> list[Any]:
    """Run a function of JavaScript, whose body is given, on every case."""
    assert NODE is not None
    program = PROGRAM.format(names=names, module=json.dumps(module.as_uri()), body=body)
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", program],
        input="\n".join(map(json.dumps, cases)),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def engine(cases: list[Case]) -> list[dict[str, Any]]:
    return node(ENGINE, "train", TRAIN, cases)


def texts(values: Any) -> list[str]:
    return [str(Fraction(value)) for value in values]


def told(run: Run) -> dict[str, Any]:
    """Return of the program's run what the engine tells of its own."""
    assert run.arithmetic == "exact"
    visits = [run.history.visit_after(k + 1) for k in range(run.outcome.updates)]
    raw = [run.history.weights_after(np.array([k]))[0] for k in range(run.outcome.updates)]
    scores = [run.score_before(k, weights) for k, weights in enumerate(raw)]
    updates = [
        {
            "visit": visit,
            "point": run.point_of_update(k),
            "score": None if scores[k] is None else str(scores[k]),
            "weights": texts(run.exact_weights_at(visit)),
        }
        for k, visit in enumerate(visits)
    ]
    cycle = run.cycle and {
        "start_visit": run.cycle.start_visit,
        "period_visits": run.cycle.period_visits,
        "period_updates": run.cycle.period_updates,
    }
    return {
        "status": run.status,
        "visits": run.visits,
        "epochs": run.outcome.epochs,
        "updates": updates,
        "weights": texts(run.exact_weights_at(run.visits)),
        "errors": run.outcome.errors,
        "result": texts(run.result_at(run.visits)),
        "result_errors": run.outcome.result_errors,
        "cycle": cycle,
    }


def drawn(draw: random.Random) -> Case:
    """Draw a data set and options; few points meet ties, cycles and answers that differ."""
    n, d = draw.choice([1, 2, 3, 4, 4, 5, 6, 7, 15]), draw.randint(1, 3)
    unit, offset = draw.choice([1, 2, 10]), draw.random() < 0.6
    rule = draw.choice(["perceptron", "averaged", "pocket", "batch"])
    options: dict[str, Any] = {
        "rule": rule,
        "order": draw.choice(ORDERS),
        "tie": draw.choice(["always", "minus", "plus", "never"]),
        "offset": offset,
        "bias_scale": draw.choice(["1", "1", "1/2", "3"]),
        "eta": draw.choice(["1", "0.1", "1/3", "2"]),
        "margin": draw.choice(["0", "0", "0", "1", "0.5"]),
        "seed": draw.choice([0, 1, 12345, 2**33 + 7]),
        "epochs": draw.choice([3, 20, 40]),
        "max_updates": draw.choice([5, 100_000]),
        "pocket": draw.choice(["errors", "gallant", "ratchet"]),
    }
    if draw.random() < 0.15:
        options["order"] = [draw.randrange(n) for _ in range(draw.randint(1, 2 * n))]
    if draw.random() < 0.4:
        starts = ["0", "1", "-2", "0.3", "1/3"]
        options["init"] = [draw.choice(starts) for _ in range(d + offset)]
    points = [[str(draw.randint(-4, 4) / unit) for _ in range(d)] for _ in range(n)]
    return {
        "points": points,
        "labels": [draw.choice([-1, 1]) for _ in range(n)],
        "options": options,
    }


def assert_equal(cases: list[Case]) -> None:
    for case, answer in zip(cases, engine(cases), strict=True):
        points = [[float(Fraction(value)) for value in point] for point in case["points"]]
        assert answer == told(train(points, case["labels"], **case["options"])), case


def golden(case: dict[str, Any]) -> Case:
    data, config = GOLDEN["datasets"][case["dataset"]], case["config"]
    points = [[str(value) for value in point] for point in data["X"]]
    options = {key: value for key, value in config.items() if key != "w0"}
    return {"points": points, "labels": data["y"], "options": {**options, "init": config["w0"]}}


def test_golden_runs_are_met_update_by_update() -> None:
    found = engine([golden(case) for case in GOLDEN["pla"]])
    assert len(found) == 121
    for case, answer in zip(GOLDEN["pla"], found, strict=True):
        expected = case["result"]
        assert answer["status"] == expected["status"]
        for row, update in zip(expected["updates"], answer["updates"], strict=False):
            assert [row[2], row[3], row[5]] == [
                update["visit"], update["point"], update["weights"],
            ]  # fmt: skip
        assert len(answer["updates"]) == expected["n_updates"] or expected["status"] != "converged"


@pytest.mark.parametrize("seed", range(5))
def test_random_runs_are_those_of_the_program(seed: int) -> None:
    draw = random.Random(seed)
    assert_equal([drawn(draw) for _ in range(1000)])


@pytest.mark.parametrize("seed", range(3))
def test_every_visit_is_that_of_the_program_in_later_rounds_of_a_cycle_too(seed: int) -> None:
    draw = random.Random(seed)
    cases = [drawn(draw) for _ in range(300)]
    for case in cases:
        case["visits"] = sorted(draw.randrange(90) for _ in range(6))
    for case, answer in zip(cases, engine(cases), strict=True):
        points = [[float(Fraction(value)) for value in point] for point in case["points"]]
        run = train(points, case["labels"], **case["options"])
        for moment in answer["moments"]:
            last = moment["visit"] if run.cycle else min(moment["visit"], run.visits)
            whole = run.prolonged(last)
            k = int(whole.updates_at(last))
            seen = VisitContext(whole, last, NOTATIONS["000"]).points
            assert [moment[name] for name in ("points", "k", "after", "answer", "errors")] == [
                seen,
                k,
                texts(whole.exact_weights_at(last)),
                texts(whole.result_at(last)),
                whole.result.errors(last),
            ], (case, moment)


XOR = {"points": [["0", "0"], ["0", "1"], ["1", "0"], ["1", "1"]], "labels": [-1, 1, 1, -1]}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"eta": "0"}, "η must be greater than 0"),
        ({"eta": "x"}, "“x” is no number"),
        ({"eta": "1/0"}, "“1/0” divides by 0"),
        ({"eta": "1e999"}, "“1e999” is out of reach"),
        ({"init": ["1"]}, "the start needs a weight for each coordinate"),
        ({"order": [4]}, "the order names a point that is not there"),
        ({"rule": "sgd"}, "no rule “sgd” in the browser"),
    ],
    ids=str,
)
def test_what_it_cannot_do_gets_a_sentence(options: dict[str, Any], sentence: str) -> None:
    assert engine([{**XOR, "options": options}]) == [{"refused": sentence}]
