"""Work that somebody waits for: its bar, its words, and what Ctrl-C leaves of it."""

from __future__ import annotations

import io
import re
import signal
import sys
import threading
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from perceptron_gui import cli as module
from perceptron_gui.__main__ import run
from perceptron_gui.base.cancel import Progress
from perceptron_gui.base.errors import DataError
from perceptron_gui.cli import main
from perceptron_gui.terminal import progress
from tests.terminal.program import Capture, Cli, interrupted, unix


class Terminal(io.StringIO):
    """A standard error on which a bar can be drawn over."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("encoding", "mark"), [("utf-8", "█"), ("ascii", "#")])
def test_a_bar_is_drawn_over_and_removed(
    monkeypatch: pytest.MonkeyPatch, encoding: str, mark: str
) -> None:
    terminal = Terminal(encoding)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "_BAR_DELAY_S", 0.0)
    show = progress.counted("point {} of {}")
    show(1, 2)
    show(2, 2)
    _, bar, *removed = terminal.getvalue().split("\r")
    assert bar.startswith(mark * 15)
    assert bar.rstrip().endswith(" 50%  point 1 of 2")
    assert removed == [" " * 75, ""]


# Memory that runs out must not end these before a bar is drawn: mistakes are rare, much is allowed.
ENDLESS = ["blobs:n=2000,noise=0.8", "--epochs", "100000000", "--max-updates", "1000000000"]
ENDLESS += ["--max-memory", "8"]


@pytest.mark.program
@unix
@pytest.mark.parametrize("order", ["shuffled", "random-mistake"])
def test_ctrl_c_ends_a_long_run_with_what_it_has(order: str) -> None:
    code, bar, out = interrupted("run", *ENDLESS, "--order", order)
    assert code == 0
    assert re.search(r"░ +\d%  visit \d+, \d+ updates\n", bar)
    visits = re.search(r"Note: interrupted after (\d+) visits\.", out)
    made = re.search(r"Interrupted after .*\s+Made (\d+) updates in (\d+) visits", out)
    assert visits is not None
    assert made is not None
    assert made[2] == visits[1]
    # Every visit of this order is an update: none was lost on the way out.
    assert order == "shuffled" or made[1] == made[2]


SEARCH = "core.space.separability.separability"
BEFORE_A_VERDICT = "interrupted while deciding whether a line separates the points"
AFTER_TRAINING = "interrupted while working out the results"
FIGURE = ["figure", "norms", "and", "--out", "norms.csv"]
TRIALS = ["lab", "orders", "blobs:n=400,noise=0.9", "--trials", "100000", "--epochs", "1000"]


@pytest.mark.program
@unix
@pytest.mark.parametrize(
    ("argv", "at"),
    [
        (["figure", "norms", *ENDLESS, "--order", "shuffled"], "visit"),
        (TRIALS, "trying"),
    ],
)
def test_ctrl_c_leaves_the_old_figure(argv: list[str], at: str, tmp_path: Path) -> None:
    target = tmp_path / "old.csv"
    target.write_text("old")
    code, _, out = interrupted(*argv, "--out", str(target), at=at)
    assert (code, out) == (130, "")
    assert target.read_text() == "old"


@pytest.mark.parametrize(
    ("argv", "pressed_in", "sentence"),
    [
        (["run", "and"], "document.sources.load_data", "interrupted while reading the data"),
        (["check", "and"], "terminal.check.write", "interrupted"),
        (["check", "and"], SEARCH, BEFORE_A_VERDICT),
        (["run", "and"], SEARCH, AFTER_TRAINING),
        (["run", "and", "--json", "-"], SEARCH, AFTER_TRAINING),
        (["run", "and"], "terminal.summary.describe_run", AFTER_TRAINING),
        (["run", "and", "--json", "-"], "core.runs.run.Run.to_json", AFTER_TRAINING),
        (
            ["check", "xor"],
            "terminal.check.first_pass_of",
            "interrupted while putting the verdict into words",
        ),
        (FIGURE, "terminal.figure.write_file", "interrupted while drawing"),
    ],
)
def test_ctrl_c_ends_what_has_no_answer_yet_with_a_sentence(
    argv: list[str],
    pressed_in: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
    tmp_path: Path,
) -> None:
    def press(*_: object, **__: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(f"perceptron_gui.{pressed_in}", press)
    assert main(argv) == 130
    assert capsys.readouterr() == ("", f"perceptron-gui: {sentence}\n")


@pytest.mark.parametrize("pressed", [KeyboardInterrupt, DataError("line 7: no number")])
def test_a_bar_is_removed_before_the_sentence_that_ends_its_work(
    pressed: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(source: str, show: Progress, **_: object) -> NoReturn:
        show(30, 100)
        raise pressed

    terminal = Terminal("utf-8")
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "_BAR_DELAY_S", 0.0)
    monkeypatch.setattr("perceptron_gui.document.sources.load_data", read)
    assert main(["run", "points.csv"]) in (2, 130)
    _, _, bar, blank, sentence = terminal.getvalue().split("\r")
    assert "30%  reading the data" in bar
    assert not blank.strip()
    assert sentence.startswith("perceptron-gui: ")


def test_a_terminal_is_told_what_is_done_without_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal("ascii")
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress.at_work("reading the data"):
        assert terminal.getvalue().strip() == "reading the data ..."
    assert terminal.getvalue().split("\r")[-2:] == [" " * 75, ""]


def test_a_run_gives_ctrl_c_back_and_needs_no_main_thread(cli: Cli) -> None:
    before = signal.getsignal(signal.SIGINT)
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(cli("run", "and")))
    thread.start()
    thread.join()
    assert found == [cli("run", "and")]
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_while_the_program_is_loaded_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    class Pressed:
        def find_spec(self, name: str, *_: object) -> None:
            if name == module.__name__:
                raise KeyboardInterrupt

    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    monkeypatch.delitem(sys.modules, module.__name__)
    monkeypatch.setattr(sys, "meta_path", [Pressed(), *sys.meta_path])
    with pytest.raises(SystemExit) as leaving:
        run()
    assert leaving.value.code == 130
    assert capsys.readouterr().err == "perceptron-gui: interrupted\n"


def saved(
    path: Path, points: int, columns: int, decimals: int = 17, by_chance: bool = False
) -> str:
    """Write points that a hyperplane separates, unless their labels are given by chance."""
    random = np.random.default_rng(0)
    x = random.normal(size=(points, columns)).round(decimals)
    side = x @ random.normal(size=columns)
    labels = random.choice([-1, 1], size=points) if by_chance else np.where(side > 0, 1, -1)
    rows = [[*map(repr, row), str(y)] for row, y in zip(x.tolist(), labels.tolist(), strict=True)]
    path.write_text("\n".join(map(",".join, rows)) + "\n")
    return str(path)


@pytest.mark.parametrize("command", [["check"], ["run", "--epochs", "5"]], ids=" ".join)
def test_a_verdict_that_takes_long_shows_a_bar(
    command: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = saved(tmp_path / "wide.csv", 90, 40, 2)
    assert main([*command, data]) == 0
    quick = capsys.readouterr()
    assert quick.err == ""
    monkeypatch.setattr(progress, "_BAR_DELAY_S", 0.0)
    assert main([*command, data]) == 0
    slow = capsys.readouterr()
    assert slow.out == quick.out
    assert re.search(r"░ +\d%  looking for the points that decide\n", slow.err)


@pytest.mark.program
@unix
def test_ctrl_c_reaches_a_verdict_that_takes_long(tmp_path: Path) -> None:
    data = saved(tmp_path / "wide.csv", 1000, 600, by_chance=True)
    code, bar, out = interrupted("check", data, at="decide|exactly")
    assert (code, out) == (130, "")
    assert re.search(r"\d%  ", bar)
