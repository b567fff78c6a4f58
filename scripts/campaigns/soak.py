"""A day of a lecture: random actions in one window, which must not grow by them.

Now and then everything is put back to how it was at the start, so that what is measured there can
be compared: memory, widgets, and the objects that Python and Qt hold together.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any, cast

from benched_window import print_qt_message
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer, qInstallMessageHandler
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from perceptron_gui.app.main.program import FIRST, make_window
from perceptron_gui.app.main.start import GuiGarbage, return_memory, use_one_heap
from perceptron_gui.app.state.settings import Settings
from perceptron_gui.app.window.actions import actions
from perceptron_gui.core.kernels import compiler
from perceptron_gui.core.runs.warm_up import use_every_kernel
from tests.app.monkey import ENDS, Monkey
from tests.app.person import Person
from tests.app.stand_ins import FakeDialogs
from tests.app.windows import put_back

from .campaign import Campaign, Outcome

_MEGABYTE = 1 << 20
_PATIENCE = 10  # times that of a test: other campaigns may keep the machine busy
_ROUNDS = 2  # of repeats: what is left behind comes with each of them
_NAMED = 8  # kinds of objects that are named where their number has grown
# What hidden panels drew last differs from look to look, by some hundred wrappers; the least of
# many looks does not, once every menu and panel has been opened.
_MOST_MORE = 150


@dataclass(frozen=True)
class Rest:
    """What is there while nothing happens, after so many actions."""

    actions: int
    megabytes: float
    widgets: Counter[str]
    wrappers: Counter[str]
    objects: Counter[str]

    def __str__(self) -> str:
        counts = [each.total() for each in (self.widgets, self.wrappers, self.objects)]
        return f"{self.actions:>9,} {self.megabytes:>9.1f} " + " ".join(f"{c:>10,}" for c in counts)


class Patience:
    """Waits as pytest's `qtbot` does, in a program that is no test."""

    def waitUntil(self, is_so: Callable[[], bool], timeout: int) -> None:
        """Run the event loop until something is so."""
        deadline = time.monotonic() + _PATIENCE * timeout / 1000
        while not is_so():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{timeout} ms were not enough")
            self.wait(5)

    def wait(self, milliseconds: int) -> None:
        """Run the event loop for a while."""
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--actions", type=int, default=200_000, help="how many are done")
    parser.add_argument("--seed", type=int, default=1, help="which ones are done")
    parser.add_argument("--every", type=int, default=2000, help="actions between two looks")
    parser.add_argument("--settled", type=int, default=10_000, help="actions before the first one")
    parser.add_argument("--megabytes", type=float, default=50.0, help="that it may grow by")
    parser.add_argument("--objects", action="store_true", help="name the kinds that have grown")


