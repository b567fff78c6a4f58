"""Lessons as Markdown with figures beside it and as web pages, and the commands that write them."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.document.sources import load_data, session_in
from perceptron_gui.export.handouts.content import Exercise, handout_of, with_caption
from perceptron_gui.export.handouts.markdown import write_handout
from perceptron_gui.export.handouts.web import lesson_page, played_step
from perceptron_gui.export.layout.page import page_of
from perceptron_gui.figures.description import described
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.lessons import prose
from perceptron_gui.lessons.lesson import question
from perceptron_gui.lessons.reader import lesson_files, lesson_named, read_lesson
from tests.app.lessons.test_hidden import TELLING
from tests.cases import slow_but
from tests.export.pages.test_pages import PageReader
from tests.lessons.examples import HEAD, SCENE, STEP

from .test_paper import page_texts, with_poppler

NAME = "001-follow-theta"
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", lesson_files())
def test_every_exercise_has_a_solution_that_the_engine_knows(name: str) -> None:
    found = lesson_named(name)
    handout = handout_of(found, "script")
    exercises = [
        block
        for section in handout.sections
        for block in section.blocks
        if isinstance(block, Exercise)
    ]
    assert [each.number for each in exercises] == list(range(1, len(handout.ends) + 1))
    titles = ["".join(part.text for part in each.title) for each in handout.ends]
    truths = [question(step).true_answer for step in found.steps if step.prediction]
    asked = [title for title, each in zip(titles, exercises, strict=True) if each.answers]
    assert len(asked) == len(truths)
    for title, exercise in zip(titles, exercises, strict=True):
        if exercise.answers:
            assert title.partition(": ")[2] in [each[2:] for each in exercise.answers]
    names = [picture.name for picture in handout.pictures]
    assert len(names) == len(set(names))


def test_the_command_writes_markdown_with_its_figures(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "my handout.md"
    words = ["lessons", "handout", "follow-theta", "--out", str(out)]
    assert main(words) == 0
    assert "script of 001-follow-theta" in capsys.readouterr().out
    text = out.read_text(encoding="utf-8")
    lines = text.splitlines()
    assert lines[0] == "# Follow θ by hand"
    assert [line for line in lines if line.startswith("## ")][-1] == "## Solutions"
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    folder = tmp_path / "my handout-figures"
    assert {Path(each.replace("%20", " ")).name for each in pictures} == {
        each.name for each in folder.iterdir()
    }
    for each in folder.iterdir():
        content = each.read_bytes()
        assert ET.fromstring(content).tag.endswith("svg")
        assert b"<text" not in content  # letters look the same everywhere
        assert session_in(content, each.name) is not None  # opens in the program
    outside = re.sub(r"`[^`]*`", "", text)
    assert outside.count("$") % 2 == 0
    assert not re.search(r"\$ [^$]*\$", re.sub(r"\$[^$ ][^$]*\$", "", outside))
    assert main([*words, "--solutions"]) == 0  # the older name of --kind solutions
    assert "- [x] " in out.read_text(encoding="utf-8")


def test_the_command_writes_a_pdf(tmp_path: Path, capsys: Capture) -> None:
    source, out = tmp_path / "x.toml", tmp_path / "x.pdf"
    source.write_text(f"{HEAD}{STEP}{SCENE}", encoding="utf-8")
    assert main(["lessons", "handout", str(source), "--out", str(out), "--theme", "print"]) == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert capsys.readouterr().out == f"{out}: script of x\n"


@with_poppler
def test_titles_and_pages_are_words_in_every_handout(tmp_path: Path) -> None:
    source = tmp_path / "x.toml"
    heading = "title = 'a < b'\npages = 'p. <i, x_1'\n[[steps]]\ntitle = 'x_1 * 2 <b'\n"
    source.write_text(heading + SCENE, encoding="utf-8")
    for out in ("x.md", "x.pdf"):
        assert main(["lessons", "handout", str(source), "--out", str(tmp_path / out)]) == 0
    assert main(["lessons", "page", str(source), "--out", str(tmp_path / "x.html")]) == 0
    markdown = (tmp_path / "x.md").read_text(encoding="utf-8").splitlines()
    assert markdown[0] == "# a < b"
    assert markdown[2].startswith(r"*P. \<i, x\_1 ")
    assert markdown[4] == r"## 1. x\_1 \* 2 \<b"
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert "<title>a &lt; b</title>" in page
    assert "P. &lt;i, x_1" in page
    words = page_texts((tmp_path / "x.pdf").read_bytes())[0].replace("\n", "").replace(" ", "")
    assert "a<b" in words
    assert "P.<i,x_1" in words
    assert "x_1*2<b" in words


@pytest.mark.parametrize("name", lesson_files())
def test_a_worksheet_has_every_exercise_and_no_answer(name: str) -> None:
    found = lesson_named(name)
    sheet = handout_of(found, "worksheet")
    numbers = [b.number for each in sheet.sections for b in each.blocks if isinstance(b, Exercise)]
    assert numbers == list(range(1, len(handout_of(found, "script").ends) + 1))
    text = write_handout(sheet, "figures", THEMES["light"]).text
    for step in found.steps:
        for block in prose.blocks(step.prose):
            assert prose.block_markdown(block) not in text
    assert "[x]" not in text
    for picture in sheet.pictures:
        job = with_caption(picture, page_of({}))
        said = " ".join(described(job.drawing()))
        for secret in picture.hides & TELLING.keys():
            assert not re.search(TELLING[secret], said, re.IGNORECASE), (picture.name, said)
    filled = handout_of(found, "solutions")
    exercises = [b for each in filled.sections for b in each.blocks if isinstance(b, Exercise)]
    truths = [question(step).true_answer for step in found.steps if step.prediction]
    ticked = [each.answers[each.ticked][2:] for each in exercises if each.ticked is not None]
    assert ticked == truths


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
[steps.task]
text = "1 < 2 & 2 > 1"
hint = "`<b>`"
conditions = ["points = 4"]
"""


