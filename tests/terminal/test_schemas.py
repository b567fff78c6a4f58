"""Every JSON object that a command writes is what the schema of its format says."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.labs.registry import LABORATORIES
from perceptron_gui.lessons.reader import lesson_files
from tests.terminal.contract import SCHEMAS, Report, problems, refuse
from tests.terminal.program import Cli

SCRIPTS = SCHEMAS.parents[1] / "scripts"
sys.path.insert(0, str(SCRIPTS))
try:
    import schemas
finally:  # scripts/test.py must not hide Python's own module from other tests
    sys.path.remove(str(SCRIPTS))

pytestmark = pytest.mark.usefixtures("empty_folder")

# What `run` and `lab` write is checked by their own tests, too.
COMMANDS = [
    "run slides --tally --init 0.2,0,-0.1 --eta 0.1",
    "run xor --test 0.5",
    "run xor --order random",
    "run iris --test 0.3 --scale standard --epochs 3",
    "run line-fit --rule least-squares",
    "run xor --rule kernel --kernel gaussian --tally",
    "run and --rule sgd --loss logistic --epochs 3",
    "run moons --epochs 2",
    "check and",
    "check tenths --no-offset",
    "check xor",
    "check moons",
    "check xor --lift product",
    "datasets",
    "datasets moons:n=6",
    "actions",
    "doctor",
    "lab orders tenths --starts --trials 5",
    "lab orders xor --adversary --trials 5",
    "lab rules xor --contestants voted;sgd;kernel",
    "lab rules and --visit 7",
    "lab steps and --values 0.1,100",
    "lab steps and --over schedule",
    "lab steps and --over batch",
    "lab variations xor",
    "lab labellings three-points",
    "lab margins tenths --values 0,0.1",
    "lab learning moons:n=20 --trials 3 --passes 2",
]


def test_the_schemas_are_those_of_the_declared_options() -> None:
    kept = {path.stem: path.read_text(encoding="utf-8") for path in SCHEMAS.iterdir()}
    made = {name: schemas.text_of(schema) for name, schema in schemas.schemas().items()}
    assert kept == made, "run scripts/manual.py"
    assert {row.load().name for row in LABORATORIES.values()} == set(schemas.EXPERIMENTS)


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_command_writes_fits_its_schema(command: str, cli: Cli) -> None:
    found = json.loads(cli(*command.split(), "--json", "-"), parse_constant=refuse)
    assert list(found)[:2] == ["format", "version"]
    assert problems(found) == []


def test_what_other_commands_write_fits_its_schema(cli: Cli) -> None:
    cli("figure", "norms", "moons", "--test", "0.3", "--eta", "1/3", "--out", "a.json")
    with_task = next(name for name in lesson_files() if "ties" in name)
    cli("lessons", "homework", Path(with_task).stem, "--out", "b.json")
    for name in ("a.json", "b.json"):
        assert problems(json.loads(Path(name).read_text(encoding="utf-8"))) == []
    Path("c.json").write_text("{}", encoding="utf-8")
    grades = json.loads(cli("lessons", "grade", "b.json", "c.json", "--json", "-"))
    assert problems(grades) == []
    assert len(grades["files"]) == 2


def parts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every object inside of a value."""
    if isinstance(value, dict):
        yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in entries:
        if isinstance(entry, dict | list):
            yield from parts(entry, (*path, key))


def test_a_schema_refuses_what_was_left_out_added_or_has_another_type(cli: Cli) -> None:
    whole: Report = json.loads(cli("run", "slides", "--eta", "0.1", "--json", "-"))
    for path in parts(whole):
        spoiled = copy.deepcopy(whole)
        place = spoiled
        for key in path:
            place = place[key]
        for key, value in list(place.items()):
            if key == "format":
                continue
            place[key] = {"strange": True}
            assert problems(spoiled), (*path, key)
            del place[key]
            is_extra = key.endswith("_exact") or key in ("most_updates", "why_no_bound")
            assert bool(problems(spoiled)) != is_extra, (*path, key)
            place[key] = value
        place["strange"] = 1
        assert problems(spoiled), path