def _run(options: argparse.Namespace, outcome: Outcome) -> None:
    errors: list[str] = []
    looks: list[Rest] = []  # after everything was opened once
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        stack.callback(setattr, sys, "excepthook", sys.excepthook)
        sys.excepthook = lambda _kind, error, trace: errors.append(_told(error, trace))
        stack.callback(judge, looks, options.megabytes, outcome)  # of a run that is stopped, too
        if compiler.load():  # as in the program
            use_every_kernel()
        person = stack.enter_context(_opened(Path(folder)))
        monkey = Monkey(person, Path(folder), options.seed)
        heads = ("widgets", "wrappers", "objects")
        print(f"{'actions':>9} {'megabytes':>9} " + " ".join(f"{head:>10}" for head in heads))
        for number in range(1, options.actions + 1):
            _act(monkey, outcome)
            while errors:
                outcome.fail(f"after {number} actions: {errors.pop()}")
            if number % options.every == 0:
                rest = _at_rest(person, monkey, number)
                print(rest, flush=True)
                if number >= min(options.settled, options.actions // 2):
                    looks.append(rest)
                    outcome.counts["looks at rest"] += 1
                if options.objects and looks:
                    for kind in ("wrappers", "objects"):
                        print(" " * 9, _more(getattr(looks[0], kind), getattr(rest, kind)))


def _act(monkey: Monkey, outcome: Outcome) -> None:
    outcome.counts["actions"] += 1
    try:
        monkey.act()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        outcome.fail(f"{error!r} after {', '.join(monkey.deeds[-6:])}")
    del monkey.deeds[:-12]


@contextmanager
def _opened(folder: Path) -> Iterator[Person]:
    """Yield somebody at a new window, which is closed whatever happens: a thread would abort."""
    use_one_heap()  # as in the program
    qInstallMessageHandler(print_qt_message)
    dialogs, settings = FakeDialogs(changes="discard"), Settings(folder / "settings.ini")
    window = make_window([FIRST], dialogs=dialogs, settings=settings, recovery_folder=folder)
    window.resize(1280, 800)
    window.show()
    person = Person(window, dialogs, cast("QtBot", Patience()))
    _export_into_scratch(person)
    garbage = GuiGarbage(window)  # as in the program
    garbage.watch(person.program.store)
    try:
        person.wait()
        yield person
    finally:
        garbage.close()
        dialogs.changes = "discard"
        window.close()
        window.deleteLater()
        _delete_what_is_due()
        QApplication.clipboard().clear()  # without a screen Qt would delete it after Python ended


def _at_rest(person: Person, monkey: Monkey, actions: int) -> Rest:
    """Put everything back, and look at what is left."""
    monkey.let_go()
    put_back(person)
    _export_into_scratch(person)
    person.wait()
    person.rest(1500)  # a presentation is left behind by then
    _delete_what_is_due()
    gc.collect()
    _delete_what_is_due()
    QPixmapCache.clear()  # which Qt keeps up to 10 MB, for every control that was ever shown
    return_memory()
    return Rest(
        actions,
        _resident_bytes() / _MEGABYTE,
        _kinds(QApplication.allWidgets()),
        _kinds(Shiboken.getAllValidWrappers()),
        _kinds(gc.get_objects()),
    )


def _export_into_scratch(person: Person) -> None:
    """Let quick exports go into the temporary folder of the settings, not into somebody's home."""
    settings = person.program.settings
    settings.export = {"folder": str(settings.path.parent)}


def judge(looks: Sequence[Rest], megabytes: float, outcome: Outcome) -> None:
    """Fail where memory ever stood too high above the first look, or what is held goes on growing.

    What is held goes on growing where the last third of the looks finds more, at the least, than
    the third before it.
    """
    third = len(looks) // 3
    if not third:
        outcome.fail(f"{len(looks)} looks at rest cannot tell whether anything grows")
        return
    first, worst = looks[0], max(looks, key=lambda look: look.megabytes)
    grown = worst.megabytes - first.megabytes
    print(f"{grown:.1f} MB more at most, after {worst.actions:,} actions")
    if grown > megabytes:
        outcome.fail(
            f"{grown:.0f} MB more after {worst.actions} actions than after {first.actions}"
        )
    for what in ("widgets", "wrappers"):
        before, now = (
            min((getattr(look, what) for look in part), key=Counter.total)
            for part in (looks[-2 * third : -third], looks[-third:])
        )
        more = now.total() - before.total()
        print(f"{more} more {what} in the last third, at the least")
        if more > _MOST_MORE:
            outcome.fail(f"{more} more {what} at rest: {_more(before, now)}")


def _told(error: BaseException, trace: TracebackType | None) -> str:
    """Say what went wrong, and where."""
    places = traceback.extract_tb(trace)
    where = f" at {Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
    return f"{error!r}{where}"


def _more(before: Counter[str], now: Counter[str]) -> str:
    """Name the kinds of which there are more than before, the most grown first."""
    return ", ".join(f"{kind} +{count}" for kind, count in (now - before).most_common(_NAMED))


def _kinds(things: list[Any]) -> Counter[str]:
    return Counter(type(thing).__name__ for thing in things)


def _delete_what_is_due() -> None:
    for _ in range(3):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _resident_bytes() -> int:
    """Return how much memory this process holds; 0 where that cannot be read."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * 4096


def _add_repeat_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--times", type=int, default=40, help="that each is done in every round")
    parser.add_argument("--only", default="", help="actions whose names begin like this")
    parser.add_argument("--kilobytes", type=float, default=50.0, help="that one may leave behind")


def _repeat(options: argparse.Namespace, outcome: Outcome) -> None:
    """Do every action again and again, which must leave nothing behind."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        person = stack.enter_context(_opened(Path(folder)))
        monkey = Monkey(person, Path(folder), 0)
        for spec in actions():
            if spec.id in ENDS or not spec.id.startswith(options.only):
                continue
            looks: list[Rest] = []
            for times in (options.times // 4, *[options.times] * _ROUNDS):
                person.dialogs.path = str(Path(folder) / "a.json")
                _do_often(person, spec.id, times)
                looks.append(_at_rest(person, monkey, times))
            outcome.counts["actions"] += _ROUNDS * options.times
            print(f"{spec.id:<24}", end="", flush=True)
            judge_rounds(spec.id, looks, options.kilobytes, outcome)


def judge_rounds(name: str, looks: Sequence[Rest], kilobytes: float, outcome: Outcome) -> None:
    """Fail where an action leaves something behind in every round; what it loads once, it may."""
    rounds = list(pairwise(looks))
    each = min((now.megabytes - old.megabytes) * 1024 / now.actions for old, now in rounds)
    widgets, wrappers = (
        min(getattr(now, what).total() - getattr(old, what).total() for old, now in rounds)
        for what in ("widgets", "wrappers")
    )
    print(f" {each:>8.1f} kB {widgets:>6} widgets {wrappers:>6} wrappers", flush=True)
    if each > kilobytes or max(widgets, wrappers) >= looks[-1].actions:
        kinds = _more(looks[0].wrappers, looks[-1].wrappers)
        outcome.fail(f"{name} leaves {each:.0f} kB behind each time: {kinds}")


def _do_often(person: Person, action: str, times: int) -> None:
    for _ in range(times):
        person.window.trigger(action)
        _delete_what_is_due()
        for dialog in person.window.findChildren(QDialog):
            dialog.reject()
        person.rest(5)
    person.wait()


SOAK = Campaign("soak", "a day of random actions in one window", _add_options, _run)
REPEAT = Campaign("repeat", "every action many times", _add_repeat_options, _repeat)
