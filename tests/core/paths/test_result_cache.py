"""Results that are stored with a run: one per key, shared by snapshots, asked for by threads."""

from __future__ import annotations

import gc
import os
import sys
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
from numpy.typing import NDArray

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.figures.model.figure import Axis, Figure
from perceptron_gui.figures.model.view import View, ViewOptions, draw
from perceptron_gui.figures.series.envelope import Measure

_ROUNDS = 500


def trained() -> Run:
    return Run(make(LIBRARY["and"]), Rule()).finish()


def test_a_result_is_computed_once_for_all_snapshots_of_a_run() -> None:
    run = trained()
    assert run.cache.get_or_compute("orders", 1, lambda: "first") == "first"
    assert run.snapshot().cache.get_or_compute("orders", 1, pytest.fail) == "first"
    assert trained().cache.get_or_compute("orders", 1, lambda: "of another") == "of another"


def test_another_version_takes_the_place_of_the_last_one() -> None:
    cache = trained().cache
    cache.put("orders", 1, "done elsewhere")
    assert cache.get_or_compute("orders", 1, pytest.fail) == "done elsewhere"
    assert cache.get_or_compute("orders", 2, lambda: "second") == "second"
    assert cache.get_or_compute("orders", 1, lambda: "again") == "again"


def test_a_result_is_extended_where_it_is_too_short() -> None:
    cache = trained().cache

    def asked(count: int) -> list[int]:
        return cache.get_or_extend(
            "longer",
            lambda known: len(known) >= count,
            lambda known: [*(known or []), *range(len(known or []), count)],
        )

    assert asked(2) == [0, 1]
    assert asked(4) == [0, 1, 2, 3] == asked(3)


def test_what_fails_stores_nothing() -> None:
    cache = trained().cache
    with pytest.raises(ZeroDivisionError):
        cache.get_or_compute("orders", 1, lambda: 1 // 0)
    assert cache.get_or_compute("orders", 1, lambda: 2) == 2


def test_a_result_is_dropped_with_its_run() -> None:
    run = trained()
    dropped = weakref.ref(run.cache.get_or_compute("orders", 1, lambda: {1}))
    del run
    gc.collect()
    assert dropped() is None


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def _at_once(*works: Callable[[], None]) -> None:
    with ThreadPoolExecutor(len(works)) as pool:
        for done in [pool.submit(work) for work in works]:
            done.result()


class _Counted:
    """What a measure computes, begun by two threads at once; keys are looked up in turns."""

    def __init__(self) -> None:
        self._both = Barrier(2, timeout=10)

    def __call__(self, _run: Run, ks: NDArray[np.int64]) -> NDArray[np.int64]:
        self._both.wait()
        return ks

    def __hash__(self) -> int:
        os.sched_yield()
        return id(self)


@pytest.mark.usefixtures("eager_threads")
def test_threads_measure_growing_snapshots_of_one_run() -> None:
    """Each asks for the last value of its own snapshot, while the other one stores its values."""
    run = Run(make(LIBRARY["xor"]), Rule(order="random", epochs=20))
    run.advance(4)
    shorter = run.snapshot()
    run.advance(12)
    longer = run.snapshot()
    assert len(shorter.history) < len(longer.history)
    measures = [Measure(_Counted()) for _ in range(_ROUNDS)]

    def ask(seen: Run) -> None:
        last = len(seen.history)
        for measure in measures:
            assert measure.at(seen, np.array([last])).tolist() == [[last]]

    _at_once(lambda: ask(longer), lambda: ask(shorter))


class _Title(str):
    """Lets the other thread go on whenever options are compared."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        os.sched_yield()
        return str.__eq__(self, other)


@pytest.mark.usefixtures("eager_threads")
def test_threads_draw_one_view_of_a_run_on_different_axes() -> None:
    """Axes that reach to a horizon are those of the options asked for, not of another thread."""

    def build(_dataset: object, _run: object, _cursor: int, options: ViewOptions) -> Figure:
        x0, x1, y0, y1 = options.range or (0.0, options.aspect, 0.0, options.aspect)
        return Figure("toy", Axis(range=(x0, x1)), Axis(range=(y0, y1)))

    run, view = trained(), View("toy", "A toy.", ViewOptions, build)

    def ask(aspect: float) -> None:
        for _ in range(_ROUNDS):
            options = ViewOptions(title=_Title("toy"), aspect=aspect, horizon=run.visits)
            drawn = draw(view, run.dataset, run, 0, options)
            assert isinstance(drawn, Figure) and drawn.x.range == (0.0, aspect)

    _at_once(lambda: ask(1.0), lambda: ask(2.0))
