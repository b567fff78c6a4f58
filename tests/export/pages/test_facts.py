"""Facts for browsers are those of the program: the same values, and conditions that hold alike."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui import train
from perceptron_gui.core.runs.run import Run
from perceptron_gui.export.handouts.web import DECIDED, condition_check
from perceptron_gui.export.pages.live import can_be_live, options_in_browser
from perceptron_gui.lessons.facts import FACTS, Value, find
from perceptron_gui.lessons.reader import lesson_files, lesson_named
from perceptron_gui.lessons.scenes import Scene
from perceptron_gui.lessons.values import Missing

from .test_engine import ENGINE, NODE, Case, drawn, node

pytestmark = [
    pytest.mark.program,
    pytest.mark.skipif(NODE is None, reason="Node.js is not installed"),
]
# Asks every line of standard input, and prints a line for each.
ASK = """
  const { points, labels, options, facts = [], checks = [] } = given;
  const found = facts.map((fact) => {
    try { return findFact(fact, points, labels, options); }
    catch (error) { return { why: error.constructor.name }; }
  });
  return { found, decided: checks.map((check) => decide(check, points, labels, options)) };
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Engine and facts in one module, as in a page."""
    file = tmp_path_factory.mktemp("facts") / "facts.mjs"
    parts = (ENGINE, ENGINE.with_name("facts.js"))
    file.write_text("\n".join(part.read_text("utf-8") for part in parts), encoding="utf-8")
    return file


def ask(module: Path, cases: list[Case]) -> list[dict[str, Any]]:
    return node(module, "findFact, decide", ASK, cases)


def as_text(value: Value | Missing) -> Any:
    """Write a fact of the program as the browser does."""
    if isinstance(value, Missing):
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return [str(each) for each in value]
    return value if isinstance(value, str) else str(Fraction(value))


def plane(draw: random.Random) -> Case:
    """Draw points of the plane and options that end soon."""
    while True:
        case = drawn(draw)
        if len(case["points"][0]) == 2 and case["options"]["max_updates"] > 5:
            return case


def run_of(case: Case) -> Run:
    points = [[float(Fraction(value)) for value in point] for point in case["points"]]
    return train(points, case["labels"], **case["options"])


def test_the_browser_decides_the_facts_that_the_program_says_it_does(module: Path) -> None:
    names = node(module, "FACTS", "return Object.keys(FACTS);", [{}])[0]
    assert set(names) == set(DECIDED)
    assert set(DECIDED) <= set(FACTS)


@pytest.mark.parametrize("seed", range(3))
def test_facts_are_those_of_the_program(seed: int, module: Path) -> None:
    draw = random.Random(seed)
    cases = [plane(draw) for _ in range(120)]
    for case in cases:
        case["facts"] = [
            {
                "fact": name,
                "index": draw.randint(1, 2 if fact.index == "coordinates" else len(case["points"]))
                if (fact := FACTS[name]).index
                else None,
                "at": draw.choice(["end", "0", "1", "2"]),
            }
            for name in DECIDED
        ]
    compared = 0
    for case, answer in zip(cases, ask(module, cases), strict=True):
        run = run_of(case)
        for asked, found in zip(case["facts"], answer["found"], strict=True):
            visit = run.visits if asked["at"] == "end" else int(asked["at"])
            if isinstance(found, dict) and "why" in found:
                is_beyond = visit > run.visits and run.cycle is None
                assert is_beyond or found["why"] == "Undecided", (case, asked, found)
                continue
            whole = run.prolonged(visit)
            truth = find(whole, visit, asked["fact"], asked["index"])
            if isinstance(found, dict):
                assert found["float"] == pytest.approx(truth), (case, asked)
            else:
                assert found == as_text(truth), (case, asked)
            compared += 1
    assert compared > 3000


def test_conditions_of_tasks_hold_for_their_solutions_alone(module: Path) -> None:
    """Of every lesson whose task can be worked on in the browser."""
    cases, wanted = [], []
    for lesson in map(lesson_named, lesson_files()):
        for step in lesson.steps:
            task = step.task
            if task is None or not can_be_live(step.scene.run):
                continue
            solved = task.solved(step.scene)
            assert solved is not None
            for scene in (step.scene, solved):
                if not can_be_live(scene.run):
                    continue
                checks = [condition_check(each, step.scene) for each in task.conditions]
                cases.append({**given(scene), "checks": [each for each in checks if each]})
                findings = task.check(scene.session)
                wanted.append(
                    [each.holds for each, check in zip(findings, checks, strict=True) if check]
                )
    found = [[each["holds"] for each in answer["decided"]] for answer in ask(module, cases)]
    assert found == wanted
    assert len(found) > 20
    assert sum(map(len, found)) > 60


def given(scene: Scene) -> Case:
    dataset = scene.session.dataset
    return {
        "points": [list(map(str, point)) for point in dataset.points.tolist()],
        "labels": dataset.labels.tolist(),
        "options": options_in_browser(scene.rule, dataset.dimension),
    }
