"""Lessons as Markdown with figures beside it, and the command that writes handouts."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.document.sources import session_in
from perceptron_gui.export.handouts.content import Exercise, handout_of
from perceptron_gui.lessons.lesson import question
from perceptron_gui.lessons.reader import lesson_files, lesson_named
from tests.lessons.examples import HEAD, SCENE, STEP

from .pdf_text import page_texts

NAME = "001-follow-theta"
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", lesson_files())
def test_every_exercise_has_a_solution_that_the_engine_knows(name: str) -> None:
    found = lesson_named(name)
    handout = handout_of(found, True)
    exercises = [
        block
        for section in handout.sections
        for block in section.blocks
        if isinstance(block, Exercise)
    ]
    assert [each.number for each in exercises] == list(range(1, len(handout.solutions) + 1))
    titles = ["".join(part.text for part in each.title) for each in handout.solutions]
    truths = [question(step).true_answer for step in found.steps if step.prediction]
    asked = [title for title, each in zip(titles, exercises, strict=True) if each.answers]
    assert len(asked) == len(truths)
    for title, exercise in zip(titles, exercises, strict=True):
        if exercise.answers:
            assert title.partition(": ")[2] in exercise.answers
    names = [picture.name for picture in handout.pictures]
    assert len(names) == len(set(names))


def test_the_command_writes_markdown_with_its_figures(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "my handout.md"
    words = ["lessons", "handout", "follow-theta", "--out", str(out)]
    assert main([*words, "--solutions"]) == 0
    assert "with solutions" in capsys.readouterr().out
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
    assert main(words) == 0
    assert "Solutions" not in out.read_text(encoding="utf-8")


def test_the_command_writes_a_pdf(tmp_path: Path, capsys: Capture) -> None:
    source, out = tmp_path / "x.toml", tmp_path / "x.pdf"
    source.write_text(f"{HEAD}{STEP}{SCENE}", encoding="utf-8")
    assert main(["lessons", "handout", str(source), "--out", str(out), "--theme", "print"]) == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert capsys.readouterr().out == f"{out}: x\n"


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


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["handout", NAME, "--out", "x.doc"], "has to end in .pdf or .md"),
        (["handout", NAME, "--out", "none/x.pdf"], "No such folder"),
        (["handout", NAME, "--out", "x.pdf", "--theme", "lihgt"], "light"),
        (["handout", NAME], "--out"),
        (["handout", "follow-thta", "--out", "x.pdf"], "did you mean 'follow-theta'"),
    ],
)
def test_wrong_words_get_a_sentence(
    words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lessons", *words]) != 0
    told = capsys.readouterr().err
    assert why in told
    assert "Traceback" not in told
    assert not list(tmp_path.iterdir())
