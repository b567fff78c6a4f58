"""The verdict is searched for once, and waited for only by those who want to."""

from __future__ import annotations

from threading import Event, Thread

import numpy as np
import pytest

from perceptron_gui.base.cancel import Cancelled
from perceptron_gui.core.data.dataset import Dataset
from perceptron_gui.core.data.library import LIBRARY, make
from perceptron_gui.core.rules.rule import Rule
from perceptron_gui.core.runs.run import Run
from perceptron_gui.core.space.separability import VerdictPending, VerdictSearch
from perceptron_gui.core.space.space import Space


def test_who_does_not_wait_has_no_verdict_until_somebody_has_found_it() -> None:
    run = Run(make(LIBRARY["and"]), Rule()).finish()
    screen = run.snapshot().without_waiting()
    assert screen.verdict_is_pending
    with pytest.raises(VerdictPending):
        _ = screen.verdict
    assert screen.waiting().verdict.separable
    assert screen.verdict_is_pending  # a snapshot never changes
    later = screen.without_waiting()
    assert later.verdict is run.verdict
    assert later.bounds == run.bounds


def test_rules_without_a_theorem_need_no_verdict_to_say_so() -> None:
    run = Run(make(LIBRARY["and"]), Rule.of({"rule": "least-squares"})).without_waiting()
    assert "Computing" not in str(run.why_no_bounds)


def test_one_computes_and_the_others_wait_or_leave() -> None:
    random = np.random.default_rng(0)
    points = np.round(random.normal(size=(40, 8)), 2)
    labels = np.where(random.random(40) < 0.5, 1, -1)
    search = VerdictSearch(Space.of(Dataset.of(points, labels), Rule()))
    began, may_go_on = Event(), Event()

    def held() -> None:
        began.set()
        may_go_on.wait()

    def cancelled() -> None:
        raise Cancelled

    first = Thread(target=search.find, args=(held,))
    first.start()
    began.wait()
    with pytest.raises(Cancelled):
        search.find(cancelled)
    may_go_on.set()
    found = search.find()
    first.join()
    assert found is search.found


def test_a_search_that_was_cancelled_can_be_begun_again() -> None:
    def cancelled() -> None:
        raise Cancelled

    search = VerdictSearch(Space.of(make(LIBRARY["xor"]), Rule()))
    with pytest.raises(Cancelled):
        search.find(cancelled)
    assert not search.find().separable
