"""The command `lessons quiz`: its files, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.cli import main


@pytest.mark.parametrize(("kind", "ending"), [("moodle", "xml"), ("tex", "tex"), ("html", "html")])
def test_a_seed_and_the_ending_of_the_file_say_what_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str, ending: str
) -> None:
    files = [tmp_path / f"{name}.{ending}" for name in ("one", "two")]
    for file, options in zip(files, (["--format", kind], []), strict=True):
        given = ["--variants", "2", "--seed", "7", "--level", "1", *options, "--out", str(file)]
        assert main(["lessons", "quiz", *given]) == 0
        assert capsys.readouterr().out == f"{file}: 2 exercises, 4 questions\n"
    one, two = (file.read_bytes() for file in files)
    assert one == two
    if kind != "html":
        assert b"1-8" in one and b"1-9" not in one


def test_a_page_has_all_levels_unless_one_is_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "page.html"
    assert main(["lessons", "quiz", "--variants", "2", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: 6 exercises, 16 questions\n"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--variants", "0"], "--variants 0"),
        (["--seed", "-1"], "--seed -1"),
        (["--level", "4"], "--level"),
        (["--format", "tex"], "--out"),
    ],
)
def test_what_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], named: str
) -> None:
    out = tmp_path / "quiz.xml"
    assert main(["lessons", "quiz", *options, "--out", str(out)]) == 2
    assert named in capsys.readouterr().err and not out.exists()
