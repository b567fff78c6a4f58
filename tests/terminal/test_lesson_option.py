"""`perceptron-gui --lesson NAME [--present]`: what is wrong is said before a window opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.cli import main

WRONG = {
    ("--lesson",): "no lesson is named",
    ("--present",): "no lesson is named",
    ("--lesson", "sqeeze"): "there is no lesson 'sqeeze'; did you mean",
    ("--lesson", "squeeze", "xor"): "unknown argument 'xor'",
    ("--lesson", "squeeze", "--loud"): "unknown argument '--loud'",
    ("--lesson", "/no/such.toml"): "no such file",
}


@pytest.mark.parametrize("argv", WRONG)
def test_a_wrong_lesson_gets_a_sentence(
    argv: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    assert WRONG[argv] in capsys.readouterr().err


def test_a_file_that_is_no_lesson_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "A"\nsteps = []\n', encoding="utf-8")
    assert main([str(bad)]) == 2
    told = capsys.readouterr().err
    assert "bad.toml, line 2, steps" in told
