"""Several sweeps of steps, one after the other, as one experiment."""

from __future__ import annotations

from collections.abc import Sequence

from .steps import Steps, StepsResult


class Sweeps:
    """Carries out sweeps in their order; the result has one for each of them."""

    def __init__(self, sweeps: Sequence[Steps]) -> None:
        self._sweeps = tuple(sweeps)

    @property
    def total(self) -> int:
        """The epochs of all runs."""
        return sum(sweep.total for sweep in self._sweeps)

    @property
    def done(self) -> int:
        """The epochs that were made, and those that are not needed any more."""
        return sum(sweep.done for sweep in self._sweeps)

    @property
    def is_over(self) -> bool:
        """Tell whether every value of every sweep has been tried."""
        return all(sweep.is_over for sweep in self._sweeps)

    def advance(self, count: int) -> None:
        """Make up to this many visits with the value at hand."""
        going = next((sweep for sweep in self._sweeps if not sweep.is_over), None)
        if going is not None:
            going.advance(count)

    def result(self) -> tuple[StepsResult, ...]:
        """Return what is known so far of every sweep."""
        return tuple(sweep.result() for sweep in self._sweeps)
