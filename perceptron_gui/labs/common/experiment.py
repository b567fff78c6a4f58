"""What every experiment of many runs can do: go on a little, and tell what is known so far."""

from __future__ import annotations

from typing import Any, Protocol


class Experiment(Protocol):
    """Goes on in slices, so that it can be watched and cancelled; results never change."""

    @property
    def done(self) -> int:
        """How much is done, of `total`."""

    @property
    def total(self) -> int:
        """How much there is to do."""

    @property
    def is_over(self) -> bool:
        """Tell whether everything is done."""

    def advance(self, count: int, /) -> None:
        """Do up to this much more."""

    def result(self) -> Any:
        """Return what is known so far, as a frozen value."""


class Runner(Protocol):
    """Carries experiments out, and may end one early."""

    def run(self, experiment: Experiment, doing: str) -> Any:
        """Return what is known at the end; `doing` tells a person what is going on."""