@cache
def written_page(name: str) -> bytes:
    return lesson_page(lesson_named(name), THEMES["light"])


@pytest.mark.parametrize("name", slow_but(["002-xor"], lesson_files()))
def test_every_lesson_is_a_page_below_a_megabyte_that_reopens(name: str) -> None:
    lesson, written = lesson_named(name), written_page(name)
    assert len(written) < 1_000_000
    page = PageReader(written.decode())
    assert len(page.of("section")) == len(lesson.steps) == len(page.data["players"])
    assert len(page.of("nav")) == 1
    session = session_in(written, "page")
    assert session is not None
    assert session.dataset == lesson.steps[0].scene.session.dataset
    text = written.decode()
    for step in lesson.steps:
        assert html.escape(step.title) in text
        if step.prediction is not None:
            assert prose.line_html(question(step).true_answer) in text


@pytest.mark.parametrize("name", slow_but(["002-xor"], lesson_files()))
def test_no_step_shows_what_it_hides(name: str) -> None:
    lesson = lesson_named(name)
    players = PageReader(written_page(name).decode()).data["players"]
    for step, player in zip(lesson.steps, players, strict=True):
        visits = [each["visit"] for each in player["moments"]]
        said = [each["said"] for each in player["moments"]]
        if len(visits) > 1:  # else it is a figure that shows no visit
            assert visits[player["first"]] <= step.scene.visit
        if "future" in step.hide:
            assert max(visits) <= step.scene.visit
            assert player["again"] == -1
        if "explanation" in step.hide:
            assert not any("<li>" in each for each in said)
        if "verdict" in step.hide and "future" not in step.hide:
            assert set(said) == {""}


def test_solutions_are_folded_away_with_what_shows_them() -> None:
    lesson = lesson_named("follow-theta")
    written = lesson_page(lesson, THEMES["light"]).decode()
    folded = "".join(re.findall(r"<details>.*?</details>", written, re.DOTALL))
    tasks = [step.task for step in lesson.steps if step.task]
    assert folded.count("<summary>A solution</summary>") == len(tasks)
    assert "There are at least 3 points. (points is 3)" in folded
    assert "points is 3" not in written.replace(folded, "").split("<details>")[0]
    assert "<td>" in folded
    assert "agreement" in folded  # the arithmetic of a visit


def test_a_step_begins_at_its_cursor() -> None:
    lesson = lesson_named("repairing")
    assert [played_step(step).start for step in lesson.steps[:3]] == [0, 1, 2]


def test_words_of_strangers_stay_words() -> None:
    page = PageReader(lesson_page(read_lesson(HOSTILE, "a.toml"), THEMES["light"]).decode())
    assert len(page.of("script")) == 2
    assert not page.of("img")
    assert page.texts["title"].strip() == "</title <script src=//x $5"
    assert "a < b & c > d?" in page.words


def test_the_command_writes_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lessons", "page", "repairing", "--out", "a.html"]) == 0
    assert capsys.readouterr().out == "a.html: 000-repairing, 9 steps\n"
    assert load_data("a.html").session is not None
    assert main(["lessons", "page", "repairing", "--theme", "dark", "--out", "dark.html"]) == 0
    assert b'data-theme="dark"' in Path("dark.html").read_bytes()
