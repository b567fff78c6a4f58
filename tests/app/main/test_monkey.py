"""Anybody may do anything in the window: no exception, a valid session, and a way back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from perceptron_gui.document.model.session import read_session, write_session
from tests.app.monkey import Monkey
from tests.app.windows import OpenWindow

# For longer runs: MONKEY_SEEDS=3,4,5 MONKEY_STEPS=5000 pytest tests/app/main/test_monkey.py
SEEDS = [int(seed) for seed in os.environ.get("MONKEY_SEEDS", "1,2").split(",")]
STEPS = int(os.environ.get("MONKEY_STEPS", "750"))
QUICK = pytest.param(0, 75, id="quick")
LONG = [pytest.param(seed, STEPS, id=f"{seed}", marks=pytest.mark.slow) for seed in SEEDS]


@pytest.mark.parametrize(("seed", "steps"), [QUICK, *LONG])
def test_whatever_is_done_the_session_is_valid_and_all_can_be_undone(
    open_window: OpenWindow, tmp_path: Path, seed: int, steps: int
) -> None:
    person = open_window()
    monkey = Monkey(person, tmp_path, seed)
    person.program.settings.export = {"folder": str(tmp_path)}
    for step in range(steps):
        monkey.act()
        if step % 25 == 0:
            assert read_session(write_session(person.session), "here") == person.session
    monkey.let_go()
    while person.action("edit.undo").isEnabled():
        person.controller.editing.undo()
    assert person.session == monkey.first
    person.wait()
    person.do("play.end")
    assert person.sees("points") == person.session.dataset.points.tolist()
