"""Lessons: scenes, predictions and tasks, and the proof of all that come with the program."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from perceptron_gui.app.window.docks import TITLES
from perceptron_gui.app.window.pages import page_of, pages
from perceptron_gui.base.errors import InputError
from perceptron_gui.cli import main
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session
from perceptron_gui.document.sources import load_data
from perceptron_gui.lectures.notation import NOTATIONS
from perceptron_gui.lessons.lesson import Lesson, check_lesson, question
from perceptron_gui.lessons.reader import (
    heading_from,
    lesson_files,
    lesson_from,
    lesson_named,
    read_lesson,
)
from perceptron_gui.lessons.scenes import PANELS, SceneChange, page_names
from perceptron_gui.lessons.source import LessonError
from perceptron_gui.theory.run_text.poll import Poll, PollQuestion

from .examples import HEAD, SCENE, STEP, lesson


def asked(prediction: str, scene: str = SCENE) -> PollQuestion:
    step = lesson(scene=scene, rest=f"[steps.prediction]\n{prediction}").steps[0]
    return question(step)


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("ask", ["class", "mistake", "next", "turn", "converges", "updates"])
def test_a_prediction_about_numbers_out_of_reach_is_answered_or_refused(ask: str) -> None:
    options = 'name = "sgd", loss = "squared", eta = "1e75"'
    far = f"[steps.scene]\npoints = [[1e75, 1, 1], [1, 1e75, -1]]\nrule = {{ {options} }}\nat = 2"
    try:
        assert asked(f'ask = "{ask}"', far).true_answer
    except LessonError as error:
        assert str(error).startswith("x.toml, line ")


TASK = """[steps.task]
text = "Needs an offset"
conditions = ["points >= 3", "separable = true",
  { that = "separable = false", rule = { offset = false } }]
solution = { points = [[1, 1, 1], [2, 2, -1], [3, 3, -1]] }
"""


def test_a_task_is_checked_against_what_a_student_made() -> None:
    task = lesson(rest=TASK).steps[0].task
    assert task is not None
    solved = task.solved(lesson(rest=TASK).steps[0].scene)
    assert solved is not None
    assert [found.holds for found in task.check(solved.session)] == [True, True, True]
    through_origin = Session(Dataset.of([[1, 1], [-1, -1]], [1, -1]), rules=(Rule(),), cursor=0)
    found = task.check(through_origin)
    assert [each.holds for each in found] == [False, True, False]
    assert found[0].truth == "points is 2"
    assert found[2].truth == "separable is true"


FALSE = f"""{HEAD}{STEP}claims = [
  "updates = 10",
  "updates = 9",
  {{ that = "updates = 10", rule = {{ init = "1" }} }},
]
{SCENE}
{TASK.replace("[2, 2, -1], [3, 3, -1]", "[-2, -2, -1], [-3, -3, -1]")}"""


def test_the_check_says_what_is_false_and_what_is_true(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "false.toml"
    path.write_text(FALSE, encoding="utf-8")
    assert main(["lessons", "check", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "false: 3 of 6 do not hold"
    assert lines[1] == "  line 6, step 1: updates = 9 is false: updates is 10"
    assert "line 7, step 1: updates = 10 is false: --init has 1 numbers" in lines[2]
    assert "line 16, step 1: separable = false is false: separable is true" in lines[3]


def test_the_check_goes_on_after_a_file_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("title = ", encoding="utf-8")
    name = next(iter(lesson_files()))
    assert main(["lessons", "check", str(path), name, "no-such-lesson"]) == 2
    first, second, third = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{path}, line 1")
    assert second.startswith(f"{name}: ok, ")
    assert third.startswith("there is no lesson 'no-such-lesson'")


@pytest.mark.parametrize("name", lesson_files())
def test_every_claim_of_a_lesson_is_proved(name: str) -> None:
    checked = check_lesson(lesson_named(name))
    assert [f"step {step}: {finding}" for step, finding in checked.wrong] == []
    assert checked.count > 0


@pytest.mark.parametrize("name", lesson_files())
def test_every_lesson_cites_its_source_and_asks_and_sets_a_task(name: str) -> None:
    lesson = lesson_named(name)
    assert lesson.source
    assert 10 < lesson.minutes <= 25
    assert any(step.prediction for step in lesson.steps)
    tasks = [step.task for step in lesson.steps if step.task]
    assert tasks
    assert all(task.solution is not None for task in tasks)


@pytest.mark.parametrize("name", lesson_files())
def test_the_margin_is_written_as_on_the_screen_beside_it(name: str) -> None:
    for step in lesson_named(name).steps:
        squared = NOTATIONS[step.scene.session.notation].margin[1]
        said = step.prose.replace("\n", " ") + (step.task.hint if step.task else "")
        before_equals = re.findall(r"([^ $]+) = (?=[0-9/]+)", said)
        margins = [name for name in before_equals if re.match(r"(\\gamma|b)\^2", name)]
        assert set(margins) <= {squared}
        assert r"R^2/\gamma^2" not in said or "/" not in squared


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
    assert set(map(page_of, page_names().values())) <= set(pages())
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


NUMBER = r"[−-]?[0-9]+(?:\.[0-9]+)?"
NUMBERS = re.compile(rf"{NUMBER}(?:, ?{NUMBER})+")


@pytest.mark.parametrize("name", lesson_files())
def test_no_example_in_the_text_or_hint_of_a_task_solves_it(name: str) -> None:
    for step in lesson_named(name).steps:
        if (task := step.task) is None:
            continue
        lists = {name for name in task.needs(step.scene) if name in ("init", "order")}
        for found in NUMBERS.findall(f"{step.prose} {task.text} {task.hint}"):
            for option in lists:
                try:
                    tried = SceneChange(rule={option: found.replace("−", "-")})
                    session = tried.apply(step.scene, step.scene.session.notation).session
                    findings = task.check(session)
                except InputError:  # no weights or order of this task
                    continue
                assert not all(finding.holds for finding in findings), (step.title, found)


def test_conditions_of_lessons_are_sentences() -> None:
    tasks = [
        step.task
        for name in lesson_files()
        for step in lesson_named(name).steps
        if step.task is not None
    ]
    for words in (condition.sentence for task in tasks for condition in task.conditions):
        assert words[0].isupper() and words.endswith(".") and "_" not in words, words


@pytest.mark.parametrize(
    ("ask", "wrong", "said"),
    [
        ("errors", "0", "0 counts as +1"),
        ("errors", "1", "Too few"),
    ],
)
def test_a_wrong_answer_gets_its_own_sentence_or_that_of_all(
    ask: str, wrong: str, said: str
) -> None:
    rest = """
