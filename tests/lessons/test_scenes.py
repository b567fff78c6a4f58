"""Scenes are made from the ones before; every wrong key is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.app.window.docks import TITLES
from perceptron_gui.app.window.pages import pages
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.lessons.lesson import Lesson
from perceptron_gui.lessons.reader import heading_from, lesson_from, read_lesson
from perceptron_gui.lessons.scenes import PANELS, page_names
from perceptron_gui.lessons.source import LessonError

from .examples import lesson

GOOD = """title = "T"
lecture = "002"
pages = "page 3"
language = "pt-BR"
minutes = 7
goals = ["a $x_1$", "b"]

[[steps]]
title = "one"
hide = ["future", "loss"]
[steps.scene]
data = "and"
rule = { name = "perceptron", tie = "minus", eta = "1/2", init = [0, 0, "1/3"] }
at = "k=2"
page = "variations"
panels = ["norms"]
views = { boundary = { show = "update, margin" }, loss = { scale = "log" } }

[[steps]]
title = "two"
[steps.scene]
rule = { tie = "plus" }
symbols = "001"
views = { loss = { against = "epochs" } }

[[steps]]
title = "three"

[[steps]]
title = "four"
[steps.scene]
points = [[0, 0.5, -1], [1, 2, 1]]
at = "end"

[[steps]]
title = "five"
[steps.scene]
data = "three-points"
as_in_lecture = true
"""


def good() -> Lesson:
    return read_lesson(GOOD, "folder/good.toml")


def test_what_a_lesson_is_about() -> None:
    found = good()
    assert (found.name, found.title, found.lecture, found.symbols) == ("good", "T", "002", "002")
    assert (found.minutes, found.language, found.goals) == (7, "pt-BR", ("a $x_1$", "b"))
    assert found.source == "CMU (Póczos), page 3"
    assert found.step_titles == ("one", "two", "three", "four", "five")
    assert [step.title for step in found.steps] == list(found.step_titles)


def test_a_scene_changes_the_one_before() -> None:
    one, two, three, four, five = (step.scene for step in good().steps)
    assert one.rule == Rule.of({"tie": "minus", "eta": "1/2", "init": "0,0,1/3"})
    assert two.rule == Rule.of({"tie": "plus", "eta": "1/2", "init": "0,0,1/3"})
    assert one.session.dataset is two.session.dataset
    assert one.run.history.visit_after(2) == one.cursor == two.cursor
    assert (one.page, two.page, three.page, four.page) == ("effects", "effects", "effects", "plane")
    assert one.panels == two.panels == ("norms",)
    assert four.panels is None
    assert one.session.views == {
        "boundary": {"update": True, "margin": True},
        "loss": {"scale": "log"},
    }
    assert two.session.views["loss"] == {"against": "epochs"}
    assert [each.session.notation for each in (one, two, three, four)] == [
        "002",
        "001",
        "001",
        "002",
    ]
    assert three == two
    assert three.run is two.run
    assert four.rule == Rule()
    assert (four.cursor, four.visit) == ("end", four.run.visits)
    assert four.session.dataset.points.tolist() == [[0, 0.5], [1, 2]]
    assert (five.session.notation, five.rule.offset, five.rule.tie) == ("001", False, "minus")
    assert five.cursor == 0
    assert five.session.name == "three-points"


def test_the_names_of_panels_and_pages_are_those_of_the_window() -> None:
    assert tuple(TITLES) == PANELS
    assert set(page_names().values()) <= set(pages())
    assert set(page_names()) >= {"plane", "proof", "orders", "arena", "variations", "labellings"}


def test_a_heading_is_read_without_training(tmp_path: Path) -> None:
    path = tmp_path / "good.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert heading_from(path).step_titles == lesson_from(path).step_titles


# What is in the place of the step's own lines, of its scene, and what is said of it.


def test_a_run_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perceptron_gui.lessons.scenes._MOST_WORK", 1000)
    endless = '[steps.scene]\ndata = "blobs:noise=3"\nrule = { epochs = 1000000, order = "random" }'
    with pytest.raises(LessonError, match="too long for a lesson: give fewer points or epochs"):
        lesson(scene=endless)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe", "line 1: this is not UTF-8 text"),
        (b"title = 1\n\xe9", "line 2: this is not UTF-8 text"),
        (b"#" * 2_000_000, "longer than 256 kB"),
    ],
)
def test_a_file_that_is_no_text_is_told(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    with pytest.raises(LessonError, match=message):
        lesson_from(path)
