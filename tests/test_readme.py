"""What the README shows is what the program prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perceptron_gui.cli import main
from perceptron_gui.core.library import LIBRARY

README = Path(__file__).parent.parent.joinpath("README.md").read_text(encoding="utf-8")


def test_the_samples_are_real_output(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_the_library_is_as_large_as_it_says() -> None:
    assert f"library of {len(LIBRARY)} named sets" in README