[steps.prediction]
ask = "number"
that = "errors"
choices = ["0", "1", "3"]
[steps.prediction.why]
"0" = "0 counts as +1"
"1" = "Too few"
"""
    scene = '[steps.scene]\ndata = "and"\nrule = { tie = "plus" }'
    found = question(lesson(scene=scene, rest=rest).steps[0])
    poll = replace(Poll.about(found), chosen=found.answers.index(wrong), is_revealed=True)
    assert poll.reason == said
    assert replace(poll, chosen=found.truth).reason == ""
    assert replace(poll, chosen=None).reason.endswith("3.")  # computed


def test_all_that_is_wrong_is_found_at_once_and_nothing_that_follows_from_it() -> None:
    rest = (
        '[steps.task]\ntext = "$"\nconditions = ["poins = 1", "points = 5", "errors = "]\n'
        # The scene of the third step changes that of the second, which is not known.
        f'{STEP}[steps.scene]\ndata = "none"\n{STEP}[steps.scene]\nat = "k=900"\n'
        f'[steps.prediction]\nask = "next"\n{STEP}{SCENE}[steps.prediction]\nask = "what"\n'
    )
    with pytest.raises(LessonError) as caught:
        lesson('prose = "$x"\nclaims = ["points = 4", "a = 1"]\n', rest=rest)
    found = [problem.split(": ")[0] for problem in caught.value.problems]
    places = [place.partition(", ")[2].partition(", ")[2] for place in found]
    assert places == [
        *("step 1, prose", "step 1, claims[2]", "step 1, task.conditions[1]"),
        *("step 1, task.conditions[3]", "step 1, task.text", "step 2, scene.data"),
        "step 4, prediction.ask",
    ]
    assert str(caught.value) == f"{caught.value.problems[0]} (and 6 more errors)"


def test_the_wrong_labels_are_as_many_as_the_lesson_on_testing_says() -> None:
    noisy = lesson_named("training-and-testing").steps[0].scene.session.dataset
    clean = load_data("separable:n=100").dataset
    wrong = {i for i, label in enumerate(noisy.whole.labels) if label != clean.labels[i]}
    assert noisy.kept_out is not None
    assert (len(wrong), len(wrong & set(noisy.kept_out.indices.tolist()))) == (11, 3)
