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

from perceptron_gui.base.cancel import (
    CancelCheck,
    Progress,
    Sliced,
    StepReport,
    never_cancelled,
    no_report,
    rising,
)

if TYPE_CHECKING:
    from perceptron_gui.core.runs.run import Run
    from perceptron_gui.core.space.separability import Separability
    from perceptron_gui.core.space.space import Space

_SLICE = 0.1  # seconds of work between two looks at the clock
_FIRST_NUMBERS = 1 << 22  # read in the first slice at most, if every visit reads all
_BAR_DELAY_S = 1.0  # seconds without a bar
_WORDS_DELAY_S = 1.0  # and without words, where there is no bar
_WIDTH = 30
_COLUMNS = 75


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended work without which there is no answer; it says which."""


@contextmanager
def at_work(what: str) -> Iterator[None]:
    """Say on a terminal what takes long without a bar; Ctrl-C ends it with a sentence."""
    over = threading.Event()

    def speak() -> None:
        while not over.wait(_WORDS_DELAY_S):  # again where a bar was shown meanwhile
            Bar().say(what)

    speaker = threading.Thread(target=speak, daemon=True)
    speaker.start()
    try:
        yield
    except Interrupted:  # which knows better
        raise
    except KeyboardInterrupt as ended:
        raise Interrupted(f"interrupted while {what}") from ended
    finally:
        over.set()
        speaker.join()
        remove_bar()


def remove_bar() -> None:
    """Remove the bar that work left on the screen when something ended it."""
    if Bar.on_screen is not None:
        Bar.on_screen.close()


def judged(
    space: Space, check_cancelled: CancelCheck = never_cancelled, report: StepReport = no_report
) -> Separability:
    """Return whether the points can be separated, with a bar; Ctrl-C ends it with a sentence."""
    from perceptron_gui.core.space.separability import separability

    bar, where = Bar(), ""

    def show(what: str, share: float) -> None:
        nonlocal where
        where = f" while {what} ({share:.0%})"
        report(what, share)
        bar.show(share, f"separable? {what}")

    try:
        return separability(space, check_cancelled, rising(show))
    except KeyboardInterrupt as ended:
        why = f"interrupted{where}; whether the points can be separated is not known"
        raise Interrupted(why) from ended
    finally:
        bar.close()


def finish(run: Run) -> bool:
    """Train to the end, or to where Ctrl-C finds the run; tell whether it came to that."""
    run.verdict_search.judge = judged  # whoever asks for the verdict
    run.verdict_search.watcher = watched()
    # A visit may look at every point, and Ctrl-C waits for the end of a slice.
    first = max(1, min(1 << 10, _FIRST_NUMBERS // (len(run.dataset) * run.space.dimension)))
    with at_work("training"):
        interrupted = carry_out(run, lambda: _how_far(run), first)
    run.interrupt()
    return interrupted


def watched() -> StepReport:
    """Return what draws how much is done of work that tells what it is."""
    bar: Bar | None = None

    def show(what: str, share: float) -> None:
        nonlocal bar
        bar = bar or Bar()
        if share < 1:
            bar.show(share, what)
        else:
            bar.close()
            bar = None

    return show


def reading() -> Progress:
    """Return what draws how much of a file is read."""
    bar = Bar()

    def show(done: int, total: int) -> None:
        if done < total:
            bar.show(done / total, "reading the data")
        else:
            bar.close()

    return show


def carry_out(work: Sliced, how_far: Callable[[], tuple[float, str]], first: int = 1) -> bool:
    """Go on to the end, or to where Ctrl-C finds the work; tell whether it came to that.

    `how_far` returns which share of the work is done, and in words how much. The first
    slice has `first` steps.
    """
    bar = Bar()
    count = first
    with _ctrl_c() as asked:
        while not (work.is_over or asked.is_set()):
            started = time.monotonic()
            work.advance(count)
            seconds = time.monotonic() - started
            count = count * 2 if seconds < _SLICE else max(1, count // 2)
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


def _how_far(run: Run) -> tuple[float, str]:
    updates = len(run.history)
    share = max(run.visits / run.budget, updates / run.rule.max_updates)
    return share, f"visit {run.visits}, {updates} updates"


class Bar:
    """Draws how much of some work is done; silent while it is quick."""

    on_screen: ClassVar[Bar | None] = None  # where there is one terminal

    def __init__(self) -> None:
        self._alive = sys.stderr is not None and sys.stderr.isatty()
        self._due = time.monotonic() + _BAR_DELAY_S
        self._shown = False

    def show(self, share: float, text: str) -> None:
        """Draw where the work stands, now and then; a log gets a line every ten seconds."""
        if time.monotonic() < self._due or sys.stderr is None:
            return
        self._due = time.monotonic() + (0.1 if self._alive else 10.0)
        share = min(1.0, share)
        bar = "█" * int(share * _WIDTH)
        self._draw(f"{bar:░<{_WIDTH}} {share:4.0%}  {text}")

    def say(self, what: str) -> None:
        """Draw what is being done where nobody knows how much of it; a log needs no such line."""
        if self._alive and Bar.on_screen is None:
            self._draw(f"{what} ...")

    def close(self) -> None:
        """Remove the bar."""
        if Bar.on_screen is self:
            Bar.on_screen = None
        if self._shown and self._alive:
            self._shown = False
            sys.stderr.write(f"\r{'':{_COLUMNS}}\r")
            sys.stderr.flush()

    def _draw(self, text: str) -> None:
        Bar.on_screen, self._shown = self, True
        line = f"\r{text:<{_COLUMNS}}" if self._alive else f"{text}\n"
        try:
            line.encode(sys.stderr.encoding or "ascii")
        except UnicodeEncodeError:
            line = line.replace("█", "#").replace("░", ".")
        sys.stderr.write(line)
        sys.stderr.flush()
