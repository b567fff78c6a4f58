"""Work with somebody waiting for it: a progress bar on standard error, and Ctrl-C to end it."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, ClassVar

from perceptron_gui.base.cancel import Progress, Sliced, StepReport, Turns

if TYPE_CHECKING:
    from perceptron_gui.core.runs.run import Run

_BAR_DELAY_S = 1.0  # of work without a bar
_WIDTH = 30
_COLUMNS = 75


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended work without which there is no answer; it says which."""


@contextmanager
def at_work(what: str) -> Iterator[None]:
    """Say on a terminal what is done while there is no bar; Ctrl-C ends it with a sentence."""
    Bar().say(what)
    try:
        yield
    except Interrupted:  # which knows better
        raise
    except KeyboardInterrupt as ended:
        raise Interrupted(f"interrupted while {what}") from ended
    finally:
        remove_bar()


def remove_bar() -> None:
    """Remove the bar that work left on the screen when something ended it."""
    if Bar.on_screen is not None:
        Bar.on_screen.close()


def steps() -> StepReport:
    """Return what draws a bar for work that names its steps, and another for the work after it."""
    bar: Bar | None = None

    def show(what: str, share: float) -> None:
        nonlocal bar
        bar = bar or Bar()
        bar.show(share, what)
        if share >= 1:
            bar = None

    return show


def counted(text: str) -> Progress:
    """Return what draws a bar for `done` of `total`; the text has a place for either."""
    show = steps()
    return lambda done, total: show(text.format(done, total), done / total if done < total else 1.0)


def finish(run: Run) -> bool:
    """Train to the end, or to where Ctrl-C finds the run; tell whether it came to that."""

    def how_far() -> tuple[float, str]:
        updates = len(run.history)
        share = max(run.visits / run.budget, updates / run.rule.max_updates)
        return share, f"visit {run.visits}, {updates} updates"

    with at_work("training"):
        interrupted = carry_out(run, how_far)
    run.interrupt()
    return interrupted


def carry_out(work: Sliced, how_far: Callable[[], tuple[float, str]]) -> bool:
    """Go on to the end, or to where Ctrl-C finds the work; tell whether it came to that.

    `how_far` returns which share of the work is done, and in words how much.
    """
    bar, turns = Bar(), Turns(work)
    with _ctrl_c() as asked:
        while not (work.is_over or asked.is_set()):
            turns.take()
            if not work.is_over:
                bar.show(*how_far())
        interrupted = asked.is_set() and not work.is_over
    bar.close()
    return interrupted


@contextmanager
def _ctrl_c() -> Iterator[threading.Event]:
    """Note the first Ctrl-C, so that no slice is torn; a second one does not wait."""
    asked = threading.Event()

    def note(signum: int, frame: FrameType | None) -> None:
        asked.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    # In the background of a script Ctrl-C is ignored, and other threads may not listen for it.
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not ours or threading.current_thread() is not threading.main_thread():
        yield asked
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


class Bar:
    """One line on standard error that says how much of some work is done, once it takes long."""

    on_screen: ClassVar[Bar | None] = None  # where there is one terminal

    def __init__(self) -> None:
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._due = time.monotonic() + _BAR_DELAY_S

    def show(self, share: float, text: str) -> None:
        """Draw how far the work is, now and then, until it is done; a log gets fewer lines."""
        now = time.monotonic()
        if share >= 1:
            self.close()
        elif now >= self._due and sys.stderr is not None:
            self._due = now + (0.1 if self._is_terminal else 10.0)
            bar = "█" * int(share * _WIDTH)
            self._draw(f"{bar:░<{_WIDTH}} {share:4.0%}  {text}")

    def say(self, what: str) -> None:
        """Draw what is being done where nobody knows how much of it; a log needs no such line."""
        if self._is_terminal:
            self._draw(f"{what} ...")

    def close(self) -> None:
        """Remove the bar."""
        if Bar.on_screen is self:
            Bar.on_screen = None
            if self._is_terminal:
                sys.stderr.write(f"\r{'':{_COLUMNS}}\r")
                sys.stderr.flush()

    def _draw(self, text: str) -> None:
        Bar.on_screen = self
        line = f"\r{text:<{_COLUMNS}}" if self._is_terminal else f"{text}\n"
        try:
            line.encode(sys.stderr.encoding or "ascii")
        except UnicodeEncodeError:
            line = line.replace("█", "#").replace("░", ".")
        sys.stderr.write(line)
        sys.stderr.flush()
