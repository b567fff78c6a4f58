"""A page of the laboratory that counts: slowly enough to be watched, and to be stopped."""

from __future__ import annotations

import time
from functools import partial

from perceptron_gui.base.errors import RuleError
from perceptron_gui.figures.model.figure import Table
from perceptron_gui.labs.variations import LAB
from perceptron_gui.views.labs.page import Draw, LabPage, Prepare


class Counting:
    """An experiment that counts up to a number."""

    def __init__(self, total: int, seconds: float = 0.0) -> None:
        if total < 0:
            raise RuleError("nobody counts below zero")
        self.done, self.total, self._seconds = 0, total, seconds

    @property
    def is_over(self) -> bool:
        return self.done >= self.total

    def advance(self, count: int, /) -> None:
        time.sleep(self._seconds)
        self.done = min(self.total, self.done + count)

    def result(self) -> int:
        return self.done


class CountingPage(LabPage):
    """Counts to `total`, or to nothing where it is None."""

    def __init__(self) -> None:
        super().__init__(LAB)  # pages are named like views
        self.total: int | None = 5
        self.seconds = 0.0
        self.counted = -1
        self.begun = 0  # how many experiments were asked for
        self.aspects: list[float] = []  # those that were drawn for

    def experiment(self) -> Prepare | None:
        self.begun += 1
        return None if self.total is None else partial(Counting, self.total, self.seconds)

    def store_result(self, result: int | None) -> None:
        self.counted = -1 if result is None else result

    def drawings(self, aspect: float) -> dict[str, Draw]:
        self.aspects.append(aspect)
        if self.counted < 0:
            return {}
        return {self.name: partial(Table, "t", ("n",), ((str(self.counted),),))}
