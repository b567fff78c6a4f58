"""Long runs: the bar, and Ctrl-C."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
import threading

import pytest

from perceptron_gui import cli
from perceptron_gui.terminal import progress
from tests.terminal.program import PATIENCE, PROGRAM, Told, environment, run_program, unix


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
def test_a_bar_is_drawn_over_and_taken_away(
    told: Told, monkeypatch: pytest.MonkeyPatch, encoding: str, mark: str
) -> None:
    terminal = Terminal(encoding)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "_BAR_DELAY_S", 0.0)
    told("run", "xor", "--order", "shuffled", "--epochs", "1500")
    bars = terminal.getvalue().split("\r")
    assert bars[1].startswith(mark)
    assert "17%  visit 1024, " in bars[1]
    assert bars[-2:] == [" " * 75, ""]


def test_a_quick_run_draws_no_bar() -> None:
    done = run_program("run", "and")
    assert (done.returncode, done.stderr) == (0, "")


@unix
@pytest.mark.parametrize("order", ["shuffled", "random-mistake"])
def test_ctrl_c_ends_a_long_run_with_what_it_has(order: str) -> None:
    budget = ["--epochs", "100000000", "--max-updates", "1000000000"]
    with subprocess.Popen(
        [*PROGRAM, "run", "xor", "--order", order, *budget],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            assert process.stderr is not None
            bar = process.stderr.readline()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 0
    assert re.search(r"░ +\d%  visit \d+, \d+ updates\n", bar)
    assert "Traceback" not in err
    visits = re.search(r"Note: interrupted after (\d+) visits\.", out)
    made = re.search(r"Stopped early: (\d+) updates in (\d+) visits", out)
    assert visits is not None
    assert made is not None
    assert made[2] == visits[1]
    # Every visit of this order is an update: none was lost on the way out.
    assert order == "shuffled" or made[1] == made[2]


def test_a_run_gives_ctrl_c_back_and_needs_no_main_thread(told: Told) -> None:
    before = signal.getsignal(signal.SIGINT)
    said: list[str] = []
    thread = threading.Thread(target=lambda: said.append(told("run", "and")))
    thread.start()
    thread.join()
    assert said == [told("run", "and")]
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_elsewhere_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(argv: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", interrupted)
    with pytest.raises(SystemExit) as leaving:
        cli.entry()
    assert leaving.value.code == 130
