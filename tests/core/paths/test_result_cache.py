"""Results that are stored with a run: one per key, shared by snapshots, asked for by threads."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run

_ROUNDS = 500


def trained() -> Run:
    return Run(make(LIBRARY["and"]), Rule()).finish()


def test_a_result_is_computed_once_for_all_snapshots_of_a_run() -> None:
    run = trained()
    assert run.cache.get_or_compute("orders", 1, lambda: "first") == "first"
    assert run.snapshot().cache.get_or_compute("orders", 1, pytest.fail) == "first"
    assert trained().cache.get_or_compute("orders", 1, lambda: "of another") == "of another"


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


class _Key(str):
    """Lets the other thread go on whenever it is looked up."""

    __slots__ = ()

    def __hash__(self) -> int:
        os.sched_yield()
        return str.__hash__(self)


def test_threads_that_ask_for_different_versions_each_get_their_own() -> None:
    cache, before = trained().cache, sys.getswitchinterval()

    def ask(version: int) -> None:
        for _ in range(500):
            found = cache.get_or_compute(_Key("one"), version, lambda: version)
            assert found == version
            reached = cache.get_or_extend(
                _Key("longer"), lambda known: known >= version, lambda _: version
            )
            assert reached >= version

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(ask, version) for version in (1, 2)]:
                done.result()
    finally:
        sys.setswitchinterval(before)
