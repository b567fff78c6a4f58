"""Lessons as Markdown with figures beside it, and the commands that write handouts."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.document.sources import session_in
from perceptron_gui.export.handouts.content import Exercise, handout_of, with_caption
from perceptron_gui.export.handouts.markdown import write_handout
from perceptron_gui.export.layout.page import page_of
from perceptron_gui.figures.description import described
from perceptron_gui.figures.model.theme import THEMES
from perceptron_gui.lessons import prose
from perceptron_gui.lessons.lesson import question
from perceptron_gui.lessons.reader import lesson_files, lesson_named
from tests.app.lessons.test_hidden import TELLING
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
    text, _pictures = write_handout(sheet, "figures", THEMES["light"])
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
