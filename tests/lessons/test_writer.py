"""A lesson that is begun by recording reads back as the same scenes, and claims what is true."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perceptron_gui.base.errors import InputError
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.document.model.session import Session
from perceptron_gui.lessons.catalog import lesson_named, shipped
from perceptron_gui.lessons.lesson import Lesson, check_lesson
from perceptron_gui.lessons.reader import read_lesson
from perceptron_gui.lessons.scenes import Scene
from perceptron_gui.lessons.writer import DraftStep, draft_lesson

POINTS = Dataset.of([[0.1, -2], [1e-7, 3e20], [4, 5]], [-1, 1, 1])


def recorded(*scenes: Scene) -> Lesson:
    steps = [DraftStep(f"step {number}", scene) for number, scene in enumerate(scenes)]
    lesson = read_lesson(draft_lesson("A draft", steps), "draft.toml")
    assert check_lesson(lesson).is_true
    return lesson


def test_scenes_are_recorded_and_read_back() -> None:
    first = Scene(Session(POINTS, cursor=0, notation="001"))
    second = replace(
        first,
        session=replace(
            first.session,
            rules=(Rule.of({"eta": "1/3", "init": "0,1/7,0.5", "tie": "plus", "order": "2,0,1"}),),
            cursor=2,
            views={"loss": {"scale": "log"}, "boundary": {"margin": True, "range": (0, 1, 0.5, 2)}},
        ),
        panels=("norms", "why"),
    )
    third = replace(second, session=replace(second.session, cursor="end", rules=(Rule(),)))
    fourth = Scene(Session(POINTS.with_points(POINTS.points[:2], POINTS.labels[:2]), cursor=0))
    scenes = [first, second, third, replace(third, page="orders"), fourth, fourth]
    found = recorded(*scenes)
    assert [step.scene.session for step in found.steps] == [scene.session for scene in scenes]
    assert [step.scene.page for step in found.steps] == [scene.page for scene in scenes]
    assert [step.scene.panels for step in found.steps] == [scene.panels for scene in scenes]
    assert found.steps[0].claims


@pytest.mark.parametrize("lesson", shipped(), ids=lambda lesson: lesson.name)
def test_the_scenes_of_every_lesson_can_be_recorded(lesson: Lesson) -> None:
    scenes = [replace(step.scene, same_run=None) for step in lesson.steps]
    found = recorded(*scenes)
    assert [step.scene.session for step in found.steps] == [scene.session for scene in scenes]


def test_data_of_the_library_are_named_unless_they_were_changed() -> None:
    named = lesson_named("follow-theta").steps[0].scene.session
    text = draft_lesson("T", [DraftStep("s", Scene(named))])
    assert f'data = "{named.name}"' in text
    changed = replace(named, dataset=POINTS)
    assert "points = [[0.1, -2, -1]" in draft_lesson("T", [DraftStep("s", Scene(changed))])


def test_options_of_a_view_that_are_as_usual_again_are_recorded_so() -> None:
    usual = Scene(Session(POINTS, cursor=0))
    other = Scene(replace(usual.session, views={"loss": {"scale": "log"}}))
    assert dict(recorded(other, usual).steps[1].scene.session.views) == {}


def test_real_targets_are_recorded() -> None:
    dataset = Dataset.of_targets([[0], [1], [2]], [0.5, 1.5, -2])
    session = Session(dataset, rules=(Rule.of({"rule": "least-squares"}),), cursor=0)
    (step,) = recorded(Scene(session)).steps
    assert step.scene.session.dataset == dataset


@pytest.mark.parametrize(
    "words", ['quotes " and \\ and é', "an end\x7f\x01\ttab", "'''", "two\nlines with $w_1$", "θ"]
)
def test_any_title_and_prose_is_written(words: str) -> None:
    text = draft_lesson(words, [DraftStep(words, Scene(Session(POINTS)), words)])
    lesson = read_lesson(text, "x.toml")
    assert lesson.title.split() == words.split() == lesson.steps[0].title.split()
    assert lesson.steps[0].prose.split() == words.split()


def test_what_a_lesson_cannot_hold_is_told() -> None:
    with pytest.raises(InputError, match="there are no points to make a lesson of"):
        draft_lesson("T", [DraftStep("s", Scene(Session(Dataset.of([], []))))])
    many = Dataset.of([[i, 0] for i in range(2001)], [1] * 2001)
    with pytest.raises(InputError, match="more than a lesson holds; take at most 2000"):
        draft_lesson("T", [DraftStep("s", Scene(Session(many)))])
