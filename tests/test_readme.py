"""What the README shows is what the program prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.core.data.library import LIBRARY
from perceptron_gui.labs.registry import VIEWS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_samples_are_real_output(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    samples = re.findall(r"^\$ perceptron-gui (.*)\n((?:(?!```|\$ ).*\n)+)", README, re.MULTILINE)
    assert samples
    for command, shown in samples:
        assert main(command.split()) == 0
        printed = capsys.readouterr().out
        begin, *later = shown.split("…\n")  # an ellipsis stands for what is left out
        assert printed.startswith(begin)
        assert all(part in printed for part in later)


def test_the_python_sample_is_true() -> None:
    (sample,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, object] = {}
    exec(sample, names)  # the README's own words
    run = names["run"]
    assert run.outcome.status == "cycle"  # type: ignore[attr-defined]
    assert run.recurrence.period_visits == 4  # type: ignore[attr-defined]


def test_every_picture_of_the_gallery_is_there_with_its_command() -> None:
    shown = re.findall(r"!\[.*?\]\((resources/gallery/\S+)\)\n\n`perceptron-gui (.*)`", README)
    assert len(shown) > 10
    kept = {path.name for path in (ROOT / "resources" / "gallery").iterdir()}
    assert kept == {Path(picture).name for picture, _ in shown}
    views = set()
    for picture, command in shown:
        words = command.split()
        assert words[-1] == Path(picture).name
        views.add(words[1])
    assert views == {name for name, view in VIEWS.items() if not view.is_table}


def test_the_library_is_as_large_as_it_says() -> None:
    assert f"library of {len(LIBRARY)} named sets" in README
