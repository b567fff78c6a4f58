"""Lesson pages in a real browser: questions, tasks that check themselves, and what is handed in."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.document.sources import load_data, session_in
from perceptron_gui.export.handouts.web import lesson_page
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.lessons.grades import grade
from perceptron_gui.lessons.lesson import Lesson, LessonStep, question
from perceptron_gui.lessons.reader import lesson_files, lesson_named, read_lesson
from perceptron_gui.lessons.secrets import hidden
from perceptron_gui.theory.run_text.status import CLASSES, FUTURE, SCORES, VERDICT
from tests.cases import slow_but
from tests.export.pages.browser import CHROMIUM, Browser
from tests.export.pages.test_live import SIZES, change, unnamed
from tests.export.pages.test_pages import PageReader

in_browser = [
    pytest.mark.program,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]
LARGEST_LESSON = 600_000  # bytes
HOSTILE = """
title = "</title <script src=//x $5"
goals = ["1 < 2, `<img src=x onerror=alert(1)>`"]
[[steps]]
title = "</h2 <script src=//x"
prose = "a < b & `</script><script>alert(3)</script>`"
hide = ["future"]
[steps.scene]
data = "xor"
at = 2
[steps.prediction]
ask = "mistake"
question = "a < b & c > d?"
why = "`<img src=x onerror=alert(2)>`"
[steps.task]
text = "1 < 2 & 2 > 1"
hint = "`<b>`"
conditions = [{ that = "points = 4", say = "<i>four</i>" }]
"""
_QUICK = ["002-xor", "000-and-by-yourself"]


@cache
def written_page(name: str) -> bytes:
    return lesson_page(lesson_named(name), THEMES["light"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lessons")


def opened(browser: Browser, folder: Path, name: str) -> Lesson:
    file = folder / f"{name}.html"
    file.write_bytes(written_page(name))
    browser.open(file)
    return lesson_named(name)


@pytest.mark.parametrize("name", slow_but(_QUICK, lesson_files()))
def test_a_page_is_small_reopens_and_holds_no_words_of_its_steps(name: str) -> None:
    lesson, written = lesson_named(name), written_page(name)
    assert len(written) < LARGEST_LESSON
    page = PageReader(written.decode())
    assert len(page.data["steps"]) == len(lesson.steps)
    session = session_in(written, "page")
    assert session is not None
    assert session.dataset == lesson.steps[0].scene.session.dataset
    for step, told in zip(lesson.steps, page.data["steps"], strict=True):
        assert html.escape(step.title) in told["title"]
        if step.prediction is not None:
            assert told["question"]["truth"] == question(step).truth
            for why in question(step).why:
                assert why not in written.decode()  # but packed


def words(browser: Browser) -> str:
    """Return all words on the page, for eyes and for ears, but those of answers and of prose."""
    seen = browser.value(
        "[...document.querySelectorAll('header, main, .current .outcome, .current .end, footer')]"
        ".map(each => each.innerText).join(' ')"
    )
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    shown = (each for each in nodes if not each.get("ignored") and "name" in each)
    heard = [each["name"].get("value", "") for each in shown if each["role"]["value"] != "button"]
    points = browser.value("[...document.querySelectorAll('.point')].map(p => p.ariaLabel)")
    prose = browser.text(".current .body")
    return " ".join([seen, *points, *(each for each in heard if each not in prose)])


def assert_kept_back(browser: Browser, step: LessonStep) -> None:
    """The words of the page tell nothing of what a question asks for."""
    secret, said, asked = hidden(step, is_open=True), words(browser), question(step)
    assert not any(why in said for why in asked.why if why)
    if secret & {FUTURE, VERDICT}:
        assert not re.search(r"onverged|repeat every|misclassified by|Stopped after", said)
        assert not browser.value("document.querySelector('#transport').offsetHeight")
    if secret & {CLASSES, SCORES}:
        assert not re.search(r"correct|misclassified|, on the line|\d of \d+ points", said)
        assert not browser.value("document.querySelector('#errors').clientHeight")


@pytest.mark.parametrize("name", slow_but(_QUICK, lesson_files()))
class TestEveryLesson:
    pytestmark = in_browser

    def test_it_unfolds_step_by_step_and_tells_no_answer_before(
        self, name: str, browser: Browser, folder: Path
    ) -> None:
        lesson = opened(browser, folder, name)
        for number, step in enumerate(lesson.steps, 1):
            section = f"#step-{number}"
            assert browser.value("document.querySelectorAll('.step').length") == number
            later = [each.title for each in lesson.steps[number:]]
            seen = browser.text("body")
            assert not any(title in seen for title in later if len(title) > 12)
            if step.prediction is not None:
                assert browser.value(f"!document.querySelector('{section} .next')")
                assert_kept_back(browser, step)
                asked = question(step)
                wrong = (asked.truth + 1) % len(asked.answers)
                browser.click(f"{section} .answer:nth-child({wrong + 1})")
                assert browser.text(f"{section} .outcome").startswith("Wrong. ")
            if number < len(lesson.steps):
                browser.click(f"{section} .next")
        assert "This is the end of the lesson." in browser.text(".current")


@pytest.mark.parametrize("side", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
class TestAndByYourself:
    pytestmark = in_browser

    @pytest.fixture(autouse=True)
    def opened(self, browser: Browser, folder: Path, size: str, side: str) -> None:
        width, height, self.phone = SIZES[size]
        browser.resize(width, height, phone=self.phone)
        browser.prefer(side)
        opened(browser, folder, "000-and-by-yourself")

    def press(self, browser: Browser, selector: str) -> None:
        if self.phone:
            browser.swipe(selector, 0)
        else:
            browser.click(selector)

    def test_a_task_checks_itself_and_is_handed_in(self, browser: Browser, tmp_path: Path) -> None:
        assert browser.text("#headline") == "Answer the question to see more."
        assert browser.value("document.querySelector('#bar').disabled")
        self.press(browser, ".answer:nth-child(3)")
        assert browser.text(".outcome").startswith("Right.")
        self.press(browser, ".next")
        marks = "[...document.querySelectorAll('#step-2 .conditions li')].map(i => i.className)"
        assert browser.value(marks) == ["met", "met", "met", "met", "unmet"]
        assert "now 11" in browser.text("#step-2 .conditions li:last-child")
        change(browser, "init", "1, 1, −1.5")
        assert browser.value(marks) == ["met"] * 5
        self.press(browser, "#step-2 details:last-of-type summary")
        area = "document.querySelector('textarea')"
        browser.wait_until(f"{area} && {area}.value.endsWith('end\\n')")
        code = browser.value(f"{area}.value")
        assert grade(code.encode(), "code.txt", {}).is_solved
        mail = f"Dear teacher,\n\n{code}\nYours\n"
        assert grade(mail.encode(), "mail.txt", {}).is_solved
        change(browser, "init", "0, 0, 0")
        assert browser.value(marks)[-1] == "unmet"

    def test_work_is_kept_while_the_page_is_open(self, browser: Browser) -> None:
        self.press(browser, ".answer:nth-child(1)")
        self.press(browser, ".next")
        change(browser, "init", "1, 1, −1.5")
        self.press(browser, "#step-1 .title")
        assert browser.value("document.querySelector('#init').value") == "0, 0, 0"
        self.press(browser, "#step-2 .title")
        assert browser.value("document.querySelector('#init').value") == "1, 1, −1.5"
        self.press(browser, "#undo")
        assert browser.value("document.querySelector('#init').value") == "0, 0, 0"

    def test_all_is_large_enough_and_nothing_wider_than_the_window(self, browser: Browser) -> None:
        self.press(browser, ".answer:nth-child(1)")
        self.press(browser, ".next")
        assert browser.value("document.documentElement.scrollWidth <= innerWidth")
        shown = "[...document.querySelectorAll('button')].filter(b => b.offsetParent)"
        sizes = f"{shown}.map(b => b.getBoundingClientRect()).map(b => Math.min(b.width, b.height))"
        assert browser.value(f"Math.min(...{sizes})") >= 40
        assert browser.value("document.querySelector('#plane').clientWidth") >= 350
        assert unnamed(browser) == []

    def test_keys_answer_and_go_on(self, browser: Browser) -> None:
        browser.press("b")
        assert browser.text(".outcome").startswith("Wrong. ")
        browser.press("Enter")
        assert browser.value("document.querySelectorAll('.step').length") == 2


@pytest.mark.program
@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_what_is_saved_opens_in_the_program(browser: Browser, folder: Path, tmp_path: Path) -> None:
    opened(browser, folder, "000-and-by-yourself")
    behaviour = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.call("Page.setDownloadBehavior", **behaviour)
    browser.click(".answer:nth-child(1)")
    browser.click(".next")
    change(browser, "init", "1, 1, −1.5")
    change(browser, "rule", "averaged")
    change(browser, "margin", "1/2")
    browser.click("#save")
    saved = tmp_path / "000-and-by-yourself-2.json"
    while not saved.exists():
        browser.value("1")
    session = load_data(str(saved)).session
    assert session is not None and session.task is not None
    rule = session.rules[0]
    assert (rule.rule, rule.tie, rule.margin) == ("averaged", "plus", Fraction(1, 2))
    assert list(map(float, rule.init)) == [1, 1, -1.5]


SHOWING = """
title = "A line"
[[steps]]
title = "Without words"
prose = "Look."
hide = ["explanation", "norms"]
[steps.scene]
data = "and"
rule = { init = [2, 3, 1] }
at = 1
views = { boundary = { show = "equation" } }
[[steps]]
title = "More than a live plane shows"
prose = "Look."
hide = []
[steps.scene]
views = { boundary = { show = "margin" } }
"""


@pytest.mark.program
@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_a_live_plane_follows_what_a_step_shows_and_hides(browser: Browser, folder: Path) -> None:
    file = folder / "showing.html"
    file.write_bytes(lesson_page(read_lesson(SHOWING, "a.toml"), THEMES["light"]))
    browser.open(file)
    assert browser.text("#note") == "Boundary: 2x₁ + 3x₂ = 0."
    ids = ("arithmetic", "norms", "errors", "transport")
    high = "document.getElementById('{}').getBoundingClientRect().height > 0"
    assert [browser.value(high.format(each)) for each in ids] == [False, False, True, True]
    assert browser.value("document.querySelector('#bar').offsetHeight") < 60  # one row
    browser.click(".next")
    assert browser.value("document.querySelectorAll('.current .figure').length") == 1


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("# perceptron-gui-session begin\neJyr\n", "its end is missing"),
        ("# perceptron-gui-session begin\neJyr!\nperceptron-gui-session end", "damaged"),
        ("# perceptron-gui-session begin\nAAAA\nperceptron-gui-session end", "damaged"),
        ("perceptron-gui-session", "no session"),
    ],
)
def test_a_code_that_is_none_gets_a_sentence(code: str, problem: str) -> None:
    graded = grade(code.encode(), "code.txt", {})
    assert not graded.is_solved
    assert problem in graded.problem


@pytest.mark.program
@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_words_of_strangers_stay_words(browser: Browser, folder: Path) -> None:
    file = folder / "hostile.html"
    file.write_bytes(lesson_page(read_lesson(HOSTILE, "a.toml"), THEMES["light"]))
    page = PageReader(file.read_text(encoding="utf-8"))
    assert len(page.of("script")) == 2 and not page.of("img")
    assert page.texts["title"].strip() == "</title <script src=//x $5"
    browser.open(file)
    assert browser.text(".words") == "a < b & c > d?"
    browser.click(".answer:nth-child(1)")
    assert "<img src=x onerror=alert(2)>" in browser.text(".outcome code")
    assert "<i>four</i>" in browser.text(".conditions")
    assert browser.value("document.querySelectorAll('img, .conditions i').length") == 0


def test_the_command_writes_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lessons", "page", "repairing", "--out", "a.html"]) == 0
    assert capsys.readouterr().out == "a.html: 000-repairing, 9 steps\n"
    assert load_data("a.html").session is not None
    assert main(["lessons", "page", "repairing", "--theme", "dark", "--out", "dark.html"]) == 0
    assert b'data-theme="dark"' in Path("dark.html").read_bytes()
