"""Scenes are made from the ones before; every wrong key is named with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perceptron_gui.app.window.docks import TITLES
from perceptron_gui.app.window.pages import pages
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.lessons.lesson import Lesson
from perceptron_gui.lessons.reader import heading_from, lesson_from, read_lesson
from perceptron_gui.lessons.scenes import PANELS, page_names
from perceptron_gui.lessons.source import LessonError

from .examples import HEAD, SCENE, STEP, lesson

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
ON = "[steps.scene]\n"
AND = ON + 'data = "and"\n'
WRONG = [
    ("hide = 3", SCENE, "line 5, step 1, hide: must be a list, not a whole number"),
    (
        'hide = ["futur"]',
        SCENE,
        "line 5, step 1, hide[1]: there is no 'futur'; did you mean 'future'?",
    ),
    ('prosa = ""', SCENE, "line 5, step 1, prosa: unknown key 'prosa'; did you mean 'prose'?"),
    ("prose = 1979-05-27", SCENE, "line 5, step 1, prose: must be a text in quotes, not a date"),
    ('prose = "$x"', SCENE, "line 5, step 1, prose: $ is not closed in '$x'"),
    ('claims = ["a = 1"]', SCENE, "line 5, step 1, claims[1]: there is no fact 'a'"),
    ("claims = [{ at = 1 }]", SCENE, "line 5, step 1, claims[1]: that is missing"),
    ('claims = [{ that = "k = 1", page = "x" }]', SCENE, "claims[1].page: unknown key 'page'"),
    ("", "", "line 3, step 1: the first scene needs data or points"),
    ("", ON + 'data = "adn"', "line 7, step 1, scene.data: no data set named 'adn'; did you"),
    ("", ON + 'data = "/etc/passwd"', "scene.data: no data set named '/etc/passwd'"),
    ("", ON + 'data = "blobs:n=99999"', "scene.data: has 99999 points; a lesson takes at most"),
    ("", AND + "points = [[1, 1]]", "line 8, step 1, scene.points: there are data"),
    ("", ON + "points = []", "scene.points: there are no points"),
    ("", ON + "points = [[1, 2, 3]]", "scene.points[1][3]: the last number of a point is"),
    ("", ON + "points = [[1, 1], [1]]", "line 7, step 1, scene.points[2][1]: each point has 2"),
    ("", ON + "points = [[1, 2]]\ntargets = 3", "scene.targets: must be a text in quotes"),
    ("", AND + 'targets = "real"', "scene.targets: says what the last number of points is"),
    ("", ON + 'points = [["1", 1]]', "scene.points[1][1]: must be a number, not a text"),
    ("", ON + "points = [[1e300, 1]]", "scene.points: point 0, coordinate 0 is 1e+300, beyond"),
    ("", f"{ON}points = [[{'9' * 400}, 1]]", "scene.points[1][1]: a number of 400 characters"),
    ("", AND + "rule = { ete = 1 }", "scene.rule.ete: unknown option 'ete'; did"),
    ("", AND + "rule = { eta = 0 }", "scene.rule.eta: eta 0: must be greater"),
    ("", AND + "rule = { tie = true }", "scene.rule.tie: tie 'True': unknown"),
    ("", AND + 'rule = { init = "1,2" }', "scene.rule.init: init has 2 numbers, this run"),
    ("", AND + 'rule = { name = "pla", rule = "pla" }', "rule is given twice"),
    ("", AND + "at = -1", "line 8, step 1, scene.at: must be a whole number from 0"),
    ("", AND + "at = 999", "scene: '999': the run ends after 36 visits"),
    ("", AND + 'at = "start"', "scene.at: 'start': give a visit, `end`, or an"),
    ("", AND + 'page = "plan"', "scene.page: there is no 'plan'; did you mean 'plane'"),
    ("", AND + 'panels = ["nrms"]', "panels[1]: there is no 'nrms'; did you mean"),
    ("", AND + "views = { los = {} }", "views.los: there is no view 'los'; did you"),
    ("", AND + 'views = { loss = { scale = "lag" } }', "views.loss.scale: --scale"),
    ("", AND + 'views = { boundary = { show = "x" } }', "boundary does not show 'x'"),
    ("", ON + 'data = "blobs"\nas_in_lecture = true', "scene: as_in_lecture: these data come"),
    ("", AND + 'as_in_lecture = "9"', "as_in_lecture: there is no '9'; it is one"),
    (
        "",
        SCENE + "[steps.prediction]",
        "line 9, step 1, prediction: ask is missing; it is one of class",
    ),
    (
        "",
        SCENE + '[steps.prediction]\nask = "clas"',
        "prediction.ask: there is no 'clas'; did you mean 'class'",
    ),
    ("", SCENE + "[steps.task]", "step 1, task: text is missing"),
    (
        "",
        SCENE + '[steps.task]\ntext = "x"\nconditions = []',
        "task.conditions: there are no conditions",
    ),
    (
        "",
        SCENE + '[steps.task]\ntext = "$"\nconditions = ["k = 1"]',
        "line 10, step 1, task.text: $ is not",
    ),
    (
        "",
        SCENE
        + '[steps.task]\ntext = "x"\nconditions = ["k = 1"]\nsolution = { rule = { init = "1" } }',
        "line 12, step 1, task.solution.rule.init: init has 1 numbers",
    ),
]


@pytest.mark.parametrize(("of_step", "scene", "message"), WRONG)
def test_what_is_wrong_is_told_with_file_line_and_key(
    of_step: str, scene: str, message: str
) -> None:
    with pytest.raises(LessonError) as caught:
        lesson(of_step, scene)
    assert re.match(r"x\.toml, line \d+, step 1", str(caught.value))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.toml, line 1: title is missing"),
        (
            f'title = "{"a" * 200}"\n[[steps]]\ntitle = "a"',
            "title: has 200 characters; at most 120",
        ),
        ('title = "T"\nsteps = []', "line 2, steps: there are no steps"),
        ('title = "T"\nsteps = 3', "line 2, steps: must be a list, not a whole number"),
        (HEAD + "[[steps]]\n", "line 2, step 1: title is missing"),
        (HEAD + STEP * 201, "steps: has 201 entries; at most 200"),
        (f'{HEAD}lecture = "7"\n{STEP}', "line 2, lecture: there is no '7'"),
        (f"{HEAD}minutes = 0\n{STEP}", "line 2, minutes: must be a whole number from 1 to 600"),
        (f'{HEAD}language = "English"\n{STEP}', "language: must be the code of a language"),
        (f'{HEAD}goals = ["$\\\\x$"]\n{STEP}', "goals[1]: \\x is not among the commands"),
        (f'title = "<b>x</b>"\n{STEP}', "line 1, title: '<b>': lessons have no HTML"),
        (f"{HEAD}author = 1\n{STEP}", "line 2, author: unknown key 'author'; there may be title"),
    ],
)
def test_what_is_wrong_with_a_whole_lesson(text: str, message: str) -> None:
    with pytest.raises(LessonError) as caught:
        read_lesson(text, "x.toml")
    assert message in str(caught.value)
    assert str(caught.value).startswith("x.toml, line ")


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
