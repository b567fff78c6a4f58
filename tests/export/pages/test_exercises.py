"""The page You are the perceptron in a real browser: answers, what they tell, and the score."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from perceptron_gui.exercises.diagnosing import diagnose
from perceptron_gui.exercises.making import (
    LEVELS,
    POINT,
    WEIGHTS,
    Answer,
    ExerciseStep,
    MadeExercise,
    exercise,
)
from perceptron_gui.exercises.score import Attempt, score_text
from perceptron_gui.export.handouts.exercises import exercises_page
from perceptron_gui.figures.model.theme import THEMES
from tests.export.pages.browser import CHROMIUM, Browser
from tests.export.pages.test_live import SIZES, change, unnamed
from tests.export.pages.test_pages import PageReader

in_browser = [
    pytest.mark.program,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]
FIRST, COUNT = 4, 3
LARGEST = 600_000  # bytes, with 200 exercises of each level
MADE = {level: [exercise(level, FIRST + i) for i in range(COUNT)] for level in LEVELS}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("exercises") / "page.html"
    file.write_bytes(exercises_page(MADE, THEMES["light"]))
    return file


def words_of(made: MadeExercise, step: ExerciseStep) -> list[str]:
    answers = (step.right, *step.wrong, -1)
    return [diagnose(made, step, answer).words for answer in answers]


def test_the_source_holds_every_answer_but_packed(page: Path) -> None:
    written = page.read_text(encoding="utf-8")
    told = PageReader(written).data["exercises"]["levels"]
    for level, exercises in MADE.items():
        for made, given in zip(exercises, told[str(level)]["exercises"], strict=True):
            for step, question in zip(made.steps, given["steps"], strict=True):
                every = words_of(made, step)
                assert [words for _, words in question["told"].values()] == every
                assert not any(words in written for words in every)
    more = 200 / COUNT
    assert 100_000 + more * len(PageReader(written).texts["given"]) < LARGEST


def answer(browser: Browser, step: ExerciseStep, given: Answer) -> None:
    """Answer as a person does: on the plane, in fields, or with a button."""
    if step.name == POINT:
        assert isinstance(given, int)
        browser.click(f".point[data-i='{given}'] .reach")
        return
    if step.name == "ending":
        browser.click(f"#ask .plain:nth-child({1 + (given == 'cycles')})")
        return
    values = list(map(int, given)) if isinstance(given, tuple) else [given]
    fields = "[...document.querySelectorAll('#ask input')]"
    browser.value(
        f"{fields}.forEach((each, i) => {{each.value = {json.dumps(values)}[i];"
        "each.dispatchEvent(new Event('input'));})"
    )
    browser.click("#ask .plain")


def show(browser: Browser, made: MadeExercise) -> None:
    change(browser, "level", str(made.level))
    change(browser, "exercise", str(made.seed))


def seen(browser: Browser) -> str:
    """Return all words on the page, for eyes and for ears."""
    labels = browser.value("[...document.querySelectorAll('[aria-label]')].map(e => e.ariaLabel)")
    parts = "[...document.querySelectorAll('header, aside, main, footer')].map(e => e.textContent)"
    return " ".join([*browser.value(parts), *labels])


class TestInBrowser:
    pytestmark = in_browser

    @pytest.mark.parametrize("side", ["light", "dark"])
    @pytest.mark.parametrize("size", SIZES)
    def test_right_answers_open_the_run_and_nothing_tells_them_before(
        self, browser: Browser, page: Path, size: str, side: str
    ) -> None:
        width, height, is_phone = SIZES[size]
        browser.resize(width, height, phone=is_phone)
        browser.prefer(side)
        browser.open(page)
        given = 0
        for exercises in MADE.values():
            made = exercises[1]
            show(browser, made)
            for number, step in enumerate(made.steps, 1):
                words = seen(browser)
                assert not any(each in words for each in words_of(made, step))
                assert "correct" not in words and "misclassified as" not in words
                assert not browser.value("document.querySelector('#transport').offsetHeight")
                answer(browser, step, step.right)
                given += 1
                assert browser.text(".outcome") == f"✓ {words_of(made, step)[0]}"
                assert browser.text("#score") == f"{given} of {given} right"
                width_of_page = "document.documentElement.scrollWidth"
                assert browser.value(f"{width_of_page} <= innerWidth")
                if number < len(made.steps):
                    browser.press("Enter")
            browser.click("#solution")
            shown = "document.querySelector('#count').textContent"
            browser.wait_until(f"parseInt({shown}.slice(6)) >= 1")
            assert browser.value("document.querySelector('#transport').offsetHeight")
        assert unnamed(browser) == []
        browser.click("#next")
        assert browser.value("document.querySelector('#exercise').value") == str(FIRST + 2)

    @pytest.mark.parametrize("level", LEVELS)
    def test_every_wrong_answer_gets_the_words_of_its_misconception(
        self, browser: Browser, page: Path, level: int
    ) -> None:
        browser.open(page)
        made = MADE[level][2]
        for number, step in enumerate(made.steps):
            for wrong in step.wrong:
                show(browser, made)
                for before in made.steps[:number]:
                    answer(browser, before, before.right)
                    browser.click("#next")
                answer(browser, step, wrong)
                assert browser.text(".outcome") == f"✗ {diagnose(made, step, wrong).words}"

    def test_an_exercise_is_done_with_keys_and_its_score_is_saved(
        self, browser: Browser, page: Path, tmp_path: Path
    ) -> None:
        behaviour = {"behavior": "allow", "downloadPath": str(tmp_path)}
        browser.call("Page.setDownloadBehavior", **behaviour)
        browser.open(page)
        made = MADE[2][0]
        show(browser, made)
        browser.value("document.activeElement.blur()")
        browser.press("1")
        browser.press("2")  # too late
        browser.press("Enter")
        slip = tuple(x + (i == 0) for i, x in enumerate(made.run.start))
        browser.value("document.querySelector('#ask input').focus()")
        line = "document.querySelector('#plane .line').getAttribute('d')"
        before = browser.value(line)
        browser.press("ArrowUp")
        assert browser.value(line) != before
        browser.press("Enter")
        browser.click("#save-score")
        saved = tmp_path / "score.json"
        while not saved.exists():
            browser.value("1")
        given: list[tuple[ExerciseStep, Answer]] = [
            (made.step(POINT), 0),
            (made.step(WEIGHTS), slip),
        ]
        attempts = [Attempt(made, step, each, diagnose(made, step, each)) for step, each in given]
        assert saved.read_text(encoding="utf-8") == score_text(attempts, ".json")
