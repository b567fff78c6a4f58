"""The command `lessons quiz`: its files, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from perceptron_gui.cli import main


@pytest.mark.parametrize(("kind", "ending"), [("moodle", "xml"), ("tex", "tex")])
def test_the_same_seed_writes_the_same_file(tmp_path: Path, kind: str, ending: str) -> None:
    files = [tmp_path / f"{name}.{ending}" for name in ("one", "two")]
    for file in files:
        options = ["--variants", "2", "--seed", "7", "--level", "1", "--format", kind]
        assert main(["lessons", "quiz", *options, "--out", str(file)]) == 0
    one, two = (file.read_bytes() for file in files)
    assert one == two and b"1-8" in one and b"1-9" not in one


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
